// Ending a turn: apart from all else, and only after a question where something is left of it.

import { h } from "./dom.js";
import { row } from "./actions.js";
import { button, capital } from "./bits.js";
import { answer } from "./choice.js";
import { change, moved, shown, state } from "./state.js";
import { say } from "./words.js";

let meant = { ask: "", n: 0 }; // what was chosen and is to be confirmed
let back = false; // whether it was let go, so that the focus goes back to where it was chosen

/** @param {Wire.Action} a */
const useful = (a) => a.n && a.kind !== "end" && !a.futile;

/**
 * Ask once more before a turn ends of which something is left; whether it was asked.
 * @param {Wire.Action} action
 */
export function ending(action) {
  const { ask, actions } = shown();
  if (!ask || action.kind !== "end" || !ask.left || !actions.some(useful)) return false;
  change(() => ((meant = { ask: ask.id, n: action.n }), (state.tab = "fight"), moved()));
  return true;
}

const stay = () => change(() => ((meant = { ask: "", n: 0 }), (back = true)));

/** @param {HTMLElement} list */
function returned(list) {
  if (back) list.querySelector("button")?.focus({ preventScroll: true });
  back = false;
}

/**
 * What ends the turn; or the question whether that is meant.
 * @param {Wire.Ask} ask
 * @param {Wire.Action[]} all
 */
export function ends(ask, all) {
  const open = all.filter((a) => a.kind === "end" && a.n);
  const now = meant.ask === ask.id && open.find((a) => a.n === meant.n);
  if (!now)
    return open.length ? h("ul", { class: "plain ends", key: "ends", made: returned }, open.map(row)) : null;
  return h(
    "section",
    {
      class: "ends sure",
      key: "sure",
      role: "group",
      "aria-labelledby": "sure",
      made: (node) => (node.querySelector(".primary").focus(), node.scrollIntoView({ block: "nearest" })),
      // An Enter held too long is not meant.
      onkeydown: (e) => (e.key === "Escape" ? stay() : e.repeat && e.preventDefault()),
    },
    h("p", { id: "sure" }, say("end-so", { left: capital(ask.left), what: capital(now.label) })),
    h(
      "div",
      { class: "commit" },
      button(say("not-yet"), stay),
      button(capital(now.label), () => answer(now.n), {
        kind: "primary",
      }),
    ),
  );
}
