// Fingers, mice and keys on the plan: measure, move, choose a place.

import { act, change, may, openPanel, shown, state } from "./state.js";
import { dip, draw, fog, hand, lift } from "./brush.js";
import { glide, rest, scaleOf } from "./glide.js";
import { open } from "./sheet.js";
import { apart, far, look, whole, zoomed } from "./viewport.js";
import { say } from "./words.js";

const DRAGGED = 6; // pixels that a finger moves before it drags

/**
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} e
 * @returns {Point}
 */
function spot(svg, e) {
  const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
  return [Math.round(at.x * 10) / 10, Math.round(-at.y * 10) / 10];
}

/** What fingers on the plan are doing, and where the last of them is; `end` lets go of it. */
let held = /** @type {{ last: PointerEvent, end: () => void } | null} */ (null);

/**
 * A finger goes down: on a token it measures or moves, elsewhere it shifts the plan; two zoom it.
 * @param {PointerEvent & { currentTarget: any, target: any }} e
 */
export function dragged(e) {
  const svg = e.currentTarget;
  const before = held;
  before?.end();
  rest(svg);
  if (before && !e.isPrimary) return pinched(svg, before.last, e);
  if (hand.brush && fog() && !state.placing) return brushed(svg, e);
  const ground = shown().map;
  const taken = tokenOf(e.target);
  const start = {
    at: spot(svg, e),
    x: e.clientX,
    y: e.clientY,
    box: look.box || whole(ground),
    moved: false,
  };
  const scale = 1 / scaleOf(svg, start.box);
  const move = (/** @type {PointerEvent} */ m) => {
    start.moved ||= Math.hypot(m.clientX - start.x, m.clientY - start.y) > DRAGGED;
    if (!start.moved) return;
    if (taken) change(() => measure(taken, spot(svg, m), start.box.w / 30));
    else
      glide(svg, {
        ...start.box,
        x: start.box.x - (m.clientX - start.x) * scale,
        y: start.box.y - (m.clientY - start.y) * scale,
      });
  };
  const up = (/** @type {boolean} */ done) => {
    if (done && !start.moved) tapped(taken ? taken.at : start.at, taken);
    else if (done && taken && look.line && !look.line.over) dropped(taken, look.line.to);
    rest(svg);
    change(() => (look.line = null));
  };
  follow(svg, [e], move, up);
}

/**
 * A finger draws in the fog: until it comes up, wherever that is.
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} e
 */
function brushed(svg, e) {
  e.preventDefault(); // of names on the map no text is chosen
  change(() => dip(spot(svg, e)));
  follow(
    svg,
    [e],
    (m) => change(() => draw(spot(svg, m))),
    (done) => (done ? lift() : change(() => (hand.stroke = null))),
  );
}

/**
 * Two fingers zoom the plan; what lies between them stays there.
 * @param {SVGSVGElement} svg
 * @param {PointerEvent} one
 * @param {PointerEvent} other
 */
function pinched(svg, one, other) {
  const at = new Map([one, other].map((e) => [e.pointerId, e]));
  const box = look.box || whole(shown().map);
  const pane = svg.getBoundingClientRect();
  const scale = scaleOf(svg, box);
  /** How far they are apart, and how far the middle between them is from that of the plan. */
  const grip = () => {
    const [a, b] = [...at.values()];
    return {
      far: Math.max(1, Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY)),
      x: (a.clientX + b.clientX) / 2 - pane.x - pane.width / 2,
      y: (a.clientY + b.clientY) / 2 - pane.y - pane.height / 2,
    };
  };
  const start = grip();
  const move = (/** @type {PointerEvent} */ m) => {
    at.set(m.pointerId, m);
    const now = grip();
    const by = start.far / now.far;
    glide(svg, {
      x: box.x + (start.x - now.x * by) / scale + (box.w * (1 - by)) / 2,
      y: box.y + (start.y - now.y * by) / scale + (box.h * (1 - by)) / 2,
      w: box.w * by,
      h: box.h * by,
    });
  };
  follow(svg, [one, other], move, () => rest(svg));
}

/**
 * Follow fingers until the first of them comes up (`done`), one more comes down, or it is taken away.
 * @param {SVGSVGElement} svg
 * @param {PointerEvent[]} fingers
 * @param {(m: PointerEvent) => unknown} move
 * @param {(done: boolean) => unknown} up
 */
function follow(svg, fingers, move, up) {
  const ids = fingers.map((e) => e.pointerId);
  for (const id of ids) svg.setPointerCapture?.(id);
  const mine = (held = { last: fingers[fingers.length - 1], end: () => ended(false) });
  const moves = (/** @type {PointerEvent} */ m) => ids.includes(m.pointerId) && move((mine.last = m));
  const ups = (/** @type {PointerEvent} */ m) => ids.includes(m.pointerId) && ended(m.type === "pointerup");
  const ended = (/** @type {boolean} */ done) => {
    held = null;
    svg.removeEventListener("pointermove", moves);
    svg.removeEventListener("pointerup", ups);
    svg.removeEventListener("pointercancel", ups);
    up(done);
  };
  svg.addEventListener("pointermove", moves);
  svg.addEventListener("pointerup", ups);
  svg.addEventListener("pointercancel", ups);
}

/**
 * @param {Element} target
 * @returns {Wire.Token | undefined}
 */
function tokenOf(target) {
  const id = /** @type {HTMLElement | null} */ (target.closest("[data-token]"))?.dataset.token;
  return shown().map.tokens.find((t) => String(t.id) === id);
}

/**
 * @param {Wire.Token} taken
 * @param {Point} to
 * @param {number} near
 */
function measure(taken, to, near) {
  const ground = shown().map;
  const over = ground.tokens.find((t) => t !== taken && apart(t.at, to) < near);
  const end = over ? over.at : to;
  look.line = {
    from: taken.at,
    to: end,
    over,
    said: say("measure", {
      a: taken.name,
      b: over ? over.name : `${to[0]}, ${to[1]}`,
      far: far(apart(taken.at, end), ground),
    }),
  };
}

/**
 * @param {Point} at
 * @param {Wire.Token | undefined} somebody
 */
function tapped(at, somebody) {
  if (state.placing) return aimed(at);
  if (somebody) openPanel("fighter", { id: somebody.id });
  else if (look.blast) change(() => (look.blast = at));
}

/**
 * A first tap shows what would be hit, where anything would; a second one there says so.
 * @param {Point} at
 */
function aimed(at) {
  const near = look.at && apart(look.at, at) < (look.box || whole(shown().map)).w / 20;
  if (!state.placing?.action?.blast || near) return chosen(look.at && near ? look.at : at);
  change(() => (look.at = at));
}

/**
 * A place was chosen for an action that wants one.
 * @param {Point} at
 */
function chosen(at) {
  const wanted = state.placing;
  change(() => ((state.placing = null), (look.at = null)));
  if (!wanted) return;
  if (wanted.then) return wanted.then(at);
  if (!wanted.action) return act("answer", { do: "place", act: wanted.act, to: at });
  state.tab = "fight";
  open(wanted.action);
  change(() => state.sheet && (state.sheet.to = at));
}

/**
 * A token was dropped: an action of its own if there is one, else the game master's correction.
 * @param {Wire.Token} token
 * @param {Point} to
 */
function dropped(token, to) {
  const own = shown().actions.find((a) => a.n && a.wants === "to");
  if (own && shown().ask?.who === token.id) {
    open(own);
    change(() => state.sheet && (state.sheet.to = to));
  } else if (may("correct"))
    act(`place ${token.id}`, { do: "correct", name: token.name, what: "place", at: to });
}

const ARROWS = /** @type {Record<string, Point>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
});

/**
 * Keys on the plan: arrows move the place to be chosen (or the blast), by ten with Shift; Enter chooses it.
 * @param {KeyboardEvent & { target: any }} e
 */
export function keyed(e) {
  const way = ARROWS[e.key];
  const by = e.shiftKey ? 10 : 1;
  const own = tokenOf(e.target);
  if (way && (state.placing || look.blast)) {
    const from = (state.placing ? look.at : look.blast) || own?.at || middle();
    const to = /** @type {Point} */ ([from[0] + way[0] * by, from[1] + way[1] * by]);
    change(() => (state.placing ? (look.at = to) : (look.blast = to)));
  } else if (state.placing && (e.key === "Enter" || e.key === " ")) chosen(look.at || own?.at || middle());
  else if (!own || (e.key !== "Enter" && e.key !== " ")) return;
  else openPanel("fighter", { id: own.id });
  e.preventDefault();
}

/** @returns {Point} */
function middle() {
  const who = shown().map.tokens.find((t) => t.id === shown().ask?.who);
  if (who) return who.at;
  const box = look.box || whole(shown().map);
  return [Math.round(box.x + box.w / 2), -Math.round(box.y + box.h / 2)];
}

/** @param {WheelEvent & { currentTarget: any }} e */
export function wheel(e) {
  if (!e.ctrlKey && !e.shiftKey) return;
  e.preventDefault();
  glide(e.currentTarget, zoomed(e.deltaY > 0 ? 1.15 : 0.87));
}
