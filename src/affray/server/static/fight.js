// What is asked, and what happened last: the first column of the page.

import { h } from "./dom.js";
import { actions } from "./actions.js";
import { button, mark, unfolded, wide } from "./bits.js";
import { choice } from "./choice.js";
import { intended } from "./control.js";
import { tray } from "./dice.js";
import { bill, recent, rule } from "./log.js";
import { answered } from "./past.js";
import { ending } from "./outcome.js";
import { sideOf, squadOf } from "./order.js";
import { awaited } from "./self.js";
import { change, onHeard, playerOf, shown, state } from "./state.js";
import { soon } from "./then.js";
import { names, say } from "./words.js";

const AGAIN = 2_000; // ms until what could not be fetched is sought once more

/** @type {typeof import("./lobby.js") | null} */
let lobby = null; // fetched where a fight waits to begin: all others do without
let fetching = false;

/** What stands there until the fight begins, as soon as it is here. */
function before() {
  if (!lobby && !fetching) void fetchLobby();
  return lobby && lobby.lobby();
}

async function fetchLobby() {
  fetching = true;
  try {
    lobby = await import("./lobby.js");
  } catch {
    await new Promise((later) => setTimeout(later, AGAIN));
  }
  change(() => (fetching = false));
}

/** The whole of the first column. */
export function fight() {
  const { ask, title, me } = shown();
  const waits = title.waits && !me.pending;
  const acts = ask && ask.mine && ask.kind === "action" && !theirs(ask);
  return [
    me.pending && h("p", { class: "banner", key: "pending" }, awaits(me)),
    state.past || me.pending ? null : departed(),
    sides(),
    state.past ? answered() : intended(),
    waits ? before() : null,
    soon(),
    title.over ? ending(title) : ask ? question(ask) : null,
    acts && !wide.matches ? just(ask) : null,
    acts ? actions(ask) : null,
    latest(ask && ask.mine ? 4 : 10),
  ];
}

/**
 * What somebody at the door waits for.
 * @param {Wire.Me} me
 */
const awaits = ({ fighters }) =>
  fighters.length ? say("waiting-as", { names: names(fighters) }) : say("waiting-in");

/** For whoever watches: whose side is against whose. */
function sides() {
  const { me, order } = shown();
  const met = new Map(order.map((f) => [f.side, sideOf(f.side)]));
  if (me.role !== "spectator" || me.pending || met.size < 2) return null;
  return h(
    "p",
    { class: "sides", key: "sides" },
    [...met].map(([side, n], at) => [at ? ` ${say("against")} ` : null, mark(n), " ", side]),
  );
}

/**
 * The last lines of the log.
 * @param {number} n
 */
function latest(n) {
  const lines = shown().me.pending ? null : recent(n);
  if (!lines) return null;
  return h(
    "section",
    { class: "recent", key: "recent", "aria-label": say("latest") },
    h("h2", {}, say("latest")),
    lines,
  );
}

let stood = { ask: "", line: 0 };

/**
 * On a phone: what one's last deed came to, above all that may be next.
 * What is said later stands below alone, since it would move the menu under the reader's hand.
 * @param {Wire.Ask} ask
 */
function just(ask) {
  if (stood.ask !== ask.id) stood = { ask: ask.id, line: shown().log.at(-1)?.n ?? 0 };
  const lines = recent(3, stood.line);
  return lines && h("section", { class: "just", key: "just", "aria-label": say("just") }, lines);
}

/** Those of one's own fighters who were taken out of the fight. */
function departed() {
  const { me, order } = shown();
  return me.fighters
    .filter((name) => !order.some((f) => f.name === name))
    .map((name) => h("p", { class: "banner", key: `left ${name}` }, say("has-left", { name })));
}

/**
 * Whose moment it is: one's own turn, one's dice, or what somebody else is about.
 * @param {Wire.Ask} ask
 */
export function kicker({ mine, kind, name, meanwhile }) {
  const own = state.view.me.role !== "gm";
  if (!mine) return awaited();
  if (kind === "dice") return own ? say("your-roll") : say("dice-of", { name });
  if (!meanwhile) return own ? say("your-turn") : say("turn-of", { name });
  const target = meanwhile.asked && !own ? name : meanwhile.target;
  if (meanwhile.kind !== "attack" || !target) return say("turn-of", { name: meanwhile.name });
  return say(meanwhile.asked && own ? "attacks-you" : "attacks", { name: meanwhile.name, target });
}

/** Whose questions the game master answers though their player is here; until somebody else is asked. */
let instead = /** @type {number | null} */ (null);

/**
 * The player who is here and is asked, where the game master has not said that they answer instead.
 * @param {Wire.Ask} ask
 */
export function theirs(ask) {
  if (!ask.mine || state.view.me.role !== "gm" || (ask.who != null && ask.who === instead)) return undefined;
  const seat = playerOf(ask.name);
  return seat?.connected ? seat : undefined;
}

onHeard((before, now) => {
  if (before.ask?.who !== now.ask?.who) instead = null;
});

/**
 * For the game master, of a player who is here: that it is theirs to answer, and a way to do it for them.
 * @param {Wire.Ask} ask
 * @param {Wire.Seated} seat
 */
function leftTo(ask, seat) {
  return h(
    "section",
    { class: "ask", key: "ask", "aria-labelledby": "question" },
    h("p", { class: "kicker" }, say("waiting-for", { names: seat.name })),
    h("h2", { id: "question", tabindex: -1 }, ask.question || kicker(ask)),
    h(
      "div",
      { class: "row" },
      button(say("answer-for", { name: seat.name }), () => change(() => (instead = ask.who)), {
        id: "instead",
      }),
    ),
  );
}

/** @param {Wire.Ask} ask */
function question(ask) {
  const seat = theirs(ask);
  if (seat) return leftTo(ask, seat);
  const mine = ask.mine;
  const own = mine && state.view.me.role !== "gm";
  const heading = kicker(ask);
  const many = squad(ask);
  const asked = (many && many.it.asked) || ask.question;
  return h(
    "section",
    {
      class: `ask ${mine ? "mine" : ""} ${own ? "own" : ""} for-${ask.kind}`,
      key: "ask",
      "aria-labelledby": "question",
    },
    h("p", { class: "kicker" }, heading, mine && !own ? player(ask.name) : null, many && forAll(many.n)),
    asked && h("h2", { id: "question", tabindex: -1 }, asked),
    !asked && h("h2", { id: "question", class: "sr" }, heading),
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
  const seat = playerOf(name);
  return seat ? ` · ${seat.name}${seat.connected ? "" : ` (${say("away")})`}` : null;
}

/**
 * The squad an answer is for, and how many of it: all of them who are still to act, or still up.
 * @param {Wire.Ask} ask
 */
function squad({ who, kind }) {
  const it = kind === "dice" || who == null || state.past ? undefined : squadOf(who);
  const left = shown().order.filter((f) => it?.members.includes(f.id) && !f.out);
  const n = left.filter((f) => f.id === who || kind !== "action" || f.stage !== "acted").length;
  return it && n > 1 ? { it, n } : null;
}

/** @param {number} n */
const forAll = (n) => h("strong", { class: "for-squad" }, ` · ${say("for-squad", { n })}`);

/**
 * What stands behind a question: how a number is made up, and the rules.
 * @param {Wire.Ask} ask
 */
function behind(ask) {
  if (!ask.receipt.length && !ask.rules.length) return null;
  return h(
    "details",
    { class: "receipt", key: `r${ask.id}`, made: unfolded(ask.receipt.length && wide.matches) },
    h("summary", {}, say(ask.receipt.length ? "how-rolled" : "rules")),
    bill(ask.receipt, ask.sum),
    h(
      "p",
      { class: "rules" },
      ask.rules.map((r) => h("span", { key: r.id }, rule(r.id, r.title), ` ${r.title} `)),
    ),
  );
}
