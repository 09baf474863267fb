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
  "more-scene": "More about the scene",
  "add-fighter": "Add a fighter",
  elsewhere: "Characters from elsewhere",
  blank: "blank",
  add: "Add {what}",
  remove: "Remove {what}",
  copy: "Copy {what}",
  "no-fighters": "Nobody yet. Add two or more, on two sides.",
  labelled: "{what}: {of}",
  none: "none",
  own: "of its own …",
  number: "a number …",
  "by-name": "By name",
  "as-list": "As a list",
  x: "x",
  y: "y",
  what: "What",
  "not-a-place": "No place",
  "give-place": "Give it a place",
  fighter: "Fighter",
  falls: "falls {share}",
  times: "× {n}",
  "faults-1": "One thing is not right yet",
  "faults-n": "{n} things are not right yet",
  "in-scene": "the scene",
  waits: "Add fighters to see the odds.",
  counting: "Counting …",
  faulty: "The odds come back when the scene is in order.",
  offline: "The server does not answer. Nothing is lost; change something to try again.",
  sampled: "estimated from {n} fights",
  surer: "estimated from {n} fights, counting on",
  exact: "exact, {n} states",
  between: "{low} to {high}",
  "wins-of": "{name} wins",
  nobody: "nobody wins",
  undecided: "undecided",
  fallen: "{n} of {of} fall",
  dead: "{n} dead",
  length: "{n} {word}",
  mostly: "mostly {low} to {high}",
  "length-is": "Length",
  "odds-told": "{odds}. {length}.",
  tune: "Make it even, or not",
  "tune-is": "What would have to change so that a side wins so often.",
  target: "wins, in %",
  who: "Side",
  "tune-free": "Change those whom people run, too",
  search: "Make it {a} : {b}",
  searching: "{what} …",
  stop: "Stop",
  "now-wins": "Now {side} wins {share}.",
  apply: "Apply",
  applied: "Applied. Undo takes it back.",
  "not-reached": "Nothing gets there; this comes nearest.",
  tried: "{n} changes tried in {fights} fights.",
  shipped: "Scenes that come with the games",
  kept: "Your scenes",
  "none-kept": "None saved yet.",
  "from-file": "A file of your own",
  "choose-file": "Choose a TOML file",
  "or-paste": "The scene as TOML",
  "use-text": "Use this text",
  download: "Download",
  "copy-text": "Copy",
  "text-copied": "Copied.",
  "begin-blank": "Begin from nothing",
  "map-hint": "Drag somebody, or use the arrow keys (Shift: by ten).",
  "map-of": "Who stands where",
  handle: "{name}, {x}, {y} {unit}",
  "no-places": "Nobody has a place yet.",
  packs: "Packs",
  "packs-are":
    "Weapons, armour and people of your own, from a TOML file: ruleset, title, and lists such as " +
    "[[weapons]]. Nothing in it is run.",
  "add-pack": "Add a pack",
  brings: "{table} ({n}): {names}",
  replaces: "In place of the game's own: {tables}",
  "brings-nothing": "It brings nothing.",
  "with-server": "Comes with this server.",
  switched: "changed",
  "find-house": "Find a house rule",
  "none-found": "No house rule has these words.",
  "other-rules": "Of no chapter",
  "mostly-one": "mostly {low}",
  refused: "That did not work: {why}",
  large: "It is larger than {most} kB.",
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
