/** What the generated sheet and the house-rules window show, from the description and a view. */
import { markClass } from "./marks.mjs";
import { budgetContext } from "./picker.mjs";
import { rowsContext, rowsFault, rowsValue } from "./rows.mjs";
import { threatsContext } from "./threats.mjs";

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

const MANY_BOXES = 120;

/**
 * Boxes tier by tier: each further tier begins with a crack and its penalty, inverted once it holds damage.
 * @param {any} track
 * @param {import("./card.mjs").Translate} t
 */
function trackContext(track, t) {
  const value = Number(track.value ?? 0);
  let start = 0;
  const tiers = (track.tiers ?? []).map((/** @type {any} */ tier) => {
    const first = start;
    const size = Math.max(0, Number(tier.size ?? 0));
    start += size;
    const hit = value > first;
    const said = hit ? t("VTTB.Sheet.CrackHit", { mark: tier.mark }) : t("VTTB.Sheet.Crack", { mark: tier.mark, boxes: first });
    return { mark: tier.mark ?? "", hit, said: tier.mark ? said : "", first, size };
  });
  const drawn = start <= MANY_BOXES;
  const { pips } = track;
  return {
    label: track.label,
    note: track.note ?? "",
    text: track.text ?? "",
    boxes: start,
    cracks: tiers.filter((/** @type {any} */ tier) => tier.mark).length,
    drawn: drawn && start > 0,
    tiers: tiers.map((/** @type {any} */ { first, size, ...tier }) => ({
      ...tier,
      boxes: drawn ? Array.from({ length: size }, (_, place) => ({ look: first + place < value ? "on" : "" })) : [],
    })),
    pips: pips && {
      label: pips.label,
      text: pips.text ?? "",
      end: pips.end ?? "",
      ended: pips.ended === true,
      boxes: Array.from({ length: Math.min(24, Math.max(0, Number(pips.max ?? 0))) }, (_, place) => ({ look: place < Number(pips.value ?? 0) ? "on" : "" })),
    },
  };
}

/**
 * @param {any} character
 * @param {import("./card.mjs").Translate} t
 */
export function sheetContext(character, t) {
  const sheet = character?.sheet ?? {};
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
    tracks: (sheet.tracks ?? []).map((/** @type {any} */ track) => trackContext(track, t)),
    groups: sheet.groups ?? [],
    budget: budgetContext(sheet.budget, t),
    threats: threatsContext(sheet.threats),
    guide: sheet.guide?.title ?? "",
  };
}

/**
 * Plain form fields for the game master, from the description; abilities are chosen in a window of their own.
 * @param {any} description
 * @param {any} character
 */
export function editContext(description, character) {
  const values = character?.fields ?? {};
  return (description?.fields ?? [])
    .filter((/** @type {any} */ field) => field.edit !== "none" && field.kind !== "abilities")
    .map((/** @type {any} */ field) => {
      const value = valueOf(field, values);
      return {
        key: field.key,
        name: `field.${field.key}`,
        label: field.label,
        hint: field.hint ?? "",
        value: field.kind === "texts" ? textsOf(value).join(", ") : value,
        min: field.min ?? "",
        max: field.max ?? "",
        isChoice: field.kind === "choice",
        isInteger: field.kind === "integer",
        isBoolean: field.kind === "boolean",
        isTexts: field.kind === "texts",
        isRows: field.kind === "rows",
        isText: !["choice", "integer", "boolean", "texts", "rows"].includes(field.kind),
        rows: field.kind === "rows" ? rowsContext(field, value, `field.${field.key}`) : null,
        options: (field.options ?? []).map((/** @type {any} */ option) => ({ ...option, selected: option.value === value })),
      };
    });
}

/** An optional field may be known to be empty. @param {any} field @param {Record<string, any>} values */
function valueOf(field, values) {
  return values[field.key] === null && mayBeEmpty(field) ? null : (values[field.key] ?? field.default ?? null);
}

/** @param {any} field */
const mayBeEmpty = (field) => field.optional === true || (field.default ?? null) === null;

/** @param {any} value @returns {string[]} */
const textsOf = (value) => (Array.isArray(value) ? value.map(String) : []);

/**
 * The changed fields of a filled-in form.
 * @param {any} description
 * @param {any} character
 * @param {(name: string) => any} read a single value or the cells of rows, null when the form has no such field
 * @returns {Record<string, any>}
 */
export function changedFields(description, character, read) {
  /** @type {Record<string, any>} */
  const changed = {};
  const values = character?.fields ?? {};
  for (const field of description?.fields ?? []) {
    const name = `field.${field.key}`;
    const before = valueOf(field, values);
    let value = read(name);
    if (value === null || value === undefined) continue;
    if (field.kind === "integer") {
      const empty = String(value).trim() === "";
      if (empty && !mayBeEmpty(field)) continue;
      if (empty) value = null;
      else if (Number.isInteger(Number(value))) value = Number(value);
    } else if (field.kind === "texts") {
      value = String(value).split(",").map((one) => one.trim()).filter(Boolean);
      if (JSON.stringify(value) === JSON.stringify(textsOf(before))) continue;
    } else if (field.kind === "rows") {
      value = rowsValue(field, value);
      if (JSON.stringify(value) === JSON.stringify(inOrder(field, before))) continue;
    } else if (field.kind === "boolean") value = value === true;
    else if (field.kind === "choice") {
      value = (field.options ?? []).find((/** @type {any} */ option) => String(option.value) === String(value))?.value ?? value;
    }
    if (value !== before) changed[field.key] = value;
  }
  return changed;
}

/** Rows with their cells in the order of the columns, as a form gives them. @param {any} field @param {any} rows */
const inOrder = (field, rows) =>
  (Array.isArray(rows) ? rows : []).map((row) => Object.fromEntries(field.columns.map((/** @type {any} */ { key, default: usual }) => [key, row[key] ?? usual ?? ""])));

/**
 * Why a filled-in form cannot be sent, in a sentence; empty if it can.
 * @param {any} description @param {Record<string, any>} fields changed ones @param {import("./card.mjs").Translate} t
 */
export function fieldsFault(description, fields, t) {
  const lists = (description?.fields ?? []).filter((/** @type {any} */ { key, kind }) => kind === "rows" && key in fields);
  return lists.map((/** @type {any} */ field) => rowsFault(field, fields[field.key], t)).find(Boolean) ?? "";
}

/**
 * @param {any} description
 * @param {Record<string, any>} rules values in force
 */
export function rulesContext(description, rules) {
  return (description?.rules ?? []).map((/** @type {any} */ rule) => {
    const value = String(rules[rule.key] ?? rule.default);
    return {
      key: rule.key,
      name: `rule.${rule.key}`,
      label: rule.label,
      ruling: rule.ruling ?? "",
      help: rule.help ?? "",
      options: (rule.options ?? []).map((/** @type {any} */ option) => ({ ...option, text: String(option.value), selected: String(option.value) === value, standard: String(option.value) === String(rule.default) })),
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
    if (option && text !== String(rules[rule.key] ?? rule.default)) changed[rule.key] = option.value;
  }
  return changed;
}
