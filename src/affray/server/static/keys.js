// The keyboard: single keys, and a palette of everything that can be done.

import { h } from "./dom.js";
import { icon, over } from "./bits.js";
import { rollNow } from "./dice.js";
import { byKey, choose } from "./actions.js";
import { answer, keyOf } from "./choice.js";
import { commands } from "./commands.js";
import { theirs } from "./fight.js";
import { act, change, flush, forget, link, lookAt, may, openPanel, shown, state } from "./state.js";
import { say } from "./words.js";

const SHOWN = 12;

/** Listen to keys. */
export function listen() {
  addEventListener("keydown", (e) => {
    if (e.repeat) return;
    const palette = e.key === "k" && (e.ctrlKey || e.metaKey);
    if (!palette && (e.ctrlKey || e.metaKey || e.altKey || wanted(e.target))) return;
    if (document.querySelector("dialog[open]") && !palette) return;
    const how = palette || e.key === "/" ? openPalette : pressed(e.key);
    if (!how) return;
    e.preventDefault();
    forget();
    how();
  });
}

/**
 * Whether what has the focus wants keys for itself. A field that was closed with its dialog keeps the focus
 * for a moment, and wants nothing.
 * @param {any} target
 */
function wanted(target) {
  const field = target.closest("input, textarea, select, dialog");
  return field && !field.closest("dialog:not([open])");
}

/** @param {string} key */
function pressed(key) {
  const asked = shown().ask;
  const ask = asked && !theirs(asked) ? asked : null;
  if (/^\d$/.test(key) && ask && ask.mine) return () => number(ask, key);
  if (key === "r" && ask && ask.mine && ask.kind === "dice") return rollNow;
  if (key === "d" && document.getElementById("typed-dice"))
    return () => document.getElementById("typed-dice")?.focus();
  const tab = /** @type {Record<string, string>} */ ({ f: "fight", m: "map", l: "log" })[key];
  if (tab)
    return () => (
      change(() => (state.tab = tab)),
      setTimeout(() => document.getElementById(`panel-${tab}`)?.focus({ preventScroll: true }), 50)
    );
  const command = commands().find((c) => c.key === key && !c.off);
  return command && command.how;
}

/**
 * Do what has this number on the page.
 * @param {Wire.Ask} ask
 * @param {string} key
 */
function number(ask, key) {
  const action = ask.kind === "action" && byKey(ask, Number(key));
  const option = ask.kind === "choice" && ask.options.find((o) => keyOf(ask, o) === key);
  if (action) choose(action);
  else if (option) answer(option.n);
}

/** Open the palette. */
export function openPalette() {
  /** @type {Palette} */
  const now = { typed: "", picked: 0, tools: [] };
  change(() => ((state.palette = now), (state.refused = [])));
  flush();
  if (may("palette") && link)
    link
      .send({ do: "palette", seq: state.seq })
      .then((answer) => change(() => (now.tools = answer.t === "done" ? answer.data : [])));
}

const close = () => change(() => (state.palette = null));

const OURS = new Set(["act", "roll"]); // groups that the page lists itself, with what they can come to
const PANELS = new Set([
  "advise",
  "export",
  "seat",
  "share",
  "fork",
  "archive",
  "say",
  "throw",
  "name",
  "join",
  "undo",
  "redo",
  "let",
]); // commands with a panel or a button of their own

/**
 * @param {Palette} now
 * @returns {Entry[]}
 */
const served = ({ tools }) =>
  tools
    .filter((t) => !OURS.has(t.group) && !PANELS.has(t.do.do))
    .map((t) => ({
      label: t.label,
      hint: t.hint || say(`group-${t.group}`),
      icon: ICON_OF[t.group] || "more",
      how: () => doing(t),
    }));

/** @type {Record<string, any>} */
const ICON_OF = { hands: "hand", order: "star", back: "undo", table: "eye", correct: "pen" };

/**
 * Do it at once, or ask first for what is missing.
 * @param {Wire.Tool} tool
 */
function doing(tool) {
  if (tool.do.do === "override")
    return openPanel("correct", {
      words: tool.do.words,
      why: "",
      form: tool.label,
    });
  if (tool.do.do === "at" && !tool.do.entry) return lookAt(Math.max(0, state.view.undo.entries - 1));
  if (tool.wants?.length) return openPanel("tool", { tool, fields: { ...tool.do } });
  return act(`tool ${tool.label}`, /** @type {any} */ (tool.do));
}

/** @typedef {{ label: string, hint: string, icon: any, how: () => unknown }} Entry */

/**
 * @param {Palette} now
 * @returns {Entry[]}
 */
function entries(now) {
  const { ask, actions, order } = shown();
  const mine = ask && ask.mine;
  const listed = new Set(actions.map((a) => a.n));
  const all = [
    ...(mine
      ? actions
          .filter((a) => a.n)
          .map((a) => ({
            label: a.label,
            hint: [a.cost, a.chance].filter(Boolean).join(" · "),
            icon: "fight",
            how: () => choose(a),
          }))
      : []),
    ...(mine
      ? ask.options
          .filter((o) => !listed.has(o.n))
          .map((o) => ({ label: o.label, hint: "", icon: "fight", how: () => answer(o.n) }))
      : []),
    ...(mine && ask.kind === "dice" ? [{ label: say("roll"), hint: "r", icon: "star", how: rollNow }] : []),
    ...commands()
      .filter((c) => !c.off)
      .map((c) => ({ label: c.label, hint: c.key || "", icon: c.icon, how: c.how })),
    ...["fight", "map", "log"].map((tab) => ({
      label: say(tab),
      hint: tab[0],
      icon: tab,
      how: () => change(() => (state.tab = tab)),
    })),
    ...served(now),
    ...order.map((f) => ({
      label: f.name,
      hint: f.side,
      icon: "seats",
      how: () => openPanel("fighter", { id: f.id }),
    })),
  ];
  return all.filter(
    (e, n) => all.findIndex((other) => other.label.toLowerCase() === e.label.toLowerCase()) === n,
  );
}

/** @param {Palette} now */
function matching(now) {
  const parts = now.typed.toLowerCase().split(/\s+/).filter(Boolean);
  return entries(now)
    .filter((e) => parts.every((p) => `${e.label} ${e.hint}`.toLowerCase().includes(p)))
    .slice(0, SHOWN);
}

/**
 * @param {Palette} now
 * @param {KeyboardEvent} e
 */
function keyed(now, e) {
  if (!wanted(e.target)) return;
  const all = matching(now);
  const step = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1 })[e.key];
  if (step) change(() => (now.picked = (now.picked + step + all.length) % Math.max(1, all.length)));
  else if (e.key === "Enter" && all[now.picked]) run(all[now.picked]);
  else return;
  e.preventDefault();
}

/** @param {Entry} entry */
function run(entry) {
  close();
  setTimeout(entry.how, 30);
}

/** The palette, when it is open. */
export function palette() {
  const now = state.palette;
  if (!now) return null;
  const all = matching(now);
  return over(
    now,
    () => state.palette === now && close(),
    {
      class: "palette",
      "aria-label": say("palette"),
      made: (node) => (node.showModal(), node.querySelector("input").focus()),
    },
    h(
      "div",
      { class: "find" },
      icon("find"),
      h("input", {
        role: "combobox",
        "aria-expanded": "true",
        "aria-controls": "matches",
        "aria-activedescendant": all[now.picked] ? `match-${now.picked}` : null,
        "aria-label": say("palette-hint"),
        placeholder: say("palette-hint"),
        autocomplete: "off",
        value: "",
        oninput: (e) => change(() => ((now.typed = e.target.value), (now.picked = 0))),
        onkeydown: (e) => keyed(now, e),
      }),
    ),
    h(
      "ul",
      { id: "matches", role: "listbox", "aria-label": say("palette") },
      all.map((e, n) =>
        h(
          "li",
          {
            key: `${n} ${e.label}`,
            id: `match-${n}`,
            role: "option",
            "aria-selected": n === now.picked ? "true" : "false",
            onclick: () => run(e),
          },
          icon(e.icon),
          h("span", { class: "label" }, e.label),
          h("span", { class: "hint" }, e.hint),
        ),
      ),
    ),
    all.length ? null : h("p", { class: "hint none" }, say("none-found")),
  );
}
