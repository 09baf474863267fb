// The page of a live table: puts the parts together and follows what the server says.

import { h, patch, settle } from "./dom.js";
import { button, icon, wide } from "./bits.js";
import { commands } from "./commands.js";
import { rollers } from "./control.js";
import { threw, thrown } from "./dice.js";
import { fight, kicker } from "./fight.js";
import { listen, openPalette, palette } from "./keys.js";
import { clock, tick } from "./clock.js";
import { COLON } from "./language.js";
import { log, scrolled, tail } from "./log.js";
import { map } from "./map.js";
import { follow, strip } from "./order.js";
import { HOST } from "./outcome.js";
import { moments } from "./past.js";
import { oneself } from "./self.js";
import { keepSheet, sheet } from "./sheet.js";
import { act, begin, change, may, onHeard, openPanel, shown, state } from "./state.js";
import { display } from "./viewport.js";
import { say } from "./words.js";

const root = /** @type {HTMLElement} */ (document.getElementById("main"));
const TABS = /** @type {const} */ (["fight", "map", "log"]);
const roomy = matchMedia("(min-width: 84rem)");
/** @type {typeof import("./bell.js") | null} */
let bell = null; // fetched at a player's first touch: before that no browser lets a page make itself heard
let seen = 0; // the last line of the log that was in sight
let turn = "";
const AGAIN = 2_000; // ms until what could not be fetched is sought once more
let headed = ""; // the question whose head was last brought into view

/** @type {typeof import("./panels/dialog.js") | null} */
let panels = null; // fetched when the first one opens: a phone is ready sooner without them

/** The open panel, as soon as panels are here. */
function panel() {
  if (!state.panel) return null;
  if (!panels) void fetchPanels();
  return panels && panels.panel(state.panel);
}

/** @type {typeof import("./television.js") | null} */
let wall = null; // fetched where the table is on a television

/** The table as a television shows it, once it is let in. */
function television() {
  const { me } = shown();
  if (!display || me.pending) return null;
  if (!wall) void fetchTelevision();
  return wall && [wall.television()];
}

async function fetchTelevision() {
  wall = await import("./television.js").catch(() => null);
  if (!wall) await new Promise((later) => setTimeout(later, AGAIN));
  change(() => {});
}

async function fetchPanels() {
  try {
    panels = await import("./panels/dialog.js");
    change(() => {});
  } catch {
    change(() => {
      state.panel = null;
      state.refused = [{ about: "panel", key: "panel", why: say("offline") }];
    });
  }
}

function page() {
  const wall = state.goodbye ? null : television();
  if (wall) return wall;
  keepSheet();
  const { title } = shown();
  const over = [sheet(), panel(), palette()].filter((each) => each != null);
  over.at(-1)?.kids.push(refusals()); // what is outside an open dialog can be neither seen nor touched
  return [
    header(title),
    state.goodbye && h("p", { class: "banner bad", key: "bye", role: "alert" }, state.goodbye),
    moments(),
    strip(),
    h("div", { class: "columns", key: "columns", inert: Boolean(state.goodbye) }, TABS.map(column)),
    h(
      "div",
      { class: "below", key: "below" },
      wide.matches ? null : oneself(),
      display ? null : tabs(),
      !over.length && refusals(),
      thrown(),
    ),
    over,
  ];
}

/** @param {Wire.Title} title */
function header(title) {
  return h(
    "header",
    { class: "top", key: "top" },
    HOST && !display
      ? h(
          "a",
          {
            class: "btn quiet icon-only",
            key: "home",
            href: "/",
            "aria-label": say("home"),
            title: say("home"),
          },
          icon("back"),
        )
      : null,
    h(
      "div",
      { class: "where" },
      h("h1", {}, title.name || title.scene),
      h("p", { class: "round" }, title.round, clock()),
    ),
    title.notice && h("p", { class: "notice", key: "notice" }, title.notice),
    title.archived && h("p", { class: "notice", key: "archived" }, say("archived")),
    (title.waits ? [] : (state.view.me.shared ?? [])).map((s) =>
      h(
        "p",
        { class: "notice", key: `shared ${s.fighter} ${s.by}` },
        say("shared-with", { by: s.by, fighter: s.fighter }),
      ),
    ),
    display ? null : bar(),
    h(
      "p",
      { class: `link ${state.online}`, key: "link", role: "status" },
      h("span", { class: "dot", "aria-hidden": "true" }),
      h("span", {}, say(state.online === "trying" && !state.met ? "connecting" : state.online)),
    ),
  );
}

/** The commands for which there is room, and ways to all of them. */
function bar() {
  const most = !wide.matches ? 1 : roomy.matches ? 7 : 5;
  return h(
    "div",
    { class: "commands-bar", key: "bar" },
    commands()
      .slice(0, most)
      .map((c) =>
        h(
          "button",
          {
            type: "button",
            class: "btn quiet",
            key: c.label,
            "aria-label": c.title ?? c.label,
            title: c.key ? `${c.title ?? c.label} (${c.key})` : (c.title ?? c.label),
            "aria-disabled": c.off ? "true" : null,
            onclick: () => c.off || c.how(),
          },
          icon(c.icon),
          h("span", { class: "wide" }, c.label),
          c.icon === "seats" && waitingSeats() ? h("b", { class: "count" }, waitingSeats()) : null,
        ),
      ),
    h(
      "button",
      {
        type: "button",
        class: "btn quiet icon-only wide-only",
        key: "find",
        "aria-label": say("palette"),
        title: `${say("palette")} (/)`,
        onclick: openPalette,
      },
      icon("find"),
    ),
    h(
      "button",
      {
        type: "button",
        class: "btn quiet icon-only",
        key: "more",
        "aria-label": say("menu"),
        onclick: () => openPanel("menu"),
      },
      icon("more"),
    ),
  );
}

const waitingSeats = () => shown().link.seats.filter((s) => s.pending).length;

/** @param {string} tab */
function column(tab) {
  const open = wide.matches || display || state.tab === tab;
  /** @type {Record<string, () => Parts>} */
  const parts = {
    fight: () => [wide.matches ? oneself() : null, fight(), rollers()],
    map: () => [h("h2", { class: "heading" }, say("map")), map()],
    log: () => [h("h2", { class: "heading" }, say("log")), log()],
  };
  return h(
    "section",
    {
      class: `column ${tab}`,
      key: tab,
      id: `panel-${tab}`,
      hidden: !open,
      tabindex: -1,
      "aria-label": say(tab),
      onscroll: tab === "log" ? (e) => scrolled(e.target) : null,
    },
    open ? parts[tab]() : null,
  );
}

function tabs() {
  const lines = shown().log;
  const newest = lines.length ? lines[lines.length - 1].n : 0;
  if (state.tab === "log" || wide.matches) seen = newest;
  const asked = shown().ask?.mine;
  return h(
    "nav",
    { class: "tabs", key: "tabs", "aria-label": say("table") },
    TABS.map((tab) =>
      h(
        "button",
        {
          type: "button",
          key: tab,
          class: state.tab === tab ? "on" : "",
          "aria-current": state.tab === tab ? "page" : null,
          onclick: () => change(() => (state.tab = tab)),
        },
        icon(tab),
        h("span", {}, say(tab)),
        tab === "fight" && asked && state.tab !== "fight"
          ? h("b", { class: "count", "aria-label": say("your-turn") }, "!")
          : null,
        tab === "log" && newest > seen && state.tab !== "log"
          ? h(
              "b",
              { class: "count", "aria-label": say("new-lines", { n: newest - seen }) },
              Math.min(99, newest - seen),
            )
          : null,
      ),
    ),
  );
}

function refusals() {
  return h(
    "div",
    { class: "refusals", key: "refusals", role: "alert" },
    state.online !== "live" && state.busy.size && !state.goodbye
      ? h("p", { class: "toast", key: "offline" }, h("span", {}, say("offline")))
      : null,
    state.became && h("p", { class: "toast notice", key: "became" }, h("span", {}, state.became)),
    state.refused.map((r) =>
      h(
        "div",
        { class: "toast bad", key: r.key },
        h("p", {}, h("strong", {}, say("refused"), COLON), r.why),
        h(
          "div",
          { class: "row" },
          r.retry && r.command && (r.about !== "answer" || r.code !== "wire/stale")
            ? button(say("again"), () => again(r), { kind: "primary" })
            : null,
          button(say("dismiss"), () => dismiss(r)),
        ),
      ),
    ),
  );
}

/** @param {Refusal} r */
const dismiss = (r) => change(() => (state.refused = state.refused.filter((each) => each !== r)));

/** @param {Refusal} r */
function again(r) {
  dismiss(r);
  if (r.command) act(r.about, r.command);
}

// --- telling people -------------------------------------------------------------------------------

function render() {
  const { title } = shown();
  const { ask } = state.view; // one's turn is told while one looks at the past, and not again on coming back
  patch(root, h("main", {}, page()).kids);
  if (!state.busy.size) settle();
  tail(document.getElementById("panel-log"));
  follow();
  tick();
  head(ask);
  const own = ask && ask.mine && state.view.me.role !== "gm";
  const scene = title.name || title.scene;
  document.title = own ? `● ${kicker(ask)}${COLON}${scene}` : `${scene} · Affray`;
  document.body.classList.toggle("turn", Boolean(own));
  if (own && turn !== ask.id) called(ask);
  turn = own && ask ? ask.id : "";
}

/**
 * A new question that is this reader's comes with its head in view.
 * Not under what lies over it, nor while somebody types.
 * @param {Wire.Ask | null} ask
 */
function head(ask) {
  const id = ask?.mine ? ask.id : "";
  if (id === headed || state.past || state.panel || state.sheet || state.palette) return;
  headed = id;
  const found = id && document.querySelector(".column.fight:not([hidden]) .ask");
  if (!found || document.activeElement?.matches("textarea, input:not([type=checkbox])")) return;
  const edge = document.querySelector(".strip")?.getBoundingClientRect().bottom ?? 0;
  if (found.getBoundingClientRect().top < edge) found.scrollIntoView({ block: "start", behavior: "auto" });
}

/**
 * This reader is asked: say so; after somebody else was, let the phone be heard and felt.
 * @param {Wire.Ask} ask
 */
function called(ask) {
  tell(`${kicker(ask)}${COLON}${ask.question}`);
  if (!turn) bell?.ring();
}

/** A player has touched the page, which lets it call. */
async function touched() {
  if (state.view.me.role !== "player") return;
  bell ??= await import("./bell.js").catch(() => null);
  void bell?.wake();
}

/** @param {string} text */
function tell(text) {
  const voice = document.getElementById("voice");
  if (voice && text) voice.textContent = text;
}

onHeard((before, now) => {
  if (!before.me.role || before.me.role === now.me.role) return;
  const became = say(now.me.role === "gm" ? "now-gm" : "now-player");
  tell(became);
  change(() => Object.assign(state, { became, panel: null, sheet: null, past: null }));
});

onHeard((before, now, message) => {
  const { by, redo, times } = now.undo;
  if (message.t !== "event") return;
  if (times <= before.undo.times) {
    if (message.new?.length || before.ask?.id !== now.ask?.id) change(() => (state.became = ""));
    return;
  }
  if (by === now.me.name) return change(() => (state.became = ""));
  const back = redo > before.undo.redo;
  if (redo < before.undo.redo) return change(() => (state.became = "")); // done again: nothing is changed
  const what = back ? gone(before.log, now.log) : "";
  const became = say(what ? "taken-back-it" : back ? "taken-back" : "changed-earlier", { by, what });
  tell(became);
  change(() => (state.became = became));
  reading();
});

/**
 * The first line that was taken back, of those that this reader had.
 * @param {Wire.LogLine[]} before
 * @param {Wire.LogLine[]} now
 */
function gone(before, now) {
  const kept = new Map(now.map((line) => [line.n, line.words]));
  const lost = before.filter((line) => kept.get(line.n) !== line.words && line.kind !== "throw");
  const line = lost.find((each) => each.kind === "act" || each.kind === "roll") ?? lost[0];
  return line ? line.words : "";
}

const READ = 10; // s in view after which a notice leaves by itself

/** Have a notice leave once it has been in view for long enough. */
function reading() {
  const told = state.became;
  let left = READ;
  const each = setInterval(() => {
    if (state.became !== told) clearInterval(each);
    else if (!document.hidden && --left <= 0) change(() => (state.became = ""));
  }, 1_000);
}

onHeard((before, _, message) => {
  if (message.t === "event" && message.new?.length && !state.past && !display) threw(before, message.new);
});

onHeard((before, now, message) => {
  if (message.t !== "event" || !message.new?.length || document.querySelector("#panel-log:not([hidden])"))
    return;
  tell(message.new.map((line) => line.words).join(". "));
});

for (const size of [wide, roomy]) size.addEventListener("change", () => change(() => {}));
document.body.classList.toggle("display", display);
const embedded = document.getElementById("view");
begin({
  as: ["display", "replay"].includes(root.dataset.role ?? "") ? (root.dataset.role ?? "") : "",
  path: root.dataset.session ? `/s/${root.dataset.session}/ws` : "",
  embedded: embedded?.textContent?.trim() ? JSON.parse(embedded.textContent) : null,
  render,
});
listen();
for (const what of ["click", "keydown"]) addEventListener(what, touched, true);
setInterval(tick, 1_000);
if (may("ping")) document.body.classList.add("ready");
