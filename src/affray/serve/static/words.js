// Everything the page says by itself, by message id. What a game says comes from the server.

/** @type {Record<string, string>} */
export const WORDS = {
  "live": "live", "trying": "connecting again …", "closed": "closed", "gone": "The server has closed this table.",
  "offline": "Not connected. Nothing is lost; it goes on by itself.",
  "fight": "Fight", "map": "Map", "log": "Log", "table": "Table",
  "your-turn": "Your turn", "your-roll": "Your roll", "turn-of": "{name}’s turn",
  "title-turn": "● Your turn: {scene}",
  "waiting-for": "Waiting for {names}", "over": "The fight is over.", "won": "The fight is over: {winner} won.",
  "order": "Order of turns", "now": "acting now", "out": "out", "mine": "yours",
  "actions": "What can be done", "not-now": "Not now ({n})",
  "to-do": "Do it", "cancel": "Cancel", "close": "Close",
  "odds-of": "What it can come to", "odds-exact": "exact", "odds-rounded": "rounded", "odds-sampled": "estimated from {n} samples",
  "on-average": "{mean} on average", "as-text": "As a table", "value": "Value", "chance": "Chance", "at-least": "At least", "certain": "Certain: {what}",
  "counting": "Counting the odds …", "choose-place": "Choose the place on the map", "own-words": "Or in your own words", "answer-so": "Answer so", "place-x": "x", "place-y": "y", "number": "Number",
  "yes": "yes", "no": "no",
  "roll": "Roll for me", "use-dice": "Use my dice", "use-total": "Use result", "your-dice": "Your dice", "type-dice": "Type the faces, such as 5 3",
  "type-total": "or the result", "die-empty": "Die {n} of {of}: nothing yet", "die-shows": "Die {n} of {of}: {face}",
  "face": "{face}", "faces-for": "Faces of die {n}, which has {sides} sides", "rolling": "Rolling …", "dice-wanted": "Type {n} faces, each from 1 to {sides}.",
  "dice-needed": "{n} more to go", "how-rolled": "How it is made up", "in-all": "in all", "mod": "For", "amount": "Amount", "rule": "Rule",
  "dice": "dice", "i-roll": "I roll real dice", "it-rolls": "Roll for me", "machine": "Autopilot", "hand-of": "Who runs {name}",
  "refused": "Not done", "again": "Try again", "dismiss": "Dismiss", "sent": "sent",
  "latest": "What happened last", "earlier": "Earlier lines", "log-empty": "Nothing has happened yet.", "sealed": "The server’s dice are sealed:", "check-dice": "Check the dice", "secret": "hidden from players", "reveal": "Show to everybody",
  "back-here": "Take back everything after this", "look-here": "Look at this moment", "amend": "Change this answer", "rules": "Rules",
  "past": "You are looking at the past: moment {entry} of {of}.", "at-the-end": "The latest moment, {of} of {of}.", "moment-of": "Moment {entry} of {of}.", "moments": "Moments", "moment": "Moment", "before": "One back", "after": "One on", "play": "Let it run", "stop": "Stop", "look-back": "Look back", "then-asked": "What was asked then", "was-said": "said", "to-now": "Back to now", "go-on-here": "Take back to here", "fork-here": "What if: go on from here", "fork-is": "Another session that begins as this one was after moment {entry}. This one stays as it is.", "copy": "Copy this session", "copy-is": "Another session with all that has happened. This one stays as it is.", "what-if-of": "{name}: what if", "copy-of": "{name} (copy)", "kinds": "What can be put right", "make-it": "Make it", "forked": "There it is", "open-it": "Open {name}",
  "share": "Share a replay", "share-is": "A link by which anybody can look at what has happened, moment by moment, and do nothing.", "share-players": "As players see it", "share-whole": "Everything, as you see it", "share-end": "End all such links", "shared-no-more": "Those links lead nowhere now.",
  "put-away": "Put away", "take-out": "Take out again", "put-away-is": "It leaves the list of fights. Nothing is lost: it can be taken out again.", "take-out-is": "It is on the list of fights again.", "archived": "put away",
  "intends": "{name}: the autopilot means to", "thinking": "It is thinking …", "let-go": "Let it", "take-over": "Take over", "or-otherwise": "Or choose something else below.", "waits-for-me": "Waits for me before each choice", "all-wait": "All autopilots wait for me before each choice", "no-orders": "There are none.",
  "picture-is": "PNG, JPEG or WebP; only those at this table see it.", "choose-picture": "Choose a picture", "another-picture": "Another picture", "picture-large": "It is larger than {most} MB.", "left-edge": "Left edge", "lower-edge": "Lower edge", "width": "Width", "fit": "As large as the map", "remove": "Take it away", "lay-it": "Lay it there",
  "undo": "Undo", "redo": "Redo", "say": "Say something", "send": "Send", "talk": "Say something to the table",
  "by-dice": "real dice", "new-lines": "{n} new",
  "distances": "Distances", "plan": "Plan", "picture": "Picture under the map", "from-whom": "Distances from {name}", "nowhere": "There is no map in this fight.",
  "measure": "{a} to {b}: {far}", "cover": "cover", "zoom-in": "Closer", "zoom-out": "Farther", "whole": "All", "arcs": "Arcs", "blast": "Blast circle", "token": "{name}, {side}, at {x}, {y} {unit}",
  "moved-by-gm": "put there by the game master", "why": "Why", "why-hint": "A reason, for the log", "drag-hint": "Drag somebody to measure.", "drag-hint-gm": "Drag somebody to measure, or to move them there.", "radius": "Radius", "reach": "Reach", "place-keys": "Tap, or arrow keys and Enter.", "blast-catches": "Within {radius}: {names}", "behind-it": "behind it: {names}",
  "seats": "Seats", "invite": "Invite", "invite-hint": "Same network: point a camera here, or type the address.", "link-for": "Link for {name}", "new-link": "New link", "approve": "Let in", "turn-away": "Turn away",
  "revoke": "Take the seat away", "connected": "connected", "away": "away", "pending": "waits to be let in", "runs": "plays {names}", "plays": "Plays", "add-seat": "Add a seat",
  "role-gm": "game master", "role-player": "player", "role-spectator": "spectator", "role-display": "television", "role-replay": "replay", "connected-n": "{n} of {of} connected",
  "hands": "Who runs whom", "person": "Person", "person-dice": "Person, real dice", "level": "How well", "temper": "How", "green": "careless", "regular": "by habit", "veteran": "tries things out", "calm": "to win", "cautious": "stays up", "aggressive": "puts foes out",
  "sight": "What players see", "foes-show": "Foes show", "numbers": "numbers", "words": "words", "nothing": "nothing", "foes-rolls": "Rolls of foes", "open": "open", "hidden": "hidden", "show-odds": "Players see odds", "let-undo": "Players may undo",
  "correct": "Correct", "correct-hint": "What is to be put right, by its name", "add": "Add a fighter", "add-hint": "A fighter as in a scene file", "do-correct": "Put right", "do-add": "Bring in",
  "orders": "Standing answers", "usual": "usual", "always": "Always answer this", "ask-again": "Ask me again", "standing": "Always: {answer}",
  "export": "Export", "as-log": "The whole log", "as-markdown": "The story as Markdown", "as-json": "The story as JSON", "as-toml": "The scene as it is now", "name-it": "Name of this session", "rename": "Rename", "advise": "Advice", "advice": "How often each wins", "asking": "Playing it out …",
  "palette": "Find a command", "palette-hint": "Type to find: an action, a fighter, a command", "none-found": "Nothing of that name", "menu": "More", "help-keys": "1–9 choose · r rolls · d types dice · g lets the autopilot · u undo · U redo · f m l tabs · / or Ctrl-K find · Esc closes",
  "me": "You are {name} ({role})", "waiting-in": "You have asked to join. The game master lets you in.", "nobody": "nobody", "unnamed": "somebody", "copy-hint": "Select and copy:", "group-hands": "Who runs whom", "group-order": "Standing answers", "group-back": "Back", "group-table": "Table", "group-correct": "Correct", "wants-words": "What is to be put right", "wants-why": "Why", "wants-entry": "Moment", "fell-away": "Later answers that no longer hold: {n}", "amended": "Changed.", "amend-hint": "The new answer: an option’s words, or the faces of the dice",
};

/**
 * What this page says in another language, by what it says in English.
 * @type {Record<string, string>}
 */
const OWN = JSON.parse(document.getElementById("own")?.textContent || "{}");

export const TONGUE = document.documentElement.lang;

/** What stands between a label and what it says. */
export const COLON = TONGUE === "fr" ? "\u00a0: " : ": ";

/**
 * A message with what belongs in its gaps.
 * @param {string} id @param {Record<string, unknown>} gaps @returns {string}
 */
export function say(id, gaps = {}) {
  return (OWN[WORDS[id]] ?? WORDS[id] ?? id).replace(/\{(\w+)\}/g, (_, name) => String(gaps[name] ?? ""));
}

/**
 * Names as people list them.
 * @param {unknown[]} list
 */
export const names = (list) => list.join(", ");
