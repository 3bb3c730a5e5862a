/** Lists of rows in forms: what stands in them, and the buttons that add and remove rows. */
import { shownIn } from "./base.mjs";

/** @param {Element} place @param {string} selector @returns {HTMLElement[]} */
const all = (place, selector) => [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll(selector))];

/** @param {HTMLElement} root @param {string} name */
const listOf = (root, name) => all(root, "[data-vttb-rows]").find(({ dataset }) => dataset.vttbRows === name) ?? null;

/**
 * The cells of a list as they stand, row by row; null where the form has no such list.
 * @param {HTMLElement} root @param {string} name @returns {Record<string, string>[] | null}
 */
export function rowsIn(root, name) {
  const list = listOf(root, name);
  if (!list) return null;
  return all(list, "[data-vttb-row]").map((row) =>
    Object.fromEntries(all(row, "[data-vttb-cell]").map((cell) => [cell.dataset.vttbCell, shownIn(cell)])),
  );
}

/** @param {HTMLElement} list */
function addRow(list) {
  const blank = /** @type {HTMLTemplateElement} */ (list.querySelector("template"));
  const row = /** @type {HTMLElement} */ (/** @type {Element} */ (blank.content.firstElementChild).cloneNode(true));
  blank.before(row);
  /** @type {HTMLElement | null} */ (row.querySelector("[data-vttb-cell]"))?.focus();
}

/** The keyboard goes on to the next row. @param {HTMLElement} list @param {HTMLElement} row */
function removeRow(list, row) {
  const rows = all(list, "[data-vttb-row]");
  const next = rows[rows.indexOf(row) + 1] ?? rows[rows.indexOf(row) - 1];
  row.remove();
  /** @type {HTMLElement | null} */ ((next ?? list).querySelector(next ? "[data-vttb-remove]" : "[data-vttb-add]"))?.focus();
}

/** Whenever such a button is pressed, in whatever window; the form hears of it as of a change. */
export function followRows() {
  document.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("[data-vttb-add], [data-vttb-remove]"));
    const list = /** @type {HTMLElement | null} */ (button?.closest("[data-vttb-rows]") ?? null);
    if (!button || !list) return;
    const row = /** @type {HTMLElement | null} */ (button.closest("[data-vttb-row]"));
    if (row) removeRow(list, row);
    else addRow(list);
    const add = list.querySelector("[data-vttb-add]");
    add?.toggleAttribute("disabled", all(list, "[data-vttb-row]").length >= Number(list.dataset.most));
    list.dispatchEvent(new Event("change", { bubbles: true }));
  });
}
