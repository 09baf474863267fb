// What is wrong with the scene, and the way there.

import { h } from "../dom.js";
import { idOf } from "./schema.js";
import { at, change, it } from "./scene.js";
import { called, say, shown } from "./words.js";

/** What is wrong, all at once, with the way there. */
export function faults() {
  if (!it.faults.length) return null;
  return h(
    "section",
    { class: "box faults", key: "faults", "aria-label": say("faults-n", { n: it.faults.length }) },
    h("h2", {}, it.faults.length === 1 ? say("faults-1") : say("faults-n", { n: it.faults.length })),
    h(
      "ul",
      {},
      it.faults.map((f, n) =>
        h(
          "li",
          { key: n },
          h("a", { href: `#${idOf(f.at)}`, onclick: (e) => (e.preventDefault(), goTo(f.at)) }, where(f.at)),
          say("labelled", { of: f.say }),
        ),
      ),
    ),
  );
}

/**
 * What is wrong, below what it is about.
 * @param {{ say: string }[]} faults
 * @param {Props} more
 */
export const wrong = (faults, more = {}) =>
  faults.length
    ? h("p", { class: "wrong", key: "wrong", ...more }, faults.map((fault) => fault.say).join("; "))
    : null;

/**
 * Where a fault lies, in words: the names on the way there, and its key.
 * @param {(string | number)[]} path
 */
function where(path) {
  const names = path
    .map((_, n) => at(it.data, path.slice(0, n + 1))?.name)
    .filter((name) => typeof name === "string");
  const keys = path
    .filter((p, n) => typeof p === "string" && (n > 0 || path.length < 2))
    .map((p) => called(String(p)).toLowerCase());
  return [...names.map(shown), keys.at(-1)].filter(Boolean).join(", ") || say("in-scene");
}

/**
 * Open what a place lies in, and go there.
 * @param {(string | number)[]} path
 */
function goTo(path) {
  change(() => path[0] === "fighters" && typeof path[1] === "number" && it.open.add(path[1]));
  requestAnimationFrame(() =>
    requestAnimationFrame(() => {
      for (let depth = path.length; depth > 0; depth--) {
        const id = idOf(path.slice(0, depth));
        const target = document.getElementById(id) ?? document.getElementById(`${id}-group`);
        if (!target) continue;
        for (let box = target.parentElement; box; box = box.parentElement)
          if (box instanceof HTMLDetailsElement) box.open = true;
        target.focus();
        return target.scrollIntoView({ block: "center" });
      }
    }),
  );
}
