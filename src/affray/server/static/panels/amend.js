// An earlier answer is changed: the options there were, what another would come to, then the change.

import { h } from "../dom.js";
import { button } from "../bits.js";
import { fields, lying, reading, unread, wanted } from "../faces.js";
import { COLON } from "../language.js";
import { act, change, closePanel, link, lookAt, state } from "../state.js";
import { say } from "../words.js";
import { field } from "./form.js";

/** @typedef {{ n?: number, faces?: number[], text?: string }} Other */

/**
 * @typedef {{ other: Other, label: string, moment: string, would?: Wire.Preview, refused?: string }} Chosen
 */

/**
 * The panel: `entry` is whose answer it is; then what the server says, and what the reader chose.
 * @typedef {object} Amending
 * @property {string} kind
 * @property {number} [entry]
 * @property {Wire.LogLine} [line]
 * @property {string} [why]
 * @property {string} [words]
 * @property {string} [moment] of the fight, for which was asked what there was
 * @property {Wire.Earlier} [was]
 * @property {string} [refused]
 * @property {import("../faces.js").Reading} [dice]
 * @property {Chosen} [chosen]
 */

/** @param {any} panel */
export function amend(panel) {
  /** @type {Amending} */
  const now = panel;
  now.why ??= "";
  now.words ??= "";
  look(now);
  return { title: say("amend"), ...(now.chosen ? previewed(now) : choosing(now)) };
}

/** @param {Amending} now */
const entryOf = (now) => now.entry ?? now.line?.entry ?? 0;

/** What tells whether the fight has gone on, or back and on another way. */
const moment = () => `${state.view.undo.entries} ${state.view.ask?.id}`;

/**
 * Ask what there was to choose from: first the options, then their chances; anew, when something has
 * happened.
 * @param {Amending} now
 */
async function look(now) {
  const asked = moment();
  if (now.moment === asked || !link) return;
  now.moment = asked;
  for (const odds of [false, true]) {
    if (odds && now.was?.ask.kind !== "action") return;
    const answer = await link.send({ do: "earlier", entry: entryOf(now), odds });
    if (now.moment !== asked) return;
    if (answer.t === "done") change(() => heard(now, answer.data));
    else if (!odds)
      return change(() => Object.assign(now, { was: undefined, chosen: undefined, refused: answer.why }));
  }
}

/** @param {Wire.Earlier} was */
const question = ({ ask }) => JSON.stringify([ask.who, ask.question, ask.options, ask.dice]);

/**
 * What there was; chances that come later move nothing. Of another question nothing is chosen yet.
 * @param {Amending} now
 * @param {Wire.Earlier} was
 */
function heard(now, was) {
  const place = new Map(now.was?.actions.map((a, n) => [a.n, n]));
  if (place.size) was.actions.sort((a, b) => (place.get(a.n) ?? 0) - (place.get(b.n) ?? 0));
  if (now.was && question(now.was) !== question(was))
    Object.assign(now, { chosen: undefined, dice: undefined });
  now.was = was;
  now.dice ??= asRead(was);
}

/** @param {Wire.Earlier} was */
function asRead({ ask, dice, said }) {
  if (!ask.dice) return undefined;
  const read = reading(ask.id, ask.dice.faces, dice);
  if (!dice.length) read.total = said;
  return read;
}

// --- choosing ---------------------------------------------------------------------------------------

/** @param {Amending} now */
function choosing(now) {
  const { was } = now;
  if (!was)
    return {
      body: h("p", { class: "hint", role: "status" }, now.refused || say("looking-up")),
      foot: button(say("cancel"), closePanel),
    };
  return {
    body: [
      h("p", { class: "quote", key: "asked" }, was.ask.question || was.ask.name),
      was.ask.dice ? null : h("p", { class: "hint", key: "how" }, say("amend-how")),
      was.ask.dice && now.dice ? rolled(now, now.dice) : [options(now, was), inWords(now)],
    ],
    foot: [
      button(say("cancel"), closePanel, { key: "cancel" }),
      now.dice && button(say("what-if"), () => useDice(now), { kind: "primary", key: "go", id: "what-if" }),
    ],
  };
}

/**
 * The faces as they were read, to be read again.
 * @param {Amending} now
 * @param {import("../faces.js").Reading} dice
 */
const rolled = (now, dice) =>
  h(
    "div",
    { class: "tray", key: "tray" },
    h("p", { class: "hint" }, say("said-then", { said: now.was?.said })),
    lying(dice),
    fields(dice, { id: "other", asked: now.was?.ask.dice ?? {} }),
    dice.bad ? h("p", { class: "fault", role: "status" }, wanted(dice)) : null,
  );

/** @param {Amending} now */
function useDice(now) {
  const dice = now.dice;
  if (!dice) return;
  const total = dice.total.trim();
  if (total) return choose(now, { text: `=${total.replace(/^=/, "")}` }, total);
  if (unread(dice) || dice.bad) return change(() => (dice.bad = true));
  choose(now, { faces: [...dice.faces] }, dice.faces.join(" "));
}

/**
 * The options that there were, of actions with their chances; what was said is marked.
 * @param {Amending} now
 * @param {Wire.Earlier} was
 */
function options(now, was) {
  const listed = was.actions.filter((a) => a.n);
  const known = new Set(listed.map((a) => a.n));
  /** @type {Record<string, Parts[]>} */
  const parts = { attack: [], move: [], other: [], end: [] };
  for (const a of listed) parts[a.kind].push(option(now, was, a.n, a.label, chance(a)));
  for (const o of was.ask.options) if (!known.has(o.n)) parts.other.push(option(now, was, o.n, o.label));
  return Object.entries(parts).map(([kind, all]) =>
    all.length
      ? h(
          "section",
          { key: kind },
          kind === "attack" ? h("h3", {}, say("attack")) : kind === "move" ? h("h3", {}, say("move")) : null,
          h("div", { class: "options" }, all),
        )
      : null,
  );
}

/** @param {Wire.Action} a */
const chance = (a) => (a.chance ? h("span", { class: "chance" }, a.chance) : null);

/**
 * @param {Amending} now
 * @param {Wire.Earlier} was
 * @param {number} n
 * @param {string} label
 * @param {Parts} more
 */
const option = (now, was, n, label, more = null) =>
  h(
    "button",
    {
      type: "button",
      key: n,
      class: `option ${n === was.n ? "default" : ""}`,
      "aria-current": n === was.n ? "true" : null,
      onclick: () => choose(now, { n }, label),
    },
    h("span", { class: "label" }, label),
    more,
    n === was.n ? h("span", { class: "usual" }, say("was-said")) : null,
  );

/**
 * An answer that is none of those listed, such as a place of one's own.
 * @param {Amending} now
 */
function inWords(now) {
  const go = () => now.words?.trim() && choose(now, { text: now.words.trim() }, now.words.trim());
  return h(
    "details",
    { key: "words", class: "always" },
    h("summary", {}, say("own-words")),
    field(say("amend-hint"), now, "words", { props: { onkeydown: (e) => e.key === "Enter" && go() } }),
    h("div", { class: "row" }, button(say("what-if"), go, {})),
  );
}

// --- what would differ ------------------------------------------------------------------------------

/**
 * @param {Amending} now
 * @param {Other} other
 * @param {string} label
 */
function choose(now, other, label) {
  change(() => (now.chosen = { other, label, moment: "" }));
}

/**
 * Ask what it would come to; anew, when something has happened meanwhile.
 * @param {Amending} now
 */
async function tryOut(now) {
  const chosen = now.chosen;
  const asked = moment();
  if (!chosen || !link || chosen.moment === asked) return;
  Object.assign(chosen, { moment: asked, would: undefined, refused: "" });
  const answer = await link.send({ do: "preview", entry: entryOf(now), ...chosen.other });
  if (chosen.moment !== asked) return;
  change(() => {
    chosen.would = answer.t === "done" ? answer.data : undefined;
    chosen.refused = answer.t === "done" ? "" : answer.why;
  });
}

/** @param {Amending} now */
async function commit(now) {
  if (!now.chosen?.would) return;
  const command = { do: "amend", entry: entryOf(now), why: (now.why ?? "").trim(), ...now.chosen.other };
  const answer = await act("amend", /** @type {Said} */ (command));
  if (answer?.t === "done") (lookAt(null), closePanel());
}

/** @param {Amending} now */
function previewed(now) {
  tryOut(now);
  const { label, would, refused } = /** @type {Chosen} */ (now.chosen);
  return {
    body: [
      h("p", { class: "quote", key: "asked" }, now.was?.ask.question || now.was?.ask.name),
      h(
        "p",
        { class: "instead", key: "instead", tabindex: -1, made: (node) => node.focus() },
        h("s", {}, now.was?.said),
        " → ",
        h("strong", {}, label),
      ),
      h(
        "div",
        { class: "would", key: "would", role: "status" },
        would ? told(would) : h("p", { class: "hint" }, refused || say("trying-out")),
      ),
      would && field(say("why-perhaps"), now, "why"),
      h(
        "p",
        { key: "other" },
        button(say("other-choice"), () => change(() => (now.chosen = undefined)), { kind: "quiet" }),
      ),
    ],
    foot: [
      button(say("keep"), closePanel, { key: "keep" }),
      would &&
        button(say("do-amend"), () => commit(now), {
          kind: "primary",
          waits: state.busy.has("amend"),
          key: "do",
          id: "do-amend",
        }),
    ],
  };
}

/**
 * What holds, what falls away, and how it would stand.
 * @param {Wire.Preview} would
 */
const told = ({ hold, fell, added, waits, differ }) => [
  h("h3", { key: "differ" }, say("would-differ")),
  differ.length
    ? h(
        "ul",
        { class: "differ", key: "all" },
        differ.map(({ name, words }) =>
          h("li", { key: name }, name && h("strong", {}, name), name && COLON, words.join(", ")),
        ),
      )
    : h("p", { key: "same" }, say("would-be-same")),
  hold || fell.length ? h("p", { class: "hint", key: "hold" }, say("would-hold", { n: hold })) : null,
  added ? h("p", { class: "hint", key: "added" }, say("would-add", { n: added })) : null,
  fallen(fell),
  waits ? h("p", { key: "waits" }, say("would-wait")) : null,
];

/**
 * What does not hold any more.
 * @param {Wire.FallenEntry[]} fell
 */
export const fallen = (fell) =>
  fell.length
    ? h(
        "details",
        { key: "fell", class: "fell", made: (node) => (node.open = fell.length <= 5) },
        h("summary", {}, say("would-fall", { n: fell.length })),
        h(
          "ul",
          {},
          fell.map((f) => h("li", { key: f.entry }, f.words)),
        ),
      )
    : null;
