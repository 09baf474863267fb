// What comes of the scene: odds, length, who falls.

import { h } from "../dom.js";
import { mark } from "../bits.js";
import { percent } from "../language.js";
import { it, sideOf } from "./scene.js";
import { many, plain, say, several, shown } from "./words.js";

/**
 * How surely a side wins.
 * @param {any} side
 */
export const wins = (side) => (it.odds.exact ? [it.odds.exact.sides[side.name] ?? 0] : side.wins);

/** The odds of all sides in a line, for a phone's foot and for those who listen. */
export function inShort() {
  if (!it.odds) return "";
  const some = it.odds.sides
    .map((/** @type {any} */ s) => `${say("wins-of", { name: shown(s.name) })} ${percent(wins(s)[0])}`)
    .join(", ");
  return it.how === "done" ? say("odds-told", { odds: some, length: length() }) : "";
}

/** A bar with a part for each side. */
export function bar() {
  if (!it.odds) return null;
  return h(
    "div",
    { class: `split ${it.how}`, "aria-hidden": "true" },
    it.odds.sides.map((/** @type {any} */ s) =>
      h("i", { key: s.name, class: `side-${sideOf(s.name)}`, style: { "flex-grow": String(wins(s)[0]) } }),
    ),
  );
}

/** How sure the odds are, in words. */
function sure() {
  if (it.how !== "done" && it.how !== "going") return say(it.how);
  if (!it.odds) return "";
  if (it.odds.exact) return say("exact", { n: many(it.odds.exact.states) });
  return say(it.how === "done" ? "sampled" : "surer", { n: many(it.odds.n) });
}

function length() {
  const [mean] = it.odds.exact ? [it.odds.exact.rounds] : it.odds.rounds;
  return say("length", { n: plain(mean), word: several(it.odds.word) });
}

/** Within how many rounds most fights end. */
function mostly() {
  const [low, high] = [it.odds.rounds[2], it.odds.rounds[4]];
  return say(low === high ? "mostly-one" : "mostly", { low, high });
}

/** The odds, side by side. */
export function odds() {
  const stale = it.how !== "done" && it.how !== "going";
  return h(
    "section",
    {
      class: "box odds",
      key: "odds",
      id: "odds",
      "aria-label": say("odds"),
      tabindex: -1,
      "aria-busy": stale ? "true" : null,
    },
    h("h2", {}, say("odds")),
    h("p", { class: "hint", key: "sure", id: "sure" }, sure()),
    it.odds &&
      h(
        "div",
        { class: stale ? "stale" : "", key: "all" },
        bar(),
        h("ul", { class: "sides" }, it.odds.sides.map(side)),
        rest(),
        h(
          "dl",
          { class: "figures" },
          h("dt", {}, say("length-is")),
          h("dd", {}, h("strong", {}, length()), h("small", {}, it.odds.exact ? "" : ` ${mostly()}`)),
        ),
      ),
  );
}

/** @param {any} s */
function side(s) {
  const [p, low, high] = wins(s);
  return h(
    "li",
    { key: s.name, class: `side-${sideOf(s.name)}` },
    h(
      "p",
      { class: "head" },
      mark(sideOf(s.name)),
      h("span", { class: "who" }, shown(s.name)),
      h("strong", { class: "p" }, percent(p)),
    ),
    h(
      "div",
      { class: "range", "aria-hidden": "true" },
      h("i", { class: "fill", style: { width: `${p * 100}%` } }),
      low == null
        ? null
        : h("i", {
            class: "span",
            style: { left: `${low * 100}%`, width: `${Math.max(0.5, (high - low) * 100)}%` },
          }),
    ),
    h(
      "p",
      { class: "hint" },
      [
        low == null || percent(low) === percent(high)
          ? ""
          : say("between", { low: percent(low), high: percent(high) }),
        say("fallen", { n: plain(s.fallen), of: s.fighters }),
        s.dead >= 0.05 ? say("dead", { n: plain(s.dead) }) : "",
      ]
        .filter(Boolean)
        .join(" · "),
    ),
  );
}

function rest() {
  const nobody = it.odds.exact ? it.odds.exact.nobody : it.odds.nobody[0];
  const some = [
    nobody >= 0.005 && say("labelled", { what: say("nobody"), of: percent(nobody) }),
    !it.odds.exact &&
      it.odds.undecided[0] > 0 &&
      say("labelled", { what: say("undecided"), of: percent(it.odds.undecided[0]) }),
  ].filter(Boolean);
  return some.length ? h("p", { class: "hint", key: "rest" }, some.join(" · ")) : null;
}
