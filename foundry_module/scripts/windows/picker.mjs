/** The game master chooses a character's abilities; what they come to is asked of the bridge at each click. */
import { abilityFields, abilityKeys, budgetContext, inOrder, matches, pickerContext } from "../pure/picker.mjs";
import { t } from "../table/words.mjs";
import { services, showFault, templatePath, VttbWindow } from "./base.mjs";

export class PickerWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    id: "vttb-picker",
    window: { title: "VTTB.Picker.Title", minimizable: false },
    position: { width: 600, height: 560 },
    actions: { save: PickerWindow.#save },
  });

  static PARTS = /** @type {any} */ ({
    list: { template: templatePath("picker"), scrollable: [".vttb-picks"] },
    sum: { template: templatePath("picked"), templates: [templatePath("budget")] },
  });

  #turn = 0;
  /** @type {any} */
  #budget = null;
  #refusal = "";
  /** @type {Record<string, any>} what was changed */
  #fields = {};

  /** @param {string} character @param {string} field */
  static async open(character, field) {
    const old = /** @type {any} */ (foundry.applications.instances.get("vttb-picker"));
    if (old) await old.close();
    const window = new PickerWindow(character, field);
    await window.render(/** @type {any} */ ({ force: true }));
    await window.#ask();
    /** @type {HTMLElement | null} */ (window.root.querySelector("[name=search]"))?.focus();
  }

  /** @param {string} character @param {string} field */
  constructor(character, field) {
    super();
    this.character = character;
    this.field = field;
  }

  get #view() {
    return services.leader.state.characters.get(this.character);
  }

  get #before() {
    return abilityKeys(this.#view?.fields[this.field]);
  }

  get title() {
    const { description } = services.leader.state;
    const label = abilityFields(description).find(({ key }) => key === this.field)?.label ?? "";
    return t("VTTB.Picker.Of", { label, name: this.#view?.name ?? "" });
  }

  /** @returns {Promise<any>} */
  async _prepareContext() {
    const budget = budgetContext(this.#budget, t);
    return {
      kinds: pickerContext(services.leader.state.description, this.#fields[this.field] ?? this.#before),
      budget,
      refusal: this.#refusal,
      leave: budget?.leave && budget.told ? budget.leave : null,
    };
  }

  /** @param {any} context @param {any} options */
  async _onFirstRender(context, options) {
    await super._onFirstRender(context, options);
    this.root.addEventListener("input", (event) => {
      if (/** @type {HTMLElement} */ (event.target).matches("[name=search]")) this.#search();
    });
    this.root.addEventListener("change", (event) => {
      const box = /** @type {HTMLInputElement} */ (event.target);
      if (box.name === "leave") this.#fields[this.#budget.leave.field] = box.checked;
      else if (box.name === "ability") this.#fields[this.field] = inOrder(this.#before, this.#ticked());
      else return;
      void this.#ask();
    });
  }

  #ticked() {
    return [.../** @type {NodeListOf<HTMLInputElement>} */ (this.root.querySelectorAll("[name=ability]:checked"))].map(({ value }) => value);
  }

  #search() {
    const wanted = this.read("search") ?? "";
    const rows = [.../** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-search]"))];
    for (const row of rows) row.hidden = !matches(row.dataset.search ?? "", wanted);
    for (const kind of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("fieldset"))) kind.hidden = !kind.querySelector("[data-search]:not([hidden])");
    /** @type {HTMLElement} */ (this.root.querySelector("[data-vttb-nothing]")).hidden = rows.some(({ hidden }) => !hidden);
  }

  /** What the choice comes to. */
  async #ask() {
    const turn = ++this.#turn;
    const answer = await services.leader.preview(this.character, this.#fields);
    if (turn !== this.#turn || !this.rendered) return;
    this.#refusal = answer.ok ? "" : [answer.error?.text, answer.error?.hint].filter(Boolean).join(" ");
    if (answer.ok) this.#budget = answer.character.sheet?.budget ?? null;
    await this.render(/** @type {any} */ ({ parts: ["sum"] }));
  }

  /** @this {PickerWindow} */
  static async #save() {
    const changed = Object.keys(this.#fields).length > 0;
    const ack = changed ? await services.leader.order("character.edit", { character: this.character, fields: this.#fields }) : { ok: true };
    if (ack.ok) await this.close();
    else showFault(this.root, { heading: ack.error?.heading ?? t("VTTB.Refusal.NotDone"), text: [ack.error?.text, ack.error?.hint].filter(Boolean).join(" ") });
  }
}
