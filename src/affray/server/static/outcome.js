// The end of a fight: who won, how each side stands, and where the evening goes on.

import { h } from "./dom.js";
import { icon, mark } from "./bits.js";
import { sideOf } from "./order.js";
import { change, may, onHeard, openPanel, room, shown, state } from "./state.js";
import { names, say } from "./words.js";

/** Whether whoever runs the server reads this: the first page is theirs. */
export const HOST = document.getElementById("main")?.dataset.host === "yes";

/** @param {Wire.Title} title */
export function ending(title) {
  const won = title.end === "won";
  return h(
    "section",
    {
      class: `ending ${won ? `side-${sideOf(title.winner)}` : ""}`,
      key: "over",
      "aria-labelledby": "ending",
    },
    h("p", { class: "kicker" }, title.name || title.scene),
    h(
      "h2",
      { id: "ending", tabindex: -1 },
      won ? say("side-won", { winner: named(title.winner) }) : say("over"),
    ),
    won ? null : h("p", {}, say("nobody-won")),
    h("ul", { class: "stands" }, sides().map(fates)),
    state.past ? null : h("div", { class: "stack ways" }, ways()),
  );
}

/**
 * A side within a sentence: with its article, where it is no name.
 * @param {string} side
 */
const named = (side) => (/^\p{Ll}/u.test(side) ? say("the-side", { side }) : side);

/** The sides that this reader knows of, in the order in which they came. */
const sides = () => [...new Set(shown().order.map((f) => f.side))];

/**
 * Who of a side still stands, and who does not.
 * @param {string} side
 */
function fates(side) {
  const people = shown().order.filter((f) => f.side === side);
  const [up, down] = [false, true].map((out) => people.filter((f) => f.out === out).map((f) => f.name));
  return h(
    "li",
    { key: side },
    h("h3", {}, mark(sideOf(side)), side),
    up.length ? h("p", {}, say("still-up", { names: names(up) })) : null,
    down.length ? h("p", { class: "fallen" }, say("down", { names: names(down) })) : null,
  );
}

/** Everybody goes on to the fight that waits for them. */
export const going = () =>
  h(
    "form",
    { method: "post", action: `${room()}/next`, key: "go" },
    h("input", { type: "hidden", name: "what", value: "go" }),
    h(
      "button",
      { class: "btn primary" },
      icon("play"),
      say("next-named", { name: state.view.next?.name ?? "" }),
    ),
  );

/** Where one goes from here; players wait for their game master. */
function ways() {
  const way = (
    /** @type {string} */ href,
    /** @type {any} */ drawn,
    /** @type {string} */ words,
    kind = "",
  ) => h("a", { class: `btn ${kind}`, href, key: href }, icon(drawn), words);
  if (state.view.title.moved) return way(`${room()}/next`, "play", say("next-fight"), "primary");
  if (state.view.me.role !== "gm")
    return state.view.me.role === "player" ? h("p", { class: "hint", key: "wait" }, say("next-waits")) : null;
  return [
    HOST ? (state.view.next ? going() : way(`${room()}/next`, "play", say("next-fight"), "primary")) : null,
    way(`${room()}/recount`, "star", say("recount")),
    may("share") &&
      h(
        "button",
        { type: "button", class: "btn", key: "share", onclick: () => openPanel("share") },
        icon("eye"),
        say("share"),
      ),
    HOST ? way("/", "back", say("home")) : null,
  ];
}

onHeard((before, now) => {
  if (now.title.moved && before.title.moved === undefined && before.title.game && now.me.role !== "replay")
    location.assign(`${room()}/next${now.me.role === "display" ? "?as=display" : ""}`);
  if (now.title.over && before.title && !before.title.over && !state.placing)
    change(() => (state.tab = "fight"));
});
