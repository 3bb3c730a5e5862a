/** The window of one question. */
import { changedHabits, closedSentence, countdown, clockSentence, questionContext } from "../pure/questions.mjs";
import { dragAnswer } from "../table/hotbar.mjs";
import { announce } from "../table/live.mjs";
import { whisperRefusal } from "../table/messages.mjs";
import { t } from "../table/words.mjs";
import { services, showFault, templatePath, VttbWindow } from "./base.mjs";
import { answerIn, drawDice } from "./dice.mjs";
import { chosenFor, drawQuestions } from "./further.mjs";

const FAREWELL = 2_000;

export class QuestionWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    id: "vttb-question-{id}",
    window: { title: "VTTB.Question.Title", minimizable: true, resizable: false },
    position: { width: 420 },
    actions: { choose: QuestionWindow.#choose, decline: QuestionWindow.#decline },
  });

  static PARTS = /** @type {any} */ ({ main: { template: templatePath("question") } });

  farewell = "";
  done = false;

  /** @param {any} question @param {Record<string, any>} [options] */
  constructor(question, options = {}) {
    super(/** @type {any} */ (options));
    this.question = question;
  }

  get title() {
    return t("VTTB.Question.Title", { name: this.question.name });
  }

  /** @returns {Promise<any>} */
  async _prepareContext() {
    return { ...questionContext(this.question, Date.now(), t, chosenFor), farewell: this.farewell, closes: services.page.questions.has(this.question.id) };
  }

  /** @param {any} context @param {any} options */
  async _onRender(context, options) {
    await super._onRender(context, options);
    drawQuestions(this.root, () => this.question);
    drawDice(this.root, () => this.question);
  }

  /** The Escape key leaves a question as it is. @param {any} context @param {any} options */
  async _onFirstRender(context, options) {
    await super._onFirstRender(context, options);
    this.root.addEventListener("dragstart", (event) => dragAnswer(event, () => this.question));
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.preventDefault();
      event.stopImmediatePropagation();
    }, { capture: true });
  }

  tick() {
    if (!this.rendered || this.farewell || this.done) return;
    const clock = countdown(this.question, Date.now());
    drawClock(this.root.querySelector(".vttb-leader"), clock);
    const sentence = this.root.querySelector("[data-vttb-clock]");
    if (sentence) sentence.textContent = clockSentence(clock.seconds, t, clock.paused);
    if (!clock.paused && (clock.seconds === 10 || clock.seconds === 5)) announce(t("VTTB.Question.Left", { name: this.question.name, seconds: clock.seconds }));
  }

  /** @param {any} question the same one with new clocks */
  update(question) {
    this.question = { ...this.question, deadline: question.deadline, paused: question.paused, deadline_in: question.deadline_in };
    this.tick();
  }

  /** @param {{ by: string, name?: string }} closed */
  async leave(closed) {
    const mine = this.done;
    this.done = true;
    if (mine || !this.rendered) {
      await this.close();
      return;
    }
    this.farewell = closedSentence(closed, t, this.question);
    announce(this.farewell);
    await this.render();
    setTimeout(() => void this.close(), FAREWELL);
  }

  /** @param {string | null} choice */
  async answer(choice) {
    if (this.done) return;
    const further = await answerIn(this.root, this.question, choice);
    if (!further || this.done) return;
    const chosen = Object.fromEntries(
      (this.question.options ?? []).map((/** @type {any} */ one, /** @type {number} */ index) => [one.key, this.read(`habit-${index}`) ?? ""]),
    );
    this.done = true;
    this.#sending(true);
    const answer = { choice, further, habits: changedHabits(this.question, chosen) };
    const ack = await services.questions.send(this.question, answer, (error) => this.#refused(error));
    if (ack && !ack.ok) {
      this.done = false;
      this.#sending(false);
    }
    if (ack?.ok) await this.close();
  }

  /** A refusal stands in the window, for as long as there is one. @param {any} error */
  #refused(error) {
    if (this.rendered && !this.farewell) showFault(this.root, { heading: error.heading, text: [error.text, error.hint].filter(Boolean).join(" ") });
    else void whisperRefusal(error);
  }

  /** Say that a click has arrived, for as long as nobody takes the answer. @param {boolean} on */
  #sending(on) {
    for (const button of this.root.querySelectorAll("button[data-action=choose], button[data-action=decline]")) button.setAttribute("aria-disabled", String(on));
    const sentence = this.root.querySelector("[data-vttb-clock]");
    if (on && sentence) sentence.textContent = t("VTTB.Question.Sending");
    if (!on) this.tick();
  }

  /** Closing the window declines, as it says, for whoever was asked himself. @param {any} [options] @returns {Promise<any>} */
  async close(options) {
    if (options?.closeKey) return this;
    if (!this.done && services.page.questions.has(this.question.id)) {
      this.done = true;
      void services.questions.send(this.question, { choice: null });
    }
    services.questions.forget(this.question.id);
    return super.close(options);
  }

  /** @this {QuestionWindow} @param {PointerEvent} event @param {HTMLElement} target */
  static #choose(event, target) {
    if (event.detail <= 1) void this.answer(String(target.dataset.key));
  }

  /** @this {QuestionWindow} @param {PointerEvent} event */
  static #decline(event) {
    if (event.detail <= 1) void this.answer(null);
  }
}

/** @param {Element | null} sign @param {ReturnType<typeof countdown>} clock */
export function drawClock(sign, clock) {
  if (!sign) return;
  sign.classList.toggle("urgent", clock.urgent);
  sign.classList.toggle("paused", clock.paused || clock.none);
  /** @type {HTMLElement} */ (sign).style.setProperty("--left", String(clock.left));
  const number = sign.querySelector("b");
  if (number && !clock.none) number.textContent = clock.text;
}
