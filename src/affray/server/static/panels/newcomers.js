// Who joins: another like one who is here, or one of the game's people; placed by a tap on the map.

import { h } from "../dom.js";
import { button } from "../bits.js";
import { change, link, may, state } from "../state.js";
import { say } from "../words.js";
import { comes, unseen } from "./card.js";
import { field, sent } from "./form.js";
import { keeps } from "./reserves.js";

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
      may("hide") && unseen(now),
      may("reserve") && later(now),
      sides.length > 0 && sided(now, sides),
      h("h3", { key: "people" }, say("add-people")),
      h(
        "div",
        { class: "row", key: "kinds" },
        (now.offer?.people ?? []).map((/** @type {Wire.NewcomerChoice} */ k) =>
          button(k.label, () => chosen(now, k.label, { people: k.key, side: now.side }), { key: k.key }),
        ),
      ),
      h("h3", { key: "like" }, say("add-like")),
      h(
        "div",
        { class: "row", key: "likes" },
        (now.offer?.like ?? []).map((/** @type {string} */ name) =>
          button(name, () => chosen(now, name, { like: name }), { key: name }),
        ),
      ),
      field(say("add-name"), now, "name"),
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
 * Somebody was chosen.
 * @param {any} now
 * @param {string} label
 * @param {{ like?: string, people?: string, side?: string }} whom
 */
const chosen = (now, label, whom) =>
  (now.reserve ? keeps : (/** @type {any} */ who) => comes(label, who))({
    name: (now.name ?? "").trim(),
    hidden: Boolean(now.hidden),
    ...whom,
  });

/**
 * Whether who is chosen waits off the map.
 * @param {any} now
 */
const later = (now) =>
  h(
    "label",
    { class: "check", key: "later" },
    h("input", {
      type: "checkbox",
      checked: Boolean(now.reserve),
      onchange: (e) => change(() => (now.reserve = e.target.checked)),
    }),
    say("reserve-keep"),
  );

/**
 * A fighter written out as in a scene file, for whoever knows how.
 * @param {any} now
 */
function typed(now) {
  const hidden = Boolean(now.hidden);
  const go = () =>
    now.reserve
      ? keeps({ toml: now.words ?? "", hidden })
      : sent("join", {
          do: "join",
          toml: now.words ?? "",
          why: (now.why ?? "").trim(),
          hidden,
        });
  return h(
    "details",
    { key: "advanced" },
    h("summary", {}, say("advanced")),
    field(say("add-hint"), now, "words", { lines: 9 }),
    field(say("why-perhaps"), now, "why"),
    h(
      "div",
      { class: "row" },
      button(say(now.reserve ? "reserve-keep" : "do-add"), go, { waits: state.busy.has("join") }),
    ),
  );
}
