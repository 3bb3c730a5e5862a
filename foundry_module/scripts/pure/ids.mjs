/** Names that nobody else gives. */

/** 32 random hex digits. Also where the page came over plain http, and browsers keep `crypto.randomUUID` from it. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * The id of an action. It names who acts, so that nobody can send another's again, or ask what came of it: everybody hears
 * the ids on the module's socket.
 * @param {string} userId
 */
export const actionId = (userId) => `${userId}-${newId()}`;

/** @param {string} id of an action @param {string} userId */
export const isActionOf = (id, userId) => id.startsWith(`${userId}-`);
