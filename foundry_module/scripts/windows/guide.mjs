/** The dialog of several steps that a character's sheet may have; each step is sent when it is left, and the whole is kept by the bridge. */
import { beside, guideContext, isChanged, runningBudget, stepOf } from "../pure/guide.mjs";
import { formValues } from "../pure/form.mjs";
import { targets } from "../table/characters.mjs";
import { announce } from "../table/live.mjs";
import { t } from "../table/words.mjs";
import { services, templatePath, VttbWindow } from "./base.mjs";
import { focusOn, follow, readIn, typedIn } from "./filled.mjs";

const ID = "vttb-guide";
/** What gets the keyboard when a step is shown. */
const FIRST = "section [name], section [data-vttb-cell], button[type=submit]";

/** @param {string} actor @returns {import("../pure/guide.mjs").Guide | null} what this page's user may know */
function guideOf(actor) {
  const { leader, page } = services;
  return (leader.leads ? leader.state.characters.get(actor) : page.own.get(actor))?.sheet?.guide ?? null;
}

/** The one that is open, or is about to be. @type {GuideWindow | null} */
let current = null;

/** The second click of a double click is none for the step that stands there by then. @param {MouseEvent} event */
function once(event) {
  if (event.detail < 2 || !(/** @type {HTMLElement} */ (event.target).closest("[type=submit], [data-action]"))) return;
  event.preventDefault();
  event.stopPropagation();
}

/** Whose dialog opens as soon as there is one. */
let wanted = "";

export class GuideWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    id: ID,
    tag: "form",
    window: { minimizable: true },
    position: { width: 560 },
    form: { handler: GuideWindow.#submitted, submitOnChange: false, closeOnSubmit: false },
    actions: { go: GuideWindow.#go, back: GuideWindow.#back, aside: GuideWindow.#aside },
  });

  static PARTS = /** @type {any} */ ({ main: { template: templatePath("guide"), templates: [templatePath("fields"), templatePath("rows"), templatePath("budget")], scrollable: [""] } });

  #step = "";
  /** @type {Record<string, any>} */
  #values = {};
  /** @type {Record<string, string>} */
  #faults = {};
  /** @type {{ heading?: string, text?: string, hint?: string } | null} */
  #refusal = null;
  /** What is pressed is done in turn: a click on Next may follow a change that is still on its way. */
  #line = Promise.resolve();
  /** The step is being left; a second click means the same. */
  #leaving = false;

  /**
   * What an action opens: the dialog that is there, else the one that the action begins.
   * @param {{ verb: string, args?: Record<string, any> }} action @param {string} actor
   */
  static async open(action, actor) {
    if (await GuideWindow.show(actor)) return;
    const ack = await services.page.flight.once(`guide ${actor}`, () =>
      services.page.perform({ kind: "command", verb: action.verb, args: action.args ?? {}, actor, targets: targets() }),
    );
    if (!ack?.ok) wanted = "";
    else await fetched(actor);
    await GuideWindow.refresh();
  }

  /** The dialog of a character, now or as soon as it is there. @param {string} actor @returns {Promise<boolean>} whether it is there now */
  static async show(actor) {
    wanted = actor;
    const there = Boolean(await fetched(actor));
    await GuideWindow.refresh();
    return there;
  }

  /** News of characters: the dialog shows them unless somebody fills it in, and goes when it is over. */
  static async refresh() {
    const window = current;
    if (wanted && guideOf(wanted)) {
      const actor = wanted;
      wanted = "";
      if (window?.actor === actor) return window.#show(window.#step);
      current = new GuideWindow(actor);
      if (window) await window.close();
      return current.#show("");
    }
    if (!window?.rendered) return;
    if (!window.#guide) await window.close();
    else if (window.#over) await window.#show("");
    else if (!window.#changed) await window.#draw();
  }

  /** @param {any} options */
  _onClose(options) {
    super._onClose(options);
    if (current === this) current = null;
  }

  /** @param {string} actor */
  constructor(actor) {
    super();
    this.actor = actor;
  }

  get #guide() {
    return guideOf(this.actor);
  }

  get title() {
    return this.#guide?.title ?? "";
  }

  /** Whether the step that is shown has to wait again, as after an undo. */
  get #over() {
    return Boolean(this.#guide?.steps.find(({ key }) => key === this.#step)?.reason);
  }

  /** Whether something was filled in that was not sent. */
  get #changed() {
    const guide = this.#guide;
    return guide !== null && this.rendered && isChanged(stepOf(guide, this.#step), readIn(this.root));
  }

  /** @returns {Promise<any>} */
  async _prepareContext() {
    const guide = this.#guide;
    return guide ? { ...guideContext(guide, this.#step, this.#values, this.#faults, t), refusal: this.#refusal } : {};
  }

  /** @param {any} context @param {any} options */
  async _onFirstRender(context, options) {
    await super._onFirstRender(context, options);
    /** @type {HTMLFormElement} */ (this.root).noValidate = true;
    this.root.addEventListener("click", once, { capture: true });
    for (const kind of ["input", "change"]) this.root.addEventListener(kind, (event) => this.#follow(event));
  }

  /** @param {Event} event */
  #follow({ type, target }) {
    const guide = this.#guide;
    if (!guide) return;
    const step = stepOf(guide, this.#step);
    follow(this.root, step.form, target);
    if (step.live && type === "change" && this.#changed) return void this.#inTurn(() => this.#sendLive(String(/** @type {any} */ (target)?.name ?? "")));
    const now = runningBudget(guide, step, readIn(this.root), t);
    const place = this.root.querySelector(".vttb-budget");
    if (!now || !place) return;
    const [text, bar, rest] = ["b", ".bar i", ":scope > span:last-child"].map((one) => /** @type {HTMLElement} */ (place.querySelector(one)));
    text.textContent = now.text;
    bar.style.width = `${now.share}%`;
    rest.textContent = now.rest;
  }

  /** @param {string} step */
  async #show(step) {
    this.#step = step;
    this.#values = {};
    this.#faults = {};
    this.#refusal = null;
    await this.render(/** @type {any} */ ({ force: true }));
    focusOn(this.root, FIRST);
  }

  /** Draw again without moving the keyboard. */
  async #draw() {
    this.#values = {};
    await this.render();
  }

  /** @param {() => Promise<void>} work */
  #inTurn(work) {
    this.#line = this.#line.then(work, work);
    return this.#line;
  }

  /** @param {() => Promise<void>} work */
  async #once(work) {
    if (this.#leaving) return;
    this.#leaving = true;
    await this.#inTurn(work).finally(() => (this.#leaving = false));
  }

  /** Leave the step for another one; what was filled in is sent first. @param {string} to */
  async #leave(to) {
    await this.#once(async () => {
      if (!this.#changed || (await this.#send())) await this.#show(to);
    });
  }

  /** Send what was chosen and show what follows from it; the keyboard stays. @param {string} name of what was changed */
  async #sendLive(name) {
    if (!this.#changed || !(await this.#send()) || this.#changed) return;
    await this.#draw();
    focusOn(this.root, `[name="${name}"]`);
  }

  /** @returns {Promise<boolean>} whether the step was taken */
  async #send() {
    const guide = this.#guide;
    if (!guide) return false;
    const step = stepOf(guide, this.#step);
    this.#values = typedIn(this.root, step.form);
    const { args, faults } = formValues(step.form, readIn(this.root), t);
    this.#faults = faults;
    this.#refusal = null;
    if (Object.keys(faults).length === 0 && (await this.#act({ ...step.args, ...args }))) return true;
    if (this.rendered && this.#guide) {
      await this.render();
      focusOn(this.root, Object.keys(faults).length > 0 ? "[aria-invalid=true], .fault ~ [data-vttb-add]" : "button[type=submit]");
    }
    return false;
  }

  /** @param {Record<string, any>} args */
  async #act(args) {
    const ack = await services.page.act({ kind: "command", verb: this.#guide?.verb, args, actor: this.actor, targets: [] });
    if (ack.ok) await fetched(this.actor);
    this.#refusal = ack.error ?? null;
    return ack.ok;
  }

  /** @this {GuideWindow} @param {Event} event */
  static async #submitted(event) {
    if (event.type === "submit") await this.#once(() => this.#next());
  }

  async #next() {
    const guide = this.#guide;
    if (!guide) return;
    const step = stepOf(guide, this.#step);
    const acts = step.button && (step.form.length === 0 || this.#changed);
    if (acts && !(await this.#send())) return;
    const now = this.#guide;
    if (!now) await this.close();
    else await this.#show(step.form.length > 0 || !step.button ? (beside(now, step.key, 1)?.key ?? step.key) : step.key);
  }

  /** @this {GuideWindow} @param {PointerEvent} _event @param {HTMLElement} target */
  static async #go(_event, target) {
    if (target.title) announce(target.title);
    else await this.#leave(String(target.dataset.step));
  }

  /** @this {GuideWindow} */
  static async #back() {
    const guide = this.#guide;
    const before = guide && beside(guide, stepOf(guide, this.#step).key, -1);
    if (before) await this.#leave(before.key);
  }

  /** @this {GuideWindow} */
  static async #aside() {
    await this.#once(async () => {
      const aside = this.#guide?.aside;
      if (aside && (await this.#act(aside.args))) await GuideWindow.refresh();
      else if (this.rendered) await this.render();
    });
  }
}

/** A page that does not lead asks for what it may know of a character. @param {string} actor */
async function fetched(actor) {
  if (!services.leader.leads) await services.page.fetchOwn(actor);
  return guideOf(actor);
}
