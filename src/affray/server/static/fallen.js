// Dice as they fell: each in the form of its kind, those that count marked; words say all of it besides.

import { h } from "./dom.js";
import { die } from "./bits.js";
import { say } from "./words.js";

/** @typedef {Pick<Wire.LogLine, "dice" | "sides" | "counts">} Fallen */

const KINDS = [4, 6, 8, 10, 12, 20]; // dice that have a form of their own

/**
 * How many sides die n has; a guess where an older version rolled it.
 * @param {Fallen} roll
 * @param {number} n
 */
const sidesOf = ({ dice, sides }, n) => sides?.[n] ?? (dice[n] > 6 ? 20 : 6);

/**
 * Which dice of a pool count: so many of the highest.
 * @param {Fallen} roll
 */
export function counted({ dice, counts = 0 }) {
  const order = dice.map((face, n) => ({ face, n })).sort((a, b) => b.face - a.face || a.n - b.n);
  return new Set(order.slice(0, counts).map(({ n }) => n));
}

/**
 * Dice within a line: small forms with numbers.
 * @param {Fallen} roll
 */
export function small(roll) {
  const those = counted(roll);
  const form = (/** @type {number} */ n) => {
    const sides = sidesOf(roll, n);
    return `${KINDS.includes(sides) ? `d${sides}` : ""} ${those.has(n) ? "counts" : ""}`.trim();
  };
  return h(
    "span",
    { class: "fallen" },
    h("span", { class: "sr" }, `${say("dice")} `),
    roll.dice.map((face, n) => h("b", { key: n, class: form(n) || null }, `${face}`)),
  );
}

/**
 * Dice as they lie on the table.
 * @param {Fallen} roll
 */
export function large(roll) {
  const those = counted(roll);
  return h(
    "div",
    { class: "slots", "aria-hidden": "true" },
    roll.dice.map((face, n) =>
      h("span", { class: "slot", key: n }, die(face, sidesOf(roll, n), those.has(n) ? "counts" : "")),
    ),
  );
}
