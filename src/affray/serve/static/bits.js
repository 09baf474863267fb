// Small things that stand in many places: dice, links to rules; and those of marks.js.

import { h } from "./dom.js";
import { signed } from "./marks.js";
import { say } from "./words.js";
import { change, shown, state } from "./state.js";

/**
 * Which side this is, 0 for the first of the scene: decides colour and shape.
 * @param {string} side
 */
export function sideOf(side) {
  const sides = [...new Set(shown().order.map((f) => f.side))];
  return Math.max(0, sides.indexOf(side)) % 4;
}

/** @type {Record<number, number[]>} */
const SPOTS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };
/** @type {Record<number, string>} */
const FORMS = {
  4: "M16 3 30 28H2z", 8: "M16 1 30 16 16 31 2 16z", 10: "M16 1 30 13v7L16 31 2 20v-7z", 12: "M16 1 30 11.5 25 29H7L2 11.5z", 20: "M16 1 29.5 8.5v15L16 31 2.5 23.5v-15z",
};

/**
 * A die as it lies there: pips for six sides, else the form of the die and a number.
 * @param {number} face
 */
export function die(face, sides = 6, more = "") {
  const form = FORMS[sides] || "M7 2h18a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z";
  const pips = sides === 6 && SPOTS[face];
  return h("svg", { class: `die ${face ? "" : "blank"} ${more}`, viewBox: "0 0 32 32", "aria-hidden": "true" },
    h("path", { d: form }),
    pips ? pips.map((n) => h("circle", { class: "pip", cx: 8.5 + (n % 3) * 7.5, cy: 8.5 + Math.floor(n / 3) * 7.5, r: 2.7 }))
      : face ? h("text", { x: 16, y: sides === 4 ? 23 : 17, "text-anchor": "middle", "dominant-baseline": "central" }, face) : null);
}

/**
 * Dice in a line of the log: numbers, for any dice.
 * @param {number[]} faces
 */
export function fallen(faces) {
  return h("span", { class: "fallen" }, h("span", { class: "sr" }, `${say("dice")} `), faces.map((f, n) => h("b", { key: n }, `${f}`)));
}

/**
 * A link to a rule: opens it here; in the sheet, as a tab of its own, by the middle button.
 * @param {string} id
 */
export function rule(id, title = "") {
  if (!id) return null;
  return h("a", { class: "rule", href: `/rules/${shown().title.game}#${id}`, target: "rules", title: title || null, onclick: (e) => !(e.ctrlKey || e.metaKey || e.shiftKey) && (e.preventDefault(), change(() => (state.panel = { kind: "rule", id }))) }, id);
}

/**
 * How a number is made up, part by part.
 * @param {Wire.Bill[]} parts
 */
export function bill(parts) {
  if (!parts.length) return null;
  const total = parts.reduce((sum, part) => sum + part.value, 0);
  return h("table", { class: "bill" }, h("thead", { class: "sr" }, h("tr", {}, h("th", { scope: "col" }, say("mod")), h("th", { scope: "col" }, say("amount")), h("th", { scope: "col" }, say("rule")))),
    h("tbody", {}, parts.map((part) => h("tr", {}, h("td", {}, part.label), h("td", { class: "amount" }, signed(part.value)), h("td", {}, rule(part.rule, part.title))))),
    parts.length > 1 && h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, say("in-all")), h("td", { class: "amount" }, signed(total)), h("td", {}))));
}

export { button, icon, letters, mark, shapeOf, signed } from "./marks.js";
