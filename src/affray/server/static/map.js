// Where everybody stands: distances from who acts, and a plan of the ground.

import { h } from "./dom.js";
import { button, icon, letters, shapeOf, wide } from "./bits.js";
import { COLON } from "./language.js";
import { sideOf } from "./order.js";
import { change, shown, state } from "./state.js";
import { apart, far, look, tool } from "./viewport.js";
import { say } from "./words.js";

const AGAIN = 2_000; // ms until what could not be fetched is sought once more

/** @type {typeof import("./plan.js") | null} */
let plans = null; // fetched where the plan is looked at: a phone in a fight does without
let fetching = false;

/**
 * The plan, as soon as it is here.
 * @param {Wire.Ground} ground
 */
function drawing(ground) {
  if (!plans && !fetching) void fetchPlan();
  return plans ? plans.plan(ground) : h("div", { class: "terrain", key: "plan", "aria-busy": "true" });
}

async function fetchPlan() {
  fetching = true;
  try {
    plans = await import("./plan.js");
  } catch {
    await new Promise((later) => setTimeout(later, AGAIN));
  }
  change(() => (fetching = false));
}

/** The whole of the second column: on a phone one of both, at a laptop the plan above the distances. */
export function map() {
  const ground = shown().map;
  if (!ground || !ground.tokens.length)
    return h("p", { class: "hint", key: "nowhere" }, say(shown().me.pending ? "waiting-in" : "nowhere"));
  const drawn = look.plan || state.placing || wide.matches;
  return h(
    "div",
    { class: "mapbox", key: "map" },
    !wide.matches &&
      h(
        "div",
        { class: "row tools", key: "which", role: "group", "aria-label": say("map") },
        tool(say("distances"), !drawn, () => ((look.plan = false), (state.placing = null))),
        tool(say("plan"), Boolean(drawn), () => (look.plan = true)),
      ),
    state.placing && placing(state.placing),
    drawn && drawing(ground),
    (wide.matches || !drawn) && bands(ground),
  );
}

/** @param {NonNullable<State["placing"]>} wanted */
function placing(wanted) {
  return h(
    "div",
    {
      class: "banner",
      key: "placing",
      role: "status",
      made: () => setTimeout(() => document.getElementById("terrain")?.focus({ preventScroll: true }), 50),
    },
    h(
      "span",
      {},
      say("choose-place"),
      COLON,
      wanted.label || wanted.action?.label,
      ". ",
      h("small", {}, say("place-keys")),
    ),
    button(say("cancel"), () => change(() => (state.placing = null)), { kind: "quiet" }),
  );
}

/** @param {Wire.Ground} ground */
function bands(ground) {
  const order = shown().order;
  const here =
    ground.tokens.find((t) => order.some((f) => f.now && f.id === t.id)) ||
    ground.tokens.find((t) => t.mine) ||
    ground.tokens[0];
  const words = new Map((ground.bands || []).filter((b) => b.from === here.id).map((b) => [b.id, b.apart]));
  const rows = ground.tokens
    .filter((t) => t.id !== here.id)
    .map((t) => ({ t, away: apart(here.at, t.at), words: words.get(t.id) }))
    .sort((a, b) => a.away - b.away);
  const most = Math.max(1, ...rows.map((r) => r.away));
  return h(
    "section",
    { class: "bands", key: "bands", "aria-label": say("from-whom", { name: here.name }) },
    h("p", { class: "from" }, token(here), h("span", {}, say("from-whom", { name: here.name }))),
    h(
      "ol",
      {},
      rows.map(({ t, away, words: said }) =>
        h(
          "li",
          { key: t.id, class: `${t.out ? "out" : ""} ${t.hidden ? "hides" : ""}` },
          token(t),
          h("span", { class: "name" }, t.hidden && [icon("eye-off"), " "], t.name),
          h("span", { class: "far" }, said || far(away, ground)),
          h(
            "span",
            { class: `reach side-${sideOf(t.side)}`, "aria-hidden": "true" },
            h("i", { style: { width: `${(100 * Math.sqrt(away)) / Math.sqrt(most)}%` } }),
          ),
        ),
      ),
    ),
  );
}

/** @param {Wire.Token} t */
function token(t) {
  return h(
    "svg",
    {
      class: `pawn side-${sideOf(t.side)} ${t.out ? "out" : ""}`,
      viewBox: "-1.25 -1.25 2.5 2.5",
      "aria-hidden": "true",
    },
    shapeOf(sideOf(t.side)),
    h("text", { y: 0.02, "text-anchor": "middle", "dominant-baseline": "central" }, letters(t.name)),
  );
}
