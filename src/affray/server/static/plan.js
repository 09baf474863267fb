// The ground from above: who stands where, what lies there, a blast, a ruler.

import { h } from "./dom.js";
import { button, letters, shapeOf, unseen } from "./bits.js";
import { dragged, keyed, wheel } from "./fingers.js";
import { NAME, grid, placed } from "./layout.js";
import { sideOf } from "./order.js";
import { change, may, openPanel, shown, state } from "./state.js";
import { arc, cover, everywhere, ring, under, zone } from "./terrain.js";
import { SIZE, apart, far, look, tool, whole, zoom } from "./viewport.js";
import { names, say } from "./words.js";

/** @typedef {import("./layout.js").Box} Box */

/**
 * The plan, with what can be shown on it.
 * @param {Wire.Ground} ground
 */
export function plan(ground) {
  const box = look.box || whole(ground);
  const blast = aimed();
  return h(
    "section",
    { class: "plan", key: "plan", "aria-label": say("plan") },
    h("div", { class: "ground" }, drawing(ground, box, blast), measured(ground, blast)),
    everywhere(ground),
    tools(ground, box),
    h("p", { class: "hint" }, say(may("override") ? "drag-hint-gm" : "drag-hint")),
  );
}

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
  return h(
    "svg",
    {
      class: `terrain ${state.placing ? "placing" : ""}`,
      id: "terrain",
      viewBox: `${box.x} ${box.y} ${box.w} ${box.h}`,
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
    h("rect", {
      class: "floor",
      key: "floor",
      x: box.x - box.w,
      y: box.y - box.h,
      width: box.w * 3,
      height: box.h * 3,
      fill: "url(#grid)",
    }),
    ground.zones.map((z, n) => zone(z, n, unit, pieces)),
    look.arcs && ground.arcs.map((a, n) => arc(a, n, box)),
    here && look.reach && ground.rings.map((r, n) => ring(r, n, here, unit)),
    here && state.placing?.action?.reach
      ? h("circle", {
          key: "limit",
          class: "limit",
          cx: here.at[0],
          cy: -here.at[1],
          r: state.placing.action.reach,
        })
      : null,
    ground.cover.map((c, n) => cover(c, n, ground, unit, pieces)),
    blast &&
      h(
        "g",
        { key: "blast", class: "blast" },
        h("circle", { cx: blast.at[0], cy: -blast.at[1], r: blast.radius }),
      ),
    [...pieces]
      .sort(([a], [b]) => Number(b.out) - Number(a.out))
      .map(([t, at]) => piece(t, at, unit, ground, here)),
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

/** The blast of an action whose place is being chosen, or one that the reader lays down to measure. */
function aimed() {
  const placing = state.placing?.action;
  if (placing?.blast && look.at) return { at: look.at, radius: placing.blast };
  const opened = state.sheet && blastOf(state.sheet.action, state.sheet.to);
  if (opened) return opened;
  return look.blast && { at: look.blast, radius: look.radius };
}

/**
 * The circle that an action hits, around its place or whom it is aimed at.
 * @param {Wire.Action} action
 * @param {Point | null} to
 */
function blastOf(action, to) {
  const target = shown().map?.tokens.find((t) => t.name === action.target);
  const at = to || target?.at;
  return action.blast && at ? { at, radius: action.blast } : null;
}

/**
 * Who stands where an action hits, in words; nothing if it hits no circle.
 * @param {Wire.Action} action
 * @param {Point | null} to
 */
export function catches(action, to) {
  const blast = blastOf(action, to);
  return blast && caught(shown().map, blast);
}

/**
 * @param {Wire.Ground} ground
 * @param {{ at: Point, radius: number }} blast
 */
const caught = (ground, blast) =>
  say("blast-catches", {
    names:
      names(
        ground.tokens.filter((t) => !t.out && apart(t.at, blast.at) <= blast.radius).map((t) => t.name),
      ) || say("nobody"),
    radius: far(blast.radius, ground),
  });

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
    button("+", () => change(() => zoom(0.7)), { "aria-label": say("zoom-in") }),
    button("−", () => change(() => zoom(1 / 0.7)), { "aria-label": say("zoom-out") }),
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
  );
}

/**
 * @param {Wire.Token} t
 * @param {Point} at
 * @param {number} unit
 * @param {Wire.Ground} ground
 * @param {Wire.Token | undefined} here
 */
function piece(t, at, unit, ground, here) {
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
    apart(at, t.at) > unit * 0.4
      ? h("path", { key: "leads", class: "leads", d: `M ${t.at[0]} ${-t.at[1]} L ${x} ${y}` })
      : null,
    apart(at, t.at) > unit * 0.4
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
      h(
        "text",
        { class: "below", y: 1.62, "font-size": 0.76, "text-anchor": "middle" },
        t.name.length > NAME ? `${t.name.slice(0, NAME - 1)}…` : t.name,
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
