// What opens over the table: one panel at a time, in a dialog.

import { h } from "../dom.js";
import { icon, over } from "../bits.js";
import { closePanel, state } from "../state.js";
import { say } from "../words.js";
import { amend } from "./amend.js";
import { correct, filled, text } from "./corrections.js";
import { fighter, hands } from "./fighter.js";
import { fog } from "./fog.js";
import { advice, ruled } from "./help.js";
import { menu } from "./menu.js";
import { add } from "./newcomers.js";
import { picture } from "./picture.js";
import { reserves } from "./reserves.js";
import { seats } from "./seats.js";
import { archive, exported, fork, next, orders, report, share } from "./session.js";
import { squad } from "./squad.js";
import { throwing } from "./throw.js";
import { sight } from "./visibility.js";
import { walls } from "./walls.js";

/** @type {Record<string, (now: any) => { title: Parts, body: Parts, foot?: Parts }>} */
const KINDS = {
  tool: filled,
  archive,
  fog,
  fork,
  next,
  orders,
  picture,
  report,
  reserves,
  share,
  fighter,
  seats,
  hands,
  squad,
  sight,
  correct,
  add,
  amend,
  menu,
  advice,
  export: exported,
  text,
  throw: throwing,
  rule: ruled,
  walls,
};

/**
 * The open panel.
 * @param {Panel} now
 */
export function panel(now) {
  const { title, body, foot } = KINDS[now.kind](now);
  return over(
    now,
    () => state.panel === now && closePanel(),
    { class: "panel sheet", "aria-labelledby": "panel-title", onkeydown: entered },
    h(
      "header",
      { class: "head-bar" },
      h("h2", { id: "panel-title" }, title),
      h(
        "button",
        { type: "button", class: "btn icon-only", "aria-label": say("close"), onclick: closePanel },
        icon("close"),
      ),
    ),
    h("div", { class: "body" }, body),
    foot ? h("footer", { class: "commit" }, foot) : null,
  );
}

/**
 * Enter in a field does what the panel is for.
 * @param {KeyboardEvent & { target: any, currentTarget: any }} e
 */
function entered(e) {
  if (
    e.key !== "Enter" ||
    !e.currentTarget.open ||
    e.target.tagName !== "INPUT" ||
    /checkbox|radio|file|range/.test(e.target.type)
  )
    return;
  e.preventDefault();
  e.currentTarget.querySelector("footer .primary:not([aria-disabled])")?.click();
}
