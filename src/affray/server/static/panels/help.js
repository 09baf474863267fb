// What helps to decide: a rule in the reference's words, and advice.

import { h } from "../dom.js";
import { percent } from "../language.js";
import { rule } from "../log.js";
import { change, link, room, state } from "../state.js";
import { names, say } from "../words.js";

/** @type {Promise<string> | null} */
let reference = null;

/**
 * The parts of an entry in the reference, its title first.
 * @param {string} all
 * @param {string} id
 */
function entry(all, id) {
  const [, text = ""] = all.split(`<article id="${id}">`);
  return [...new DOMParser().parseFromString(text.split("</article>")[0], "text/html").body.children];
}

/** @param {any} now */
export function ruled(now) {
  const href = `${room()}/rules`;
  if (!now.asked) {
    now.asked = true;
    reference ??= fetch(href).then((page) => page.text());
    reference.then(
      (all) => change(() => (now.parts = entry(all, now.id))),
      () => (reference = null),
    );
  }
  const [head, ...parts] = now.parts ?? [];
  const said = (/** @type {any} */ part) =>
    part.nodeName === "A" ? [rule(part.hash.slice(1)), " "] : part.textContent;
  return {
    title: head?.textContent ?? now.id,
    body: [
      !now.parts && h("p", { class: "counting" }, "…"),
      parts.map((/** @type {Element} */ part) => h("p", {}, [...part.childNodes].map(said))),
      h("p", {}, h("a", { class: "rule", href: `${href}#${now.id}`, target: "rules" }, say("rules"))),
    ],
  };
}

/** @param {any} now */
export function advice(now) {
  if (!now.asked && link) {
    now.asked = true;
    link
      .send({ do: "advise", seq: state.seq })
      .then((answer) =>
        change(() => Object.assign(now, answer.t === "done" ? { advice: answer.data } : { why: answer.why })),
      );
  }
  const options = now.advice ? now.advice.options : [];
  return {
    title: say("advice"),
    body: [
      now.why && h("p", {}, now.why),
      !now.advice && !now.why && h("p", { class: "counting" }, say("asking")),
      now.advice && h("p", { class: "hint" }, names([now.advice.reason, now.advice.note].filter(Boolean))),
      h(
        "ol",
        { class: "advice" },
        options.map((/** @type {any} */ o, /** @type {number} */ n) =>
          h(
            "li",
            { key: n },
            h("span", {}, o.words),
            o.wins == null ? null : h("span", { class: "chance" }, percent(o.wins)),
            o.wins == null
              ? null
              : h(
                  "span",
                  { class: "bar", "aria-hidden": "true" },
                  h("i", { style: { width: `${o.wins * 100}%` } }),
                ),
          ),
        ),
      ),
    ],
  };
}
