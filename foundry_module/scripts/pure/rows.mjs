/** Lists of rows with the same columns, as the description names them: what is shown, and what was filled in. */

/** @typedef {import("./card.mjs").Translate} Translate */

/**
 * @typedef {{ key: string, label: string, kind: string, options?: { value: any, label: string }[], min?: number, max?: number,
 *   default?: any, optional?: boolean }} Column
 * @typedef {{ key: string, label: string, columns?: Column[], max?: number, hint?: string }} RowsField
 */

const MOST = 100;

/** @param {Column} column @param {any} value */
const cellContext = (column, value) => ({
  key: column.key,
  label: column.label,
  kind: column.kind,
  isChoice: column.kind === "choice",
  isInteger: column.kind === "integer",
  isText: !["choice", "integer"].includes(column.kind),
  value: value ?? "",
  min: column.min ?? "",
  max: column.max ?? "",
  options: (column.options ?? []).map((option) => ({ ...option, selected: option.value === value })),
});

/**
 * @param {RowsField} field
 * @param {any} rows as the character holds them
 * @param {string} name of the whole list in its form
 * The last of its rows is the blank one that others are made from.
 */
export function rowsContext(field, rows, name) {
  const columns = field.columns ?? [];
  /** @param {Record<string, any>} row */
  const shown = (row) => columns.map((column) => cellContext(column, row[column.key] ?? column.default ?? null));
  return {
    name,
    columns: columns.map(({ label }) => ({ label })),
    rows: [...(Array.isArray(rows) ? rows : []).map((row) => ({ cells: shown(row), blank: false })), { cells: shown({}), blank: true }],
    most: field.max ?? MOST,
  };
}

/** @param {Column} column @param {unknown} raw @returns {any} in its own type; what does not fit stays as it was typed */
function cellValue(column, raw) {
  const text = String(raw ?? "").trim();
  if (column.kind === "choice") return column.options?.find(({ value }) => String(value) === text)?.value ?? text;
  if (column.kind !== "integer") return text;
  return text !== "" && Number.isInteger(Number(text)) ? Number(text) : text;
}

/** @param {Column} column @param {unknown} raw */
const untouched = (column, raw) => ["", String(column.default ?? "")].includes(String(raw ?? "").trim());

/**
 * The filled-in rows, in their own types, without those in which nothing was filled in.
 * @param {RowsField} field @param {Record<string, unknown>[]} raw
 * @returns {Record<string, any>[]}
 */
export function rowsValue({ columns = [] }, raw) {
  return raw
    .filter((row) => !columns.every((column) => untouched(column, row[column.key])))
    .map((row) => Object.fromEntries(columns.map((column) => [column.key, cellValue(column, row[column.key])])));
}

/** @param {Column} column @param {any} value */
const isWhole = ({ min = -Infinity, max = Infinity }, value) => Number.isInteger(value) && value >= min && value <= max;

/**
 * What is missing or no number in the filled-in rows, in a sentence; empty if nothing is.
 * @param {RowsField} field @param {Record<string, any>[]} rows @param {Translate} t
 */
export function rowsFault({ label, columns = [] }, rows, t) {
  for (const [place, row] of rows.entries()) {
    for (const { key, label: column, kind, ...rest } of columns) {
      const said = { label, row: place + 1, column };
      if (row[key] === "" && (rest.default ?? null) === null && rest.optional !== true) return t("VTTB.Rows.Needed", said);
      if (kind === "integer" && row[key] !== "" && !isWhole({ key, label: column, kind, ...rest }, row[key])) return t("VTTB.Rows.Whole", { ...said, value: row[key] });
    }
  }
  return "";
}
