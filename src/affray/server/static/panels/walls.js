// Walls on the map: drawn by two taps or typed, taken away, and offered to the rules as cover.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { act, change, openPanel, shown, state } from "../state.js";
import { look } from "../viewport.js";
import { names, say } from "../words.js";
import { field } from "./form.js";

/** @param {any} now */
export function walls(now) {
  const there = state.view.walls;
  if (!there) return { title: say("walls"), body: null };
  now.name ??= say("wall-n", { n: there.drawn.length + 1 });
  return {
    title: say("walls"),
    body: [
      h("p", { class: "hint", key: "is" }, say(there.kinds.length ? "walls-are" : "walls-no-cover")),
      h("ul", { class: "stack", key: "drawn" }, there.drawn.map(drawn)),
      offers(there.offers),
      another(now, there),
    ],
  };
}

/** @param {Wire.Wall} wall */
const drawn = (wall) =>
  h(
    "li",
    { class: "row", key: wall.name },
    h("span", {}, wall.name),
    h("span", { class: "hint" }, names([wall.kind].filter(Boolean))),
    h(
      "button",
      {
        type: "button",
        class: "btn quiet icon-only",
        "aria-label": say("wall-remove", { name: wall.name }),
        onclick: () => act("wall", { do: "wall", act: "remove", name: wall.name }),
      },
      icon("close"),
    ),
  );

/**
 * Who could be behind which wall, against whoever acts now.
 * @param {Wire.WallOffer[]} all
 */
function offers(all) {
  const called = (/** @type {number} */ id) => shown().order.find((f) => f.id === id)?.name ?? "";
  if (!all.length) return null;
  return h(
    "fieldset",
    { key: "offers" },
    h("legend", {}, say("wall-between", { name: called(all[0].against) })),
    h(
      "ul",
      { class: "stack", key: "those" },
      all.map((o) =>
        h(
          "li",
          { class: "row", key: `${o.wall} ${o.who}` },
          button(
            say("wall-behind", { name: called(o.who), wall: o.wall }),
            () => act("behind", { do: "behind", name: called(o.who), wall: o.wall }),
            { key: "go", waits: state.busy.has("behind") },
          ),
          o.instead
            ? h("span", { class: "hint", key: "now" }, say("wall-instead", { what: o.instead }))
            : null,
        ),
      ),
    ),
  );
}

/**
 * One more: by two taps, or by what is typed.
 * @param {any} now
 * @param {Wire.Walls} there
 */
function another(now, there) {
  const unit = shown().map?.unit;
  const ends = /** @type {const} */ (["x1", "y1", "x2", "y2"]);
  const labels = ["x₁", "y₁", "x₂", "y₂"];
  const typed = () => ends.map((end) => Number(String(now[end] || "x").replace(",", ".")));
  const go = () => {
    const [ax, ay, bx, by] = typed();
    if (typed().every(Number.isFinite)) void put(now, [ax, ay], [bx, by]);
  };
  return h(
    "fieldset",
    { key: "another" },
    h("legend", {}, say("wall-another")),
    field(say("wall-name"), now, "name", { props: { maxlength: 40 } }),
    there.kinds.length
      ? h(
          "label",
          { class: "field", key: "kind" },
          h("span", {}, say("wall-kind")),
          h(
            "select",
            { onchange: (e) => change(() => (now.of = e.target.value)) },
            there.kinds.map((k) =>
              h("option", { key: k.key, value: k.key, selected: k.key === kind(now) }, k.label),
            ),
          ),
        )
      : null,
    h(
      "div",
      { class: "row", key: "tap" },
      button(say("wall-tap"), () => tap(now), { key: "tap", id: "wall-tap", kind: "primary" }),
    ),
    h(
      "div",
      { class: "place", key: "ends" },
      ends.map((end, n) => field(`${labels[n]} (${unit})`, now, end, { props: { inputmode: "decimal" } })),
    ),
    h(
      "div",
      { class: "row", key: "do" },
      button(say("wall-add"), go, { key: "add", id: "wall-add", waits: state.busy.has("wall") }),
    ),
  );
}

/** @param {any} now */
const kind = (now) => now.of ?? state.view.walls?.kinds[0]?.key ?? "";

/**
 * @param {any} now
 * @param {Point} a
 * @param {Point} b
 */
async function put(now, a, b) {
  const name = String(now.name).trim();
  const answer = await act("wall", { do: "wall", name, ends: [a, b], kind: kind(now) });
  const open = state.panel?.kind === "walls" ? state.panel : now;
  if (answer?.t === "done") change(() => Object.assign(open, { name: null, x1: "", y1: "", x2: "", y2: "" }));
}

/**
 * Two taps on the map; then the panel again, which draws it.
 * @param {any} now
 */
function tap(now) {
  const then = (/** @type {Point} */ one) => (/** @type {Point} */ other) => {
    openPanel("walls", now);
    void put(now, one, other);
  };
  change(() => {
    state.panel = null;
    state.tab = "map";
    look.plan = true;
    state.placing = {
      label: say("wall-first"),
      then: (one) => change(() => (state.placing = { label: say("wall-second"), then: then(one) })),
    };
  });
}
