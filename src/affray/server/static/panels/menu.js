// The menu of everything: commands, who is here, languages.

import { h } from "../dom.js";
import { icon } from "../bits.js";
import { buzzes, calls, setCalls } from "../bell.js";
import { commands } from "../commands.js";
import { LANGUAGE } from "../language.js";
import { change, closePanel, shown, state } from "../state.js";
import { say } from "../words.js";
import { seatLine } from "./seats.js";

/** The languages there are: their code, and what they call themselves. */
const LANGUAGES = (document.getElementById("main")?.dataset.languages ?? "")
  .split("|")
  .filter(Boolean)
  .map((each) => each.split(":"));

/**
 * Whether this device calls when it is one's turn.
 * @param {string} what
 * @param {string} label
 */
const heard = (what, label) =>
  h(
    "label",
    { class: "check", key: what },
    h("input", {
      type: "checkbox",
      checked: calls(what),
      onchange: (e) => (setCalls(what, e.target.checked), change(() => {})),
    }),
    label,
  );

export function menu() {
  const me = state.view.me;
  return {
    title: say("menu"),
    body: [
      h(
        "p",
        { class: "hint" },
        say("me", { name: me.name || me.seat || say("unnamed"), role: say(`role-${me.role}`) }),
      ),
      h(
        "ul",
        { class: "commands" },
        commands().map((c) =>
          h(
            "li",
            { key: c.label },
            h(
              "button",
              {
                type: "button",
                class: "command",
                "aria-disabled": c.off ? "true" : null,
                onclick: () => c.off || (closePanel(), c.how()),
              },
              icon(c.icon),
              c.label,
            ),
          ),
        ),
      ),
      me.role === "player" && [heard("sound", say("call-sound")), buzzes && heard("buzz", say("call-buzz"))],
      h("h3", {}, say("seats")),
      h(
        "ul",
        { class: "seats" },
        shown().link.seats.map((s) => seatLine(s)),
      ),
      h("p", { class: "hint wide" }, say("help-keys")),
      h(
        "p",
        { class: "row" },
        LANGUAGES.map(([code, name]) =>
          h(
            "a",
            {
              key: code,
              class: "btn quiet",
              href: `?language=${code}`,
              lang: code,
              hreflang: code,
              "aria-current": code === LANGUAGE ? "true" : null,
            },
            name,
          ),
        ),
      ),
    ],
  };
}
