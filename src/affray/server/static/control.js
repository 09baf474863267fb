// Who runs a fighter: a person, real dice or the autopilot; and what the autopilot is about to do.

import { h } from "./dom.js";
import { button, icon } from "./bits.js";
import { act, inTurn, may, playerOf, shown, state, steady } from "./state.js";
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
  return h(
    "section",
    { class: "ask intent", key: "intent", "aria-labelledby": "intends" },
    h("p", { class: "kicker" }, icon("machine"), " ", say("intends", { name })),
    h("h2", { id: "intends", "aria-live": "polite" }, now ? now.label : say("thinking")),
    now &&
      h(
        "p",
        { class: "why" },
        now.chance && h("strong", { class: "chance" }, now.chance),
        " ",
        now.reason || now.why,
      ),
    h(
      "div",
      { class: "commit" },
      button(say("take-over"), () => act("hands", { do: "hands", name, manner: "person" }), {
        waits: state.busy.has("hands"),
        key: "over",
        id: "take-over",
      }),
      button([say("let-go"), h("kbd", { "aria-hidden": "true" }, "g")], letGo, {
        kind: "primary",
        waits,
        key: "let",
        id: "let-go",
      }),
    ),
    h("p", { class: "hint" }, say("or-otherwise")),
  );
}

/**
 * Whether somebody's autopilot waits.
 * @param {string} name
 */
function waits(name) {
  if (!may("pause")) return null;
  return h(
    "label",
    { class: "check", key: `waits${name}` },
    h("input", {
      type: "checkbox",
      checked: Boolean(shown().pause?.names.includes(name)),
      onchange: (e) => inTurn(`pause ${name}`, { do: "pause", name, on: e.target.checked }),
    }),
    say("waits-for-me"),
  );
}

/** All of them at once. */
export function allWait() {
  if (!may("pause")) return null;
  return h(
    "label",
    { class: "check", key: "all" },
    h("input", {
      type: "checkbox",
      checked: Boolean(shown().pause?.all),
      onchange: (e) => inTurn("pause", { do: "pause", name: "all", on: e.target.checked }),
    }),
    say("all-wait"),
  );
}

// --- who runs whom --------------------------------------------------------------------------------

const HANDS = ["person", "dice", "autopilot"];

/**
 * For the game master: the person who runs a fighter that is not the autopilot's.
 * @param {Wire.Fighter} f
 */
const runner = (f) => playerOf(f.name)?.name ?? say("you");

/**
 * For the game master: everybody whom no player runs, put into the same hands at once.
 * @param {Wire.Fighter[]} all
 */
export function unplayed(all) {
  const left = (/** @type {Wire.Fighter[]} */ of) => of.filter((f) => !playerOf(f.name));
  if (state.view.me.role !== "gm" || left(all).length < 2) return null;
  const give = (/** @type {string} */ manner) =>
    left(state.view.order) // as it is at the tap: more may be known than was drawn
      .filter((f) => (f.hand || "person").split(" ")[0] !== manner)
      .forEach((f) => inTurn(`hands ${f.name}`, { do: "hands", name: f.name, manner }));
  return h(
    "fieldset",
    { class: "runs", key: "unplayed" },
    h("legend", {}, say("unplayed")),
    h(
      "div",
      { class: "row" },
      button(say("you"), () => give("person"), { key: "you" }),
      button(say("machine"), () => give("autopilot"), { key: "machine" }),
    ),
  );
}

/**
 * Who runs a fighter, to be changed.
 * @param {Wire.Fighter} f
 */
export function runs(f) {
  const [hand, ...rest] = (f.hand || "person").split(" ");
  const give = (/** @type {string} */ profile) =>
    inTurn(`hands ${f.name}`, { do: "hands", name: f.name, manner: profile });
  const own = state.view.me.role !== "gm";
  /** @type {Record<string, string>} */
  const labels = {
    person: own ? say("it-rolls") : runner(f),
    dice: own ? say("i-roll") : say("with-dice", { who: runner(f) }),
    autopilot: say("machine"),
  };
  const level = ["green", "veteran"].find((l) => rest.includes(l)) || "regular";
  const temper = ["cautious", "aggressive"].find((l) => rest.includes(l)) || "calm";
  const how = (/** @type {any} */ e) =>
    give(
      ["autopilot", ...[...e.target.closest(".hows").querySelectorAll("select")].map((s) => s.value)].join(
        " ",
      ),
    );
  return h(
    "fieldset",
    { class: "runs", key: `runs${f.id}` },
    h("legend", {}, own ? say("hand-of", { name: f.name }) : f.name),
    h(
      "div",
      { class: "row" },
      HANDS.map((m) =>
        h(
          "button",
          {
            type: "button",
            class: "tool",
            key: m,
            "aria-pressed": hand === m ? "true" : "false",
            onclick: () => hand === m || give(m),
          },
          labels[m],
        ),
      ),
    ),
    hand === "autopilot" &&
      h(
        "div",
        { class: "hows", key: "how" },
        select(say("level"), ["green", "regular", "veteran"], level, how),
        select(say("temper"), ["calm", "cautious", "aggressive"], temper, how),
      ),
    hand === "autopilot" && waits(f.name),
  );
}

/**
 * @param {string} label
 * @param {string[]} options
 * @param {string} now
 * @param {(e: any) => void} how
 */
function select(label, options, now, how) {
  return h(
    "label",
    { class: "field", key: label },
    h("span", {}, label),
    h(
      "select",
      { onchange: how },
      options.map((o) => h("option", { key: o, value: o, selected: o === now }, say(o))),
    ),
  );
}

/** For each of one's own fighters: who rolls. Stands below the menu of actions. */
export function rollers() {
  if (!may("hands") || state.view.me.role === "gm" || shown().title.over || shown().title.waits) return null;
  return shown()
    .order.filter((f) => f.mine && f.hand)
    .sort((a, b) => a.id - b.id)
    .map(runs);
}
