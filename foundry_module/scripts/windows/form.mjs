/** The small window of an action that needs more than a click; it acts at the click of its own button. */
import { formContext, formEntries, formValues, hintOf } from "../pure/form.mjs";
import { targets } from "../table/characters.mjs";
import { whisperReply } from "../table/messages.mjs";
import { t } from "../table/words.mjs";
import { services, templatePath, VttbWindow } from "./base.mjs";

export class FormWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    id: "vttb-form",
    tag: "form",
    window: { resizable: false },
    position: { width: 320 },
    form: { handler: FormWindow.#submitted, submitOnChange: false, closeOnSubmit: false },
  });

  static PARTS = /** @type {any} */ ({ main: { template: templatePath("form") } });

  /** @type {Record<string, any>} */
  #values = {};
  /** @type {Record<string, string>} */
  #faults = {};
  /** @type {{ heading?: string, text?: string, hint?: string } | null} */
  #refusal = null;

  /** Only one is open at a time. @param {any} action as the bridge offers it @param {string | null} actor null: the game master */
  static async open(action, actor) {
    const old = /** @type {any} */ (foundry.applications.instances.get("vttb-form"));
    if (old) await old.close();
    const window = new FormWindow(action, actor);
    await window.render(/** @type {any} */ ({ force: true }));
    window.#focus("[name]");
  }

  /** @param {any} action @param {string | null} actor */
  constructor(action, actor) {
    super();
    this.action = action;
    this.actor = actor;
  }

  get title() {
    return String(this.action.label);
  }

  /** @returns {Promise<any>} */
  async _prepareContext() {
    const { label, cost, hint } = this.action;
    return {
      hint,
      fields: formContext(this.action.form, this.#values, this.#faults, t),
      label: cost ? t("VTTB.Question.Priced", { label, cost }) : label,
      refusal: this.#refusal,
    };
  }

  /** Faults are said below their fields. @param {any} context @param {any} options */
  async _onFirstRender(context, options) {
    await super._onFirstRender(context, options);
    /** @type {HTMLFormElement} */ (this.root).noValidate = true;
    this.root.addEventListener("change", () => this.#follow());
  }

  /** What one field takes, the others of its kind cannot; what is chosen says what it means. */
  #follow() {
    const { form } = this.action;
    const values = this.#typed();
    for (const told of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-vttb-hint]"))) {
      const field = form.find((/** @type {any} */ one) => `form.${one.key}` === told.dataset.vttbHint);
      told.textContent = hintOf(field, values[field.key]);
    }
    for (const field of form.filter((/** @type {any} */ one) => one.kind === "choice" && one.distinct !== undefined)) {
      const select = /** @type {HTMLSelectElement | null} */ (this.root.querySelector(`select[name="form.${field.key}"]`));
      for (const [at, { text, taken }] of formEntries(field, form, values, t).entries()) {
        const entry = select?.options[at];
        if (entry) Object.assign(entry, { textContent: text, disabled: taken });
      }
    }
  }

  #typed() {
    return Object.fromEntries(this.action.form.map((/** @type {any} */ field) => [field.key, this.#value(`form.${field.key}`)]));
  }

  /** @param {string} selector */
  #focus(selector) {
    /** @type {HTMLElement | null} */ (this.root.querySelector(selector))?.focus();
  }

  /** @param {string} name */
  #value(name) {
    const field = /** @type {any} */ ([...this.root.querySelectorAll("[name]")].find((one) => one.getAttribute("name") === name) ?? null);
    return field === null ? null : field.type === "checkbox" ? field.checked === true : field.value;
  }

  /** @this {FormWindow} @param {Event} event */
  static async #submitted(event) {
    if (event.type !== "submit") return;
    const { form } = this.action;
    this.#values = this.#typed();
    const { args, faults } = formValues(form, (name) => this.#value(name), t);
    this.#faults = faults;
    this.#refusal = null;
    if (Object.keys(faults).length > 0) await this.#again("[aria-invalid=true]");
    else await services.page.flight.once(`form ${this.actor}`, () => this.#act(args));
  }

  /** @param {Record<string, any>} filled */
  async #act(filled) {
    const ack = await (this.action.send ?? ((/** @type {Record<string, any>} */ values) => this.#perform(values)))(filled);
    if (ack.ok) {
      await this.close();
      if (ack.reply) await whisperReply(ack.reply);
      return;
    }
    this.#refusal = ack.error ?? null;
    await this.#again("button[type=submit]");
  }

  /** @param {Record<string, any>} filled */
  #perform(filled) {
    const { verb, args = {} } = this.action;
    return services.page.act({ kind: "command", verb, args: { ...args, ...filled }, actor: this.actor, targets: targets() });
  }

  /** @param {string} selector what gets the keyboard */
  async #again(selector) {
    if (!this.rendered) return;
    await this.render();
    this.#focus(selector);
  }
}
