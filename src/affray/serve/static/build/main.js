// The builder: puts its parts together; what opens over them; keys.

import { h, patch } from "../dom.js";
import { button, icon, mark } from "../bits.js";
import {
  bring,
  follow,
  left,
  offered,
  openBlank,
  openKept,
  openShipped,
  openText,
  refit,
  remove,
  save,
  start,
  text,
  without,
} from "./asking.js";
import { append, fields, isSpot, lists, records, stray } from "./fields.js";
import { ground } from "./ground.js";
import { bar, faults, inShort, odds, tuning, wins } from "./odds.js";
import {
  apart,
  at,
  begin,
  change,
  changed,
  fighter,
  fighters,
  fresh,
  it,
  known,
  put,
  redo,
  set,
  sideOf,
  sides,
  undo,
  wordOf,
} from "./scene.js";
import { called, percent, say, shown } from "./words.js";

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
const voice = /** @type {HTMLElement} */ (document.getElementById("voice"));
/** What is looked for first of a fighter. */
const FIRST = ["name", "side", "count", "at", "run_by", "weapons", "armour", "cover"];

/**
 * A scene without anybody.
 * @param {string} game
 */
const blank = (game) => ({ ruleset: game, title: say("new-title"), fighters: [] });

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
        dialog(),
        lists(),
      ].filter(Boolean)
    ),
  );
  const said = it.told || inShort();
  if (said && voice.textContent !== said) voice.textContent = said;
  document.title = `${shown(wordOf(it.data.title)) || say("new-title")} · Affray`;
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
      button(say("text"), show, { id: "text" }),
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
  const plain = Object.keys(inside).filter(
    (key) => !lists.includes(key) && !["ruleset", "title", "about", "options", "fighters"].includes(key),
  );
  const odd = Object.keys(it.data).filter((key) => !(key in inside));
  return h(
    "div",
    { class: "columns", key: "columns", "data-game": it.data.ruleset },
    h(
      "div",
      { class: "column", key: "who" },
      faults(),
      h(
        "section",
        { class: "box", key: "scene", "aria-label": say("scene") },
        h("h2", {}, say("scene")),
        game(),
        h("div", { class: "one", key: "one" }, fields(it.offer.schema, [], ["title", "about"])),
        odd.map((key) => stray([key])),
        plain.length
          ? h(
              "details",
              { key: "more" },
              h("summary", {}, say("more-scene")),
              fields(it.offer.schema, [], plain),
            )
          : null,
      ),
      people(),
    ),
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

function game() {
  const to = async (/** @type {string} */ id) => (await offered(id)) && openBlank(blank(id));
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

// --- fighters -------------------------------------------------------------------------------------

function people() {
  const all = fighters();
  return h(
    "section",
    { class: "box people", key: "people", "aria-label": say("fighters"), id: "f-fighters", tabindex: -1 },
    h("h2", {}, say("fighters")),
    all.length ? null : h("p", { class: "hint", key: "nobody" }, say("no-fighters")),
    all.map(person),
    adding(),
    h("a", { class: "btn quiet", id: "elsewhere", key: "elsewhere", href: "/import" }, say("elsewhere")),
  );
}

/**
 * @param {any} f
 * @param {number} n
 */
function person(f, n) {
  const open = it.open.has(n);
  const name = wordOf(f?.name) || say("fighter");
  const who = typeof f?.[it.offer.people] === "string" ? f[it.offer.people] : "";
  const things = [f?.weapons, f?.armour]
    .flat()
    .map((v) => (v && typeof v === "object" ? v.name : v))
    .filter((v) => v && typeof v === "string");
  const falls = it.how === "done" || it.how === "going" ? it.odds?.records[n] : null;
  const wrong = it.faults.filter((x) => x.at[0] === "fighters" && x.at[1] === n).length;
  const flip = () => change(() => (open ? it.open.delete(n) : it.open.add(n)));
  return h(
    "article",
    { class: `person side-${sideOf(f?.side)} ${wrong ? "has-faults" : ""}`, key: n },
    h(
      "div",
      { class: "line" },
      h(
        "button",
        {
          type: "button",
          class: "head",
          "aria-expanded": String(open),
          id: `f-fighters-${n}`,
          onclick: flip,
        },
        mark(sideOf(f?.side)),
        h(
          "span",
          { class: "who" },
          h("strong", {}, name),
          f?.count > 1 ? ` ${say("times", { n: f.count })}` : "",
          wrong
            ? h(
                "span",
                { class: "wrong", key: "wrong" },
                ` ${say(wrong === 1 ? "faults-1" : "faults-n", { n: wrong })}`,
              )
            : h(
                "small",
                { key: "what" },
                [who, ...things].filter(Boolean).map(shown).join(", ") || shown(wordOf(f?.side)),
              ),
        ),
        falls == null
          ? null
          : h("small", { class: "falls", key: "falls" }, say("falls", { share: percent(falls) })),
      ),
      button(icon("twin"), () => twin(f, n), {
        kind: "quiet icon-only",
        "aria-label": say("copy", { what: name }),
      }),
      button(icon("close"), () => gone(n), {
        kind: "quiet icon-only",
        "aria-label": say("remove", { what: name }),
      }),
    ),
    open && h("div", { class: "open", key: "open" }, form(f, n)),
  );
}

/**
 * @param {any} f
 * @param {number} n
 */
function form(f, n) {
  const has = (/** @type {string} */ key) => f != null && typeof f === "object" && key in f;
  const schema = fighter();
  const must = schema.required ?? [];
  const odd = Object.keys(f ?? {}).filter((key) => !(key in schema.properties));
  const wrong = it.faults.filter((x) => x.at[0] === "fighters" && x.at[1] === n && x.at.length < 3);
  const bare = !f?.[it.offer.people];
  const figures = bare
    ? Object.keys(schema.properties)
        .slice(Object.keys(schema.properties).indexOf(it.offer.people) + 1)
        .slice(0, 2)
    : [];
  const first = Object.keys(schema.properties).filter(
    (key) =>
      FIRST.includes(key) ||
      must.includes(key) ||
      key === it.offer.people ||
      key === "skills" ||
      figures.includes(key) ||
      has(key),
  );
  const more = Object.keys(schema.properties).filter((key) => !first.includes(key));
  return [
    wrong.length ? h("p", { class: "wrong", key: "wrong" }, wrong.map((x) => x.say).join("; ")) : null,
    fields(schema, ["fighters", n], first),
    odd.map((key) => stray(["fighters", n, key])),
    more.length
      ? h(
          "details",
          { key: "more" },
          h("summary", {}, say("more-fields", { name: wordOf(f?.name) || say("fighter") })),
          h("div", { class: "fields" }, fields(schema, ["fighters", n], more)),
        )
      : null,
  ];
}

function adding() {
  const all = fighters();
  const add = (/** @type {string} */ kind) => {
    if (!kind) return;
    const there = sides();
    const side =
      there.length > 1
        ? all.at(-1).side
        : there.length && all.length > 0
          ? there.length === 1 && all.length >= 1
            ? it.offer.sides[1]
            : there[0]
          : it.offer.sides[0];
    const name = fresh(
      kind === "\u0001" ? say("fighter") : shown(kind)[0].toUpperCase() + shown(kind).slice(1, 36),
      all,
    );
    apart();
    append(["fighters"], {
      name,
      side,
      at: spare(side),
      ...(kind === "\u0001" ? {} : { [it.offer.people]: kind }),
    });
    it.open = new Set([all.length]);
  };
  return h(
    "select",
    {
      class: "add",
      id: "add-fighter",
      key: "adding",
      "aria-label": say("add-fighter"),
      value: "",
      onchange: (e) => (add(e.target.value), (e.target.value = "")),
    },
    h("option", { key: "", value: "" }, say("add-fighter")),
    h("option", { key: "blank", value: "\u0001" }, say("blank")),
    it.offer.folk.map((/** @type {string} */ who) => h("option", { key: `n${who}`, value: who }, shown(who))),
  );
}

/**
 * Where somebody new stands: beside their side, or opposite the other one.
 * @param {string} side
 */
function spare(side) {
  const all = fighters().filter((/** @type {any} */ f) => Array.isArray(f?.at));
  const ours = all.filter((/** @type {any} */ f) => f.side === side);
  const far = it.offer.unit === "ft" ? 30 : 10;
  if (ours.length) {
    const last = ours.at(-1);
    return [last.at[0], last.at[1] + (last.count ?? 1) + (it.offer.unit === "ft" ? 5 : 2)];
  }
  return all.length ? [all[0].at[0] + far, all[0].at[1]] : [0, 0];
}

/**
 * @param {any} f
 * @param {number} n
 */
function twin(f, n) {
  apart();
  const step = it.offer.unit === "ft" ? 5 : 2;
  const one = {
    ...f,
    name: fresh(`${wordOf(f.name) || say("fighter")} 2`.slice(0, 40), fighters()),
    ...(Array.isArray(f.at) ? { at: [f.at[0], f.at[1] + (f.count ?? 1) * step] } : {}),
  };
  put(
    changed(
      it.data,
      ["fighters"],
      [...it.data.fighters.slice(0, n + 1), one, ...it.data.fighters.slice(n + 1)],
    ),
  );
  it.open = new Set([n + 1]);
}

/** @param {number} n */
function gone(n) {
  apart();
  set(
    ["fighters"],
    it.data.fighters.filter((/** @type {any} */ _, /** @type {number} */ m) => m !== n),
  );
  it.open = new Set([...it.open].filter((m) => m !== n).map((m) => (m > n ? m - 1 : m)));
}

// --- house rules ----------------------------------------------------------------------------------

function house() {
  const given = it.data.options ?? {};
  return h(
    "section",
    { class: "box house", key: "house", "aria-label": say("house-rules") },
    h(
      "details",
      {},
      h(
        "summary",
        {},
        h("h2", {}, say("house-rules")),
        Object.keys(given).length ? h("small", {}, ` ${Object.keys(given).length} ${say("switched")}`) : null,
      ),
      h("input", {
        type: "search",
        key: "search",
        id: "find-house",
        "aria-label": say("find-house"),
        placeholder: say("find-house"),
        value: it.search,
        oninput: (e) => change(() => (it.search = e.target.value)),
      }),
      h(
        "div",
        { class: "stack", key: "all" },
        groups(),
        Object.keys(given)
          .filter((key) => !it.offer.options.some((/** @type {any} */ o) => o.key === key))
          .map((key) => stray(["options", key])),
      ),
    ),
  );
}

/** House rules by chapter: those that fit what is searched for, and those that were changed. */
function groups() {
  const wanted = it.search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (/** @type {any} */ o) =>
    wanted.every((w) =>
      [o.key, o.summary, o.chapter, ...o.values.flat()].join(" ").toLowerCase().includes(w),
    );
  const found = it.offer.options.filter(fits);
  const chapters = [...new Set(found.map((/** @type {any} */ o) => o.chapter))].sort(
    (a, b) => Number(!a) - Number(!b),
  ); // those of no chapter last
  if (!found.length) return h("p", { class: "hint", key: "nothing" }, say("none-found"));
  return chapters.map((chapter) => {
    const some = found.filter((/** @type {any} */ o) => o.chapter === chapter);
    const changed = some.filter(
      (/** @type {any} */ o) => at(it.data, ["options", o.key]) !== undefined,
    ).length;
    return h(
      "details",
      {
        class: "record chapter",
        key: `${wanted.length ? "found " : ""}${chapter}`,
        made: (node) => (node.open = wanted.length > 0 || changed > 0),
      },
      h(
        "summary",
        {},
        h("strong", {}, chapter || say("other-rules")),
        h("small", {}, ` ${some.length}${changed ? ` · ${changed} ${say("switched")}` : ""}`),
      ),
      some.map(option),
    );
  });
}

/** @param {any} o */
function option(o) {
  const path = ["options", o.key];
  const now = at(it.data, path);
  const id = `f-options-${o.key.replace(/[^\w-]/g, "_")}`;
  const put = (/** @type {any} */ v) => {
    const rest = changed(it.data.options ?? {}, [o.key], v === o.default ? undefined : v);
    set(["options"], Object.keys(rest).length ? rest : undefined, o.kind === "number" ? `type ${o.key}` : "");
  };
  const wrong = it.faults.filter((f) => f.at[0] === "options" && f.at[1] === o.key);
  const control = { id, "aria-describedby": `${id}-about`, "aria-invalid": wrong.length ? "true" : null };
  const input =
    o.kind === "flag"
      ? h("input", {
          ...control,
          type: "checkbox",
          checked: now ?? o.default,
          onchange: (e) => put(e.target.checked),
        })
      : o.kind === "choice"
        ? h(
            "select",
            { ...control, onchange: (e) => put(e.target.value) },
            o.values.map((/** @type {[string, string]} */ [v, words]) =>
              h(
                "option",
                { key: v, value: v, selected: v === (now ?? o.default) },
                words.length > 60 ? `${words.slice(0, 59)}…` : words,
              ),
            ),
          )
        : h("input", {
            ...control,
            inputmode: "numeric",
            value: now ?? "",
            placeholder: String(o.default),
            oninput: (e) =>
              put(
                e.target.value.trim() === ""
                  ? undefined
                  : Number.isFinite(Number(e.target.value))
                    ? Number(e.target.value)
                    : e.target.value,
              ),
          });
  const meant =
    o.kind === "choice"
      ? o.values.find((/** @type {[string, string]} */ [v]) => v === (now ?? o.default))?.[1]
      : "";
  const about = [
    meant ? h("span", { class: "meant", key: "meant" }, meant) : null,
    h(
      "code",
      { translate: "no", key: "key" },
      o.kind === "choice" ? `${o.key} = ${now ?? o.default}` : o.key,
    ),
  ]; // as it is typed elsewhere
  return h(
    "div",
    { class: `field ${now === undefined ? "" : "switched"}`, key: o.key },
    o.kind === "flag"
      ? h("label", { class: "check" }, input, h("span", {}, o.summary))
      : [h("label", { key: "l", for: id }, o.summary), input],
    h("small", { id: `${id}-about`, key: "about" }, about),
    wrong.length ? h("p", { class: "wrong", key: "wrong" }, wrong.map((f) => f.say).join("; ")) : null,
  );
}

// --- packs ----------------------------------------------------------------------------------------

/**
 * What a pack brings, and what it leaves out of the game.
 * @param {{ title: string, brings: Record<string, string[]>, replaces: string[] }} p
 */
function bringing(p) {
  const lines = Object.entries(p.brings).map(([table, all]) => [
    table,
    say("brings", { n: all.length, table: called(table), names: all.map(shown).join(", ") }),
  ]);
  if (p.replaces.length)
    lines.push([
      "",
      say("replaces", { tables: p.replaces.map((table) => called(table).toLowerCase()).join(", ") }),
    ]);
  return lines.length
    ? h(
        "ul",
        { key: "brings" },
        lines.map(([key, line]) => h("li", { key }, line)),
      )
    : h("p", { class: "hint", key: "nothing" }, say("brings-nothing"));
}

/** What packs bring: those that the server was begun with, and one's own. */
function packs() {
  const read = async (/** @type {FileList | null} */ files) => {
    for (const file of files ?? []) await bring(await file.slice(0, 400_000).text());
  };
  const mine = it.packs.filter((p) => p.game === it.data.ruleset);
  const theirs = it.offer.packs;
  return h(
    "section",
    { class: "box", key: "packs", "aria-label": say("packs") },
    h(
      "details",
      {},
      h(
        "summary",
        {},
        h("h2", {}, say("packs")),
        mine.length + theirs.length ? h("small", {}, ` ${mine.length + theirs.length}`) : null,
      ),
      h(
        "div",
        { class: "stack" },
        theirs.map((/** @type {any} */ p, /** @type {number} */ n) =>
          h(
            "div",
            { class: "pack", key: `server ${n}` },
            h("strong", {}, p.title),
            h("small", { key: "whose" }, ` ${say("with-server")}`),
            bringing(p),
          ),
        ),
        h("p", { class: "hint", key: "are" }, say("packs-are")),
        it.unfit ? h("p", { class: "fault unfit", key: "unfit", role: "alert" }, it.unfit) : null,
        mine.map((p, n) =>
          h(
            "div",
            { class: "pack", key: n },
            h("strong", {}, p.title),
            bringing(p),
            button([icon("close"), say("remove", { what: p.title })], () => without(p), { kind: "quiet" }),
          ),
        ),
        h(
          "label",
          { class: "btn file" },
          icon("add"),
          say("add-pack"),
          h("input", {
            type: "file",
            id: "pack",
            accept: ".toml,application/toml,text/plain",
            multiple: true,
            class: "sr",
            onchange: (e) => read(e.target.files),
          }),
        ),
      ),
    ),
  );
}

// --- the foot of a phone, what opens over the page -------------------------------------------------

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

const close = () => change(() => (it.dialog = null));

/** What is open over the page. */
function dialog() {
  const now = it.dialog;
  if (!now) return null;
  const parts = now.kind === "open" ? opening(now) : writing(now);
  return h(
    "dialog",
    {
      class: "sheet panel",
      key: now.kind,
      "aria-label": parts.title,
      made: (node) => node.showModal(),
      onclose: close,
    },
    h(
      "header",
      { class: "row" },
      h("h2", {}, parts.title),
      button(icon("close"), close, { kind: "quiet icon-only", "aria-label": say("close") }),
    ),
    h(
      "div",
      { class: "body stack" },
      it.fault && h("p", { class: "fault", key: "fault", role: "alert" }, it.fault),
      parts.body,
    ),
  );
}

/** @param {any} now */
function opening(now) {
  const read = async (/** @type {File | undefined} */ file) =>
    file && openText(await file.slice(0, 400_000).text());
  return {
    title: say("open"),
    body: [
      h(
        "section",
        { class: "stack", key: "kept" },
        h("h3", {}, say("kept")),
        it.kept.length
          ? h(
              "ul",
              { class: "stack" },
              it.kept.map((k) =>
                h(
                  "li",
                  { key: k.name, class: "row kept" },
                  button(k.title, () => openKept(k.name), { kind: "wide" }),
                  button(icon("close"), () => remove(k.name), {
                    kind: "quiet icon-only",
                    "aria-label": say("remove", { what: k.title }),
                  }),
                ),
              ),
            )
          : h("p", { class: "hint" }, say("none-kept")),
      ),
      h(
        "section",
        { class: "stack", key: "own" },
        h("h3", {}, say("from-file")),
        h(
          "label",
          { class: "btn file" },
          icon("add"),
          say("choose-file"),
          h("input", {
            type: "file",
            accept: ".toml,application/toml,text/plain",
            class: "sr",
            onchange: (e) => read(e.target.files[0]),
          }),
        ),
      ),
      h(
        "section",
        { class: "stack", key: "shipped" },
        h("h3", {}, say("shipped")),
        it.games.map((g) =>
          h(
            "div",
            { key: g.game, class: "stack" },
            h("h4", {}, g.title),
            h(
              "ul",
              { class: "row" },
              h(
                "li",
                { key: "blank" },
                button(say("begin-blank"), async () => (await offered(g.game)) && openBlank(blank(g.game)), {
                  kind: "quiet",
                }),
              ),
              g.scenes.map((/** @type {any} */ [name, title]) =>
                h(
                  "li",
                  { key: name },
                  button(title, () => openShipped(name)),
                ),
              ),
            ),
          ),
        ),
      ),
      now.never,
    ],
  };
}

/** The scene as text, to take away or to change by hand. */
async function show() {
  const found = await text();
  change(() => (it.dialog = { kind: "text", text: found, copied: false }));
}

/** @param {any} now */
function writing(now) {
  const name = `${
    it.name ||
    String(it.data.title ?? "scene")
      .normalize("NFKD")
      .replace(/[\u0300-\u036f]/g, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") ||
    "scene"
  }.toml`;
  const copy = async () => {
    const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("toml"));
    field.select();
    const done = await (navigator.clipboard?.writeText(now.text).then(
      () => true,
      () => false,
    ) ?? document.execCommand("copy"));
    change(() => (now.copied = done));
  };
  return {
    title: say("text"),
    body: [
      h(
        "label",
        { class: "field", key: "toml" },
        h("span", {}, say("or-paste")),
        h("textarea", {
          id: "toml",
          rows: 18,
          spellcheck: "false",
          value: now.text,
          oninput: (e) => change(() => ((now.text = e.target.value), (now.copied = false))),
        }),
      ),
      h(
        "div",
        { class: "row", key: "do" },
        h(
          "a",
          {
            class: "btn",
            id: "download",
            download: name,
            href: `data:application/toml;charset=utf-8,${encodeURIComponent(now.text)}`,
          },
          icon("save"),
          say("download"),
        ),
        button(say("copy-text"), copy),
        button(say("use-text"), () => openText(now.text), { kind: "primary", id: "use-text" }),
        now.copied && h("span", { role: "status", key: "copied" }, say("text-copied")),
      ),
    ],
  };
}

document.addEventListener("keydown", (e) => {
  if (!(e.ctrlKey || e.metaKey) || e.altKey || it.dialog) return;
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
    (await openBlank(before.data, before.name), (it.saved = null));
  if (!it.data) await openBlank(blank(it.games[0].game));
  for (const pack of before?.packs ?? []) if (pack.game === it.data?.ruleset) await bring(pack.text);
  it.told = "";
  it.past = [];
}

void first();
