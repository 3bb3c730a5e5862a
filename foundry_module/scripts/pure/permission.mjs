/** What a page may ask for. Checked by the leading game master's page against the tabletop's own documents. */

/** So many characters go with a message at most. */
const MOST = 500;

/**
 * @typedef {{ id: string, name: string, isGM: boolean }} PlainUser
 * @typedef {{ user: string, name: string, gm: boolean, owns: string[], unseen?: string[] }} Sender
 * @typedef {{ code: string, text: string }} Fault
 */

const KINDS = new Set(["command", "answer", "undo", "correct"]);
const TEXT_LIMIT = 500;
const ID = /^[A-Za-z0-9-]{8,64}$/;
const VERB = /^[a-z][a-z0-9_.]{0,60}$/;

/**
 * A game master acts for everybody without a list.
 * @param {PlainUser} user as the tabletop knows him, never as a payload says
 * @param {string[]} characters ids of all characters that matter
 * @param {(id: string) => boolean} owns
 * @returns {Sender}
 */
export function senderOf(user, characters, owns) {
  return { user: user.id, name: user.name, gm: user.isGM, owns: user.isGM ? [] : [...new Set(characters)].filter(owns).slice(0, MOST) };
}

/**
 * Whom a player cannot name, since he does not see them.
 * @param {boolean} isGM
 * @param {string[]} characters
 * @param {(id: string) => boolean} sees
 * @returns {{ unseen?: string[] }}
 */
export function unseenBy(isGM, characters, sees) {
  const unseen = isGM ? [] : [...new Set(characters)].filter((id) => !sees(id));
  return unseen.length > 0 ? { unseen: unseen.slice(0, MOST) } : {};
}

/** @param {unknown} value @param {number} limit */
const shortText = (value, limit) => typeof value === "string" && value.length > 0 && value.length <= limit;
/** @param {unknown} value */
const plainObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);

/**
 * Copy the known fields of an action out of a foreign payload.
 * @param {any} raw
 * @returns {Record<string, any> | null} null when it is no action
 */
export function cleanAction(raw) {
  if (!plainObject(raw) || !KINDS.has(raw.kind) || typeof raw.id !== "string" || !ID.test(raw.id)) return null;
  /** @type {Record<string, any>} */
  const action = { kind: raw.kind, id: raw.id };
  if (raw.kind === "command") {
    if (Number.isInteger(raw.seen) && raw.seen >= 0) action.seen = raw.seen;
    if (typeof raw.text === "string") {
      if (!shortText(raw.text, TEXT_LIMIT)) return null;
      action.text = raw.text;
    } else {
      if (typeof raw.verb !== "string" || !VERB.test(raw.verb)) return null;
      action.verb = raw.verb;
      if (raw.args !== undefined && !plainObject(raw.args)) return null;
      action.args = raw.args ?? {};
    }
    if (raw.actor !== undefined && raw.actor !== null && !shortText(raw.actor, 200)) return null;
    action.actor = raw.actor ?? null;
    const targets = raw.targets ?? [];
    if (!Array.isArray(targets) || targets.length > 20 || !targets.every((one) => shortText(one, 200))) return null;
    action.targets = targets;
  } else if (raw.kind === "answer") {
    if (!shortText(raw.request, 500)) return null;
    if (raw.choice !== null && !shortText(raw.choice, 100)) return null;
    Object.assign(action, { request: raw.request, choice: raw.choice });
    action.further = plainObject(raw.further) ? raw.further : {};
    action.habits = plainObject(raw.habits) ? raw.habits : {};
  } else if (raw.kind === "correct") {
    if (!shortText(raw.command, 500) || !shortText(raw.label, 500)) return null;
    if (!Array.isArray(raw.dice) || raw.dice.length > 100 || !raw.dice.every(Number.isInteger)) return null;
    Object.assign(action, { command: raw.command, label: raw.label, dice: raw.dice });
  } else {
    if (raw.command !== null && !shortText(raw.command, 100)) return null;
    action.command = raw.command;
    if (Array.isArray(raw.with)) action.with = raw.with.filter((/** @type {unknown} */ one) => shortText(one, 100));
    if (shortText(raw.actor, 200)) action.actor = raw.actor;
  }
  return action;
}

/**
 * @param {Record<string, any>} action cleaned
 * @param {Sender} sender
 * @param {(request: string) => string | null} askedOf whom an open question asks, null when there is none
 * @returns {"not_owner" | "gm_only" | "not_asked" | null} the code of the refusal
 */
export function objection(action, sender, askedOf) {
  if (sender.gm) return null;
  if (action.kind === "undo" || action.kind === "correct") return "gm_only";
  if (action.kind === "answer") {
    const who = askedOf(action.request);
    return who !== null && sender.owns.includes(who) ? null : "not_asked";
  }
  if (typeof action.verb === "string" && action.verb.includes(".")) return "gm_only";
  return action.actor === null || sender.owns.includes(action.actor) ? null : "not_owner";
}
