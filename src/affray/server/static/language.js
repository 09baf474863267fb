// The reader's language: what a page says in it, and how it writes.

/**
 * What this page says in another language, by what it says in English.
 * @type {Record<string, string>}
 */
const TRANSLATIONS = JSON.parse(document.getElementById("own")?.textContent || "{}");

export const LANGUAGE = document.documentElement.lang;

/** What stands between a label and what it says. */
export const COLON = LANGUAGE === "fr" ? "\u00a0: " : ": ";

/**
 * A chance as people read it; never 0 % or 100 % for what is not certain.
 * @param {number} share
 */
export function percent(share) {
  if (share > 0 && share < 0.005) return "<1 %";
  if (share < 1 && share > 0.995) return ">99 %";
  return `${Math.round(share * 100)} %`;
}

/**
 * How a page says its messages: one by its id, with what belongs in its gaps.
 * @param {Record<string, string>} words
 * @returns {(id: string, gaps?: Record<string, unknown>) => string}
 */
export const saying =
  (words) =>
  (id, gaps = {}) =>
    (TRANSLATIONS[words[id]] ?? words[id] ?? id).replace(/\{(\w+)\}/g, (_, name) => String(gaps[name] ?? ""));
