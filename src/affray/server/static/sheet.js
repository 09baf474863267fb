// The sheet of an action: what it can come to, before it is done.

import { h } from "./dom.js";
import { button, icon, over } from "./bits.js";
import { chart } from "./chart.js";
import { catches, passes } from "./aim.js";
import { act, change, link, may, shown, state } from "./state.js";
import { remembered } from "./again.js";
import { canEnd, thenEnd } from "./then.js";
import { say } from "./words.js";

/**
 * Show an action's sheet, and ask the server for its odds.
 * @param {Wire.Action} action
 */
export async function open(action) {
  /** @type {Sheet} */
  const sheet = {
    action,
    of: [],
    ask: state.view.ask && state.view.ask.id,
    odds: null,
    to: null,
    n: null,
    text: {},
  };
  change(() => ((state.sheet = sheet), (state.refused = [])));
  return count(sheet);
}

/**
 * What odds depend on.
 * @param {Sheet} sheet
 */
const ground = (sheet) => [state.view.order, state.view.map, state.view.actions, sheet.to, sheet.n];

/**
 * A place or number of one's own, as far as the action wants one.
 * @param {Sheet} sheet
 * @returns {{ to?: Point, number?: number }}
 */
const own = ({ action, to, n }) =>
  action.wants === "to" && to ? { to } : action.wants === "n" && n != null ? { number: n } : {};

/** @param {Sheet} sheet */
async function count(sheet) {
  const of = (sheet.of = ground(sheet));
  const { action } = sheet;
  if (!action.odds || !link || !may("odds")) return change(() => (sheet.odds = { measures: [] }));
  const answer = await link.send({ do: "odds", n: action.n, ...own(sheet), seq: state.seq });
  if (sheet.of === of)
    change(() => (sheet.odds = answer.t === "done" ? answer.data : { measures: [], why: answer.why }));
}

/** The sheet closes when what it is about is no longer asked; its odds are those of now. */
export function keepSheet() {
  const ask = state.view.ask;
  if (!state.sheet || state.busy.has("answer")) return;
  if (!ask || ask.id !== state.sheet.ask) {
    const { label } = state.sheet.action;
    const again = ask && shown().actions.find((a) => a.n && a.label === label);
    if (again && ask.kind === "action" && !state.sheet.sent)
      Object.assign(state.sheet, { action: again, ask: ask.id });
    else state.sheet = null;
  }
  const now = state.sheet;
  if (!now || ground(now).every((part, n) => part === now.of[n])) return;
  if (now.to !== now.of[3] || now.n !== now.of[4]) now.odds = null;
  now.action =
    shown().actions.find((a) => a.n === now.action.n && a.label === now.action.label) || now.action;
  count(now);
}

const close = () => change(() => (state.sheet = null));

/** Do it; whether it was done. */
const commit = async () => (state.sheet ? remembered(state.sheet.action, send) : false);

/** Send what the sheet says; whether it was done. */
async function send() {
  const now = state.sheet;
  if (!now) return false;
  const { action, to, n } = now;
  /** @type {Said} */
  const command =
    action.wants === "to" && to
      ? { do: "place", act: action.act, to }
      : action.wants === "n" && n != null
        ? { do: "place", act: action.act, n }
        : { do: "answer", n: action.n };
  now.sent = true;
  const answer = await act("answer", command);
  const done = answer?.t === "done";
  if (done) close();
  else change(() => (now.sent = false));
  return done;
}

/** The open sheet, if any. */
export function sheet() {
  const now = state.sheet;
  if (!now) return null;
  const { action, odds } = now;
  const waits = state.busy.has("answer");
  return over(
    now,
    () => state.sheet === now && close(),
    { class: "sheet", "aria-labelledby": "sheet-title" },
    h(
      "div",
      { class: "body" },
      h(
        "header",
        {},
        h("h2", { id: "sheet-title" }, action.label),
        h(
          "p",
          { class: "facts" },
          action.cost && h("span", { class: "cost" }, action.cost),
          action.chance && !Object.keys(own(now)).length && h("strong", { class: "chance" }, action.chance),
        ),
      ),
      action.blast ? h("p", { class: "caught", key: "caught" }, catches(action, now.to)) : null,
      now.to ? h("p", { class: "hint", key: "way" }, passes(action, now.to)) : null,
      action.wants === "to" ? place(now) : action.wants === "n" ? number(now) : null,
      odds ? chart(odds) : h("p", { class: "counting" }, say("counting")),
    ),
    h(
      "footer",
      { class: "commit" },
      button(say("cancel"), close, { kind: "" }),
      button(waits ? [icon("more"), say("sent")] : say("to-do"), commit, {
        kind: "primary",
        waits,
        id: "do-it",
        autofocus: true,
      }),
      canEnd(action)
        ? button(say("to-do-end"), () => thenEnd(commit), { kind: "", waits, id: "do-and-end" })
        : null,
    ),
  );
}

/**
 * A number as people type it; 0 while it is none yet.
 * @param {string} text
 */
const read = (text) => Number(text.trim().replace(",", ".").replace("−", "-")) || 0;

/** @param {Sheet} now */
function place(now) {
  const set = (/** @type {number} */ n) => (/** @type {any} */ e) =>
    change(() => {
      now.text[n] = e.target.value;
      now.to = /** @type {Point} */ ([0, 1].map((i) => (i === n ? read(e.target.value) : now.to?.[i] || 0)));
    });
  return h(
    "div",
    { class: "place" },
    h(
      "label",
      {},
      say("place-x"),
      h("input", { inputmode: "decimal", value: now.text[0] ?? now.to?.[0] ?? "", oninput: set(0) }),
    ),
    h(
      "label",
      {},
      say("place-y"),
      h("input", { inputmode: "decimal", value: now.text[1] ?? now.to?.[1] ?? "", oninput: set(1) }),
    ),
    button(
      [icon("map"), say("choose-place")],
      () => change(() => ((state.placing = now), (state.sheet = null), (state.tab = "map"))),
      { kind: "quiet" },
    ),
  );
}

/** @param {Sheet} now */
function number(now) {
  return h(
    "label",
    { class: "place" },
    say("number"),
    h("input", {
      inputmode: "numeric",
      value: now.text[0] ?? now.n ?? "",
      oninput: (e) =>
        change(
          () => (
            (now.text[0] = e.target.value),
            (now.n = e.target.value === "" ? null : Math.round(read(e.target.value)))
          ),
        ),
    }),
  );
}
