// Where everybody stands: distances from who acts, or a plan in metres.

import { h } from "./dom.js";
import { button, letters, shapeOf, sideOf } from "./bits.js";
import { act, change, may, shown, state } from "./state.js";
import { open } from "./sheet.js";
import { say } from "./words.js";

const look = { plan: false, box: null, line: null, arcs: false, blast: null, radius: 6, placing: false, picture: null };

/** The whole of the second column. */
export function map() {
  const ground = shown().map;
  if (!ground || !ground.tokens.length) return h("p", { class: "hint", key: "nowhere" }, say("nowhere"));
  const plan = look.plan || state.placing;
  return h("div", { class: "mapbox", key: "map" },
    h("div", { class: "row tools", role: "group", "aria-label": say("map") },
      tool(say("distances"), !plan, () => ((look.plan = false), (state.placing = null))), tool(say("plan"), plan, () => (look.plan = true))),
    state.placing && h("p", { class: "banner", key: "placing" }, say("choose-place"), ": ", state.placing.label || state.placing.action.label, button(say("cancel"), () => change(() => (state.placing = null)), { kind: "quiet" })),
    plan ? drawn(ground) : bands(ground));
}

const tool = (label, on, how) => h("button", { type: "button", class: "tool", "aria-pressed": on ? "true" : "false", onclick: () => change(how) }, label);

// --- distances ------------------------------------------------------------------------------------

function bands(ground) {
  const order = shown().order;
  const here = ground.tokens.find((t) => order.some((f) => f.now && f.id === t.id)) || ground.tokens.find((t) => t.mine) || ground.tokens[0];
  const words = new Map((ground.bands || []).filter((b) => b.from === here.id).map((b) => [b.id, b.apart]));
  const rows = ground.tokens.filter((t) => t.id !== here.id).map((t) => ({ t, metres: apart(here, t), words: words.get(t.id) })).sort((a, b) => a.metres - b.metres);
  const far = Math.max(1, ...rows.map((r) => r.metres));
  return h("section", { class: "bands", key: "bands", "aria-label": say("from-whom", { name: here.name }) },
    h("p", { class: "from" }, token(here), h("span", {}, say("from-whom", { name: here.name }))),
    h("ol", {}, rows.map(({ t, metres, words: said }) => h("li", { key: t.id, class: t.out ? "out" : "" },
      token(t), h("span", { class: "name" }, t.name), h("span", { class: "far" }, said || `${Math.round(metres * 10) / 10} m`),
      h("span", { class: `reach side-${sideOf(t.side)}`, "aria-hidden": "true" }, h("i", { style: { width: `${(100 * Math.sqrt(metres)) / Math.sqrt(far)}%` } }))))));
}

const apart = (a, b) => Math.hypot(a.at[0] - b.at[0], a.at[1] - b.at[1]);

function token(t) {
  return h("svg", { class: `pawn side-${sideOf(t.side)} ${t.out ? "out" : ""}`, viewBox: "-1.25 -1.25 2.5 2.5", "aria-hidden": "true" }, shapeOf(sideOf(t.side)), h("text", { y: 0.02, "text-anchor": "middle", "dominant-baseline": "central" }, letters(t.name)));
}

// --- the plan -------------------------------------------------------------------------------------

function whole(ground) {
  const xs = [...ground.tokens.map((t) => t.at[0]), ...ground.cover.flatMap((c) => c.at.map((p) => p[0]))];
  const ys = [...ground.tokens.map((t) => -t.at[1]), ...ground.cover.flatMap((c) => c.at.map((p) => -p[1]))];
  const size = Math.max(8, Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)) * 1.25;
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  return { x: x - size / 2, y: y - size / 2, size };
}

function zoom(by) {
  const box = look.box || whole(shown().map);
  const size = box.size * by;
  look.box = { x: box.x + (box.size - size) / 2, y: box.y + (box.size - size) / 2, size };
}

function drawn(ground) {
  const box = look.box || whole(ground);
  const unit = box.size / 26;
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((s) => s * 12 > box.size) || 1000;
  const now = shown().order.find((f) => f.now);
  const here = now && ground.tokens.find((t) => t.id === now.id);
  return h("section", { class: "plan", key: "plan", "aria-label": say("plan") },
    h("div", { class: "ground" },
      h("svg", { class: `terrain ${state.placing ? "placing" : ""}`, viewBox: `${box.x} ${box.y} ${box.size} ${box.size}`, role: "group", "aria-label": say("plan"), onpointerdown: down, onwheel: wheel },
        h("defs", {}, h("pattern", { id: "grid", width: step, height: step, patternUnits: "userSpaceOnUse" }, h("path", { class: "grid", d: `M ${step} 0 H 0 V ${step}`, "stroke-width": unit / 28 }))),
        look.picture && h("image", { key: "picture", href: look.picture.url, x: look.picture.x, y: look.picture.y, width: look.picture.size, height: look.picture.size, preserveAspectRatio: "xMidYMid meet" }),
        h("rect", { class: "floor", x: box.x - box.size, y: box.y - box.size, width: box.size * 3, height: box.size * 3, fill: "url(#grid)" }),
        ground.zones.map((z, n) => h("g", { class: "zone", key: `z${n}` }, h("circle", { cx: z.at[0], cy: -z.at[1], r: z.radius }), h("text", { x: z.at[0], y: -z.at[1], "font-size": unit * 0.7, "text-anchor": "middle" }, z.name))),
        ground.cover.map((c, n) => cover(c, n, unit)),
        here && look.arcs && arc(here, ground, box),
        look.blast && h("g", { key: "blast", class: "blast" }, h("circle", { cx: look.blast[0], cy: -look.blast[1], r: look.radius })),
        [...ground.tokens].sort((a, b) => b.out - a.out).map((t) => piece(t, unit, here)),
        look.line && line(unit)),
      look.line && h("p", { class: "measure", role: "status" }, look.line.said)),
    h("div", { class: "row tools" },
      button("+", () => change(() => zoom(0.7)), { "aria-label": say("zoom-in") }), button("−", () => change(() => zoom(1 / 0.7)), { "aria-label": say("zoom-out") }), button(say("whole"), () => change(() => (look.box = null))),
      tool(say("arcs"), look.arcs, () => (look.arcs = !look.arcs)), tool(say("blast"), Boolean(look.blast), () => (look.blast = look.blast ? null : [box.x + box.size / 2, -(box.y + box.size / 2)])),
      look.blast && h("label", { class: "inline", key: "radius" }, say("radius"), h("input", { inputmode: "decimal", size: 3, value: look.radius, oninput: (e) => change(() => (look.radius = Number(e.target.value.replace(",", ".")) || 0)) })),
      h("label", { class: "btn quiet file", key: "file" }, say("picture"), h("input", { type: "file", accept: "image/*", class: "sr", onchange: (e) => picture(e.target.files[0], whole(ground)) }))),
    h("p", { class: "hint" }, say("drag-hint")));
}

function picture(file, box) {
  if (!file) return;
  if (look.picture) URL.revokeObjectURL(look.picture.url);
  change(() => (look.picture = { url: URL.createObjectURL(file), ...box }));
}

function cover(c, n, unit) {
  const at = c.at.map(([x, y]) => `${x},${-y}`).join(" ");
  const [x, y] = c.at[0];
  const shape = c.at.length > 1 ? h("polyline", { points: at, "stroke-width": unit * 0.35 }) : h("rect", { x: x - unit / 2, y: -y - unit / 2, width: unit, height: unit, rx: unit / 6, transform: `rotate(45 ${x} ${-y})` });
  return h("g", { class: "cover", key: `c${n}` }, shape, h("text", { x, y: -y + unit * 1.35, "font-size": unit * 0.62, "text-anchor": "middle" }, `${c.name} ${c.rating && c.rating !== "0" ? c.rating : ""}`));
}

function piece(t, unit, here) {
  const side = sideOf(t.side);
  const metres = here && here.id !== t.id ? `, ${say("measure", { a: here.name, b: t.name, metres: Math.round(apart(here, t) * 10) / 10 })}` : "";
  return h("g", { class: `token side-${side} ${t.out ? "out" : ""} ${here && here.id === t.id ? "now" : ""}`, key: t.id, "data-token": t.id, tabindex: 0, role: "button", transform: `translate(${t.at[0]} ${-t.at[1]})`,
    "aria-label": say("token", { name: t.name, side: t.side, x: t.at[0], y: t.at[1] }) + metres, onkeydown: (e) => pushed(e, t), onclick: () => state.placing && placed(t.at) },
    h("g", { transform: `scale(${unit})` }, shapeOf(side), h("text", { "font-size": 0.85, "text-anchor": "middle", "dominant-baseline": "central" }, letters(t.name)), h("text", { class: "below", y: 1.5, "font-size": 0.68, "text-anchor": "middle" }, t.name)));
}

function arc(here, ground, box) {
  const foes = ground.tokens.filter((t) => t.side !== here.side && !t.out).sort((a, b) => apart(here, a) - apart(here, b));
  if (!foes.length) return null;
  const to = Math.atan2(-(foes[0].at[1] - here.at[1]), foes[0].at[0] - here.at[0]);
  const [x, y] = [here.at[0], -here.at[1]];
  const point = (a) => `${x + Math.cos(a) * box.size} ${y + Math.sin(a) * box.size}`;
  return h("path", { key: "arc", class: "arc", d: `M ${x} ${y} L ${point(to - Math.PI / 4)} A ${box.size} ${box.size} 0 0 1 ${point(to + Math.PI / 4)} Z` });
}

function line(unit) {
  const { from, to } = look.line;
  return h("g", { key: "line", class: "ruler" }, h("line", { x1: from[0], y1: -from[1], x2: to[0], y2: -to[1], "stroke-width": unit / 8 }), h("circle", { cx: to[0], cy: -to[1], r: unit / 4 }));
}

// --- fingers --------------------------------------------------------------------------------------

function spot(svg, e) {
  const at = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [Math.round(at.x * 10) / 10, Math.round(-at.y * 10) / 10];
}

/** A finger goes down: on a token it measures or moves, elsewhere it shifts the plan. */
function down(e) {
  const svg = e.currentTarget;
  const ground = shown().map;
  const id = e.target.closest("[data-token]")?.dataset.token;
  const taken = id != null && ground.tokens.find((t) => String(t.id) === id);
  const start = { at: spot(svg, e), x: e.clientX, y: e.clientY, box: look.box || whole(ground), moved: false };
  svg.setPointerCapture?.(e.pointerId);
  const scale = start.box.size / Math.min(svg.clientWidth, svg.clientHeight);
  const move = (m) => {
    if (m.pointerId !== e.pointerId) return;
    start.moved ||= Math.hypot(m.clientX - start.x, m.clientY - start.y) > 6;
    if (!start.moved) return;
    if (!taken) return change(() => (look.box = { ...start.box, x: start.box.x - (m.clientX - start.x) * scale, y: start.box.y - (m.clientY - start.y) * scale }));
    const to = spot(svg, m);
    const metres = Math.round(Math.hypot(to[0] - taken.at[0], to[1] - taken.at[1]) * 10) / 10;
    const over = ground.tokens.find((t) => t !== taken && Math.hypot(t.at[0] - to[0], t.at[1] - to[1]) < start.box.size / 30);
    change(() => (look.line = { from: taken.at, to, over, said: say("measure", { a: taken.name, b: over ? over.name : `${to[0]}, ${to[1]}`, metres }) }));
  };
  const up = (m) => {
    svg.removeEventListener("pointermove", move);
    svg.removeEventListener("pointerup", up);
    svg.removeEventListener("pointercancel", up);
    if (m.type === "pointerup" && !start.moved && !taken) tapped(start.at);
    else if (m.type === "pointerup" && start.moved && taken && look.line && !look.line.over) dropped(taken, look.line.to);
    change(() => (look.line = null));
  };
  svg.addEventListener("pointermove", move);
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
}

function tapped(at) {
  if (state.placing) return placed(at);
  if (look.blast) change(() => (look.blast = at));
}

/** A place was chosen for an action that wants one. */
function placed(at) {
  const wanted = state.placing;
  change(() => (state.placing = null));
  if (!wanted.action) return act("answer", { do: "place", act: wanted.act, to: at });
  state.tab = "fight";
  open(wanted.action);
  change(() => (state.sheet.to = at));
}

/** A token was dropped: an action of its own if there is one, else the game master's correction. */
function dropped(token, to) {
  const own = shown().actions.find((a) => a.n && a.wants === "to");
  if (own && shown().ask && shown().ask.who === token.id) {
    open(own);
    change(() => (state.sheet.to = to));
  } else if (may("override")) change(() => (state.panel = { kind: "correct", words: `place ${token.name} ${to[0]} ${to[1]}`, why: say("moved-by-gm") }));
}

function pushed(e, t) {
  if ((e.key === "Enter" || e.key === " ") && state.placing) {
    e.preventDefault();
    placed(t.at);
  }
}

function wheel(e) {
  if (!e.ctrlKey && !e.shiftKey) return;
  e.preventDefault();
  change(() => zoom(e.deltaY > 0 ? 1.15 : 0.87));
}

