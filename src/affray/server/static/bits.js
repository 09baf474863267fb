// Small things that stand in many places: icons, marks of sides, dice, buttons.

import { h } from "./dom.js";

const ICONS = {
  undo: "M9 7H4V2M4 7a8 8 0 1 1-1 7",
  redo: "M15 7h5V2M20 7a8 8 0 1 0 1 7",
  more: "M5 11v2M12 11v2M19 11v2M4 12h2M11 12h2M18 12h2",
  find: "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5",
  fight: "M4 20 18 6M14 4h6v6M20 20 12 12M4 4l4 4M4 20h.01M3 15l6 6",
  map: "M3 6l6-3 6 3 6-3v15l-6 3-6-3-6 3zM9 3v15M15 6v15",
  log: "M5 4h14M5 9h14M5 14h10M5 19h7",
  close: "M5 5l14 14M19 5 5 19",
  seats: "M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM2 21c0-4 3-7 7-7s7 3 7 7M16 3a4 4 0 0 1 0 8M18 14c3 1 4 4 4 7",
  hand: "M4 8h8M16 8h4M4 16h2M10 16h10M14 5v6M8 13v6",
  pen: "M4 20l1-5L16 4l4 4L9 19zM13 7l4 4",
  add: "M12 4v16M4 12h16",
  eye: "M2 12c4-7 16-7 20 0-4 7-16 7-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6z",
  "eye-off": "M2 12c4-7 16-7 20 0-4 7-16 7-20 0zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM4 21 20 3",
  past: "M4 12a8 8 0 1 0 3-6.2M4 4v5h5M12 8v5l3 2",
  twin: "M9 9h11v11H9zM5 15H4V4h11v1",
  save: "M12 3v12M7 10l5 5 5-5M4 20h16",
  say: "M4 5h16v11H10l-5 4v-4H4z",
  machine: "M5 8h14v11H5zM12 8V4M9 12v2M15 12v2M9 17h6",
  play: "M7 4l13 8-13 8z",
  pause: "M8 4v16M16 4v16",
  back: "M15 4l-8 8 8 8",
  on: "M9 4l8 8-8 8",
  fork: "M6 3v18M6 14c0-5 10-3 10-9M12 7l4-3 3 4",
  box: "M3 4h18v5H3zM5 9v11h14V9M10 13h4",
  star: "M12 3l2.6 6 6.4.6-4.8 4.3 1.4 6.4L12 17l-5.6 3.3 1.4-6.4L3 9.6 9.4 9z",
  phone: "M7 2h10v20H7zM11 18h2",
  dice: "M4 4h12v12H4zM8 8h.01M12 12h.01M16 9l4 1-2 11-10-2-.5-3",
  flag: "M5 21V4h13l-3 4 3 4H5",
  bin: "M4 6h16M9 6V3h6v3M6 6l1 15h10l1-15M10 10v7M14 10v7",
  lock: "M6 11h12v9H6zM8 11V8a4 4 0 0 1 8 0v3",
};

/**
 * A line drawing; the control it stands in has the name.
 * @param {keyof ICONS} name
 */
export function icon(name) {
  return h(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" },
    h("path", { d: ICONS[name] }),
  );
}

const SHAPES = [
  { tag: "circle", at: { r: 0.92 } },
  { tag: "polygon", at: { points: "0,-1 1,0 0,1 -1,0" } },
  { tag: "rect", at: { x: -0.82, y: -0.82, width: 1.64, height: 1.64, rx: 0.2 } },
  { tag: "polygon", at: { points: "0,-1 0.95,0.75 -0.95,0.75" } },
];

/**
 * The shape of a side, one unit in radius.
 * @param {number} side
 * @param {Record<string, any>} more
 */
export const shapeOf = (side, more = {}) => h(SHAPES[side].tag, { ...SHAPES[side].at, ...more });

/**
 * The mark of a side: never colour alone.
 * @param {number} side
 */
export function mark(side) {
  return h(
    "svg",
    { class: `mark side-${side}`, viewBox: "-1.2 -1.2 2.4 2.4", "aria-hidden": "true" },
    shapeOf(side),
  );
}

/**
 * Letters for a token: of the words of a name, or a letter and its number.
 * @param {string} name
 */
export function letters(name) {
  const words = name.split(/\s+/);
  return words.length > 1
    ? words[0][0] + words[words.length - 1].slice(0, 2).replace(/(\D)\D/, "$1")
    : name.slice(0, 2);
}

/** @type {Record<number, number[]>} */
const SPOTS = { 1: [4], 2: [2, 6], 3: [2, 4, 6], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/** @type {Record<number, string>} */
const FORMS = {
  4: "M16 3 30 28H2z",
  8: "M16 1 30 16 16 31 2 16z",
  10: "M16 1 30 13v7L16 31 2 20v-7z",
  12: "M16 1 30 11.5 25 29H7L2 11.5z",
  20: "M16 1 29.5 8.5v15L16 31 2.5 23.5v-15z",
};

/**
 * A die as it lies there: pips for six sides, else the form of the die and a number.
 * @param {number} face
 */
export function die(face, sides = 6, more = "") {
  const form = FORMS[sides] || "M7 2h18a5 5 0 0 1 5 5v18a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5z";
  const pips = sides === 6 && SPOTS[face];
  return h(
    "svg",
    { class: `die ${face ? "" : "blank"} ${more}`, viewBox: "0 0 32 32", "aria-hidden": "true" },
    h("path", { d: form }),
    pips
      ? pips.map((n) =>
          h("circle", { class: "pip", cx: 8.5 + (n % 3) * 7.5, cy: 8.5 + Math.floor(n / 3) * 7.5, r: 2.7 }),
        )
      : face
        ? h(
            "text",
            { x: 16, y: sides === 4 ? 23 : 17, "text-anchor": "middle", "dominant-baseline": "central" },
            face,
          )
        : null,
  );
}

/** The crossed eye of somebody whom the players do not see, in a box one unit wide on the map. */
export const unseen = () =>
  h(
    "g",
    { class: "unseen", key: "unseen", transform: "translate(0.5 -1.6) scale(0.05)" },
    h("circle", { cx: 12, cy: 12, r: 14 }),
    h("path", { d: ICONS["eye-off"] }),
  );

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * What belongs together, by its key, in the order in which it came.
 * @template T
 * @param {T[]} all
 * @param {(each: T) => string} key
 * @returns {Map<string, T[]>}
 */
export function grouped(all, key) {
  const groups = new Map();
  for (const each of all) groups.set(key(each), [...(groups.get(key(each)) ?? []), each]);
  return groups;
}

/** @param {number} n */
export const signed = (n) => (n > 0 ? `+${n}` : `${n}`.replace("-", "−"));

/**
 * A button that waits for the server while `waits`.
 * @param {Parts} label
 * @param {(e: any) => unknown} onclick
 * @param {Props & { kind?: string, waits?: boolean }} more
 */
export function button(label, onclick, { kind = "", waits = false, ...more } = {}) {
  return h(
    "button",
    {
      type: "button",
      class: `btn ${kind} ${waits ? "waits" : ""}`,
      "aria-disabled": waits ? "true" : null,
      onclick: waits ? null : onclick,
      ...more,
    },
    label,
  );
}

/** Whether there is room for columns beside each other, as the style sheet has it. */
export const wide = matchMedia("(min-width: 64rem)");

/**
 * Details that are open when they are made, or not; from then on it is the reader's business.
 * @param {unknown} open
 */
export const unfolded = (open) => (/** @type {HTMLDetailsElement} */ node) => (node.open = Boolean(open));

/** @type {WeakMap<object, number>} */
const openings = new WeakMap();
let opened = 0;

/**
 * A dialog over the page for as long as `now` is open. Each opening has one of its own, since one that a
 * reader has closed stays closed, and tells so only with the next frame: by then another may be open.
 * @param {object} now
 * @param {() => unknown} close lets go of `now`, if that is what is open
 * @param {Props} props
 * @param {Parts[]} kids
 */
export function over(now, close, props, ...kids) {
  if (!openings.has(now)) openings.set(now, ++opened);
  return h(
    "dialog",
    {
      key: `over ${openings.get(now)}`,
      made: (node) => node.showModal(),
      onclose: close,
      onclick: (e) => e.target.tagName === "DIALOG" && close(),
      ...props,
    },
    ...kids,
  );
}
