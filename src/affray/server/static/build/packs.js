// What packs bring: those that the server was begun with, and one's own.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { bring, without } from "./requests.js";
import { it } from "./scene.js";
import { called, say, shown } from "./words.js";

/**
 * What a pack brings, and what it leaves out of the game.
 * @param {Pick<import("./scene.js").Pack, "brings" | "replaces">} p
 */
function bringing(p) {
  const lines = Object.entries(p.brings).map(([table, all]) => [
    table,
    say("brings", { n: all.length, table: called(table), names: all.map(shown).join(", ") }),
  ]);
  if (p.replaces.length)
    lines.push([
      "",
      say("replaces", { tables: p.replaces.map((table) => called(table).toLowerCase()).join(", ") }),
    ]);
  return lines.length
    ? h(
        "ul",
        { key: "brings" },
        lines.map(([key, line]) => h("li", { key }, line)),
      )
    : h("p", { class: "hint", key: "nothing" }, say("brings-nothing"));
}

/** What packs bring: those that the server was begun with, and one's own. */
export function packs() {
  const read = async (/** @type {FileList | null} */ files) => {
    for (const file of files ?? []) await bring(await file.slice(0, 400_000).text());
  };
  const mine = it.packs.filter((p) => p.game === it.data.ruleset);
  const theirs = it.offer.packs;
  return h(
    "section",
    { class: "box", key: "packs", "aria-label": say("packs") },
    h(
      "details",
      {},
      h(
        "summary",
        {},
        h("h2", {}, say("packs")),
        mine.length + theirs.length ? h("small", {}, ` ${mine.length + theirs.length}`) : null,
      ),
      h(
        "div",
        { class: "stack" },
        theirs.map((/** @type {any} */ p, /** @type {number} */ n) =>
          h(
            "div",
            { class: "pack", key: `server ${n}` },
            h("strong", {}, p.title),
            h("small", { key: "whose" }, ` ${say("with-server")}`),
            bringing(p),
          ),
        ),
        h("p", { class: "hint", key: "are" }, say("packs-are")),
        it.unfit ? h("p", { class: "fault unfit", key: "unfit", role: "alert" }, it.unfit) : null,
        mine.map((p, n) =>
          h(
            "div",
            { class: "pack", key: n },
            h("strong", {}, p.title),
            bringing(p),
            button([icon("close"), say("remove", { what: p.title })], () => without(p), { kind: "quiet" }),
          ),
        ),
        h(
          "label",
          { class: "btn file" },
          icon("add"),
          say("add-pack"),
          h("input", {
            type: "file",
            id: "pack",
            accept: ".toml,application/toml,text/plain",
            multiple: true,
            class: "sr",
            onchange: (e) => read(e.target.files),
          }),
        ),
      ),
    ),
  );
}
