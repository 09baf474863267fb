// Odds as a chart, and the same in a table.

import { h } from "./dom.js";
import { COLON, LANGUAGE, percent } from "./language.js";
import { say } from "./words.js";

const MANY = 18; // more values than this are put together

/** @param {unknown} value */
const word = (value) => (value === true ? say("yes") : value === false ? say("no") : String(value));

/**
 * All measures of an action: what it is for first and large.
 * @param {ActionOdds} odds
 */
export function chart(odds) {
  const open = odds.measures.filter(
    (m) => m.values.length > 1 || (m.headline && typeof m.values[0][0] === "boolean"),
  );
  const sure = odds.measures.filter((m) => !open.includes(m));
  const how = odds.samples
    ? say("odds-sampled", { n: odds.samples.toLocaleString(LANGUAGE) })
    : say(odds.rounded ? "odds-rounded" : "odds-exact");
  return h(
    "section",
    { class: "odds", "aria-label": say("odds-of") },
    odds.why && h("p", { class: "hint" }, odds.why),
    open.map((m, n) => [measure(m, n === 0 || m.headline), n === 0 ? otherwise(odds) : null]),
    sure.length
      ? h(
          "p",
          { class: "hint" },
          say(odds.rounded ? "odds-about" : "certain", {
            what: sure.map((m) => `${m.name}${COLON}${word(m.values[0][0])}`).join(", "),
          }),
        )
      : null,
    odds.measures.length ? h("p", { class: "hint" }, how, assumed(odds)) : null,
  );
}

/**
 * What it comes to where something is chosen otherwise.
 * @param {ActionOdds} odds
 */
const otherwise = ({ otherwise: all = [] }) =>
  all.length
    ? h(
        "ul",
        { class: "otherwise", key: "otherwise", "aria-label": say("odds-otherwise") },
        all.map(({ words, figure }) =>
          h("li", { key: words }, h("strong", {}, figure), " ", say("odds-if", { what: words })),
        ),
      )
    : null;

/**
 * The choices of people that the odds go by.
 * @param {ActionOdds} odds
 */
const assumed = ({ assumed: all = [] }) =>
  all.length ? [", ", say("odds-assumed", { what: all.join("; ") })] : null;

/**
 * @param {Measure} m
 * @param {boolean | undefined} large
 */
function measure(m, large) {
  const flag = m.values.every(([v]) => typeof v === "boolean");
  return h(
    "figure",
    { key: m.name, class: large ? "large" : "" },
    h(
      "figcaption",
      {},
      h("strong", {}, m.name),
      !flag && m.mean != null
        ? h(
            "span",
            {},
            ` ${say("on-average", {
              mean: Number(m.mean)
                .toFixed(2)
                .replace(".", LANGUAGE === "fr" ? "," : "."),
            })}`,
          )
        : null,
    ),
    flag ? yesNo(m) : bars(m),
  );
}

/** @param {Measure} m */
function yesNo(m) {
  const yes = (m.values.find(([v]) => v === true) || [true, 0])[1];
  return h(
    "div",
    { class: "yesno" },
    h("span", { class: "big" }, percent(yes)),
    h("span", { class: "bar" }, h("i", { style: { width: `${yes * 100}%` } })),
    h("span", { class: "no" }, `${say("no")} ${percent(1 - yes)}`),
  );
}

/**
 * @param {[any, number][]} values
 * @returns {[string, number][]}
 */
function together(values) {
  if (values.length <= MANY) return values.map(([v, share]) => [word(v), share]);
  const size = Math.ceil(values.length / MANY);
  /** @type {[string, number][]} */
  const bars = [];
  for (let n = 0; n < values.length; n += size) {
    const part = values.slice(n, n + size);
    bars.push([
      part.length > 1 ? `${word(part[0][0])}–${word(part[part.length - 1][0])}` : word(part[0][0]),
      part.reduce((sum, [, s]) => sum + s, 0),
    ]);
  }
  return bars;
}

/** @param {Measure} m */
function bars(m) {
  const shown = together(m.values);
  const top = Math.max(...shown.map(([, share]) => share));
  const dense = shown.length > 10;
  return [
    h(
      "div",
      { class: `bars ${dense ? "dense" : ""}`, "aria-hidden": "true" },
      shown.map(([value, share], n) =>
        h(
          "div",
          { class: "col", key: n },
          h("span", { class: "share" }, percent(share).replace(" %", "")),
          h("i", { style: { height: `${(share / top) * 100}%` } }),
          h("span", { class: "value" }, value),
        ),
      ),
    ),
    h(
      "details",
      { class: "text" },
      h("summary", {}, say("as-text")),
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", { scope: "col" }, say("value")),
            h("th", { scope: "col" }, say("chance")),
            h("th", { scope: "col" }, say("at-least")),
          ),
        ),
        h(
          "tbody",
          {},
          m.values.map(([v, share], n) =>
            h(
              "tr",
              { key: n },
              h("td", {}, word(v)),
              h("td", {}, percent(share)),
              h(
                "td",
                {},
                percent(
                  Math.min(
                    1,
                    m.values.slice(n).reduce((sum, [, s]) => sum + s, 0),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
    ),
  ];
}
