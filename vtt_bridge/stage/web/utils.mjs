/** foundry.utils, as far as it is offered. */

const isPlain = (v) => v !== null && typeof v === "object" && (v.constructor === Object || Object.getPrototypeOf(v) === null);

export class Collection extends Map {
  get contents() { return Array.from(this.values()); }
  [Symbol.iterator]() { return this.values(); }
  find(fn) { return this.contents.find(fn); }
  filter(fn) { return this.contents.filter(fn); }
  map(fn) { return this.contents.map(fn); }
  reduce(fn, initial) { return this.contents.reduce(fn, initial); }
  some(fn) { return this.contents.some(fn); }
  every(fn) { return this.contents.every(fn); }
  getName(name) { return this.find((d) => d.name === name); }
  get(key, { strict = false } = {}) {
    const found = super.get(key);
    if (strict && found === undefined) throw new Error(`The key ${key} does not exist in the collection`);
    return found;
  }
}

export function deepClone(value) {
  if (Array.isArray(value)) return value.map(deepClone);
  if (isPlain(value)) return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, deepClone(v)]));
  return value;
}

export function duplicate(value) { return JSON.parse(JSON.stringify(value)); }

export function getProperty(object, key) {
  if (!key || object === null || object === undefined) return undefined;
  if (key in Object(object)) return object[key];
  let target = object;
  for (const part of key.split(".")) {
    if (target === null || typeof target !== "object" || !(part in target)) return undefined;
    target = target[part];
  }
  return target;
}

export function hasProperty(object, key) {
  let target = object;
  for (const part of key.split(".")) {
    if (target === null || typeof target !== "object" || !(part in target)) return false;
    target = target[part];
  }
  return true;
}

export function setProperty(object, key, value) {
  const parts = key.split(".");
  const last = parts.pop();
  let target = object;
  for (const part of parts) target = target[part] ??= {};
  const changed = target[last] !== value;
  target[last] = value;
  return changed;
}

export function expandObject(object) {
  const out = {};
  for (const [key, value] of Object.entries(object)) {
    const inner = isPlain(value) ? expandObject(value) : value;
    const old = getProperty(out, key);
    setProperty(out, key, isPlain(old) && isPlain(inner) ? mergeObject(old, inner) : inner);
  }
  return out;
}

export function flattenObject(object, prefix = "") {
  const out = {};
  for (const [key, value] of Object.entries(object)) {
    if (isPlain(value) && Object.keys(value).length) Object.assign(out, flattenObject(value, `${prefix}${key}.`));
    else out[prefix + key] = value;
  }
  return out;
}

export function mergeObject(original, other = {}, { insertKeys = true, insertValues = true, overwrite = true, recursive = true, inplace = true } = {}) {
  const target = inplace ? original : deepClone(original);
  for (const [key, value] of Object.entries(expandObject(other))) {
    if (key.startsWith("-=")) delete target[key.slice(2)];
    else if (!(key in target)) { if (insertKeys) target[key] = deepClone(value); }
    else if (recursive && isPlain(target[key]) && isPlain(value)) {
      mergeObject(target[key], value, { insertKeys: insertValues, insertValues, overwrite, recursive });
    } else if (overwrite) target[key] = deepClone(value);
  }
  return target;
}

export function equals(a, b) { return JSON.stringify(a) === JSON.stringify(b); }

export function diffObject(original, other) {
  const out = {};
  for (const [key, value] of Object.entries(other)) {
    if (isPlain(value) && isPlain(original?.[key])) {
      const inner = diffObject(original[key], value);
      if (Object.keys(inner).length) out[key] = inner;
    } else if (!equals(original?.[key], value)) out[key] = value;
  }
  return out;
}

export function isEmpty(value) {
  if (value === undefined || value === null) return true;
  if (typeof value !== "object") return false;
  return (value instanceof Map || value instanceof Set) ? value.size === 0 : Object.keys(value).length === 0;
}

export function randomID(length = 16) {
  const chars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  return Array.from(crypto.getRandomValues(new Uint8Array(length)), (n) => chars[n % chars.length]).join("");
}

export function escapeHTML(value) {
  const map = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };
  return String(value).replace(/[&<>"']/g, (c) => map[c]);
}

export function debounce(fn, delay) {
  let timer;
  return function debounced(...args) {
    clearTimeout(timer);
    timer = setTimeout(() => fn.apply(this, args), delay);
  };
}

export function isNewerVersion(a, b) {
  const left = String(a).split("."), right = String(b).split(".");
  for (let i = 0; i < Math.max(left.length, right.length); i++) {
    const x = Number(left[i] ?? 0), y = Number(right[i] ?? 0);
    if (x !== y) return x > y;
  }
  return false;
}

let allowed = null;
export async function loadAllowList() {
  allowed = await (await fetch("/web/allowed-html.json")).json();
}

export function cleanHTML(html) {
  const body = new DOMParser().parseFromString(html, "text/html").body;
  for (const element of [...body.querySelectorAll("*")]) {
    const tag = element.localName;
    if (allowed.dropWithContent.includes(tag)) { element.remove(); continue; }
    if (!allowed.tags.includes(tag)) { element.replaceWith(...element.childNodes); continue; }
    for (const { name, value } of [...element.attributes]) {
      const known = allowed.anyTag.includes(name) || allowed.anyTagPrefixes.some((p) => name.startsWith(p)) || (allowed.byTag[tag] ?? []).includes(name);
      const scheme = /^\s*([a-z][a-z0-9+.-]*):/i.exec(value)?.[1]?.toLowerCase();
      const foreign = allowed.urlAttributes.includes(name) && scheme && !allowed.urlSchemes.includes(scheme);
      if (!known || foreign) element.removeAttribute(name);
    }
  }
  return body.innerHTML;
}
