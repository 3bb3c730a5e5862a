/** Strings from other people on their way into HTML, and HTML from the chat input on its way to text. */

const ZERO_WIDTH = "\u200b";
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\u202a-\u202e\u2066-\u2069]/g;
const ENTITIES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/**
 * Break what the tabletop's enrichers would bring to life: inline rolls and document links.
 * @param {unknown} value
 * @returns {string}
 */
export function neutralise(value) {
  return String(value ?? "")
    .replace(UNSEEN, "")
    .replace(/\[(?=\[|$)/g, `[${ZERO_WIDTH}`)
    .replace(/([@&])(?=\w*(?:\[|$))/g, `$1${ZERO_WIDTH}`);
}

/**
 * A foreign string for a place that the tabletop may read as text or as HTML.
 * @param {unknown} value
 */
export const unmarked = (value) => neutralise(value).replaceAll("<", "\u2039");

/**
 * A foreign string as HTML text or attribute value.
 * @param {unknown} value
 * @returns {string}
 */
export function escapeText(value) {
  return neutralise(value).replace(/[&<>"']/g, (sign) => ENTITIES[/** @type {keyof typeof ENTITIES} */ (sign)]);
}

const NAMED = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** @param {string} text */
function decodeEntities(text) {
  return text.replace(/&(#x[0-9a-f]+|#[0-9]+|[a-z]+);/gi, (whole, body) => {
    if (body[0] !== "#") return NAMED[/** @type {keyof typeof NAMED} */ (body.toLowerCase())] ?? whole;
    const code = body[1].toLowerCase() === "x" ? Number.parseInt(body.slice(2), 16) : Number(body.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : "";
  });
}

/**
 * The text a person typed, from either form of the chat input: plain, or the editor's HTML.
 * A command begins with "!" and the editor's HTML with "<", so the first sign tells them apart.
 * @param {unknown} message
 * @returns {string}
 */
export function plainText(message) {
  let text = String(message ?? "").trim();
  if (text.startsWith("<")) {
    text = decodeEntities(text.replace(/<br\s*\/?>|<\/(?:p|div|li|h[1-6]|blockquote)>/gi, "\n").replace(/<[^>]*>/g, ""));
  }
  return text.replace(/\u00a0/g, " ").replace(/[ \t]+/g, " ").replace(/\s*\n\s*/g, "\n").trim();
}
