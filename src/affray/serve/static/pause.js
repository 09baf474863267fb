// The game master's pause: what the autopilot is about to do, and whether it may.

import { h } from "./dom.js";
import { button, icon } from "./bits.js";
import { act, change, may, shown, state } from "./state.js";
import { say } from "./words.js";

/** What is intended now, if anything. */
export const intent = () => (may("let") && shown().pause?.intent) || null;

/** Let it happen. */
export function letGo() {
  const now = intent();
  if (now && !now.thinking) act("answer", { do: "let", ask: now.ask });
}

/** What the autopilot intends and why; the game master lets it go, takes over, or answers otherwise below. */
export function intended() {
  const now = intent();
  if (!now) return null;
  const waits = state.busy.has("answer");
  return h("section", { class: "ask intent", key: "intent", "aria-labelledby": "intends" },
    h("p", { class: "kicker" }, icon("machine"), " ", say("intends", { name: now.name })),
    h("h2", { id: "intends", role: "status" }, now.thinking ? say("thinking") : now.label), now.why && h("p", { class: "why" }, now.why),
    h("div", { class: "commit" },
      button(say("take-over"), () => act("hands", { do: "hands", name: now.name, manner: "person" }), { waits, key: "over", id: "take-over" }),
      button([say("let-go"), h("kbd", { "aria-hidden": "true" }, "g")], letGo, { kind: "primary", waits: waits || Boolean(now.thinking), key: "let", id: "let-go" })),
    h("p", { class: "hint" }, say("or-otherwise")));
}

/** @param {string} name */
const paused = (name) => Boolean(shown().pause?.names.includes(name));

/**
 * Whether somebody's autopilot waits.
 * @param {string} name
 */
export function waits(name) {
  if (!may("pause")) return null;
  return h("label", { class: "check", key: `waits${name}` }, h("input", { type: "checkbox", checked: paused(name), onchange: (e) => act(`pause ${name}`, { do: "pause", name, on: e.target.checked }) }), say("waits-for-me"));
}

/** All of them at once. */
export function allWait() {
  if (!may("pause")) return null;
  const all = shown().order.filter((f) => f.mine && f.hand).map((f) => f.name);
  const on = all.length > 0 && all.every(paused);
  return h("label", { class: "check", key: "all" }, h("input", { type: "checkbox", checked: on, onchange: (e) => change(() => act("pause", { do: "pause", name: "all", on: e.target.checked })) }), say("all-wait"));
}
