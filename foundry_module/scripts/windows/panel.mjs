/** The game master's panel of open questions. */
import { titleText } from "../pure/card.mjs";
import { byItself, countdown, panelContext } from "../pure/questions.mjs";
import { threatsContext } from "../pure/threats.mjs";
import { dragAnswer } from "../table/hotbar.mjs";
import { whisperRefusal } from "../table/messages.mjs";
import { t } from "../table/words.mjs";
import { services, templatePath, VttbWindow } from "./base.mjs";
import { answerIn, drawDice, focusOwnDice, keepingDice } from "./dice.mjs";
import { chosenFor, drawQuestions } from "./further.mjs";
import { drawClock } from "./question.mjs";
import { drawStories } from "./story.mjs";

/** Where a question belongs: its command's card says it. @param {any} question */
function scopeOf(question) {
  const card = services.leader.cardOf(question.command);
  return card ? t("VTTB.Panel.Scope", { scope: card.scope, title: titleText(card) }) : "";
}

export class PanelWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    id: "vttb-panel",
    window: { title: "VTTB.Panel.Title" },
    position: { width: 420 },
    actions: {
      choose: PanelWindow.#choose,
      decline: PanelWindow.#decline,
      declineAll: PanelWindow.#declineAll,
      pause: PanelWindow.#pause,
      open: PanelWindow.#open,
    },
  });

  static PARTS = /** @type {any} */ ({ main: { template: templatePath("panel"), templates: [templatePath("threats")], scrollable: [""] } });

  /** @type {string | undefined} */
  #focusKey = undefined;
  /** Whether it was opened for more than the questions, and so stays when all are answered. */
  keep = false;

  /** Who can take whom out, encounter by encounter. */
  #threats() {
    const running = [...services.leader.state.encounters.values()].filter(({ over }) => over !== true);
    return running.flatMap(({ name, threats }) => {
      const context = threatsContext(threats);
      return context ? [{ ...context, scope: running.length > 1 ? name : "" }] : [];
    });
  }

  /** @returns {Promise<any>} */
  async _prepareContext() {
    const { leader } = services;
    const questions = [...leader.state.questions.values()];
    return {
      ...panelContext(questions, (question) => leader.askedOf(question), Date.now(), t, chosenFor, scopeOf),
      threats: this.#threats(),
      threatsOpen: this.keep,
      paused: leader.state.settings.paused,
      connected: leader.connected,
    };
  }

  /** @param {any} context @param {any} options */
  async _onRender(context, options) {
    await super._onRender(context, options);
    const questionOf = (/** @type {string} */ id) => services.questions.questionOf(id);
    drawQuestions(this.root, questionOf);
    drawDice(this.root, questionOf);
    drawStories(this.root, questionOf);
    for (const told of this.root.querySelectorAll("details[data-vttb-threats]")) {
      told.addEventListener("toggle", () => { this.keep = /** @type {HTMLDetailsElement} */ (told).open; });
    }
  }

  /** @param {any} context @param {any} options */
  async _onFirstRender(context, options) {
    await super._onFirstRender(context, options);
    this.root.addEventListener("dragstart", (event) => dragAnswer(event, (id) => services.questions.questionOf(id)));
  }

  /** @param {any} options */
  _onClose(options) {
    this.keep = false;
    super._onClose(options);
  }

  /** Draw again, with the keyboard where it was, also in the next round of the same question. */
  async redraw() {
    const { ownerDocument } = this.root;
    const { activeElement } = ownerDocument;
    if (this.root.contains(activeElement)) this.#focusKey = /** @type {HTMLElement} */ (activeElement).dataset.focus;
    else if (activeElement && activeElement !== ownerDocument.body) this.#focusKey = undefined;
    const questionOf = (/** @type {string} */ id) => services.questions.questionOf(id);
    const before = new Set([.../** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-question]"))].map(({ dataset }) => dataset.question));
    await keepingDice(this.root, async () => void (await this.render()));
    focusOwnDice(this.root, (id) => (before.has(id) ? null : questionOf(id)));
    if (this.#focusKey === undefined || !this.rendered || this.root.contains(ownerDocument.activeElement)) return;
    const kept = [.../** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-focus]"))];
    const same = kept.find(({ dataset }) => dataset.focus === this.#focusKey);
    if (same) same.focus();
    else this.#focusKey = undefined;
  }

  tick() {
    if (!this.rendered) return;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("[data-question]"))) {
      const question = services.leader.state.questions.get(row.dataset.question ?? "");
      if (!question) continue;
      const clock = countdown(question, Date.now());
      drawClock(row.querySelector(".vttb-leader"), clock);
      const declines = row.querySelector("[data-vttb-declines]");
      if (declines) declines.textContent = byItself(question, Date.now(), t);
    }
  }

  /** @param {HTMLElement} target */
  static questionOf(target) {
    const row = /** @type {HTMLElement | null} */ (target.closest("[data-question]"));
    return services.leader.state.questions.get(row?.dataset.question ?? "") ?? null;
  }

  /** @this {PanelWindow} @param {PointerEvent} event @param {HTMLElement} target */
  static async #choose(event, target) {
    const question = PanelWindow.questionOf(target);
    if (!question || event.detail > 1) return;
    const choice = String(target.dataset.key);
    if (target.dataset.further === "true") {
      services.questions.open(question);
      return;
    }
    const further = await answerIn(/** @type {HTMLElement} */ (target.closest("[data-question]")), question, choice);
    if (further) void services.questions.send(question, { choice, further });
  }

  /** @this {PanelWindow} @param {PointerEvent} event @param {HTMLElement} target */
  static #decline(event, target) {
    const question = PanelWindow.questionOf(target);
    if (question && event.detail <= 1) void services.questions.send(question, { choice: null });
  }

  /** @this {PanelWindow} @param {PointerEvent} _event @param {HTMLElement} target */
  static #open(_event, target) {
    const question = PanelWindow.questionOf(target);
    if (question) services.questions.open(question);
  }

  /** @this {PanelWindow} */
  static async #declineAll() {
    const questions = [...services.leader.state.questions.values()];
    const sure = await foundry.applications.api.DialogV2.confirm(
      /** @type {any} */ ({
        window: { title: t("VTTB.Panel.DeclineAll") },
        content: `<p>${t("VTTB.Panel.DeclineAllAsk", { count: questions.length })}</p>`,
      }),
    );
    if (sure) for (const question of questions) void services.questions.send(question, { choice: null });
  }

  static async #pause() {
    const ack = await services.leader.configure({ paused: !services.leader.state.settings.paused });
    if (ack.error) void whisperRefusal(ack.error);
  }
}
