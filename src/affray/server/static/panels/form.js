// What panels have in common: fields, buttons, and a command after which they close.

import { h } from "../dom.js";
import { button } from "../bits.js";
import { act, change, closePanel, state } from "../state.js";
import { say } from "../words.js";

/**
 * Send a command, and close; or do something else with what comes back.
 * @param {string} about
 * @param {Said} command
 * @param {(data: any) => void} then
 */
export async function sent(about, command, then = closePanel) {
  const answer = await act(about, command);
  if (answer && answer.t === "done") then(answer.data);
}

/**
 * A field for something that the panel keeps by this name.
 * @param {string} label
 * @param {any} now
 * @param {string} name
 * @param {{ lines?: number, props?: Props }} more
 */
export const field = (label, now, name, more = {}) =>
  h(
    "label",
    { class: "field", key: name },
    h("span", {}, label),
    h(more.lines ? "textarea" : "input", {
      value: now[name],
      rows: more.lines,
      autocomplete: "off",
      oninput: (e) => change(() => (now[name] = e.target.value)),
      ...more.props,
    }),
  );

/**
 * A question before something that nothing takes back, in the place of what led to it. It takes the focus, on
 * what leaves all as it is: that is what Escape and an Enter held too long come to.
 * @param {string} key
 * @param {string} asks
 * @param {() => unknown} end
 * @param {Kid} does
 * @param {Parts} more
 */
export const sure = (key, asks, end, does, more = null) =>
  h(
    "div",
    {
      key,
      class: "sure",
      role: "alertdialog",
      "aria-label": asks,
      made: (node) => (node.querySelector("button").focus(), node.scrollIntoView({ block: "nearest" })),
      onkeydown: (e) => e.key === "Escape" && (e.preventDefault(), e.stopPropagation(), end()),
    },
    h("p", {}, asks),
    more,
    h("div", { class: "row" }, button(say("cancel"), end, { key: "no" }), does),
  );

/**
 * Buttons to do what the panel is for, or not.
 * @param {string} label
 * @param {() => unknown} how
 * @param {string} about
 */
export const foot = (label, how, about) => [
  button(say("cancel"), closePanel),
  button(label, how, { kind: "primary", waits: state.busy.has(about) }),
];
