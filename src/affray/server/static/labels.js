// Names on a map: each where it covers nothing and is not cut, or not at all.

/** @typedef {import("./layout.js").Box} Box */
/** @typedef {[number, number, number, number]} Rect left, top, right, lower edge, in radii of a token */

/** @typedef {"middle" | "start" | "end"} Anchor what of a text its spot is */
/** @typedef {{ x: number, y: number, anchor: Anchor }} Spot */

const FONT = "600 100px system-ui, sans-serif"; // the boldest that names are written in

const MARGIN = 0.12; // what is left free around a text, for its halo

/** Where a name stands beside its token: below, above, at its sides, aslant. */
export const BESIDE = /** @type {Spot[]} */ ([
  { x: 0, y: 1.75, anchor: "middle" },
  { x: 0, y: -1.25, anchor: "middle" },
  { x: 1.25, y: 0.27, anchor: "start" },
  { x: -1.25, y: 0.27, anchor: "end" },
  { x: 0.9, y: 1.45, anchor: "start" },
  { x: -0.9, y: 1.45, anchor: "end" },
  { x: 0.9, y: -0.9, anchor: "start" },
  { x: -0.9, y: -0.9, anchor: "end" },
]);

/** @type {Map<string, number>} */
const widths = new Map();

/** @type {CanvasRenderingContext2D | null} */
let pen = null;

/**
 * How wide a text is, in its own height.
 * @param {string} text
 */
function width(text) {
  let found = widths.get(text);
  if (found == null) {
    pen ??= document.createElement("canvas").getContext("2d");
    if (pen) pen.font = FONT;
    found = pen ? pen.measureText(text).width / 100 : text.length * 0.6;
    if (widths.size > 2_000) widths.clear();
    widths.set(text, found);
  }
  return found;
}

/**
 * The room that is left on a map, taken by one text after another.
 * @param {Box} box
 * @param {number} unit
 * @param {(readonly number[])[]} discs
 */
export function room(box, unit, discs) {
  const [wide, tall] = [box.w / unit, box.h / unit];
  const there = discs.map(([x, y]) => {
    const [left, top] = [(x - box.x) / unit, (-y - box.y) / unit];
    return /** @type {Rect} */ ([left - 1, top - 1, left + 1, top + 1]);
  });
  const near = there.filter(([left, top, right, low]) => right > 0 && left < wide && low > 0 && top < tall);
  return left(box, unit, near, []);
}

/**
 * What room is left where this is taken.
 * @param {Box} box
 * @param {number} unit
 * @param {Rect[]} taken
 * @param {Rect[]} lines where other texts lie only if there is no other room
 */
function left(box, unit, taken, lines) {
  const [wide, tall] = [box.w / unit, box.h / unit];

  /**
   * @param {Rect} r
   * @param {Rect[]} there
   */
  const covers = (r, there) => there.some((t) => r[0] < t[2] && t[0] < r[2] && r[1] < t[3] && t[1] < r[3]);

  /** @param {Rect} r */
  const fits = (r) => r[0] >= 0 && r[1] >= 0 && r[2] <= wide && r[3] <= tall && !covers(r, taken);

  /**
   * Take the first corner that is free for something so large, else the first; its left and lower edge.
   * @param {number} w
   * @param {number} high
   * @returns {Point}
   */
  const corner = (w, high) => {
    const [x, y] = [wide - w / unit, tall - high / unit];
    const all = [
      [0, y],
      [x, y],
      [0, 0],
      [x, 0],
    ].map(([left, top]) => /** @type {Rect} */ ([left, top, left + w / unit, top + high / unit]));
    const found = all.find((r) => fits(r)) ?? all[0];
    taken.push(found);
    return [found[0] * unit + box.x, found[3] * unit + box.y];
  };

  /**
   * A line of the drawing: names lie on it only where there is no other room.
   * @param {(readonly number[])[]} points
   */
  const spare = (points) => {
    for (let n = 1; n < points.length; n++) {
      const [[ax, ay], [bx, by]] = [points[n - 1], points[n]];
      const steps = Math.min(60, Math.ceil(Math.hypot(bx - ax, by - ay) / unit) * 2);
      for (let step = 0; step <= steps; step++) {
        const part = steps ? step / steps : 0;
        const [x, y] = [(ax + (bx - ax) * part - box.x) / unit, (-(ay + (by - ay) * part) - box.y) / unit];
        lines.push([x - 0.25, y - 0.25, x + 0.25, y + 0.25]);
      }
    }
  };

  /**
   * The first of some spots (y downwards) where all of a text can be read; null: nowhere.
   * A text in the middle of its spot may move along its line to stay on the map.
   * @param {string} text
   * @param {number} size in radii of a token
   * @param {Spot[]} spots
   * @returns {Spot | null}
   */
  const put = (text, size, spots) => {
    const found = spots.map((spot) => lying(text, size, spot)).filter(([, rect]) => fits(rect));
    const [spot, rect] = found.find(([, r]) => !covers(r, lines)) ?? found[0] ?? [null];
    if (rect) taken.push(rect);
    return spot;
  };

  /**
   * Where a text lies at a spot, and what it covers there.
   * @param {string} text
   * @param {number} size
   * @param {Spot} spot
   * @returns {[Spot, Rect]}
   */
  const lying = (text, size, spot) => {
    const [long, y] = [width(text) * size, (spot.y - box.y) / unit];
    let x = (spot.x - box.x) / unit;
    if (spot.anchor === "middle" && x > 0 && x < wide)
      x = Math.max(long / 2 + MARGIN, Math.min(wide - long / 2 - MARGIN, x));
    const left = x - { middle: long / 2, start: 0, end: long }[spot.anchor];
    return [
      { ...spot, x: x * unit + box.x },
      [left - MARGIN, y - size * 0.8 - MARGIN, left + long + MARGIN, y + size * 0.25 + MARGIN],
    ];
  };
  /** The same room, to be taken otherwise. */
  const rest = () => left(box, unit, [...taken], lines);
  return { corner, spare, put, rest };
}

/**
 * The spots beside a token for its name.
 * @param {readonly number[]} at where it is drawn
 * @param {number} unit
 * @returns {Spot[]}
 */
export const beside = ([x, y], unit) =>
  BESIDE.map((b) => ({ x: x + b.x * unit, y: -y + b.y * unit, anchor: b.anchor }));
