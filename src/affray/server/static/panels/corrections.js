// What is typed to change the fight: corrections, words.

import { h } from "../dom.js";
import { button, mark } from "../bits.js";
import { sideOf } from "../order.js";
import { change, openPanel, shown, state } from "../state.js";
import { say } from "../words.js";
import { field, foot, sent } from "./form.js";

/**
 * The first word of a correction, with the fighter of whom the panel was opened.
 * @param {string} kind
 * @param {string} words
 */
function begun(kind, words) {
  const who = shown().order.find((f) => words.includes(f.name));
  return `${kind.split(" ")[0]} ${who ? `${who.name} ` : ""}`;
}

/** @param {any} now */
export function correct(now) {
  const go = () => sent("correct", { do: "override", words: now.words.trim(), why: now.why.trim() });
  const kinds = state.view.me.corrections || [];
  return {
    title: now.form || say("correct"),
    body: [
      h("p", { class: "hint", key: "whom" }, say("correct-whom")),
      h(
        "div",
        { class: "row", role: "group", "aria-label": say("correct-whom"), key: "them" },
        shown().order.map((f) =>
          button([mark(sideOf(f.side)), f.name], () => openPanel("fighter", { id: f.id }), { key: f.id }),
        ),
      ),
      field(say("correct-hint"), now, "words", { props: { list: "corrections" } }),
      h(
        "datalist",
        { id: "corrections" },
        kinds.map((k) => h("option", { key: k, value: k })),
      ),
      field(say("why-perhaps"), now, "why"),
      kinds.length
        ? h(
            "details",
            { key: "kinds" },
            h("summary", {}, say("kinds")),
            h(
              "ul",
              { class: "commands" },
              kinds.map((k) =>
                h(
                  "li",
                  { key: k },
                  h(
                    "button",
                    {
                      type: "button",
                      class: "command",
                      onclick: () => change(() => (now.words = begun(k, now.words))),
                    },
                    k,
                  ),
                ),
              ),
            ),
          )
        : null,
    ],
    foot: foot(say("do-correct"), go, "correct"),
  };
}

/** @param {any} now */
export function text(now) {
  now.words ??= now.about === "name" ? shown().title.name : "";
  return {
    title: say(now.about === "name" ? "name-it" : "talk"),
    body: field(say(now.about === "name" ? "name-it" : "say"), now, "words"),
    foot: foot(
      say(now.about === "name" ? "rename" : "send"),
      () => sent(now.about, { do: now.about, text: now.words.trim() }),
      now.about,
    ),
  };
}

/**
 * Something from the palette that wants more to be said: a field for each.
 * @param {any} now
 */
export function filled(now) {
  const numbers = new Set(["n", "line", "entry", "width", "before"]);
  const go = () =>
    sent("tool", {
      ...now.fields,
      ...Object.fromEntries(
        now.tool.wants.map((/** @type {string} */ name) => [
          name,
          numbers.has(name) ? Number(now.fields[name]) : String(now.fields[name] ?? "").trim(),
        ]),
      ),
    });
  return {
    title: now.tool.label,
    body: now.tool.wants.map((/** @type {string} */ name) => field(say(`wants-${name}`), now.fields, name)),
    foot: foot(say("to-do"), go, "tool"),
  };
}
