// The scene that is being made: every edit makes another one, so that each can be taken back.

/** @typedef {(string | number)[]} Path */

const MOST = 300; // steps back
const TOGETHER = 1_200; // ms within which typing in one field is one step

/**
 * @typedef {object} Pack
 * @property {string} title
 * @property {string} text
 * @property {string} game
 * @property {Record<string, string[]>} brings
 * @property {string[]} replaces
 */

/**
 * @typedef {object} Builder
 * @property {any} data the scene, as plain data
 * @property {any[]} past
 * @property {any[]} future
 * @property {string} name what it is called on the shelf
 * @property {any} saved the data as it was saved
 * @property {any} offer what its game offers
 * @property {any[]} games
 * @property {any[]} kept
 * @property {Record<string, string>} words what is shown for the scene's own words, which are English in it
 * @property {{ at: Path, say: string }[]} faults
 * @property {any} ground
 * @property {any} odds
 * @property {string} how
 * @property {any} tune
 * @property {Set<number>} open
 * @property {any} dialog
 * @property {string} told
 * @property {string} fault
 * @property {any} view
 * @property {Pack[]} packs
 * @property {string} unfit why a pack was not taken
 * @property {string} search words to find house rules by
 * @property {string} newest the list and place of the record added last
 */

/** @type {Builder} */
export const it = {
  data: null,
  past: [],
  future: [],
  name: "",
  saved: null,
  offer: null,
  games: [],
  kept: [],
  words: {},
  faults: [],
  ground: null,
  odds: null,
  how: "waits",
  tune: null,
  open: new Set(),
  dialog: null,
  told: "",
  fault: "",
  view: null,
  newest: "",
  unfit: "",
  search: "",
  packs: [],
};

/** @type {() => void} */
let draw = () => {};
/** @type {() => void} */
let edited = () => {};
let waiting = false;
let last = { key: "", at: 0 };

/** @type {() => void} */
let refit = () => {};

/** @param {{ render: () => void, edited: () => void, refit: () => void }} how */
export function begin(how) {
  refit = how.refit;
  draw = how.render;
  edited = how.edited;
}

/**
 * Change something and draw it soon.
 * @param {() => unknown} how
 */
export function change(how) {
  how();
  if (waiting) return;
  waiting = true;
  requestAnimationFrame(() => {
    waiting = false;
    draw();
  });
}

/**
 * Another scene in place of this one; one step with the last if they have a key in common.
 * @param {any} data
 */
export function put(data, key = "") {
  if (data === it.data) return;
  change(() => {
    const when = Date.now();
    if (!key || key !== last.key || (when - last.at > TOGETHER && !key.startsWith("drag"))) stepped();
    last = { key, at: when };
    it.future = [];
    settle(data);
  });
}

/** What can be taken back: the scene and its packs. */
const now = () => ({ data: it.data, packs: it.packs });

function stepped() {
  if (it.data) it.past = [...it.past.slice(1 - MOST), now()];
}

/**
 * Other packs with the scene; a step of its own.
 * @param {any[]} packs
 */
export function repack(packs) {
  stepped();
  it.future = [];
  it.packs = packs;
  apart();
}

/** What was done last is a step of its own. */
export function apart() {
  last = { key: "", at: 0 };
}

/** @param {any} data */
function settle(data) {
  it.data = data;
  it.told = it.fault = it.unfit = "";
  edited();
}

/**
 * @param {any[]} from
 * @param {any[]} to
 */
function step(from, to) {
  if (!from.length) return;
  change(() => {
    const { packs } = it;
    const step = from.pop();
    to.push(now());
    apart();
    it.packs = step.packs;
    settle(step.data);
    if (packs !== it.packs) refit();
  });
}

export const undo = () => step(it.past, it.future);
export const redo = () => step(it.future, it.past);

/**
 * What stands at a path; nothing where there is none.
 * @param {any} data
 * @param {Path} path
 */
export const at = (data, path) => path.reduce((now, key) => now?.[key], data);

/**
 * The data with another value at a path; undefined takes it away.
 * @param {any} data
 * @param {Path} path
 * @param {any} value
 * @returns {any}
 */
export function changed(data, path, value) {
  if (!path.length) return value;
  const [key, ...rest] = path;
  const now = data ?? (typeof key === "number" ? [] : {});
  const inner = changed(now[key], rest, value);
  if (Array.isArray(now))
    return inner === undefined ? now.filter((_, n) => n !== key) : Object.assign([...now], { [key]: inner });
  const copy = { ...now };
  if (inner === undefined) delete copy[key];
  else copy[key] = inner;
  return copy;
}

/**
 * Put a value at a path of the scene.
 * @param {Path} path
 * @param {any} value
 */
export const set = (path, value, key = "") => put(changed(it.data, path, value), key);

/**
 * The schema behind its references.
 * @param {any} schema
 * @returns {any}
 */
export function known(schema) {
  const name = schema?.$ref?.replace("#/$defs/", "");
  return name ? { ...it.offer.schema.$defs[name], ...schema, $ref: undefined } : (schema ?? {});
}

/** The schema of a fighter. */
export const fighter = () => known(it.offer.schema.properties.fighters.items);

/**
 * A list, where it is one: a text that somebody opens can have anything anywhere.
 * @param {any} value
 * @returns {any[]}
 */
export const listOf = (value) => (Array.isArray(value) ? value : []);

/**
 * A word, where it is one.
 * @param {any} value
 */
export const wordOf = (value) =>
  typeof value === "string" || typeof value === "number" ? String(value) : "";

/** The fighters. */
export const fighters = () => listOf(it.data?.fighters);

/** The sides, in their order. */
export const sides = () => [
  ...new Set(
    fighters()
      .map((/** @type {any} */ f) => wordOf(f?.side))
      .filter(Boolean),
  ),
];

/** @param {any} side */
export const sideOf = (side) => Math.max(0, sides().indexOf(side)) % 4;

/**
 * A name that nobody has yet.
 * @param {string} name
 * @param {any[]} some
 */
export function fresh(name, some) {
  const there = new Set(some.map((f) => f?.name));
  const bare = name.replace(/ \d+$/, "").slice(0, 36);
  for (let n = 1; ; n++) {
    const free = n === 1 && bare === name ? name : `${bare} ${n}`;
    if (!there.has(free)) return free;
  }
}
