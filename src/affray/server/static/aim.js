// What an action is aimed at: its place, the circle that it hits, the way there and who watches it.

import { shown, state } from "./state.js";
import { apart, far, look } from "./viewport.js";
import { names, say } from "./words.js";

/** Where the action that is being chosen leads: its place, or whom it is aimed at. */
export function goal() {
  const action = state.placing?.action ?? state.sheet?.action;
  if (!action) return null;
  const at = state.placing
    ? look.at
    : state.sheet?.to || shown().map?.tokens.find((t) => t.name === action.target)?.at;
  return at ? { at, action } : null;
}

/**
 * How far off the place of an action is, and who watches the way there; nothing without a place.
 * @param {Wire.Action} action
 * @param {Point | null} to
 */
export function passes(action, to) {
  const ground = shown().map;
  const here = ground?.tokens.find((t) => t.id === shown().ask?.who);
  if (!here || !to) return "";
  const watched = action.kind === "move" ? crossed(here.at, to, ground, here.id) : [];
  const way = say("way", { far: far(apart(here.at, to), ground) });
  return watched.length ? names([way, say("watched", { names: names(watched.map((a) => a.name)) })]) : way;
}

/** The blast of an action whose place is being chosen, or one that the reader lays down to measure. */
export function aimed() {
  const placing = state.placing?.action;
  if (placing?.blast && look.at) return { at: look.at, radius: placing.blast };
  const opened = state.sheet && blastOf(state.sheet.action, state.sheet.to);
  if (opened) return opened;
  return look.blast && { at: look.blast, radius: look.radius };
}

/**
 * The circle that an action hits, around its place or whom it is aimed at.
 * @param {Wire.Action} action
 * @param {Point | null} to
 */
function blastOf(action, to) {
  const target = shown().map?.tokens.find((t) => t.name === action.target);
  const at = to || target?.at;
  return action.blast && at ? { at, radius: action.blast } : null;
}

/**
 * Who stands where an action hits, in words; nothing if it hits no circle.
 * @param {Wire.Action} action
 * @param {Point | null} to
 */
export function catches(action, to) {
  const blast = blastOf(action, to);
  return blast && caught(shown().map, blast);
}

/**
 * @param {Wire.Ground} ground
 * @param {{ at: Point, radius: number }} blast
 */
export const caught = (ground, blast) =>
  say("blast-catches", {
    names:
      names(
        ground.tokens.filter((t) => !t.out && apart(t.at, blast.at) <= blast.radius).map((t) => t.name),
      ) || say("nobody"),
    radius: far(blast.radius, ground),
  });

/**
 * Whose arcs a straight way leads through.
 * @param {readonly number[]} from
 * @param {readonly number[]} to
 * @param {Wire.Ground} ground
 * @param {number} who who goes; nobody is in one's own way
 */
export function crossed(from, to, ground, who) {
  const steps = Array.from({ length: 41 }, (_, n) => [
    from[0] + ((to[0] - from[0]) * n) / 40,
    from[1] + ((to[1] - from[1]) * n) / 40,
  ]);
  return ground.arcs.filter((a) => a.who !== who && a.kind !== "facing" && steps.some((at) => inside(at, a)));
}

/**
 * @param {readonly number[]} at
 * @param {Wire.Arc} a
 */
function inside(at, a) {
  const [x, y] = [at[0] - a.at[0], at[1] - a.at[1]];
  if (a.reach && Math.hypot(x, y) > a.reach) return false;
  const turn = Math.atan2(y, x) - Math.atan2(a.aim[1] - a.at[1], a.aim[0] - a.at[0]);
  return Math.abs(Math.atan2(Math.sin(turn), Math.cos(turn))) <= ((a.degrees ?? 90) * Math.PI) / 360;
}
