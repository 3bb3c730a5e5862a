/** Which chat messages are commands of ours. The words come from the descriptions of the systems. */
import { plainText } from "./text.mjs";

/**
 * @typedef {{ command?: string, title?: string }} Described
 * @typedef {{ description?: Described | null, systems?: { key: string, title: string, command?: string }[] }} Remembered
 */

/**
 * The command words of a table: the played system's first, then those of the others,
 * which the bridge answers with one sentence.
 * @param {Remembered | null | undefined} remembered
 * @returns {string[]}
 */
export function commandWords(remembered) {
  const words = [remembered?.description?.command, ...(remembered?.systems ?? []).map((one) => one.command ?? one.key)];
  return [...new Set(words.filter((word) => typeof word === "string" && word !== "").map((word) => String(word).toLowerCase()))];
}

/**
 * @param {unknown} message what the chat hook was given, plain or HTML
 * @param {string[]} words
 * @returns {{ word: string, text: string } | null} the recognised word and the whole line, or null for ordinary chat
 */
export function recognise(message, words) {
  const text = plainText(message).split("\n").join(" ");
  const match = /^!\s*([\p{L}\p{N}_-]+)/u.exec(text);
  const word = match?.[1]?.toLowerCase();
  return word !== undefined && words.includes(word) ? { word, text } : null;
}

/**
 * Who acts in a chat command: the controlled character, else the assigned one, else nobody yet.
 * @param {{ controlled: string[], assigned: string | null }} page
 * @returns {{ actor: string } | { choose: string[] } | { none: true }}
 */
export function actorOf({ controlled, assigned }) {
  const unique = [...new Set(controlled)];
  if (unique.length === 1) return { actor: unique[0] };
  if (unique.length > 1) return { choose: unique };
  return assigned ? { actor: assigned } : { none: true };
}
