// What players see of their foes, of dice and of odds: the game master's to say.

import { h } from "../dom.js";
import { inTurn, state } from "../state.js";
import { say } from "../words.js";

export function sight() {
  const now = state.view.me.sight || {};
  const set = (/** @type {string} */ name, /** @type {any} */ value) =>
    inTurn(`sight ${name}`, { do: "sight", [name]: value });
  const one = (/** @type {string} */ label, /** @type {string} */ name, /** @type {any[]} */ values) =>
    h(
      "fieldset",
      { key: name },
      h("legend", {}, label),
      h(
        "div",
        { class: "row" },
        values.map((v) =>
          h(
            "button",
            {
              type: "button",
              key: String(v),
              class: "tool",
              "aria-pressed": now[name] === v ? "true" : "false",
              onclick: () => set(name, v),
            },
            say(v === true ? "yes" : v === false ? "no" : v),
          ),
        ),
      ),
    );
  return {
    title: say("sight"),
    body: [
      one(say("foes-show"), "foes", ["numbers", "words", "nothing"]),
      one(say("foes-rolls"), "rolls", ["open", "hidden"]),
      one(say("show-odds"), "odds", [true, false]),
      one(say("let-undo"), "undo", [true, false]),
      one(say("show-clock"), "clock", [true, false]),
    ],
  };
}
