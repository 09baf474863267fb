// Fog over the picture: on or off, drawn on the map or typed; and who stands in it.

import { h } from "../dom.js";
import { button } from "../bits.js";
import { hand, painted, square } from "../brush.js";
import { change, inTurn, shown, state } from "../state.js";
import { look, tool } from "../viewport.js";
import { names, say } from "../words.js";
import { field } from "./form.js";

/** @param {Omit<Wire.FogCommand, "do" | "id">} how */
const put = (how) => inTurn("fog", { do: "fog", ...how });

/** @param {any} now */
export function fog(now) {
  const there = state.view.fog;
  if (!there) return { title: say("fog"), body: null };
  now.radius ??= String(hand.width);
  return {
    title: say("fog"),
    body: [
      h("p", { class: "hint", key: "is" }, say("fog-is")),
      h(
        "div",
        { class: "row", key: "on", role: "group", "aria-label": say("fog") },
        tool(say("fog-on"), there.on, () => void put({ on: !there.on })),
      ),
      there.on && !there.able && h("p", { class: "fault", key: "why", role: "alert" }, say("fog-unable")),
      there.on && [
        h(
          "div",
          { class: "row", key: "all" },
          button(say("fog-draw"), draw, { key: "draw", id: "fog-draw", kind: "primary" }),
          button(say("uncover-all"), () => put({ all: "uncovered" }), { key: "uncover-all" }),
          button(say("cover-all"), () => put({ all: "covered" }), { key: "cover-all" }),
        ),
        around(now),
        rectangle(now),
        standing(there.covered, (them) => say("fog-stand", { names: them }), say("fog-hide"), true),
        standing(there.uncovered, (them) => say("fog-outside", { names: them }), say("fog-show"), false),
      ],
    ],
  };
}

/** Take the brush in hand, on the map. */
function draw() {
  change(() => {
    state.panel = null;
    state.tab = "map";
    look.plan = true;
    hand.brush ??= { how: "brush", cover: false };
  });
}

/** @param {unknown} typed */
const number = (typed) => Number(String(typed ?? "").replace(",", "."));

/**
 * Uncover, or cover, around a fighter.
 * @param {any} now
 */
function around(now) {
  const tokens = shown().map?.tokens ?? [];
  if (!tokens.length) return null;
  const chosen = () => tokens.find((t) => String(t.id) === now.who) ?? tokens[0];
  const go = (/** @type {boolean} */ cover) => () =>
    number(now.radius) > 0 && painted({ points: [chosen().at], radius: number(now.radius), cover });
  return h(
    "fieldset",
    { key: "around" },
    h("legend", {}, say("fog-around")),
    h(
      "div",
      { class: "place", key: "what" },
      h(
        "label",
        { class: "field", key: "who" },
        h("span", {}, say("fog-fighter")),
        h(
          "select",
          { onchange: (e) => change(() => (now.who = e.target.value)) },
          tokens.map((t) =>
            h("option", { key: t.id, value: String(t.id), selected: t === chosen() }, t.name),
          ),
        ),
      ),
      field(`${say("radius")} (${shown().map?.unit})`, now, "radius", { props: { inputmode: "decimal" } }),
    ),
    both("around", go),
  );
}

/**
 * Uncover, or cover, a rectangle between two corners that are typed.
 * @param {any} now
 */
function rectangle(now) {
  const unit = shown().map?.unit;
  const edges = /** @type {const} */ (["left", "low", "right", "high"]);
  const typed = () => edges.map((edge) => (String(now[edge] ?? "").trim() ? number(now[edge]) : NaN));
  const go = (/** @type {boolean} */ cover) => () => {
    const [left, low, right, high] = typed();
    if (typed().every(Number.isFinite)) void painted({ points: square([left, low], [right, high]), cover });
  };
  const labels = [say("left-edge"), say("lower-edge"), say("right-edge"), say("upper-edge")];
  return h(
    "fieldset",
    { key: "rectangle" },
    h("legend", {}, say("fog-rectangle")),
    h(
      "div",
      { class: "place", key: "what" },
      edges.map((edge, n) => field(`${labels[n]} (${unit})`, now, edge, { props: { inputmode: "decimal" } })),
    ),
    both("rectangle", go),
  );
}

/**
 * @param {string} id
 * @param {(cover: boolean) => () => unknown} go
 */
const both = (id, go) =>
  h(
    "div",
    { class: "row", key: "do" },
    button(say("uncover"), go(false), { key: "uncover", id: `${id}-uncover` }),
    button(say("cover-again"), go(true), { key: "cover", id: `${id}-cover` }),
  );

/**
 * Fighters whose being hidden does not go with the fog, and one tap that has it go.
 * @param {number[]} ids
 * @param {(names: string) => string} told
 * @param {string} does
 * @param {boolean} on
 */
function standing(ids, told, does, on) {
  const those = shown().order.filter((f) => ids.includes(f.id));
  if (!those.length) return null;
  const go = () => those.forEach((f) => void inTurn("hide", { do: "hide", name: f.name, on }));
  return h(
    "div",
    { class: "row", key: String(on) },
    h("p", {}, told(names(those.map((f) => f.name)))),
    button(does, go, { key: "go", id: on ? "fog-hide" : "fog-show", waits: state.busy.has("hide") }),
  );
}
