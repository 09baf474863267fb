// The door for phones: the host lets them in from the network, and out again.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { change, state } from "../state.js";
import { say } from "../words.js";

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;
const root = document.getElementById("main");

/** Whether phones may be let in from here, and whether they are. */
let door = root?.dataset.phones ?? "";

/** Whether phones could come in, but are not let in. */
export const doorClosed = () => door === "closed";

/**
 * Whether a phone can open a link: nobody reaches a machine by the name that it has for itself.
 * @param {{ url?: string }} link
 */
export const reachable = (link) => Boolean(link.url) || !LOCAL.test(location.hostname);

/**
 * Let phones in or out again; `then` is done once they are in.
 * @param {boolean} open
 * @param {() => unknown} then
 */
async function phones(open, then) {
  if (state.busy.has("phones")) return;
  change(() => state.busy.set("phones", true));
  const why = await told(open);
  change(() => {
    state.busy.delete("phones");
    state.refused = state.refused.filter((each) => each.about !== "phones");
    if (why) state.refused.push({ about: "phones", key: "phones", why });
    else door = open ? "open" : "closed";
    if (state.panel) state.panel.link = null;
  });
  if (!why && open) then();
}

/**
 * Tell the server; why it will not, or nothing.
 * @param {boolean} open
 */
async function told(open) {
  try {
    const answer = await fetch("/phones", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ open }),
    });
    return answer.ok ? "" : (await answer.json()).why;
  } catch {
    return say("offline");
  }
}

/**
 * The button that lets phones in, or shuts the door again; nothing where that is settled.
 * @param {() => unknown} invite
 */
export function doorForPhones(invite) {
  if (!door) return null;
  const open = door === "open";
  return button([icon("phone"), say(open ? "phones-out" : "phones-in")], () => phones(!open, invite), {
    kind: open ? "quiet" : "primary",
    id: "phones",
    key: "phones",
    waits: state.busy.has("phones"),
  });
}
