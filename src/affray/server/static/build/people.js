// The fighters of the scene: each in a line, its fields below; adding, copying, taking away.

import { h } from "../dom.js";
import { button, icon, mark } from "../bits.js";
import { percent } from "../language.js";
import { wrong } from "./faults.js";
import { append, fields, stray } from "./fields.js";
import {
  apart,
  change,
  changed,
  fighter,
  fighters,
  fresh,
  it,
  put,
  set,
  sideOf,
  sides,
  wordOf,
} from "./scene.js";
import { say, shown } from "./words.js";

/** What is looked for first of a fighter. */
const FIRST = ["name", "side", "count", "at", "run_by", "weapons", "armour", "cover"];

export function people() {
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
 * A fighter in a line, with its fields when it is open.
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
  const faults = it.faults.filter((x) => x.at[0] === "fighters" && x.at[1] === n).length;
  const flip = () => change(() => (open ? it.open.delete(n) : it.open.add(n)));
  return h(
    "article",
    { class: `person side-${sideOf(f?.side)} ${faults ? "has-faults" : ""}`, key: n },
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
          f?.reserve === true && h("small", { key: "waits", class: "waits" }, ` (${say("in-reserve")})`),
          faults
            ? h(
                "span",
                { class: "wrong", key: "wrong" },
                ` ${say(faults === 1 ? "faults-1" : "faults-n", { n: faults })}`,
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
 * The fields of a fighter: what is looked for first and what is given, then the others.
 * @param {any} f
 * @param {number} n
 */
function form(f, n) {
  const has = (/** @type {string} */ key) => f != null && typeof f === "object" && key in f;
  const schema = fighter();
  const must = schema.required ?? [];
  const odd = Object.keys(f ?? {}).filter((key) => !(key in schema.properties));
  const faults = it.faults.filter((x) => x.at[0] === "fighters" && x.at[1] === n && x.at.length < 3);
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
    wrong(faults),
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

/** The side of somebody new: that of the last one; without two sides, the one that is missing. */
function nextSide() {
  const there = sides();
  return there.length > 1 ? fighters().at(-1).side : it.offer.sides[there.length];
}

/** Who can be added: nobody in particular, or one of the game's people. */
function adding() {
  const all = fighters();
  const add = (/** @type {string} */ kind) => {
    if (!kind) return;
    const side = nextSide();
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
 * Another fighter like this one, beside it.
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
