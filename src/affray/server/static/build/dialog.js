// What opens over the builder: scenes to open, and the scene as text.

import { h } from "../dom.js";
import { button, icon, over } from "../bits.js";
import { offered, openKept, openNew, openShipped, openText, remove } from "./requests.js";
import { change, it } from "./scene.js";
import { say } from "./words.js";

const close = () => change(() => (it.dialog = null));

/**
 * What is open over the page.
 * @param {any} now
 */
export function dialog(now) {
  const parts = now.kind === "open" ? opening() : writing(now);
  return over(
    now,
    () => it.dialog === now && close(),
    { class: "sheet panel", "aria-label": parts.title, onclick: null },
    h(
      "header",
      { class: "row" },
      h("h2", {}, parts.title),
      button(icon("close"), close, { kind: "quiet icon-only", "aria-label": say("close") }),
    ),
    h(
      "div",
      { class: "body stack" },
      it.fault && h("p", { class: "fault", key: "fault", role: "alert" }, it.fault),
      parts.body,
    ),
  );
}

/** Where scenes can be opened from. */
function opening() {
  return {
    title: say("open"),
    body: [kept(), fromFile(), shipped()],
  };
}

/** What was kept on this server's shelf. */
function kept() {
  return h(
    "section",
    { class: "stack", key: "kept" },
    h("h3", {}, say("kept")),
    it.kept.length
      ? h(
          "ul",
          { class: "stack" },
          it.kept.map((k) =>
            h(
              "li",
              { key: k.name, class: "row kept" },
              button(k.title, () => openKept(k.name), { kind: "wide" }),
              button(icon("close"), () => remove(k.name), {
                kind: "quiet icon-only",
                "aria-label": say("remove", { what: k.title }),
              }),
            ),
          ),
        )
      : h("p", { class: "hint" }, say("none-kept")),
  );
}

/** A scene from a file. */
function fromFile() {
  const read = async (/** @type {File | undefined} */ file) =>
    file && openText(await file.slice(0, 400_000).text());
  return h(
    "section",
    { class: "stack", key: "own" },
    h("h3", {}, say("from-file")),
    h(
      "label",
      { class: "btn file" },
      icon("add"),
      say("choose-file"),
      h("input", {
        type: "file",
        accept: ".toml,application/toml,text/plain",
        class: "sr",
        onchange: (e) => read(e.target.files[0]),
      }),
    ),
  );
}

/** The scenes that come with games, and a blank one of each. */
function shipped() {
  return h(
    "section",
    { class: "stack", key: "shipped" },
    h("h3", {}, say("shipped")),
    it.games.map((g) =>
      h(
        "div",
        { key: g.game, class: "stack" },
        h("h4", {}, g.title),
        h(
          "ul",
          { class: "row" },
          h(
            "li",
            { key: "blank" },
            button(say("begin-blank"), async () => (await offered(g.game)) && openNew(g.game), {
              kind: "quiet",
            }),
          ),
          g.scenes.map((/** @type {any} */ [name, title]) =>
            h(
              "li",
              { key: name },
              button(title, () => openShipped(name)),
            ),
          ),
        ),
      ),
    ),
  );
}

/** What the file is called: as on the shelf, else the title in plain letters. */
function fileName() {
  const plain = String(it.data.title ?? "")
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "") // what was above and below letters
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return it.name || plain || "scene";
}

/**
 * The scene as text, to take away or to change by hand.
 * @param {any} now
 */
function writing(now) {
  const copy = async () => {
    const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("toml"));
    field.select();
    const done = await (navigator.clipboard?.writeText(now.text).then(
      () => true,
      () => false,
    ) ?? document.execCommand("copy"));
    change(() => (now.copied = done));
  };
  return {
    title: say("text"),
    body: [
      h(
        "label",
        { class: "field", key: "toml" },
        h("span", {}, say("or-paste")),
        h("textarea", {
          id: "toml",
          rows: 18,
          spellcheck: "false",
          value: now.text,
          oninput: (e) => change(() => ((now.text = e.target.value), (now.copied = false))),
        }),
      ),
      h(
        "div",
        { class: "row", key: "do" },
        h(
          "a",
          {
            class: "btn",
            id: "download",
            download: `${fileName()}.toml`,
            href: `data:application/toml;charset=utf-8,${encodeURIComponent(now.text)}`,
          },
          icon("save"),
          say("download"),
        ),
        button(say("copy-text"), copy),
        button(say("use-text"), () => openText(now.text), { kind: "primary", id: "use-text" }),
        now.copied && h("span", { role: "status", key: "copied" }, say("text-copied")),
      ),
    ],
  };
}
