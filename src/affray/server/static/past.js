// Earlier moments: a bar to go through them, and what was asked and answered there.

import { h } from "./dom.js";
import { button, icon } from "./bits.js";
import { act, change, lookAt, openPanel, state } from "./state.js";
import { say } from "./words.js";

const EACH = 1_200; // ms that a moment is shown while they go by

/** @type {ReturnType<typeof setTimeout> | undefined} */
let going;

const last = () => state.view.undo.entries;
const here = () => state.past?.entry ?? last();

/** The bar: while the past is looked at, and always where there is nothing but to look. */
export function moments() {
  const replay = state.view.me.role === "replay";
  if (!state.past && !replay) return null;
  const [now, end, open] = [
    here(),
    last(),
    (/** @type {string} */ command) => state.view.me.may.includes(command),
  ];
  return h(
    "div",
    { class: "banner past", key: "past", role: "group", "aria-label": say("moments") },
    h(
      "span",
      { class: "said", role: "status" },
      state.past
        ? say(replay ? "moment-of" : "past", { entry: now, of: end })
        : say("at-the-end", { of: end }),
    ),
    h(
      "div",
      { class: "scrub" },
      step("before", "back", Math.max(0, now - 1), now > 0),
      h("input", {
        type: "range",
        id: "moment",
        min: 0,
        max: end,
        value: now,
        "aria-label": say("moment"),
        oninput: (e) => to(Number(e.target.value)),
      }),
      step("after", "on", now + 1, now < end),
      button(icon(going ? "pause" : "play"), () => (going ? stop() : play()), {
        kind: "quiet icon-only",
        key: "play",
        "aria-label": say(going ? "stop" : "play"),
      }),
    ),
    h(
      "div",
      { class: "row" },
      !replay && button(say("to-now"), () => to(null), { key: "now" }),
      open("fork") &&
        button([icon("fork"), say("fork-here")], () => openPanel("fork", { entry: now }), {
          kind: "quiet",
          key: "fork",
        }),
      open("undo_to") &&
        now < end &&
        button(
          [icon("undo"), say("go-on-here")],
          () => (to(null), act("undo", { do: "undo_to", entry: now })),
          { kind: "quiet", key: "back" },
        ),
    ),
  );
}

/**
 * @param {string} word
 * @param {any} drawing
 * @param {number} entry
 * @param {boolean} on
 */
const step = (word, drawing, entry, on) =>
  button(icon(drawing), () => on && to(entry), {
    kind: "quiet icon-only",
    key: word,
    "aria-label": say(word),
    "aria-disabled": on ? null : "true",
  });

let wanted = /** @type {number | null | undefined} */ (undefined);

/**
 * Go to a moment; while the server looks for it, the last one that was wanted counts.
 * @param {number | null} entry
 */
async function to(entry) {
  if (entry === null || entry >= last()) {
    wanted = undefined;
    return lookAt(null);
  }
  if (wanted !== undefined) return (wanted = entry);
  for (wanted = entry; wanted !== undefined && wanted !== null;) {
    const next = /** @type {number} */ (wanted);
    await lookAt(next);
    if (wanted === next) wanted = undefined;
  }
}

function stop() {
  clearTimeout(going);
  change(() => (going = undefined));
}

async function play() {
  const next = here() >= last() ? 0 : here() + 1;
  change(() => (going = setTimeout(play, EACH)));
  await to(next);
  if (next >= last()) stop();
}

/** What that moment was the answer to, and what was said. */
export function answered() {
  const { asked, said } = state.past || {};
  if (!asked) return null;
  return h(
    "section",
    { class: "ask", key: "answered", "aria-labelledby": "question" },
    h("p", { class: "kicker" }, say("then-asked")),
    h("h2", { id: "question", tabindex: -1 }, asked.question || asked.name),
    asked.options.length && asked.options.length <= 12
      ? h(
          "ul",
          { class: "options" },
          asked.options.map((o) =>
            h(
              "li",
              { key: o.n, class: `option then ${o.label === said ? "default" : ""}` },
              h("span", { class: "label" }, o.label),
              o.label === said ? h("span", { class: "usual" }, say("was-said")) : null,
            ),
          ),
        )
      : null,
    said && !asked.options.some((o) => o.label === said) ? h("p", { class: "quote" }, said) : null,
    state.view.me.may.includes("amend") &&
      h(
        "p",
        {},
        button([icon("pen"), say("amend")], () => openPanel("amend", { entry: state.past?.entry }), {
          kind: "quiet",
        }),
      ),
  );
}
