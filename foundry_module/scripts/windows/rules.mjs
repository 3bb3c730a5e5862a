/** How the table does things, and its house rules, generated from the description. */
import { changedConduct, conductContext } from "../pure/conduct.mjs";
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
      conduct: conductContext(leader.state.conduct, t),
      credit: leader.state.description?.credit ?? "",
      rules: leader.connected ? rulesContext(leader.state.description, leader.state.rules) : [],
    };
  }

  /** @this {RulesWindow} */
  static async #save() {
    const { leader } = services;
    const { state } = leader;
    const read = (/** @type {string} */ name) => this.read(name);
    const conduct = changedConduct(state.conduct, read);
    const rules = changedRules(state.description, state.rules, read);
    const orders = /** @type {[string, Record<string, any>, boolean][]} */ ([
      ["table.conduct", conduct, Object.keys(conduct).length > 0],
      ["rules.set", { rules }, Object.keys(rules).length > 0],
    ]);
    for (const [verb, args, wanted] of orders) {
      const ack = wanted ? await leader.order(verb, args) : { ok: true };
      if (ack.ok) continue;
      showFault(this.root, { heading: ack.error?.heading ?? t("VTTB.Refusal.NotDone"), text: [ack.error?.text, ack.error?.hint].filter(Boolean).join(" ") });
      return;
    }
    const changed = orders.some(([, , wanted]) => wanted);
    ui.notifications?.info(t(changed ? "VTTB.Rules.Saved" : "VTTB.Rules.Same"));
    await this.close();
  }

  /** @this {RulesWindow} */
  static #standard() {
    for (const option of /** @type {NodeListOf<HTMLOptionElement>} */ (this.root.querySelectorAll("option[data-standard]"))) option.selected = true;
  }
}
