/** Names with the mark of their side: shape first, colour second. */
import { escapeText } from "./text.mjs";

/** @typedef {{ id: string, name: string, side_index?: number | null }} Person */

const SIDES = ["a", "b", "c", "d"];

/** @param {number | null | undefined} side */
export const markClass = (side) => SIDES[side ?? -1] ?? "n";

/** @param {number | null | undefined} side */
export const markHTML = (side) => `<span class="vttb-mark ${markClass(side)}" aria-hidden="true"></span>`;

/** @param {Person} person */
export const personHTML = (person) => markHTML(person.side_index) + escapeText(person.name);
