// What is asked, the menu of actions, and what the autopilot is about to do.

import { h } from "./dom.js";
import { button, icon } from "./bits.js";
import { bill, rule } from "./log.js";
import { tray } from "./dice.js";
import { recent } from "./log.js";
import { answered } from "./past.js";
import { act, change, inTurn, may, shown, state, steady } from "./state.js";
import { open } from "./sheet.js";
import { names, say } from "./words.js";

/** The whole of the first column. */
export function fight() {
  const { ask, title, me } = shown();
  return [
    me.pending && h("p", { class: "banner", key: "pending" }, say("waiting-in")),
    state.past ? answered() : intended(),
    title.over ? ending(title) : ask ? question(ask) : null,
    ask && ask.mine && ask.kind === "action" ? menu(ask) : null,
    h(
      "section",
      { class: "recent", key: "recent", "aria-label": say("latest") },
      h("h2", {}, say("latest")),
      recent(ask && ask.mine ? 4 : 10),
    ),
  ];
}

/** @param {Wire.Title} title */
function ending(title) {
  const won = title.winner && title.winner !== "nobody" && title.winner !== say("nobody");
  return h(
    "section",
    { class: "ask ending", key: "over" },
    h("h2", {}, won ? say("won", { winner: title.winner }) : say("over")),
  );
}

/** @param {Wire.Ask} ask */
function question(ask) {
  const mine = ask.mine;
  const own = mine && state.view.me.role !== "gm";
  const kicker = !mine
    ? say("waiting-for", { names: names(ask.waiting_for) })
    : own
      ? say(ask.kind === "dice" ? "your-roll" : "your-turn")
      : ask.kind === "dice"
        ? say("your-dice")
        : say("turn-of", { name: ask.name });
  return h(
    "section",
    {
      class: `ask ${mine ? "mine" : ""} ${own ? "own" : ""} for-${ask.kind}`,
      key: "ask",
      "aria-labelledby": "question",
    },
    h("p", { class: "kicker" }, kicker, mine && !own ? player(ask.name) : null),
    ask.question && h("h2", { id: "question", tabindex: -1 }, ask.question),
    !ask.question && h("h2", { id: "question", class: "sr" }, kicker),
    mine && ask.kind === "dice" && ask.dice ? tray({ ...ask, dice: ask.dice }) : null,
    mine && ask.kind === "choice" ? choice(ask) : null,
    ask.kind === "action" ? null : behind(ask),
  );
}

/**
 * For the game master: who sits there, and whether they are away.
 * @param {string} name
 */
function player(name) {
  const seat = shown().link.seats.find((s) => !s.pending && s.fighters.includes(name));
  return seat ? ` · ${seat.name}${seat.connected ? "" : ` (${say("away")})`}` : null;
}

/**
 * What stands behind a question: how a number is made up, and the rules.
 * @param {Wire.Ask} ask
 */
function behind(ask) {
  if (!ask.receipt.length && !ask.rules.length) return null;
  return h(
    "details",
    { class: "receipt", key: `r${ask.id}`, made: unfold(ask.receipt.length && wide()) },
    h("summary", {}, say(ask.receipt.length ? "how-rolled" : "rules")),
    bill(ask.receipt),
    h(
      "p",
      { class: "rules" },
      ask.rules.map((r) => h("span", { key: r.id }, rule(r.id, r.title), ` ${r.title} `)),
    ),
  );
}

const wide = () => matchMedia("(min-width: 64rem)").matches;
/** @param {unknown} how */
const unfold = (how) => (/** @type {HTMLDetailsElement} */ node) => (node.open = Boolean(how));

const busy = () => state.busy.has("answer");

/**
 * Answer with option n, if the reader can have seen what it is.
 * @param {number} n
 */
export function answer(n) {
  if (steady() && may("answer")) act("answer", { do: "answer", n });
}

/** @param {Wire.Ask} ask */
function choice(ask) {
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
        hint(o.n),
        h("span", { class: "label" }, o.label),
        o.default && h("span", { class: "usual" }, say("usual")),
      ),
    ),
    ask.order &&
      h(
        "p",
        { class: "standing", key: "order" },
        say("standing", { answer: ask.order }),
        " ",
        button(
          say("ask-again"),
          () => act("order", { do: "order", name: ask.name, question: ask.about, answer: "" }),
          { kind: "quiet" },
        ),
      ),
    may("order") &&
      !ask.order &&
      ask.options.length <= 12 &&
      h(
        "details",
        { class: "always", key: `always${ask.id}` },
        h("summary", {}, say("always")),
        ask.options.map((o) =>
          button(
            o.label,
            () =>
              act("order", { do: "order", name: ask.name, question: ask.about, answer: o.plain || o.label }),
            { kind: "quiet", key: o.n },
          ),
        ),
      ),
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

/** @param {number} n */
const hint = (n) => (n > 0 && n < 10 ? h("kbd", { "aria-hidden": "true" }, n) : null);

/** @typedef {{ title: string, cost: string, all: Wire.Action[] }} Group */

/**
 * Actions of one name together; each target is a button of its own.
 * @param {Wire.Action[]} actions
 * @returns {Group[]}
 */
export function grouped(actions) {
  /** @type {Map<string, Group>} */
  const found = new Map();
  for (const a of actions) {
    const key = `${a.group} ${a.cost}`;
    if (!found.has(key)) found.set(key, { title: a.group, cost: a.cost, all: [] });
    found.get(key)?.all.push(a);
  }
  return [...found.values()];
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
function menu(ask) {
  const actions = shown().actions;
  const allowed = actions.filter((a) => a.n);
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
    forbidden(actions.filter((a) => !a.n)),
    may("advise") &&
      h(
        "p",
        { class: "hint", key: "advise" },
        button([icon("star"), say("advise")], () => change(() => (state.panel = { kind: "advice" })), {
          kind: "quiet",
        }),
      ),
  );
}

/** @param {number} n */
function waiting(n) {
  const waits = state.busy.get("answer");
  return waits ? (waits.n === n ? "waits chosen" : "waits") : "";
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
            !more && a.odds ? odds(a.chance) : null,
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
        a.target && !group.title.includes(a.target) ? h("span", { class: "at" }, ` ${a.target}`) : null,
      ),
      a.chance && odds(a.chance),
      cost(a.cost),
    ),
  );
}

/**
 * A chance: its figure, with a star where help is in it, such as a prayer.
 * What help that is stands in its title, where it takes no room.
 * @param {string} text
 */
function odds(text) {
  const figure = text.match(/^(.*?%|\S*)/)?.[0] ?? text;
  const help = text.slice(figure.length).trim();
  return h(
    "span",
    { class: `chance ${text === "0 %" ? "none" : ""}`, title: help || null },
    figure,
    help && "*",
  );
}

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
    { class: "forbidden", key: "forbidden", made: unfold(wide()) },
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

// --- the game master's pause: what the autopilot is about to do, and whether it may -----------------

/** What is intended now, if anything. */
export const intent = () => (may("let") && shown().pause?.intent) || null;

/** Let it happen. */
export function letGo() {
  const now = intent();
  if (now && steady()) act("answer", { do: "let", ask: now.ask });
}

/** What the autopilot intends and why; the game master lets it go, takes over, or answers otherwise below. */
export function intended() {
  if (!may("let") || !shown().pause?.waits) return null;
  const now = intent();
  const waits = state.busy.has("answer") || !now;
  const name = now?.name ?? shown().ask?.name ?? "";
  return h(
    "section",
    { class: "ask intent", key: "intent", "aria-labelledby": "intends" },
    h("p", { class: "kicker" }, icon("machine"), " ", say("intends", { name })),
    h("h2", { id: "intends", "aria-live": "polite" }, now ? now.label : say("thinking")),
    now &&
      h(
        "p",
        { class: "why" },
        now.chance && h("strong", { class: "chance" }, now.chance),
        " ",
        now.why.startsWith(`${now.label}: `) ? now.why.slice(now.label.length + 2) : now.why,
      ),
    h(
      "div",
      { class: "commit" },
      button(say("take-over"), () => act("hands", { do: "hands", name, manner: "person" }), {
        waits: state.busy.has("hands"),
        key: "over",
        id: "take-over",
      }),
      button([say("let-go"), h("kbd", { "aria-hidden": "true" }, "g")], letGo, {
        kind: "primary",
        waits,
        key: "let",
        id: "let-go",
      }),
    ),
    h("p", { class: "hint" }, say("or-otherwise")),
  );
}

/**
 * Whether somebody's autopilot waits.
 * @param {string} name
 */
export function waits(name) {
  if (!may("pause")) return null;
  return h(
    "label",
    { class: "check", key: `waits${name}` },
    h("input", {
      type: "checkbox",
      checked: Boolean(shown().pause?.names.includes(name)),
      onchange: (e) => inTurn(`pause ${name}`, { do: "pause", name, on: e.target.checked }),
    }),
    say("waits-for-me"),
  );
}

/** All of them at once. */
export function allWait() {
  if (!may("pause")) return null;
  return h(
    "label",
    { class: "check", key: "all" },
    h("input", {
      type: "checkbox",
      checked: Boolean(shown().pause?.all),
      onchange: (e) => inTurn("pause", { do: "pause", name: "all", on: e.target.checked }),
    }),
    say("all-wait"),
  );
}
