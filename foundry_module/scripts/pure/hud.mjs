/** The column of actions beside a token. */
import { gaugesHTML } from "./gauges.mjs";
import { personHTML } from "./marks.mjs";
import { oddsButtonHTML } from "./odds.mjs";
import { escapeText } from "./text.mjs";

export const ROWS = 7;

/** @param {any} action */
export const actionKey = (action) => JSON.stringify([action.verb, action.args ?? {}]);

/** @param {any} action */
const isMore = (action) => action.group === "more";

/**
 * At most seven rows; when there are more, six and a row that leads on, the last page leading back. Where the everyday
 * ones do not fit on the first page, those that are possible now come first; so they do on the pages after it.
 * @param {any[]} actions
 * @param {number} page
 * @returns {{ rows: any[], more: number | null, next: number }} `more`: how many stand on the other pages
 */
export function pageOf(actions, page) {
  const crowded = actions.length > ROWS && actions.filter((action) => !isMore(action)).length >= ROWS;
  /** @param {any} action */
  const order = (action) => [Number(isMore(action)), crowded || isMore(action) ? Number(!action.possible) : 0, action.rank ?? 0];
  const sorted = actions
    .map((action, place) => ({ action, order: [...order(action), place] }))
    .sort((one, other) => one.order.map((value, at) => value - other.order[at]).find((step) => step !== 0) ?? 0)
    .map(({ action }) => action);
  const everyday = sorted.filter((action) => !isMore(action));
  if (sorted.length <= ROWS && everyday.length === sorted.length) return { rows: sorted, more: null, next: 0 };
  const room = ROWS - 1;
  const pages = [];
  const rest = [...sorted];
  pages.push(rest.splice(0, Math.min(room, everyday.length || room)));
  while (rest.length > 0) pages.push(rest.splice(0, room));
  const place = page % pages.length;
  if (pages.length === 1) return { rows: pages[0], more: null, next: 0 };
  return { rows: pages[place], more: sorted.length - pages[place].length, next: (place + 1) % pages.length };
}

/**
 * @param {any} look what the bridge says is possible now
 * @param {{ targets: number, page: number, bars?: any, busy: (key: string) => boolean, t: import("./card.mjs").Translate }} shown
 * @returns {string}
 */
export function hudHTML(look, { targets, page, bars, busy, t }) {
  const { rows, more, next } = pageOf(look.actions ?? [], page);
  const purse = (look.purse ?? []).map((/** @type {string} */ text) => `<span>${escapeText(text)}</span>`).join("");
  const aim = look.aim
    ? `${escapeText(t("VTTB.Hud.At"))} <b>${personHTML(look.aim)}</b>`
    : escapeText(targets > 1 ? t("VTTB.Hud.Targets", { count: targets }) : t("VTTB.Hud.NoTarget"));
  const items = rows.map((action) => {
    const key = actionKey(action);
    const off = !action.possible || busy(key);
    const reason = !action.possible && action.reason ? `<em>${escapeText(action.reason)}</em>` : "";
    return (
      `<li><button type="button" draggable="true" data-vttb-action="act" data-key="${escapeText(key)}"${action.form || action.opens ? ' aria-haspopup="dialog"' : ""}${off ? ' aria-disabled="true"' : ""}>` +
      `<b>${escapeText(action.label)}</b> <span>${escapeText(action.cost)}</span>${reason ? ` ${reason}` : ""}</button></li>`
    );
  });
  if (more !== null) {
    items.push(
      `<li><button type="button" data-vttb-action="more" data-page="${next}"><b>${escapeText(next === 0 ? t("VTTB.Hud.Back") : t("VTTB.Hud.More"))}</b> <span>${more}</span></button></li>`,
    );
  }
  return `<p class="purse">${purse}</p>${gaugesHTML(bars, t)}<p class="aim">${aim}</p>${look.odds ? oddsButtonHTML(look.odds, t) : ""}<ul>${items.join("")}</ul>`;
}
