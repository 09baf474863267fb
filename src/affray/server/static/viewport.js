// How the reader looks at the map: which part of it, what is shown, how far things are apart.

import { h } from "./dom.js";
import { wide } from "./bits.js";
import { LANGUAGE } from "./language.js";
import { placed, rim } from "./layout.js";
import { change, shown } from "./state.js";

/** @typedef {import("./layout.js").Box} Box */

/** How the reader looks at the plan. */
export const look = {
  plan: false,
  arcs: true,
  reach: false,
  radius: 6,
  box: /** @type {Box | null} */ (null), // null: all of it
  held: /** @type {Box | null} */ (null), // what it is drawn for, while it is moved
  blast: /** @type {Point | null} */ (null),
  line: /** @type {{ from: Point, to: Point, over?: Wire.Token, said: string } | null} */ (null),
  at: /** @type {Point | null} */ (null), // where a place is being chosen
};

/** Whether this is a television, which is looked at from afar. */
export const display = document.getElementById("main")?.dataset.role === "display";

export const SIZE = display ? 15 : 27; // the plan is so many tokens' radii wide

const PASSES = 6; // a crowd that is pulled apart needs more room, in which tokens are larger again

const MARGIN = 1.36; // of all that lies there, so that names beside it have room

const WIDEST = 1.7; // so many times as wide as high at most, at a laptop

const SQUARE = 1.15; // the same on a phone

const TALLEST = 1.2;

const SCREEN = 1.2; // the same on a television, neither more nor less

/**
 * @param {readonly number[]} a
 * @param {readonly number[]} b
 */
export const apart = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]);

/**
 * A length in words, rounded as the server does it (`core.space.apart`).
 * @param {number} length
 * @param {Wire.Ground} ground
 */
export function far(length, ground) {
  const parts = length < 100 ? 10 : 1;
  const said = (Math.round(length * parts) / parts).toLocaleString(LANGUAGE, { useGrouping: false });
  return `${said} ${ground.unit}`;
}

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
  return holding(ground, ground.tokens, lying);
}

/**
 * The part that shows these tokens where they are drawn, pulled apart in a crowd, and these points.
 * @param {Wire.Ground} ground
 * @param {Wire.Token[]} tokens
 * @param {Point[]} lying
 * @returns {Box}
 */
export function holding(ground, tokens, lying = []) {
  const standing = [...lying, ...tokens.map((t) => t.at)];
  const meant = new Set(tokens);
  let box = fitted(standing);
  for (let n = 0; n < PASSES; n++) {
    const drawn = placed(ground.tokens, box.w / SIZE).filter(([t]) => meant.has(t));
    const now = fitted([...standing, ...drawn.map(([, at]) => at)]);
    if (now.w < box.w * 1.01 && now.h < box.h * 1.01) break;
    box = now;
  }
  return box;
}

/**
 * The tokens that are drawn across the edge of a part of the ground.
 * @param {Wire.Ground} ground
 * @param {Box} box
 * @returns {Wire.Token[]}
 */
export function cut(ground, box) {
  const unit = box.w / SIZE;
  const inside = (/** @type {Point} */ [x, y], /** @type {number} */ by) =>
    x > box.x - by && x < box.x + box.w + by && -y > box.y - by && -y < box.y + box.h + by;
  const across = placed(ground.tokens, unit).filter(([, at]) => inside(at, unit) && !inside(at, -unit));
  return across.map(([t]) => t);
}

/**
 * The part of the ground that shows these points, with tokens on them.
 * @param {Point[]} points
 * @returns {Box}
 */
export function fitted(points) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => -p[1])];
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  let [w, tall] = [
    Math.max(8, Math.max(...xs) - Math.min(...xs)),
    Math.max(5, Math.max(...ys) - Math.min(...ys)),
  ].map((size) => size * MARGIN);
  w = Math.max(w, display ? tall * SCREEN : tall / TALLEST);
  tall = Math.max(tall, w / (display ? SCREEN : wide.matches ? WIDEST : SQUARE));
  return { x: x - w / 2, y: y - tall / 2, w, h: tall };
}

/**
 * The part that is looked at, and so many times as much about it.
 * @param {number} by
 * @returns {Box}
 */
export function zoomed(by) {
  const box = look.box || whole(shown().map);
  const [w, tall] = [box.w * by, box.h * by];
  return { x: box.x + (box.w - w) / 2, y: box.y + (box.h - tall) / 2, w, h: tall };
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {() => unknown} how
 */
export const tool = (label, on, how) =>
  h(
    "button",
    {
      type: "button",
      class: "tool",
      key: label,
      "aria-pressed": on ? "true" : "false",
      onclick: () => change(how),
    },
    label,
  );
