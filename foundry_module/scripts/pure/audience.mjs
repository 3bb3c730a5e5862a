/** Who gets the message of a card. */

/** @typedef {"public" | "gm" | "blind" | "self"} Mode how somebody wants what he does to be seen */
/** @typedef {{ whisper: string[], blind: boolean }} Audience nobody in `whisper`: everybody; `blind`: not even whoever acts */

/** @param {unknown} value @returns {Mode} */
export const modeOf = (value) => (value === "gm" || value === "blind" || value === "self" ? value : "public");

/**
 * What happens is never kept from game masters who lead it, nor from those who are asked in the card.
 * @param {{ mode: Mode, hidden: boolean, author: string, gms: string[], asked: string[] }} card `hidden`: whoever acts is
 * @returns {Audience}
 */
export function audienceOf({ mode, hidden, author, gms, asked }) {
  if (mode === "public" && !hidden) return { whisper: [], blind: false };
  const blind = mode === "blind" && !gms.includes(author);
  const told = mode === "self" && gms.includes(author) ? [author] : [...gms, ...(blind ? [] : [author])];
  return { whisper: [...new Set([...told, ...asked])], blind };
}
