/** Chances before a roll, as the bridge counted them: a line beside the token, and all of it in a window. */
import { personHTML } from "./marks.mjs";
import { escapeText } from "./text.mjs";

/**
 * @typedef {import("./card.mjs").Translate} Translate
 * @typedef {{
 *   title: string, audience: "gm" | "players", head: (string | import("./marks.mjs").Person)[], percent: string, fraction: string, text: string,
 *   rows: { label: string, note: string, percent: string, fraction: string, share: number }[],
 *   remarks: { heading: string, text: string, ruling: string }[], lines: { text: string, ruling: string }[],
 * }} Odds the first row is the present chance
 */

/** @param {Odds} odds @param {Translate} t */
export const oddsSentence = ({ percent, text, fraction }, t) => t("VTTB.Odds.Line", { percent, text, fraction });

/** @param {Odds} odds @param {Translate} t */
export function oddsButtonHTML({ percent, text, fraction }, t) {
  const rest = t("VTTB.Odds.Rest", { text, fraction });
  return `<button type="button" class="odds" data-vttb-action="odds" data-key="odds" aria-haspopup="dialog"><b>${escapeText(percent)}</b> <span>${escapeText(rest)}</span></button>`;
}

/** @param {Odds} odds @param {Translate} t */
export const audienceOf = ({ audience }, t) => (audience === "players" ? t("VTTB.Odds.Players") : t("VTTB.Odds.GmOnly"));

/** @param {number} share from 0 to 1 */
const width = (share) => `${Math.round(Math.min(1, Math.max(0, share)) * 1000) / 10}%`;

/** @param {Odds} odds @param {Translate} t @returns {string} what stands in the window */
export function oddsHTML(odds, t) {
  const head = odds.head.map((part) => (typeof part === "string" ? escapeText(part) : personHTML(part))).join("");
  const now = width(odds.rows[0]?.share ?? 0);
  const rows = odds.rows.map(
    ({ label, note, percent, fraction, share }) =>
      `<tr><th scope="row">${escapeText(label)}<small>${escapeText(note)}</small></th>` +
      `<td><span class="vttb-share" style="--now:${now}" aria-hidden="true"><i style="width:${width(share)}"></i></span></td>` +
      `<td><b>${escapeText(percent)}</b></td><td>${escapeText(fraction)}</td></tr>`,
  );
  const remarks = odds.remarks.map(
    ({ heading, text, ruling }) => `<div class="vttb-warn"><b>${escapeText(heading)}</b>${escapeText(text)} <small>${escapeText(ruling)}</small></div>`,
  );
  const lines = odds.lines.map(({ text, ruling }) => `<p class="line">${escapeText(text)} <small>${escapeText(ruling)}</small></p>`);
  return (
    `<h3 tabindex="-1">${head}</h3><p class="sum"><b>${escapeText(odds.percent)}</b> ${escapeText(t("VTTB.Odds.Rest", { text: odds.text, fraction: odds.fraction }))}</p>` +
    `<table aria-label="${escapeText(t("VTTB.Odds.Table"))}"><tbody>${rows.join("")}</tbody></table>${remarks.join("")}${lines.join("")}`
  );
}
