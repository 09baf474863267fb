// Who sits at the table: letting people in, giving them fighters, sending them away.

import { h } from "../dom.js";
import { button, icon, mark, unfolded } from "../bits.js";
import { COLON } from "../language.js";
import { sideOf } from "../order.js";
import { act, change, inTurn, openPanel, room, shown, state } from "../state.js";
import { names, say } from "../words.js";
import { forget, gone } from "./forget.js";
import { sure } from "./form.js";
import { doorClosed, doorForPhones, reachable } from "./phones.js";

/**
 * Somebody at the table, in a line, and what else is to be told of them.
 * @param {Wire.Seated} seat
 * @param {Parts} more
 */
export function seatLine(seat, more = null) {
  return h(
    "li",
    { key: seat.seat, class: seat.connected ? "here" : "away" },
    h("span", { class: "dot", "aria-hidden": "true" }),
    h("span", { class: "name" }, seat.name || say("unnamed")),
    h(
      "span",
      { class: "hint" },
      names(
        [
          say(`role-${seat.role}`),
          say(seat.pending ? "pending" : seat.connected ? "connected" : "away"),
          seat.fighters.length
            ? say("runs", { names: names(seat.fighters) })
            : seat.role === "player" && !seat.pending && say("runs-nobody"),
        ].filter(Boolean),
      ),
    ),
    more,
  );
}

/**
 * The last link of the whole table: those before lead nowhere.
 * @type {any}
 */
let ofTable = null;

/**
 * A link for anybody, or for who sits there, to be shown in a panel.
 * @param {string} seat
 * @param {any} now
 */
export async function invite(seat = "", now = {}) {
  const answer = await act("seat", { do: "seat", act: "link", seat });
  if (answer && answer.t === "done")
    change(() => {
      if (!seat) ofTable = answer.data;
      now.link = { seat, ...answer.data };
    });
}

/** The link of the whole table, where there is one that anybody can open. */
export const tableInvitation = () => (ofTable && !doorClosed() ? invitation(ofTable, say("invite")) : null);

/**
 * A phrase that gives the table back, shown this once: whatever is open when it comes, the one before is
 * worth nothing.
 * @param {any} now
 */
async function phrase(now) {
  const answer = await act("seat", { do: "seat", act: "phrase" });
  if (answer?.t !== "done") return;
  now.phrase = answer.data.phrase;
  if (state.panel !== now) openPanel("seats", { phrase: now.phrase });
  else change(() => {});
}

/**
 * The way to a phrase; where there is one already, after a question.
 * @param {any} now
 */
function rescue(now) {
  const drawn = state.view.me.phrase || now.phrase;
  const [end, ask] = [null, "phrase"].map((what) => () => change(() => (now.sure = what && { what })));
  const more = { key: "draw", waits: state.busy.has("seat") };
  if (now.sure?.what === "phrase")
    return sure(
      "lost",
      say("phrase-sure"),
      end,
      button(say("phrase-new"), () => (end(), phrase(now)), { kind: "primary", ...more }),
    );
  return button([icon("lock"), say(drawn ? "phrase-new" : "phrase")], drawn ? ask : () => phrase(now), {
    kind: "quiet",
    ...more,
  });
}

/**
 * The phrase, to be written down.
 * @param {string} words
 */
const written = (words) =>
  h(
    "section",
    { class: "invitation", key: "phrase", role: "status", "aria-label": say("phrase") },
    h("p", { class: "phrase", translate: "no" }, words),
    h("p", { class: "hint" }, say("phrase-is")),
  );

/** @param {any} now */
export function seats(now) {
  const all = shown().link.seats;
  return {
    title: [
      say("seats"),
      " ",
      h("small", {}, say("connected-n", { n: all.filter((s) => s.connected).length, of: all.length })),
    ],
    body: [
      doorForPhones(invite, now),
      gone(now),
      now.link ? invitation(now.link, invited(now.link, all)) : null,
      h(
        "ul",
        { class: "seats" },
        all.map((s) => seat(s, now)),
      ),
      h("p", { class: "hint", key: "more" }, say("add-seat")),
      h(
        "div",
        { class: "row", key: "add" },
        ["player", "spectator", "display"].map((role) =>
          button([icon("add"), say(`role-${role}`)], () => added(role, now), { key: role }),
        ),
      ),
      now.phrase && written(now.phrase),
      rescue(now),
    ],
    foot: [
      button(say("invite"), () => invite("", now), {
        kind: "primary",
        id: "invite",
        waits: state.busy.has("seat"),
      }),
    ],
  };
}

/**
 * A seat, with what the game master can do about it.
 * @param {Wire.Seated} s
 * @param {any} now
 */
function seat(s, now) {
  return h(
    "li",
    { key: s.seat, class: `seat ${s.connected ? "here" : "away"} ${s.pending ? "pending" : ""}` },
    h("ul", { class: "one" }, seatLine(s)),
    s.role === "player" && plays(s),
    s.role === "player" && others(s),
    s.role !== "gm" && (now.sure?.seat === s.seat ? asked(s, now) : doing(s, now)),
  );
}

/**
 * Who else has one of this seat's fighters.
 * @param {Wire.Seated} s
 */
export function others(s) {
  const shared = shown().link.seats.flatMap((o) =>
    o.seat === s.seat || o.role !== "player"
      ? []
      : o.fighters
          .filter((f) => s.fighters.includes(f))
          .map((fighter) => ({ key: `${o.seat} ${fighter}`, fighter, by: o.name })),
  );
  return shared.map(({ key, ...each }) =>
    h("p", { class: "fault", key, role: "note" }, say("shared-with", each)),
  );
}

/**
 * What can be done about somebody who waits to be let in.  "Let in" stands where nothing else comes to
 * stand: a second tap there must not shut somebody out.
 * @param {Wire.Seated} s
 */
export const atTheDoor = (s) =>
  h(
    "div",
    { class: "row", key: "door" },
    button(say("approve"), () => approve(s), { kind: "primary", key: "approve" }),
    button(say("turn-away"), () => revoke(s), { kind: "quiet", key: "away" }),
  );

/**
 * What can be done about a seat.
 * @param {Wire.Seated} s
 * @param {any} now
 */
function doing(s, now) {
  const ask = (/** @type {string} */ what) => () => change(() => (now.sure = { seat: s.seat, what }));
  return s.pending
    ? atTheDoor(s)
    : h(
        "details",
        { key: "more", class: "seat-more" },
        h("summary", {}, say("seat-more")),
        h(
          "div",
          { class: "row" },
          button(say("new-link", { name: s.name || say("unnamed") }), ask("link"), {
            kind: "quiet",
            key: "link",
          }),
          s.role === "player" &&
            s.connected &&
            button(say("hand-over"), ask("hand"), { kind: "quiet", key: "hand" }),
          button(say("revoke"), ask("revoke"), { kind: "quiet", key: "revoke" }),
          forget(now, "person", s.seat, s.name || say("unnamed")),
        ),
      );
}

/**
 * The question before somebody is shut out, or the table changes hands.
 * @param {Wire.Seated} s
 * @param {any} now
 */
function asked(s, now) {
  const what = now.sure.what;
  const end = () => change(() => (now.sure = null));
  const name = s.name || say("unnamed");
  const asks = say(what === "link" ? "link-sure" : what === "hand" ? "hand-sure" : "revoke-sure", { name });
  const does = say(what === "link" ? "link-make" : what === "hand" ? "hand-over" : "revoke");
  const how = () => (what === "link" ? invite(s.seat, now) : what === "hand" ? handOver(s) : revoke(s));
  return sure(
    "sure",
    asks,
    end,
    button(does, () => (end(), how()), { kind: "primary", key: "yes" }),
  );
}

/** @param {Wire.Seated} s */
const handOver = (s) => act("seat", { do: "seat", act: "hand", seat: s.seat });

/** @param {Wire.Seated} s */
const approve = (s) => act("seat", { do: "seat", act: "approve", seat: s.seat, fighters: s.fighters });

/** @param {Wire.Seated} s */
const revoke = (s) => act("seat", { do: "seat", act: "revoke", seat: s.seat });

/**
 * Which fighters a player has, to be ticked.
 * @param {Wire.Seated} s
 */
function plays(s) {
  const people = shown().order.filter((f) => f.hand !== undefined);
  return h(
    "details",
    { key: "plays", made: unfolded(s.pending || !s.fighters.length) },
    h("summary", {}, say("plays"), COLON, names(s.fighters) || say("nobody")),
    h(
      "div",
      { class: "checks" },
      people.map((f) =>
        h(
          "label",
          { class: "check", key: f.id },
          h("input", {
            type: "checkbox",
            name: f.name,
            checked: s.fighters.includes(f.name),
            onchange: (e) => give(s, e.target),
          }),
          mark(sideOf(f.side)),
          f.name,
        ),
      ),
    ),
  );
}

/**
 * A new seat, with its link.
 * @param {any} role
 * @param {any} now
 */
async function added(role, now) {
  const n = shown().link.seats.filter((s) => s.role === role).length + 1;
  const answer = await act(`seat ${role}`, {
    do: "seat",
    act: "add",
    role,
    name: `${say(`role-${role}`)}${n > 1 ? ` ${n}` : ""}`,
  });
  if (answer && answer.t === "done") change(() => (now.link = answer.data));
}

/**
 * Give a player just the fighters that are ticked.
 * @param {Wire.Seated} seat
 * @param {HTMLInputElement} box
 */
const give = (seat, box) =>
  inTurn(`give ${seat.seat}`, {
    do: "seat",
    act: "give",
    seat: seat.seat,
    fighters: [...(box.closest(".checks")?.querySelectorAll("input") ?? [])]
      .filter((each) => each.checked)
      .map((each) => each.name),
  });

/**
 * For whom a link is.
 * @param {any} link
 * @param {Wire.Seated[]} all
 */
function invited(link, all) {
  const guest = all.find((s) => s.seat === link.seat);
  return guest ? say("link-for", { name: guest.name }) : say("invite");
}

/**
 * A link: as a picture to point a camera at, and to type or copy.
 * @param {any} link
 * @param {string} title
 */
export function invitation(link, title) {
  const path = link.url || new URL(link.path, location.href).href;
  return h(
    "section",
    { class: "invitation", key: `link${path}` },
    h("h3", {}, title),
    link.code && h("p", { class: "code" }, say("code"), COLON, h("strong", { translate: "no" }, link.code)),
    link.path && reachable(link)
      ? h("img", {
          class: "qr",
          src: `${room()}/qr?path=${encodeURIComponent(link.path)}`,
          alt: say("invite-hint"),
          width: 240,
          height: 240,
        })
      : null,
    h("p", { class: "hint" }, say(reachable(link) ? "invite-hint" : "invite-here")),
    link.url && h("p", { class: "hint" }, say("invite-wall")),
    h("input", {
      class: "address",
      readonly: true,
      "aria-label": say("copy-hint"),
      value: path,
      onfocus: (e) => e.target.select(),
    }),
  );
}
