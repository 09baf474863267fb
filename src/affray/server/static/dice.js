// The dice tray: tap faces or type them, or let the server roll.

import { h } from "./dom.js";
import { button } from "./bits.js";
import { large } from "./fallen.js";
import { fields, lying, reading, unread, wanted } from "./faces.js";
import { act, change, shown, state, steady } from "./state.js";
import { told } from "./log.js";
import { say } from "./words.js";

/** @typedef {Wire.Ask & { dice: Wire.DiceAsked }} AskedDice */

let mine = reading("", []);

/** @param {AskedDice} ask */
function own(ask) {
  if (mine.id !== ask.id) mine = reading(ask.id, ask.dice.faces, [], ask.dice.series);
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
  const left = unread(now);
  const real = shown().order.some((f) => f.id === ask.who && f.hand?.startsWith("dice"));
  return h(
    "div",
    { class: `tray ${waits && waits.do === "roll" ? "rolling" : ""}`, key: ask.id },
    h("p", { class: "notation" }, dice.notation),
    dice.series && h("p", { class: "hint" }, say("dice-series")),
    lying(now),
    fields(now, { id: "typed", asked: dice, enter: useNow }),
    now.bad
      ? h("p", { class: "fault", role: "status" }, wanted(now))
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
        kind: left && !now.total && !real ? "primary" : "",
        id: "roll",
      }),
      button(now.total ? say("use-total") : say("use-dice"), useNow, {
        waits: Boolean(waits),
        kind: left && !now.total ? "" : "primary",
        id: "use-dice",
        "aria-disabled": waits || ((left || now.bad) && !now.total) ? "true" : null,
      }),
    ),
  );
}

const LIES = 2_600; // ms that dice lie on the table for all to see

/** @type {Wire.LogLine | null} */
let fallen = null;

/**
 * Dice have fallen: they lie there for a moment, whoever threw them.
 * @param {Wire.Sections} before
 * @param {Wire.LogLine[]} lines
 */
export function threw(before, lines) {
  // who was asked sees their own, not what followed
  const line = lines.find((each) => each.dice.length && !each.secret && each.kind !== "throw");
  if (!line || before.ask?.kind !== "dice") return;
  change(() => (fallen = line));
  setTimeout(() => fallen === line && change(() => (fallen = null)), LIES);
}

/** What has just fallen; the log says it in words. */
export const thrown = () =>
  fallen &&
  h(
    "div",
    { class: "thrown", key: `thrown${fallen.n}`, "aria-hidden": "true" },
    large(fallen),
    h("p", {}, told(fallen)),
  );

/** Let the server roll, if the reader can have seen what for. */
export const rollNow = () => steady() && act("answer", { do: "roll" });

/** Send the dice that were read; all of them, or the result. */
async function useNow() {
  const left = unread(mine);
  if (mine.total)
    return act("answer", {
      do: "dice",
      total: /^-?\d+$/.test(mine.total.trim()) ? Number(mine.total) : mine.total.trim(),
    });
  if (!left && !mine.bad) return act("answer", { do: "dice", faces: mine.faces });
  if (!steady()) return; // a second tap, meant for dice that are gone
  change(() => (state.refused = [{ about: "answer", key: "dice", why: wanted(mine), retry: false }]));
}
