// Panels that open over the table: a fighter, seats, hands, what players see, corrections.

import { h } from "./dom.js";
import { button, icon, mark } from "./bits.js";
import { rule } from "./log.js";
import { percent } from "./chart.js";
import { allWait, letGo, intent, waits } from "./fight.js";
import { sideOf, track } from "./order.js";
import { archive, fork, invitation, orders, picture, share } from "./sessions.js";
import { act, change, inTurn, link, lookAt, may, shown, state } from "./state.js";
import { COLON, names, say, TONGUE } from "./words.js";

const close = () => change(() => (state.panel = null));
/**
 * @param {string} kind
 * @param {Record<string, any>} more
 */
const show = (kind, more = {}) => change(() => (state.panel = { kind, ...more }));

/** @type {Record<string, (now: any) => { title: Parts, body: Parts, foot?: Parts }>} */
const KINDS = {
  tool: filled,
  archive,
  fork,
  orders,
  picture,
  share,
  fighter,
  seats,
  hands,
  sight,
  correct,
  add,
  amend,
  menu,
  advice,
  export: exported,
  text,
  rule: ruled,
};

/** The open panel, if any. */
export function panel() {
  const now = state.panel;
  if (!now) return null;
  const { title, body, foot } = KINDS[now.kind](now);
  return h(
    "dialog",
    {
      class: "panel sheet",
      key: `panel ${now.kind}`,
      "aria-labelledby": "panel-title",
      onkeydown: entered,
      made: (node) => node.showModal(),
      onclose: () => state.panel === now && close(),
      onclick: (e) => e.target.tagName === "DIALOG" && close(),
    },
    h(
      "header",
      { class: "head-bar" },
      h("h2", { id: "panel-title" }, title),
      h(
        "button",
        { type: "button", class: "btn icon-only", "aria-label": say("close"), onclick: close },
        icon("close"),
      ),
    ),
    h("div", { class: "body" }, body),
    foot ? h("footer", { class: "commit" }, foot) : null,
  );
}

/**
 * Enter in a field does what the panel is for.
 * @param {KeyboardEvent & { target: any, currentTarget: any }} e
 */
function entered(e) {
  if (e.key !== "Enter" || e.target.tagName !== "INPUT" || /checkbox|radio|file|range/.test(e.target.type))
    return;
  e.preventDefault();
  e.target.closest("dialog").querySelector("footer .primary:not([aria-disabled])")?.click();
}

/**
 * @param {string} about
 * @param {Said} command
 * @param {(data: any) => void} then
 */
async function sent(about, command, then = close) {
  const answer = await act(about, command);
  if (answer && answer.t === "done") then(answer.data);
}

// --- the menu of everything -----------------------------------------------------------------------

/**
 * One step back or on; several in a row are taken one after the other.
 * @param {"undo" | "redo"} what
 */
const step = (what) => inTurn("undo", { do: what, n: 1 });

/** @typedef {{ icon: any, label: string, how: () => unknown, key?: string, off?: boolean }} Doing */

/**
 * All that this seat can do besides playing; also what the palette lists.
 * @returns {Doing[]}
 */
export function commands() {
  const undo = shown().undo;
  return /** @type {Doing[]} */ (
    [
      may("undo") && { icon: "undo", label: say("undo"), off: !undo.can, how: () => step("undo"), key: "u" },
      may("redo") && { icon: "redo", label: say("redo"), off: !undo.redo, how: () => step("redo"), key: "U" },
      may("seat") && { icon: "seats", label: say("seats"), how: () => show("seats") },
      may("hands") && { icon: "hand", label: say("hands"), how: () => show("hands") },
      may("sight") && { icon: "eye", label: say("sight"), how: () => show("sight") },
      may("override") && {
        icon: "pen",
        label: say("correct"),
        how: () => show("correct", { words: "", why: "" }),
      },
      may("join") && { icon: "add", label: say("add"), how: () => show("add", { words: "", why: "" }) },
      may("advise") && { icon: "star", label: say("advise"), how: () => show("advice") },
      may("say") && { icon: "say", label: say("say"), how: () => show("text", { about: "say" }) },
      may("name") && { icon: "pen", label: say("name-it"), how: () => show("text", { about: "name" }) },
      may("order") &&
        state.view.orders?.length && { icon: "hand", label: say("orders"), how: () => show("orders") },
      intent() && { icon: "machine", label: say("let-go"), how: letGo, key: "g" },
      may("at") && {
        icon: "eye",
        label: say("look-back"),
        off: !undo.entries,
        how: () => lookAt(Math.max(0, undo.entries - 1)),
      },
      may("fork") && { icon: "fork", label: say("copy"), how: () => show("fork") },
      may("share") && { icon: "eye", label: say("share"), how: () => show("share") },
      may("picture") && { icon: "map", label: say("picture"), how: () => show("picture") },
      may("archive") && {
        icon: "box",
        label: say(state.view.title.archived ? "take-out" : "put-away"),
        how: () => show("archive"),
      },
      may("export") && { icon: "save", label: say("export"), how: () => show("export") },
    ].filter(Boolean)
  );
}

/** The languages there are: their code, and what they call themselves. */
const LANGUAGES = (document.getElementById("main")?.dataset.languages ?? "")
  .split(" ")
  .filter(Boolean)
  .map((each) => each.split(":"));

function menu() {
  const me = state.view.me;
  return {
    title: say("menu"),
    body: [
      h(
        "p",
        { class: "hint" },
        say("me", { name: me.name || me.seat || say("unnamed"), role: say(`role-${me.role}`) }),
      ),
      h(
        "ul",
        { class: "commands" },
        commands().map((c) =>
          h(
            "li",
            { key: c.label },
            h(
              "button",
              {
                type: "button",
                class: "command",
                "aria-disabled": c.off ? "true" : null,
                onclick: () => c.off || (close(), c.how()),
              },
              icon(c.icon),
              c.label,
            ),
          ),
        ),
      ),
      h("h3", {}, say("seats")),
      h("ul", { class: "seats" }, shown().link.seats.map(seatLine)),
      h("p", { class: "hint wide" }, say("help-keys")),
      h(
        "p",
        { class: "row" },
        LANGUAGES.map(([code, name]) =>
          h(
            "a",
            {
              key: code,
              class: "btn quiet",
              href: `?language=${code}`,
              lang: code,
              hreflang: code,
              "aria-current": code === TONGUE ? "true" : null,
            },
            name,
          ),
        ),
      ),
    ],
  };
}

// --- a fighter ------------------------------------------------------------------------------------

/** @param {any} now */
function fighter({ id }) {
  const f = shown().order.find((each) => each.id === id);
  if (!f) return { title: say("nobody"), body: null };
  return {
    title: [mark(sideOf(f.side)), " ", f.name],
    body: [
      h(
        "p",
        { class: "hint" },
        names([f.side, f.apart, f.now && say("now"), f.out && say("out")].filter(Boolean)),
      ),
      h(
        "dl",
        { class: "figures" },
        f.tracks.map((t) => [
          h("dt", { key: `t${t.name}` }, t.name),
          h(
            "dd",
            { key: `d${t.name}` },
            t.word || [h("span", { class: "figure" }, `${t.now} / ${t.most}`), track({ ...t, name: "" }, 0)],
          ),
        ]),
      ),
      f.states.length
        ? h(
            "p",
            { class: "states" },
            f.states.map((s, n) => h("span", { class: "state", key: n }, s)),
          )
        : null,
      f.gear && h("p", {}, f.gear),
      f.mine && may("hands") ? runs(f) : null,
      may("override") &&
        h(
          "p",
          { key: "correct" },
          button([icon("pen"), say("correct")], () => show("correct", { words: ` ${f.name} `, why: "" })),
        ),
    ],
  };
}

// --- hands ----------------------------------------------------------------------------------------

const MANNERS = ["person", "dice", "autopilot"];

/** @param {Wire.Fighter} f */
function runs(f) {
  const [hand, ...rest] = (f.hand || "person").split(" ");
  const give = (/** @type {string} */ manner) =>
    inTurn(`hands ${f.name}`, { do: "hands", name: f.name, manner });
  const own = state.view.me.role !== "gm";
  /** @type {Record<string, string>} */
  const labels = {
    person: say(own ? "it-rolls" : "person"),
    dice: say(own ? "i-roll" : "person-dice"),
    autopilot: say("machine"),
  };
  const level = ["green", "veteran"].find((l) => rest.includes(l)) || "regular";
  const temper = ["cautious", "aggressive"].find((l) => rest.includes(l)) || "calm";
  const how = (/** @type {any} */ e) =>
    give(
      ["autopilot", ...[...e.target.closest(".hows").querySelectorAll("select")].map((s) => s.value)].join(
        " ",
      ),
    );
  return h(
    "fieldset",
    { class: "runs", key: `runs${f.id}` },
    h("legend", {}, own ? say("hand-of", { name: f.name }) : f.name),
    h(
      "div",
      { class: "row" },
      MANNERS.map((m) =>
        h(
          "button",
          {
            type: "button",
            class: "tool",
            key: m,
            "aria-pressed": hand === m ? "true" : "false",
            onclick: () => hand === m || give(m),
          },
          labels[m],
        ),
      ),
    ),
    hand === "autopilot" &&
      h(
        "div",
        { class: "hows", key: "how" },
        select(say("level"), ["green", "regular", "veteran"], level, how),
        select(say("temper"), ["calm", "cautious", "aggressive"], temper, how),
      ),
    hand === "autopilot" && waits(f.name),
  );
}

/**
 * @param {string} label
 * @param {string[]} options
 * @param {string} now
 * @param {(e: any) => void} how
 */
function select(label, options, now, how) {
  return h(
    "label",
    { class: "field", key: label },
    h("span", {}, label),
    h(
      "select",
      { onchange: how },
      options.map((o) => h("option", { key: o, value: o, selected: o === now }, say(o))),
    ),
  );
}

function hands() {
  const own = shown().order.filter((f) => f.mine && f.hand);
  return { title: say("hands"), body: [allWait(), own.map(runs)] };
}

/** For each of one's own fighters: who rolls. Stands below the menu of actions. */
export function rollers() {
  if (!may("hands") || state.view.me.role === "gm" || shown().title.over) return null;
  return shown()
    .order.filter((f) => f.mine && f.hand)
    .map(runs);
}

// --- seats ----------------------------------------------------------------------------------------

/** @param {Wire.Seated} seat */
function seatLine(seat) {
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
          seat.fighters.length && say("runs", { names: names(seat.fighters) }),
        ].filter(Boolean),
      ),
    ),
  );
}

async function invite(seat = "") {
  const answer = await act("seat", { do: "seat", act: "link", seat });
  if (answer && answer.t === "done")
    change(() => state.panel && (state.panel.link = { seat, ...answer.data }));
}

/** @param {any} now */
function seats(now) {
  const all = shown().link.seats;
  const people = shown().order.filter((f) => f.hand !== undefined);
  return {
    title: [
      say("seats"),
      " ",
      h("small", {}, say("connected-n", { n: all.filter((s) => s.connected).length, of: all.length })),
    ],
    body: [
      now.link ? invitation(now.link, invited(now.link, all)) : null,
      h(
        "ul",
        { class: "seats" },
        all.map((s) =>
          h(
            "li",
            { key: s.seat, class: `seat ${s.connected ? "here" : "away"} ${s.pending ? "pending" : ""}` },
            h("ul", { class: "one" }, seatLine(s)),
            s.role === "player" &&
              h(
                "details",
                { key: "plays", made: (node) => (node.open = s.pending || !s.fighters.length) },
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
              ),
            h(
              "div",
              { class: "row" },
              s.pending &&
                button(
                  say("approve"),
                  () => act("seat", { do: "seat", act: "approve", seat: s.seat, fighters: s.fighters }),
                  { kind: "primary" },
                ),
              s.role !== "gm" &&
                !s.pending &&
                button(say("new-link"), () => invite(s.seat), { kind: "quiet" }),
              s.role !== "gm" &&
                button(
                  say(s.pending ? "turn-away" : "revoke"),
                  () => act("seat", { do: "seat", act: "revoke", seat: s.seat }),
                  { kind: "quiet" },
                ),
            ),
          ),
        ),
      ),
      h("p", { class: "hint", key: "more" }, say("add-seat")),
      h(
        "div",
        { class: "row", key: "add" },
        ["player", "spectator", "display"].map((role) =>
          button([icon("add"), say(`role-${role}`)], () => added(role), { key: role }),
        ),
      ),
    ],
    foot: [
      button(say("invite"), () => invite(), { kind: "primary", id: "invite", waits: state.busy.has("seat") }),
    ],
  };
}

/** @param {any} role */
async function added(role) {
  const n = shown().link.seats.filter((s) => s.role === role).length + 1;
  const answer = await act(`seat ${role}`, {
    do: "seat",
    act: "add",
    role,
    name: `${say(`role-${role}`)}${n > 1 ? ` ${n}` : ""}`,
  });
  if (answer && answer.t === "done") change(() => state.panel && (state.panel.link = answer.data));
}

/**
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
 * @param {any} found
 * @param {Wire.Seated[]} all
 */
function invited(found, all) {
  const seat = all.find((s) => s.seat === found.seat);
  return seat ? say("link-for", { name: seat.name }) : say("invite");
}

// --- what players see -----------------------------------------------------------------------------

function sight() {
  const now = state.view.me.sight || {};
  const set = (/** @type {string} */ name, /** @type {any} */ value) =>
    inTurn(`sight ${name}`, { do: "sight", [name]: value });
  const one = (/** @type {string} */ label, /** @type {string} */ name, /** @type {any[]} */ values) =>
    h(
      "fieldset",
      { key: name },
      h("legend", {}, label),
      h(
        "div",
        { class: "row" },
        values.map((v) =>
          h(
            "button",
            {
              type: "button",
              key: String(v),
              class: "tool",
              "aria-pressed": now[name] === v ? "true" : "false",
              onclick: () => set(name, v),
            },
            say(v === true ? "yes" : v === false ? "no" : v),
          ),
        ),
      ),
    );
  return {
    title: say("sight"),
    body: [
      one(say("foes-show"), "foes", ["numbers", "words", "nothing"]),
      one(say("foes-rolls"), "rolls", ["open", "hidden"]),
      one(say("show-odds"), "odds", [true, false]),
      one(say("let-undo"), "undo", [true, false]),
    ],
  };
}

// --- corrections, new fighters, changed answers ---------------------------------------------------

/**
 * @param {string} label
 * @param {any} now
 * @param {string} name
 * @param {{ lines?: number, props?: Props }} more
 */
const field = (label, now, name, more = {}) =>
  h(
    "label",
    { class: "field", key: name },
    h("span", {}, label),
    h(more.lines ? "textarea" : "input", {
      value: now[name],
      rows: more.lines,
      autocomplete: "off",
      oninput: (e) => (now[name] = e.target.value),
      ...more.props,
    }),
  );

/**
 * @param {string} label
 * @param {() => unknown} how
 * @param {string} about
 */
const foot = (label, how, about) => [
  button(say("cancel"), close),
  button(label, how, { kind: "primary", waits: state.busy.has(about) }),
];

/**
 * The first word of a correction, with the fighter of whom the panel was opened.
 * @param {string} kind
 * @param {string} words
 */
function begun(kind, words) {
  const who = shown().order.find((f) => words.includes(f.name));
  return `${kind.split(" ")[0]} ${who ? `${who.name} ` : ""}`;
}

/** @param {any} now */
function correct(now) {
  const go = () => sent("correct", { do: "override", words: now.words.trim(), why: now.why.trim() });
  const kinds = state.view.me.corrections || [];
  return {
    title: now.form || say("correct"),
    body: [
      field(say("correct-hint"), now, "words", { props: { list: "corrections" } }),
      h(
        "datalist",
        { id: "corrections" },
        kinds.map((k) => h("option", { key: k, value: k })),
      ),
      field(`${say("why")}${COLON}${say("why-hint")}`, now, "why"),
      kinds.length
        ? h(
            "details",
            { key: "kinds" },
            h("summary", {}, say("kinds")),
            h(
              "ul",
              { class: "commands" },
              kinds.map((k) =>
                h(
                  "li",
                  { key: k },
                  h(
                    "button",
                    {
                      type: "button",
                      class: "command",
                      onclick: () => change(() => (now.words = begun(k, now.words))),
                    },
                    k,
                  ),
                ),
              ),
            ),
          )
        : null,
    ],
    foot: foot(say("do-correct"), go, "correct"),
  };
}

/** @param {any} now */
function add(now) {
  return {
    title: say("add"),
    body: [field(say("add-hint"), now, "words", { lines: 9 }), field(say("why"), now, "why")],
    foot: foot(
      say("do-add"),
      () => sent("join", { do: "join", toml: now.words, why: now.why || say("add") }),
      "join",
    ),
  };
}

/** @param {any} now */
function amend(now) {
  now.words ??= "";
  now.why ??= "";
  const entry = now.entry ?? now.line.entry;
  const go = (/** @type {{ n?: number, faces?: number[], text?: string }} */ answer) =>
    sent(
      "amend",
      { do: "amend", entry, why: now.why, ...answer },
      (data) => (lookAt(null), data && data.fell.length ? change(() => (now.fell = data.fell)) : close()),
    );
  const typed = () =>
    go(
      /^[\d\s,]+$/.test(now.words) && (now.asked ? now.asked.kind === "dice" : now.line.kind === "roll")
        ? { faces: now.words.match(/\d+/g).map(Number) }
        : { text: now.words.trim() },
    );
  const options = now.asked?.options || [];
  if (now.fell)
    return {
      title: say("amend"),
      body: fell(now.fell),
      foot: [button(say("close"), close, { kind: "primary" })],
    };
  return {
    title: say("amend"),
    body: [
      now.asked
        ? h("p", { class: "quote" }, now.asked.question)
        : now.line && h("p", { class: "quote" }, now.line.words),
      field(`${say("why")}${COLON}${say("why-hint")}`, now, "why"),
      options.length
        ? h(
            "div",
            { class: "options", key: "options" },
            options.map((/** @type {Wire.Option} */ o) =>
              h(
                "button",
                { type: "button", key: o.n, class: "option", onclick: () => go({ n: o.n }) },
                h("span", { class: "label" }, o.label),
              ),
            ),
          )
        : field(say("amend-hint"), now, "words"),
    ],
    foot: options.length ? [button(say("cancel"), close)] : foot(say("amend"), typed, "amend"),
  };
}

/** @param {any[]} fell */
function fell(fell) {
  return h(
    "div",
    { role: "status", class: "fell", key: "fell" },
    h("p", {}, h("strong", {}, say("amended")), " ", say("fell-away", { n: fell.length })),
    h(
      "ul",
      {},
      fell.map((f) => h("li", { key: f.entry }, f.words)),
    ),
  );
}

/** @param {any} now */
function text(now) {
  now.words ??= now.about === "name" ? shown().title.name : "";
  return {
    title: say(now.about === "name" ? "name-it" : "talk"),
    body: field(say(now.about === "name" ? "name-it" : "say"), now, "words"),
    foot: foot(
      say(now.about === "name" ? "rename" : "send"),
      () => sent(now.about, { do: now.about, text: now.words.trim() }),
      now.about,
    ),
  };
}

/**
 * Something from the palette that wants more to be said: a field for each.
 * @param {any} now
 */
function filled(now) {
  const numbers = new Set(["n", "line", "entry", "width", "before"]);
  const go = () =>
    sent("tool", {
      ...now.fields,
      ...Object.fromEntries(
        now.tool.wants.map((/** @type {string} */ name) => [
          name,
          numbers.has(name) ? Number(now.fields[name]) : String(now.fields[name] ?? "").trim(),
        ]),
      ),
    });
  return {
    title: now.tool.label,
    body: now.tool.wants.map((/** @type {string} */ name) => field(say(`wants-${name}`), now.fields, name)),
    foot: foot(say("to-do"), go, "tool"),
  };
}

// --- a rule ---------------------------------------------------------------------------------------

/** @type {Promise<string> | null} */
let reference = null;

/**
 * The parts of an entry in the reference, its title first.
 * @param {string} all
 * @param {string} id
 */
function entry(all, id) {
  const [, text = ""] = all.split(`<article id="${id}">`);
  return [...new DOMParser().parseFromString(text.split("</article>")[0], "text/html").body.children];
}

/** @param {any} now */
function ruled(now) {
  const href = `/rules/${shown().title.game}`;
  if (!now.asked) {
    now.asked = true;
    reference ??= fetch(href).then((found) => found.text());
    reference.then(
      (all) => change(() => (now.found = entry(all, now.id))),
      () => (reference = null),
    );
  }
  const [head, ...parts] = now.found ?? [];
  const said = (/** @type {any} */ part) =>
    part.nodeName === "A" ? [rule(part.hash.slice(1)), " "] : part.textContent;
  return {
    title: head?.textContent ?? now.id,
    body: [
      !now.found && h("p", { class: "counting" }, "…"),
      parts.map((/** @type {Element} */ part) => h("p", {}, [...part.childNodes].map(said))),
      h("p", {}, h("a", { class: "rule", href: `${href}#${now.id}`, target: "rules" }, say("rules"))),
    ],
  };
}

// --- advice and export ----------------------------------------------------------------------------

/** @param {any} now */
function advice(now) {
  if (!now.asked && link) {
    now.asked = true;
    link
      .send({ do: "advise", seq: state.seq })
      .then((answer) =>
        change(() => Object.assign(now, answer.t === "done" ? { found: answer.data } : { why: answer.why })),
      );
  }
  const options = now.found ? now.found.options : [];
  return {
    title: say("advice"),
    body: [
      now.why && h("p", {}, now.why),
      !now.found && !now.why && h("p", { class: "counting" }, say("asking")),
      now.found && h("p", { class: "hint" }, names([now.found.reason, now.found.note].filter(Boolean))),
      h(
        "ol",
        { class: "advice" },
        options.map((/** @type {any} */ o, /** @type {number} */ n) =>
          h(
            "li",
            { key: n },
            h("span", {}, o.words),
            o.wins == null ? null : h("span", { class: "chance" }, percent(o.wins)),
            o.wins == null
              ? null
              : h(
                  "span",
                  { class: "bar", "aria-hidden": "true" },
                  h("i", { style: { width: `${o.wins * 100}%` } }),
                ),
          ),
        ),
      ),
    ],
  };
}

function exported() {
  const forms = [
    ["log", "as-log", "jsonl"],
    ["toml", "as-toml", "toml"],
    ["markdown", "as-markdown", "md"],
    ["json", "as-json", "json"],
  ].filter(([form]) => !["log", "toml"].includes(form) || state.view.me.role === "gm");
  const get = async (/** @type {any} */ form, /** @type {string} */ ending) => {
    const answer = await act("export", { do: "export", form });
    if (!answer || answer.t !== "done") return;
    const data = answer.data.text ?? answer.data;
    save(
      typeof data === "string" ? data : JSON.stringify(data, null, 1),
      `${shown().title.name || "affray"}.${ending}`,
    );
  };
  return {
    title: say("export"),
    body: h(
      "div",
      { class: "stack" },
      forms.map(([form, label, ending]) =>
        button([icon("save"), say(label)], () => get(form, ending), { key: form }),
      ),
    ),
  };
}

/**
 * @param {string} data
 * @param {string} name
 */
function save(data, name) {
  const url = URL.createObjectURL(new Blob([data], { type: "text/plain" }));
  const anchor = Object.assign(document.createElement("a"), {
    href: url,
    download: name.replace(/[^\w. -]+/g, "_"),
  });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
