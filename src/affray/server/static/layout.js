// Where things are drawn on a map, of the table as of the builder: tokens beside each other, the grid.

import { h } from "./dom.js";

/** @typedef {{ x: number, y: number, w: number, h: number }} Box a part of the ground, y downwards */

/** @typedef {{ at: readonly number[], name: string }} Standing */

const APART = 2.2; // of the middles of two tokens, in their radius, so that both can be seen and tapped

const TURN = 2.4; // radians from one to the next of those on the same spot

/** @type {WeakMap<Standing[], Map<number, [any, Point][]>>} found before, by the unit */
const known = new WeakMap();

/**
 * Where each token is drawn: where it stands, or, in a crowd, just so far aside that all can be seen.
 * @template {Standing} T
 * @param {T[]} tokens
 * @param {number} unit
 * @returns {[T, Point][]}
 */
export function placed(tokens, unit) {
  const before = known.get(tokens) ?? new Map();
  if (before.has(unit)) return before.get(unit);
  const at = tokens.map((t) => /** @type {Point} */ ([t.at[0], t.at[1]]));
  for (let round = 0; round < 60 && crowded(at, APART * unit); round++);
  const found = /** @type {[T, Point][]} */ (tokens.map((t, n) => [t, at[n]]));
  known.set(tokens, before.size < 12 ? before.set(unit, found) : new Map([[unit, found]]));
  return found;
}

/**
 * Push those aside who lie on each other; whether there were any.
 * @param {Point[]} at
 * @param {number} least how far apart they have to be
 */
function crowded(at, least) {
  const across = at.map((_, n) => n).sort((a, b) => at[a][0] - at[b][0]); // so that few are compared
  let moved = false;
  across.forEach((a, n) => {
    for (let next = n + 1; next < across.length; next++) {
      const b = across[next];
      if (at[b][0] - at[a][0] >= least) break;
      moved = aside(at[Math.min(a, b)], at[Math.max(a, b)], least, Math.max(a, b)) || moved;
    }
  });
  return moved;
}

/**
 * Push two away from each other where they lie on each other.
 * @param {Point} a
 * @param {Point} b
 * @param {number} least how far apart they have to be
 * @param {number} n
 */
function aside(a, b, least, n) {
  const [x, y] = [b[0] - a[0], b[1] - a[1]];
  if (Math.abs(x) >= least || Math.abs(y) >= least) return false;
  const away = Math.hypot(x, y);
  if (away >= least * 0.999) return false;
  const alike = away < least * 0.001;
  const by = (least - away) * 0.51;
  const [dx, dy] = alike
    ? [Math.cos(n * TURN) * by, Math.sin(n * TURN) * by]
    : [(x / away) * by, (y / away) * by];
  a[0] -= dx;
  a[1] -= dy;
  b[0] += dx;
  b[1] += dy;
  return true;
}

/**
 * How far a circle goes: two corners.
 * @param {readonly number[]} at
 * @param {number} [radius]
 * @returns {Point[]}
 */
export const rim = ([x, y], radius = 0) => [
  [x - radius, y - radius],
  [x + radius, y + radius],
];

/**
 * How wide a square of the grid is: a round number, some two to five radii of a token.
 * @param {Box} box
 */
export const square = (box) =>
  [0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((s) => s * 14 > box.w) || 10000;

/**
 * @param {Box} box
 * @param {number} unit
 */
export function grid(box, unit) {
  const step = square(box);
  return h(
    "defs",
    { key: "defs" },
    h(
      "pattern",
      { id: "grid", width: step, height: step, patternUnits: "userSpaceOnUse" },
      h("path", { class: "grid", d: `M ${step} 0 H 0 V ${step}`, "stroke-width": unit / 14 }),
    ),
  );
}
