/** What of a character goes into the tabletop's documents: the public view and nothing else. */

/**
 * @param {any} character as everybody may see it
 * @param {string} system
 * @param {number} seq
 * @returns {{ system: string, data: string, bars: Record<"a" | "b" | "c", { value: number, max: number }> }}
 * `data` is JSON text, so that a new view replaces the old one whole.
 */
export function mirrorOf(character, system, seq) {
  /** @param {any} bar */
  const bar = (bar) => ({ value: Number(bar?.value ?? 0), max: Number(bar?.max ?? 0) });
  return {
    system,
    data: JSON.stringify({ ...character, seq }),
    bars: { a: bar(character.bars?.a), b: bar(character.bars?.b), c: bar(character.bars?.c) },
  };
}

/** @param {unknown} text @returns {any} the public view in a document, or null */
export function mirrored(text) {
  if (typeof text !== "string" || text === "") return null;
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * The floats of one character, main value first as the engine ordered them.
 * @param {any[] | undefined} floats
 * @param {string} character
 */
export function floatsOf(floats, character) {
  return (floats ?? []).filter((one) => one.character === character).map(({ text, main }) => ({ text, main: main === true }));
}
