// Dice beside the fight: the game's own at a tap, any others as they are written, real ones by their faces.

import { h } from "../dom.js";
import { button, die } from "../bits.js";
import { percent } from "../language.js";
import { act, change, closePanel, shown, state } from "../state.js";
import { say } from "../words.js";
import { field } from "./form.js";

/** What was thrown last on this page, and how. */
const last = { notation: "", own: false, secret: false };

/** @param {any} now */
export function throwing(now) {
  const dice = shown().title.dice || [];
  now.notation ??= last.notation || dice[0] || "d6";
  now.faces ??= "";
  now.why ??= "";
  return {
    title: say("throw"),
    body: [
      fell(now.fell),
      h(
        "div",
        { class: "row", role: "group", "aria-label": say("throw-these"), key: "dice" },
        dice.map((each) =>
          button(each, () => pick(now, each), { key: each, waits: state.busy.has("throw"), translate: "no" }),
        ),
      ),
      field(say("throw-notation"), now, "notation", {
        props: { autocapitalize: "off", spellcheck: "false", enterkeyhint: "go", translate: "no" },
      }),
      last.own
        ? field(say("type-dice"), now, "faces", { props: { id: "thrown-faces", inputmode: "numeric" } })
        : null,
      h(
        "div",
        { class: "row", key: "how" },
        pressed(say("throw-own"), last.own, () => (last.own = !last.own)),
        pressed(say("throw-secret"), last.secret, () => (last.secret = !last.secret)),
      ),
      field(say("why-perhaps"), now, "why"),
    ],
    foot: [
      button(say("close"), closePanel),
      button(say(last.own ? "use-dice" : "throw-now"), () => go(now), {
        kind: "primary",
        waits: state.busy.has("throw"),
        id: "throw-now",
      }),
    ],
  };
}

/**
 * Dice of the game: thrown at once, or the faces of one's own are typed next.
 * @param {any} now
 * @param {string} notation
 */
function pick(now, notation) {
  change(() => (now.notation = notation));
  return last.own ? typeFaces() : go(now);
}

/** Bring the cursor to the faces, as soon as their field is drawn. */
function typeFaces(tries = 25) {
  const faces = document.getElementById("thrown-faces");
  if (faces) faces.focus();
  else if (tries) setTimeout(() => typeFaces(tries - 1), 40);
}

/** @param {any} now */
async function go(now) {
  const notation = now.notation.trim();
  const answer = await act("throw", {
    do: "throw",
    notation,
    secret: last.secret,
    why: now.why.trim(),
    ...(last.own ? { faces: typed(now.faces, notation) } : {}),
  });
  if (answer?.t !== "done") return;
  last.notation = notation;
  change(() => ((now.fell = answer.data), (now.faces = "")));
}

/**
 * The faces that were typed: numbers, or digits in a row for small dice.
 * @param {string} faces
 * @param {string} notation
 */
function typed(faces, notation) {
  const numbers = [...faces.matchAll(/\d+/g)].map(([number]) => number);
  const dice = [...notation.matchAll(/(\d*)d(\d+|%)/gi)];
  const many = /^1?d66$/i.test(notation) ? 2 : dice.reduce((sum, [, n]) => sum + Number(n || 1), 0);
  const small = /d66$/i.test(notation) || dice.every(([, , sides]) => Number(sides) < 10);
  const row = numbers.length === 1 && many > 1 && small && numbers[0].length === many;
  return (row ? [...numbers[0]] : numbers).map(Number);
}

/**
 * @param {string} label
 * @param {boolean} on
 * @param {() => unknown} turn
 */
const pressed = (label, on, turn) =>
  h(
    "button",
    {
      type: "button",
      class: "tool",
      key: label,
      "aria-pressed": on ? "true" : "false",
      onclick: () => change(turn),
    },
    label,
  );

/**
 * The dice as they lie there, what they come to, and how likely that was.
 * @param {Wire.FreeRoll | undefined} roll
 */
function fell(roll) {
  return h(
    "div",
    { class: "fell-dice", role: "status", key: "fell" },
    roll
      ? [
          h("span", { class: "sr" }, `${say("dice")} ${roll.dice.join(" ")} `),
          h(
            "div",
            { class: "slots", "aria-hidden": "true" },
            roll.dice.map((face, n) => h("span", { class: "slot", key: n }, die(face, roll.sides[n]))),
          ),
          h(
            "p",
            { class: "result" },
            h("span", { translate: "no" }, roll.notation),
            " = ",
            h("b", {}, roll.result),
          ),
          roll.chance != null && roll.chance < 1
            ? h("p", { class: "hint" }, say("throw-chance", { chance: percent(roll.chance) }))
            : null,
        ]
      : null,
  );
}
