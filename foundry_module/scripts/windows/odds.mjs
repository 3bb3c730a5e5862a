/** The small window of chances before a roll; it follows the targets and the table while it is open. */
import { audienceOf, oddsHTML, oddsSentence } from "../pure/odds.mjs";
import { escapeText } from "../pure/text.mjs";
import { targets } from "../table/characters.mjs";
import { announce } from "../table/live.mjs";
import { t } from "../table/words.mjs";
import { services, templatePath, VttbWindow } from "./base.mjs";

const ID = "vttb-odds";

/** @returns {OddsWindow | null} */
const opened = () => /** @type {any} */ (foundry.applications.instances.get(ID) ?? null);

export class OddsWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({ id: ID, window: { title: "VTTB.Odds.Title", resizable: false }, position: { width: 440 } });

  static PARTS = /** @type {any} */ ({ main: { template: templatePath("odds") } });

  #actor = "";
  #turn = 0;
  #said = "";
  /** What has the keyboard again when the window closes. @type {HTMLElement | null} */
  #from = null;

  /** @param {string} actor whose chances */
  static async open(actor) {
    const from = /** @type {HTMLElement | null} */ (document.activeElement);
    const window = opened() ?? new OddsWindow();
    window.#actor = actor;
    window.#from = from;
    await window.render(/** @type {any} */ ({ force: true }));
    await window.#follow();
    window.root?.querySelector("h3")?.focus();
  }

  /** Something has changed that chances may depend on. */
  static refresh() {
    const window = opened();
    if (window) void window.#follow();
  }

  async #follow() {
    const turn = ++this.#turn;
    const look = await services.page.look(this.#actor, targets());
    if (turn !== this.#turn || !this.rendered) return;
    this.#draw(look?.odds ?? null);
  }

  /** @param {import("../pure/odds.mjs").Odds | null} odds */
  #draw(odds) {
    const place = this.root.querySelector("[data-vttb-odds]");
    if (!place) return;
    const focused = place.contains(this.root.ownerDocument.activeElement);
    place.innerHTML = odds ? oddsHTML(odds, t) : `<p>${escapeText(t("VTTB.Odds.None"))}</p>`;
    if (focused) place.querySelector("h3")?.focus();
    this.#name(odds);
    const said = odds ? oddsSentence(odds, t) : "";
    if (said && said !== this.#said) announce(said);
    this.#said = said;
  }

  /** What the window is about and who else sees it, in its header. @param {import("../pure/odds.mjs").Odds | null} odds */
  #name(odds) {
    const header = this.root.querySelector(".window-header");
    const title = header?.querySelector(".window-title");
    if (title && odds) title.textContent = odds.title;
    header?.querySelector(".vttb-audience")?.remove();
    if (odds) title?.insertAdjacentHTML("afterend", `<span class="vttb-audience">${escapeText(audienceOf(odds, t))}</span>`);
  }

  /** @param {any} [options] @returns {Promise<any>} */
  async close(options) {
    const inside = this.root?.contains(document.activeElement);
    const closed = await super.close(options);
    if (inside && this.#from?.isConnected) this.#from.focus();
    return closed;
  }
}
