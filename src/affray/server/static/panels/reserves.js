// Who waits off the map: a tap on one, another on the map, and they are in the fight.

import { h } from "../dom.js";
import { button, icon, mark } from "../bits.js";
import { sideOf } from "../order.js";
import { act, openPanel, state } from "../state.js";
import { names, say } from "../words.js";
import { enters } from "./card.js";
import { sent } from "./form.js";

/** Those who wait; nobody but the game master knows of them. */
export function reserves() {
  const all = state.view.reserves ?? [];
  return {
    title: say("reserves"),
    body: [
      h("p", { class: "hint", key: "is" }, say(all.length ? "reserves-are" : "reserves-none")),
      h("ul", { class: "plain stack", key: "all" }, all.map(waits)),
    ],
    foot: button([icon("add"), say("add")], () => openPanel("add", { words: "", why: "", reserve: true })),
  };
}

/** @param {Wire.Reserve} one */
const waits = (one) =>
  h(
    "li",
    { class: "row", key: one.name },
    button(
      [mark(sideOf(one.side)), one.name],
      () => enters({ reserve: one.name }, say("add-where", { name: one.name })),
      {
        waits: state.busy.has("join"),
      },
    ),
    h("span", { class: "hint" }, names([one.side, one.hidden && say("secret")].filter(Boolean))),
    h(
      "button",
      {
        type: "button",
        class: "btn quiet icon-only",
        "aria-label": say("reserve-drop", { name: one.name }),
        onclick: () => act("reserve", { do: "reserve", act: "drop", name: one.name }),
      },
      icon("close"),
    ),
  );

/**
 * Somebody new waits, and is shown among those who do.
 * @param {Omit<Wire.ReserveCommand, "do" | "id">} whom
 */
export const keeps = (whom) => sent("reserve", { do: "reserve", ...whom }, () => openPanel("reserves"));
