// What lies on the ground, as the plan draws it: a picture, zones, cover, arcs, rings of reach.

import { h } from "./dom.js";
import { square } from "./layout.js";
import { COLON } from "./language.js";
import { look } from "./viewport.js";
import { names, say } from "./words.js";

/** @typedef {import("./layout.js").Box} Box */
/** @typedef {ReturnType<typeof import("./labels.js").room>} Room */

const SIZE = 0.74; // of a text that lies on the ground, in radii of a token

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
 * @param {Room} room
 */
export function zone(z, n, unit, room) {
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
      room,
    ),
  );
}

/**
 * @param {Point[]} points
 * @param {0 | 1} axis
 */
const mean = (points, axis) => points.reduce((sum, p) => sum + p[axis], 0) / points.length;

/**
 * Cover in its shape, with its name and rating where there is room, and who is behind it in its title.
 * @param {Wire.Cover} c
 * @param {number} n
 * @param {Wire.Ground} ground
 * @param {number} unit
 * @param {Room} room
 */
export function cover(c, n, ground, unit, room) {
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
    ground.picture && h("g", { class: "halo", key: "halo" }, outline(c, unit, 0.3)),
    outline(c, unit),
    clear([c.name, rated(c)].filter(Boolean).join(" "), x, heights, unit, room),
  );
}

/**
 * A circle, a line, or a diamond for a single point; so much wider where it only sets it off from a picture.
 * @param {Wire.Cover} c
 * @param {number} unit
 * @param {number} wider
 */
function outline(c, unit, wider = 0) {
  const [x, y] = [c.at[0][0], -c.at[0][1]];
  if (c.shape === "around") return h("circle", { cx: x, cy: y, r: c.radius || unit });
  if (c.at.length > 1)
    return h("polyline", { points: drawn(c.at), "stroke-width": unit * ((c.wall ? 0.5 : 0.32) + wider) });
  const size = unit * (1 + wider);
  return h("rect", {
    x: x - size / 2,
    y: y - size / 2,
    width: size,
    height: size,
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
 * A label at the first of some heights where it covers nothing;
 * none if there is none, as its place says it too.
 * @param {string} text
 * @param {number} x
 * @param {number[]} heights
 * @param {number} unit
 * @param {Room} room
 */
function clear(text, x, heights, unit, room) {
  const spot = room.put(
    String(text),
    SIZE,
    heights.map((y) => ({ x, y, anchor: "middle" })),
  );
  if (!spot) return null;
  return h("text", { x: spot.x, y: spot.y, "font-size": unit * SIZE, "text-anchor": "middle" }, text);
}

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
 * @param {Room} room
 */
export function ring(r, n, here, unit, room) {
  const [x, y] = [here.at[0], -here.at[1]];
  return h(
    "g",
    { key: `r${n}`, class: `ring ${r.kind}` },
    h("circle", { cx: x, cy: y, r: r.radius }),
    clear(r.name, x, [y - r.radius - unit * 0.2, y + r.radius + unit * 0.8], unit, room),
  );
}

/**
 * How long a square of the grid is, in the corner.
 * @param {Box} box
 * @param {number} unit
 * @param {Wire.Ground} ground
 * @param {Room} room
 */
export function scale(box, unit, ground, room) {
  const length = square(box);
  const said = `${length.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${ground.unit}`;
  const [left, low] = room.corner(length + (1.6 + said.length * 0.45) * unit, unit * 2);
  const [x, y] = [left + unit * 0.7, low - unit * 0.7];
  return h(
    "g",
    { key: "scale", class: "scale", role: "img", "aria-label": say("scale", { far: said }) },
    h("path", { d: `M ${x} ${y - unit * 0.35} V ${y} H ${x + length} V ${y - unit * 0.35}` }),
    h("text", { x: x + length + unit * 0.3, y, "font-size": unit * SIZE }, said),
  );
}
