// House rules: by chapter, found by words, each with a control of its kind.

import { h } from "../dom.js";
import { wrong } from "./faults.js";
import { stray } from "./fields.js";
import { at, change, changed, it, set } from "./scene.js";
import { say } from "./words.js";

/** The box of house rules. */
export function house() {
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
  const fitting = it.offer.options.filter(fits);
  const chapters = [...new Set(fitting.map((/** @type {any} */ o) => o.chapter))];
  chapters.sort((a, b) => Number(!a) - Number(!b)); // those of no chapter last
  if (!fitting.length) return h("p", { class: "hint", key: "nothing" }, say("none-found"));
  return chapters.map((chapter) => {
    const some = fitting.filter((/** @type {any} */ o) => o.chapter === chapter);
    const changed = some.filter(
      (/** @type {any} */ o) => at(it.data, ["options", o.key]) !== undefined,
    ).length;
    return h(
      "details",
      {
        class: "record chapter",
        key: `${wanted.length ? "search " : ""}${chapter}`,
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

/** @param {string} text */
const numberOr = (text) => (Number.isFinite(Number(text)) ? Number(text) : text);

const LONGEST = 60; // letters of a value in its list: all of it stands below, once it is chosen

/**
 * The control of a house rule: a tick, a list of values or a number.
 * @param {any} o
 * @param {any} now
 * @param {Props} control
 * @param {(value: any) => void} put
 */
function input(o, now, control, put) {
  if (o.kind === "flag")
    return h("input", {
      ...control,
      type: "checkbox",
      checked: now ?? o.default,
      onchange: (e) => put(e.target.checked),
    });
  if (o.kind !== "choice")
    return h("input", {
      ...control,
      inputmode: "numeric",
      value: now ?? "",
      placeholder: String(o.default),
      oninput: (e) => put(e.target.value.trim() === "" ? undefined : numberOr(e.target.value)),
    });
  return h(
    "select",
    { ...control, onchange: (e) => put(e.target.value) },
    o.values.map((/** @type {[string, string]} */ [v, words]) =>
      h(
        "option",
        { key: v, value: v, selected: v === (now ?? o.default) },
        words.length > LONGEST ? `${words.slice(0, LONGEST - 1)}…` : words,
      ),
    ),
  );
}

/**
 * What the value of a house rule means, and the rule as it is typed elsewhere.
 * @param {any} o
 * @param {any} value
 */
function meaning(o, value) {
  if (o.kind !== "choice") return h("code", { translate: "no", key: "key" }, o.key);
  const meant = o.values.find((/** @type {[string, string]} */ [v]) => v === value)?.[1];
  return [
    meant ? h("span", { class: "meant", key: "meant" }, meant) : null,
    h("code", { translate: "no", key: "key" }, `${o.key} = ${value}`),
  ];
}

/**
 * A house rule; as it is by default, it stands nowhere in the scene.
 * @param {any} o
 */
function option(o) {
  const now = at(it.data, ["options", o.key]);
  const id = `f-options-${o.key.replace(/[^\w-]/g, "_")}`;
  const put = (/** @type {any} */ value) => {
    const rest = changed(it.data.options ?? {}, [o.key], value === o.default ? undefined : value);
    set(["options"], Object.keys(rest).length ? rest : undefined, o.kind === "number" ? `type ${o.key}` : "");
  };
  const faults = it.faults.filter((f) => f.at[0] === "options" && f.at[1] === o.key);
  const control = { id, "aria-describedby": `${id}-about`, "aria-invalid": faults.length ? "true" : null };
  return h(
    "div",
    { class: `field ${now === undefined ? "" : "switched"}`, key: o.key },
    o.kind === "flag"
      ? h("label", { class: "check" }, input(o, now, control, put), h("span", {}, o.summary))
      : [h("label", { key: "l", for: id }, o.summary), input(o, now, control, put)],
    h("small", { id: `${id}-about`, key: "about" }, meaning(o, now ?? o.default)),
    wrong(faults),
  );
}
