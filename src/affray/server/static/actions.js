// The menu of actions: what can be done, what each can come to, and what cannot be done now.

import { h } from "./dom.js";
import { button, icon, unfolded, wide } from "./bits.js";
import { answer, busy, hint, waiting } from "./choice.js";
import { rule } from "./log.js";
import { open } from "./sheet.js";
import { may, openPanel, shown, steady } from "./state.js";
import { names, say } from "./words.js";

/** @typedef {{ title: string, cost: string, all: Wire.Action[] }} Group */

/**
 * Actions of one name together; each target is a button of its own.
 * @param {Wire.Action[]} actions
 * @returns {Group[]}
 */
function grouped(actions) {
  /** @type {Map<string, Group>} */
  const groups = new Map();
  for (const a of actions) {
    const key = `${a.group} ${a.cost}`;
    if (!groups.has(key)) groups.set(key, { title: a.group, cost: a.cost, all: [] });
    groups.get(key)?.all.push(a);
  }
  return [...groups.values()];
}

/**
 * Do it at once, or show first what it can come to.
 * @param {Wire.Action} action
 */
export function choose(action) {
  if (!steady() || busy() || !action.n) return;
  if (action.target || action.chance || action.wants) open(action);
  else answer(action.n);
}

const chancy = new Set(); // actions that have had a chance

const certain = new Set(); // and those that had none when others had

let places = { id: "", of: /** @type {Map<string, string>} */ (new Map()) };

/**
 * Where groups of this question stand: chances that come later move nothing under a finger.
 * @param {string} id
 */
function placesFor(id) {
  if (places.id !== id) places = { id, of: new Map() };
  return places.of;
}

/** @param {Wire.Action[]} actions */
function learn(actions) {
  if (actions.some((a) => a.chance)) for (const a of actions) (a.chance ? chancy : certain).add(a.act);
}

/**
 * Attacks first, then what can fail, what cannot, and moves.
 * @param {Group} group
 */
function placeOf({ all }) {
  const open = all.some((a) => a.chance || chancy.has(a.act));
  if (all.length < 2 || !all.some((a) => a.target)) return open ? "likely" : "plain";
  return open || all.every((a) => !certain.has(a.act) && (a.wants !== "to" || a.blast)) ? "first" : "sure";
}

/** @param {Wire.Ask} ask */
export function actions(ask) {
  const all = shown().actions;
  const allowed = all.filter((a) => a.n);
  const listed = new Set(allowed.map((a) => a.n));
  /** @type {Wire.Action[]} */
  const others = ask.options
    .filter((o) => !listed.has(o.n))
    .map((o) => ({
      n: o.n,
      act: "",
      label: o.label,
      group: o.label,
      target: "",
      cost: "",
      chance: "",
      why_not: [],
      wants: "",
      odds: false,
      blast: 0,
      reach: 0,
    }));
  const groups = grouped([...others, ...allowed]);
  const settled = placesFor(ask.id);
  const at = (/** @type {Group} */ g) => {
    const key = `${g.title} ${g.cost}`;
    if (!settled.has(key)) settled.set(key, placeOf(g));
    return settled.get(key);
  };
  const [first, likely, plain, sure] = ["first", "likely", "plain", "sure"].map((place) =>
    groups.filter((g) => at(g) === place),
  );
  learn(allowed);
  return h(
    "section",
    { class: "menu", key: "menu", "aria-label": say("actions") },
    h(
      "ul",
      { class: "groups" },
      first.map((g) => targets(g, "")),
      rows("likely", likely),
      rows("plain", plain),
      sure.map((g) => targets(g, "compact")),
    ),
    forbidden(all.filter((a) => !a.n)),
    may("advise") &&
      h(
        "p",
        { class: "hint", key: "advise" },
        button([icon("star"), say("advise")], () => openPanel("advice"), {
          kind: "quiet",
        }),
      ),
  );
}

/**
 * @param {Group} group
 * @param {string} more
 */
function targets(group, more) {
  return h(
    "li",
    { class: `group ${more}`, key: `${group.title} ${group.cost}` },
    h("p", { class: "head" }, h("span", { class: "title" }, group.title), cost(group.cost)),
    h(
      "ul",
      { class: "targets" },
      group.all.map((a) =>
        h(
          "li",
          { key: a.n },
          h(
            "button",
            {
              type: "button",
              class: `target ${waiting(a.n)}`,
              "aria-disabled": busy() ? "true" : null,
              "aria-label": [a.label, a.cost, a.chance].filter(Boolean).join(", "),
              onclick: () => choose(a),
            },
            hint(a.n),
            h("span", { class: "label" }, a.target || "…"),
            !more && a.odds ? odds(a) : null,
          ),
        ),
      ),
    ),
  );
}

/**
 * @param {string} key
 * @param {Group[]} groups
 */
const rows = (key, groups) =>
  groups.length > 0 && h("li", { class: "plain", key }, h("ul", {}, groups.map(single)));

/** @param {Group} group */
function single(group) {
  const a = group.all[0];
  return h(
    "li",
    { key: a.n },
    h(
      "button",
      {
        type: "button",
        class: `action ${waiting(a.n)}`,
        "aria-disabled": busy() ? "true" : null,
        "aria-label": [a.label, a.cost, a.chance].filter(Boolean).join(", "),
        onclick: () => choose(a),
      },
      hint(a.n),
      h(
        "span",
        { class: "label" },
        group.title,
        a.target && !a.named ? h("span", { class: "at" }, ` ${a.target}`) : null,
      ),
      a.chance && odds(a),
      cost(a.cost),
    ),
  );
}

/**
 * A chance: its figure, with a star where help is in it, such as a prayer.
 * What help that is stands in its title, where it takes no room.
 * @param {Wire.Action} a
 */
const odds = ({ chance, told }) =>
  h(
    "span",
    { class: `chance ${told?.likely === 0 ? "none" : ""}`, title: told?.helped ? chance : null },
    told?.figure,
    told?.helped && "*",
  );

/** @param {string} text */
const cost = (text) => text && h("span", { class: "cost" }, text);

/**
 * What cannot be done, once for each reason, with the rule that forbids it.
 * @param {Wire.Action[]} actions
 */
function forbidden(actions) {
  if (!actions.length) return null;
  /** @type {Map<string, { why: Wire.WhyNot[], titles: Set<string> }>} */
  const reasons = new Map();
  for (const a of actions) {
    const key = a.why_not.map((w) => w.why).join("; ");
    if (!reasons.has(key)) reasons.set(key, { why: a.why_not, titles: new Set() });
    reasons.get(key)?.titles.add(a.group);
  }
  return h(
    "details",
    { class: "forbidden", key: "forbidden", made: unfolded(wide.matches) },
    h("summary", {}, say("not-now", { n: reasons.size })),
    h(
      "ul",
      {},
      [...reasons].map(([key, r]) =>
        h(
          "li",
          { key },
          h("span", { class: "title" }, names([...r.titles])),
          h(
            "span",
            { class: "why" },
            r.why.map((w) => [w.why, " ", rule(w.rule), " "]),
          ),
        ),
      ),
    ),
  );
}
