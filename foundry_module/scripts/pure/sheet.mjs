/** What the generated sheet and the house-rules window show, from the description and a view. */
import { markClass } from "./questions.mjs";

/** @param {any} meter */
function pips(meter) {
  if (meter.shape !== "pips") return null;
  const max = Number(meter.max ?? 0);
  const value = Number(meter.value ?? 0);
  return [
    ...Array.from({ length: Math.min(max, 24) }, (_, place) => ({ look: place < value ? "on" : "" })),
    ...Array.from({ length: Math.min(Number(meter.extra ?? 0), 12) }, () => ({ look: "tmp on" })),
  ];
}

/**
 * @param {any} character
 */
export function sheetContext(character) {
  const sheet = character?.sheet ?? {};
  const budget = sheet.budget ?? null;
  return {
    name: character?.name ?? "",
    initials: [...String(character?.name ?? "")].slice(0, 2).join(""),
    mark: markClass(character?.side_index),
    side: character?.side ?? "",
    out: character?.out ?? null,
    alert: character?.alert ?? null,
    facts: sheet.head?.facts ?? [],
    sentence: sheet.head?.sentence ?? "",
    pair: sheet.head?.pair ?? [],
    meters: (sheet.meters ?? []).map((/** @type {any} */ meter) => ({ ...meter, pips: pips(meter) })),
    tracks: sheet.tracks ?? [],
    groups: sheet.groups ?? [],
    budget: budget && {
      ...budget,
      share: budget.max > 0 ? Math.round(Math.min(1, Math.max(0, budget.value / budget.max)) * 100) : 0,
    },
  };
}

/**
 * Plain form fields for the game master, from the description.
 * @param {any} description
 * @param {any} character
 */
export function editContext(description, character) {
  const values = character?.fields ?? {};
  const kinds = description?.ability_kinds ?? [];
  return (description?.fields ?? [])
    .filter((/** @type {any} */ field) => field.edit !== "none")
    .map((/** @type {any} */ field) => {
      const value = values[field.key] ?? field.default ?? null;
      const chosen = new Set(abilityKeys(value));
      return {
        key: field.key,
        name: `field.${field.key}`,
        label: field.label,
        hint: field.hint ?? "",
        value,
        min: field.min ?? "",
        max: field.max ?? "",
        isChoice: field.kind === "choice",
        isInteger: field.kind === "integer",
        isBoolean: field.kind === "boolean",
        isAbilities: field.kind === "abilities",
        isText: !["choice", "integer", "boolean", "abilities"].includes(field.kind),
        options: (field.options ?? []).map((/** @type {any} */ option) => ({ ...option, selected: option.value === value })),
        kinds:
          field.kind !== "abilities"
            ? []
            : kinds.map((/** @type {any} */ kind) => ({
                label: kind.label,
                abilities: (description.abilities ?? [])
                  .filter((/** @type {any} */ ability) => ability.kind === kind.key)
                  .map((/** @type {any} */ ability) => ({ key: ability.key, name: ability.name, summary: ability.summary ?? "", checked: chosen.has(ability.key) })),
              })),
      };
    });
}

/** @param {any} value @returns {string[]} */
function abilityKeys(value) {
  return Array.isArray(value) ? value.map((one) => (typeof one === "string" ? one : one?.key)).filter(Boolean) : [];
}

/**
 * The changed fields of a filled-in form.
 * @param {any} description
 * @param {any} character
 * @param {(name: string) => any} read a single value, null when the form has no such field
 * @param {(name: string) => string[]} readAll the ticked values of a group
 * @returns {Record<string, any>}
 */
export function changedFields(description, character, read, readAll) {
  /** @type {Record<string, any>} */
  const changed = {};
  const values = character?.fields ?? {};
  for (const field of description?.fields ?? []) {
    const name = `field.${field.key}`;
    const before = values[field.key] ?? field.default ?? null;
    if (field.kind === "abilities") {
      const ticked = readAll(name);
      const old = abilityKeys(before);
      if (ticked.length !== old.length || ticked.some((key) => !old.includes(key))) {
        changed[field.key] = [...old.filter((key) => ticked.includes(key)), ...ticked.filter((key) => !old.includes(key))];
      }
      continue;
    }
    let value = read(name);
    if (value === null || value === undefined) continue;
    if (field.kind === "integer") {
      const empty = String(value).trim() === "";
      if (empty && (field.default ?? null) !== null) continue;
      if (empty) value = null;
      else if (Number.isInteger(Number(value))) value = Number(value);
    } else if (field.kind === "boolean") value = value === true;
    else if (field.kind === "choice") {
      value = (field.options ?? []).find((/** @type {any} */ option) => String(option.value) === String(value))?.value ?? value;
    }
    if (value !== before) changed[field.key] = value;
  }
  return changed;
}

/**
 * @param {any} description
 * @param {Record<string, any>} rules values in force
 */
export function rulesContext(description, rules) {
  return (description?.rules ?? []).map((/** @type {any} */ rule) => {
    const value = rules[rule.key] ?? rule.default;
    return {
      key: rule.key,
      name: `rule.${rule.key}`,
      label: rule.label,
      ruling: rule.ruling ?? "",
      help: rule.help ?? "",
      options: (rule.options ?? []).map((/** @type {any} */ option) => ({ ...option, text: String(option.value), selected: option.value === value, standard: option.value === rule.default })),
    };
  });
}

/**
 * @param {any} description
 * @param {Record<string, any>} rules
 * @param {(name: string) => string | null} read
 */
export function changedRules(description, rules, read) {
  /** @type {Record<string, any>} */
  const changed = {};
  for (const rule of description?.rules ?? []) {
    const text = read(`rule.${rule.key}`);
    const option = (rule.options ?? []).find((/** @type {any} */ one) => String(one.value) === text);
    if (option && option.value !== (rules[rule.key] ?? rule.default)) changed[rule.key] = option.value;
  }
  return changed;
}
