// Forgetting for good: asked again first; what could not be reached is said.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { change, may, room, state } from "../state.js";
import { say } from "../words.js";
import { sure } from "./form.js";
import { posted } from "./posted.js";

/**
 * A way to have something forgotten, for the game master: a button, then the question.
 * @param {any} now
 * @param {"note" | "picture" | "person"} what
 * @param {string} which
 * @param {string} name
 */
export function forget(now, what, which, name) {
  if (!may("seat")) return null;
  const key = `forget ${what} ${which}`;
  const end = () => change(() => (now.forget = ""));
  if (now.forget !== key)
    return button([icon("bin"), what !== "note" && say("forget")], () => change(() => (now.forget = key)), {
      kind: what === "note" ? "quiet icon-only" : "quiet",
      title: say("forget"),
      key,
      "aria-label": say("forget-it", { name }),
    });
  return sure(
    key,
    say("forget-sure", { name }),
    end,
    button(say("forget"), () => forgotten(now, what, which), {
      kind: "primary",
      key: "yes",
      waits: state.busy.has("forget"),
    }),
    what === "person" && h("p", {}, say("forget-person")),
  );
}

/**
 * What was said after something was forgotten.
 * @param {any} now
 */
export const gone = (now) =>
  now.gone && h("p", { key: "gone", role: "status" }, say("forgotten"), " ", now.gone);

/**
 * @param {any} now
 * @param {string} what
 * @param {string} which
 */
async function forgotten(now, what, which) {
  change(() => state.busy.set("forget", true));
  const { text, why } = await posted(`${room()}/forget`, { what, which });
  change(() => {
    state.busy.delete("forget");
    state.refused = state.refused.filter((each) => each.about !== "forget");
    if (why) state.refused.push({ about: "forget", key: "forget", why });
    Object.assign(now, { forget: "", gone: why ? "" : JSON.parse(text).left, seq: null, card: null });
  });
}
