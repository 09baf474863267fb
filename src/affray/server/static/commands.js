// All that a seat can do besides playing: for the bar, the menu and the palette.

import { letGo, intent } from "./control.js";
import { told } from "./log.js";
import { HOST } from "./outcome.js";
import { inTurn, lookAt, may, openPanel, shown, state } from "./state.js";
import { say } from "./words.js";

/**
 * One step back or on; several in a row are taken one after the other.
 * @param {"undo" | "redo"} what
 */
const step = (what) => inTurn("undo", { do: what, n: 1 });

/** What one step back would take, as far as this seat has read of it: nothing that has not been told it. */
function takes() {
  const { undo, log } = shown();
  const taken = undo.takes ? log.filter((line) => line.entry >= undo.takes && line.kind !== "table") : [];
  const line = taken.find((each) => each.kind === "act" || each.kind === "roll") ?? taken[0];
  return line ? say("undo-of", { what: told(line) }) : say("undo");
}

/**
 * @typedef {object} Doing
 * @property {any} icon
 * @property {string} label
 * @property {string} [title] the label with more, for who points at it or has it read out
 * @property {() => unknown} how
 * @property {string} [key]
 * @property {boolean} [off]
 */

/**
 * All that this seat can do besides playing; also what the palette lists.
 * @returns {Doing[]}
 */
export function commands() {
  const undo = shown().undo;
  return /** @type {Doing[]} */ (
    [
      may("undo") && {
        icon: "undo",
        label: say("undo"),
        title: takes(),
        off: !undo.can,
        how: () => step("undo"),
        key: "u",
      },
      may("redo") && { icon: "redo", label: say("redo"), off: !undo.redo, how: () => step("redo"), key: "U" },
      may("seat") && { icon: "seats", label: say("seats"), how: () => openPanel("seats") },
      may("hands") && { icon: "hand", label: say("hands"), how: () => openPanel("hands") },
      may("sight") && { icon: "eye", label: say("sight"), how: () => openPanel("sight") },
      may("override") && {
        icon: "pen",
        label: say("correct"),
        how: () => openPanel("correct", { words: "", why: "" }),
      },
      may("join") && { icon: "add", label: say("add"), how: () => openPanel("add", { words: "", why: "" }) },
      may("reserve") &&
        state.view.reserves?.length && {
          icon: "box",
          label: say("reserves"),
          how: () => openPanel("reserves"),
        },
      may("advise") && { icon: "star", label: say("advise"), how: () => openPanel("advice") },
      may("say") && { icon: "say", label: say("say"), how: () => openPanel("text", { about: "say" }) },
      may("throw") && { icon: "dice", label: say("throw"), how: () => openPanel("throw"), key: "t" },
      may("name") && { icon: "pen", label: say("name-it"), how: () => openPanel("text", { about: "name" }) },
      may("order") &&
        state.view.orders?.length && { icon: "hand", label: say("orders"), how: () => openPanel("orders") },
      intent() && { icon: "machine", label: say("let-go"), how: letGo, key: "g" },
      may("at") && {
        icon: "past",
        label: say("look-back"),
        off: !undo.entries,
        how: () => lookAt(Math.max(0, undo.entries - 1)),
      },
      may("fork") && { icon: "fork", label: say("copy"), how: () => openPanel("fork") },
      may("share") && { icon: "eye", label: say("share"), how: () => openPanel("share") },
      HOST && may("begin") && { icon: "on", label: say("next-fight"), how: () => openPanel("next") },
      may("picture") && { icon: "map", label: say("picture"), how: () => openPanel("picture") },
      may("fog") && { icon: "eye-off", label: say("fog"), how: () => openPanel("fog") },
      may("wall") && { icon: "map", label: say("walls"), how: () => openPanel("walls") },
      may("archive") && {
        icon: "box",
        label: say(state.view.title.archived ? "take-out" : "put-away"),
        how: () => openPanel("archive"),
      },
      may("export") && { icon: "save", label: say("export"), how: () => openPanel("export") },
      may("export") && { icon: "flag", label: say("report"), how: () => openPanel("report") },
    ].filter(Boolean)
  );
}
