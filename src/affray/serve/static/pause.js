// The game master's pause: what the autopilot is about to do, and whether it may.

import { h } from "./dom.js";
import { button, icon } from "./bits.js";
import { act, inTurn, may, shown, state, steady } from "./state.js";
import { say } from "./words.js";

/** What is intended now, if anything. */
export const intent = () => (may("let") && shown().pause?.intent) || null;

/** Let it happen. */
export function letGo() {
  const now = intent();
  if (now && steady()) act("answer", { do: "let", ask: now.ask });
}

/** What the autopilot intends and why; the game master lets it go, takes over, or answers otherwise below. */
export function intended() {
  if (!may("let") || !shown().pause?.waits) return null;
  const now = intent();
  const waits = state.busy.has("answer") || !now;
  const name = now?.name ?? shown().ask?.name ?? "";
  return h("section", { class: "ask intent", key: "intent", "aria-labelledby": "intends" },
    h("p", { class: "kicker" }, icon("machine"), " ", say("intends", { name })),
    h("h2", { id: "intends", "aria-live": "polite" }, now ? now.label : say("thinking")),
    now && h("p", { class: "why" }, now.chance && h("strong", { class: "chance" }, now.chance), " ", now.why.startsWith(`${now.label}: `) ? now.why.slice(now.label.length + 2) : now.why),
    h("div", { class: "commit" },
      button(say("take-over"), () => act("hands", { do: "hands", name, manner: "person" }), { waits: state.busy.has("hands"), key: "over", id: "take-over" }),
      button([say("let-go"), h("kbd", { "aria-hidden": "true" }, "g")], letGo, { kind: "primary", waits, key: "let", id: "let-go" })),
    h("p", { class: "hint" }, say("or-otherwise")));
}

/**
 * Whether somebody's autopilot waits.
 * @param {string} name
 */
export function waits(name) {
  if (!may("pause")) return null;
  return h("label", { class: "check", key: `waits${name}` }, h("input", { type: "checkbox", checked: Boolean(shown().pause?.names.includes(name)), onchange: (e) => inTurn(`pause ${name}`, { do: "pause", name, on: e.target.checked }) }), say("waits-for-me"));
}

/** All of them at once. */
export function allWait() {
  if (!may("pause")) return null;
  return h("label", { class: "check", key: "all" }, h("input", { type: "checkbox", checked: Boolean(shown().pause?.all), onchange: (e) => inTurn("pause", { do: "pause", name: "all", on: e.target.checked }) }), say("all-wait"));
}
