// Oneself, all the time: points, state, what is in hand; and what one waits for.

import { h } from "./dom.js";
import { icon, mark, wide } from "./bits.js";
import { level, noted, sideOf, states } from "./order.js";
import { change, openPanel, shown, state } from "./state.js";
import { names, say } from "./words.js";

let picked = { id: -1, ask: "" }; // whom the reader wants to see, and what was asked then

/** The reader's own fighters; a game master, who has all of them, has none. */
const own = () => (state.view.me.role === "player" ? shown().order.filter((f) => f.mine) : []);

/**
 * The one to show: who is asked, until another is chosen; else who was chosen last, or the first.
 * @param {Wire.Fighter[]} all
 */
function one(all) {
  const { ask } = shown();
  const asked = ask?.mine && picked.ask !== ask.id ? all.find((f) => f.id === ask.who) : undefined;
  return asked ?? all.find((f) => f.id === picked.id) ?? all[0];
}

/** The bar of one's own fighter, or of one of them. */
export function oneself() {
  const all = own();
  const f = one(all);
  if (!f) return null;
  const { ask } = shown();
  const left = ask?.mine && ask.who === f.id ? ask.left : "";
  return h(
    "section",
    { class: `self side-${sideOf(f.side)}`, key: "self", "aria-label": say("self") },
    h(
      "button",
      { type: "button", class: "me", key: "me", onclick: () => openPanel("fighter", { id: f.id }) },
      h(
        "span",
        { class: "who" },
        mark(sideOf(f.side)),
        h("span", { class: "name" }, f.name),
        h("span", { class: "hand" }, f.gear),
        left && h("span", { class: "left" }, left),
      ),
      h("span", { class: "gauges" }, f.tracks.map(gauge)),
      states(noted(f)),
    ),
    all.length > 1 ? other(all, f) : null,
    wide.matches || state.tab === "fight" ? null : h("p", { class: "awaits", key: "awaits" }, awaited()),
  );
}

/**
 * A figure with its name; the first, which is life, with a bar.
 * @param {Wire.Track} t
 * @param {number} n
 */
function gauge(t, n) {
  const { now, most, share, look } = level(t);
  return h(
    "span",
    { class: `gauge ${n && !t.grave ? "" : look}`, key: t.name },
    h("span", { class: "label" }, t.name),
    " ",
    h("b", {}, t.word ?? (t.rises ? now : `${now}/${most}`)),
    n || t.word ? null : h("span", { class: "bar" }, h("i", { style: { width: `${share * 100}%` } })),
  );
}

/**
 * A way to the next of one's own fighters.
 * @param {Wire.Fighter[]} all
 * @param {Wire.Fighter} now
 */
function other(all, now) {
  const next = all[(all.indexOf(now) + 1) % all.length];
  return h(
    "button",
    {
      type: "button",
      class: "btn icon-only quiet",
      key: "other",
      "aria-label": say("self-other", { name: next.name }),
      title: next.name,
      onclick: () => change(() => (picked = { id: next.id, ask: shown().ask?.id ?? "" })),
    },
    icon("on"),
  );
}

/** For whom all wait, and when it is oneself; or why one does not act. */
export function awaited() {
  const { ask, title } = shown();
  if (!ask || title.over) return "";
  if (ask.mine) return say("your-turn");
  const all = own();
  const waiting = { names: names(ask.waiting_for) };
  if (!all.length || !all.every((f) => f.idle.length)) return due(all, ask) || say("waiting-for", waiting);
  return due(all, ask) || say("waiting-idle", { ...waiting, why: idle(all) });
}

/**
 * When it is one's own turn, as far as that can be said.
 * @param {Wire.Fighter[]} all
 * @param {Wire.Ask} ask
 */
function due(all, ask) {
  const waiting = { names: names(ask.waiting_for) };
  const next = all.filter((f) => f.stage === "next");
  if (next.length)
    return all.length > 1
      ? say("then-name", { ...waiting, name: names(next.map((f) => f.name)) })
      : say("then-you", waiting);
  const soonest = all.filter((f) => f.before != null).sort((a, b) => (a.before ?? 0) - (b.before ?? 0))[0];
  if (!soonest) return "";
  const before = { ...waiting, n: soonest.before, name: soonest.name };
  if (soonest.before === 1) return say(all.length > 1 ? "one-before-name" : "one-before-you", before);
  return say(all.length > 1 ? "before-name" : "before-you", before);
}

/** @param {Wire.Fighter[]} all */
const idle = (all) =>
  all.length > 1
    ? all.map((f) => say("idle-name", { name: f.name, why: names(f.idle) })).join(" ")
    : say("idle-you", { why: names(all[0].idle) });
