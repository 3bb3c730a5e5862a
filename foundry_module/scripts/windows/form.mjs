/** The small window of an action that needs more than a click; it acts at the click of its own button. */
import { formContext, formValues } from "../pure/form.mjs";
import { targets } from "../table/characters.mjs";
import { whisperReply } from "../table/messages.mjs";
import { t } from "../table/words.mjs";
import { services, templatePath, VttbWindow } from "./base.mjs";
import { focusOn, follow, readIn, typedIn } from "./filled.mjs";

/** What gets the keyboard first. */
const FIRST = "[name], [data-vttb-cell], [data-vttb-add]";

export class FormWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    id: "vttb-form",
    tag: "form",
    window: { resizable: false },
    position: { width: 320 },
    form: { handler: FormWindow.#submitted, submitOnChange: false, closeOnSubmit: false },
  });

  static PARTS = /** @type {any} */ ({ main: { template: templatePath("form"), templates: [templatePath("fields"), templatePath("rows")] } });

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
    focusOn(window.root, FIRST);
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
    this.root.addEventListener("change", (event) => follow(this.root, this.action.form, event.target));
  }

  /** @this {FormWindow} @param {Event} event */
  static async #submitted(event) {
    if (event.type !== "submit") return;
    const { form } = this.action;
    this.#values = typedIn(this.root, form);
    const { args, faults } = formValues(form, readIn(this.root), t);
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
    focusOn(this.root, selector);
  }
}
