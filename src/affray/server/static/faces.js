// The faces of real dice: tapped one after the other, or typed.

import { h } from "./dom.js";
import { die } from "./bits.js";
import { change } from "./state.js";
import { names, say } from "./words.js";

const TAPPED = 20; // dice with more sides are typed
const MOST = 40; // so many dice of a series at once

/**
 * Dice that are being read.
 * @typedef {object} Reading
 * @property {string} id of the question that they are for
 * @property {number[]} sides
 * @property {boolean} series whether more dice of the same sides may follow
 * @property {number[]} faces 0 for one that is not read yet
 * @property {number} at the die whose turn it is
 * @property {string} text
 * @property {string} total
 * @property {boolean} [bad] something that is no face, or more of them than dice
 */

/**
 * Dice to be read, some of them perhaps already.
 * @param {string} id
 * @param {number[]} sides
 * @param {number[]} faces
 * @param {boolean} series
 * @returns {Reading}
 */
export const reading = (id, sides, faces = [], series = false) => ({
  id,
  sides,
  series,
  faces: sides.map((_, n) => faces[n] || 0),
  at: 0,
  text: faces.join(" "),
  total: "",
});

/**
 * How many are not read yet.
 * @param {Reading} now
 */
export const unread = (now) => now.faces.filter((f) => !f).length;

/**
 * What is expected of the dice, in words.
 * @param {Reading} now
 */
export function wanted({ sides, faces }) {
  if (new Set(sides).size < 2) return say("dice-wanted", { n: faces.length, sides: sides[0] ?? "" });
  const each = sides.map((most, n) => say("die-wanted", { n: n + 1, sides: most }));
  return say("dice-each-wanted", { n: faces.length, each: names(each) });
}

/**
 * The sides of die n; those of a series are all alike.
 * @param {Reading} now
 * @param {number} n
 */
const sidesAt = ({ sides, series }, n) => sides[series ? 0 : n] || 0;

/**
 * Each die as it lies there, and the faces of the one whose turn it is.
 * @param {Reading} now
 */
export function lying(now) {
  const sides = sidesAt(now, now.at);
  return [
    h(
      "div",
      { class: "slots", role: "group", "aria-label": say("your-dice"), key: "slots" },
      now.faces.map((_, n) => slot(now, n)),
    ),
    sides && sides <= TAPPED ? keypad(now, sides) : null,
  ];
}

/**
 * Where the faces are typed, or the result that they come to.
 * @param {Reading} now
 * @param {{ id: string, asked?: Partial<Wire.DiceAsked>, enter?: () => unknown }} how
 */
export function fields(now, { id, asked = {}, enter }) {
  /** @type {Props} */
  const common = {
    autocomplete: "off",
    enterkeyhint: "done",
    onkeydown: (e) => enter && e.key === "Enter" && (e.preventDefault(), enter()),
  };
  return h(
    "div",
    { class: "typed" },
    h(
      "label",
      {},
      h("span", {}, say("type-dice")),
      h("input", {
        ...common,
        id: `${id}-dice`,
        inputmode: "numeric",
        value: now.text,
        oninput: (e) => typed(now, e.target.value),
      }),
    ),
    asked.totals &&
      h(
        "label",
        { class: "total" },
        h("span", {}, result(asked)),
        h("input", {
          ...common,
          id: `${id}-total`,
          value: now.total,
          oninput: (e) => change(() => (now.total = e.target.value)),
        }),
      ),
  );
}

/**
 * What may be typed in place of the faces, by the game's own word, and how far it goes.
 * @param {Partial<Wire.DiceAsked>} asked
 */
function result({ totals, told, least, most }) {
  if (least == null || most == null) return say(totals === "count" ? "type-count" : "type-total");
  const what = told || say(totals === "count" ? "the-count" : "the-total");
  const [from, to] = [least, most].map((n) => `${n}`.replace("-", "−"));
  return say("type-told", { what, from, to });
}

/**
 * @param {Reading} now
 * @param {number} n
 */
function slot(now, n) {
  const face = now.faces[n];
  return h(
    "button",
    {
      type: "button",
      key: n,
      class: `slot ${n === now.at ? "at" : ""}`,
      "aria-pressed": n === now.at ? "true" : "false",
      "aria-label": face
        ? say("die-shows", { n: n + 1, of: now.faces.length, face })
        : say("die-empty", { n: n + 1, of: now.faces.length }),
      onclick: () => change(() => emptied(now, n)),
    },
    die(face, sidesAt(now, n)),
  );
}

/**
 * Read die n again; of a series it is left out.
 * @param {Reading} now
 * @param {number} n
 */
function emptied(now, n) {
  if (now.series && now.faces.length > 1) {
    now.faces.splice(n, 1);
    now.at = now.faces.length;
  } else {
    now.faces[n] = 0;
    now.at = n;
  }
  spell(now);
}

/**
 * @param {Reading} now
 * @param {number} sides
 */
function keypad(now, sides) {
  return h(
    "div",
    { class: "faces", role: "group", "aria-label": say("faces-for", { n: now.at + 1, sides }), key: "faces" },
    [...Array(sides)].map((_, n) =>
      h(
        "button",
        {
          type: "button",
          key: n,
          class: "face",
          "aria-label": say("face", { face: n + 1 }),
          onclick: () => tap(now, n + 1),
        },
        die(n + 1, sides),
      ),
    ),
  );
}

/**
 * A face was tapped: it belongs to the die whose turn it is, then on to the next without one.
 * @param {Reading} now
 * @param {number} face
 */
function tap(now, face) {
  if (now.at >= MOST) return change(() => (now.bad = true));
  change(() => {
    now.faces[now.at] = face;
    const next = now.faces.findIndex((f) => !f);
    if (next >= 0) now.at = next;
    else if (now.series) now.at = now.faces.length;
    spell(now);
  });
}

/** @param {Reading} now */
function spell(now) {
  now.text = now.faces.filter(Boolean).join(" ");
  now.total = "";
  now.bad = false;
}

/**
 * Faces were typed: with spaces, or small ones in a row.
 * @param {Reading} now
 * @param {string} text
 */
function typed(now, text) {
  const short = now.sides.every((s) => s < 10) && !/[\s,;]/.test(text.trim());
  const faces = (short ? text.match(/\d/g) : text.match(/\d+/g)) || [];
  const count = now.series ? Math.min(Math.max(1, faces.length), MOST) : now.sides.length;
  const sides = [...Array(count)].map((_, n) => sidesAt(now, n));
  change(() => {
    now.text = text;
    now.faces = sides.map((s, n) => (Number(faces[n]) >= 1 && Number(faces[n]) <= s ? Number(faces[n]) : 0));
    now.at = Math.max(
      0,
      now.faces.findIndex((f) => !f),
    );
    now.bad =
      faces.length > sides.length ||
      /[^\d\s,;]/.test(text) ||
      now.faces.some((f, n) => !f && n < faces.length);
  });
}
