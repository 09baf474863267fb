// The map while a finger shifts it or a wheel zooms it: it moves as one, and is laid out anew once it rests.

import { change, shown, state } from "./state.js";
import { look, whole } from "./viewport.js";

/** @typedef {import("./layout.js").Box} Box */

const RESTS = 8; // frames without a move after which names are put in their places again

let frames = 0; // until then; 0 while it rests
let pixels = 1; // of a unit of the ground, as it is drawn

/**
 * Look at another part of the map, without a look at anything on it.
 * @param {SVGSVGElement} svg
 * @param {Box} box
 */
export function glide(svg, box) {
  const held = (look.held ??= look.box ?? whole(shown().map));
  if (!frames) pixels = scaleOf(svg, held);
  const by = held.w / box.w;
  const [x, y] = [middle(held.x, held.w, box.x, box.w), middle(held.y, held.h, box.y, box.h)];
  svg.style.transform = `translate(${x * pixels * by}px, ${y * pixels * by}px) scale(${by})`;
  svg.toggleAttribute("data-glides", true);
  look.box = box;
  state.glides ||= Date.now();
  if (!frames) requestAnimationFrame(() => waits(svg));
  frames = RESTS;
}

/**
 * How far the middle of one span is from that of another, by their starts and lengths.
 * @param {number} a
 * @param {number} long
 * @param {number} b
 * @param {number} wide
 */
const middle = (a, long, b, wide) => a + long / 2 - b - wide / 2;

/**
 * How many pixels a unit of the ground is where this part of it is shown.
 * @param {SVGSVGElement} svg
 * @param {Box} box
 */
export const scaleOf = (svg, box) => Math.min(svg.clientWidth / box.w, svg.clientHeight / box.h);

/** @param {SVGSVGElement} svg */
function waits(svg) {
  if (frames > 1) requestAnimationFrame(() => waits(svg));
  if (frames && !--frames) rest(svg);
}

/**
 * Lay it out anew, if it was moved.
 * @param {SVGSVGElement} svg
 */
export function rest(svg) {
  frames = 0;
  if (!look.held || !look.box) return;
  look.held = null;
  state.glides = 0;
  svg.removeAttribute("data-glides");
  svg.setAttribute("viewBox", frame(look.box));
  svg.style.transform = "";
  change(() => {});
}

/** @param {Box} box */
export const frame = (box) => `${box.x} ${box.y} ${box.w} ${box.h}`;
