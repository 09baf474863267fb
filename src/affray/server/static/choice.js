// Answering: the options of a question, standing answers, an answer in one's own words.

import { h } from "./dom.js";
import { button } from "./bits.js";
import { act, change, may, state, steady } from "./state.js";
import { say } from "./words.js";

/**
 * Answer with option n, if the reader can have seen what it is.
 * @param {number} n
 */
export function answer(n) {
  if (steady() && may("answer")) act("answer", { do: "answer", n });
}

/** Whether an answer is on its way. */
export const busy = () => state.busy.has("answer");

/**
 * What a button for option n shows of an answer on its way.
 * @param {number} n
 */
export function waiting(n) {
  const waits = state.busy.get("answer");
  return waits ? (waits.n === n ? "waits chosen" : "waits") : "";
}

/**
 * The key by which something is chosen, if there is one: a single digit.
 * @param {string | number} key
 */
export const hint = (key) => (/^\d$/.test(`${key}`) ? h("kbd", { "aria-hidden": "true" }, key) : null);

/**
 * The key of an option: the number that it is, where there are numbers; otherwise its place.
 * @param {Wire.Ask} ask
 * @param {Wire.Option} o
 */
export const keyOf = (ask, o) =>
  ask.options.some((each) => each.number != null) ? `${o.number ?? o.label}` : `${o.n}`;

/**
 * The options of a question.
 * @param {Wire.Ask} ask
 */
export function choice(ask) {
  const waits = state.busy.get("answer");
  const plain = ask.options.length > 12 && ask.options.every((o) => /^[-+\d]+$/.test(o.label));
  return h(
    "div",
    { class: `options ${plain ? "plain" : ""}` },
    ask.options.map((o) =>
      h(
        "button",
        {
          type: "button",
          key: o.n,
          class: `option ${o.default ? "default" : ""} ${waiting(o.n)}`,
          "aria-disabled": waits ? "true" : null,
          onclick: () => answer(o.n),
        },
        hint(keyOf(ask, o)),
        h("span", { class: "label" }, o.label),
        o.default && h("span", { class: "usual" }, say("usual")),
      ),
    ),
    ask.order && standing(ask),
    may("order") && !ask.order && ask.options.length <= 12 && always(ask),
    ask.wants === "to" &&
      h(
        "p",
        { class: "hint", key: "wants" },
        button(
          say("choose-place"),
          () => change(() => ((state.tab = "map"), (state.placing = { act: "", label: ask.question }))),
          { kind: "quiet" },
        ),
      ),
    ask.wants === "words" && ownWords(ask),
  );
}

/**
 * An answer that stands for every such question, until it is asked again.
 * @param {Wire.Ask} ask
 */
const standing = (ask) =>
  h(
    "p",
    { class: "standing", key: "order" },
    say("standing", { answer: ask.order }),
    " ",
    button(say("ask-again"), () => order(ask, ""), { kind: "quiet" }),
  );

/**
 * Options that are to stand for every such question.
 * @param {Wire.Ask} ask
 */
const always = (ask) =>
  h(
    "details",
    { class: "always", key: `always${ask.id}` },
    h("summary", {}, say("always")),
    ask.options.map((o) =>
      button(o.label, () => order(ask, o.plain || o.label), { kind: "quiet", key: o.n }),
    ),
  );

/**
 * @param {Wire.Ask} ask
 * @param {string} answer
 */
const order = (ask, answer) => act("order", { do: "order", name: ask.name, question: ask.about, answer });

/**
 * An answer of one's own, where the rules admit more than is listed.
 * @param {Wire.Ask} ask
 */
function ownWords(ask) {
  /** @param {SubmitEvent} e */
  const go = (e) => {
    e.preventDefault();
    const text = String(new FormData(/** @type {HTMLFormElement} */ (e.target)).get("own") ?? "").trim();
    if (text && steady() && may("answer")) act("answer", { do: "answer", text });
  };
  return h(
    "form",
    { class: "own", key: `own${ask.id}`, onsubmit: go },
    h(
      "label",
      { class: "field" },
      h("span", {}, say("own-words")),
      h("input", { name: "own", autocomplete: "off", maxlength: "60" }),
    ),
    button(say("answer-so"), () => {}, { kind: "quiet", type: "submit" }),
  );
}
