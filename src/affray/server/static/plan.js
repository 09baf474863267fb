// The ground from above: who stands where, what lies there, a blast, a ruler.

import { h } from "./dom.js";
import { aimed, caught, crossed, goal } from "./aim.js";
import { button, letters, shapeOf, unseen } from "./bits.js";
import { dragged, keyed, wheel } from "./fingers.js";
import { frame } from "./glide.js";
import { beside, room } from "./labels.js";
import { brushes, hand, veil } from "./brush.js";
import { grid, placed } from "./layout.js";
import { sideOf } from "./order.js";
import { change, may, openPanel, shown, state } from "./state.js";
import { arc, cover, everywhere, ring, scale, under, zone } from "./terrain.js";
import { SIZE, apart, far, look, tool, whole, zoomed } from "./viewport.js";
import { names, say } from "./words.js";

/** @typedef {import("./layout.js").Box} Box */

const NAME = 0.76; // how high a name is written, in radii of a token

/**
 * The plan, with what can be shown on it.
 * @param {Wire.Ground} ground
 */
export function plan(ground) {
  const box = look.held ?? look.box ?? whole(ground);
  const blast = aimed();
  return h(
    "section",
    { class: "plan", key: "plan", "aria-label": say("plan") },
    h(
      "div",
      { class: "ground" },
      h("div", { class: "pane" }, drawing(ground, box, blast)),
      measured(ground, blast),
    ),
    everywhere(ground),
    brushes(ground),
    tools(ground, box),
    !hand.brush && h("p", { class: "hint" }, say(may("override") ? "drag-hint-gm" : "drag-hint")),
  );
}

/**
 * A part of the ground alone, for who only looks.
 * @param {Wire.Ground} ground
 * @param {Box} box
 */
export const part = (ground, box) => drawing(ground, box, null);

/**
 * The drawing itself, what lies below first.
 * @param {Wire.Ground} ground
 * @param {Box} box
 * @param {ReturnType<typeof aimed>} blast
 */
function drawing(ground, box, blast) {
  const unit = box.w / SIZE;
  const now = shown().order.find((f) => f.now);
  const here = now && ground.tokens.find((t) => t.id === now.id);
  const pieces = placed(ground.tokens, unit);
  const { bar, called, free } = lettered(ground, box, pieces, here);
  const meant = state.placing?.action ?? state.sheet?.action;
  return h(
    "svg",
    {
      class: `terrain ${state.placing || hand.brush ? "placing" : ""}`,
      id: "terrain",
      viewBox: frame(box),
      style: { "aspect-ratio": `${box.w} / ${box.h}`, "--unit": `${unit}px` },
      role: "group",
      "aria-label": say("plan"),
      tabindex: state.placing ? 0 : null,
      onpointerdown: dragged,
      onwheel: wheel,
      onkeydown: keyed,
    },
    grid(box, unit),
    under(ground.picture),
    veil(ground.picture),
    h("rect", {
      class: "floor",
      key: "floor",
      x: box.x - box.w,
      y: box.y - box.h,
      width: box.w * 3,
      height: box.h * 3,
      fill: "url(#grid)",
    }),
    ground.zones.map((z, n) => zone(z, n, unit, free)),
    look.arcs && ground.arcs.map((a, n) => arc(a, n, box)),
    here &&
      ground.rings.filter((r) => look.reach || serves(r, meant)).map((r, n) => ring(r, n, here, unit, free)),
    here && state.placing?.action?.reach
      ? h("circle", {
          key: "limit",
          class: "limit",
          cx: here.at[0],
          cy: -here.at[1],
          r: state.placing.action.reach,
        })
      : null,
    ground.cover.map((c, n) => cover(c, n, ground, unit, free)),
    blast &&
      h(
        "g",
        { key: "blast", class: "blast" },
        h("circle", { cx: blast.at[0], cy: -blast.at[1], r: blast.radius }),
      ),
    here && course(ground, here),
    [...pieces]
      .sort(([a], [b]) => Number(b.out) - Number(a.out))
      .map(([t, at]) => piece(t, at, unit, ground, here, called.get(t.id))),
    bar,
    look.at &&
      state.placing &&
      h("path", {
        key: "cross",
        class: "cross",
        d:
          `M ${look.at[0] - unit} ${-look.at[1]} h ${2 * unit} ` +
          `M ${look.at[0]} ${-look.at[1] - unit} v ${2 * unit}`,
      }),
    look.line && ruler(unit),
  );
}

/** @typedef {ReturnType<typeof room>} Room */
/** @typedef {{ bar: Kid, called: Map<number, import("./labels.js").Spot | null>, free: Room }} Lettered */

/** @type {WeakMap<[Wire.Token, Point][], { key: string, cover: Wire.Cover[], found: Lettered }>} */
const lettering = new WeakMap();

/**
 * The scale and the names, and what room is left then; as before, where nothing of it has changed.
 * @param {Wire.Ground} ground
 * @param {Box} box
 * @param {[Wire.Token, Point][]} pieces
 * @param {Wire.Token | undefined} here
 * @returns {Lettered}
 */
function lettered(ground, box, pieces, here) {
  const [key, unit] = [`${frame(box)} ${here?.id}`, box.w / SIZE];
  let known = lettering.get(pieces);
  if (known?.key !== key || known.cover !== ground.cover) {
    const free = room(
      box,
      unit,
      pieces.map(([, at]) => at),
    );
    for (const c of ground.cover) free.spare(c.at);
    const bar = scale(box, unit, ground, free);
    known = { key, cover: ground.cover, found: { bar, called: named(pieces, unit, free, here), free } };
    lettering.set(pieces, known);
  }
  return { ...known.found, free: known.found.free.rest() };
}

/**
 * Where each name stands: first whose turn it is, then who is up, then who is out.
 * @param {[Wire.Token, Point][]} pieces
 * @param {number} unit
 * @param {ReturnType<typeof room>} free
 * @param {Wire.Token | undefined} here
 */
function named(pieces, unit, free, here) {
  const weight = (/** @type {Wire.Token} */ t) => (t === here ? 0 : t.mine ? 1 : t.out ? 3 : 2);
  return new Map(
    [...pieces]
      .sort(([a], [b]) => weight(a) - weight(b))
      .map(([t, at]) => [t.id, free.put(t.name, NAME, beside(at, unit))]),
  );
}

/**
 * Whether a ring says how far an action reaches.
 * @param {Wire.Ring} r
 * @param {Wire.Action | undefined} action
 */
const serves = (r, action) =>
  action?.kind === "attack" ? r.kind !== "move" : action?.kind === "move" && r.kind === "move";

/**
 * The way there.
 * @param {Wire.Ground} ground
 * @param {Wire.Token} here
 */
function course(ground, here) {
  const to = goal();
  if (!to || apart(to.at, here.at) < 0.01) return null;
  const stopped = to.action.kind === "move" && crossed(here.at, to.at, ground, here.id).length;
  return h("line", {
    key: "course",
    class: `course ${to.action.kind} ${stopped ? "watched" : ""}`,
    x1: here.at[0],
    y1: -here.at[1],
    x2: to.at[0],
    y2: -to.at[1],
  });
}

/**
 * What is measured just now, in words.
 * @param {Wire.Ground} ground
 * @param {ReturnType<typeof aimed>} blast
 */
function measured(ground, blast) {
  const said = look.line ? look.line.said : blast ? caught(ground, blast) : "";
  return h("p", { class: "measure", key: "measure", role: "status", hidden: !said }, said);
}

/**
 * @param {Wire.Ground} ground
 * @param {Box} box
 */
function tools(ground, box) {
  return h(
    "div",
    { class: "row tools" },
    button("+", () => change(() => (look.box = zoomed(0.7))), { "aria-label": say("zoom-in") }),
    button("−", () => change(() => (look.box = zoomed(1 / 0.7))), { "aria-label": say("zoom-out") }),
    button(say("whole"), () => change(() => (look.box = null))),
    ground.arcs.length ? tool(say("arcs"), look.arcs, () => (look.arcs = !look.arcs)) : null,
    ground.rings.length ? tool(say("reach"), look.reach, () => (look.reach = !look.reach)) : null,
    tool(
      say("blast"),
      Boolean(look.blast),
      () => (look.blast = look.blast ? null : [box.x + box.w / 2, -(box.y + box.h / 2)]),
    ),
    look.blast &&
      h(
        "label",
        { class: "inline", key: "radius" },
        `${say("radius")} (${ground.unit})`,
        h("input", {
          inputmode: "decimal",
          size: 3,
          value: look.radius,
          oninput: (e) => change(() => (look.radius = Number(e.target.value.replace(",", ".")) || 0)),
        }),
      ),
    may("picture") &&
      button(say("picture"), () => openPanel("picture"), {
        kind: "quiet",
        key: "picture",
      }),
    may("wall") &&
      button(say("walls"), () => openPanel("walls"), { kind: "quiet", key: "walls", id: "walls" }),
    may("fog") && ground.picture
      ? button(say("fog"), () => openPanel("fog"), { kind: "quiet", key: "fog", id: "fog-panel" })
      : null,
  );
}

/**
 * @param {Wire.Token} t
 * @param {Point} at
 * @param {number} unit
 * @param {Wire.Ground} ground
 * @param {Wire.Token | undefined} here
 * @param {import("./labels.js").Spot | null | undefined} spot where its name stands
 */
function piece(t, at, unit, ground, here, spot) {
  const side = sideOf(t.side);
  const away =
    here && here.id !== t.id
      ? [say("measure", { a: here.name, b: t.name, far: far(apart(here.at, t.at), ground) })]
      : [];
  const [x, y] = [at[0], -at[1]];
  return h(
    "g",
    {
      class: ["token", `side-${side}`, t.out && "out", here?.id === t.id && "now", t.hidden && "hides"]
        .filter(Boolean)
        .join(" "),
      key: t.id,
      "data-token": t.id,
      tabindex: 0,
      role: "button",
      "aria-label": names([
        say("token", { name: t.name, side: t.side, x: t.at[0], y: t.at[1], unit: ground.unit }),
        ...(t.hidden ? [say("secret")] : []),
        ...away,
      ]),
    },
    apart(at, t.at) > unit * 0.05
      ? h("path", { key: "leads", class: "leads", d: `M ${t.at[0]} ${-t.at[1]} L ${x} ${y}` })
      : null,
    apart(at, t.at) > unit * 0.05
      ? h("circle", { key: "foot", class: "foot", cx: t.at[0], cy: -t.at[1], r: unit * 0.18 })
      : null,
    h(
      "g",
      { key: "it", class: "it", transform: `translate(${x} ${y}) scale(${unit})` },
      shapeOf(side),
      h(
        "text",
        { "font-size": 0.85, "text-anchor": "middle", "dominant-baseline": "central" },
        letters(t.name),
      ),
      spot &&
        h(
          "text",
          {
            class: "below",
            x: (spot.x - x) / unit,
            y: (spot.y - y) / unit,
            "font-size": NAME,
            "text-anchor": spot.anchor,
          },
          t.name,
        ),
      t.hidden && unseen(),
      h("circle", { class: "touch", r: 1.5 }),
    ),
  );
}

/** @param {number} unit */
function ruler(unit) {
  if (!look.line) return null;
  const { from, to } = look.line;
  return h(
    "g",
    { key: "line", class: "ruler" },
    h("line", { x1: from[0], y1: -from[1], x2: to[0], y2: -to[1] }),
    h("circle", { cx: to[0], cy: -to[1], r: unit / 4 }),
  );
}
