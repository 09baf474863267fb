// Actions of one kind as a table: whom they are aimed at one way, what is done the other.

import { h } from "./dom.js";
import { answerTo, cost, odds } from "./actions.js";
import { COLON } from "./language.js";
import { rule } from "./log.js";
import { change } from "./state.js";
import { say } from "./words.js";

const MOST = 3; // ways side by side; more stand below each other, since their names are the longer ones

/** @type {{ ask: string, kind: string, action: Wire.Action | null }} */
let told = { ask: "", kind: "", action: null }; // what cannot be done, of which the reader wants to know why

/** @param {Wire.Action} a */
export const wayOf = (a) => `${a.group} ${a.cost}`;

/**
 * @param {Wire.Ask} ask
 * @param {string} kind
 * @param {Wire.Action[]} all what can be done this way, and what cannot
 */
export function across(ask, kind, all) {
  const ways = new Map(all.map((a) => [wayOf(a), wayHead(a)]));
  const whom = new Map(all.map((a) => [a.target, a.target]));
  const cells = new Map(all.map((a) => [`${wayOf(a)}\n${a.target}`, a]));
  const turned = ways.size > MOST;
  const broad = column(
    all.map((a) => (turned ? a.target : a.group)),
    all,
  );
  const [down, over] = turned ? [ways, whom] : [whom, ways];
  const at = (/** @type {string} */ row, /** @type {string} */ column) =>
    cells.get(turned ? `${row}\n${column}` : `${column}\n${row}`);
  return h(
    "li",
    { class: "group", key: kind },
    h(
      "div",
      { class: "across" },
      h(
        "table",
        {
          style: {
            "min-width": `${6.5 + broad * over.size}rem`,
          },
          onkeydown: arrows,
        },
        h(
          "caption",
          {},
          say(kind === "attack" ? "attack" : "move"),
          " ",
          all.some((a) => a.told?.helped) ? h("span", { class: "hint" }, say("star")) : null,
        ),
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("td", { style: { width: !turned ? "34%" : over.size < 3 ? "50%" : "6.5rem" } }),
            [...over].map(([key, head]) => h("th", { scope: "col", key }, head)),
          ),
        ),
        h(
          "tbody",
          {},
          [...down].map(([row, head]) =>
            h(
              "tr",
              { key: row },
              h("th", { scope: "row" }, head),
              [...over.keys()].map((column) => h("td", { key: column }, cell(ask, kind, at(row, column)))),
            ),
          ),
        ),
      ),
    ),
    told.ask === ask.id && told.kind === kind && told.action
      ? h(
          "p",
          { class: "hint", key: "why", role: "status" },
          told.action.label,
          COLON,
          told.action.why_not.map((w) => [w.why, " ", rule(w.rule), " "]),
        )
      : null,
  );
}

const LONGEST = 13; // letters of a word, which is as far as a column widens for it

/**
 * How wide a column has to be, in rem, for no word in it to break.
 * @param {string[]} heads
 * @param {Wire.Action[]} all
 */
function column(heads, all) {
  const said = [...heads, ...all.flatMap((a) => [a.told?.figure ?? "", a.cost])];
  const letters = Math.max(...said.map((text) => Math.min(LONGEST, text.length)));
  return Math.max(3.7, 0.7 + 0.47 * letters);
}

/** @param {Wire.Action} a */
const wayHead = (a) => [h("span", { class: "title" }, a.group), " ", cost(a.cost)];

/**
 * @param {Wire.Ask} ask
 * @param {string} kind
 * @param {Wire.Action | undefined} a
 */
function cell(ask, kind, a) {
  if (!a) return null;
  if (a.n) return answerTo(a, "target", odds(a) || (kind === "attack" ? "•" : "✓"));
  const why = () => told.action === a || change(() => (told = { ask: ask.id, kind, action: a }));
  return h(
    "button",
    {
      type: "button",
      class: "target cannot",
      "aria-disabled": "true",
      "aria-label": [a.label, say("cannot"), ...a.why_not.map((w) => w.why)].join(", "),
      onclick: why,
      onfocus: why,
    },
    "–",
  );
}

/**
 * Arrow keys go from cell to cell, over those where nothing is.
 * @param {any} e
 */
function arrows(e) {
  const [x, y] =
    /** @type {Record<string, number[]>} */ ({
      ArrowLeft: [-1, 0],
      ArrowRight: [1, 0],
      ArrowUp: [0, -1],
      ArrowDown: [0, 1],
    })[e.key] ?? [];
  let at = e.target.closest("td");
  if (y == null || !at) return;
  e.preventDefault();
  do at = e.currentTarget.rows[at.parentElement.rowIndex + y]?.cells[at.cellIndex + x];
  while (at && !at.querySelector("button"));
  at?.querySelector("button").focus();
}
