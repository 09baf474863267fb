// What the JSON Schema of a game says of a place in the scene: this page knows no game.

import { at, fighters, it, known, listOf, wordOf } from "./scene.js";
import { shown } from "./words.js";

/** @typedef {import("./scene.js").Path} Path */

/** @typedef {ReturnType<typeof forms>} Forms what may stand in a place */

/** @param {Path} path */
export const idOf = (path) => `f-${path.join("-").replace(/[^\w-]/g, "_")}`;

/**
 * What may stand in a place: names, text, a number, a record, a list.
 * @param {any} schema
 */
export function forms(schema) {
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
export const faultsAt = (path) =>
  it.faults.filter((f) => f.at.length === path.length && f.at.every((part, n) => part === path[n]));

/**
 * The names that may stand in a field of text.
 * @param {any} text
 * @param {Path} path
 * @returns {string[] | null}
 */
export function names(text, path) {
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
export function carriedBy(path) {
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
 * The few words that a text may be, each with what is shown for it.
 * `…` in one stands for the name of another fighter.
 * @param {string[]} words
 * @param {Path} path
 * @returns {[string, string][]}
 */
export function choicesOf(words, path) {
  const others = fighters()
    .filter((/** @type {any} */ _, /** @type {number} */ n) => n !== path[1])
    .map((/** @type {any} */ f) => wordOf(f?.name))
    .filter(Boolean);
  return words.flatMap((word) =>
    word.includes("…")
      ? others.map(
          (name) =>
            /** @type {[string, string]} */ ([word, shown(word)].map((w) => w.replace("…", () => name))),
        )
      : [/** @type {[string, string]} */ ([word, shown(word)])],
  );
}

/**
 * A place, or two, near the middle of what is there.
 * @param {any} schema
 * @returns {any}
 */
export function place(schema) {
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
