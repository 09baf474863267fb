// Controls for one value: a choice, a name of the game, text, a number, a place.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { faultsAt, forms, idOf, isSpot, place } from "./schema.js";
import { at, it, known, set, sides } from "./scene.js";
import { say, shown } from "./words.js";

/** @typedef {import("./scene.js").Path} Path */

/** @typedef {import("./schema.js").Forms} Forms */

/**
 * @param {Forms} form
 * @param {any} value
 * @param {Path} path
 * @param {any} control
 * @param {[any, string][]} all each with what is shown for it
 */
export function choice(form, value, path, control, all) {
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
 * @param {Forms} form
 * @param {any} value
 * @param {Path} path
 * @param {any} control
 * @param {string[]} some
 */
export function named(form, value, path, control, some) {
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
 * @param {Forms} form
 * @param {any} value
 * @param {Path} path
 * @param {any} control
 */
export function typed(form, value, path, control) {
  const numeric = form.number && (!form.text || typeof value === "number");
  const isName = path[0] === "fighters" && path[2] === "name"; // names of people are never translated
  const raw = isName || own.has(value) || typeof value !== "string";
  const take = (/** @type {string} */ text) => {
    const side =
      path.at(-1) === "side" && [...sides(), ...it.offer.sides].find((each) => shown(each) === text);
    if (side) text = side;
    else own.add(text);
    const n = Number(text.replace(",", "."));
    const next = text.trim() === "" ? undefined : numeric && Number.isFinite(n) ? n : text;
    set(path, next === undefined && !form.optional && !numeric ? "" : next, `type ${path.join(".")}`);
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
 * @param {Forms} form
 * @param {any} value
 * @param {Path} path
 * @param {string} label
 */
export function pair(form, value, path, label) {
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
