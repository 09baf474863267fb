// A quiet clock: how long ago it was asked what is asked now. Nothing depends on it.

import { h } from "./dom.js";
import { shown, state } from "./state.js";
import { say } from "./words.js";

/** The clock, where the game master has turned it on. */
export function clock() {
  const since = shown().ask?.since;
  if (since == null || state.past) return null;
  return h("span", { class: "clock", key: "clock", role: "timer", "aria-label": say("clock"), own: true });
}

/** Show the time that it is now. */
export function tick() {
  const face = document.querySelector(".clock");
  const since = shown().ask?.since;
  if (!face || since == null) return;
  const seconds = Math.max(0, Math.floor((Date.now() - state.ahead - since) / 1000));
  const text = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  if (face.textContent !== text) face.textContent = text;
}
