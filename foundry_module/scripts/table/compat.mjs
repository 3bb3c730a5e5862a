/** Everything in which the tabletop's generations 13 and 14 differ. */
import { modeOf } from "../pure/audience.mjs";

/** @returns {number} */
export function generation() {
  return Number(game.release?.generation ?? 13);
}

/**
 * A list in 13, a record by id in 14.
 * @param {{ id: string, name: string, img: string }} status
 */
export function addStatusEffect(status) {
  const effects = /** @type {any} */ (CONFIG.statusEffects);
  if (generation() >= 14) effects[status.id] = status;
  else if (!effects.some((/** @type {any} */ one) => one.id === status.id)) effects.push(status);
}

/**
 * An entry of a context menu, under the names of both generations.
 * @param {{ label: string, icon: string, visible: (row: HTMLElement) => boolean, run: (row: HTMLElement) => void }} entry
 * @returns {any}
 */
export function menuEntry({ label, icon, visible, run }) {
  return generation() >= 14
    ? { label, icon, visible, onClick: (/** @type {Event} */ _event, /** @type {HTMLElement} */ row) => run(row) }
    : { name: label, icon, condition: visible, callback: run };
}

/** Whether the server says who asks a query. */
export const namesAsker = () => generation() >= 14;

/**
 * Who asks a query.
 * @param {any} options the handler's second argument
 * @returns {{ isGM: boolean } | null} null when nobody knows
 */
export function queryUser(options) {
  return options?.user ?? null;
}

const OLD_MODES = /** @type {Record<string, string>} */ ({ gmroll: "gm", blindroll: "blind", selfroll: "self" });

/** How this page's user wants his rolls to be seen: the setting has another name and other values from 14 on. */
export function rollMode() {
  const settings = /** @type {any} */ (game.settings);
  return modeOf(generation() >= 14 ? settings.get("core", "messageMode") : OLD_MODES[settings.get("core", "rollMode")]);
}
