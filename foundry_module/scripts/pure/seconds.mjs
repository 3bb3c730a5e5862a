/** Seconds that people have for an answer, as the game master types them. */

const MOST = 3600;

/** @param {string | null} typed @returns {number | null | undefined} null for no limit, undefined for what is no such number */
export function secondsOf(typed) {
  const text = (typed ?? "").trim();
  if (text === "") return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : 0;
  return seconds >= 1 && seconds <= MOST ? seconds : undefined;
}
