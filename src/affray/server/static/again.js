// The same once more: what a fighter has just done is offered again at the head of the menu, for one tap.

import { h } from "./dom.js";
import { odds } from "./actions.js";
import { button } from "./bits.js";
import { busy } from "./choice.js";
import { act, change, onHeard, shown, state, steady } from "./state.js";
import { canEnd, thenEnd } from "./then.js";
import { say } from "./words.js";

/** @type {{ who: number | null, round: string, label: string } | null} */
let last = null;

/**
 * Do something, and remember it once it was done; whether it was.
 * @param {Wire.Action} action
 * @param {() => Promise<boolean>} doing
 */
export async function remembered({ label }, doing) {
  const { ask, title } = state.view;
  const done = await doing();
  if (done && ask) change(() => (last = { who: ask.who, round: title.round, label }));
  return done;
}

onHeard((before, now) => {
  if (now.undo.redo > before.undo.redo) last = null;
});

/**
 * The last attack of whoever is asked, where it can be done again in this turn.
 * @param {Wire.Ask} ask
 */
export function again(ask) {
  const { title, actions } = shown();
  if (!last || last.who !== ask.who || last.round !== title.round || state.past) return null;
  const same = actions.find((a) => a.label === last?.label && a.kind === "attack" && !a.wants && !a.futile);
  if (!same?.n) return null;
  const go = async () => (await act("answer", { do: "answer", n: same.n }))?.t === "done";
  const waits = busy();
  return h(
    "section",
    { class: "again", key: "again", "aria-label": say("once-more") },
    h("p", {}, h("span", { class: "label" }, same.label), " ", odds(same)),
    h(
      "div",
      { class: "commit" },
      button(say("once-more"), () => steady() && go(), { kind: "", waits, id: "again" }),
      canEnd(same)
        ? button(say("once-more-end"), () => steady() && thenEnd(go), {
            kind: "",
            waits,
            id: "again-and-end",
          })
        : null,
    ),
  );
}
