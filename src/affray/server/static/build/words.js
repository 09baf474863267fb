// Everything the builder says by itself, by message id. What a game says comes from the server.

import { LANGUAGE, saying } from "../language.js";
import { it } from "./scene.js";

/** @type {Record<string, string>} */
const WORDS = {
  undo: "Undo",
  redo: "Redo",
  open: "Open",
  save: "Save",
  "save-copy": "Save as a copy",
  text: "Text",
  start: "Start the fight",
  close: "Close",
  home: "All fights",
  saved: "Saved: {title}",
  opened: "Opened: {title}",
  "new-title": "A new fight",
  game: "Game",
  unsaved: "not saved",
  scene: "Scene",
  fighters: "Fighters",
  map: "Map",
  "house-rules": "House rules",
  odds: "Odds",
  "more-fields": "More about {name}",
  "more-scene": "More scene settings",
  "add-fighter": "Add a fighter",
  elsewhere: "Import characters",
  blank: "blank",
  add: "Add {what}",
  remove: "Remove {what}",
  copy: "Copy {what}",
  "no-fighters": "No fighters yet. Add at least two, on opposing sides.",
  "in-reserve": "in reserve",
  labelled: "{what}: {of}",
  none: "none",
  own: "custom …",
  number: "a number …",
  "by-name": "By name",
  "as-list": "As a list",
  x: "x",
  y: "y",
  what: "What",
  "not-a-place": "No position",
  "give-place": "Give it a position",
  fighter: "Fighter",
  falls: "out in {share}",
  times: "× {n}",
  "faults-1": "1 problem",
  "faults-n": "{n} problems",
  "in-scene": "the scene",
  waits: "Add fighters to see the odds.",
  counting: "Working it out …",
  faulty: "Odds return once the problems are fixed.",
  offline: "The server is not responding. Nothing is lost; make any change to try again.",
  sampled: "estimated from {n} fights",
  surer: "estimated from {n} fights so far",
  exact: "exact, {n} states",
  between: "{low} to {high}",
  "wins-of": "{name} to win",
  nobody: "nobody wins",
  undecided: "undecided",
  fallen: "{n} of {of} fall",
  dead: "{n} dead",
  length: "{n} {word}",
  mostly: "usually {low} to {high}",
  "length-is": "Length",
  "odds-told": "{odds}. {length}.",
  tune: "Balance the fight",
  "tune-is": "Find out what to change so that one side wins as often as you want.",
  target: "should win, in %",
  who: "Side",
  "tune-free": "Also change fighters played by people",
  search: "Make it {a} : {b}",
  searching: "{what} …",
  stop: "Stop",
  "now-wins": "{side}, now: {share}.",
  apply: "Apply",
  applied: "Applied. Undo reverts it.",
  "not-reached": "Nothing reaches that; this comes closest.",
  tried: "{n} changes tried in {fights} fights.",
  shipped: "Scenes that come with the games",
  kept: "Your scenes",
  "none-kept": "None saved yet.",
  "from-file": "Your own file",
  "choose-file": "Choose a TOML file",
  "or-paste": "The scene as TOML",
  "use-text": "Use this text",
  download: "Download",
  "copy-text": "Copy",
  "text-copied": "Copied.",
  "begin-blank": "Start from scratch",
  "map-hint": "Drag a fighter, or use the arrow keys (Shift moves ten times as far).",
  "map-of": "Map of the fighters",
  handle: "{name}, {x}, {y} {unit}",
  "no-places": "Nobody has been placed yet.",
  packs: "Packs",
  "packs-are":
    "Your own weapons, armour and people, from a TOML file: ruleset, title, and lists such as " +
    "[[weapons]]. It is only read, never run.",
  "add-pack": "Add a pack",
  brings: "{table} ({n}): {names}",
  replaces: "In place of the game's own: {tables}",
  "brings-nothing": "It adds nothing.",
  "with-server": "Comes with this server.",
  switched: "changed",
  "find-house": "Find a house rule",
  "none-found": "No house rule matches.",
  "other-rules": "Other rules",
  "mostly-one": "usually {low}",
  refused: "That did not work: {why}",
  large: "The file is larger than {most} kB.",
};

/** A message with what belongs in its gaps. */
export const say = saying(WORDS);

/**
 * A key of a record as people write it.
 * @param {string} key
 * @returns {string}
 */
export const called = (key) => it.offer?.labels[key] ?? key.replace(/_/g, " ");

/**
 * What is shown for a name that stands in the scene, where it is English in every language.
 * @param {string} name
 * @returns {string}
 */
export const shown = (name) => it.offer?.said?.[name] ?? it.words[name] ?? name;

/**
 * One of what a word names several of.
 * @param {string} word
 */
export const single = (word) => word.replace(/s$/, "");

/**
 * More than one of what a word names.
 * @param {string} word
 */
export const several = (word) => (LANGUAGE === "en" ? `${word}s` : word.replace(/^\S+/, "$&s"));

/** @param {number} n */
export const plain = (n) => (Math.round(n * 10) / 10).toLocaleString(LANGUAGE, { useGrouping: false });

/** @param {number} n */
export const many = (n) => n.toLocaleString(LANGUAGE);
