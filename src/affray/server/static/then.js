// A turn that is to end once what was chosen is done, without another tap.

import { h } from "./dom.js";
import { button } from "./bits.js";
import { act, change, onAnswered, onHeard, state } from "./state.js";
import { names, say } from "./words.js";

/**
 * Whose turns are to end, and when that was said.
 * @type {Map<number, { ask: string, name: string, round: string }>}
 */
const meant = new Map();

/** What ends the turn of whoever is asked now, where one thing alone does. */
function last() {
  const all = state.view.actions.filter((a) => a.kind === "end" && a.n);
  return all.find((a) => a.act === "end") ?? (all.length === 1 ? all[0] : undefined);
}

/**
 * Whether the turn could be ended after this.
 * @param {Wire.Action} action
 */
export const canEnd = (action) => action.kind !== "end" && Boolean(last());

/**
 * Do what was chosen; the turn ends as soon as the same fighter is asked again what to do.
 * @param {() => Promise<boolean>} doing  whether it was done
 */
export async function thenEnd(doing) {
  const { ask, title } = state.view;
  if (ask?.who != null) meant.set(ask.who, { ask: ask.id, name: ask.name, round: title.round });
  if (await doing()) end();
  else if (ask?.who != null) meant.delete(ask.who);
}

/** End the turn of whoever is asked, if that was said of it. */
function end() {
  const { ask, title } = state.view;
  for (const [who, { round }] of meant) if (round !== title.round) meant.delete(who);
  const now = ask?.who != null && meant.get(ask.who);
  if (!ask || !now || !ask.mine || ask.kind !== "action" || ask.id === now.ask || state.busy.has("answer"))
    return;
  const action = last();
  change(() => meant.delete(/** @type {number} */ (ask.who)));
  if (action) act("answer", { do: "answer", n: action.n, seq: state.seq });
}

onHeard((before, now, message) => {
  const back = message.t === "view" || now.undo.redo > before.undo.redo;
  if (back || now.title.over) meant.clear();
  end();
});
onAnswered(end); // what an answer led to may be told before it counts as answered, and nothing after it

/** Whose turns end by themselves, while what was chosen is still being rolled. */
export const soon = () =>
  meant.size > 0 &&
  !state.past &&
  h(
    "p",
    { class: "banner then", key: "then" },
    say("then-ends", { names: names([...meant.values()].map(({ name }) => name)) }),
    " ",
    button(say("keep-turn"), () => change(() => meant.clear()), { kind: "quiet" }),
  );
