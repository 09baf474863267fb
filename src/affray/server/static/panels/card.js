// What the game master puts right on a fighter's card: figures, switches, choices, the place.
// All of it is data from the server; a control is told apart by what it is, and sent back by that.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { act, change, closePanel, link, may, openPanel, playerOf, shown, state } from "../state.js";
import { look } from "../viewport.js";
import { say } from "../words.js";
import { field, sent, sure } from "./form.js";

/**
 * Keep what the card holds as fresh as the fight.
 * @param {any} now
 * @param {string} name
 */
export function kept(now, name) {
  if (now.name !== name) Object.assign(now, { name, card: null, seq: null });
  if (!link || !may("card") || now.asking || now.seq === state.seq) return;
  now.asking = true;
  const seq = state.seq;
  link.send({ do: "card", name }).then((answer) =>
    change(() => {
      Object.assign(now, { asking: false, seq });
      if (answer.t === "done" && now.name === name) now.card = answer.data;
    }),
  );
}

/**
 * Ask again, where something has changed that no event tells.
 * @param {any} now
 */
export const anew = (now) => change(() => (now.seq = null));

/**
 * Send a correction of this fighter, with the reason if one was given.
 * @param {any} now
 * @param {string} what
 * @param {Record<string, any>} more
 */
const correct = (now, what, more) =>
  act(`${now.name} ${what}`, { do: "correct", name: now.name, what, why: (now.why ?? "").trim(), ...more });

/**
 * A tap on plus or minus; those that come while one is on its way are sent after it as one.
 * @param {any} now
 * @param {Wire.Control} control
 * @param {number} by
 */
async function tap(now, control, by) {
  const { what } = control;
  now.taps ??= {};
  change(() => (now.taps[what] = (now.taps[what] ?? 0) + by));
  if (state.busy.has(`${now.name} ${what}`)) return;
  while (now.taps[what]) {
    const sum = now.taps[what];
    now.taps[what] = 0;
    if ((await correct(now, what, { by: sum }))?.t !== "done") now.taps[what] = 0;
  }
}

/**
 * A figure: down, typed, up.
 * @param {any} now
 * @param {Wire.Control} c
 */
function step(now, c) {
  const value = (c.now ?? 0) + (now.taps?.[c.what] ?? 0);
  const typed = (/** @type {any} */ e) => {
    const to = Number(e.target.value.replace("−", "-"));
    if (e.target.value.trim() && Number.isInteger(to) && to !== c.now) correct(now, c.what, { to });
    else e.target.value = value;
  };
  const ends = (/** @type {number} */ by) => value === (by < 0 ? c.least : c.most);
  const by = (/** @type {number} */ n, /** @type {string} */ sign, /** @type {string} */ name) =>
    button(sign, () => ends(n) || tap(now, c, n), {
      "aria-label": name,
      "aria-disabled": ends(n) ? "true" : null,
      key: sign,
    });
  return h(
    "div",
    { class: "step", role: "group", "aria-label": c.label, key: c.what },
    h("span", { class: "label" }, c.label),
    by(-1, "−", say("one-less", { what: c.label })),
    h("input", {
      key: "now",
      inputmode: "numeric",
      size: 3,
      "aria-label": c.label,
      value: String(value),
      autocomplete: "off",
      onchange: typed,
      onkeydown: (e) => e.key === "Enter" && (e.preventDefault(), e.target.blur()),
    }),
    by(1, "+", say("one-more", { what: c.label })),
    h("span", { class: "hint" }, c.most == null ? "" : `/ ${c.most}`),
  );
}

/**
 * @param {any} now
 * @param {Wire.Control} c
 */
const toggle = (now, c) =>
  h(
    "button",
    {
      type: "button",
      class: "tool",
      key: c.what,
      "aria-pressed": c.now ? "true" : "false",
      onclick: () => correct(now, c.what, { to: c.now ? 0 : 1 }),
    },
    c.label,
  );

/**
 * @param {any} now
 * @param {Wire.Control} c
 */
const choice = (now, c) =>
  h(
    "label",
    { class: "field", key: c.what },
    h("span", {}, c.label),
    h(
      "select",
      {
        onchange: (e) => {
          const to = Number(e.target.value);
          e.target.value = String(c.now);
          if (to >= 0) correct(now, c.what, { to });
        },
      },
      c.now === -1 ? h("option", { key: "-1", value: "-1", selected: true }, "…") : null,
      (c.options ?? []).map((o, n) => h("option", { key: n, value: String(n), selected: n === c.now }, o)),
    ),
  );

/**
 * @param {any} now
 * @param {Wire.Control} c
 */
const once = (now, c) => button(c.label, () => correct(now, c.what, {}), { kind: "quiet", key: c.what });

/**
 * All that can be put right, the figures first.
 * @param {any} now
 */
export function controls(now) {
  const all = now.card?.controls ?? [];
  const of = (/** @type {string} */ kind) => all.filter((/** @type {Wire.Control} */ c) => c.kind === kind);
  if (!all.length) return null;
  return [
    h(
      "div",
      { class: "steps", key: "steps" },
      of("step").map((/** @type {Wire.Control} */ c) => step(now, c)),
    ),
    h(
      "div",
      { class: "row", key: "toggles", role: "group", "aria-label": say("conditions") },
      of("toggle").map((/** @type {Wire.Control} */ c) => toggle(now, c)),
    ),
    h(
      "div",
      { class: "hows", key: "choices" },
      of("choice").map((/** @type {Wire.Control} */ c) => choice(now, c)),
    ),
    h(
      "div",
      { class: "row", key: "acts" },
      of("act").map((/** @type {Wire.Control} */ c) => once(now, c)),
    ),
    field(say("why-perhaps"), now, "why"),
  ];
}

/**
 * Whether the players see this fighter: one tap hides it from them, or shows it again.
 * @param {any} now
 * @param {Wire.Fighter} f
 */
export const eye = (now, f) =>
  h(
    "p",
    { key: "eye", class: "row eye" },
    h(
      "button",
      {
        type: "button",
        class: `tool ${state.busy.has("hide") ? "waits" : ""}`,
        "aria-disabled": state.busy.has("hide") ? "true" : null,
        onclick: () => act("hide", { do: "hide", name: f.name, on: !f.hidden, why: (now.why ?? "").trim() }),
      },
      icon(f.hidden ? "eye-off" : "eye"),
      say(f.hidden ? "show-one" : "hide-one"),
    ),
  );

/**
 * Where somebody is, to be put elsewhere by a tap on the map; another like this one, beside.
 * @param {any} now
 */
export function moves(now) {
  const at = now.card?.at;
  return h(
    "div",
    { class: "row", key: "moves" },
    at && shown().map?.tokens.length
      ? button([icon("map"), say("move-there")], () => elsewhere(now), { key: "move" })
      : null,
    may("join") &&
      button([icon("twin"), say("another")], () => another(now), {
        key: "another",
        waits: state.busy.has("join"),
      }),
    may("join") && may("hide") && unseen(now),
    may("reserve") &&
      !playerOf(now.name) &&
      button([icon("box"), say("reserve-back")], () => back(now), {
        key: "back",
        waits: state.busy.has("reserve"),
      }),
  );
}

/** @param {any} now */
const back = (now) =>
  sent("reserve", { do: "reserve", act: "back", name: now.name }, () => openPanel("reserves"));

/**
 * Out of the fight for good: apart from all else, and asked once more.
 * @param {any} now
 */
export function removal(now) {
  const { name } = now;
  if (now.sure !== name)
    return h(
      "p",
      { class: "ends", key: "remove" },
      button(say("remove-fighter"), () => change(() => (now.sure = name)), { kind: "quiet" }),
    );
  const stay = () => change(() => (now.sure = null));
  return sure(
    "sure",
    say("remove-sure", { name }),
    stay,
    button(say("remove-fighter"), () => remove(now), { kind: "primary", waits: state.busy.has("remove") }),
  );
}

/** @param {any} now */
async function remove(now) {
  const answer = await act("remove", { do: "remove", name: now.name, why: (now.why ?? "").trim() });
  const fell = answer?.t === "done" ? (answer.data?.fell ?? []) : null;
  if (fell?.length === 0) closePanel();
  else change(() => Object.assign(now, { sure: null, fell }));
}

/** @param {any} now */
function elsewhere(now) {
  choosePlace(say("move-who", { name: now.name }), (at) => correct(now, "place", { at }));
}

/**
 * Whether who comes in is hidden from the players, until the game master shows them.
 * @param {any} now
 */
export const unseen = (now) =>
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
 * Somebody comes in: at a place that is chosen, where there is a map.
 * @param {string} label
 * @param {{ like?: string, people?: string, side?: string, name?: string, hidden: boolean }} whom
 */
export const comes = (label, whom) =>
  enters(whom, say(whom.like && !whom.name ? "add-where-like" : "add-where", { name: whom.name || label }));

/**
 * Somebody comes in who is known, at a place of one's own choice where there is a map.
 * @param {Omit<Wire.JoinCommand, "do" | "id">} whom
 * @param {string} where what the map asks for
 */
export async function enters(whom, where) {
  const one = { do: /** @type {const} */ ("join"), ...whom };
  const join = (/** @type {Point} */ at) => act("join", { ...one, ...(at && { at }) });
  if (shown().map?.tokens.length) choosePlace(where, join);
  else if ((await act("join", one))?.t === "done") closePanel();
}

/** @param {any} now */
const another = (now) => comes(now.name, { like: now.name, hidden: Boolean(now.hidden) });

/**
 * Let a place be chosen on the map for what the game master does.
 * @param {string} label
 * @param {(at: Point) => unknown} then
 */
export function choosePlace(label, then) {
  change(() => {
    state.panel = null;
    state.tab = "map";
    look.plan = true;
    state.placing = { label, then };
  });
}
