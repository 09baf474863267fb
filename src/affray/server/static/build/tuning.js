// What would have to change so that a side wins as often as it should.

import { h } from "../dom.js";
import { button } from "../bits.js";
import { percent } from "../language.js";
import { leave, tune } from "./requests.js";
import { apart, change, it, put, sides } from "./scene.js";
import { many, plain, say, shown } from "./words.js";

/** What would have to change. */
export function tuning() {
  const all = /** @type {string[]} */ (it.odds?.sides.map((/** @type {any} */ s) => s.name) ?? sides());
  if (all.length < 2 || it.faults.length) return null;
  it.tune ??= { target: 60, side: all[0], free: false };
  const now = it.tune;
  if (!all.includes(now.side)) now.side = all[0];
  const target = Number(now.target);
  const fits = Number.isFinite(target) && target >= 0 && target <= 100;
  return h(
    "section",
    { class: "box tune", key: "tune", "aria-label": say("tune") },
    h("h2", {}, say("tune")),
    h("p", { class: "hint" }, say("tune-is")),
    h(
      "div",
      { class: "row how" },
      h(
        "label",
        { class: "mini" },
        h("span", {}, say("who")),
        h(
          "select",
          { id: "tune-side", onchange: (e) => change(() => (now.side = e.target.value)) },
          all.map((s) => h("option", { key: s, value: s, selected: s === now.side }, shown(s))),
        ),
      ),
      h(
        "label",
        { class: "mini" },
        h("span", {}, say("target")),
        h("input", {
          id: "tune-target",
          inputmode: "decimal",
          size: 4,
          value: now.target,
          oninput: (e) => change(() => (now.target = e.target.value.replace(",", "."))),
        }),
      ),
    ),
    h(
      "label",
      { class: "check" },
      h("input", {
        type: "checkbox",
        checked: now.free,
        onchange: (e) => change(() => (now.free = e.target.checked)),
      }),
      h("span", {}, say("tune-free")),
    ),
    now.progress
      ? h(
          "div",
          { class: "stack", key: "search" },
          h(
            "p",
            { class: "hint", id: "tune-progress" },
            say("searching", { what: now.progress.what || say("counting") }),
            h("progress", {
              "aria-labelledby": "tune-progress",
              max: now.progress.of,
              value: now.progress.at,
            }),
          ),
          button(say("stop"), () => change(leave), { id: "tune-stop" }),
        )
      : button(
          say("search", { a: fits ? plain(target) : "…", b: fits ? plain(100 - target) : "…" }),
          () => fits && tune(),
          { kind: "wide", id: "tune-go", key: "go", "aria-disabled": fits ? null : "true" },
        ),
    now.why && h("p", { class: "fault", role: "alert", key: "why" }, now.why),
    now.proposed && proposals(now.proposed),
  );
}

/** @param {any} search */
function proposals(search) {
  return h(
    "div",
    {
      class: "stack",
      key: "proposals",
      made: (node) => node.scrollIntoView({ block: "nearest" }),
      role: "group",
      "aria-label": say("tune"),
    },
    h(
      "p",
      { class: "hint" },
      [
        say("now-wins", { side: shown(search.side), share: percent(search.now[0]) }),
        !search.reached && say("not-reached"),
        say("tried", { n: search.tried, fights: many(search.fights) }),
      ]
        .filter(Boolean)
        .join(" "),
    ),
    h(
      "ol",
      { class: "proposals" },
      search.proposals.map((/** @type {any} */ p, /** @type {number} */ n) =>
        h(
          "li",
          { key: n, class: p.near ? "near" : "" },
          h(
            "ul",
            { class: "words" },
            p.words.map((/** @type {string} */ w) => h("li", { key: w }, w)),
          ),
          h(
            "p",
            { class: "head" },
            h("strong", { class: "p" }, percent(p.odds[0])),
            h("small", {}, say("between", { low: percent(p.odds[1]), high: percent(p.odds[2]) })),
            button(say("apply"), () => take(p), {
              "aria-label": say("labelled", { what: say("apply"), of: p.words.join("; ") }),
            }),
          ),
        ),
      ),
    ),
  );
}

/** @param {any} proposal */
function take(proposal) {
  apart();
  put(proposal.data);
  change(() => (it.told = say("applied")));
}
