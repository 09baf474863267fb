// Fields for any record, made from the JSON Schema of the game: lists, records, names with values.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { wrong } from "./faults.js";
import { choice, named, pair, typed } from "./inputs.js";
import { at, changed, fresh, it, known, listOf, put, set, sides, wordOf } from "./scene.js";
import { carriedBy, choicesOf, faultsAt, forms, idOf, names, place } from "./schema.js";
import { called, say, shown, single } from "./words.js";

/** @typedef {import("./scene.js").Path} Path */

/** @typedef {import("./schema.js").Forms} Forms */

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
  const faults = faultsAt(path);
  const id = idOf(path);
  const described = [form.about && !more.bare && `${id}-about`, faults.length && `${id}-fault`]
    .filter(Boolean)
    .join(" ");
  const control = {
    id,
    "aria-describedby": described || null,
    "aria-invalid": faults.length ? "true" : null,
  };
  const about = form.about && !more.bare ? h("small", { key: "about", id: `${id}-about` }, form.about) : null;
  const below = wrong(faults, { key: "fault", id: `${id}-fault` });
  const body = input(form, value, path, control, label);
  const key = path.join(".");
  if (form.flag && !whole)
    return h(
      "div",
      { class: "field flag", key },
      h("label", { class: "check" }, body, h("span", {}, label)),
      about,
      below,
    );
  if (value == null && form.optional && (form.pair || (form.record && !form.text)))
    return h(
      "div",
      { class: "field", key },
      h("span", { class: "of" }, label),
      input(form, value, path, control, label),
      about,
      below,
    );
  if (whole)
    return h(
      "fieldset",
      { class: "field group", key, id: `${id}-group`, tabindex: -1 },
      h("legend", {}, label),
      body,
      about,
      below,
    );
  return h(
    "div",
    { class: "field", key },
    h("label", { for: id, class: more.bare ? "sr" : null }, label),
    body,
    about,
    below,
  );
}

/**
 * @param {Forms} form
 * @param {any} value
 */
function wide(form, value) {
  if (form.pair || form.map || form.list) return !(typeof value === "number" && form.number) || !form.list;
  return Boolean(form.record && (!form.text || (value && typeof value === "object")));
}

/**
 * @param {Forms} form
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
  const few = form.text?.choices && typeof value !== "number" ? choicesOf(form.text.choices, path) : null;
  if (few && (value == null || few.some(([v]) => v === value)))
    return choice(form, value, path, control, few);
  if (some) return named(form, value, path, control, some);
  return typed(form, value, path, control);
}

/**
 * @param {Forms} form
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
 * @param {Forms} inner
 * @param {any} value
 * @param {Path} path
 * @param {string} label
 * @param {string[] | null} some
 */
function item(inner, value, path, label, some) {
  const faults = faultsAt(path);
  const told = wrong(faults);
  const control = { id: idOf(path), "aria-label": label, "aria-invalid": faults.length ? "true" : null };
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
 * @param {Forms} form
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
  const what = single(label.toLowerCase());
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
  const record = {};
  for (const [key, value] of Object.entries(schema.properties)) {
    const form = forms(value);
    if (key === "name") record.name = fresh(what, there);
    else if ((schema.required ?? []).includes(key))
      record[key] = form.pair
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
      !("ends" in record)
    )
      record[key] = place(form.pair);
  }
  return record;
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
