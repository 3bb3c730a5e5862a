/** The question window, the game master's panel, and the desk that opens and closes them. */
import { byCommand, clockText, inCard } from "../pure/asks.mjs";
import { answerAction, changedHabits, closedSentence, countdown, clockSentence, panelContext, questionContext } from "../pure/questions.mjs";
import { LINGER } from "../pure/queue.mjs";
import { announce } from "../table/live.mjs";
import { t } from "../table/words.mjs";
import { services, templatePath, VttbWindow } from "./base.mjs";

const FAREWELL = 2_000;
const TICK = 1_000;

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
    return { ...questionContext(this.question, Date.now(), t), farewell: this.farewell, closes: services.page.questions.has(this.question.id) };
  }

  /** @param {any} context @param {any} options */
  async _onRender(context, options) {
    await super._onRender(context, options);
    const blocks = this.root.querySelector(".vttb-blocks");
    if (blocks) blocks.innerHTML = context.blocks;
  }

  /** The Escape key leaves a question as it is. @param {any} context @param {any} options */
  async _onFirstRender(context, options) {
    await super._onFirstRender(context, options);
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
    this.farewell = closedSentence(closed, t);
    announce(this.farewell);
    await this.render();
    setTimeout(() => void this.close(), FAREWELL);
  }

  /** @param {string | null} choice @param {number | null} place */
  async answer(choice, place) {
    if (this.done) return;
    /** @type {Record<string, string>} */
    const further = {};
    const option = (this.question.options ?? []).find((/** @type {any} */ one) => one.key === choice);
    (option?.further ?? []).forEach((/** @type {any} */ one, /** @type {number} */ index) => {
      const value = this.read(`further-${place}-${index}`);
      const found = (one.options ?? []).find((/** @type {any} */ each) => String(each.value) === value);
      if (value !== null) further[one.key] = found ? found.value : value;
    });
    const chosen = Object.fromEntries(
      (this.question.options ?? []).map((/** @type {any} */ one, /** @type {number} */ index) => [one.key, this.read(`habit-${index}`) ?? ""]),
    );
    this.done = true;
    this.#sending(true);
    const ack = await services.questions.send(this.question, { choice, further, habits: changedHabits(this.question, chosen) });
    if (ack && !ack.ok) {
      this.done = false;
      this.#sending(false);
    }
    if (ack?.ok) await this.close();
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
    if (event.detail <= 1) void this.answer(String(target.dataset.key), Number(target.dataset.place));
  }

  /** @this {QuestionWindow} @param {PointerEvent} event */
  static #decline(event) {
    if (event.detail <= 1) void this.answer(null, null);
  }
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

  static PARTS = /** @type {any} */ ({ main: { template: templatePath("panel"), scrollable: [""] } });

  /** @type {string | undefined} */
  #focusKey = undefined;

  /** @returns {Promise<any>} */
  async _prepareContext() {
    const { leader } = services;
    const questions = [...leader.state.questions.values()];
    return {
      ...panelContext(questions, (question) => leader.askedOf(question), Date.now(), t),
      paused: leader.state.settings.paused,
      connected: leader.connected,
    };
  }

  /** Draw again, with the keyboard on the button where it was, also in the next round of the same question. */
  async redraw() {
    const { ownerDocument } = this.root;
    const { activeElement } = ownerDocument;
    if (this.root.contains(activeElement)) this.#focusKey = /** @type {HTMLElement} */ (activeElement).dataset.focus;
    else if (activeElement && activeElement !== ownerDocument.body) this.#focusKey = undefined;
    await this.render();
    if (this.#focusKey === undefined || !this.rendered || this.root.contains(ownerDocument.activeElement)) return;
    const buttons = [.../** @type {NodeListOf<HTMLElement>} */ (this.root.querySelectorAll("button[data-focus]"))];
    const same = buttons.find((button) => button.dataset.focus === this.#focusKey);
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
      if (declines) declines.textContent = clock.seconds === null || clock.paused ? "" : t("VTTB.Panel.DeclinesIn", { seconds: clock.seconds });
    }
  }

  /** @param {HTMLElement} target */
  static questionOf(target) {
    const row = /** @type {HTMLElement | null} */ (target.closest("[data-question]"));
    return services.leader.state.questions.get(row?.dataset.question ?? "") ?? null;
  }

  /** @this {PanelWindow} @param {PointerEvent} event @param {HTMLElement} target */
  static #choose(event, target) {
    const question = PanelWindow.questionOf(target);
    if (!question || event.detail > 1) return;
    if (target.dataset.further === "true") services.questions.open(question);
    else void services.questions.send(question, { choice: String(target.dataset.key) });
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
    await services.leader.configure({ paused: !services.leader.state.settings.paused });
  }
}

/** @param {Element | null} sign @param {ReturnType<typeof countdown>} clock */
function drawClock(sign, clock) {
  if (!sign) return;
  sign.classList.toggle("urgent", clock.urgent);
  sign.classList.toggle("paused", clock.paused || clock.none);
  /** @type {HTMLElement} */ (sign).style.setProperty("--left", String(clock.left));
  const number = sign.querySelector("b");
  if (number && !clock.none) number.textContent = clock.text;
}

/** Opens and closes question windows, and moves the keyboard into them. */
export class QuestionDesk {
  /** @type {Map<string, QuestionWindow>} */
  #windows = new Map();
  /** @type {PanelWindow | null} */
  #panel = null;
  /** @type {any} */
  #ticking = null;
  /** @type {Map<string, any>} the questions of this page's user that stand in cards */
  #inCards = new Map();
  /** @type {Set<string>} those that this page has answered */
  #answered = new Set();

  /** A question has come: in its card, or in a window. @param {any} question */
  asked(question) {
    if (inCard(question)) this.refreshCards();
    else this.open(question);
  }

  /** @param {any} question */
  open(question) {
    const old = this.#windows.get(question.id);
    if (old) {
      if (old.rendered) old.update(question);
      return;
    }
    const window = new QuestionWindow(question);
    this.#windows.set(question.id, window);
    const seconds = countdown(question, Date.now()).seconds;
    announce(seconds === null ? t("VTTB.Question.For", { name: question.name }) : t("VTTB.Question.ForSeconds", { name: question.name, seconds }));
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    void window.render({ force: true }).then(() => {
      if (active?.isConnected && active !== document.activeElement && active !== document.body) active.focus();
    });
    this.#tick();
  }

  /** @param {string} id */
  forget(id) {
    this.#windows.delete(id);
  }

  /** @param {any} closed */
  closed(closed) {
    const window = this.#windows.get(closed.id);
    if (window) void window.leave(closed);
    else if (this.#inCards.has(closed.id) && !this.#answered.has(closed.id)) announce(closedSentence(closed, t));
    this.#answered.delete(closed.id);
    this.refreshCards();
  }

  /** What this page's user is asked himself. @returns {any[]} */
  #own() {
    const { leader, page } = services;
    return leader.leads ? [...leader.state.questions.values()].filter((question) => leader.askedOf(question).mine) : [...page.questions.values()];
  }

  /** Questions that this page's user answers in cards, by command. */
  inCards() {
    return byCommand(this.#own());
  }

  /** Whether an answer of the same person is on its way, or has just come back. @param {any} question */
  busy(question) {
    return services.page.flight.has(flightKey(question));
  }

  /** Questions have come, changed or gone: draw them in their cards, and say so once. */
  refreshCards() {
    const open = new Map([...this.inCards().values()].flat().map((question) => [question.id, question]));
    const fresh = [...open.values()].filter((question) => !this.#inCards.has(question.id));
    this.#inCards = open;
    services.cards.refreshAsks();
    if (fresh.length > 0) {
      const said = fresh.flatMap((question) => [t("VTTB.Question.InCard", { name: question.name, trigger: question.trigger }), clockText(question, Date.now(), t)]);
      announce(said.filter(Boolean).join(" "));
    }
    if (open.size > 0) this.#tick();
  }

  /** A button of a question in a card. @param {HTMLElement} button */
  async answerInCard(button) {
    const ask = /** @type {HTMLElement | null} */ (button.closest(".vttb-ask"));
    const question = this.#inCards.get(ask?.dataset.question ?? "");
    if (!ask || !question || this.busy(question)) return;
    const choice = button.dataset.key ?? null;
    const option = (question.options ?? []).find((/** @type {any} */ one) => one.key === choice);
    /** @type {Record<string, string>} */
    const further = {};
    const selects = [.../** @type {NodeListOf<HTMLSelectElement>} */ (ask.querySelectorAll("select"))];
    for (const one of option?.further ?? []) {
      const value = selects.find(({ dataset }) => dataset.option === choice && dataset.further === one.key)?.value;
      const found = (one.options ?? []).find((/** @type {any} */ each) => String(each.value) === value);
      if (found) further[one.key] = found.value;
    }
    const ack = this.send(question, { choice, further });
    services.cards.refreshAsks();
    await ack;
    setTimeout(() => services.cards.refreshAsks(), LINGER + 10);
  }

  /**
   * @param {any} question
   * @param {{ choice: string | null, further?: Record<string, string>, habits?: Record<string, string> }} answer
   */
  async send(question, answer) {
    const { id, ...action } = answerAction(question, answer, "");
    this.#answered.add(question.id);
    const ack = await services.page.flight.once(flightKey(question), () => services.page.perform(action));
    if (ack?.ok) return ack;
    this.#answered.delete(question.id);
    if (ack) services.page.hello();
    return ack;
  }

  /** The leading page's questions changed: show or refresh the panel. */
  refreshPanel() {
    const { leader } = services;
    const waiting = this.#own().some((question) => !inCard(question));
    if (this.#panel?.rendered) {
      if (leader.state.questions.size === 0) void this.#panel.close();
      else void this.#panel.redraw();
    } else if (waiting && leader.connected) void this.openPanel();
    for (const [id, window] of this.#windows) {
      const question = leader.state.questions.get(id);
      if (question) window.update(question);
    }
    this.#tick();
  }

  openPanel() {
    this.#panel ??= new PanelWindow();
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const count = services.leader.state.questions.size;
    announce(count === 0 ? t("VTTB.Panel.Nobody") : t("VTTB.Panel.Open", { count }));
    return this.#panel.render({ force: true }).then(() => {
      if (active?.isConnected && active !== document.activeElement && active !== document.body) active.focus();
    });
  }

  /** Alt+Q: into the oldest question. @returns {boolean} */
  focusOldest() {
    for (const question of this.#own()) {
      if (this.#windows.get(question.id)?.rendered) break;
      if (!inCard(question)) continue;
      this.#focusCard(question);
      return true;
    }
    const window = [...this.#windows.values()].find((one) => one.rendered) ?? (this.#panel?.rendered ? this.#panel : null);
    if (!window) {
      if (services.leader.leads) void this.openPanel().then(() => this.#enter(/** @type {PanelWindow} */ (this.#panel)));
      return services.leader.leads;
    }
    this.#enter(window);
    return true;
  }

  /** @param {QuestionWindow | PanelWindow} window */
  #enter(window) {
    const first = /** @type {HTMLElement | null} */ (
      window.root.querySelector('.vttb-option > button, [data-question] button[data-action="choose"], [data-question] button[data-action="decline"], button[data-action="decline"]')
    );
    (first ?? window.root.querySelector("button"))?.focus(/** @type {any} */ ({ focusVisible: true }));
  }

  /** Into the card of a question; a window stands in for a message that is not there. @param {any} question */
  #focusCard(question) {
    if (!services.cards.askButton(question)) {
      this.open(question);
      return;
    }
    const chat = /** @type {any} */ (ui.chat);
    if (!services.cards.askButton(question)?.checkVisibility()) chat?.activate();
    services.cards.askButton(question)?.focus();
  }

  #tickCards() {
    for (const question of this.#inCards.values()) {
      const { seconds, paused } = countdown(question, Date.now());
      const sentence = services.cards.askButton(question)?.closest(".vttb-ask")?.querySelector("[data-vttb-clock]");
      if (sentence) sentence.textContent = clockText(question, Date.now(), t);
      if (!paused && (seconds === 10 || seconds === 5)) announce(t("VTTB.Question.Left", { name: question.name, seconds }));
    }
  }

  #tick() {
    if (this.#ticking !== null) return;
    this.#ticking = setInterval(() => {
      for (const window of this.#windows.values()) window.tick();
      this.#panel?.tick();
      this.#tickCards();
      if (this.#windows.size === 0 && !this.#panel?.rendered && this.#inCards.size === 0) {
        clearInterval(this.#ticking);
        this.#ticking = null;
      }
    }, TICK);
  }
}

/** In a card the next round's buttons stand where those of the last one stood, so one person answers once at a time. @param {any} question */
const flightKey = (question) => (inCard(question) ? `answer ${question.command} ${question.who}` : `question ${question.id}`);
