/** Choosing a character's abilities: what there is, what it costs, and what was chosen. */

/** @typedef {import("./card.mjs").Translate} Translate */

/** @param {any} description @returns {{ key: string, label: string }[]} the fields that hold abilities */
export const abilityFields = (description) => (description?.fields ?? []).filter((/** @type {any} */ field) => field.kind === "abilities" && field.edit !== "none");

/** @param {any} value @returns {string[]} keys, as a field holds them */
export const abilityKeys = (value) => (Array.isArray(value) ? value.map((one) => (typeof one === "string" ? one : one?.key)).filter(Boolean) : []);

/** What a search looks through. @param {(string | undefined)[]} parts */
const searched = (...parts) => parts.filter(Boolean).join(" ").toLocaleLowerCase();

/**
 * Every ability of the system, kind by kind.
 * @param {any} description
 * @param {string[]} chosen
 */
export function pickerContext(description, chosen) {
  const picked = new Set(chosen);
  return (description?.ability_kinds ?? []).map((/** @type {any} */ kind) => ({
    label: kind.label,
    abilities: (description.abilities ?? [])
      .filter((/** @type {any} */ ability) => ability.kind === kind.key)
      .map((/** @type {any} */ { key, name, summary = "", price = "", cost = "", needs = "" }) => ({
        key,
        name,
        summary,
        price,
        use: [cost, needs].filter(Boolean).join(", "),
        search: searched(name, summary, kind.label, cost, needs),
        checked: picked.has(key),
      })),
  }));
}

/** Whether all words of a search are found. @param {string} text @param {string} wanted */
export const matches = (text, wanted) => wanted.toLocaleLowerCase().split(/\s+/).every((word) => text.includes(word));

/** The choice in its old order, what is new at the end. @param {string[]} before @param {string[]} ticked */
export const inOrder = (before, ticked) => [...before.filter((key) => ticked.includes(key)), ...ticked.filter((key) => !before.includes(key))];

/**
 * What a character was built for, as the bridge counts it.
 * @param {any} budget @param {Translate} t
 */
export function budgetContext(budget, t) {
  if (!budget) return null;
  const faults = budget.faults ?? [];
  const leave = budget.leave ?? null;
  return {
    ...budget,
    share: budget.max > 0 ? Math.round(Math.min(1, Math.max(0, budget.value / budget.max)) * 100) : 0,
    faults,
    leave,
    heading: leave?.value ? leave.label : t("VTTB.Budget.Faults"),
    warns: faults.length > 0 && !leave?.value,
    told: faults.length > 0 || leave?.value === true,
  };
}
