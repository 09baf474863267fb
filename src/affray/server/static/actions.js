// The menu of actions: what can be done, what each can come to, and what cannot be done now.

import { across, wayOf } from "./across.js";
import { again } from "./again.js";
import { h } from "./dom.js";
import { button, grouped, icon } from "./bits.js";
import { answer, busy, hint, waiting } from "./choice.js";
import { ending, ends } from "./ending.js";
import { rule } from "./log.js";
import { open } from "./sheet.js";
import { may, moved, openPanel, shown, steady } from "./state.js";
import { names, say } from "./words.js";

/**
 * Do it at once, or show first what it can come to.
 * @param {Wire.Action} action
 */
export function choose(action) {
  if (!steady() || busy() || !action.n) return;
  if (action.target || action.chance || action.wants) open(action);
  else if (!ending(action)) answer(action.n);
}

/** @type {Wire.Action[]} */
let keys = []; // as they stand on the page

/** @param {Wire.Action} a */
const nameOf = (a) => `${a.n} ${a.label}`;

let kept = { id: "", order: /** @type {string[]} */ ([]) };

/**
 * What the key of a number does, where this is what the page shows.
 * @param {Wire.Ask} ask
 * @param {number} n
 */
export const byKey = (ask, n) => (kept.id === ask.id ? keys[n - 1] : undefined);

/**
 * All there is, in the order in which it stands there: while somebody goes through it by keys nothing moves.
 * @param {Wire.Ask} ask
 * @param {Wire.Action[]} all
 */
function settled(ask, all) {
  const order = all.map(nameOf);
  const same = kept.id === ask.id;
  if (same && `${order}` !== `${kept.order}`) {
    if (document.querySelector(".menu :focus-visible")) {
      const place = new Map(kept.order.map((name, n) => [name, n]));
      return [...all].sort((a, b) => (place.get(nameOf(a)) ?? 1e3) - (place.get(nameOf(b)) ?? 1e3));
    }
    moved();
  }
  kept = { id: ask.id, order };
  return all;
}

/** @param {Wire.Ask} ask */
export function actions(ask) {
  const listed = new Set(shown().actions.map((a) => a.n));
  const unlisted = ask.options.filter((o) => !listed.has(o.n)).map(bare);
  const all = settled(ask, [...unlisted, ...shown().actions]);
  keys = [];
  /** @type {Set<Wire.Action>} */
  const placed = new Set();
  const parts = ["attack", "move", "other"].map((kind) =>
    part(
      ask,
      kind,
      all.filter((a) => a.kind === kind),
      placed,
    ),
  );
  return h(
    "section",
    { class: "menu", key: "menu", "aria-label": say("actions") },
    again(ask),
    h("ul", { class: "groups" }, parts),
    notNow(all.filter((a) => a.kind !== "end" && !placed.has(a))),
    ends(ask, all),
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
 * An option of which the menu says nothing.
 * @param {Wire.Option} o
 * @returns {Wire.Action}
 */
const bare = (o) => ({
  n: o.n,
  act: "",
  kind: "other",
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
});

/**
 * Actions of one kind: those at several targets together, then those of one.
 * @param {Wire.Ask} ask
 * @param {string} kind
 * @param {Wire.Action[]} all
 * @param {Set<Wire.Action>} placed
 */
function part(ask, kind, all, placed) {
  const aimed = all.filter((a) => a.target && !a.named);
  const useful = aimed.filter((a) => a.n && !a.futile);
  const [ways, whom] = [new Set(useful.map(wayOf)), new Set(useful.map((a) => a.target))];
  const table =
    kind !== "other" && useful.length > 1
      ? aimed.filter((a) => ways.has(wayOf(a)) && whom.has(a.target))
      : [];
  for (const a of table) placed.add(a);
  const rest = all.filter((a) => a.n && !a.futile && !placed.has(a));
  for (const a of rest) placed.add(a);
  const groups = [...grouped(rest, wayOf).values()];
  const several = groups.filter((g) => g.length > 1 && g.some((a) => a.target));
  const single = groups.filter((g) => !several.includes(g)).flat();
  return [
    table.length ? across(ask, kind, table) : null,
    several.map(targets),
    single.length ? h("li", { class: "plain", key: `${kind} plain` }, h("ul", {}, single.map(row))) : null,
  ];
}

/**
 * A button that does an action, or opens its sheet; it has its number where a key stands for it.
 * @param {Wire.Action} a
 * @param {string} look
 * @param {Parts[]} parts
 */
export function answerTo(a, look, ...parts) {
  const key = keys.push(a);
  return h(
    "button",
    {
      type: "button",
      class: `${look} ${waiting(a.n)}`,
      "aria-disabled": busy() ? "true" : null,
      "aria-label": [a.label, a.cost, a.chance].filter(Boolean).join(", "),
      onclick: () => choose(a),
    },
    hint(key),
    parts,
  );
}

/** @param {Wire.Action[]} all */
function targets(all) {
  const [{ group, cost: price }] = all;
  return h(
    "li",
    { class: "group", key: wayOf(all[0]) },
    h("p", { class: "head" }, h("span", { class: "title" }, group), cost(price)),
    h(
      "ul",
      { class: "targets" },
      all.map((a) =>
        h("li", { key: a.n }, answerTo(a, "target", h("span", { class: "label" }, a.target || "…"), odds(a))),
      ),
    ),
  );
}

/** @param {Wire.Action} a */
export const row = (a) =>
  h("li", { key: a.n }, answerTo(a, "action", h("span", { class: "label" }, a.label), odds(a), cost(a.cost)));

/**
 * A chance: its figure, with a star where help is in it, such as a prayer.
 * What help that is stands in its title, where it takes no room.
 * @param {Wire.Action} a
 */
export const odds = ({ chance, told, futile }) =>
  told &&
  h(
    "span",
    { class: `chance ${futile ? "none" : ""}`, title: told.helped ? chance : null },
    told.figure,
    told.helped && "*",
  );

/** @param {string} text */
export const cost = (text) => text && h("span", { class: "cost" }, text);

/**
 * What cannot be done, once for each reason, with the rule that forbids it; and what comes to nothing.
 * @param {Wire.Action[]} actions
 */
function notNow(actions) {
  if (!actions.length) return null;
  const reasons = grouped(
    actions.filter((a) => !a.n),
    (a) => a.why_not.map((w) => w.why).join("; "),
  );
  const futile = actions.filter((a) => a.n);
  return h(
    "details",
    { class: "forbidden", key: "forbidden" },
    h("summary", {}, say("not-now", { n: reasons.size + futile.length })),
    futile.length ? h("ul", { class: "plain", key: "futile" }, futile.map(row)) : null,
    h(
      "ul",
      { key: "reasons" },
      [...reasons].map(([key, all]) =>
        h(
          "li",
          { key },
          h("span", { class: "title" }, names([...new Set(all.map((a) => a.group))])),
          h(
            "span",
            { class: "why" },
            all[0].why_not.map((w) => [w.why, " ", rule(w.rule), " "]),
          ),
        ),
      ),
    ),
  );
}
