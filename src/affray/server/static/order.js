// The fighters: a strip that follows the turn, and a card with all there is to know of one.

import { h } from "./dom.js";
import { mark } from "./bits.js";
import { openPanel, shown, state } from "./state.js";
import { names, say } from "./words.js";

/**
 * Which side this is, 0 for the first of the scene: decides colour and shape.
 * @param {string} side
 */
export function sideOf(side) {
  const sides = [...new Set(shown().order.map((f) => f.side))];
  return Math.max(0, sides.indexOf(side)) % 4;
}

/** The strip along the top, who acts first first. */
export function strip() {
  const fighters = sorted(shown().order);
  return h(
    "nav",
    { class: "strip", "aria-label": say("order"), key: "strip" },
    h(
      "ol",
      { class: "cards" },
      fighters.map((f) => h("li", { key: f.id }, card(f))),
    ),
  );
}

/** @param {Wire.Fighter[]} order */
function sorted(order) {
  /** @param {Wire.Fighter} f */
  const place = (f) => (f.out ? -1e9 : f.turn === "" || Number.isNaN(Number(f.turn)) ? -1e6 : Number(f.turn));
  return order
    .map((f, n) => /** @type {const} */ ([f, n]))
    .sort(([a, n], [b, m]) => place(b) - place(a) || n - m)
    .map(([f]) => f);
}

/** @param {Wire.Fighter} f */
function card(f) {
  const side = sideOf(f.side);
  return h(
    "button",
    {
      type: "button",
      class: `card side-${side} ${f.now ? "now" : ""} ${f.out ? "out" : ""} ${own(f) ? "mine" : ""}`,
      "aria-current": f.now ? "true" : null,
      "data-fighter": f.id,
      onclick: () => openPanel("fighter", { id: f.id }),
    },
    h("span", { class: "turn" }, f.turn.replace(/^-/, "−")),
    h(
      "span",
      { class: "who" },
      mark(side),
      h("span", { class: "name" }, f.name),
      h("span", { class: "sr" }, notes(f)),
    ),
    h(
      "span",
      { class: "tracks" },
      f.tracks.map((t, n) => track(t, n)),
    ),
    f.states.length
      ? h(
          "span",
          { class: "states" },
          f.states.slice(0, 2).map((s, n) => h("span", { class: "state", key: n }, s)),
          f.states.length > 2 && h("span", { class: "state", key: "more" }, `+${f.states.length - 2}`),
        )
      : null,
  );
}

/**
 * Whether a fighter is the reader's own; a game master, who has all of them, has none.
 * @param {Wire.Fighter} f
 */
const own = (f) => f.mine && state.view.me.role !== "gm";

/** @param {Wire.Fighter} f */
function notes(f) {
  const all = [f.side, f.now && say("now"), f.out && say("out"), own(f) && say("mine")];
  return `, ${names(all.filter(Boolean))}`;
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
  const [now, most] = [t.now ?? 0, t.most ?? 0];
  const share = most ? Math.max(0, Math.min(1, now / most)) : 0;
  const left = t.rises ? 1 - share : share;
  const level = left > 0.5 ? "good" : left > 0.25 ? "warn" : "bad";
  if (n === 0)
    return h(
      "span",
      { class: `track first ${level}`, key: t.name },
      h("span", { class: "bar" }, h("i", { style: { width: `${share * 100}%` } })),
      h("span", { class: t.rises ? "label" : "sr" }, `${t.name} `),
      h("span", { class: "figure" }, `${now}/${most}`),
    );
  const dots = most > 0 && most <= 4;
  return h(
    "span",
    { class: "track small", key: t.name },
    h("span", { class: "label" }, `${t.name} `),
    h("span", { class: dots ? "sr" : "" }, `${now}/${most}`),
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
  if (!now || !list || followed === now.dataset.fighter) return;
  followed = now.dataset.fighter ?? "";
  const box = /** @type {HTMLElement} */ (now.parentElement);
  const calm = matchMedia("(prefers-reduced-motion: reduce)").matches;
  list.scrollTo({
    left: box.offsetLeft - (list.clientWidth - box.offsetWidth) / 2,
    behavior: calm ? "auto" : "smooth",
  });
}
