/** What the overlay knows, and how news change it; no page needed. */

/** @typedef {{ characters: Record<string, any>, encounters: Record<string, any>, card: any, moved: string[] }} Known */

/** @param {any} view what everybody may know @returns {Known} */
export const begin = (view) => ({
  characters: view.characters,
  encounters: view.encounters,
  card: view.cards.at(-1) ?? null,
  moved: [],
});

/**
 * What is known after a batch; `moved` are those whose number or bar has changed.
 * @param {Known} known @param {any} batch @returns {Known}
 */
export function after(known, batch) {
  const characters = { ...known.characters, ...batch.characters };
  const encounters = { ...known.encounters, ...batch.encounters };
  for (const id of batch.removed.characters) delete characters[id];
  for (const id of batch.removed.encounters) delete encounters[id];
  const shown = (/** @type {any} */ one) => JSON.stringify([one?.row, one?.bars]);
  const moved = Object.keys(batch.characters).filter((id) => shown(known.characters[id]) !== shown(characters[id]));
  return { characters, encounters, card: batch.cards.at(-1) ?? known.card, moved };
}

/**
 * The fight to show: the last one that began. Its rows are those who take part, in order.
 * @param {Known} known
 */
export function fight({ characters, encounters }) {
  const shown = Object.values(encounters).at(-1);
  if (!shown) return null;
  const rows = shown.order.filter((/** @type {string} */ id) => characters[id]).map((/** @type {string} */ id) => characters[id]);
  return { title: shown.name, scope: shown.scope, turn: shown.turn, rows };
}

/**
 * The events in a piece of a stream, and what is left for the next piece.
 * @param {string} text @returns {{ events: { name: string, data: any }[], rest: string }}
 */
export function parse(text) {
  const parts = text.split("\n\n");
  const rest = parts.pop() ?? "";
  const events = [];
  for (const part of parts) {
    const lines = Object.fromEntries(part.split("\n").map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]));
    if (lines.event) events.push({ name: lines.event, data: JSON.parse(lines.data) });
  }
  return { events, rest };
}
