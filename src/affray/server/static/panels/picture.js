// The picture below the map: brought, laid, taken away.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { act, change, openPanel, room, shown, state } from "../state.js";
import { apart, look, whole } from "../viewport.js";
import { say } from "../words.js";
import { forget, gone } from "./forget.js";
import { field } from "./form.js";
import { posted } from "./posted.js";

const LARGEST = 8_000_000; // bytes of a picture, before the server says no

/**
 * Bring a picture, say where it lies, take it away.
 * @param {any} now
 */
export function picture(now) {
  const there = shown().map?.picture;
  const unit = shown().map?.unit ?? "m";
  if (there && now.of !== there.url)
    Object.assign(now, { of: there.url, x: there.at[0], y: there.at[1], width: there.width });
  const number = (/** @type {string} */ name) => Number(String(now[name]).replace(",", ".")) || 0;
  const lay = () =>
    act("picture", { do: "picture", at: [number("x"), number("y")], width: Math.max(0.1, number("width")) });
  const fit = () => {
    const box = whole(shown().map);
    return act("picture", { do: "picture", at: [round(box.x), round(-box.y - box.h)], width: round(box.w) });
  };
  const between = /** @type {[Point, Point] | null} */ (now.between);
  const scaled = () =>
    there && between && act("picture", { do: "picture", ...enlarged(there, between, number("known")) });
  return {
    title: say("picture"),
    body: [
      h("p", { class: "hint" }, say("picture-is")),
      now.why && h("p", { class: "fault", key: "why", role: "alert" }, now.why),
      h(
        "label",
        { class: "btn file", key: "file" },
        icon("add"),
        say(now.sending ? "sent" : there ? "another-picture" : "choose-picture"),
        h("input", {
          type: "file",
          accept: "image/png,image/jpeg,image/webp",
          class: "sr",
          onchange: (e) => bring(now, e.target.files[0]),
        }),
      ),
      there && h("img", { key: "now", class: "preview", src: there.url, alt: say("picture") }),
      there &&
        h(
          "div",
          { class: "place", key: "where" },
          field(`${say("left-edge")} (${unit})`, now, "x", { props: { inputmode: "decimal" } }),
          field(`${say("lower-edge")} (${unit})`, now, "y", { props: { inputmode: "decimal" } }),
          field(`${say("width")} (${unit})`, now, "width", { props: { inputmode: "decimal" } }),
        ),
      there &&
        between &&
        h(
          "form",
          {
            class: "row",
            key: "known",
            onsubmit: (/** @type {Event} */ e) =>
              (e.preventDefault(), void (number("known") > 0 && scaled())),
          },
          field(`${say("how-far-apart")} (${unit})`, now, "known", {
            props: { inputmode: "decimal", required: true },
          }),
          button(say("scale-it"), () => number("known") > 0 && scaled(), { key: "scale-it", id: "scale-it" }),
        ),
      there &&
        h(
          "div",
          { class: "row", key: "do" },
          button(say("two-points"), () => first(now), { key: "two-points" }),
          button(say("fit"), fit, { key: "fit" }),
          button(say("remove"), () => act("picture", { do: "picture", remove: true }), {
            kind: "quiet",
            key: "remove",
          }),
          forget(now, "picture", "", say("picture")),
        ),
      gone(now),
    ],
    foot:
      there &&
      button(say("lay-it"), lay, { kind: "primary", waits: state.busy.has("picture"), id: "lay-it" }),
  };
}

const round = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/**
 * Two taps on the map, on places whose distance is known; then the panel again, which asks for it.
 * @param {any} now
 */
function first(now) {
  change(() => {
    state.panel = null;
    state.tab = "map";
    look.plan = true;
    state.placing = {
      label: say("first-point"),
      then: (one) =>
        change(
          () =>
            (state.placing = {
              label: say("second-point"),
              then: (other) =>
                openPanel("picture", { ...now, kind: "picture", between: [one, other], known: "" }),
            }),
        ),
    };
  });
}

/**
 * The picture so much larger that two of its places are as far apart as is known; the first stays.
 * @param {Wire.Picture} there
 * @param {[Point, Point]} between
 * @param {number} known
 */
function enlarged(there, [one, other], known) {
  const by = known / apart(one, other);
  const fine = (/** @type {number} */ n) => Math.round(n * 100) / 100;
  return {
    at: /** @type {Point} */ ([0, 1].map((axis) => fine(one[axis] + (there.at[axis] - one[axis]) * by))),
    width: Math.max(0.1, fine(there.width * by)),
  };
}

/**
 * @param {any} now
 * @param {File | undefined} file
 */
async function bring(now, file) {
  if (!file) return;
  if (file.size > LARGEST)
    return change(() => (now.why = say("picture-large", { most: LARGEST / 1_000_000 })));
  change(() => Object.assign(now, { why: "", sending: true }));
  const { why } = await posted(`${room()}/picture`, file);
  change(() => Object.assign(now, { why, sending: false }));
}
