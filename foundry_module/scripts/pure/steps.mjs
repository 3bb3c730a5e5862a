/** A number that grows in steps from named chips, and what may be done about it; buttons are for one viewer, never stored. */
import { escapeText } from "./text.mjs";

/**
 * @typedef {import("./card.mjs").Translate} Translate
 * @typedef {{ verb: string, actor: string | null, gm?: boolean, args?: Record<string, any>, label: string, main?: boolean, reason?: string, gm_anyway?: boolean, form?: any[], opens?: string }} Item
 * `reason`: why it cannot be done yet, by a game master too unless `gm_anyway`
 * @typedef {(item: { actor: string | null, gm?: boolean }) => boolean} May whether the viewer may do something
 */

const SEPARATOR = '<small class="vttb-sep"> · </small>';
const KINDS = ["steps", "actions"];

/** @param {unknown} value @returns {any[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** Of a card's blocks those in which a viewer may have buttons, while it is being built. @param {any} card @returns {any[]} */
export const builtBlocks = (card) => (card.state === "draft" ? listOf(card.blocks).filter(({ kind }) => KINDS.includes(kind)) : []);

/** What keyboard focus is kept by, from one state of a card to the next. @param {Item} item */
const focusKey = ({ verb, actor, args }) => JSON.stringify([verb, actor, args]);

/** @param {Item} item @param {string} look @param {string} inside @param {string} [name] */
const buttonHTML = (item, look, inside, name) =>
  `<button type="button" class="${look}" data-vttb-action="do" data-vttb-do="${escapeText(JSON.stringify(item))}" data-vttb-focus="${escapeText(focusKey(item))}"` +
  `${item.form || item.opens ? ' aria-haspopup="dialog"' : ""}${item.reason ? ` aria-disabled="true" title="${escapeText(item.reason)}"` : ""}${name ? ` aria-label="${escapeText(name)}"` : ""}>${inside}</button>`;

/** @param {any} chip @param {any} remove how chips of the block are taken off @param {Translate} t @param {May | null} may */
function chipHTML(chip, remove, t, may) {
  const inside = `<span>${escapeText(chip.label)}</span> <b>${escapeText(chip.value)}</b>`;
  const look = chip.owner ? ' class="own"' : "";
  const allowed = chip.removable === true && remove && may?.({ actor: chip.owner || null, gm: !chip.owner });
  if (!allowed) return `<li${look}>${inside}</li>`;
  const chipText = `${chip.label} ${chip.value}`;
  const item = { verb: remove.verb, actor: chip.owner || remove.actor, args: { ...remove.args, chip: chip.id }, label: chipText };
  return `<li${look}>${buttonHTML(item, "vttb-chip", inside, t("VTTB.Card.Remove", { chip: chipText }))}</li>`;
}

/** @param {Item} item @param {Translate} t */
function offerHTML(item, t) {
  const name = item.form ? undefined : t("VTTB.Card.Lay", { chip: item.label });
  return `<li class="offer">${buttonHTML(item, "vttb-chip", escapeText(item.label), name)}</li>`;
}

/**
 * Row by row: name, who set it, chips, the running number.
 * @param {Record<string, any>} block
 * @param {Translate} t
 * @param {May | null} [may] null or absent: as everybody sees it, without buttons
 * @returns {string}
 */
export function stepsHTML(block, t, may = null) {
  const rows = listOf(block.rows).map((row) => {
    const chips = listOf(row.chips).map((chip) => chipHTML(chip, block.remove, t, may));
    const offers = listOf(row.offers).filter((item) => may?.(item)).map((item) => offerHTML(item, t));
    const note = row.note ? `${SEPARATOR}<span>${escapeText(row.note)}</span>` : "";
    const list = chips.length + offers.length > 0 ? `<ul class="vttb-chips" aria-label="${escapeText(row.label)}">${chips.join("")}${offers.join("")}</ul>` : "";
    return (
      `<div class="vttb-step${row.now === true ? " now" : ""}"><p class="what"><b>${escapeText(row.label)}</b>${note}</p>` +
      `${list}<p class="total">${escapeText(row.total)}</p></div>`
    );
  });
  return `<div class="vttb-steps">${rows.join("")}</div>`;
}

/**
 * The viewer's buttons of a card's `actions`.
 * @param {Record<string, any>} block
 * @param {May} may
 * @returns {string} empty where there are none
 */
export function actsHTML(block, may) {
  const lifted = (/** @type {Item} */ item) => item.gm_anyway === true && may({ actor: null, gm: true });
  const items = listOf(block.items).filter((item) => may(item)).map((item) => (lifted(item) ? { ...item, reason: "" } : item));
  const buttons = items.map((item) => buttonHTML(item, `vttb-btn${item.main === true ? " main" : ""}`, `<span>${escapeText(item.label)}</span>`));
  return buttons.length > 0 ? `<div class="vttb-acts vttb-doable">${buttons.join("")}</div>` : "";
}
