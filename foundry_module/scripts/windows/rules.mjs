/** House rules, generated from the description. */
import { changedRules, rulesContext } from "../pure/sheet.mjs";
import { t } from "../table/words.mjs";
import { services, showFault, templatePath, VttbWindow } from "./base.mjs";

export class RulesWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    id: "vttb-rules",
    window: { title: "VTTB.Rules.Title" },
    position: { width: 520, height: 560 },
    actions: { save: RulesWindow.#save, standard: RulesWindow.#standard },
  });

  static PARTS = /** @type {any} */ ({ main: { template: templatePath("rules"), scrollable: [""] } });

  /** @returns {Promise<any>} */
  async _prepareContext() {
    const { leader } = services;
    return {
      connected: leader.connected,
      rules: leader.connected ? rulesContext(leader.state.description, leader.state.rules) : [],
    };
  }

  /** @this {RulesWindow} */
  static async #save() {
    const { state } = services.leader;
    const rules = changedRules(state.description, state.rules, (name) => this.read(name));
    const ack = Object.keys(rules).length > 0 ? await services.leader.order("rules.set", { rules }) : { ok: true };
    if (ack.ok) await this.close();
    else showFault(this.root, { heading: ack.error?.heading ?? t("VTTB.Refusal.NotDone"), text: [ack.error?.text, ack.error?.hint].filter(Boolean).join(" ") });
  }

  /** @this {RulesWindow} */
  static #standard() {
    for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (this.root.querySelectorAll("option[data-standard]"))) option.selected = true;
  }
}
