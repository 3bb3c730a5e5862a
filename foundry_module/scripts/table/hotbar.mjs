/** Buttons dragged to the hotbar: each becomes a macro that presses it. */

const TYPE = "vtt-bridge.action";
const ICON = "icons/svg/dice-target.svg";
/** What a macro may call. */
const CALLS = ["press", "accept", "decline"];
const ANSWERS = 'button[data-action="choose"], button[data-action="decline"], button[data-vttb-action="answer"]';

/** @param {DragEvent} event @param {string} label @param {string} call @param {any} [given] */
const carry = (event, label, call, given) => event.dataTransfer?.setData("text/plain", JSON.stringify({ type: TYPE, label, call, given }));

/** An action, mostly of a character. @param {DragEvent} event @param {{ verb: string, args?: Record<string, any>, label: string }} action @param {string | null} actor */
export const drag = (event, { verb, args = {}, label }, actor) => carry(event, label, "press", { actor, verb, args });

/**
 * An answer: on the hotbar it goes to whichever question offers it then.
 * @param {DragEvent} event @param {(id: string) => any} questionOf
 */
export function dragAnswer(event, questionOf) {
  const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest?.(ANSWERS));
  const asked = /** @type {HTMLElement | null | undefined} */ (button?.closest("[data-question]"));
  const question = asked && questionOf(String(asked.dataset.question));
  if (!button || !question) return;
  const option = (question.options ?? []).find((/** @type {any} */ one) => one.key === button.dataset.key);
  if (option) carry(event, option.label, "accept", option.key);
  else carry(event, question.decline, "decline");
}

/**
 * Something was dropped on the hotbar.
 * @param {any} data @param {string | number} slot
 * @returns {boolean} whether it is none of ours
 */
export function dropped(data, slot) {
  if (data?.type !== TYPE || !CALLS.includes(data.call)) return true;
  void assign(data, slot);
  return false;
}

/** @param {any} data @param {string | number} slot */
async function assign({ label, call, given }, slot) {
  const command = `game.modules.get("vtt-bridge").api.${call}(${given === undefined ? "" : JSON.stringify(given)});`;
  const known = game.macros?.find((one) => one.command === command && one.isOwner);
  const macro = known ?? (await Macro.create(/** @type {any} */ ({ name: label, type: "script", img: ICON, command })));
  if (macro) await game.user?.assignHotbarMacro(/** @type {any} */ (macro), /** @type {any} */ (slot));
}
