// The search of a sheet: what has all the words stays, with its headings; the rest is hidden.
// Words are found by their beginnings, without their endings: "grapples" finds "grappling".
(() => {
  const bar = document.querySelector("nav");
  const field = bar.querySelector("input");
  const told = bar.querySelector("output");
  const parts = bar.querySelector("details");
  const lines = ".items li, tbody tr:not(.part), .flow, article";

  const plain = (text) =>
    ` ${text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^\p{L}\p{N}+−]+/gu, " ")} `;
  const stem = (word) => {
    const bare = word.replace(/(?:ing|ed|es|er|s|e)$/, "");
    if (bare.length >= 4) return bare;
    return word.length >= 6 ? word.slice(0, -1) : word;
  };

  /** All text of some elements, with a space wherever one ends. */
  const texts = (elements) => {
    const all = [];
    for (const each of elements) {
      const walk = document.createTreeWalker(each, NodeFilter.SHOW_TEXT);
      while (walk.nextNode()) all.push(walk.currentNode.data);
    }
    return all.join(" ");
  };

  /** The headings above a line: of its block or chapter, and of its group within. */
  const above = (line) => {
    const found = [];
    const block = line.closest(".block");
    if (block) found.push(block.querySelector("h2"));
    let at = line.matches("li") ? line.parentElement : line;
    const wanted = line.matches("tr") ? ".part" : block ? "h3" : "h2, h3";
    for (at = at.previousElementSibling; at; at = at.previousElementSibling) {
      if (!at.matches(wanted)) continue;
      found.push(at);
      if (block || at.matches("h2")) break;
      if (found.filter((each) => each.matches("h3")).length > 1) found.pop();
    }
    return found;
  };
  const index = () =>
    [...document.querySelectorAll(lines)].map((line) => {
      const heads = above(line);
      const block = line.closest(".block");
      return {
        line,
        heads: block ? [block, ...heads] : heads,
        words: plain(texts([line, ...heads])),
      };
    });
  let all = null;

  const seek = () => {
    const words = plain(field.value).split(" ").filter(Boolean).map(stem);
    document.documentElement.classList.toggle("sought", words.length > 0);
    document.querySelectorAll(".found").forEach((each) => each.classList.remove("found"));
    told.value = "";
    if (!words.length) return;
    all ??= index();
    const hits = all.filter((each) => words.every((word) => each.words.includes(` ${word}`)));
    for (const { line, heads } of hits) for (const each of [line, ...heads]) each.classList.add("found");
    told.value = hits.length;
    window.scrollTo(0, 0);
  };
  const clear = () => {
    field.value = "";
    seek();
  };

  bar.querySelector("search").hidden = false;
  field.addEventListener("input", seek);
  field.addEventListener("keydown", (key) => {
    if (key.key === "Escape") clear();
  });
  document.addEventListener("keydown", (key) => {
    if (key.key !== "/" || key.target === field) return;
    key.preventDefault();
    field.focus();
  });
  // A link leads where it says, also to what the search has hidden.
  document.addEventListener("click", (click) => {
    const link = click.target.closest('a[href^="#"]');
    if (!link) return;
    parts.open = false;
    const target = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (target && !target.matches(".found")) clear();
  });
})();
