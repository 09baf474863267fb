// The log in words: dice, receipts, rules; and from any line back, or a look at that moment.

import { h, remembered } from "./dom.js";
import { button, icon, signed } from "./bits.js";
import { small } from "./fallen.js";
import { act, change, link, lookAt, may, onHeard, openPanel, room, shown, state } from "./state.js";
import { say } from "./words.js";

/** @type {{ n: number, words?: string, receipt?: any }} */
let opened = { n: 0 }; // by its words too: another line has its number once something was taken back

onHeard((_, now) => {
  if (!now.log.some((line) => line.n === opened.n && line.words === opened.words)) opened = { n: 0 };
});

/**
 * The last lines, short, for those who do not look at the log.
 * @param {number} n
 * @param {number} [until] the number of the last of them
 */
export function recent(n, until = Infinity) {
  const lines = shown()
    .log.filter((line) => line.kind !== "table" && line.n <= until)
    .slice(-n);
  if (!lines.length) return null;
  return h(
    "ul",
    { class: "lines" },
    lines.map((line) =>
      h("li", { key: line.n, class: line.kind }, line.dice.length ? small(line) : null, ` ${told(line)}`),
    ),
  );
}

/**
 * The words of a line; faces that are drawn before them are not said again.
 * @param {Wire.LogLine} line
 */
export const told = (line) => line.brief ?? line.words;

/** @param {Wire.LogLine} line */
const words = (line) => [
  line.dice.length ? small(line) : null,
  " ",
  h("span", { class: "words" }, told(line)),
  line.secret
    ? h("span", { class: "tag" }, icon("lock"), say(line.kind === "throw" ? "gm-only" : "secret"))
    : null,
  by(line),
];

/** @param {Wire.LogLine} line */
function by(line) {
  return line.by === "dice" ? h("span", { class: "tag" }, say("by-dice")) : null;
}

const described = remembered((/** @type {Wire.LogLine} */ line, last) =>
  h(
    "li",
    { key: line.n, class: `line ${line.kind}` },
    h(
      "button",
      {
        type: "button",
        class: "told",
        "data-line": line.n,
        "aria-expanded": "false",
        tabindex: last ? 0 : -1,
        onclick: () => unfold(line),
      },
      words(line),
    ),
  ),
);

/** All lines, the newest last. */
export function log() {
  const lines = shown().log;
  return h(
    "div",
    { class: "logbox", key: "log", role: "log", "aria-label": say("log"), onkeydown: arrows },
    earlier(lines),
    lines.length
      ? h(
          "ul",
          { class: "lines" },
          lines.map((line, n) =>
            line.n === opened.n && line.words === opened.words
              ? open(line)
              : described(line, n === lines.length - 1 ? "last" : ""),
          ),
        )
      : h("p", { class: "hint" }, say(shown().me.pending ? "waiting-in" : "log-empty")),
    sealed(),
    beside(newest(lines)),
  );
}

/**
 * What anybody can do beside the fight: throw dice, talk; the way to the end stands above it.
 * @param {ReturnType<typeof newest>} end
 */
function beside(end) {
  const ways = [
    may("throw") && button([icon("dice"), say("throw")], () => openPanel("throw"), { key: "throw" }),
    may("say") &&
      button([icon("say"), say("say")], () => openPanel("text", { about: "say" }), {
        key: "say",
        kind: "quiet",
      }),
  ].filter(Boolean);
  return ways.length ? h("div", { class: "beside", key: "beside" }, end, ways) : end;
}

/** The seal of the server's dice, and where they are checked. */
function sealed() {
  const { seal } = shown().title;
  return seal
    ? h(
        "p",
        { class: "hint seal", key: "seal" },
        say("sealed"),
        " ",
        h("code", { title: seal, translate: "no" }, seal.slice(0, 8)),
        " · ",
        h("a", { href: `${location.pathname.replace(/\/replay$/, "")}/dice` }, say("check-dice")),
      )
    : null;
}

/**
 * A way to lines from before those that the page has.
 * @param {Wire.LogLine[]} lines
 */
function earlier(lines) {
  const first = lines.length ? lines[0].n : 1;
  if (first <= 1 || !may("lines") || shown().title.waits) return null;
  const get = async () => {
    const answer = await act("lines", { do: "lines", before: first });
    if (answer?.t === "done")
      change(
        () =>
          (state.view = {
            ...state.view,
            log: [...answer.data, ...state.view.log.filter((line) => line.n >= first)],
          }),
      );
  };
  return h(
    "p",
    { key: "earlier", class: "row" },
    button([icon("undo"), say("earlier")], get, {
      kind: "quiet",
      waits: state.busy.has("lines"),
      id: "earlier",
    }),
  );
}

/** @param {Wire.LogLine} line */
function open(line) {
  return h(
    "li",
    { key: line.n, class: `line open ${line.kind}` },
    h(
      "button",
      {
        type: "button",
        class: "told",
        "data-line": line.n,
        "aria-expanded": "true",
        tabindex: 0,
        onclick: () => unfold(line),
      },
      words(line),
    ),
    details(line),
  );
}

/** @param {Wire.LogLine} line */
async function unfold(line) {
  if (opened.n === line.n && opened.words === line.words) return change(() => (opened = { n: 0 }));
  /** @type {typeof opened} */
  const mine = { n: line.n, words: line.words };
  change(() => (opened = mine));
  if (!line.receipt || !link) return;
  const answer = await link.send({ do: "receipt", line: line.n, seq: state.seq });
  change(() => (mine.receipt = answer.t === "done" ? answer.data : { why: answer.why }));
}

/** @param {Wire.LogLine} line */
function details(line) {
  const receipt = opened.receipt;
  const parts = receipt && (receipt.receipt || receipt.parts || []);
  return h(
    "div",
    { class: "details" },
    receipt && receipt.why && h("p", { class: "hint" }, receipt.why),
    parts && parts.length ? bill(parts, receipt.sum) : null,
    line.rules.length
      ? h(
          "p",
          { class: "rules" },
          line.rules.map((id) => h("span", { key: id }, rule(id), " ")),
        )
      : null,
    h(
      "div",
      { class: "row" },
      line.secret &&
        may("reveal") &&
        button([icon("eye"), say("reveal")], () => act("reveal", { do: "reveal", line: line.n })),
      may("at") && button([icon("past"), say("look-here")], () => lookAt(line.entry)),
      may("fork") && button([icon("fork"), say("fork-here")], () => openPanel("fork", { entry: line.entry })),
      may("undo_to") &&
        line.entry > 0 &&
        (line.kind === "roll" || line.kind === "act") &&
        button([icon("undo"), say("back-this")], () => act("undo", { do: "undo_to", entry: line.entry - 1 })),
      may("undo_to") &&
        line.entry < shown().undo.entries &&
        button([icon("undo"), say("back-here")], () => act("undo", { do: "undo_to", entry: line.entry })),
      may("amend") &&
        line.entry > 0 &&
        (line.kind === "roll" || line.kind === "act") &&
        button([icon("pen"), say("amend")], () => openPanel("amend", { line })),
    ),
  );
}

/**
 * Arrow keys go from line to line.
 * @param {any} e
 */
function arrows(e) {
  const step = /** @type {Record<string, number>} */ ({ ArrowUp: -1, ArrowDown: 1 })[e.key];
  if (!step || !e.target.classList.contains("told")) return;
  const all = [...e.currentTarget.querySelectorAll(".told")];
  const next = all[all.indexOf(e.target) + step];
  if (next) (e.preventDefault(), next.focus());
}

let pinned = true; // whether the log is read at its end
let last = 0; // the newest line when the reader left it

/** @param {Element} box */
export function scrolled(box) {
  const now = box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  if (now !== pinned) change(() => (pinned = now));
}

/**
 * Stay at the end of the log while the reader is there, or go there.
 * @param {Element | null} box
 */
export function tail(box, go = pinned) {
  if (box && go && !(/** @type {HTMLElement} */ (box).hidden)) box.scrollTop = box.scrollHeight;
}

/**
 * A way to the end for who reads elsewhere, with how much is new there.
 * @param {Wire.LogLine[]} lines
 */
function newest(lines) {
  const n = lines.at(-1)?.n ?? 0;
  if (pinned) last = n;
  return pinned
    ? null
    : h(
        "p",
        { class: "newest", key: "newest" },
        button(
          n > last ? say("newest-n", { n: n - last }) : say("newest"),
          (e) => tail(e.target.closest(".column"), true),
          { kind: "primary" },
        ),
      );
}

// --- what stands in a line, and elsewhere -------------------------------------------------------------

/**
 * A link to a rule: opens it here; in the sheet, as a tab of its own, by the middle button.
 * @param {string} id
 */
export function rule(id, title = "") {
  if (!id) return null;
  return h(
    "a",
    {
      class: "rule",
      href: `${room()}/rules#${id}`,
      target: "rules",
      title: title || null,
      onclick: (e) =>
        !(e.ctrlKey || e.metaKey || e.shiftKey) && (e.preventDefault(), openPanel("rule", { id })),
    },
    id,
  );
}

/**
 * How a number is made up, part by part.
 * @param {Wire.Bill[]} parts
 * @param {string} sum what they come to, empty where not all of it is told
 */
export function bill(parts, sum) {
  if (!parts.length) return null;
  return h(
    "table",
    { class: "bill" },
    h(
      "thead",
      { class: "sr" },
      h(
        "tr",
        {},
        h("th", { scope: "col" }, say("mod")),
        h("th", { scope: "col" }, say("amount")),
        h("th", { scope: "col" }, say("rule")),
      ),
    ),
    h(
      "tbody",
      {},
      parts.map((part) =>
        h(
          "tr",
          {},
          h("td", {}, part.label),
          h("td", { class: "amount" }, part.shown || signed(part.value)),
          h("td", {}, rule(part.rule, part.title)),
        ),
      ),
    ),
    parts.length > 1 &&
      sum &&
      h(
        "tfoot",
        {},
        h("tr", {}, h("th", { scope: "row" }, say("in-all")), h("td", { class: "amount" }, sum), h("td", {})),
      ),
  );
}
