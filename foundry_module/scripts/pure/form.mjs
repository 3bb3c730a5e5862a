/** The small form of an action that needs more than a click: its fields, and the values that go with it. */

import { entriesOf } from "./further.mjs";
import { rowsContext, rowsFault, rowsValue } from "./rows.mjs";

/**
 * @typedef {import("./card.mjs").Translate} Translate
 * @typedef {(name: string) => string | boolean | Record<string, string>[] | null} Read what stands in a field of a form, by its name
 */

/**
 * The entries of a choice; what another field of the same kind has taken cannot be chosen, unless the two change places.
 * @param {any} field @param {any[]} form @param {Record<string, any>} values @param {Translate} t
 */
export function formEntries(field, form, values, t) {
  const choices = form.filter(({ kind }) => kind === "choice").map((one) => (one.optional === true ? { ...one, options: [{ value: "", label: "" }, ...(one.options ?? [])] } : one));
  const chosen = Object.fromEntries(choices.map((one) => [one.key, String(values[one.key] ?? one.default ?? "")]));
  const entries = entriesOf(choices.find(({ key }) => key === field.key), choices, chosen, t);
  const free = (/** @type {any} */ entry) => ({ ...entry, text: String(field.options.find((/** @type {any} */ one) => String(one.value) === entry.value)?.label ?? ""), taken: false });
  return entries.map((entry) => (entry.value === "" || field.swaps === true ? free(entry) : entry));
}

/**
 * Who has to change places with a choice whose value another one had, and what it gets: the value that nobody has now.
 * @param {string} key of the choice @param {any[]} form @param {Record<string, any>} values as they are filled in
 * @returns {{ key: string, value: string } | null}
 */
export function swapFor(key, form, values) {
  const field = form.find((one) => one.key === key);
  if (field?.swaps !== true) return null;
  const alike = form.filter(({ distinct }) => distinct === field.distinct);
  const rival = alike.find((one) => one.key !== key && String(values[one.key]) === String(values[key]));
  const free = (field.options ?? []).find((/** @type {any} */ { value }) => alike.every((one) => String(values[one.key]) !== String(value)));
  return rival && free ? { key: rival.key, value: String(free.value) } : null;
}

/** What the chosen entry of a choice means, in a sentence. @param {any} field @param {any} value */
export const hintOf = (field, value) => (field.options ?? []).find((/** @type {any} */ one, /** @type {number} */ at) => (value === null || value === "" ? at === 0 : String(one.value) === String(value)))?.hint ?? "";

/**
 * Entries that stand together under one heading.
 * @template {{ value: string }} T
 * @param {any} field @param {T[]} entries
 * @returns {{ label: string, options: T[] }[]}
 */
export function groupsOf(field, entries) {
  const groups = /** @type {{ label: string, options: T[] }[]} */ ([]);
  for (const entry of entries) {
    const label = (field.options ?? []).find((/** @type {any} */ one) => String(one.value) === entry.value)?.group ?? "";
    const last = groups.at(-1);
    if (last && last.label === label) last.options.push(entry);
    else groups.push({ label, options: [entry] });
  }
  return groups;
}

/**
 * @param {any[]} form fields as the bridge describes them
 * @param {Record<string, any>} values typed so far, by key
 * @param {Record<string, string>} faults sentence by key
 * @param {Translate} t
 */
export function formContext(form, values, faults, t) {
  return form.map((field, place) => {
    const value = values[field.key] ?? field.default ?? null;
    return {
      key: field.key,
      name: `form.${field.key}`,
      id: `vttb-form-fault-${place}`,
      label: field.label,
      value: value ?? "",
      min: field.min ?? "",
      max: field.max ?? "",
      optional: field.optional === true && !["flag", "rows"].includes(field.kind),
      isInteger: field.kind === "integer",
      isFlag: field.kind === "flag",
      isChoice: field.kind === "choice",
      isRows: field.kind === "rows",
      isText: !["integer", "flag", "choice", "rows"].includes(field.kind),
      checked: value === true,
      groups: field.kind === "choice" ? groupsOf(field, formEntries(field, form, values, t)) : [],
      rows: field.kind === "rows" ? rowsContext(field, value, `form.${field.key}`) : null,
      hint: field.kind === "choice" ? hintOf(field, value) : (field.hint ?? ""),
      fault: faults[field.key] ?? "",
    };
  });
}

/** @param {any} field @param {number} number */
const within = (field, number) => Number.isInteger(number) && number >= (field.min ?? -Infinity) && number <= (field.max ?? Infinity);

/** @param {any} field @param {Translate} t */
function numberFault(field, t) {
  const { min, max } = field;
  if (min !== undefined && max !== undefined) return t("VTTB.Form.NumberBetween", { min, max });
  if (min !== undefined) return t("VTTB.Form.NumberFrom", { min });
  return max === undefined ? t("VTTB.Form.Number") : t("VTTB.Form.NumberTo", { max });
}

/**
 * The values of a filled-in form, in their own types; what is optional and empty is left out.
 * @param {any[]} form
 * @param {Read} read
 * @param {Translate} t
 * @returns {{ args: Record<string, any>, faults: Record<string, string> }}
 */
export function formValues(form, read, t) {
  /** @type {Record<string, any>} */
  const args = {};
  /** @type {Record<string, string>} */
  const faults = {};
  for (const field of form) {
    const raw = read(`form.${field.key}`);
    if (field.kind === "flag") {
      if (raw === true) args[field.key] = true;
      continue;
    }
    if (field.kind === "rows") {
      const rows = rowsValue(field, Array.isArray(raw) ? raw : []);
      const fault = rowsFault(field, rows, t);
      if (fault) faults[field.key] = fault;
      else if (rows.length > 0 || field.optional !== true) args[field.key] = rows;
      continue;
    }
    const text = String(raw ?? "").trim();
    if (text === "") {
      if (field.optional !== true) faults[field.key] = field.kind === "integer" ? numberFault(field, t) : t("VTTB.Form.Needed");
    } else if (field.kind === "integer") {
      const number = Number(text);
      if (within(field, number)) args[field.key] = number;
      else faults[field.key] = numberFault(field, t);
    } else if (field.kind === "choice") {
      const option = (field.options ?? []).find((/** @type {any} */ one) => String(one.value) === text);
      const rival = form.find(({ key, distinct }) => field.distinct !== undefined && distinct === field.distinct && key !== field.key && args[key] === option?.value);
      if (option && rival) faults[field.key] = t("VTTB.Form.Taken", { label: option.label, other: rival.label });
      else if (option) args[field.key] = option.value;
      else faults[field.key] = t("VTTB.Form.Needed");
    } else args[field.key] = text;
  }
  return { args, faults };
}

/** @param {unknown} value */
const numberOf = (value) => (String(value ?? "").trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : 0);

/** What a form takes of a budget: the sum of all that is counted in it. @param {any[]} form @param {Read} read */
export function countedIn(form, read) {
  return form.reduce((sum, field) => {
    const raw = read(`form.${field.key}`);
    if (field.kind !== "rows") return sum + (field.counted === true ? numberOf(raw) : 0);
    const columns = (field.columns ?? []).filter((/** @type {any} */ column) => column.counted === true);
    return sum + (Array.isArray(raw) ? raw : []).reduce((so, row) => so + columns.reduce((/** @type {number} */ all, /** @type {any} */ { key }) => all + numberOf(row[key]), 0), 0);
  }, 0);
}
