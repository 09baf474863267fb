// Fog over the picture, as the game master draws it: a veil on what is covered, a brush, a rectangle.

import { h } from "./dom.js";
import { button } from "./bits.js";
import { change, inTurn, may, state } from "./state.js";
import { apart, tool } from "./viewport.js";
import { say } from "./words.js";

/** @typedef {{ points: Point[], radius?: number, cover?: boolean }} Stroke */

/** What the game master draws with. */
export const hand = {
  brush: /** @type {{ how: "brush" | "rectangle", cover: boolean } | null} */ (null), // null: put down
  width: 3, // of the brush, its radius
  stroke: /** @type {Stroke | null} */ (null), // while it is drawn
  laid: /** @type {Stroke[]} */ ([]), // earlier parts of it, until the server has them
};

const FINE = 0.35; // of the brush's radius, between two points of a stroke

const LONGEST = 190; // points of one stroke; what is drawn on is another

/** The fog of a table that its game master looks at now, while there is any. */
export const fog = () => (may("fog") && state.view.fog?.on ? state.view.fog : null);

/**
 * A veil over what is covered of the picture.
 * @param {Wire.Picture | null} picture
 */
export function veil(picture) {
  const now = fog();
  if (!now || !picture) return null;
  const box = {
    x: picture.at[0],
    y: -picture.at[1] - picture.height,
    width: picture.width,
    height: picture.height,
  };
  const drawing = hand.stroke ? [...hand.laid, hand.stroke] : hand.laid;
  return h(
    "g",
    { key: "fog", class: "fog" },
    h(
      "mask",
      { id: "fog", maskUnits: "userSpaceOnUse", ...box },
      h("rect", { ...box, fill: now.bare ? "black" : "white" }),
      [...now.strokes, ...drawing].map(stroke),
    ),
    h("rect", { ...box, mask: "url(#fog)", fill: "rgb(20 22 28 / 0.62)", "pointer-events": "none" }),
  );
}

/**
 * What a stroke covers, in white, or uncovers, in black.
 * @param {Stroke} s
 * @param {number} n
 */
function stroke(s, n) {
  const tone = s.cover ? "white" : "black";
  const points = (s.points.length > 1 ? s.points : [...s.points, ...s.points])
    .map(([x, y]) => `${x},${-y}`)
    .join(" ");
  return s.radius
    ? h("polyline", {
        key: n,
        points,
        class: "stroke",
        fill: "none",
        stroke: tone,
        "stroke-width": 2 * s.radius,
        "stroke-linecap": "round",
        "stroke-linejoin": "round",
        style: { "vector-effect": "none" },
      })
    : h("polygon", { key: n, points, fill: tone });
}

/**
 * The brush goes down at a place of the map.
 * @param {Point} at
 */
export function dip(at) {
  const { how, cover } = /** @type {NonNullable<typeof hand.brush>} */ (hand.brush);
  hand.stroke = how === "brush" ? { points: [at], radius: hand.width, cover } : { points: [at], cover };
}

/**
 * It is drawn on to another place.
 * @param {Point} to
 */
export function draw(to) {
  const { stroke } = hand;
  if (!stroke) return;
  const { points } = stroke;
  if (!stroke.radius) hand.stroke = { ...stroke, points: square(points[0], to) };
  else if (apart(points[points.length - 1], to) > stroke.radius * FINE)
    hand.stroke = { ...stroke, points: [...(points.length < LONGEST ? points : further(stroke)), to] };
}

/**
 * A long stroke is kept so far, and goes on as another from where it is: the points of that.
 * @param {Stroke} stroke
 */
function further(stroke) {
  hand.laid = [...hand.laid, stroke];
  void painted(stroke).then(() => change(() => (hand.laid = hand.laid.filter((each) => each !== stroke))));
  return stroke.points.slice(-1);
}

/** It comes up again: what it went over is uncovered, or covered, once the server has it. */
export function lift() {
  const { stroke } = hand;
  if (!stroke || (!stroke.radius && stroke.points.length < 3)) return change(() => (hand.stroke = null));
  void painted(stroke).then(() => change(() => (hand.stroke = null)));
}

/** @param {Stroke} stroke */
export const painted = (stroke) => inTurn("fog", { do: "fog", stroke });

/**
 * The corners of a rectangle between two of them.
 * @param {Point} a
 * @param {Point} b
 * @returns {Point[]}
 */
export const square = ([ax, ay], [bx, by]) => [
  [ax, ay],
  [bx, ay],
  [bx, by],
  [ax, by],
];

/**
 * What the brush does, below the map while there is one in hand.
 * @param {Wire.Ground} ground
 */
export function brushes(ground) {
  const { brush } = hand;
  if (!brush || !fog()) return null;
  return h(
    "div",
    { class: "row tools", key: "brushes", role: "group", "aria-label": say("fog") },
    tool(say("uncover"), !brush.cover, () => (brush.cover = false)),
    tool(say("cover-again"), brush.cover, () => (brush.cover = true)),
    tool(say("fog-brush"), brush.how === "brush", () => (brush.how = "brush")),
    tool(say("fog-rectangle"), brush.how === "rectangle", () => (brush.how = "rectangle")),
    brush.how === "brush" &&
      h(
        "label",
        { class: "inline", key: "width" },
        `${say("radius")} (${ground.unit})`,
        h("input", {
          inputmode: "decimal",
          size: 3,
          value: hand.width,
          oninput: (e) => change(() => (hand.width = Number(e.target.value.replace(",", ".")) || hand.width)),
        }),
      ),
    button(say("fog-done"), () => change(() => (hand.brush = null)), { key: "put-down", id: "put-down" }),
  );
}
