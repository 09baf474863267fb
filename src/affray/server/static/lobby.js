// Before a fight begins: who is here, who runs whom, and the game master's word that it begins.

import { h } from "./dom.js";
import { button, capital, icon, mark, unfolded } from "./bits.js";
import { COLON } from "./language.js";
import { sideOf } from "./order.js";
import { doorClosed, doorForPhones } from "./panels/phones.js";
import { atTheDoor, invite, others, seatLine, tableInvitation } from "./panels/seats.js";
import { act, inTurn, may, room, shown, state } from "./state.js";
import { names, say } from "./words.js";

const MACHINE = "autopilot";
const seats = () => shown().link.seats;
const players = () => seats().filter((s) => s.role === "player" && !s.pending);

/** The whole of the first column, until the fight begins. */
export function lobby() {
  const { title, me } = shown();
  return h(
    "section",
    { class: "lobby", key: "lobby", "aria-labelledby": "lobby" },
    h("p", { class: "kicker" }, say("lobby")),
    h("h2", { id: "lobby", tabindex: -1 }, title.name || title.scene),
    may("begin") ? null : h("p", { class: "wait", role: "status" }, say("lobby-waits")),
    may("seat") && doors(),
    me.role === "player" && own(),
    present(),
    may("begin") && cast(),
    house(title),
    may("begin") && keeping(),
    may("begin") && begins(),
  );
}

/** The one big button; it stays in sight, and so does who is at the door. */
function begins() {
  const door = seats().filter((s) => s.pending);
  return h(
    "div",
    { class: "begins", key: "begin" },
    door.length
      ? button(say("at-door", { names: names(door.map((s) => s.name)) }), toDoor, {
          kind: "quiet",
          key: "door",
        })
      : null,
    button([icon("play"), say("begin")], () => act("begin", { do: "begin" }), {
      kind: "primary",
      id: "begin",
      key: "begin",
      waits: state.busy.has("begin"),
    }),
  );
}

/**
 * The tables whose people could play this as their next fight: id, name, whether it waits for them.
 * @type {[id: string, name: string, kept: boolean][]}
 */
const TABLES = JSON.parse(document.getElementById("main")?.dataset.tables || "[]");

/** This fight waits for another table, or could. */
const keeping = () =>
  TABLES.map(([id, name, kept]) =>
    h(
      "form",
      { method: "post", action: `/s/${id}/next`, class: "row", key: `next-${id}` },
      h("input", { type: "hidden", name: "what", value: kept ? "drop" : "keep" }),
      h("input", { type: "hidden", name: "fight", value: document.getElementById("main")?.dataset.session }),
      kept && h("p", { class: "hint" }, say("next-kept", { name })),
      h("button", { class: "btn quiet" }, kept ? say("next-drop") : say("next-keep", { name })),
    ),
  );

/** Bring who is at the door into sight. */
function toDoor() {
  const found = /** @type {HTMLElement | null} */ (document.querySelector(".present .pending"));
  found?.scrollIntoView({ block: "center" });
  found?.querySelector("button")?.focus({ preventScroll: true });
}

/** How people come in: phones first, then the address and the code. */
function doors() {
  const [phones, link] = [doorForPhones(invite), tableInvitation()];
  return h(
    "div",
    { class: "stack", key: "doors" },
    phones,
    link ??
      (doorClosed()
        ? null
        : button(say("show-code"), () => invite(), { id: "show-code", waits: state.busy.has("seat") })),
    state.view.door?.code && onScreens(state.view.door.shown),
  );
}

/**
 * Whether big screens show the code of the table.
 * @param {boolean} shown
 */
const onScreens = (shown) =>
  h(
    "label",
    { class: "check", key: "on-screens" },
    h("input", {
      type: "checkbox",
      id: "on-screens",
      checked: shown,
      onchange: (e) => inTurn("on-screens", { do: "seat", act: e.target.checked ? "show" : "hide" }),
    }),
    h("span", {}, say("tv-code")),
  );

/** Who is here, those at the door first. */
function present() {
  const all = seats();
  return h(
    "section",
    { class: "present", key: "present", "aria-label": say("seats") },
    h(
      "h3",
      {},
      say("seats"),
      " ",
      h("small", {}, say("connected-n", { n: all.filter((s) => s.connected).length, of: all.length })),
    ),
    h(
      "ul",
      { class: "seats" },
      [...all.filter((s) => s.pending), ...all.filter((s) => !s.pending)].map((s) =>
        s.pending
          ? h(
              "li",
              { key: s.seat, class: "seat pending" },
              h("ul", { class: "one" }, seatLine(s)),
              atTheDoor(s),
            )
          : seatLine(s, s.role === "player" && may("seat") && others(s)),
      ),
    ),
  );
}

/**
 * What is played otherwise than on the sheet, in a line that unfolds.
 * @param {Wire.Title} title
 */
function house({ house: rules }) {
  const sheet = h("a", { href: `${room()}/rules`, target: "_blank", rel: "noopener" }, say("sheet"));
  if (!rules?.length) return h("p", { class: "hint", key: "house" }, say("house-none"), " · ", sheet);
  return h(
    "details",
    { key: "house", made: unfolded(rules.length < 3) },
    h("summary", {}, say("house", { n: rules.length })),
    h(
      "ul",
      { class: "house" },
      rules.map((r) => h("li", { key: r.key }, r.rule.replace(/\.$/, ""), COLON, h("strong", {}, r.value))),
    ),
    sheet,
  );
}

// --- who runs whom ----------------------------------------------------------------------------------

/** For a player: whom one plays, and whether one rolls real dice. */
function own() {
  const mine = shown().order.filter((f) => f.mine);
  return h(
    "section",
    { key: "own", "aria-label": say("plays") },
    mine.length
      ? h("p", {}, say("you-play", { names: names(mine.map((f) => f.name)) }))
      : h("p", {}, say("you-play-nobody")),
    (state.view.me.shared ?? []).map((s) =>
      h(
        "p",
        { class: "fault", key: `${s.fighter} ${s.by}`, role: "note" },
        say("shared-with", { by: s.by, fighter: s.fighter }),
      ),
    ),
    may("hands") && mine.filter((f) => f.hand).map((f) => realDice(f, mine.length > 1)),
  );
}

/** For the game master: each fighter, who runs it, and whether they roll real dice. */
function cast() {
  return h(
    "section",
    { class: "cast", key: "cast", "aria-label": say("hands") },
    h("h3", {}, say("hands")),
    h("ul", {}, shown().order.map(runBy)),
  );
}

/** @param {Wire.Fighter} f */
function runBy(f) {
  const sits = players().find((s) => s.fighters.includes(f.name));
  const now = machine(f) ? MACHINE : (sits?.seat ?? "");
  const choices = [
    ...players().map((s) => [s.seat, s.name]),
    ["", capital(say("role-gm"))],
    [MACHINE, say("machine")],
  ];
  return h(
    "li",
    { key: f.id },
    h("span", { class: "name", id: `cast-${f.id}` }, mark(sideOf(f.side)), f.name),
    h(
      "select",
      { "aria-labelledby": `cast-${f.id}`, onchange: (e) => give(f.name, e.target.value) },
      choices.map(([value, name]) => h("option", { key: value, value, selected: value === now }, name)),
    ),
    machine(f) ? null : realDice(f, false, `cast-${f.id}`),
  );
}

/** @param {Wire.Fighter} f */
const machine = (f) => (f.hand ?? "").startsWith(MACHINE);

/**
 * Whether whoever runs a fighter rolls real dice.
 * @param {Wire.Fighter} f
 * @param {boolean} named
 */
function realDice(f, named, of = "") {
  const master = state.view.me.role === "gm";
  const label = master ? say("by-dice") : say("i-roll");
  return h(
    "label",
    { class: "check", key: `dice${f.id}` },
    h("input", {
      type: "checkbox",
      checked: (f.hand ?? "").startsWith("dice"),
      id: `real-${f.id}`,
      "aria-labelledby": of ? `real-${f.id}-label ${of}` : null,
      onchange: (e) =>
        inTurn(`hands ${f.name}`, {
          do: "hands",
          name: f.name,
          manner: e.target.checked ? "dice" : "person",
        }),
    }),
    h("span", { id: `real-${f.id}-label` }, named ? `${label} (${f.name})` : label),
  );
}

/** @type {Promise<unknown>} */
let given = Promise.resolve();

/**
 * Put a fighter into other hands, after what was chosen before: a seat's, one's own (""), the autopilot's.
 * @param {string} name
 * @param {string} to
 */
const give = (name, to) => (given = given.then(() => handed(name, to)));

/**
 * @param {string} name
 * @param {string} to
 */
async function handed(name, to) {
  for (const seat of players())
    if (seat.fighters.includes(name) !== (seat.seat === to)) {
      const others = seat.fighters.filter((each) => each !== name);
      const fighters = seat.seat === to ? [...others, name] : others;
      await act(`give ${seat.seat}`, { do: "seat", act: "give", seat: seat.seat, fighters });
    }
  const hand = shown().order.find((f) => f.name === name)?.hand ?? "";
  if (hand.startsWith(MACHINE) !== (to === MACHINE))
    await act(`hands ${name}`, { do: "hands", name, manner: to === MACHINE ? MACHINE : "person" });
}
