// What is asked, and what happened last: the first column of the page.

import { h } from "./dom.js";
import { actions } from "./actions.js";
import { unfolded, wide } from "./bits.js";
import { choice } from "./choice.js";
import { intended } from "./control.js";
import { tray } from "./dice.js";
import { bill, recent, rule } from "./log.js";
import { answered } from "./past.js";
import { ending } from "./outcome.js";
import { awaited } from "./self.js";
import { change, shown, state } from "./state.js";
import { soon } from "./then.js";
import { say } from "./words.js";

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
  const { ask, title, me, log } = shown();
  const waits = title.waits && !me.pending;
  return [
    me.pending && h("p", { class: "banner", key: "pending" }, say("waiting-in")),
    state.past || me.pending ? null : departed(),
    state.past ? answered() : intended(),
    waits ? before() : null,
    soon(),
    title.over ? ending(title) : ask ? question(ask) : null,
    ask && ask.mine && ask.kind === "action" ? actions(ask) : null,
    me.pending || !log.length
      ? null
      : h(
          "section",
          { class: "recent", key: "recent", "aria-label": say("latest") },
          h("h2", {}, say("latest")),
          recent(ask && ask.mine ? 4 : 10),
        ),
  ];
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

/** @param {Wire.Ask} ask */
function question(ask) {
  const mine = ask.mine;
  const own = mine && state.view.me.role !== "gm";
  const heading = kicker(ask);
  return h(
    "section",
    {
      class: `ask ${mine ? "mine" : ""} ${own ? "own" : ""} for-${ask.kind}`,
      key: "ask",
      "aria-labelledby": "question",
    },
    h("p", { class: "kicker" }, heading, mine && !own ? player(ask.name) : null),
    ask.question && h("h2", { id: "question", tabindex: -1 }, ask.question),
    !ask.question && h("h2", { id: "question", class: "sr" }, heading),
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
    { class: "receipt", key: `r${ask.id}`, made: unfolded(ask.receipt.length && wide.matches) },
    h("summary", {}, say(ask.receipt.length ? "how-rolled" : "rules")),
    bill(ask.receipt),
    h(
      "p",
      { class: "rules" },
      ask.rules.map((r) => h("span", { key: r.id }, rule(r.id, r.title), ` ${r.title} `)),
    ),
  );
}
