/** Names that nobody else gives. */

/** 32 random hex digits. Also where the page came over plain http, and browsers keep `crypto.randomUUID` from it. */
export function newId() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
