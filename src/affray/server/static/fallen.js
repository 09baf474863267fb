// Dice as they fell: each in the form of its kind, those that count or are wild marked, those thrown again
// beside the old ones; words say all of it besides.

import { h } from "./dom.js";
import { die } from "./bits.js";
import { say } from "./words.js";

/** @typedef {Pick<Wire.LogLine, "dice" | "sides" | "counts" | "throw" | "was">} Fallen */
/** @typedef {{ face: number, sides: number, how: string, gone: boolean }} Lying */

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
 * All dice that lie there, in order: one that was thrown again before what came of it.
 * @param {Fallen} roll
 * @returns {Lying[]}
 */
export function lying(roll) {
  const { dice, was = [], throw: how = "" } = roll;
  const those = counted(roll);
  const best = how === "spoiled" ? dice.indexOf(Math.max(...dice)) : -1;
  return dice.flatMap((face, n) => {
    const sides = sidesOf(roll, n);
    const gone = how === "stood" || n === best;
    const special = how === "wild" || how === "more" ? how : "";
    const now = { face, sides, gone, how: [special, those.has(n) && "counts"].filter(Boolean).join(" ") };
    const old = was.length === dice.length;
    return old ? [{ face: was[n], sides, gone: how !== "stood", how: "" }, now] : [now];
  });
}

/**
 * Dice within a line: small forms with numbers.
 * @param {Fallen} roll
 */
export const small = (roll) =>
  h(
    "span",
    { class: "fallen" },
    h("span", { class: "sr" }, `${say("dice")} `),
    lying(roll).map(({ face, sides, how, gone }, n) =>
      h(
        gone ? "s" : "b",
        { key: n, class: `${KINDS.includes(sides) ? `d${sides}` : ""} ${how}`.trim() || null },
        gone ? h("span", { class: "sr" }, `${say("die-gone")} `) : null,
        `${face}`,
      ),
    ),
  );

/**
 * Dice as they lie on the table.
 * @param {Fallen} roll
 */
export const large = (roll) =>
  h(
    "div",
    { class: "slots", "aria-hidden": "true" },
    lying(roll).map(({ face, sides, how, gone }, n) =>
      h("span", { class: `slot ${how} ${gone ? "gone" : ""}`, key: n }, die(face, sides, how)),
    ),
  );
