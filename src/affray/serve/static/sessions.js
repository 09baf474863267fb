// Panels about the session as a whole: a "what if", a replay to share, putting it away, the picture.

import { h } from "./dom.js";
import { button, icon } from "./bits.js";
import { act, change, shown, state } from "./state.js";
import { say } from "./words.js";
import { whole } from "./plan.js";

const LARGEST = 8_000_000; // bytes of a picture, before the server says no

/**
 * @param {any} now
 * @param {string} name
 * @param {string} label
 * @param {Props} more
 */
const field = (now, name, label, more = {}) =>
  h(
    "label",
    { class: "field", key: name },
    h("span", {}, label),
    h("input", {
      value: now[name] ?? "",
      autocomplete: "off",
      oninput: (e) => (now[name] = e.target.value),
      ...more,
    }),
  );

/** The address of this table, whichever way the reader looks at it. */
const room = () => location.pathname.replace(/\/(display|replay)$/, "");

/**
 * Another session from a moment, or a copy of this one.
 * @param {any} now
 */
export function fork(now) {
  now.text ??= say(now.entry == null ? "copy-of" : "what-if-of", {
    name: shown().title.name || shown().title.scene,
  });
  const go = async () => {
    const answer = await act("fork", {
      do: "fork",
      text: now.text.trim(),
      ...(now.entry == null ? {} : { entry: now.entry }),
    });
    if (answer?.t === "done") change(() => (now.found = answer.data));
  };
  if (now.found)
    return {
      title: say("forked"),
      body: h(
        "p",
        {},
        h("a", { class: "btn primary", href: now.found.path }, say("open-it", { name: now.found.name })),
      ),
    };
  return {
    title: say(now.entry == null ? "copy" : "fork-here"),
    body: [
      h("p", { class: "hint" }, now.entry == null ? say("copy-is") : say("fork-is", { entry: now.entry })),
      field(now, "text", say("name-it")),
    ],
    foot: button(say("make-it"), go, { kind: "primary", waits: state.busy.has("fork"), id: "make-it" }),
  };
}

/**
 * A link by which anybody can look on.
 * @param {any} now
 */
export function share(now) {
  const open = (/** @type {boolean} */ all) => async () => {
    const answer = await act("share", { do: "share", act: "open", whole: all });
    if (answer?.t === "done") change(() => (now.link = answer.data));
  };
  const end = async () => {
    const answer = await act("share", { do: "share", act: "close" });
    if (answer?.t === "done") change(() => ((now.link = null), (now.ended = true)));
  };
  return {
    title: say("share"),
    body: [
      h("p", { class: "hint" }, say("share-is")),
      now.link && invitation(now.link, say("share")),
      now.ended && h("p", { key: "ended", role: "status" }, say("shared-no-more")),
      h(
        "div",
        { class: "stack", key: "how" },
        button([icon("eye"), say("share-players")], open(false), { key: "some" }),
        button([icon("eye"), say("share-whole")], open(true), { key: "whole" }),
        button(say("share-end"), end, { kind: "quiet", key: "end" }),
      ),
    ],
  };
}

/**
 * A link: as a picture to point a camera at, and to type or copy.
 * @param {any} found
 * @param {string} title
 */
export function invitation(found, title) {
  const path = found.url || new URL(found.path, location.href).href;
  return h(
    "section",
    { class: "invitation", key: `link${path}` },
    h("h3", {}, title),
    found.path
      ? h("img", {
          class: "qr",
          src: `${room()}/qr?path=${encodeURIComponent(found.path)}`,
          alt: say("invite-hint"),
          width: 240,
          height: 240,
        })
      : null,
    h("p", { class: "hint" }, say("invite-hint")),
    h("input", {
      class: "address",
      readonly: true,
      "aria-label": say("copy-hint"),
      value: path,
      onfocus: (e) => e.target.select(),
    }),
  );
}

/** Put the session away, or take it out again. */
export function archive() {
  const away = state.view.title.archived;
  const go = async () => {
    const answer = await act("archive", { do: "archive", on: !away });
    if (answer?.t === "done") change(() => (state.panel = null));
  };
  return {
    title: say(away ? "take-out" : "put-away"),
    body: h("p", {}, say(away ? "take-out-is" : "put-away-is")),
    foot: button(say(away ? "take-out" : "put-away"), go, {
      kind: "primary",
      waits: state.busy.has("archive"),
      id: "archive",
    }),
  };
}

/** Standing answers of those who sit here. */
export function orders() {
  const all = state.view.orders || [];
  return {
    title: say("orders"),
    body: all.length
      ? h(
          "ul",
          { class: "stack" },
          all.map((o) =>
            h(
              "li",
              { key: `${o.name} ${o.question}`, class: "seat" },
              h("p", {}, h("strong", {}, o.name), `: ${o.question}`),
              h("p", {}, say("standing", { answer: o.answer })),
              button(
                say("ask-again"),
                () => act("order", { do: "order", name: o.name, question: o.question, answer: "" }),
                { kind: "quiet" },
              ),
            ),
          ),
        )
      : h("p", { class: "hint" }, say("no-orders")),
  };
}

// --- the picture below the map --------------------------------------------------------------------

/**
 * Bring a picture, say where it lies, take it away.
 * @param {any} now
 */
export function picture(now) {
  const there = shown().map?.picture;
  const unit = shown().map?.unit ?? "m";
  if (there && now.of !== there.url)
    Object.assign(now, { of: there.url, x: there.at[0], y: there.at[1], width: there.width });
  const number = (/** @type {string} */ name) => Number(String(now[name]).replace(",", ".")) || 0;
  const lay = () =>
    act("picture", { do: "picture", at: [number("x"), number("y")], width: Math.max(0.1, number("width")) });
  const fit = () => {
    const box = whole(shown().map);
    return act("picture", { do: "picture", at: [round(box.x), round(-box.y - box.h)], width: round(box.w) });
  };
  return {
    title: say("picture"),
    body: [
      h("p", { class: "hint" }, say("picture-is")),
      now.why && h("p", { class: "fault", key: "why", role: "alert" }, now.why),
      h(
        "label",
        { class: "btn file", key: "file" },
        icon("add"),
        say(now.sending ? "sent" : there ? "another-picture" : "choose-picture"),
        h("input", {
          type: "file",
          accept: "image/png,image/jpeg,image/webp",
          class: "sr",
          onchange: (e) => bring(now, e.target.files[0]),
        }),
      ),
      there && h("img", { key: "now", class: "preview", src: there.url, alt: say("picture") }),
      there &&
        h(
          "div",
          { class: "place", key: "where" },
          field(now, "x", `${say("left-edge")} (${unit})`, { inputmode: "decimal" }),
          field(now, "y", `${say("lower-edge")} (${unit})`, { inputmode: "decimal" }),
          field(now, "width", `${say("width")} (${unit})`, { inputmode: "decimal" }),
        ),
      there &&
        h(
          "div",
          { class: "row", key: "do" },
          button(say("fit"), fit, { key: "fit" }),
          button(say("remove"), () => act("picture", { do: "picture", remove: true }), {
            kind: "quiet",
            key: "remove",
          }),
        ),
    ],
    foot:
      there &&
      button(say("lay-it"), lay, { kind: "primary", waits: state.busy.has("picture"), id: "lay-it" }),
  };
}

const round = (/** @type {number} */ n) => Math.round(n * 10) / 10;

/**
 * @param {any} now
 * @param {File | undefined} file
 */
async function bring(now, file) {
  if (!file) return;
  if (file.size > LARGEST)
    return change(() => (now.why = say("picture-large", { most: LARGEST / 1_000_000 })));
  change(() => Object.assign(now, { why: "", sending: true }));
  const answer = await fetch(`${room()}/picture`, {
    method: "POST",
    body: file,
    headers: { "content-type": file.type || "application/octet-stream" },
  }).catch(() => null);
  const why = !answer ? say("offline") : answer.ok ? "" : (await answer.text()).slice(0, 300);
  change(() => Object.assign(now, { why, sending: false }));
}
