/** Buttons dragged to the hotbar: each becomes a macro that presses it. */

const TYPE = "vtt-bridge.action";
const ICON = "icons/svg/dice-target.svg";

/** @param {DragEvent} event @param {{ verb: string, args?: Record<string, any>, label: string }} action @param {string} actor */
export function drag(event, { verb, args = {}, label }, actor) {
  event.dataTransfer?.setData("text/plain", JSON.stringify({ type: TYPE, actor, verb, args, label }));
}

/**
 * Something was dropped on the hotbar.
 * @param {any} data @param {string | number} slot
 * @returns {boolean} whether it is none of ours
 */
export function dropped(data, slot) {
  if (data?.type !== TYPE) return true;
  void assign(data, slot);
  return false;
}

/** @param {any} data @param {string | number} slot */
async function assign({ actor, verb, args, label }, slot) {
  const command = `game.modules.get("vtt-bridge").api.press(${JSON.stringify({ actor, verb, args })});`;
  const known = game.macros?.find((one) => one.command === command && one.isOwner);
  const macro = known ?? (await Macro.create(/** @type {any} */ ({ name: label, type: "script", img: ICON, command })));
  if (macro) await game.user?.assignHotbarMacro(/** @type {any} */ (macro), /** @type {any} */ (slot));
}
