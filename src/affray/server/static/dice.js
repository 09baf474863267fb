// The dice tray: tap faces or type them, or let the server roll.

import { h } from "./dom.js";
import { button, die } from "./bits.js";
import { act, change, state, steady } from "./state.js";
import { told } from "./log.js";
import { say } from "./words.js";

const TAPPED = 20; // dice with more sides are typed
const MOST = 40; // so many dice of a series at once

/** @typedef {Wire.Ask & { dice: Wire.DiceAsked }} AskedDice */

/**
 * The dice that are being read, of the question `id`.
 * @typedef {object} Reading
 * @property {string} id
 * @property {number[]} faces
 * @property {number} at the die whose turn it is
 * @property {string} text
 * @property {string} total
 * @property {boolean} [over] more faces than dice
 * @property {boolean} [bad] something that is no face
 */

/** @type {Reading} */
let mine = { id: "", faces: [], at: 0, text: "", total: "" };

/** @param {AskedDice} ask */
function own(ask) {
  if (mine.id !== ask.id)
    mine = { id: ask.id, faces: ask.dice.faces.map(() => 0), at: 0, text: "", total: "" };
  return mine;
}

/**
 * Where the dice of a question are read, or rolled.
 * @param {AskedDice} ask
 */
export function tray(ask) {
  const dice = ask.dice;
  const now = own(ask);
  const waits = state.busy.get("answer");
  const left = now.faces.filter((f) => !f).length;
  const sides = sidesAt(now.at);
  return h(
    "div",
    { class: `tray ${waits && waits.do === "roll" ? "rolling" : ""}`, key: ask.id },
    h("p", { class: "notation" }, dice.notation),
    dice.series && h("p", { class: "hint" }, say("dice-series")),
    h(
      "div",
      { class: "slots", role: "group", "aria-label": say("your-dice") },
      now.faces.map((_, n) => slot(sidesAt(n), n)),
    ),
    sides && sides <= TAPPED ? keypad(sides) : null,
    h(
      "div",
      { class: "typed" },
      h(
        "label",
        {},
        h("span", {}, say("type-dice")),
        h("input", {
          id: "typed-dice",
          inputmode: "numeric",
          autocomplete: "off",
          enterkeyhint: "done",
          value: now.text,
          oninput: typed,
          onkeydown: entered,
        }),
      ),
      dice.totals &&
        h(
          "label",
          { class: "total" },
          h("span", {}, say("type-total")),
          h("input", {
            id: "typed-total",
            inputmode: "text",
            autocomplete: "off",
            value: now.total,
            oninput: (e) => change(() => (now.total = e.target.value)),
            onkeydown: entered,
          }),
        ),
    ),
    now.bad
      ? h("p", { class: "fault", role: "status" }, wanted())
      : h(
          "p",
          { class: "sr", role: "status" },
          left && left < now.faces.length ? say("dice-needed", { n: left }) : "",
        ),
    h(
      "div",
      { class: "commit" },
      button(waits && waits.do === "roll" ? say("rolling") : say("roll"), rollNow, {
        waits: Boolean(waits),
        kind: left && !now.total ? "primary" : "",
        id: "roll",
      }),
      button(now.total ? say("use-total") : say("use-dice"), useNow, {
        waits: Boolean(waits),
        kind: left && !now.total ? "" : "primary",
        id: "use-dice",
        "aria-disabled": waits || (left && !now.total) ? "true" : null,
      }),
    ),
  );
}

/**
 * The sides of die n; those of a series are all alike.
 * @param {number} n
 */
const sidesAt = (n) => asked()?.faces[asked()?.series ? 0 : n] || 0;

const asked = () => state.view.ask?.dice;

/** What is expected of the dice, in words. */
const wanted = () =>
  say("dice-wanted", { n: mine.faces.length, sides: [...new Set(asked()?.faces)].join("/") });

/**
 * @param {number} sides
 * @param {number} n
 */
function slot(sides, n) {
  const face = mine.faces[n];
  return h(
    "button",
    {
      type: "button",
      key: n,
      class: `slot ${n === mine.at ? "at" : ""}`,
      "aria-pressed": n === mine.at ? "true" : "false",
      "aria-label": face
        ? say("die-shows", { n: n + 1, of: mine.faces.length, face })
        : say("die-empty", { n: n + 1, of: mine.faces.length }),
      onclick: () => change(() => emptied(n)),
    },
    die(face, sides),
  );
}

/**
 * Read die n again; of a series it is left out.
 * @param {number} n
 */
function emptied(n) {
  if (asked()?.series && mine.faces.length > 1) {
    mine.faces.splice(n, 1);
    mine.at = mine.faces.length;
  } else {
    mine.faces[n] = 0;
    mine.at = n;
  }
  spell();
}

/** @param {number} sides */
function keypad(sides) {
  return h(
    "div",
    { class: "faces", role: "group", "aria-label": say("faces-for", { n: mine.at + 1, sides }) },
    [...Array(sides)].map((_, n) =>
      h(
        "button",
        {
          type: "button",
          key: n,
          class: "face",
          "aria-label": say("face", { face: n + 1 }),
          onclick: () => tap(n + 1),
        },
        die(n + 1, sides),
      ),
    ),
  );
}

/**
 * A face was tapped: it belongs to the die whose turn it is, then on to the next without one.
 * @param {number} face
 */
function tap(face) {
  change(() => {
    mine.faces[mine.at] = face;
    const next = mine.faces.findIndex((f) => !f);
    if (next >= 0) mine.at = next;
    else if (asked()?.series) mine.at = Math.min(mine.faces.length, MOST - 1);
    spell();
  });
}

function spell() {
  mine.text = mine.faces.filter(Boolean).join(" ");
  mine.total = "";
  mine.over = mine.bad = false;
}

/** @param {any} e */
function typed(e) {
  const text = e.target.value;
  const short = (asked()?.faces || []).every((s) => s < 10) && !/[\s,;]/.test(text.trim());
  const faces = (short ? text.match(/\d/g) : text.match(/\d+/g)) || [];
  const count = asked()?.series ? Math.min(Math.max(1, faces.length), MOST) : asked()?.count || 0;
  const sides = [...Array(count)].map((_, n) => sidesAt(n));
  change(() => {
    mine.text = text;
    mine.faces = sides.map((s, n) => (Number(faces[n]) >= 1 && Number(faces[n]) <= s ? Number(faces[n]) : 0));
    mine.at = Math.max(
      0,
      mine.faces.findIndex((f) => !f),
    );
    mine.over = faces.length > sides.length;
    mine.bad = mine.over || /[^\d\s,;]/.test(text) || mine.faces.some((f, n) => !f && n < faces.length);
  });
}

/** @param {KeyboardEvent} e */
function entered(e) {
  if (e.key !== "Enter") return;
  e.preventDefault();
  useNow();
}

const LIES = 2_600; // ms that dice lie on the table for all to see

/** @type {{ line: Wire.LogLine, sides: number[] } | null} */
let lying = null;

/**
 * Dice have fallen: they lie there for a moment, whoever threw them.
 * @param {Wire.Sections} before
 * @param {Wire.LogLine[]} lines
 * @param {boolean} all
 */
export function threw(before, lines, all) {
  const rolls = lines.filter((each) => each.dice.length && !each.secret && (all || each.kind !== "throw"));
  const line = all ? rolls.at(-1) : rolls[0]; // who was asked sees their own, not what followed
  if (!line || !(all || before.ask?.kind === "dice")) return;
  const sides = before.ask?.dice?.faces || [];
  const mine = { line, sides: sides.length === line.dice.length ? sides : [] };
  change(() => (lying = mine));
  setTimeout(() => lying === mine && change(() => (lying = null)), LIES);
}

/** What has just fallen; the log says it in words. */
export function thrown() {
  if (!lying) return null;
  const { line, sides } = lying;
  return h(
    "div",
    { class: "thrown", key: `thrown${line.n}`, "aria-hidden": "true" },
    h(
      "div",
      { class: "slots" },
      line.dice.map((face, n) =>
        h("span", { class: "slot", key: n }, die(face, sides[n] || (face > 6 ? 20 : 6))),
      ),
    ),
    h("p", {}, told(line)),
  );
}

/** Let the server roll, if the reader can have seen what for. */
export const rollNow = () => steady() && act("answer", { do: "roll" });

/** Send the dice that were read; all of them, or the result. */
async function useNow() {
  const left = mine.faces.filter((f) => !f).length;
  if (mine.total)
    return act("answer", {
      do: "dice",
      total: /^-?\d+$/.test(mine.total.trim()) ? Number(mine.total) : mine.total.trim(),
    });
  if (!left && !mine.over) return act("answer", { do: "dice", faces: mine.faces });
  if (!steady()) return; // a second tap, meant for dice that are gone
  change(() => (state.refused = [{ about: "answer", key: "dice", why: wanted(), retry: false }]));
}
