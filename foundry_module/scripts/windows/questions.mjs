/** The desk that opens and closes question windows and the panel. */
import { byCommand, clockText, inCard } from "../pure/asks.mjs";
import { answerAction, closedSentence, countdown } from "../pure/questions.mjs";
import { LINGER } from "../pure/queue.mjs";
import { announce } from "../table/live.mjs";
import { whisperRefusal } from "../table/messages.mjs";
import { t } from "../table/words.mjs";
import { services } from "./base.mjs";
import { focusOwnDice } from "./dice.mjs";
import { furtherIn } from "./further.mjs";
import { PanelWindow } from "./panel.mjs";
import { QuestionWindow } from "./question.mjs";

const TICK = 1_000;

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
      focusOwnDice(window.root, () => question);
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
    else if (this.#inCards.has(closed.id) && !this.#answered.has(closed.id)) announce(closedSentence(closed, t, this.#inCards.get(closed.id)));
    this.#answered.delete(closed.id);
    this.refreshCards();
  }

  /** What this page's user is asked himself. @returns {any[]} */
  own() {
    const { leader, page } = services;
    return leader.leads ? [...leader.state.questions.values()].filter((question) => leader.askedOf(question).mine) : [...page.questions.values()];
  }

  /** An open question that this page may show. @param {string} id @returns {any} */
  questionOf(id) {
    const { leader, page } = services;
    return (leader.leads ? leader.state.questions.get(id) : null) ?? page.questions.get(id) ?? null;
  }

  /** Questions that this page's user answers in cards, by command. */
  inCards() {
    return byCommand(this.own());
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
    const further = furtherIn(ask, (question.options ?? []).find((/** @type {any} */ one) => one.key === choice));
    if (!further) return;
    const ack = this.send(question, { choice, further });
    services.cards.refreshAsks();
    await ack;
    setTimeout(() => services.cards.refreshAsks(), LINGER + 10);
  }

  /**
   * @param {any} question
   * @param {{ choice: string | null, further?: Record<string, string>, habits?: Record<string, string> }} answer
   * @param {(error: any) => unknown} refused what to do with a refusal
   */
  async send(question, answer, refused = whisperRefusal) {
    const { id, ...action } = answerAction(question, answer, "");
    this.#answered.add(question.id);
    const ack = await services.page.flight.once(flightKey(question), () => services.page.act(action));
    if (ack?.ok) return ack;
    if (ack?.error) void refused(ack.error);
    this.#answered.delete(question.id);
    if (ack) services.page.hello();
    return ack;
  }

  /** The leading page's questions changed: show or refresh the panel. */
  refreshPanel() {
    const { leader } = services;
    const waiting = this.own().some((question) => !inCard(question));
    if (this.#panel?.rendered) {
      if (leader.state.questions.size === 0 && !this.#panel.keep) void this.#panel.close();
      else void this.#panel.redraw();
    } else if (waiting && leader.connected) void this.openPanel();
    for (const [id, window] of this.#windows) {
      const question = leader.state.questions.get(id);
      if (question) window.update(question);
    }
    this.#tick();
  }

  /** @param {{ keep?: boolean }} [how] `keep`: it stays open when nobody is asked */
  openPanel({ keep = false } = {}) {
    this.#panel ??= new PanelWindow();
    this.#panel.keep ||= keep;
    const active = /** @type {HTMLElement | null} */ (document.activeElement);
    const count = services.leader.state.questions.size;
    announce(count === 0 ? t("VTTB.Panel.Nobody") : t("VTTB.Panel.Open", { count }));
    const panel = this.#panel;
    return panel.render({ force: true }).then(() => {
      if (active?.isConnected && active !== document.activeElement && active !== document.body) active.focus();
      focusOwnDice(panel.root, (id) => this.questionOf(id));
    });
  }

  /** Alt+Q: into the oldest question. @returns {boolean} */
  focusOldest() {
    for (const question of this.own()) {
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

  /** A key instead of a button. @param {boolean} accept @returns {boolean} whether anything is asked */
  answerOldest(accept) {
    if (!this.#oldest()) return false;
    void (accept ? this.accept() : this.decline());
    return true;
  }

  /**
   * Take an option of the oldest question that offers it, or the only option of the oldest question. Where there is more
   * to say, the keyboard goes there.
   * @param {string} [key] @returns {Promise<any>} the acknowledgement, null if nothing was sent
   */
  async accept(key) {
    const question = this.#oldest(key);
    if (!question) return this.#nobodyAsks();
    const [option, ...others] = (question.options ?? []).filter((/** @type {any} */ one) => key === undefined || one.key === key);
    if (option && others.length === 0 && !option.further?.length && !question.dice) return this.#sendOnce(question, option.key);
    if (key === undefined) this.focusOldest();
    else this.#goTo(question);
    return null;
  }

  /** Decline the oldest question. @returns {Promise<any>} as `accept` */
  async decline() {
    const question = this.#oldest();
    return question ? this.#sendOnce(question, null) : this.#nobodyAsks();
  }

  /** @param {string} [key] an option that it offers */
  #oldest(key) {
    return this.own().find(({ options }) => key === undefined || options?.some((/** @type {any} */ one) => one.key === key));
  }

  #nobodyAsks() {
    ui.notifications?.warn(t("VTTB.Macro.NotAsked"));
    return null;
  }

  /** @param {any} question @param {string | null} choice */
  async #sendOnce(question, choice) {
    return this.busy(question) ? null : ((await this.send(question, { choice })) ?? null);
  }

  /** Into that question, wherever it stands. @param {any} question */
  #goTo(question) {
    if (inCard(question)) this.#focusCard(question);
    else {
      this.open(question);
      const window = this.#windows.get(question.id);
      if (window) void window.render({ force: true }).then(() => this.#enter(window));
    }
  }

  /** @param {QuestionWindow | PanelWindow} window */
  #enter(window) {
    const first = /** @type {HTMLElement | null} */ (
      window.root.querySelector('input[data-vttb-die], .vttb-option > button, [data-question] button[data-action="choose"], [data-question] button[data-action="decline"], button[data-action="decline"]')
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
