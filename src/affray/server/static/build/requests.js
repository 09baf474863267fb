// What the builder asks the server: odds that follow every edit, tuning, the shelf.

import { apart, change, it, put, repack } from "./scene.js";
import { say, shown } from "./words.js";

const PAUSE = 90; // ms after the last keystroke
const LARGEST = 200_000; // bytes, before the server says no

let timer = 0;
/** @type {AbortController | null} */
let following = null;
/** @type {Record<string, any>} */
const offers = {};

/**
 * @param {string} path
 * @param {any} [body]
 * @param {AbortSignal} [signal]
 */
const ask = (path, body, signal) =>
  fetch(
    `/build/${path}`,
    body === undefined
      ? { signal }
      : {
          method: "POST",
          body: JSON.stringify(body),
          headers: { "content-type": "application/json" },
          signal,
        },
  );

/**
 * The answer, or nothing where there is none; why stands on the page then.
 * @param {string} path
 * @param {any} [body]
 */
export async function answer(path, body) {
  const response = await ask(path, body).catch(() => null);
  const data = await response?.json().catch(() => null);
  if (response?.ok && data) return data;
  const said = data?.why ? say("refused", { why: data.why }) : say("offline");
  change(() => (path === "packs" ? (it.unfit = said) : (it.fault = said)));
  return null;
}

/**
 * Lines as they come, until somebody leaves.
 * @param {string} path
 * @param {any} body
 * @param {AbortSignal} signal
 * @param {(line: any) => void} heard
 */
async function lines(path, body, signal, heard) {
  const response = await ask(path, body, signal);
  if (!response.ok || !response.body)
    return heard({ t: "refused", ...(await response.json().catch(() => ({ why: "" }))) });
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n");
    rest = parts.pop() ?? "";
    if (signal.aborted) return;
    parts.filter(Boolean).forEach((part) => heard(JSON.parse(part)));
  }
}

/** What a game offers; asked once. */
export async function offered(game = it.data?.ruleset) {
  offers[game] ??= await answer(`game/${encodeURIComponent(game)}`);
  if (offers[game] && it.data?.ruleset === game) change(() => (it.offer = offers[game]));
  return offers[game];
}

/** The packs of this game, as they are sent with the scene. */
const texts = () => it.packs.filter((p) => p.game === it.data.ruleset).map((p) => p.text);

/**
 * The scene with its packs.
 * @param {any} [more]
 */
const whole = (more = {}) => ({ data: it.data, ...(texts().length ? { packs: texts() } : {}), ...more });

/**
 * Have another pack besides those that there are; its names may stand in the scene from now on.
 * @param {string} text
 */
export async function bring(text) {
  if (text.length > LARGEST) return change(() => (it.unfit = say("large", { most: LARGEST / 1000 })));
  const data = it.data;
  const own = await answer("packs", { data, packs: [text] });
  const all = own && (await answer("packs", { data, packs: [...texts(), text] }));
  if (!all || it.data.ruleset !== data.ruleset) return;
  offers[data.ruleset] = all.offer;
  repack([
    ...it.packs,
    {
      title: own.titles[0] ?? "",
      text,
      game: data.ruleset,
      brings: own.brings,
      replaces: own.replaces,
    },
  ]);
  change(() => ((it.unfit = ""), follow()));
}

/**
 * Do without a pack.
 * @param {any} pack
 */
export async function without(pack) {
  repack(it.packs.filter((p) => p !== pack));
  it.unfit = "";
  await refit();
}

/** Packs have changed: what the game offers with them. */
export async function refit() {
  const all = await answer("packs", whole());
  if (all) offers[it.data.ruleset] = all.offer;
  change(follow);
}

/** The scene has changed: ask again soon, and hear no more of the one before. */
export function follow() {
  clearTimeout(timer);
  following?.abort();
  it.how = it.data?.fighters?.length === 0 ? "waits" : "counting";
  if (it.tune?.of !== it.data) leave();
  if (it.data && offers[it.data.ruleset]) it.offer = offers[it.data.ruleset];
  else if (it.data) void offered();
  if (it.how === "counting") timer = window.setTimeout(look, PAUSE);
  else {
    Object.assign(it, { faults: [], odds: null, ground: null }); // nobody is there yet: that is no fault
    keep();
  }
}

async function look() {
  const mine = (following = new AbortController());
  keep();
  try {
    await lines("odds", whole(), mine.signal, (line) => change(() => told(line)));
  } catch {
    if (!mine.signal.aborted) change(() => (it.how = "offline"));
  }
}

/** @param {any} line */
function told(line) {
  if (line.t === "told") {
    it.faults = line.faults;
    it.words = line.said ?? {};
    it.ground = line.ground ?? it.ground;
    if (line.faults.length) it.how = "faulty";
  } else if (line.t === "odds") [it.odds, it.how] = [line, line.done ? "done" : "going"];
  else if (line.t === "exact") it.odds = { ...it.odds, exact: line };
  else [it.how, it.fault] = ["offline", say("refused", { why: line.why })];
}

/** The scene stays in this browser, too: a page that is loaded again goes on. */
function keep() {
  try {
    localStorage.setItem("affray.scene", JSON.stringify({ data: it.data, name: it.name, packs: it.packs }));
  } catch {} // without room there, it is only not kept there
}

/** What was being made in this browser. */
export function left() {
  try {
    return JSON.parse(localStorage.getItem("affray.scene") ?? "null");
  } catch {
    return null;
  }
}

// --- tuning ---------------------------------------------------------------------------------------

/** Search for changes that make a side win so often. */
export async function tune() {
  leave();
  const how = it.tune ?? {};
  const away = new AbortController();
  const data = it.data;
  change(
    () =>
      (it.tune = { ...how, of: data, away, progress: { what: "", at: 0, of: 1 }, proposed: null, why: "" }),
  );
  try {
    await lines(
      "tune",
      whole({ target: how.target / 100, side: how.side, free: how.free }),
      away.signal,
      (line) => change(() => searched(line)),
    );
  } catch {
    if (!away.signal.aborted) change(() => it.tune && (it.tune.why = say("offline")));
  }
  change(() => it.tune?.away === away && (it.tune.progress = it.tune.away = null));
}

/** @param {any} line */
function searched(line) {
  if (!it.tune) return;
  if (line.t === "search") it.tune.progress = line;
  else if (line.t === "found") it.tune.proposed = line;
  else it.tune.why = line.why;
}

/** Search no more, and forget what was found. */
export function leave() {
  it.tune?.away?.abort();
  if (it.tune) Object.assign(it.tune, { away: null, progress: null, proposed: null, why: "" });
}

// --- the shelf, files, the table ------------------------------------------------------------------

/**
 * Another scene in place of this one; what was there can be had back.
 * @param {any} opened
 * @param {string} name
 */
async function lay(opened, name) {
  if (!opened || !(await offered(opened.data.ruleset))) return false;
  apart();
  Object.assign(it, {
    name,
    dialog: null,
    open: new Set(),
    view: null,
    ground: null,
    odds: null,
    words: opened.said ?? {},
  });
  put(opened.data);
  it.saved = name ? it.data : null;
  it.told = say("opened", { title: shown(opened.data.title ?? "") });
  return true;
}

/** @param {string} scene */
export const openShipped = async (scene) => lay(await answer("open", { scene }), "");
/** @param {string} text */
export const openText = async (text) =>
  text.length > LARGEST
    ? change(() => (it.fault = say("large", { most: LARGEST / 1000 })))
    : lay(await answer("open", { text }), "");
/** @param {string} name */
export const openKept = async (name) => lay(await answer(`scenes/${encodeURIComponent(name)}`), name);
/** @param {any} data */
export const openData = (data, name = "") => lay({ data }, name);

/**
 * A scene without anybody.
 * @param {string} game
 */
export const openNew = (game) => openData({ ruleset: game, title: say("new-title"), fighters: [] });

export async function save(name = it.name) {
  const data = it.data;
  const shelf = await answer("scenes", { data, name });
  if (shelf)
    change(() =>
      Object.assign(it, {
        kept: shelf.scenes,
        name: shelf.kept.name,
        saved: data,
        told: say("saved", { title: shelf.kept.title }),
      }),
    );
}

/** @param {string} name */
export async function remove(name) {
  const shelf = await answer(`scenes/${encodeURIComponent(name)}/remove`, {});
  if (shelf) change(() => Object.assign(it, { kept: shelf.scenes, name: it.name === name ? "" : it.name }));
}

/** Ask for the scene as text, and show it. */
export async function showText() {
  const written = await answer("text", { data: it.data });
  change(() => (it.dialog = { kind: "text", text: written?.text ?? "", copied: false }));
}

export async function start() {
  const begun = await answer("start", whole());
  if (begun) location.assign(begun.path);
}
