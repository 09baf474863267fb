// What lies on the ground, as the plan draws it: a picture, zones, cover, arcs, rings of reach.

import { h } from "./dom.js";
import { width } from "./layout.js";
import { COLON } from "./language.js";
import { shown } from "./state.js";
import { look, whole } from "./viewport.js";
import { names, say } from "./words.js";

/** @typedef {import("./layout.js").Box} Box */

/** @param {Wire.Picture | null} picture */
export const under = (picture) =>
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
export function zone(z, n, unit, pieces) {
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
 * Cover in its shape, with its name and rating where there is room, and who is behind it in its title.
 * @param {Wire.Cover} c
 * @param {number} n
 * @param {Wire.Ground} ground
 * @param {number} unit
 * @param {[Wire.Token, Point][]} pieces
 */
export function cover(c, n, ground, unit, pieces) {
  if (!c.at.length || c.shape === "everywhere") return null;
  const x = c.shape === "around" ? c.at[0][0] : mean(c.at, 0);
  const [top, low] = extent(c, unit);
  const heights = [0.4, 1.5, 2.6].flatMap((up, n) => [top - unit * up, low + unit * [0.95, 2, 3][n]]);
  const behind = ground.tokens.filter((t) => c.behind?.includes(t.id)).map((t) => t.name);
  const facts = [c.name, rated(c), behind.length && say("behind-it", { names: names(behind) })];
  return h(
    "g",
    {
      class: `cover ${c.shape || "line"} ${c.wall ? "wall" : ""} ${behind.length ? "used" : ""}`,
      key: `c${n}`,
    },
    h("title", {}, names(facts.filter(Boolean))),
    outline(c, unit),
    clear([c.name, rated(c)].filter(Boolean).join(" "), x, heights, unit, pieces),
  );
}

/**
 * A circle, a line, or a diamond for a single point.
 * @param {Wire.Cover} c
 * @param {number} unit
 */
function outline(c, unit) {
  const [x, y] = [c.at[0][0], -c.at[0][1]];
  if (c.shape === "around") return h("circle", { cx: x, cy: y, r: c.radius || unit });
  if (c.at.length > 1)
    return h("polyline", { points: drawn(c.at), "stroke-width": unit * (c.wall ? 0.5 : 0.32) });
  return h("rect", {
    x: x - unit / 2,
    y: y - unit / 2,
    width: unit,
    height: unit,
    rx: unit / 6,
    transform: `rotate(45 ${x} ${y})`,
  });
}

/**
 * How far up and down cover goes on the plan.
 * @param {Wire.Cover} c
 * @param {number} unit
 */
function extent(c, unit) {
  const ys = c.at.map((p) => -p[1]);
  if (c.shape !== "around") return [Math.min(...ys), Math.max(...ys)];
  return [ys[0] - (c.radius || unit), ys[0] + (c.radius || unit)];
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
export function everywhere(ground) {
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
export function arc(a, n, box) {
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
export function ring(r, n, here, unit) {
  const [x, y] = [here.at[0], -here.at[1]];
  return h(
    "g",
    { key: `r${n}`, class: `ring ${r.kind}` },
    h("circle", { cx: x, cy: y, r: r.radius }),
    label(r.name, x, y - r.radius - unit * 0.15, unit * 0.9),
  );
}
