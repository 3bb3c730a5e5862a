/** Bars beyond those that the tabletop draws on a token: as gauges in words and lines, and as a picture among its marks. */
import { escapeText } from "./text.mjs";

/** @typedef {{ label: string, value: number, max: number, marks?: number[] }} Bar `marks`: values at which something changes */

/** The tabletop draws two bars. */
const DRAWN = ["a", "b"];
export const THIRD = "c";
const STEPS = 5;

/** @param {Bar | undefined} bar */
const shareOf = (bar) => (bar && bar.max > 0 ? Math.min(1, Math.max(0, bar.value / bar.max)) : 0);

/**
 * The picture of a bar, in fifths: empty only when nothing is left, full only when nothing is gone.
 * @param {Bar} bar @returns {number}
 */
export function stepOf(bar) {
  const share = shareOf(bar);
  return share === 0 || share === 1 ? share * STEPS : Math.min(STEPS - 1, Math.max(1, Math.round(share * STEPS)));
}

/**
 * All bars of a character, where a token cannot show them all.
 * @param {Record<string, Bar> | null | undefined} bars @param {import("./card.mjs").Translate} t
 * @returns {string}
 */
export function gaugesHTML(bars, t) {
  if (!bars?.[THIRD]) return "";
  const rows = [...DRAWN, THIRD]
    .filter((key) => bars[key])
    .map((key) => {
      const bar = bars[key];
      const marks = bar.marks ?? [];
      const words = [t("VTTB.Gauge.Left", { value: bar.value, max: bar.max }), ...(marks.length > 0 ? [t("VTTB.Gauge.Marks", { marks: marks.join(", ") })] : [])];
      const said = `<span class="vttb-vh">${escapeText(words.join(", "))}</span>`;
      const ticks = marks.map((value) => `<s style="width:${Math.round(shareOf({ ...bar, value }) * 100)}%"></s>`).join("");
      return (
        `<li><span>${escapeText(bar.label)}</span> <b aria-hidden="true">${escapeText(bar.value)}</b>${said}` +
        `<span class="line" aria-hidden="true"><i style="width:${Math.round(shareOf(bar) * 100)}%"></i>${ticks}</span></li>`
      );
    });
  return `<ul class="vttb-gauges">${rows.join("")}</ul>`;
}
