// The session as a whole: a "what if", a replay to share, putting it away, taking it along.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { COLON } from "../language.js";
import { act, change, closePanel, room, shown, state } from "../state.js";
import { going } from "../outcome.js";
import { say } from "../words.js";
import { field } from "./form.js";
import { posted } from "./posted.js";
import { invitation } from "./seats.js";

/**
 * Another session from a moment, or a copy of this one.
 * @param {any} now
 */
export function fork(now) {
  now.text ??= say(now.entry == null ? "copy-of" : "what-if-of", {
    name: shown().title.name || shown().title.scene,
  });
  const go = async () => {
    const answer = await act("fork", {
      do: "fork",
      text: now.text.trim(),
      ...(now.entry == null ? {} : { entry: now.entry }),
    });
    if (answer?.t === "done") change(() => (now.fork = answer.data));
  };
  if (now.fork)
    return {
      title: say("forked"),
      body: h(
        "p",
        {},
        h("a", { class: "btn primary", href: now.fork.path }, say("open-it", { name: now.fork.name })),
      ),
    };
  return {
    title: say(now.entry == null ? "copy" : "fork-here"),
    body: [
      h("p", { class: "hint" }, now.entry == null ? say("copy-is") : say("fork-is", { entry: now.entry })),
      field(say("name-it"), now, "text"),
    ],
    foot: button(say("make-it"), go, { kind: "primary", waits: state.busy.has("fork"), id: "make-it" }),
  };
}

/**
 * A link by which anybody can look on.
 * @param {any} now
 */
export function share(now) {
  const open = (/** @type {boolean} */ all) => async () => {
    const answer = await act("share", { do: "share", act: "open", whole: all });
    if (answer?.t === "done") change(() => (now.link = answer.data));
  };
  const end = async () => {
    const answer = await act("share", { do: "share", act: "close" });
    if (answer?.t === "done") change(() => ((now.link = null), (now.ended = true)));
  };
  return {
    title: say("share"),
    body: [
      h("p", { class: "hint" }, say("share-is")),
      now.link && invitation(now.link, say("share")),
      now.ended && h("p", { key: "ended", role: "status" }, say("shared-no-more")),
      h(
        "div",
        { class: "stack", key: "how" },
        button([icon("eye"), say("share-players")], open(false), { key: "some" }),
        button([icon("eye"), say("share-whole")], open(true), { key: "whole" }),
        button(say("share-end"), end, { kind: "quiet", key: "end" }),
      ),
    ],
  };
}

/** Put the session away, or take it out again. */
export function archive() {
  const away = state.view.title.archived;
  const go = async () => {
    const answer = await act("archive", { do: "archive", on: !away });
    if (answer?.t === "done") closePanel();
  };
  return {
    title: say(away ? "take-out" : "put-away"),
    body: h("p", {}, say(away ? "take-out-is" : "put-away-is")),
    foot: button(say(away ? "take-out" : "put-away"), go, {
      kind: "primary",
      waits: state.busy.has("archive"),
      id: "archive",
    }),
  };
}

/** The fight that is made ready meanwhile, to which everybody goes on. */
export function next() {
  const waits = state.view.next;
  const way = (/** @type {string} */ href, /** @type {string} */ words) =>
    h("a", { class: "btn", href, target: "_blank", rel: "noopener", key: href }, words);
  return {
    title: say("next-fight"),
    body: waits
      ? [
          h("p", {}, say("next-is", { name: waits.name })),
          h("div", { class: "stack" }, going(), way(waits.path, say("next-look")), dropping()),
        ]
      : [h("p", {}, say("next-none", { name: shown().title.name })), way("/", say("next-make"))],
  };
}

/** No fight waits any more: that one stays among the others. */
const dropping = () =>
  h(
    "form",
    { method: "post", action: `${room()}/next`, key: "drop" },
    h("input", { type: "hidden", name: "what", value: "drop" }),
    h("button", { class: "btn quiet" }, say("next-drop")),
  );

/** Standing answers of those who sit here. */
export function orders() {
  const all = state.view.orders || [];
  return {
    title: say("orders"),
    body: all.length
      ? h(
          "ul",
          { class: "stack" },
          all.map((o) =>
            h(
              "li",
              { key: `${o.name} ${o.question}`, class: "seat" },
              h("p", {}, h("strong", {}, o.name), COLON, o.question),
              h("p", {}, say("standing", { answer: o.answer })),
              button(
                say("ask-again"),
                () => act("order", { do: "order", name: o.name, question: o.question, answer: "" }),
                { kind: "quiet" },
              ),
            ),
          ),
        )
      : h("p", { class: "hint" }, say("no-orders")),
  };
}

export function exported() {
  const forms = [
    ["log", "as-log", "jsonl"],
    ["toml", "as-toml", "toml"],
    ["markdown", "as-markdown", "md"],
    ["json", "as-json", "json"],
  ].filter(([form]) => !["log", "toml"].includes(form) || state.view.me.role === "gm");
  const get = async (/** @type {any} */ form, /** @type {string} */ ending) => {
    const answer = await act("export", { do: "export", form });
    if (!answer || answer.t !== "done") return;
    const data = answer.data.text ?? answer.data;
    save(
      typeof data === "string" ? data : JSON.stringify(data, null, 1),
      `${shown().title.name || "affray"}.${ending}`,
    );
  };
  return {
    title: say("export"),
    body: h(
      "div",
      { class: "stack" },
      forms.map(([form, label, ending]) =>
        button([icon("save"), say(label)], () => get(form, ending), { key: form }),
      ),
    ),
  };
}

/**
 * A report on a fault: the file is saved as the panel opens, and goes nowhere else.
 * @param {any} now
 */
export function report(now) {
  if (!now.asked) {
    now.asked = true;
    void reported(now);
  }
  const waits = state.busy.has("report");
  return {
    title: say("report"),
    body: [
      h(
        "p",
        { key: "told", role: "status" },
        say(waits ? "report-made" : now.why ? "report-not" : "report-saved", { why: now.why }),
      ),
      h("p", { class: "hint", key: "is" }, say("report-is")),
    ],
    foot:
      now.why != null &&
      button(say(now.why ? "again" : "report-again"), () => reported(now), { kind: "primary", waits }),
  };
}

/** @param {any} now */
async function reported(now) {
  change(() => state.busy.set("report", true));
  const { text, why } = await posted(`${room()}/report`);
  if (!why) save(text, "affray-report.json");
  change(() => (state.busy.delete("report"), (now.why = why)));
}

/**
 * @param {string} data
 * @param {string} name
 */
function save(data, name) {
  const url = URL.createObjectURL(new Blob([data], { type: "text/plain" }));
  const anchor = Object.assign(document.createElement("a"), {
    href: url,
    download: name.replace(/[^\w. -]+/g, "_"),
  });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
