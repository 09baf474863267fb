// Panels that open over the table: a fighter, seats, hands, what players see, corrections.

import { h } from "./dom.js";
import { button, icon, mark, sideOf } from "./bits.js";
import { percent } from "./chart.js";
import { track } from "./order.js";
import { act, change, link, may, shown, state } from "./state.js";
import { names, say } from "./words.js";

const close = () => change(() => (state.panel = null));
const show = (kind, more = {}) => change(() => (state.panel = { kind, ...more }));

const KINDS = { fighter, seats, hands, sight, correct, add, amend, menu, advice, export: exported, text };

/** The open panel, if any. */
export function panel() {
  const now = state.panel;
  if (!now) return null;
  const { title, body, foot } = KINDS[now.kind](now);
  return h("dialog", { class: "panel sheet", key: `panel ${now.kind}`, "aria-labelledby": "panel-title", made: (node) => node.showModal(), onclose: () => state.panel === now && close(), onclick: (e) => e.target.tagName === "DIALOG" && close() },
    h("header", { class: "head-bar" }, h("h2", { id: "panel-title" }, title), h("button", { type: "button", class: "btn icon-only", "aria-label": say("close"), onclick: close }, icon("close"))),
    h("div", { class: "body" }, body), foot ? h("footer", { class: "commit" }, foot) : null);
}

async function sent(about, command, then = close) {
  const answer = await act(about, command);
  if (answer && answer.t === "done") then(answer.data);
}

// --- the menu of everything -----------------------------------------------------------------------

let steps = Promise.resolve();

/** One step back or on; several in a row are taken one after the other. */
const step = (what) => (steps = steps.then(() => act("undo", { do: what, n: 1 })));

/** All that this seat can do besides playing; also what the palette lists. */
export function commands() {
  const undo = shown().undo;
  return [
    may("undo") && { icon: "undo", label: say("undo"), off: !undo.can, how: () => step("undo"), key: "u" },
    may("redo") && { icon: "redo", label: say("redo"), off: !undo.redo, how: () => step("redo"), key: "U" },
    may("seat") && { icon: "seats", label: say("seats"), how: () => show("seats") },
    may("hands") && { icon: "hand", label: say("hands"), how: () => show("hands") },
    may("sight") && { icon: "eye", label: say("sight"), how: () => show("sight") },
    may("override") && { icon: "pen", label: say("correct"), how: () => show("correct", { words: "", why: "" }) },
    may("join") && { icon: "add", label: say("add"), how: () => show("add", { words: "", why: "" }) },
    may("advise") && { icon: "star", label: say("advise"), how: () => show("advice") },
    may("say") && { icon: "say", label: say("say"), how: () => show("text", { about: "say" }) },
    may("name") && { icon: "pen", label: say("name-it"), how: () => show("text", { about: "name" }) },
    may("export") && { icon: "save", label: say("export"), how: () => show("export") },
  ].filter(Boolean);
}

function menu() {
  const me = state.view.me;
  return {
    title: say("menu"),
    body: [h("p", { class: "hint" }, say("me", { name: me.name || me.seat || say("unnamed"), role: say(`role-${me.role}`) })),
      h("ul", { class: "commands" }, commands().map((c) => h("li", { key: c.label }, h("button", { type: "button", class: "command", "aria-disabled": c.off ? "true" : null, onclick: () => c.off || (close(), c.how()) }, icon(c.icon), c.label)))),
      h("h3", {}, say("seats")), h("ul", { class: "seats" }, shown().link.seats.map(seatLine)), h("p", { class: "hint wide" }, say("help-keys"))],
  };
}

// --- a fighter ------------------------------------------------------------------------------------

function fighter({ id }) {
  const f = shown().order.find((each) => each.id === id);
  if (!f) return { title: say("nobody"), body: null };
  return {
    title: [mark(sideOf(f.side)), " ", f.name],
    body: [h("p", { class: "hint" }, names([f.side, f.apart, f.now && say("now"), f.out && say("out")].filter(Boolean))),
      h("dl", { class: "figures" }, f.tracks.map((t) => [h("dt", { key: `t${t.name}` }, t.name), h("dd", { key: `d${t.name}` }, t.word || [h("span", { class: "figure" }, `${t.now} / ${t.most}`), track({ ...t, name: "" }, 0)])])),
      f.states.length ? h("p", { class: "states" }, f.states.map((s, n) => h("span", { class: "state", key: n }, s))) : null,
      f.gear && h("p", {}, f.gear), f.mine && may("hands") ? runs(f) : null,
      may("override") && h("p", { key: "correct" }, button([icon("pen"), say("correct")], () => show("correct", { words: ` ${f.name} `, why: "" })))],
  };
}

// --- hands ----------------------------------------------------------------------------------------

const MANNERS = ["person", "dice", "autopilot"];

function runs(f) {
  const [hand, ...rest] = (f.hand || "person").split(" ");
  const give = (manner) => act(`hands ${f.name}`, { do: "hands", name: f.name, manner });
  const own = state.view.me.role !== "gm";
  const labels = { person: say(own ? "it-rolls" : "person"), dice: say(own ? "i-roll" : "person-dice"), autopilot: say("machine") };
  const level = ["green", "veteran"].find((l) => rest.includes(l)) || "regular";
  const temper = ["cautious", "aggressive"].find((l) => rest.includes(l)) || "calm";
  return h("fieldset", { class: "runs", key: `runs${f.id}` }, h("legend", {}, own ? say("hand-of", { name: f.name }) : f.name),
    h("div", { class: "row" }, MANNERS.map((m) => h("button", { type: "button", class: "tool", key: m, "aria-pressed": hand === m ? "true" : "false", onclick: () => hand === m || give(m) }, labels[m]))),
    hand === "autopilot" && h("div", { class: "hows", key: "how" }, select(say("level"), ["green", "regular", "veteran"], level, (v) => give(`autopilot ${v} ${temper}`)), select(say("temper"), ["calm", "cautious", "aggressive"], temper, (v) => give(`autopilot ${level} ${v}`))));
}

function select(label, options, now, how) {
  return h("label", { class: "field", key: label }, h("span", {}, label), h("select", { onchange: (e) => how(e.target.value) }, options.map((o) => h("option", { key: o, value: o, selected: o === now }, say(o)))));
}

function hands() {
  const own = shown().order.filter((f) => f.mine && f.hand);
  return { title: say("hands"), body: own.map(runs) };
}

/** For each of one's own fighters: who rolls. Stands below the menu of actions. */
export function rollers() {
  if (!may("hands") || state.view.me.role === "gm") return null;
  return shown().order.filter((f) => f.mine && f.hand).map(runs);
}

// --- seats ----------------------------------------------------------------------------------------

function seatLine(seat) {
  return h("li", { key: seat.seat, class: seat.connected ? "here" : "away" }, h("span", { class: "dot", "aria-hidden": "true" }), h("span", { class: "name" }, seat.name || say("unnamed")), h("span", { class: "hint" }, names([say(`role-${seat.role}`), say(seat.pending ? "pending" : seat.connected ? "connected" : "away"), seat.fighters.length && say("runs", { names: names(seat.fighters) })].filter(Boolean))));
}

async function invite(seat = "") {
  const answer = await act("seat", { do: "seat", act: "link", seat });
  if (answer && answer.t === "done") change(() => state.panel && (state.panel.link = { seat, ...answer.data }));
}

function seats(now) {
  const all = shown().link.seats;
  const people = shown().order.filter((f) => f.hand !== undefined);
  return {
    title: [say("seats"), " ", h("small", {}, say("connected-n", { n: all.filter((s) => s.connected).length, of: all.length }))],
    body: [now.link ? invitation(now.link, all) : null,
      h("ul", { class: "seats" }, all.map((s) => h("li", { key: s.seat, class: `seat ${s.connected ? "here" : "away"} ${s.pending ? "pending" : ""}` }, h("ul", { class: "one" }, seatLine(s)),
        s.role === "player" && h("details", { key: "plays", made: (node) => (node.open = s.pending || !s.fighters.length) }, h("summary", {}, say("plays"), ": ", names(s.fighters) || say("nobody")), h("div", { class: "checks" }, people.map((f) => h("label", { class: "check", key: f.id }, h("input", { type: "checkbox", checked: s.fighters.includes(f.name), onchange: (e) => give(s, f.name, e.target.checked) }), mark(sideOf(f.side)), f.name)))),
        h("div", { class: "row" }, s.pending && button(say("approve"), () => act("seat", { do: "seat", act: "approve", seat: s.seat, fighters: s.fighters }), { kind: "primary" }),
          s.role !== "gm" && !s.pending && button(say("new-link"), () => invite(s.seat), { kind: "quiet" }), s.role !== "gm" && button(say(s.pending ? "turn-away" : "revoke"), () => act("seat", { do: "seat", act: "revoke", seat: s.seat }), { kind: "quiet" }))))),
      h("p", { class: "hint", key: "more" }, say("add-seat")), h("div", { class: "row", key: "add" }, ["player", "spectator", "display"].map((role) => button([icon("add"), say(`role-${role}`)], () => added(role), { key: role })))],
    foot: [button(say("invite"), () => invite(), { kind: "primary", id: "invite", waits: state.busy.has("seat") })],
  };
}

async function added(role) {
  const answer = await act(`seat ${role}`, { do: "seat", act: "add", role, name: say(`role-${role}`) });
  if (answer && answer.t === "done") change(() => state.panel && (state.panel.link = answer.data));
}

const give = (seat, name, on) => act("seat", { do: "seat", act: "give", seat: seat.seat, fighters: on ? [...seat.fighters, name] : seat.fighters.filter((n) => n !== name) });

/** A link to take a seat: as a picture to point a camera at, and to type or copy. */
function invitation(found, all) {
  const seat = all.find((s) => s.seat === found.seat);
  const path = found.url || new URL(found.path, location.href).href;
  return h("section", { class: "invitation", key: `link${path}` }, h("h3", {}, seat ? say("link-for", { name: seat.name }) : say("invite")),
    found.path ? h("img", { class: "qr", src: `${location.pathname.replace(/\/display$/, "")}/qr?path=${encodeURIComponent(found.path)}`, alt: say("invite-hint"), width: 240, height: 240 }) : null, h("p", { class: "hint" }, say("invite-hint")),
    h("input", { class: "address", readonly: true, "aria-label": say("copy-hint"), value: path, onfocus: (e) => e.target.select() }));
}

// --- what players see -----------------------------------------------------------------------------

function sight() {
  const now = state.view.me.sight || {};
  const set = (name, value) => act(`sight ${name}`, { do: "sight", [name]: value });
  const one = (label, name, values) => h("fieldset", { key: name }, h("legend", {}, label), h("div", { class: "row" }, values.map((v) => h("button", { type: "button", key: String(v), class: "tool", "aria-pressed": now[name] === v ? "true" : "false", onclick: () => set(name, v) }, say(v === true ? "yes" : v === false ? "no" : v)))));
  return { title: say("sight"), body: [one(say("foes-show"), "foes", ["numbers", "words", "nothing"]), one(say("foes-rolls"), "rolls", ["open", "hidden"]), one(say("show-odds"), "odds", [true, false]), one(say("let-undo"), "undo", [true, false])] };
}

// --- corrections, new fighters, changed answers ---------------------------------------------------

const field = (label, now, name, more = {}) => h("label", { class: "field", key: name }, h("span", {}, label), h(more.lines ? "textarea" : "input", { value: now[name], rows: more.lines, autocomplete: "off", oninput: (e) => (now[name] = e.target.value), ...more.props }));

const foot = (label, how, about) => [button(say("cancel"), close), button(label, how, { kind: "primary", waits: state.busy.has(about) })];

function correct(now) {
  const go = () => sent("correct", { do: "override", words: now.words.trim(), why: now.why.trim() });
  const kinds = state.view.me.corrections || [];
  return { title: say("correct"), body: [field(say("correct-hint"), now, "words", { props: { list: "corrections" } }), h("datalist", { id: "corrections" }, kinds.map((k) => h("option", { key: k, value: k }))), field(`${say("why")}: ${say("why-hint")}`, now, "why")], foot: foot(say("do-correct"), go, "correct") };
}

function add(now) {
  return { title: say("add"), body: [field(say("add-hint"), now, "words", { lines: 9 }), field(say("why"), now, "why")], foot: foot(say("do-add"), () => sent("join", { do: "join", toml: now.words, why: now.why || say("add") }), "join") };
}

function amend(now) {
  now.words ??= "";
  now.why ??= "";
  const faces = () => (now.line.kind === "roll" && /^[\d\s,]+$/.test(now.words) ? { faces: now.words.match(/\d+/g).map(Number) } : { text: now.words.trim() });
  const go = () => sent("amend", { do: "amend", entry: now.line.entry, why: now.why, ...faces() }, (data) => (data && data.fell.length ? change(() => (now.fell = data.fell)) : close()));
  return { title: say("amend"), body: [h("p", { class: "quote" }, now.line.words), now.fell ? h("div", { role: "status", class: "fell", key: "fell" }, h("p", {}, h("strong", {}, say("amended")), " ", say("fell-away", { n: now.fell.length })), h("ul", {}, now.fell.map((f) => h("li", { key: f.entry }, f.words)))) : null, field(say("amend-hint"), now, "words"), field(`${say("why")}: ${say("why-hint")}`, now, "why")], foot: now.fell ? [button(say("close"), close, { kind: "primary" })] : foot(say("amend"), go, "amend") };
}

function text(now) {
  now.words ??= now.about === "name" ? shown().title.name : "";
  return { title: say(now.about === "name" ? "name-it" : "talk"), body: field(say(now.about === "name" ? "name-it" : "say"), now, "words"), foot: foot(say(now.about === "name" ? "rename" : "send"), () => sent(now.about, { do: now.about, text: now.words.trim() }), now.about) };
}

// --- advice and export ----------------------------------------------------------------------------

function advice(now) {
  if (!now.asked && link) {
    now.asked = true;
    link.send({ do: "advise", seq: state.seq }).then((answer) => change(() => Object.assign(now, answer.t === "done" ? { found: answer.data } : { why: answer.why })));
  }
  const options = now.found ? now.found.options : [];
  return { title: say("advice"), body: [now.why && h("p", {}, now.why), !now.found && !now.why && h("p", { class: "counting" }, say("asking")), now.found && h("p", { class: "hint" }, names([now.found.reason, now.found.note].filter(Boolean))),
    h("ol", { class: "advice" }, options.map((o, n) => h("li", { key: n }, h("span", {}, o.words), o.wins == null ? null : h("span", { class: "chance" }, percent(o.wins)), o.wins == null ? null : h("span", { class: "bar", "aria-hidden": "true" }, h("i", { style: { width: `${o.wins * 100}%` } })))))] };
}

function exported(now) {
  const forms = [["log", "as-log", "jsonl"], ["markdown", "as-markdown", "md"], ["json", "as-json", "json"]].filter(([form]) => form !== "log" || state.view.me.role === "gm");
  const get = async (form, ending) => {
    const answer = await act("export", { do: "export", form });
    if (!answer || answer.t !== "done") return;
    const data = answer.data.text ?? answer.data;
    save(typeof data === "string" ? data : JSON.stringify(data, null, 1), `${shown().title.name || "affray"}.${ending}`);
  };
  return { title: say("export"), body: h("div", { class: "stack" }, forms.map(([form, label, ending]) => button([icon("save"), say(label)], () => get(form, ending), { key: form }))) };
}

function save(data, name) {
  const url = URL.createObjectURL(new Blob([data], { type: "text/plain" }));
  const anchor = Object.assign(document.createElement("a"), { href: url, download: name.replace(/[^\w. -]+/g, "_") });
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
