// What comes of the scene: odds, length, who falls; what is wrong with it; what would change it.

import { h } from "../dom.js";
import { button, mark } from "../bits.js";
import { leave, tune } from "./asking.js";
import { idOf } from "./fields.js";
import { apart, change, it, put, sideOf, sides } from "./scene.js";
import { called, many, percent, plain, say, several, shown } from "./words.js";

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

// --- faults ---------------------------------------------------------------------------------------

/** What is wrong, all at once, with the way there. */
export function faults() {
  if (!it.faults.length) return null;
  return h(
    "section",
    { class: "box faults", key: "faults", "aria-label": say("faults-n", { n: it.faults.length }) },
    h("h2", {}, it.faults.length === 1 ? say("faults-1") : say("faults-n", { n: it.faults.length })),
    h(
      "ul",
      {},
      it.faults.map((f, n) =>
        h(
          "li",
          { key: n },
          h("a", { href: `#${idOf(f.at)}`, onclick: (e) => (e.preventDefault(), goTo(f.at)) }, where(f.at)),
          say("labelled", { of: f.say }),
        ),
      ),
    ),
  );
}

/** @param {(string | number)[]} path */
function where(path) {
  const named = path
    .reduce(
      (/** @type {any} */ found, _, n) => [
        ...found,
        path.slice(0, n + 1).reduce((/** @type {any} */ now, k) => now?.[k], it.data)?.name,
      ],
      [],
    )
    .filter((/** @type {any} */ v) => typeof v === "string");
  const keys = path
    .filter((p, n) => typeof p === "string" && (n > 0 || path.length < 2))
    .map((p) => called(String(p)).toLowerCase());
  return [...named.map(shown), keys.at(-1)].filter(Boolean).join(", ") || say("in-scene");
}

/**
 * Open what a place lies in, and go there.
 * @param {(string | number)[]} path
 */
export function goTo(path) {
  change(() => path[0] === "fighters" && typeof path[1] === "number" && it.open.add(path[1]));
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (let depth = path.length; depth > 0; depth--) {
        const id = idOf(path.slice(0, depth));
        const found = document.getElementById(id) ?? document.getElementById(`${id}-group`);
        if (!found) continue;
        for (let box = found.parentElement; box; box = box.parentElement)
          if (box instanceof HTMLDetailsElement) box.open = true;
        found.focus();
        return found.scrollIntoView({ block: "center" });
      }
    }),
  );
}

// --- tuning ---------------------------------------------------------------------------------------

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
    now.found && proposals(now.found),
  );
}

/** @param {any} found */
function proposals(found) {
  return h(
    "div",
    {
      class: "stack",
      key: "found",
      made: (node) => node.scrollIntoView({ block: "nearest" }),
      role: "group",
      "aria-label": say("tune"),
    },
    h(
      "p",
      { class: "hint" },
      [
        say("now-wins", { side: shown(found.side), share: percent(found.now[0]) }),
        !found.reached && say("not-reached"),
        say("tried", { n: found.tried, fights: many(found.fights) }),
      ]
        .filter(Boolean)
        .join(" "),
    ),
    h(
      "ol",
      { class: "proposals" },
      found.proposals.map((/** @type {any} */ p, /** @type {number} */ n) =>
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
