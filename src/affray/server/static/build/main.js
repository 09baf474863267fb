// The builder: puts its parts together; keys; what it begins with.

import { h, patch } from "../dom.js";
import { button, icon } from "../bits.js";
import { percent } from "../language.js";
import {
  bring,
  follow,
  left,
  offered,
  openData,
  openKept,
  openNew,
  openShipped,
  refit,
  save,
  showText,
  start,
} from "./requests.js";
import { faults } from "./faults.js";
import { fields, lists, records, stray } from "./fields.js";
import { ground } from "./ground.js";
import { house } from "./house.js";
import { bar, inShort, odds, wins } from "./odds.js";
import { packs } from "./packs.js";
import { people } from "./people.js";
import { begin, change, fighters, it, known, redo, undo, wordOf } from "./scene.js";
import { tuning } from "./tuning.js";
import { called, say, shown } from "./words.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));

const voice = /** @type {HTMLElement} */ (document.getElementById("voice"));

function render() {
  if (!it.data || it.offer?.game !== it.data.ruleset) return;
  patch(
    main,
    /** @type {Part[]} */ (
      [
        top(),
        it.fault && h("p", { class: "fault bar-fault", key: "fault", role: "alert" }, it.fault),
        body(),
        foot(),
        opened(),
        lists(),
      ].filter(Boolean)
    ),
  );
  const said = it.told || inShort();
  if (said && voice.textContent !== said) voice.textContent = said;
  document.title = `${shown(wordOf(it.data.title)) || say("new-title")} · Affray`;
}

/** @type {typeof import("./dialog.js") | null} */
let dialogs = null; // fetched when the first one opens

/** What is open over the page, as soon as dialogs are here. */
function opened() {
  if (!it.dialog) return null;
  if (!dialogs) void fetchDialogs();
  return dialogs && dialogs.dialog(it.dialog);
}

async function fetchDialogs() {
  try {
    dialogs = await import("./dialog.js");
    change(() => {});
  } catch {
    change(() => ((it.dialog = null), (it.fault = say("offline"))));
  }
}

function top() {
  const clean = it.saved === it.data;
  return h(
    "header",
    { class: "top", key: "top" },
    h("a", { class: "btn quiet icon-only", href: "/", "aria-label": say("home") }, icon("back")),
    h(
      "h1",
      {},
      shown(wordOf(it.data.title)) || say("new-title"),
      clean ? null : [" ", h("small", { key: "unsaved" }, say("unsaved"))],
    ),
    h(
      "div",
      { class: "row tools" },
      button(icon("undo"), undo, {
        id: "undo",
        kind: "icon-only",
        "aria-label": say("undo"),
        "aria-disabled": it.past.length ? null : "true",
      }),
      button(icon("redo"), redo, {
        id: "redo",
        kind: "icon-only",
        "aria-label": say("redo"),
        "aria-disabled": it.future.length ? null : "true",
      }),
      button(say("open"), () => change(() => (it.dialog = { kind: "open" })), { id: "open" }),
      button(say("save"), () => save(), { id: "save" }),
      it.name ? button(say("save-copy"), () => save(""), { id: "save-copy", key: "copy" }) : null,
      button(say("text"), showText, { id: "text" }),
      button([icon("play"), h("span", { class: "long" }, say("start"))], () => !it.faults.length && start(), {
        id: "start",
        kind: "primary",
        "aria-label": say("start"),
        "aria-disabled": it.faults.length || !fighters().length ? "true" : null,
      }),
    ),
  );
}

function body() {
  const inside = it.offer.schema.properties;
  const lists = Object.keys(inside).filter((key) => known(inside[key]).items && key !== "fighters");
  return h(
    "div",
    { class: "columns", key: "columns", "data-game": it.data.ruleset },
    h("div", { class: "column", key: "who" }, faults(), about(), people()),
    h(
      "div",
      { class: "column", key: "where" },
      h("section", { class: "box", key: "map", "aria-label": say("map") }, h("h2", {}, say("map")), ground()),
      lists.map((key) =>
        h(
          "section",
          { class: "box", key, "aria-label": called(key) },
          h("h2", {}, called(key)),
          records(known(inside[key]), [key], called(key)),
        ),
      ),
      house(),
      packs(),
    ),
    h("div", { class: "column aside", key: "odds" }, odds(), tuning()),
  );
}

/** The scene itself: its game, its title, and whatever is neither a list nor a fighter. */
function about() {
  const inside = it.offer.schema.properties;
  const apart = ["ruleset", "title", "about", "options"];
  const plain = Object.keys(inside).filter((key) => !known(inside[key]).items && !apart.includes(key));
  const odd = Object.keys(it.data).filter((key) => !(key in inside));
  return h(
    "section",
    { class: "box", key: "scene", "aria-label": say("scene") },
    h("h2", {}, say("scene")),
    game(),
    h("div", { class: "one", key: "one" }, fields(it.offer.schema, [], ["title", "about"])),
    odd.map((key) => stray([key])),
    plain.length
      ? h("details", { key: "more" }, h("summary", {}, say("more-scene")), fields(it.offer.schema, [], plain))
      : null,
  );
}

function game() {
  const to = async (/** @type {string} */ id) => (await offered(id)) && openNew(id);
  return h(
    "div",
    { class: "field", key: "game" },
    h("label", { for: "game" }, say("game")),
    h(
      "select",
      { id: "game", onchange: (e) => to(e.target.value) },
      it.games.map((g) =>
        h("option", { key: g.game, value: g.game, selected: g.game === it.data.ruleset }, g.title),
      ),
    ),
  );
}

function foot() {
  return h(
    "a",
    {
      class: "foot",
      key: "foot",
      href: "#odds",
      "aria-label": say("odds"),
      onclick: (e) => (
        e.preventDefault(),
        document.getElementById("odds")?.scrollIntoView({ block: "start" }),
        document.getElementById("odds")?.focus({ preventScroll: true })
      ),
    },
    it.odds && it.how !== "faulty" && it.how !== "waits"
      ? [
          bar(),
          h(
            "span",
            { class: it.how === "counting" ? "stale" : "" },
            it.odds.sides
              .map((/** @type {any} */ s) => `${shown(s.name)} ${percent(wins(s)[0])}`)
              .join(" · "),
          ),
        ]
      : h("span", {}, say(it.how in { waits: 1, faulty: 1, offline: 1 } ? it.how : "counting")),
  );
}

document.addEventListener("keydown", (e) => {
  if (!(e.ctrlKey || e.metaKey) || e.altKey || document.querySelector("dialog[open]")) return;
  const way = {
    z: e.shiftKey ? redo : undo,
    y: redo,
    s: () => save(),
    o: () => change(() => (it.dialog = { kind: "open" })),
  }[e.key.toLowerCase()];
  if (!way) return;
  e.preventDefault();
  void way();
});

async function first() {
  Object.assign(
    it,
    JSON.parse(/** @type {HTMLElement} */ (document.getElementById("known")).textContent ?? "{}"),
  );
  it.kept = /** @type {any} */ (it).scenes;
  begin({ render, edited: follow, refit });
  const wanted = new URLSearchParams(location.search);
  const before = left();
  if (wanted.has("scene")) await openShipped(wanted.get("scene") ?? "");
  else if (wanted.has("kept")) await openKept(wanted.get("kept") ?? "");
  else if (before?.data && it.games.some((g) => g.game === before.data.ruleset))
    (await openData(before.data, before.name), (it.saved = null));
  if (!it.data) await openNew(it.games[0].game);
  for (const pack of before?.packs ?? []) if (pack.game === it.data?.ruleset) await bring(pack.text);
  it.told = "";
  it.past = [];
}

void first();
