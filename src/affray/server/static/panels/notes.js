// Words about a fighter: for everybody, or for the game master alone.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { act, change, may, state } from "../state.js";
import { say } from "../words.js";
import { anew } from "./card.js";
import { forget, gone } from "./forget.js";

/**
 * What has been written about a fighter, and more of it.
 * @param {any} now
 */
export function notes(now) {
  const all = now.card?.notes ?? [];
  if (!all.length && !now.gone && !may("note")) return null;
  return h(
    "section",
    { key: "notes", class: "notes", "aria-label": say("notes") },
    h("h3", {}, say("notes")),
    h(
      "ul",
      {},
      all.map((/** @type {Wire.Note} */ n) => note(now, n)),
    ),
    gone(now),
    may("note") && writing(now),
  );
}

/**
 * @param {any} now
 * @param {Wire.Note} n
 */
function note(now, n) {
  const taken = async () => {
    const answer = await act("note", { do: "note", name: now.name, gone: n.mark });
    if (answer?.t === "done") anew(now);
  };
  return h(
    "li",
    { key: n.mark },
    h("span", {}, n.text, " ", h("small", { class: "hint" }, n.secret && [icon("lock"), say("note-mine")])),
    may("note") &&
      h(
        "button",
        {
          type: "button",
          class: "btn quiet icon-only",
          "aria-label": say("note-gone", { text: n.text }),
          onclick: taken,
        },
        icon("close"),
      ),
    forget(now, "note", n.mark, n.text),
  );
}

/** @param {any} now */
function writing(now) {
  now.secret ??= true;
  const write = async () => {
    const text = (now.note ?? "").trim();
    if (!text) return;
    const answer = await act("note", { do: "note", name: now.name, text, secret: now.secret });
    if (answer?.t === "done") change(() => ((now.note = ""), (now.secret = true), (now.seq = null)));
  };
  return [
    h(
      "label",
      { class: "field", key: "text" },
      h("span", {}, say("note")),
      h("input", {
        value: now.note ?? "",
        maxlength: 500,
        autocomplete: "off",
        oninput: (e) => change(() => (now.note = e.target.value)),
        onkeydown: (e) => e.key === "Enter" && (e.preventDefault(), write()),
      }),
    ),
    h(
      "div",
      { class: "row", key: "write" },
      h(
        "label",
        { class: "check" },
        h("input", {
          type: "checkbox",
          checked: now.secret,
          onchange: (e) => change(() => (now.secret = e.target.checked)),
        }),
        say("note-secret"),
      ),
      button(say("note-write"), write, { waits: state.busy.has("note") }),
    ),
  ];
}
