// The map of the scene: everything with a place can be dragged, or moved with the arrow keys.

import { h } from "../dom.js";
import { letters, shapeOf, wide } from "../bits.js";
import { beside, room } from "../labels.js";
import { grid, placed as drawn, rim } from "../layout.js";
import { isSpot } from "./schema.js";
import { apart, at, change, changed, fighters, it, known, put, sideOf } from "./scene.js";
import { called, plain, say, shown } from "./words.js";

/** @typedef {import("./scene.js").Path} Path */
/** @typedef {{ path: Path, at: [number, number], name: string, line: string }} Spot */

const MARGIN = 1.25;
const LEAST = { w: 10, h: 7 };
const SIZE = 26; // the map is so many tokens' radii wide
const NAME = 0.78; // how high names are written, in radii of a token
const LABEL = 0.7; // the same of what lies on the ground

/** @typedef {ReturnType<typeof room>} Room */

/** @param {any} p */
const placed = (p) =>
  Array.isArray(p) && p.length === 2 && p.every((x) => Number.isFinite(x) && Math.abs(x) < 1e5);

/**
 * Every place in the scene besides where fighters stand, found by the schema.
 * @returns {Spot[]}
 */
function spots() {
  /** @type {Spot[]} */
  const places = [];
  const walk = (
    /** @type {any} */ schema,
    /** @type {any} */ value,
    /** @type {Path} */ path,
    /** @type {string} */ name,
  ) => {
    if (value == null) return;
    const kinds = (known(schema).anyOf ?? [schema]).map(known);
    for (const one of kinds) {
      if (isSpot(one))
        placed(value) &&
          !(path[0] === "fighters" && path[2] === "at") &&
          places.push({
            path,
            at: value,
            name: say("labelled", {
              what: shown(name),
              of: path
                .slice(2)
                .map((p) => (typeof p === "number" ? p + 1 : called(p).toLowerCase()))
                .join(" "),
            }),
            line: path.slice(0, -1).join("."),
          });
      else if (one.prefixItems && Array.isArray(value))
        one.prefixItems.forEach((/** @type {any} */ s, /** @type {number} */ n) =>
          walk(s, value[n], [...path, n], name),
        );
      else if (one.items && Array.isArray(value))
        value.forEach((v, n) => walk(one.items, v, [...path, n], v?.name ?? name));
      else if (one.properties && typeof value === "object")
        for (const key in one.properties) walk(one.properties[key], value[key], [...path, key], name);
    }
  };
  if (it.offer) walk(it.offer.schema, it.data, [], "");
  return places;
}

/** @param {[number, number][]} points */
function around(points) {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => -p[1])];
  const [x, y] = [(Math.min(...xs) + Math.max(...xs)) / 2, (Math.min(...ys) + Math.max(...ys)) / 2];
  let w = Math.max(LEAST.w, (Math.max(...xs) - Math.min(...xs)) * MARGIN + 3);
  let tall = Math.max(LEAST.h, (Math.max(...ys) - Math.min(...ys)) * MARGIN + 3);
  const most = wide.matches ? 1.5 : 1.15;
  w = Math.max(w, tall / 1.1);
  tall = Math.max(tall, w / most);
  return { x: x - w / 2, y: y - tall / 2, w, h: tall };
}

/** Who stands where, and what lies there. */
export function ground() {
  const tokens = fighters()
    .map((/** @type {any} */ f, /** @type {number} */ n) => ({
      f,
      n,
      at: f?.at,
      name: `${f?.name ?? ""}${f?.count > 1 ? ` ×${f.count}` : ""}`,
      path: ["fighters", n, "at"],
    }))
    .filter((/** @type {any} */ t) => placed(t.at));
  const others = spots();
  const lying = it.ground ?? { cover: [], zones: [], spots: [] };
  const points = [
    ...tokens.map((/** @type {any} */ t) => t.f.at),
    ...others.map((o) => o.at),
    ...lying.spots,
    ...[...lying.zones, ...lying.cover]
      .filter((c) => c.radius)
      .flatMap((c) => rim(Array.isArray(c.at[0]) ? c.at[0] : c.at, c.radius)),
  ];
  if (!points.length) return h("p", { class: "hint" }, say("no-places"));
  const box = it.view ?? around(points);
  const unit = box.w / SIZE;
  const pieces = drawn(tokens, unit);
  const free = room(
    box,
    unit,
    pieces.map(([, to]) => to),
  );
  for (const c of lying.cover) free.spare(c.at);
  const names = pieces.map(([t, to]) => free.put(t.name, NAME, beside(to, unit)));
  return h(
    "div",
    { class: "ground", key: "ground" },
    h(
      "svg",
      {
        class: "terrain",
        id: "terrain",
        viewBox: `${box.x} ${box.y} ${box.w} ${box.h}`,
        style: { "aspect-ratio": `${box.w} / ${box.h}`, "--unit": `${unit}px` },
        role: "group",
        "aria-label": say("map-of"),
      },
      grid(box, unit),
      h("rect", { key: "floor", x: box.x, y: box.y, width: box.w, height: box.h, fill: "url(#grid)" }),
      lying.zones.map((/** @type {any} */ z, /** @type {number} */ n) => zone(z, n, unit, free)),
      lines(others, unit),
      lying.cover.map((/** @type {any} */ c, /** @type {number} */ n) => cover(c, n, unit, free)),
      lying.spots.map((/** @type {any} */ p, /** @type {number} */ n) =>
        h("circle", { key: `p${n}`, class: "foot", cx: p[0], cy: -p[1], r: unit * 0.28 }),
      ),
      others.map((o) => handle(o, unit, box)),
      pieces.map(([t, to], n) => token(t, to, unit, box, names[n])),
    ),
    h("p", { class: "hint" }, say("map-hint")),
  );
}

/**
 * A label at the first of some heights where it covers nothing.
 * @param {string} said
 * @param {number} x
 * @param {number[]} heights
 * @param {number} unit
 * @param {Room} free
 */
function label(said, x, heights, unit, free) {
  const spot = free.put(
    said,
    LABEL,
    heights.map((y) => ({ x, y, anchor: "middle" })),
  );
  return (
    spot && h("text", { x: spot.x, y: spot.y, "font-size": unit * LABEL, "text-anchor": "middle" }, said)
  );
}

/**
 * @param {any} z
 * @param {number} n
 * @param {number} unit
 * @param {Room} free
 */
function zone(z, n, unit, free) {
  const shape = z.points.length
    ? h("polygon", { points: z.points.map((/** @type {any} */ p) => `${p[0]},${-p[1]}`).join(" ") })
    : h("circle", { cx: z.at[0], cy: -z.at[1], r: z.radius || unit / 2 });
  return h(
    "g",
    { class: `zone ${z.kind}`, key: `z${n}` },
    shape,
    label(z.name, z.at[0], [-z.at[1] - (z.radius || unit / 2) - unit * 0.3], unit, free),
  );
}

/**
 * Cover as the game says: rating, and what has no line.
 * Its label is above it, else below it, where it covers nothing.
 * @param {any} c
 * @param {number} n
 * @param {number} unit
 * @param {Room} free
 */
function cover(c, n, unit, free) {
  if (!c.at.length) return null;
  const x = c.at.reduce((/** @type {number} */ s, /** @type {any} */ p) => s + p[0], 0) / c.at.length;
  const ys = c.at.map((/** @type {any} */ p) => -p[1]);
  const [high, low] = [Math.min(...ys), Math.max(...ys)];
  const said = [c.name, c.rating].filter((s) => s && s !== "0").join(" ");
  const heights = [high - unit * 0.5, low + unit, high - unit * 1.6, low + unit * 2.1, high - unit * 2.7];
  return h(
    "g",
    { class: `cover ${c.radius ? "around" : ""}`, key: `c${n}` },
    c.radius ? h("circle", { cx: x, cy: -c.at[0][1], r: c.radius }) : null,
    label(said, x, heights, unit, free),
  );
}

/**
 * @param {Spot[]} others
 * @param {number} unit
 */
function lines(others, unit) {
  /** @type {Record<string, Spot[]>} */
  const ends = {};
  for (const each of others) (ends[each.line] ??= []).push(each);
  return Object.entries(ends)
    .filter(([, some]) => some.length > 1)
    .map(([key, some]) =>
      h(
        "g",
        { class: "cover", key: `l${key}` },
        h("polyline", {
          points: some.map((s) => `${s.at[0]},${-s.at[1]}`).join(" "),
          "stroke-width": unit * 0.32,
        }),
      ),
    );
}

/**
 * @param {Spot} o
 * @param {number} unit
 * @param {any} box
 */
function handle(o, unit, box) {
  const [x, y] = [o.at[0], -o.at[1]];
  const label = say("handle", {
    name: o.name,
    x: plain(o.at[0]),
    y: plain(o.at[1]),
    unit: shown(it.offer.unit),
  });
  return h(
    "g",
    {
      class: "token handle",
      key: `h${o.path.join(".")}`,
      transform: `translate(${x} ${y}) scale(${unit})`,
      tabindex: 0,
      role: "button",
      "aria-label": label,
      onpointerdown: (e) => dragged(e, o.path, box),
      onkeydown: (e) => keyed(e, o.path),
    },
    h("circle", { class: "touch", r: 1.1 }),
    h("g", { class: "it" }, h("rect", { x: -0.4, y: -0.4, width: 0.8, height: 0.8, rx: 0.1 })),
  );
}

/**
 * @param {any} t
 * @param {number[]} to
 * @param {number} unit
 * @param {any} box
 * @param {import("../labels.js").Spot | null} spot where its name stands
 */
function token(t, to, unit, box, spot) {
  const { f, n, path } = t;
  const name = String(f.name ?? "");
  const label = say("handle", {
    name: `${name}, ${shown(f.side ?? "")}`,
    x: plain(f.at[0]),
    y: plain(f.at[1]),
    unit: shown(it.offer.unit),
  });
  return h(
    "g",
    {
      class: `token side-${sideOf(f.side)} ${f.reserve === true ? "out" : ""}`,
      key: `t${n}`,
      tabindex: 0,
      role: "button",
      "aria-label": label,
      onpointerdown: (e) => dragged(e, path, box),
      onkeydown: (e) => keyed(e, path),
    },
    Math.hypot(to[0] - f.at[0], to[1] - f.at[1]) > unit / 2
      ? h("line", { key: "leads", class: "leads", x1: f.at[0], y1: -f.at[1], x2: to[0], y2: -to[1] })
      : null,
    h(
      "g",
      { key: "piece", transform: `translate(${to[0]} ${-to[1]}) scale(${unit})` },
      h("circle", { class: "touch", r: 1.25 }),
      h("g", { class: "it" }, shapeOf(sideOf(f.side))),
      h("text", { y: 0.28, "font-size": 0.78, "text-anchor": "middle" }, letters(name || "?")),
      spot &&
        h(
          "text",
          {
            class: "below",
            x: (spot.x - to[0]) / unit,
            y: (spot.y + to[1]) / unit,
            "font-size": NAME,
            "text-anchor": spot.anchor,
          },
          t.name,
        ),
    ),
  );
}

/**
 * @param {PointerEvent & { currentTarget: any }} e
 * @param {Path} path
 * @param {any} box
 */
function dragged(e, path, box) {
  const svg = e.currentTarget.closest("svg");
  const key = `drag ${path.join(".")} ${e.timeStamp}`;
  svg.setPointerCapture?.(e.pointerId);
  change(() => (it.view = box)); // the map stands still while something moves on it
  apart();
  const move = (/** @type {PointerEvent} */ m) => {
    const to = new DOMPoint(m.clientX, m.clientY).matrixTransform(svg.getScreenCTM()?.inverse());
    const snap = box.w > 60 ? 1 : box.w > 24 ? 0.5 : 0.1;
    const [x, y] = [to.x, -to.y].map((v) => Math.round(Math.round(v / snap) * snap * 10) / 10);
    const was = at(it.data, path);
    if (was && (was[0] !== x || was[1] !== y)) put(changed(it.data, path, [x, y]), key);
  };
  const up = () => {
    svg.removeEventListener("pointermove", move);
    svg.removeEventListener("pointerup", up);
    svg.removeEventListener("pointercancel", up);
    apart();
    change(() => (it.view = null));
  };
  svg.addEventListener("pointermove", move);
  svg.addEventListener("pointerup", up);
  svg.addEventListener("pointercancel", up);
}

/** @type {Record<string, [number, number]>} */
const WAYS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

/**
 * @param {KeyboardEvent} e
 * @param {Path} path
 */
function keyed(e, path) {
  const way = WAYS[e.key];
  if (!way) return;
  e.preventDefault();
  const by = e.shiftKey ? 10 : 1;
  const was = at(it.data, path);
  put(changed(it.data, path, [was[0] + way[0] * by, was[1] + way[1] * by]), `keys ${path.join(".")}`);
}
