// Who joins: another like one who is here, or one of the game's people; placed by a tap on the map.

import { h } from "../dom.js";
import { button } from "../bits.js";
import { act, change, closePanel, link, may, shown, state } from "../state.js";
import { say } from "../words.js";
import { choosePlace } from "./card.js";
import { field, sent } from "./form.js";

/** @type {string} */
let lastSide = "";

/** @param {any} now */
export function add(now) {
  if (!now.asked && link) {
    now.asked = true;
    link
      .send({ do: "newcomers" })
      .then((answer) => change(() => answer.t === "done" && (now.offer = answer.data)));
  }
  /** @type {Wire.NewcomerChoice[]} */
  const sides = now.offer?.sides ?? [];
  now.side ??= (sides.find((s) => s.key === lastSide) ?? sides.at(-1))?.key;
  return {
    title: say("add"),
    body: [
      sides.length > 0 && sided(now, sides),
      h("h3", { key: "people" }, say("add-people")),
      h(
        "div",
        { class: "row", key: "kinds" },
        (now.offer?.people ?? []).map((/** @type {Wire.NewcomerChoice} */ k) =>
          button(k.label, () => comes(now, k.label, { people: k.key, side: now.side }), { key: k.key }),
        ),
      ),
      h("h3", { key: "like" }, say("add-like")),
      h(
        "div",
        { class: "row", key: "likes" },
        (now.offer?.like ?? []).map((/** @type {string} */ name) =>
          button(name, () => comes(now, name, { like: name }), { key: name }),
        ),
      ),
      field(say("add-name"), now, "name"),
      may("hide") && unseen(now),
      typed(now),
    ],
  };
}

/**
 * On which side somebody of the game's people comes in.
 * @param {any} now
 * @param {Wire.NewcomerChoice[]} sides
 */
function sided(now, sides) {
  return h(
    "fieldset",
    { key: "side" },
    h("legend", {}, say("side")),
    h(
      "div",
      { class: "row" },
      sides.map((side) =>
        h(
          "button",
          {
            type: "button",
            class: "tool",
            key: side.key,
            "aria-pressed": now.side === side.key ? "true" : "false",
            onclick: () => change(() => (now.side = lastSide = side.key)),
          },
          side.label,
        ),
      ),
    ),
  );
}

/**
 * Whether who comes in is hidden from the players, until the game master shows them.
 * @param {any} now
 */
const unseen = (now) =>
  h(
    "label",
    { class: "check", key: "hidden" },
    h("input", {
      type: "checkbox",
      checked: Boolean(now.hidden),
      onchange: (e) => change(() => (now.hidden = e.target.checked)),
    }),
    say("add-hidden"),
  );

/**
 * Somebody was chosen: now the place, where there is a map.
 * @param {any} now
 * @param {string} label
 * @param {{ like?: string, people?: string, side?: string }} whom
 */
function comes(now, label, whom) {
  const one = {
    do: /** @type {const} */ ("join"),
    name: (now.name ?? "").trim(),
    hidden: Boolean(now.hidden),
    ...whom,
  };
  const join = (/** @type {Point} */ at) => act("join", { ...one, ...(at && { at }) });
  const name = one.name || label;
  const where = whom.like && !one.name ? say("add-where-like", { name }) : say("add-where", { name });
  if (shown().map?.tokens.length) choosePlace(where, join);
  else sent("join", one, closePanel);
}

/**
 * A fighter written out as in a scene file, for whoever knows how.
 * @param {any} now
 */
function typed(now) {
  const go = () =>
    sent("join", {
      do: "join",
      toml: now.words ?? "",
      why: (now.why ?? "").trim(),
      hidden: Boolean(now.hidden),
    });
  return h(
    "details",
    { key: "advanced" },
    h("summary", {}, say("advanced")),
    field(say("add-hint"), now, "words", { lines: 9 }),
    field(say("why-perhaps"), now, "why"),
    h("div", { class: "row" }, button(say("do-add"), go, { waits: state.busy.has("join") })),
  );
}
