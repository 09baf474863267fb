// The fighters: a strip that follows the turn, each of them a way to all there is to know of one.

import { h } from "./dom.js";
import { icon, mark } from "./bits.js";
import { change, may, openPanel, shown, state } from "./state.js";
import { names, say } from "./words.js";

/**
 * The mark of a side, which decides colour and shape: the server gives it, to everybody the same.
 * @param {string} side
 */
export const sideOf = (side) => shown().order.find((f) => f.side === side)?.mark ?? 0;

/**
 * The squad of a fighter, which only a game master is told.
 * @param {number} id
 */
export const squadOf = (id) => state.view.squads?.find((s) => s.formed && s.members.includes(id));

/** @type {typeof import("./squads.js") | null} */
let squads = null; // fetched where there is one: players do without

function fetchSquads() {
  import("./squads.js").then(
    (here) => change(() => (squads = here)),
    () => {}, // each is on a card of its own then
  );
}

/** The cards of all, those of a squad together. */
function cards() {
  const formed = state.view.squads?.filter((s) => s.formed) ?? [];
  if (formed.length && !squads) fetchSquads();
  return formed.length && squads
    ? squads.gathered(formed, card)
    : shown().order.map((f) => h("li", { key: f.id }, card(f)));
}

/** The strip along the top, in the order in which fighters act. */
export function strip() {
  return h(
    "nav",
    { class: "strip", "aria-label": say("order"), key: "strip" },
    h(
      "ol",
      { class: "cards" },
      cards(),
      may("reserve") && Boolean(state.view.reserves?.length) && h("li", { key: "reserves" }, waiting()),
    ),
  );
}

/** Who waits off the map, for the game master: the way to them. */
const waiting = () =>
  h(
    "button",
    { type: "button", class: "card reserves", onclick: () => openPanel("reserves") },
    h("span", { class: "who" }, icon("box"), say("reserves")),
    h("span", { class: "tracks" }, state.view.reserves?.length),
  );

/**
 * The number by which a fighter acts.
 * @param {Wire.Fighter} f
 */
export const turnOf = (f) => f.turn.replace(/^-/, "−");

/** @param {Wire.Fighter} f */
function card(f) {
  const side = sideOf(f.side);
  return h(
    "button",
    {
      type: "button",
      class: `card side-${side} stage-${f.stage} ${flags(f)}`,
      "aria-current": f.now ? "true" : null,
      "data-fighter": f.id,
      onclick: () => openPanel("fighter", { id: f.id }),
    },
    h("span", { class: "turn" }, turnOf(f)),
    h(
      "span",
      { class: "who" },
      mark(side),
      f.hidden && icon("eye-off"),
      h("span", { class: "name" }, f.name),
      STAGES[f.stage] && h("span", { class: "stage", "aria-hidden": "true" }, STAGES[f.stage]()),
      h("span", { class: "sr" }, notes(f)),
    ),
    h(
      "span",
      { class: "tracks" },
      f.tracks.map((t, n) => track(t, n)),
    ),
    states(noted(f), fitting(noted(f))),
  );
}

/**
 * What is noted about a fighter for all, what is out of the ordinary about it, what is noted in secret.
 * @param {Wire.Fighter} f
 * @returns {[text: string, look: string][]}
 */
export const noted = (f) => {
  const written = (/** @type {boolean} */ secret) =>
    (f.notes ?? [])
      .filter((n) => n.secret === secret)
      .map((n) => /** @type {[string, string]} */ ([n.text, secret ? "note secret" : "note"]));
  const states = f.states.map((s) => /** @type {[string, string]} */ ([s, ""]));
  return [...written(false), ...states, ...written(true)];
};

const ROOM = 24; // letters of states that stand on a card beside each other

/**
 * How many states a card has room for: one at least, the others are counted.
 * @param {[text: string, look: string][]} all
 */
function fitting(all) {
  let [most, letters] = [0, 0];
  for (const [text] of all)
    if ((letters += text.length + 3) <= ROOM || !most) most++;
    else break;
  return Math.min(most, 2);
}

/**
 * States and notes beside each other, so many of them at most.
 * @param {[text: string, look: string][]} all
 */
export function states(all, most = all.length) {
  if (!all.length) return null;
  return h(
    "span",
    { class: "states" },
    all
      .slice(0, most)
      .map(([text, look], n) =>
        h("span", { class: `state ${look}`, key: n }, look.includes("secret") && icon("lock"), text),
      ),
    all.length > most && h("span", { class: "state", key: "more" }, `+${all.length - most}`),
  );
}

/**
 * Whether a fighter is the reader's own; a game master, who has all of them, has none.
 * @param {Wire.Fighter} f
 */
const own = (f) => f.mine && state.view.me.role !== "gm";

/** @param {Wire.Fighter} f */
const flags = (f) =>
  `${f.now ? "now" : ""} ${f.out ? "out" : ""} ${own(f) ? "mine" : ""} ${f.hidden ? "hides" : ""}`;

/**
 * How it stands with a turn, in a word or a tick; nothing of those still to come.
 * @type {Record<string, () => string>}
 */
const STAGES = {
  acted: () => "✓",
  up: () => say("up"),
  next: () => say(shown().order.filter((f) => f.stage === "next").length > 1 ? "next-together" : "next"),
  passes: () => say("passes"),
  held: () => say("held"),
};

/** @param {Wire.Fighter} f */
function notes(f) {
  const stage = f.stage === "acted" ? say("acted") : f.stage === "up" ? say("now") : STAGES[f.stage]?.();
  const asked = f.now && f.stage !== "up" && say("asked-now");
  const all = [f.side, stage, asked, f.out && say("out"), own(f) && say("mine"), f.hidden && say("secret")];
  return `, ${names(all.filter(Boolean))}`;
}

/**
 * How much of a figure is left, and how that looks.
 * @param {Wire.Track} t
 */
export function level(t) {
  const [now, most] = [t.now ?? 0, t.most ?? 0];
  const share = most ? Math.max(0, Math.min(1, now / most)) : 0;
  const left = t.rises ? 1 - share : share;
  return { now, most, share, look: t.grave ? "bad" : left > 0.5 ? "good" : left > 0.25 ? "warn" : "bad" };
}

/**
 * A figure: the first as a bar, small ones as dots, others in numbers.
 * @param {Wire.Track} t
 * @param {number} n
 */
export function track(t, n) {
  if (t.word)
    return h(
      "span",
      { class: "track", key: t.name },
      h("span", { class: n ? "label" : "sr" }, `${t.name} `),
      t.word,
    );
  const { now, most, share, look } = level(t);
  if (n === 0)
    return h(
      "span",
      { class: `track first ${look}`, key: t.name },
      h("span", { class: "bar" }, h("i", { style: { width: `${share * 100}%` } })),
      h("span", { class: t.rises ? "label" : "sr" }, `${t.name} `),
      h("span", { class: "figure" }, `${now}/${most}`),
    );
  const dots = most > 0 && most <= 4;
  return h(
    "span",
    { class: `track ${t.rises ? "harm" : "small"}`, key: t.name },
    h("span", { class: "label" }, `${t.name} `),
    h("span", { class: dots ? "sr" : "" }, t.rises ? now : `${now}/${most}`),
    dots &&
      h(
        "span",
        { class: "dots", "aria-hidden": "true" },
        "●".repeat(Math.max(0, now)) + "○".repeat(Math.max(0, most - now)),
      ),
  );
}

let followed = "";

/** Bring who acts into sight, unless the reader is just looking elsewhere on the strip. */
export function follow() {
  const now = /** @type {HTMLElement | null} */ (document.querySelector(".strip .now"));
  const list = document.querySelector(".strip .cards");
  const box = now?.parentElement;
  if (!now || !list || !box) return;
  const place = `${now.dataset.fighter} ${[...list.children].indexOf(box)} ${list.children.length}`;
  if (followed === place) return;
  followed = place;
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  list.scrollTo({
    left: box.offsetLeft - (list.clientWidth - box.offsetWidth) / 2,
    behavior: calm ? "auto" : "smooth",
  });
}
