// What stands on a fighter's sheet: skills, weapons, gear, each as a table or as names with figures.

import { h } from "../dom.js";
import { capital } from "../bits.js";

const SHORT = 12; // letters of a figure that stands beside others

/** @param {Wire.SheetPart[]} parts */
export const facts = (parts) =>
  parts.map((part) =>
    h(
      "section",
      { class: "part", key: part.title },
      h("h3", {}, capital(part.title)),
      part.columns.length ? table(part) : pairs(part),
    ),
  );

/** @param {Wire.SheetPart} part */
const pairs = ({ rows }) =>
  h(
    "dl",
    { class: rows.every(([, ...figures]) => figures.join("").length <= SHORT) ? "pairs" : "pairs long" },
    rows.map(([name, figure], n) => h("div", { key: n }, h("dt", {}, name), h("dd", {}, figure))),
  );

/** @param {Wire.SheetPart} part */
const table = ({ columns, rows }) =>
  h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        columns.map((c) => h("th", { scope: "col" }, c)),
      ),
    ),
    h(
      "tbody",
      {},
      rows.map(([name, ...figures]) =>
        h(
          "tr",
          {},
          h("th", { scope: "row" }, name),
          figures.map((f) => h("td", {}, f)),
        ),
      ),
    ),
  );
