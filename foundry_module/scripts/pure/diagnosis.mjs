/** What is wrong with a connection, from what the page can see: an address, an answer, a permission, a refusal. */

/**
 * @typedef {import("./status.mjs").StatusKey} StatusKey
 * @typedef {import("./status.mjs").Browser} Browser
 * @typedef {{ protocol?: unknown, name?: unknown, paired?: unknown, version?: unknown, bridge?: unknown }} Health
 * @typedef {{ protocol: number, version: string }} Ours what the module speaks
 */

const LOCAL_NAMES = ["127.0.0.1", "localhost"];
/** Where the bridge listens, whatever name this computer is called by. */
const HERE = "127.0.0.1";
const PORT = 30777;

/** @param {string} host */
const isLocal = (host) => LOCAL_NAMES.includes(host) || host === "[::1]" || host.endsWith(".localhost");

/**
 * An address as a person types it: the scheme and the usual port may be left out, and localhost is where the bridge listens.
 * @param {string} typed
 * @returns {{ address: string, fault: null } | { address: null, fault: "unreadable" | "https" | "remote" }}
 */
export function readAddress(typed) {
  const text = typed.trim();
  const full = /^[a-z]+:\/\//i.test(text) ? text : `http://${text}`;
  if (/\s/.test(full) || !URL.canParse(full)) return { address: null, fault: "unreadable" };
  const { protocol, hostname, port } = new URL(full);
  if (protocol === "https:" || protocol === "wss:") return { address: null, fault: "https" };
  if (protocol !== "http:" && protocol !== "ws:") return { address: null, fault: "unreadable" };
  if (!LOCAL_NAMES.includes(hostname)) return { address: null, fault: "remote" };
  return { address: `http://${HERE}:${port || PORT}`, fault: null };
}

/** @param {string} userAgent @returns {Browser} */
export function browserOf(userAgent) {
  if (/\bEdg\//.test(userAgent)) return "edge";
  if (/(Chrome|Chromium|CriOS)\//.test(userAgent)) return "chrome";
  if (/\b(Firefox|FxiOS)\//.test(userAgent)) return "firefox";
  return /\bSafari\//.test(userAgent) ? "safari" : "other";
}

/** @param {string} one @param {string} other @returns {number} below 0 when the first version is older */
function compareVersions(one, other) {
  const numbers = (/** @type {string} */ text) => text.split(/[.+-]/).map((part) => Number.parseInt(part, 10) || 0);
  const [a, b] = [numbers(one), numbers(other)];
  return [...a, ...b].map((_, place) => (a[place] ?? 0) - (b[place] ?? 0)).find(Boolean) ?? 0;
}

/** Which of the two must be updated. @param {Health} health @param {Ours} ours @returns {"bridgeOld" | "moduleOld" | "versions"} */
function older(health, ours) {
  const gap = Number(health.protocol) - ours.protocol || compareVersions(String(health.version ?? ""), ours.version);
  if (gap === 0 || Number.isNaN(gap)) return "versions";
  return gap < 0 ? "bridgeOld" : "moduleOld";
}

/**
 * What a failed connection means.
 * @param {{
 *   answer: "health" | "other" | "silent" | "none", health: Health | null, permission: string | null, bridge?: string, ours: Ours,
 *   page: { host: string, secure: boolean, browser: Browser },
 * }} seen
 * `answer`: the bridge's word, something else's, a connection on which nothing comes, or none at all;
 * `bridge`: the name of the bridge that the page was paired with
 * @returns {StatusKey}
 */
export function diagnose({ answer, health, permission, bridge, ours, page }) {
  if (answer === "health") {
    if (health?.name !== "vtt-bridge") return "foreign";
    if (health.protocol !== ours.protocol) return older(health, ours);
    if (bridge && health.bridge !== bridge) return "stranger";
    return health.paired === false ? "unpaired" : "connecting";
  }
  if (answer === "other") return "foreign";
  if (!page.secure && !isLocal(page.host)) return "insecure";
  if (permission === "denied") return "blocked";
  if (page.browser === "safari" && !isLocal(page.host)) return "safari";
  if (answer === "silent") return permission === "prompt" && !isLocal(page.host) ? "asking" : "silent";
  return "down";
}

const LEASE = new Set(["held", "taken_over", "old_epoch"]);
const PAIRING = new Set(["missing_token", "wrong_token", "wrong_world", "foreign_origin", "unpaired_origin", "revoked"]);
const PASSING = new Set(["too_fast", "internal", "not_saved"]);

/**
 * What a refusal of the connection means, and whether trying again may help.
 * @param {string} code
 * @returns {{ key: StatusKey, again: boolean }}
 */
export function refusedState(code) {
  if (LEASE.has(code)) return { key: "elsewhere", again: false };
  if (PAIRING.has(code)) return { key: "unpaired", again: false };
  if (code === "protocol_mismatch" || code === "invalid_message") return { key: "versions", again: false };
  return { key: "refused", again: PASSING.has(code) };
}
