// What this page knows: the sections from the server, and what the reader has open.

import { Link } from "./link.js";
import { say } from "./words.js";

const KEPT = 2_000;
const GLIDES = 3_000; // ms for which the page is left as it is while the map is moved: odds keep coming in
const SETTLES = 250; // ms in which a finger may still mean what stood there before

/** @type {any} */
const EMPTY = {
  title: {},
  me: { may: [], fighters: [] },
  order: [],
  ask: null,
  actions: [],
  map: null,
  pools: [],
  log: [],
  link: { seats: [], waiting_for: [] },
  undo: { can: 0, redo: 0, entries: 0, times: 0, by: "" },
  pause: null,
  orders: [],
  squads: [],
  fog: null,
  walls: null,
  door: null,
};

/** @type {State} */
export const state = {
  seq: -1,
  epoch: "",
  view: EMPTY,
  past: null, // a view of an earlier moment, while one is looked at
  tab: "fight",
  online: "trying",
  met: false, // whether this page has been connected before
  goodbye: "",
  became: "", // what has become of this reader or of the fight while looking, in words
  busy: new Map(), // what waits for the server, by what it is about
  refused: [],
  sheet: null,
  panel: null,
  palette: null,
  placing: null, // what wants a place on the map
  glides: 0, // since when the map is being moved; 0 while it rests
  fresh: 0, // log lines newer than this are new to the reader
  changed: 0, // when the question last changed under the reader's hand
  ahead: 0, // ms by which this page's clock is ahead of the server's
};

/** @type {() => void} */
let draw = () => {};
let waiting = false;
let held = 0;
let pictured = 0; // when it was drawn last
/** @typedef {{ seq: number, ask: Wire.Ask | null }} Seen */
/** @type {Seen} */
let drawn = { seq: -1, ask: null };
/** @type {Seen | null} */
let touched = null; // what stood there when the finger came down
/** @type {Promise<unknown>} */
let turns = Promise.resolve();
/** @type {Link | null} */
export let link = null;

/** The sections to show: those of the past while it is looked at. */
export const shown = () => state.past || state.view;

/**
 * The seat of whoever plays a fighter, as far as somebody does.
 * @param {string} name
 */
export const playerOf = (name) => shown().link.seats.find((s) => !s.pending && s.fighters.includes(name));

/**
 * Whether a command is open to this seat.
 * @param {string} command
 */
export const may = (command) => !state.past && state.view.me.may.includes(command);

/**
 * Start: draw the embedded view, then listen.
 * @param {{ path: string, as: string, embedded: Heard | null, render: () => void }} how
 */
export function begin({ path, as, embedded, render }) {
  draw = render;
  if (embedded) take(embedded);
  guard();
  picture();
  if (path)
    link = new Link(path, {
      since: () => `${state.seq}&epoch=${encodeURIComponent(state.epoch)}${as ? `&as=${as}` : ""}`,
      heard,
      turned: (now) => change(() => ((state.online = now), (state.met ||= now === "live"))),
    });
}

/**
 * Change something and draw it soon; not while a finger is down on a control.
 * @param {() => unknown} how
 */
export function change(how) {
  how();
  if (waiting) return;
  waiting = true;
  if (document.hidden) setTimeout(flush);
  else requestAnimationFrame(flush);
}

/**
 * Open a panel over the table.
 * @param {string} kind
 * @param {Record<string, any>} more
 */
export const openPanel = (kind, more = {}) =>
  change(() => ((state.panel = { kind, ...more }), (state.refused = [])));

export const closePanel = () => change(() => (state.panel = null));

/** The address of this table, whichever way the reader looks at it. */
export const room = () => location.pathname.replace(/\/(display|replay)$/, "");

/** Draw what has changed now, not with the next frame: for what is typed into at once. */
export function flush() {
  if (held && Date.now() - held < 2_000) return setTimeout(flush, 40);
  if (state.glides && Date.now() - Math.max(pictured, state.glides) < GLIDES) return setTimeout(flush, 40);
  waiting = false;
  picture();
}

/** Draw, and remember what the reader can have seen. */
function picture() {
  const {
    seq,
    view: { ask },
  } = state;
  draw();
  pictured = Date.now();
  if (ask?.id !== drawn.ask?.id) state.changed = Date.now();
  drawn = { seq, ask };
}

/** Something else stands under the reader's hand now. */
export const moved = () => (state.changed = Date.now());

/** Whether what is asked has stood there long enough to be meant. */
export const steady = () => Date.now() - state.changed > SETTLES;

function guard() {
  const release = () => setTimeout(() => ((held = 0), (touched = null)));
  addEventListener(
    "pointerdown",
    (e) =>
      /** @type {Element} */ (e.target).closest("button, a, input, select, label, .token") &&
      ((held = Date.now()), (touched = drawn)),
    true,
  );
  addEventListener("click", (e) => forget(/** @type {Element} */ (e.target)), true);
  addEventListener("pointerup", release, true);
  addEventListener("pointercancel", release, true);
}

/**
 * Let go of refusals, and of what one has become, once something else is done: a control elsewhere, or a key.
 * @param {Element | null} [control]
 */
export function forget(control) {
  if (!state.refused.length && !state.became) return;
  if (control && (control.closest(".refusals") || !control.closest("button, a, select, label, summary")))
    return;
  change(() => ((state.refused = []), (state.became = "")));
}

/** @typedef {(before: Wire.Sections, now: Wire.Sections, message: Heard) => void} Hearer */

/** @type {Hearer[]} */
const hearers = [];
/**
 * Call this after each view or event, with what was there before.
 * @param {Hearer} hearer
 */
export const onHeard = (hearer) => hearers.push(hearer);

/** @param {any} message */
function heard(message) {
  if (message.t === "bye") return change(() => (state.goodbye = message.why || say("gone")));
  const before = state.view;
  change(() => ((state.goodbye = ""), take(message)));
  for (const hearer of hearers) hearer(before, state.view, message);
}

/** @param {Heard} message */
function take(message) {
  const before = message.t === "view" ? EMPTY : state.view;
  if (message.epoch != null) state.epoch = message.epoch;
  const log =
    message.sections.log ||
    (message.new && message.new.length ? joined(before.log, message.new) : before.log);
  const asked = state.view.ask && state.view.ask.id;
  state.view = { ...before, ...message.sections, log };
  if (asked !== (state.view.ask && state.view.ask.id)) {
    state.changed = Date.now();
    state.refused = state.refused.filter((r) => r.about !== "answer");
  }
  if (message.now != null) state.ahead = Date.now() - message.now;
  state.seq = message.seq;
}

/**
 * @param {Wire.LogLine[]} old
 * @param {Wire.LogLine[]} more
 */
function joined(old, more) {
  const first = more[0].n;
  const kept = old.length && old[old.length - 1].n >= first ? old.filter((line) => line.n < first) : old;
  return [...kept, ...more].slice(-KEPT);
}

/**
 * Send a command unless one about the same still waits; refusals are shown, with a way to retry.
 * @param {string} about
 * @param {Said} command
 * @returns {Promise<Answered | null>}
 */
export async function act(about, command, { quiet = false } = {}) {
  if (state.busy.has(about) || !link) return null;
  change(() => {
    state.busy.set(about, command);
    state.refused = state.refused.filter((r) => r.about !== about);
  });
  const answer =
    about === "answer" ? await insisted(link, command) : await link.send({ seq: state.seq, ...command });
  change(() => {
    state.busy.delete(about);
    if (answer.t === "refused" && !quiet)
      state.refused = [...state.refused.slice(-2), { about, command, key: answer.id, ...answer }];
  });
  for (const hearer of answerers) hearer();
  return answer;
}

/** @type {(() => void)[]} */
const answerers = [];
/**
 * Call this after each command of this page, once it is answered and others may be sent.
 * @param {() => void} hearer
 */
export const onAnswered = (hearer) => answerers.push(hearer);

/**
 * Send once what was sent so before is answered: for ticks and choices that follow fast.
 * @param {string} about
 * @param {Said} command
 */
export const inTurn = (about, command) => (turns = turns.then(() => act(about, command)));

/**
 * Send an answer to what was drawn;
 * again, when the server has begun anew meanwhile and asks the same as before.
 * @param {Link} line
 * @param {Said} command
 */
async function insisted(line, command) {
  const { seq, ask } = touched || drawn;
  const [epoch, lines, asked] = [state.epoch, line.lines, question(ask)];
  const answer = await line.send({ seq, ...command });
  if (answer.t !== "refused" || answer.code !== "wire/stale" || line.lines === lines) return answer;
  for (let n = 0; n < 20 && state.epoch === epoch; n++) await new Promise((soon) => setTimeout(soon, 50));
  return state.epoch !== epoch && question(state.view.ask) === asked
    ? line.send({ seq: state.seq, ...command })
    : answer;
}

/** @param {Wire.Ask | null} ask */
function question(ask) {
  return ask && JSON.stringify([ask.who, ask.question, ask.options, ask.dice]);
}

/**
 * Look at an earlier moment, by its number of entries; null comes back to the present.
 * @param {number | null} entry
 */
export async function lookAt(entry) {
  if (entry == null) return change(() => (state.past = null));
  const answer = await act("at", { do: "at", entry });
  if (!answer || answer.t !== "done") return;
  change(
    () =>
      (state.past = {
        ...state.view,
        ask: null,
        actions: [],
        pause: null,
        ...answer.data,
        me: state.view.me,
        link: state.view.link,
        entry,
      }),
  );
}
