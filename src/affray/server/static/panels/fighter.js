// All there is to know of a fighter, and who runs one's own.

import { h } from "../dom.js";
import { button, icon, mark } from "../bits.js";
import { allWait, runs, unplayed } from "../control.js";
import { noted, sideOf, states, track } from "../order.js";
import { may, openPanel, room, shown } from "../state.js";
import { names, say } from "../words.js";
import { fallen } from "./amend.js";
import { controls, eye, kept, moves, removal } from "./card.js";
import { facts } from "./facts.js";
import { notes } from "./notes.js";
import { squads, squadWith } from "./squad.js";

/** @param {any} now */
export function fighter(now) {
  const f = shown().order.find((each) => each.id === now.id);
  if (!f && now.fell) return { title: now.name, body: [h("p", {}, say("has-left", now)), fallen(now.fell)] };
  if (!f) return { title: say("nobody"), body: null };
  kept(now, f.name);
  const own = !may("correct");
  const steps = new Set(
    may("correct")
      ? now.card?.controls
          .filter((/** @type {any} */ c) => c.kind === "step")
          .map((/** @type {any} */ c) => c.label)
      : [],
  );
  return {
    title: [mark(sideOf(f.side)), " ", f.name],
    body: [
      h(
        "p",
        { class: "hint" },
        names([f.side, f.apart, f.now && say("now"), f.out && say("out")].filter(Boolean)),
      ),
      own && f.foe && f.tracks.some((t) => t.word) && h("p", { class: "hint" }, say("kept-figures")),
      may("hide") && eye(now, f),
      h(
        "dl",
        { class: "figures" },
        f.tracks
          .filter((t) => !steps.has(t.name))
          .map((t) => [
            h("dt", { key: `t${t.name}` }, t.name),
            h(
              "dd",
              { key: `d${t.name}` },
              t.word || [
                h("span", { class: "figure" }, `${t.now} / ${t.most}`),
                track({ ...t, name: "" }, 0),
              ],
            ),
          ]),
      ),
      states(noted(f)),
      f.gear && h("p", {}, f.gear),
      own && facts(now.card?.sheet ?? []),
      may("correct") && controls(now),
      may("correct") && moves(now),
      own ? null : facts(now.card?.sheet ?? []),
      notes(now),
      squadWith(f),
      f.mine && may("hands") ? runs(f) : null,
      (f.mine || may("correct")) && printed(f.name),
      may("override") &&
        h(
          "p",
          { key: "correct" },
          button(
            [icon("pen"), say("correct-else")],
            () => openPanel("correct", { words: ` ${f.name} `, why: "" }),
            { kind: "quiet" },
          ),
        ),
      may("remove") && removal(now),
    ],
  };
}

/**
 * The card of a fighter to print, with odds as the fight stands.
 * @param {string} name
 */
function printed(name) {
  const href = `${room()}/card?name=${encodeURIComponent(name)}`;
  return h("p", { key: "card" }, h("a", { href, target: "_blank", rel: "noopener" }, say("card")));
}

/** Who runs each of one's own fighters; each keeps its place, whoever acts meanwhile. */
export function hands() {
  const own = shown()
    .order.filter((f) => f.mine && f.hand)
    .sort((a, b) => a.id - b.id);
  return { title: say("hands"), body: [allWait(), unplayed(own), squads(), own.map(runs)] };
}
