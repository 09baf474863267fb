// Squads on the strip, for the game master alone: one card for all of them, a mark for each body.

import { h } from "./dom.js";
import { mark } from "./bits.js";
import { level, sideOf, turnOf } from "./order.js";
import { openPanel, shown } from "./state.js";
import { names, say } from "./words.js";

/**
 * The strip with one card for each squad, where its first member stands who is still to act.
 * @param {Wire.Squad[]} squads
 * @param {(f: Wire.Fighter) => Part} card
 */
export function gathered(squads, card) {
  const { order } = shown();
  const formed = squads.map(({ name, members }) => ({
    name,
    members: order.filter((f) => members.includes(f.id)),
  }));
  return order.flatMap((f) => {
    const squad = formed.find(({ members }) => members.includes(f));
    if (!squad) return [h("li", { key: f.id }, card(f))];
    return leading(squad.members) === f
      ? [h("li", { key: `squad ${f.side} ${squad.name}` }, together(squad))]
      : [];
  });
}

/**
 * Whose place on the strip is that of the squad: who is asked, who is still to act, or the first.
 * @param {Wire.Fighter[]} members
 */
const leading = (members) =>
  members.find((f) => f.now) ?? members.find((f) => !f.out && f.stage !== "acted") ?? members[0];

/** @param {{ name: string, members: Wire.Fighter[] }} squad */
function together({ name, members }) {
  const first = leading(members);
  const down = members.filter((f) => f.out);
  const flags = `${first.now ? "now" : ""} ${down.length === members.length ? "out" : ""}`;
  return h(
    "button",
    {
      type: "button",
      class: `card squad side-${sideOf(first.side)} ${flags}`,
      "aria-current": first.now ? "true" : null,
      "data-fighter": first.id,
      onclick: () => openPanel("squad", { id: first.id }),
    },
    h("span", { class: "turn" }, turnOf(first)),
    h(
      "span",
      { class: "who" },
      mark(sideOf(first.side)),
      h("span", { class: "name" }, `${name} ×${members.length}`),
      h("span", { class: "sr" }, said(members)),
    ),
    h("span", { class: "bodies", "aria-hidden": "true" }, members.map(body)),
  );
}

/** @param {Wire.Fighter[]} members */
function said(members) {
  const [down, hurt] = [members.filter((f) => f.out), members.filter((f) => !f.out && look(f) !== "good")];
  const all = [
    members[0].side,
    say("squad-members", { n: members.length }),
    hurt.length && say("squad-hurt", { names: names(hurt.map((f) => f.name)) }),
    down.length && say("down", { names: names(down.map((f) => f.name)) }),
  ];
  return `, ${names(all.filter(Boolean))}`;
}

/**
 * How somebody looks: as the bar of the first figure would.
 * @param {Wire.Fighter} f
 */
const look = (f) => (f.tracks[0] && !f.tracks[0].word ? level(f.tracks[0]).look : "good");

/** @param {Wire.Fighter} f */
const body = (f) =>
  h(
    "i",
    { class: `${look(f)} ${f.now ? "up" : ""} ${f.stage === "acted" ? "done" : ""}`, key: f.id },
    f.out ? "✕" : f.stage === "acted" ? "○" : "●",
  );
