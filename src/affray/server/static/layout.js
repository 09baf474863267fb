// Where things are drawn on a map, of the table as of the builder: tokens beside each other, the grid.

import { h } from "./dom.js";

/** @typedef {{ x: number, y: number, w: number, h: number }} Box a part of the ground, y downwards */

/** @typedef {{ at: readonly number[], name: string }} Standing */

const APART = { x: 2.5, y: 2.75, letter: 0.55 }; // of tokens, in their radius, so that names can be read

export const NAME = 14; // letters of a name on the plan

/**
 * Where each token is drawn: where it stands, or so far aside that all can be seen.
 * @template {Standing} T
 * @param {T[]} tokens
 * @param {number} unit
 * @returns {[T, Point][]}
 */
export function placed(tokens, unit) {
  const at = tokens.map((t) => /** @type {Point} */ ([t.at[0], t.at[1]]));
  for (let round = 0; round < 60; round++) {
    let moved = false;
    for (let a = 0; a < at.length; a++)
      for (let b = a + 1; b < at.length; b++)
        moved = aside(at[a], at[b], unit, (width(tokens[a]) + width(tokens[b])) / 2) || moved;
    if (!moved) break;
  }
  return tokens.map((t, n) => [t, at[n]]);
}

/**
 * How wide a token is with its name.
 * @param {Standing} t
 */
export const width = (t) => Math.max(APART.x, Math.min(NAME, t.name.length) * APART.letter);

/**
 * Push two apart where they lie on each other.
 * @param {Point} a
 * @param {Point} b
 * @param {number} unit
 * @param {number} wide
 */
function aside(a, b, unit, wide) {
  const x = wide * unit - Math.abs(a[0] - b[0]);
  const y = APART.y * unit - Math.abs(a[1] - b[1]);
  if (x <= 0.01 * unit || y <= 0.01 * unit) return false;
  const axis = x < y ? 0 : 1;
  const way = (a[axis] < b[axis] ? -1 : 1) * (axis ? y : x) * 0.52;
  a[axis] += way;
  b[axis] -= way;
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
 * @param {Box} box
 * @param {number} unit
 */
export function grid(box, unit) {
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
