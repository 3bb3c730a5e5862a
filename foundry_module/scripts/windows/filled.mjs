/** A form as it stands in a window: what was filled in, and what follows from it while people choose. */
import { formEntries, hintOf, swapFor } from "../pure/form.mjs";
import { t } from "../table/words.mjs";
import { shownIn } from "./base.mjs";
import { rowsIn } from "./rows.mjs";

/** @param {HTMLElement} root @returns {import("../pure/form.mjs").Read} */
export const readIn = (root) => (name) => {
  const field = /** @type {any} */ ([...root.querySelectorAll("[name]")].find((one) => one.getAttribute("name") === name) ?? null);
  if (field === null) return rowsIn(root, name);
  return field.type === "checkbox" ? field.checked === true : shownIn(field);
};

/** What was filled in so far, by key. @param {HTMLElement} root @param {any[]} form @returns {Record<string, any>} */
export const typedIn = (root, form) => Object.fromEntries(form.map(({ key }) => [key, readIn(root)(`form.${key}`)]));

/** @param {HTMLElement} root @param {string} name @returns {HTMLSelectElement | null} */
const selectOf = (root, name) => root.querySelector(`select[name="${name}"]`);

/**
 * What one field takes, the others of its kind cannot, or change places with it; what is chosen says what it means.
 * @param {HTMLElement} root @param {any[]} form @param {EventTarget | null} changed
 */
export function follow(root, form, changed) {
  const swap = swapFor(String(/** @type {any} */ (changed)?.name ?? "").replace("form.", ""), form, typedIn(root, form));
  const other = swap ? selectOf(root, `form.${swap.key}`) : null;
  if (swap && other) other.value = swap.value;
  const values = typedIn(root, form);
  const choices = form.filter(({ kind }) => kind === "choice");
  for (const field of choices) {
    const name = `form.${field.key}`;
    const told = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-vttb-hint]"))].find(({ dataset }) => dataset.vttbHint === name);
    if (told) told.textContent = hintOf(field, values[field.key]);
    if (field.distinct === undefined) continue;
    const select = selectOf(root, name);
    for (const [at, { text, taken }] of formEntries(field, form, values, t).entries()) {
      const entry = select?.options[at];
      if (entry) Object.assign(entry, { textContent: text, disabled: taken });
    }
  }
}

/** @param {HTMLElement} root @param {string} selector what gets the keyboard */
export const focusOn = (root, selector) => /** @type {HTMLElement | null} */ (root.querySelector(selector))?.focus();
