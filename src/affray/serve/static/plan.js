// The ground from above: who stands where, cover, zones, arcs, reach, a blast, a picture below.

import { h } from "./dom.js";
import { NAME, button, letters, placed, shapeOf, width } from "./bits.js";
import { tool } from "./map.js";
import { sideOf } from "./order.js";
import { dragged, keyed, wheel } from "./fingers.js";
import { change, may, shown, state } from "./state.js";
import { COLON, names, say } from "./words.js";

/** @typedef {{ x: number, y: number, w: number, h: number }} Box */

/** How the reader looks at the plan. */
export const look = {
  plan: false,
  arcs: true,
  reach: false,
  radius: 6,
  box: /** @type {Box | null} */ (null), // null: all of it
  blast: /** @type {Point | null} */ (null),
  line: /** @type {{ from: Point, to: Point, over?: Wire.Token, said: string } | null} */ (null),
  at: /** @type {Point | null} */ (null), // where a place is being chosen
};

const SIZE = 27; // the plan is so many tokens' radii wide
const MARGIN = 1.3;
const WIDEST = 1.7; // so many times as wide as high at most, at a laptop
const SQUARE = 1.15; // the same on a phone
const TALLEST = 1.2;
const wide = matchMedia("(min-width: 64rem)");

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
export const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * A length in words.
 * @param {number} length
 * @param {Wire.Ground} ground
 */
export const far = (length, ground) => `${Math.round(length * 10) / 10} ${ground.unit}`;

/**
 * The part of the ground that shows everything, y downwards.
 * @param {Wire.Ground} ground
 * @returns {Box}
 */
export function whole(ground) {
  const lying = [
    ...ground.cover.flatMap((c) => (c.shape === "around" ? rim(c.at[0], c.radius) : c.at)),
    ...ground.zones.flatMap((z) => (z.points?.length ? z.points : rim(z.at, z.radius))),
  ];
  const first = around([...lying, ...ground.tokens.map((t) => t.at)]);
  return around([
    ...lying,
    ...ground.tokens.map((t) => t.at),
    ...placed(ground.tokens, first.w / SIZE).map(([, at]) => at),
  ]);
}

/**
 * @param {readonly number[]} at
 * @param {number} [radius]
 * @returns {Point[]}
 */
const rim = ([x, y], radius = 0) => [
  [x - radius, y - radius],
  [x + radius, y + radius],
];

/**
 * @param {Point[]} points
 * @returns {Box}
 */
function around(points) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => -p[1])];
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  let [w, tall] = [
    Math.max(8, Math.max(...xs) - Math.min(...xs)),
    Math.max(5, Math.max(...ys) - Math.min(...ys)),
  ].map((size) => size * MARGIN);
  w = Math.max(w, tall / TALLEST);
  tall = Math.max(tall, w / (wide.matches ? WIDEST : SQUARE));
  return { x: x - w / 2, y: y - tall / 2, w, h: tall };
}

/** @param {number} by */
export function zoom(by) {
  const box = look.box || whole(shown().map);
  const [w, tall] = [box.w * by, box.h * by];
  look.box = { x: box.x + (box.w - w) / 2, y: box.y + (box.h - tall) / 2, w, h: tall };
}

/**
 * The plan, with what can be shown on it.
 * @param {Wire.Ground} ground
 */
export function plan(ground) {
  const box = look.box || whole(ground);
  const unit = box.w / SIZE;
  const now = shown().order.find((f) => f.now);
  const here = now && ground.tokens.find((t) => t.id === now.id);
  const blast = aimed();
  const pieces = placed(ground.tokens, unit);
  return h(
    "section",
    { class: "plan", key: "plan", "aria-label": say("plan") },
    h(
      "div",
      { class: "ground" },
      h(
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
      ),
      measured(ground, blast),
    ),
    everywhere(ground),
    tools(ground, box),
    h("p", { class: "hint" }, say(may("override") ? "drag-hint-gm" : "drag-hint")),
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
      button(say("picture"), () => change(() => (state.panel = { kind: "picture" })), {
        kind: "quiet",
        key: "picture",
      }),
  );
}

// --- what lies there ------------------------------------------------------------------------------

/**
 * @param {Box} box
 * @param {number} unit
 */
function grid(box, unit) {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((s) => s * 14 > box.w) || 1000;
  return h(
    "defs",
    { key: "defs" },
    h(
      "pattern",
      { id: "grid", width: step, height: step, patternUnits: "userSpaceOnUse" },
      h("path", { class: "grid", d: `M ${step} 0 H 0 V ${step}`, "stroke-width": unit / 24 }),
    ),
  );
}

/** @param {Wire.Picture | null} picture */
const under = (picture) =>
  picture &&
  h("image", {
    key: "picture",
    class: "picture",
    href: picture.url,
    x: picture.at[0],
    y: -picture.at[1] - picture.height,
    width: picture.width,
    height: picture.height,
    preserveAspectRatio: "none",
  });

/** @param {Point[]} points */
const drawn = (points) => points.map(([x, y]) => `${x},${-y}`).join(" ");

/**
 * @param {Wire.Zone} z
 * @param {number} n
 * @param {number} unit
 * @param {[Wire.Token, Point][]} pieces
 */
function zone(z, n, unit, pieces) {
  const shape = z.points?.length
    ? h("polygon", { points: drawn(z.points) })
    : h("circle", { cx: z.at[0], cy: -z.at[1], r: z.radius || unit / 2 });
  const [x, y] = z.points?.length ? [mean(z.points, 0), mean(z.points, 1)] : z.at;
  const radius = Math.max(z.radius, unit / 2);
  return h(
    "g",
    { class: `zone ${z.kind || "rough"}`, key: `z${n}` },
    h("title", {}, [z.name, z.note].filter(Boolean).join(COLON)),
    shape,
    clear(
      z.name,
      x,
      radius > 2 * unit
        ? [-y, radius - y - unit]
        : [-y - radius - unit * 0.4, radius - y + unit * 0.95, -y - radius - unit * 1.5],
      unit,
      pieces,
    ),
  );
}

/**
 * @param {Point[]} points
 * @param {0 | 1} axis
 */
const mean = (points, axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length;

/**
 * Where the middle of a label is, so that all of it is in the picture.
 * @param {string} text
 * @param {number} x
 * @param {number} unit
 */
function within(text, x, unit) {
  if (look.box) return x;
  const [box, half] = [whole(shown().map), String(text).length * unit * 0.23];
  return Math.max(box.x + half, Math.min(box.x + box.w - half, x));
}

/**
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} unit
 */
function label(text, x, y, unit) {
  return h("text", { x: within(text, x, unit), y, "font-size": unit * 0.74, "text-anchor": "middle" }, text);
}

/**
 * @param {Wire.Cover} c
 * @param {number} n
 * @param {Wire.Ground} ground
 * @param {number} unit
 * @param {[Wire.Token, Point][]} pieces
 */
function cover(c, n, ground, unit, pieces) {
  if (!c.at.length || c.shape === "everywhere") return null;
  const [x, y] = c.shape === "around" ? c.at[0] : [mean(c.at, 0), mean(c.at, 1)];
  const shape =
    c.shape === "around"
      ? h("circle", { cx: x, cy: -y, r: c.radius || unit })
      : c.at.length > 1
        ? h("polyline", { points: drawn(c.at), "stroke-width": unit * (c.wall ? 0.5 : 0.32) })
        : h("rect", {
            x: x - unit / 2,
            y: -y - unit / 2,
            width: unit,
            height: unit,
            rx: unit / 6,
            transform: `rotate(45 ${x} ${-y})`,
          });
  const [top, low] =
    c.shape === "around"
      ? [-y - (c.radius || unit), -y + (c.radius || unit)]
      : [Math.min(...c.at.map((p) => -p[1])), Math.max(...c.at.map((p) => -p[1]))];
  const said = [c.name, rated(c)].filter(Boolean).join(" ");
  const free = [
    top - unit * 0.4,
    low + unit * 0.95,
    top - unit * 1.5,
    low + unit * 2,
    top - unit * 2.6,
    low + unit * 3,
  ];
  const behind = ground.tokens.filter((t) => c.behind?.includes(t.id)).map((t) => t.name);
  return h(
    "g",
    {
      class: `cover ${c.shape || "line"} ${c.wall ? "wall" : ""} ${behind.length ? "used" : ""}`,
      key: `c${n}`,
    },
    h(
      "title",
      {},
      [c.name, rated(c), behind.length && say("behind-it", { names: names(behind) })]
        .filter(Boolean)
        .join(", "),
    ),
    shape,
    clear(said, x, free, unit, pieces),
  );
}

/**
 * A label at the first of some heights where nobody stands on it;
 * none if there is none, as its place says it too.
 * @param {string} text
 * @param {number} x
 * @param {number[]} heights
 * @param {number} unit
 * @param {[Wire.Token, Point][]} pieces
 */
function clear(text, x, heights, unit, pieces) {
  const y = heights.find((at) => !hidden(text, within(text, x, unit), at, unit, pieces));
  return y == null ? null : label(text, x, y, unit);
}

/**
 * Whether a label would lie below somebody.
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {number} unit
 * @param {[Wire.Token, Point][]} pieces
 */
const hidden = (text, x, y, unit, pieces) =>
  pieces.some(
    ([t, at]) =>
      Math.abs(at[0] - x) < (text.length * 0.22 + width(t) / 2) * unit &&
      y + at[1] > -1.1 * unit &&
      y + at[1] < 2.6 * unit,
  );

/** @param {Wire.Cover} c */
const rated = (c) => (c.rating && c.rating !== "0" ? c.rating : "");

/**
 * Cover that has no place.
 * @param {Wire.Ground} ground
 */
function everywhere(ground) {
  const all = ground.cover.filter((c) => c.shape === "everywhere");
  return all.length
    ? h(
        "p",
        { class: "hint", key: "everywhere" },
        say("cover"),
        COLON,
        names(all.map((c) => [c.name, rated(c)].filter(Boolean).join(" "))),
      )
    : null;
}

/**
 * @param {Wire.Arc} a
 * @param {number} n
 * @param {Box} box
 */
function arc(a, n, box) {
  const to = Math.atan2(-(a.aim[1] - a.at[1]), a.aim[0] - a.at[0]);
  const [x, y] = [a.at[0], -a.at[1]];
  const [half, reach] = [((a.degrees ?? 90) * Math.PI) / 360, a.reach || box.w * 1.5];
  const point = (/** @type {number} */ angle) =>
    `${x + Math.cos(angle) * reach} ${y + Math.sin(angle) * reach}`;
  const large = half > Math.PI / 2 ? 1 : 0; // what SVG calls the large arc
  return h(
    "path",
    {
      key: `a${n}`,
      class: `arc ${a.kind || "watch"}`,
      d: `M ${x} ${y} L ${point(to - half)} A ${reach} ${reach} 0 ${large} 1 ${point(to + half)} Z`,
    },
    h("title", {}, a.name),
  );
}

/**
 * @param {Wire.Ring} r
 * @param {number} n
 * @param {Wire.Token} here
 * @param {number} unit
 */
function ring(r, n, here, unit) {
  const [x, y] = [here.at[0], -here.at[1]];
  return h(
    "g",
    { key: `r${n}`, class: `ring ${r.kind}` },
    h("circle", { cx: x, cy: y, r: r.radius }),
    label(r.name, x, y - r.radius - unit * 0.15, unit * 0.9),
  );
}

// --- who stands there -----------------------------------------------------------------------------

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
      ? `, ${say("measure", { a: here.name, b: t.name, far: far(apart(here.at, t.at), ground) })}`
      : "";
  const [x, y] = [at[0], -at[1]];
  return h(
    "g",
    {
      class: `token side-${side} ${t.out ? "out" : ""} ${here?.id === t.id ? "now" : ""}`,
      key: t.id,
      "data-token": t.id,
      tabindex: 0,
      role: "button",
      "aria-label":
        say("token", { name: t.name, side: t.side, x: t.at[0], y: t.at[1], unit: ground.unit }) + away,
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
