// Describes the page as plain values and brings the document up to them.
// Nodes are kept by their key, so focus, scroll and a finger on a button survive.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set([
  "svg",
  "g",
  "path",
  "circle",
  "rect",
  "line",
  "polygon",
  "polyline",
  "text",
  "title",
  "image",
  "pattern",
  "defs",
  "mask",
]);

/**
 * A node to be: a tag, its attributes (`key`, `on…`, `style` as an object, `made` once made), its children.
 * @param {string} tag
 * @param {Props | null} [props]
 * @param {Parts[]} kids
 * @returns {Kid}
 */
export function h(tag, props, ...kids) {
  return {
    tag,
    props: props || {},
    kids: /** @type {Part[]} */ (
      /** @type {any[]} */ (kids).flat(Infinity).filter((k) => k != null && k !== false && k !== "")
    ),
  };
}

/**
 * Make the children of an element those that are described.
 * @param {Element} parent
 * @param {Part[]} kids
 */
export function patch(parent, kids) {
  if (alike(parent, kids)) return each(parent, kids);
  const old = [...parent.childNodes];
  const named = new Map();
  for (const node of old)
    if (node.$ && node.$.props && node.$.props.key != null)
      named.set(`${node.$.tag} ${node.$.props.key}`, node);
  const taken = new Set();
  let loose = 0;
  const nodes = kids.map((kid) => {
    if (typeof kid === "object" && kid.props.key != null) {
      const node = named.get(`${kid.tag} ${kid.props.key}`);
      if (node && !taken.has(node)) return (taken.add(node), node);
      return null;
    }
    for (; loose < old.length; loose++) {
      const node = old[loose];
      if (!taken.has(node) && fits(node, kid)) return (loose++, taken.add(node) && node);
    }
    return null;
  });
  const lost = old.findIndex((node) => !taken.has(node) && node.contains(document.activeElement));
  for (const node of old) if (!taken.has(node)) gone(node);
  const focused = /** @type {HTMLElement | null} */ (document.activeElement);
  let next = parent.firstChild;
  kids.forEach((kid, n) => {
    const node = nodes[n] || made(kid, parent);
    if (node === next) next = node.nextSibling;
    else parent.insertBefore(node, next);
    if (nodes[n]) update(node, kid);
    else if (typeof kid === "object" && kid.props.made) kid.props.made(node);
  });
  if (focused && focused !== document.activeElement && focused.isConnected)
    focused.focus({ preventScroll: true });
  if (lost >= 0 && document.activeElement === document.body) inherit(parent, lost);
}

/**
 * Whether the children of an element are those that are described already, in this order: so it is mostly.
 * @param {Element} parent
 * @param {Part[]} kids
 */
function alike(parent, kids) {
  let node = parent.firstChild;
  for (const kid of kids) {
    const key = typeof kid === "object" ? kid.props.key : null;
    if (!node || !(key == null ? fits(node, kid) : keyed(node, kid, key))) return false;
    node = node.nextSibling;
  }
  return !node;
}

/**
 * @param {Node} node
 * @param {Part} kid
 * @param {unknown} key
 */
const keyed = (node, kid, key) => node.$?.tag === /** @type {Kid} */ (kid).tag && node.$.props.key === key;

/**
 * Bring each child up to what is described of it.
 * @param {Element} parent
 * @param {Part[]} kids
 */
function each(parent, kids) {
  let node = parent.firstChild;
  for (const kid of kids) {
    update(node, kid);
    node = node && node.nextSibling;
  }
}

const CONTROLS = "button, a[href], input, select, textarea, summary";

/**
 * In a dialog the focus goes on to what stands where it was lost: else those who use keys would begin anew.
 * @param {Element} parent
 * @param {number} place
 */
function inherit(parent, place) {
  const dialog = parent.closest("dialog[open]");
  if (!dialog) return;
  for (const each of [parent.childNodes[place], parent, dialog]) {
    const found =
      each instanceof HTMLElement &&
      (each.matches(CONTROLS) ? each : /** @type {HTMLElement | null} */ (each.querySelector(CONTROLS)));
    if (found) return found.focus({ preventScroll: true });
  }
}

/** @param {any} node */
function gone(node) {
  if (node.tagName === "DIALOG") ((node.onclose = null), node.close()); // gives the focus back
  node.remove();
}

/** Make ticks and choices those that are described, whatever a finger made of them. */
export function settle() {
  for (const box of /** @type {any} */ (document.querySelectorAll("input[type=checkbox], option"))) {
    const name = box.tagName === "OPTION" ? "selected" : "checked";
    if (name in (box.$?.props ?? {}) && box[name] !== Boolean(box.$.props[name]))
      box[name] = Boolean(box.$.props[name]);
  }
}

/**
 * @param {Node} node
 * @param {Part} kid
 */
function fits(node, kid) {
  if (typeof kid !== "object") return node.nodeType === 3;
  return node.$?.tag === kid.tag && node.$.props.key == null;
}

/**
 * @param {Part} kid
 * @param {Element} parent
 */
function made(kid, parent) {
  if (typeof kid !== "object") return document.createTextNode(String(kid));
  const drawn = SVG_TAGS.has(kid.tag) && (kid.tag === "svg" || parent.namespaceURI === SVG);
  const node = drawn ? document.createElementNS(SVG, kid.tag) : document.createElement(kid.tag);
  node.$ = { tag: kid.tag, props: { key: kid.props.key }, kids: [] };
  update(node, kid, true);
  return node;
}

/**
 * @param {any} node
 * @param {Part} kid
 */
function update(node, kid, fresh = false) {
  if (typeof kid !== "object") {
    if (node.data !== String(kid)) node.data = String(kid);
    return;
  }
  const was = node.$;
  if (was === kid) return;
  node.$ = kid;
  attributes(node, was.props, kid.props, fresh);
  if (!kid.props.own) patch(node, kid.kids);
}

/**
 * @param {any} node
 * @param {Props} was
 * @param {Props} now
 * @param {boolean} fresh
 */
function attributes(node, was, now, fresh) {
  for (const name in was) if (!(name in now) && name !== "key") assign(node, name, null, was[name]);
  for (const name in now) {
    if (name === "key" || name === "made" || name === "own") continue;
    if (name === "value" ? fresh || was.value !== now.value : was[name] !== now[name])
      assign(node, name, now[name], was[name]);
  }
}

/**
 * @param {any} node
 * @param {string} name
 * @param {any} value
 * @param {any} was
 */
function assign(node, name, value, was) {
  // A handler gives nothing back: `false` would undo what a click does.
  if (name.startsWith("on")) node[name] = value && ((/** @type {Event} */ e) => void value(e));
  else if (name === "style") {
    for (const each in was || {}) if (!value || !(each in value)) node.style.removeProperty(each);
    for (const each in value || {}) node.style.setProperty(each, value[each]);
  } else if (name === "value" || name === "checked") node[name] = value ?? "";
  else if (value == null || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

/**
 * Keeps what was described for a value, so that what did not change is not looked at again.
 * @template {object} T
 * @param {(value: T, ...more: string[]) => Kid} describe
 * @returns {(value: T, ...more: string[]) => Kid}
 */
export function remembered(describe) {
  const known = new WeakMap();
  return (value, ...more) => {
    const key = more.join("\u0000");
    const kept = known.get(value);
    if (kept && kept.key === key) return kept.kid;
    const kid = describe(value, ...more);
    known.set(value, { key, kid });
    return kid;
  };
}
