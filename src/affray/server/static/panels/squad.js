// A squad: its members one by one, drawn out and put back; and what could be one.

import { h } from "../dom.js";
import { button, icon, mark } from "../bits.js";
import { sideOf, states, noted, track } from "../order.js";
import { inTurn, may, openPanel, shown, state } from "../state.js";
import { say } from "../words.js";

/**
 * Fighters by their numbers, in the order of the strip.
 * @param {number[]} ids
 */
const those = (ids) =>
  shown()
    .order.filter((f) => ids.includes(f.id))
    .sort((a, b) => a.id - b.id);

/**
 * Have these be one squad, or drawn out of theirs.
 * @param {number[]} ids
 */
const form = (ids, on = true) => inTurn("squad", { do: "squad", names: those(ids).map((f) => f.name), on });

/** @param {Wire.Squad} squad */
const title = ({ name, members }) => say("squad-n", { name, n: members.length });

/**
 * The squad of a fighter.
 * @param {any} now
 */
export function squad(now) {
  now.ids ??= [now.id]; // whoever is drawn out is still known by the others
  const it = state.view.squads?.find((s) => s.formed && s.members.some((id) => now.ids.includes(id)));
  if (!it) return { title: say("squads"), body: squads() };
  now.ids = it.members;
  const half = it.members.slice(Math.ceil(it.members.length / 2));
  return {
    title: [mark(sideOf(those(it.members)[0]?.side)), " ", title(it)],
    body: [
      h("p", { class: "hint" }, say("squad-is")),
      h(
        "ul",
        { class: "stack", key: "in" },
        those(it.members).map((f) => line(f, true, it)),
      ),
      it.apart.length ? h("h3", { key: "apart" }, say("squad-apart")) : null,
      h(
        "ul",
        { class: "stack", key: "out" },
        those(it.apart).map((f) => line(f, false, it)),
      ),
      h(
        "div",
        { class: "row", key: "all" },
        half.length > 1 && button(say("squad-split"), () => form(half), { id: "split", key: "split" }),
        button(say("squad-end"), () => form(it.members, false), { id: "break-up", key: "end" }),
      ),
    ],
  };
}

/**
 * @param {Wire.Fighter} f
 * @param {boolean} member
 * @param {Wire.Squad} it
 */
function line(f, member, it) {
  const go = () => (member ? form([f.id], false) : form([...it.members, f.id]));
  return h(
    "li",
    { class: "member", key: f.id },
    button([f.hidden && icon("eye-off"), f.name], () => openPanel("fighter", { id: f.id }), {
      kind: "quiet",
    }),
    h("span", { class: "tracks" }, f.out ? say("out") : f.tracks.slice(0, 1).map((t) => track(t, 0))),
    states(noted(f), 1),
    button([say(member ? "draw-out" : "put-back"), h("span", { class: "sr" }, ` ${f.name}`)], go, {
      waits: state.busy.has("squad"),
      key: "go",
    }),
  );
}

/** All that are squads, and all that could be: one tap each. */
export function squads() {
  const all = may("squad") ? (state.view.squads ?? []) : [];
  if (!all.length) return null;
  return h(
    "fieldset",
    { class: "runs", key: "squads" },
    h("legend", {}, say("squads")),
    h("div", { class: "row" }, all.map(one)),
  );
}

/** @param {Wire.Squad} it */
const one = (it) =>
  it.formed
    ? button(title(it), () => openPanel("squad", { id: it.members[0] }), { key: `in${it.members[0]}` })
    : button(
        [icon("add"), say("squad-form", { name: it.name, n: it.members.length })],
        () => form(it.members),
        { key: `out${it.members[0]}`, waits: state.busy.has("squad") },
      );

/**
 * On a fighter's card: its squad, or one tap to make one of all who are like it.
 * @param {Wire.Fighter} f
 */
export function squadWith(f) {
  const it = may("squad") && state.view.squads?.find((s) => s.members.includes(f.id));
  return it ? h("p", { key: "squad" }, one(it)) : null;
}
