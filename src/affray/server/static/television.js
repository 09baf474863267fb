// The table on a television: the ground, whose turn it is, the dice as they fell; nothing to tap or scroll.

import { h } from "./dom.js";
import { mark } from "./bits.js";
import { clock } from "./clock.js";
import { large } from "./fallen.js";
import { told } from "./log.js";
import { sideOf } from "./order.js";
import { ending } from "./outcome.js";
import { part } from "./plan.js";
import { awaited } from "./self.js";
import { shown, state } from "./state.js";
import { apart, cut, holding, whole } from "./viewport.js";
import { names, say } from "./words.js";

const MOST = 6; // so many tokens are shown all at once; of more, those around who acts
const MOVES = { duration: 700, easing: "ease-in-out" };
const WIDER = 1.2; // so much more is shown at most for the sake of tokens that the edge would cut
const NEAR = 4; // of them, besides who acts, at whom, and who is asked

/** All of the screen. */
export function television() {
  const { title } = shown();
  return h(
    "div",
    { class: "tv", key: "tv" },
    h(
      "header",
      { key: "top" },
      h("h1", {}, title.name || title.scene),
      h("p", {}, title.waits ? null : title.round, clock()),
      h(
        "p",
        { class: `link ${state.online}`, key: "link", role: "status" },
        h("span", { class: "dot", "aria-hidden": "true" }),
        h("span", {}, say(state.online === "trying" && !state.met ? "connecting" : state.online)),
      ),
    ),
    title.waits ? waiting() : fight(title),
  );
}

/** @param {Wire.Title} title */
const fight = (title) => [
  h("section", { class: "where", key: "map", "aria-label": say("map") }, place()),
  h(
    "section",
    { class: "what", key: "what", "aria-label": say("fight") },
    title.over ? ending(title) : [turn(), latest(), order()],
  ),
];

/** Before the fight begins: how to join, and who is here. */
function waiting() {
  const here = shown().link.seats.filter((s) => s.role !== "display");
  return h(
    "section",
    { class: "waiting lobby", key: "waiting", "aria-label": say("lobby") },
    h("h2", {}, say("lobby-waits")),
    joining(),
    h(
      "ul",
      { class: "here" },
      here.map((s) =>
        h(
          "li",
          { key: s.seat, class: s.connected ? "" : "away" },
          h("b", {}, s.name),
          s.fighters.length ? ` ${names(s.fighters)}` : "",
          s.connected ? "" : ` (${say("away")})`,
        ),
      ),
    ),
  );
}

/** Where one joins, and by what code, where the game master lets it be shown. */
function joining() {
  const { code, address } = shown().door ?? { code: "", address: "" };
  const where = address || `${location.host}/j`;
  if (!code) return h("p", { key: "join" }, say("tv-join", { address: where }));
  return h(
    "p",
    { key: "join" },
    say("tv-join-code", { address: where }),
    " ",
    h("strong", { class: "code", translate: "no" }, code),
  );
}

/** The ground around who acts; without one, what has happened. */
function place() {
  const ground = shown().map;
  if (ground?.tokens.length) {
    const box = focus(ground);
    follow(box);
    return part(ground, box);
  }
  return h(
    "ul",
    { class: "lines" },
    shown()
      .log.slice(-6)
      .map((line) => h("li", { key: line.n }, told(line))),
  );
}

let looked = /** @type {import("./layout.js").Box | null} */ (null); // the part that was shown last

/**
 * Go from the part of the ground that was shown to this one, by moving what is drawn already.
 * @param {import("./layout.js").Box} box
 */
function follow(box) {
  const from = looked;
  looked = box;
  if (!from || (from.x === box.x && from.y === box.y && from.w === box.w)) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const [x, y] = [(box.x - from.x) / from.w, (box.y - from.y) / from.h].map((part) => `${part * 100}%`);
  const before = { transform: `translate(${x}, ${y}) scale(${box.w / from.w})` };
  requestAnimationFrame(() =>
    document.querySelector(".tv .terrain")?.animate([before, { transform: "none" }], MOVES),
  );
}

/**
 * Which part of the ground is looked at: everything, or in a crowd who acts, at whom, who is asked, who is
 * near, and whoever the edge would cut if not much more has to be shown for that.
 * @param {Wire.Ground} ground
 */
function focus(ground) {
  const { ask, order } = shown();
  const deed = [ask?.meanwhile?.name, ask?.meanwhile?.target];
  const up = order.filter((f) => f.now || f.id === ask?.who || deed.includes(f.name)).map((f) => f.id);
  const those = ground.tokens.filter((t) => up.includes(t.id));
  if (!those.length || ground.tokens.length <= MOST) return whole(ground);
  const away = (/** @type {Wire.Token} */ t) => Math.min(...those.map((o) => apart(o.at, t.at)));
  const near = ground.tokens
    .filter((t) => !t.out && !those.includes(t))
    .sort((a, b) => away(a) - away(b))
    .slice(0, NEAR);
  const meant = [...those, ...near];
  const box = holding(ground, meant);
  const more = holding(ground, [...meant, ...cut(ground, box)]);
  return more.w < box.w * WIDER ? more : box;
}

/** Whose turn it is, and who is waited for. */
function turn() {
  const { ask, order } = shown();
  const now = order.find((f) => f.now);
  return h(
    "div",
    { class: "turn", key: "turn", role: "status" },
    now && h("h2", {}, mark(sideOf(now.side)), now.name),
    ask && (!now || ask.who !== now.id) ? h("p", {}, awaited()) : null,
  );
}

/** The last roll, and what came of it. */
function latest() {
  const lines = shown().log.filter((line) => line.kind !== "table" && !line.secret);
  const roll = lines.filter((line) => line.dice.length).at(-1);
  const last = lines.at(-1);
  if (!last) return null;
  return h(
    "div",
    { class: "latest", key: `latest${roll?.n}` },
    roll ? [large(roll), h("p", { key: "roll" }, told(roll))] : null,
    last === roll ? null : h("p", { key: last.n }, told(last)),
  );
}

/** Who comes next, from whose turn it is; as many as there is room for. */
function order() {
  const up = shown().order.filter((f) => !f.out || f.now);
  const at = Math.max(
    0,
    up.findIndex((f) => f.now),
  );
  const next = [...up.slice(at), ...up.slice(0, at)];
  return h(
    "ol",
    { class: "next", key: "order", "aria-label": say("order") },
    next.map((f) =>
      h(
        "li",
        { key: f.id, class: f.now ? "now" : "", "aria-current": f.now ? "true" : null },
        mark(sideOf(f.side)),
        h("span", {}, f.name),
        h("span", { class: "life" }, life(f.tracks[0])),
      ),
    ),
  );
}

/** @param {Wire.Track | undefined} t */
const life = (t) => (!t ? "" : (t.word ?? `${t.now ?? 0}/${t.most ?? 0}`));
