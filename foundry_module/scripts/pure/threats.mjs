/** Who can take whom out, as a table. */
import { markClass } from "./marks.mjs";

/**
 * @typedef {{ title: string, columns: string[], rows: { character: import("./marks.mjs").Person, cells: { text: string, note?: string, now?: boolean }[] }[] }} Threats
 * `now`: it can happen with what somebody has
 */

/** @param {Threats | null | undefined} threats */
export function threatsContext(threats) {
  if (!threats || threats.rows.length === 0) return null;
  const rows = threats.rows.map(({ character, cells }) => ({ name: character.name, mark: markClass(character.side_index), cells }));
  return { title: threats.title, columns: threats.columns, rows };
}
