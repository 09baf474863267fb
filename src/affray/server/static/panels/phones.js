// The door for phones: the host lets them in from the network, and out again.

import { h } from "../dom.js";
import { button, icon } from "../bits.js";
import { change, state } from "../state.js";
import { say } from "../words.js";
import { posted } from "./posted.js";

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
 * Let phones in or out again; `then` is done once they are in. A link that stands in the panel leads
 * elsewhere now.
 * @param {boolean} open
 * @param {(seat: string, now: any) => unknown} then
 * @param {any} now
 */
async function phones(open, then, now) {
  if (state.busy.has("phones")) return;
  change(() => state.busy.set("phones", true));
  const { why } = await posted("/phones", { open });
  change(() => {
    state.busy.delete("phones");
    state.refused = state.refused.filter((each) => each.about !== "phones");
    if (why) state.refused.push({ about: "phones", key: "phones", why });
    else door = open ? "open" : "closed";
    now.link = null;
  });
  if (!why && open) then("", now);
}

/**
 * The button that lets phones in, or shuts the door again; nothing where that is settled.
 * @param {(seat: string, now: any) => unknown} invite
 * @param {any} now
 */
export function doorForPhones(invite, now = {}) {
  if (!door) return null;
  const open = door === "open";
  return button([icon("phone"), say(open ? "phones-out" : "phones-in")], () => phones(!open, invite, now), {
    kind: open ? "quiet" : "primary",
    id: "phones",
    key: "phones",
    waits: state.busy.has("phones"),
  });
}
