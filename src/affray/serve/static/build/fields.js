// Fields for any record, made from the JSON Schema of the game: this page knows no game.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { at, fighters, fresh, it, listOf, known, put, changed, set, sides, wordOf } from "./scene.js";
import { called, say, shown } from "./words.js";

/** @typedef {import("./scene.js").Path} Path */

/** @param {Path} path */
export const idOf = (path) => `f-${path.join("-").replace(/[^\w-]/g, "_")}`;

/**
 * What may stand in a place: names, text, a number, a record, a list.
 * @param {any} schema
 */
function forms(schema) {
  const one = known(schema);
  const all = (one.anyOf ?? [one]).map(known).filter((/** @type {any} */ s) => s.type !== "null");
  const flat = all.flatMap((/** @type {any} */ s) => s.anyOf ?? [s]).map(known);
  const of = (/** @type {(s: any) => unknown} */ test) => flat.find(test);
  return {
    optional: "default" in one || (one.anyOf ?? []).some((/** @type {any} */ s) => s.type === "null"),
    usual: one.default,
    about: one.description,
    text: of((s) => s.type === "string"),
    number: of((s) => s.type === "integer" || s.type === "number"),
    flag: of((s) => s.type === "boolean"),
    choice: of((s) => s.enum),
    record: of((s) => s.type === "object" && s.properties),
    map: of((s) => s.type === "object" && !s.properties),
    list: of((s) => s.type === "array" && s.items),
    pair: of((s) => s.type === "array" && s.prefixItems),
    fixed: of((s) => "const" in s),
  };
}

/**
 * Whether a schema is a place: two numbers.
 * @param {any} schema
 */
export const isSpot = (schema) =>
  known(schema).prefixItems?.length === 2 &&
  known(schema).prefixItems.every((/** @type {any} */ s) => known(s).type === "number");

/**
 * Where and with what a fault lies.
 * @param {Path} path
 */
const faultsAt = (path) =>
  it.faults.filter((f) => f.at.length === path.length && f.at.every((part, n) => part === path[n]));

/**
 * The names that may stand in a field of text.
 * @param {any} text
 * @param {Path} path
 * @returns {string[] | null}
 */
function names(text, path) {
  if (text?.examples) return text.examples;
  const key = String(path.filter((part) => typeof part === "string").at(-1));
  const listed = at(it.data, [`${key}s`]);
  if (path.length > 2 && it.offer.schema.properties[`${key}s`])
    return listOf(listed)
      .map((/** @type {any} */ r) => wordOf(r?.name))
      .filter(Boolean);
  return null;
}

/**
 * Names of things that a fighter has itself, for what it holds.
 * @param {Path} path
 */
function carriedBy(path) {
  const record = at(it.data, path.slice(0, 2));
  const carried = Object.entries(record ?? {}).filter(
    ([key, value]) =>
      Array.isArray(value) &&
      known(it.offer.schema.properties[path[0]]?.items).properties?.[key]?.items &&
      key !== path[2],
  );
  return carried
    .flatMap(([, value]) => value.map((/** @type {any} */ v) => (typeof v === "string" ? v : v?.name)))
    .filter((v) => typeof v === "string");
}

/**
 * A field with its name, what it is about, and its faults.
 * @param {any} schema
 * @param {Path} path
 * @param {{ label?: string, bare?: boolean }} more
 */
export function field(schema, path, more = {}) {
  const form = forms(schema);
  const value = at(it.data, path);
  const label = more.label ?? called(String(path.at(-1)));
  if (form.fixed) return null;
  const whole = wide(form, value);
  const found = faultsAt(path);
  const id = idOf(path);
  const described = [form.about && !more.bare && `${id}-about`, found.length && `${id}-fault`]
    .filter(Boolean)
    .join(" ");
  const control = { id, "aria-describedby": described || null, "aria-invalid": found.length ? "true" : null };
  const about = form.about && !more.bare ? h("small", { key: "about", id: `${id}-about` }, form.about) : null;
  const wrong = found.length
    ? h("p", { key: "fault", class: "wrong", id: `${id}-fault` }, found.map((f) => f.say).join("; "))
    : null;
  const body = input(form, value, path, control, label);
  const key = path.join(".");
  if (form.flag && !whole)
    return h(
      "div",
      { class: "field flag", key },
      h("label", { class: "check" }, body, h("span", {}, label)),
      about,
      wrong,
    );
  if (value == null && form.optional && (form.pair || (form.record && !form.text)))
    return h(
      "div",
      { class: "field", key },
      h("span", { class: "of" }, label),
      input(form, value, path, control, label),
      about,
      wrong,
    );
  if (whole)
    return h(
      "fieldset",
      { class: "field group", key, id: `${id}-group`, tabindex: -1 },
      h("legend", {}, label),
      body,
      about,
      wrong,
    );
  return h(
    "div",
    { class: "field", key },
    h("label", { for: id, class: more.bare ? "sr" : null }, label),
    body,
    about,
    wrong,
  );
}

/**
 * @param {ReturnType<typeof forms>} form
 * @param {any} value
 */
function wide(form, value) {
  if (form.pair || form.map || form.list) return !(typeof value === "number" && form.number) || !form.list;
  return Boolean(form.record && (!form.text || (value && typeof value === "object")));
}

/**
 * @param {ReturnType<typeof forms>} form
 * @param {any} value
 * @param {Path} path
 * @param {any} control
 * @param {string} label
 * @returns {Parts}
 */
function input(form, value, path, control, label) {
  if (form.choice)
    return choice(
      form,
      value,
      path,
      control,
      form.choice.enum.map((/** @type {any} */ v) => [v, shown(String(v))]),
    );
  if (form.flag)
    return h("input", {
      ...control,
      type: "checkbox",
      checked: value ?? form.usual ?? false,
      onchange: (e) => set(path, e.target.checked === (form.usual ?? false) ? undefined : e.target.checked),
    });
  if (form.pair) return pair(form, value, path, label);
  if (form.map) return map(form.map, value, path);
  if (form.list && typeof value !== "number") return list(form, value, path, label);
  if (form.record && (!form.text || (value && typeof value === "object")))
    return record(form, value, path, label);
  const some = form.text && typeof value !== "number" ? names(form.text, path) : null;
  const few = typeof value === "number" ? null : manners(form.text?.pattern ?? "", path);
  if (few && (value == null || few.some(([v]) => v === value)))
    return choice(form, value, path, control, few);
  if (some) return named(form, value, path, control, some);
  return typed(form, value, path, control);
}

/**
 * What may stand where a pattern has only words, of which the last may be a name:
 * each with what is shown for it.
 * @param {string} pattern
 * @param {Path} path
 * @returns {[string, string][] | null}
 */
function manners(pattern, path) {
  const found = /^\^\(([a-z]+(?: \\S\.\*)?(?:\|[a-z]+(?: \\S\.\*)?)*)\)\$$/.exec(pattern)?.[1].split("|");
  const people = fighters()
    .filter((/** @type {any} */ _, /** @type {number} */ n) => n !== path[1])
    .map((/** @type {any} */ f) => wordOf(f?.name))
    .filter(Boolean);
  /** @type {(word: string) => [string, string][]} */
  const ways = (word) =>
    word.endsWith("*")
      ? people.map((/** @type {string} */ name) => [
          word.replace("\\S.*", name),
          shown(word.replace("\\S.*", "…")).replace("…", name),
        ])
      : [[word, shown(word)]];
  return found?.flatMap(ways) ?? null;
}

/**
 * @param {ReturnType<typeof forms>} form
 * @param {any} value
 * @param {Path} path
 * @param {any} control
 * @param {[any, string][]} all each with what is shown for it
 */
function choice(form, value, path, control, all) {
  const now = value ?? form.usual ?? "";
  return h(
    "select",
    {
      ...control,
      onchange: (e) =>
        set(
          path,
          e.target.value === String(form.usual ?? "")
            ? undefined
            : all[e.target.selectedIndex - (form.usual == null ? 1 : 0)]?.[0],
        ),
    },
    form.usual == null ? h("option", { key: "", value: "", selected: now === "" }, say("none")) : null,
    all.map(([v, text]) => h("option", { key: v, value: v, selected: v === now }, text)),
  );
}

/**
 * Names of the game in a list to choose from, and what else may stand there.
 * @param {ReturnType<typeof forms>} form
 * @param {any} value
 * @param {Path} path
 * @param {any} control
 * @param {string[]} some
 */
function named(form, value, path, control, some) {
  const strange = typeof value === "string" && value && !some.includes(value);
  const chosen = (/** @type {string} */ v) => {
    if (v === "\u0001") return set(path, { name: say("own").replace(/ ?…/, "") });
    if (v === "\u0002") return set(path, typeof form.usual === "number" ? form.usual : 1);
    return set(path, v || undefined);
  };
  return h(
    "select",
    { ...control, onchange: (e) => chosen(e.target.value) },
    h("option", { key: "", value: "", selected: !value }, form.optional ? say("none") : "…"),
    strange ? h("option", { key: "strange", value, selected: true }, shown(value)) : null,
    some.map((v) => h("option", { key: `n${v}`, value: v, selected: v === value }, shown(v))),
    form.number ? h("option", { key: "number", value: "\u0002" }, say("number")) : null,
    form.record ? h("option", { key: "own", value: "\u0001" }, say("own")) : null,
  );
}

/**
 * What was typed here: shown as it was typed.
 * @type {Set<any>}
 */
const own = new Set();

/**
 * @param {ReturnType<typeof forms>} form
 * @param {any} value
 * @param {Path} path
 * @param {any} control
 */
function typed(form, value, path, control) {
  const numeric = form.number && (!form.text || typeof value === "number");
  const isName = path[0] === "fighters" && path[2] === "name"; // names of people are never translated
  const raw = isName || own.has(value) || typeof value !== "string";
  const take = (/** @type {string} */ text) => {
    const side =
      path.at(-1) === "side" && [...sides(), ...it.offer.sides].find((each) => shown(each) === text);
    if (side) text = side;
    else own.add(text);
    const n = Number(text.replace(",", "."));
    const found = text.trim() === "" ? undefined : numeric && Number.isFinite(n) ? n : text;
    set(path, found === undefined && !form.optional && !numeric ? "" : found, `type ${path.join(".")}`);
  };
  const more = {
    ...control,
    value: (raw ? value : shown(value)) ?? "",
    placeholder: form.usual == null || form.usual === "" ? null : shown(String(form.usual)),
    autocomplete: "off",
    oninput: (/** @type {any} */ e) => take(e.target.value),
  };
  if ((form.text?.maxLength ?? 0) > 200) return h("textarea", { ...more, rows: 2 });
  const line = h("input", {
    ...more,
    key: "typed",
    inputmode: numeric ? "decimal" : null,
    spellcheck: "false",
    list: path.at(-1) === "side" ? "sides" : null,
  });
  if (!numeric || !form.text)
    return form.list
      ? [line, button(say("as-list"), () => set(path, []), { kind: "quiet", key: "list" })]
      : line;
  return h(
    "span",
    { class: "with", key: "with" },
    line,
    button(say("by-name"), () => set(path, undefined), { kind: "quiet" }),
  );
}

/**
 * @param {ReturnType<typeof forms>} form
 * @param {any} value
 * @param {Path} path
 * @param {string} label
 */
function pair(form, value, path, label) {
  const parts = form.pair.prefixItems;
  if (value == null && form.optional)
    return button([icon("add"), say("give-place")], () => set(path, place(form.pair)), {
      kind: "quiet",
      id: idOf(path),
      "aria-label": say("labelled", { what: say("give-place"), of: label }),
    });
  const inner = isSpot(form.pair)
    ? h(
        "div",
        { class: "place", key: "place" },
        parts.map((/** @type {any} */ part, /** @type {number} */ n) =>
          number(part, [...path, n], [say("x"), say("y")][n], label),
        ),
      )
    : h(
        "div",
        { class: "place", key: "stack" },
        parts.map((/** @type {any} */ part, /** @type {number} */ n) =>
          h(
            "div",
            { class: "place near", key: n },
            known(part).prefixItems.map((/** @type {any} */ p, /** @type {number} */ m) =>
              number(p, [...path, n, m], `${[say("x"), say("y")][m]} ${n + 1}`, label),
            ),
          ),
        ),
      );
  return form.optional
    ? [inner, button(say("not-a-place"), () => set(path, undefined), { kind: "quiet", key: "none" })]
    : inner;
}

/**
 * @param {any} schema
 * @param {Path} path
 * @param {string} label
 * @param {string} of
 */
function number(schema, path, label, of) {
  const id = idOf(path);
  return h(
    "label",
    { class: "mini", key: label },
    h("span", { "aria-hidden": "true" }, label),
    typed(forms(schema), at(it.data, path), path, {
      id,
      "aria-label": say("labelled", { what: of, of: label }),
      "aria-invalid": faultsAt(path).length ? "true" : null,
    }),
  );
}

/**
 * A place, or two, near the middle of what is there.
 * @param {any} schema
 * @returns {any}
 */
function place(schema) {
  const some = fighters()
    .map((/** @type {any} */ f) => f?.at)
    .filter((/** @type {any} */ p) => Array.isArray(p) && p.every(Number.isFinite));
  const mean = (/** @type {number} */ axis) =>
    Math.round(
      some.reduce((/** @type {number} */ sum, /** @type {any} */ p) => sum + p[axis], 0) /
        Math.max(1, some.length),
    );
  return isSpot(schema)
    ? [mean(0), mean(1)]
    : schema.prefixItems.map((/** @type {any} */ _, /** @type {number} */ n) => [
        mean(0),
        mean(1) + 4 * n - 2,
      ]);
}

/**
 * @param {ReturnType<typeof forms>} form
 * @param {any} value
 * @param {Path} path
 * @param {string} label
 */
function list(form, value, path, label) {
  const items = Array.isArray(value) ? value : [];
  const inner = forms(form.list.items);
  const what = label.toLowerCase();
  if (inner.record && !inner.text) return records(form.list, path, label);
  const some = inner.text?.examples ?? (inner.text?.maxLength ? carriedBy(path) : null);
  const add = (/** @type {any} */ v) =>
    v && set(path, [...items, v === "\u0001" ? { name: say("own").replace(/ ?…/, "") } : v]);
  return [
    items.length
      ? h(
          "ul",
          { class: "items", key: "items" },
          items.map((v, n) =>
            h(
              "li",
              { key: n },
              item(inner, v, [...path, n], `${label} ${n + 1}`, some),
              button(
                icon("close"),
                () =>
                  set(
                    path,
                    items.length > 1 || form.usual?.length ? items.filter((_, m) => m !== n) : undefined,
                  ),
                { kind: "quiet icon-only", "aria-label": say("remove", { what: `${label} ${n + 1}` }) },
              ),
            ),
          ),
        )
      : null,
    some
      ? h(
          "select",
          {
            key: "add",
            id: idOf(path),
            class: "add",
            "aria-label": say("add", { what }),
            value: "",
            onchange: (e) => (add(e.target.value), (e.target.value = "")),
          },
          h("option", { key: "", value: "" }, say("add", { what })),
          some.map((/** @type {string} */ v) => h("option", { key: `n${v}`, value: v }, shown(v))),
          inner.record ? h("option", { key: "own", value: "\u0001" }, say("own")) : null,
        )
      : button([icon("add"), say("add", { what })], () => set(path, [...items, inner.number ? 0 : ""]), {
          key: "add",
          kind: "quiet",
          id: idOf(path),
        }),
    form.number ? button(say("number"), () => set(path, 1), { key: "points", kind: "quiet" }) : null,
  ];
}

/**
 * One of a list: a name, or a record of its own.
 * @param {ReturnType<typeof forms>} inner
 * @param {any} value
 * @param {Path} path
 * @param {string} label
 * @param {string[] | null} some
 */
function item(inner, value, path, label, some) {
  const wrong = faultsAt(path);
  const told = wrong.length
    ? h("p", { class: "wrong", key: "wrong" }, wrong.map((f) => f.say).join("; "))
    : null;
  const control = { id: idOf(path), "aria-label": label, "aria-invalid": wrong.length ? "true" : null };
  if (inner.record && value && typeof value === "object")
    return h("div", { class: "inner" }, fields(inner.record, path), told);
  return h(
    "div",
    { class: "inner" },
    some
      ? named({ ...inner, number: undefined }, value, path, control, some)
      : typed(inner, value, path, control),
    told,
  );
}

/**
 * @param {ReturnType<typeof forms>} form
 * @param {any} value
 * @param {Path} path
 * @param {string} label
 */
function record(form, value, path, label) {
  if (value == null && form.optional)
    return button([icon("add"), say("add", { what: label.toLowerCase() })], () => set(path, {}), {
      kind: "quiet",
      id: idOf(path),
    });
  return [
    fields(form.record, path),
    form.optional
      ? button(
          form.text ? say("by-name") : say("remove", { what: label.toLowerCase() }),
          () => set(path, undefined),
          { kind: "quiet", key: "none" },
        )
      : null,
  ];
}

/**
 * Names with a value each, such as skills.
 * @param {any} schema
 * @param {any} value
 * @param {Path} path
 */
function map(schema, value, path) {
  const some = schema.propertyNames?.examples ?? [];
  const there = Object.keys(value ?? {});
  const inner = known(schema.additionalProperties);
  const first =
    inner.minimum != null || inner.type === "integer"
      ? Math.max(1, inner.minimum ?? 1)
      : (inner.enum?.[0] ?? "");
  const free = some.filter((/** @type {string} */ k) => !there.includes(k));
  return [
    there.length
      ? h(
          "ul",
          { class: "items", key: "items" },
          there.map((k) =>
            h(
              "li",
              { key: k, class: "pair" },
              h("span", { class: "of" }, shown(k)),
              field(schema.additionalProperties, [...path, k], {
                label: say("labelled", { what: called(String(path.at(-1))), of: shown(k) }),
                bare: true,
              }),
              button(
                icon("close"),
                () => set(path, there.length > 1 ? changed(value, [k], undefined) : undefined),
                { kind: "quiet icon-only", "aria-label": say("remove", { what: shown(k) }) },
              ),
            ),
          ),
        )
      : null,
    h(
      "select",
      {
        key: "add",
        id: idOf(path),
        class: "add",
        "aria-label": say("add", { what: called(String(path.at(-1))).toLowerCase() }),
        value: "",
        onchange: (e) => (e.target.value && set([...path, e.target.value], first), (e.target.value = "")),
      },
      h("option", { key: "", value: "" }, say("add", { what: called(String(path.at(-1))).toLowerCase() })),
      free.map((/** @type {string} */ k) => h("option", { key: `n${k}`, value: k }, shown(k))),
    ),
  ];
}

/**
 * Records of a list, each with its fields, such as cover.
 * @param {any} schema
 * @param {Path} path
 * @param {string} label
 */
export function records(schema, path, label) {
  const items = listOf(at(it.data, path));
  const one = known(schema.items);
  const what = label.toLowerCase().replace(/s$/, "");
  return [
    items.map((/** @type {any} */ r, /** @type {number} */ n) =>
      h(
        "details",
        { class: "record", key: n, made: (node) => (node.open = it.newest === [...path, n].join()) },
        h(
          "summary",
          {},
          h("strong", {}, shown(wordOf(r?.name)) || `${what} ${n + 1}`),
          h(
            "small",
            {},
            [r?.kind, r?.radius]
              .filter((v) => typeof v === "string")
              .map(shown)
              .join(),
          ),
          wrongIn([...path, n]),
        ),
        fields(one, [...path, n]),
        button(
          [icon("close"), say("remove", { what: shown(wordOf(r?.name)) || what })],
          () =>
            set(
              path,
              items.length > 1
                ? items.filter((/** @type {any} */ _, /** @type {number} */ m) => m !== n)
                : undefined,
            ),
          { kind: "quiet", key: "remove" },
        ),
      ),
    ),
    button(
      [icon("add"), say("add", { what })],
      () => ((it.newest = [...path, items.length].join()), set(path, [...items, begun(one, what, items)])),
      { key: "add", id: idOf(path) },
    ),
  ];
}

/**
 * How much is wrong within a place.
 * @param {Path} path
 */
function wrongIn(path) {
  const n = it.faults.filter((f) => path.every((part, at) => f.at[at] === part)).length;
  return n
    ? h("span", { class: "wrong", key: "wrong" }, say(n === 1 ? "faults-1" : "faults-n", { n }))
    : null;
}

/**
 * A record with what it cannot be without.
 * @param {any} schema
 * @param {string} what
 * @param {any[]} there
 */
function begun(schema, what, there) {
  /** @type {any} */
  const found = {};
  for (const [key, value] of Object.entries(schema.properties)) {
    const form = forms(value);
    if (key === "name") found.name = fresh(what, there);
    else if ((schema.required ?? []).includes(key))
      found[key] = form.pair
        ? place(form.pair)
        : form.choice
          ? form.choice.enum[0]
          : form.text
            ? (form.text.examples?.[0] ?? "")
            : form.number
              ? Math.max(1, form.number.minimum ?? 1)
              : undefined;
    else if (
      form.pair &&
      ["ends", "at"].includes(key) &&
      !(schema.required ?? []).includes("at") &&
      !("ends" in found)
    )
      found[key] = place(form.pair);
  }
  return found;
}

/**
 * All fields of a record, or some of them.
 * @param {any} schema
 * @param {Path} path
 * @param {string[] | null} only
 */
export function fields(schema, path, only = null) {
  const keys = Object.keys(schema.properties ?? {}).filter((key) => !only || only.includes(key));
  const strange = only
    ? []
    : Object.keys(at(it.data, path) ?? {}).filter((key) => !(key in (schema.properties ?? {})));
  return h(
    "div",
    { class: "fields", key: only ? only.join() : "all" },
    keys.map((key) => field(schema.properties[key], [...path, key])),
    strange.map((key) => stray([...path, key])),
  );
}

/**
 * What no game knows of, to be taken away.
 * @param {Path} path
 */
export function stray(path) {
  const key = String(path.at(-1));
  return h(
    "div",
    { class: "field", key: `stray ${key}` },
    h(
      "p",
      { class: "wrong", id: idOf(path), tabindex: -1 },
      say("labelled", {
        what: key,
        of: faultsAt(path)
          .map((f) => f.say)
          .join("; "),
      }),
    ),
    button(say("remove", { what: key }), () => set(path, undefined), { kind: "quiet" }),
  );
}

/** Names of sides, for fields of text. */
export const lists = () =>
  h(
    "datalist",
    { id: "sides", key: "sides" },
    sides().map((s) => h("option", { key: s, value: shown(s) })),
  );

/**
 * Add a record to a list of the scene.
 * @param {Path} path
 * @param {any} value
 */
export const append = (path, value) => put(changed(it.data, path, [...listOf(at(it.data, path)), value]));
