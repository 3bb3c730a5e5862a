/** Chat messages: one a command, found again by the command's id and updated in place. */
import { asksHTML, drawnAs } from "../pure/asks.mjs";
import { audienceOf, modeOf } from "../pure/audience.mjs";
import { cardHTML, refusalHTML, replyHTML } from "../pure/card.mjs";
import { throwsOf } from "../pure/correct.mjs";
import { facesOf } from "../pure/dice.mjs";
import { complete, rollData } from "../pure/rolls.mjs";
import { actsHTML, builtBlocks, stepsHTML } from "../pure/steps.mjs";
import { isHidden, owns } from "./characters.mjs";
import { whileThere, write } from "./documents.mjs";
import { t } from "./words.mjs";

/** So long after a question has closed, the next round's button takes the keyboard over. */
const NEXT_ROUND_WITHIN = 3_000;
/** Pixels within which a list counts as scrolled to its end. */
const NEAR_END = 40;
/** Where on a card the buttons of what is being built stand. */
const BUILT = ":is(.vttb-steps, .vttb-doable)";
/** So many commands are remembered with who may see their cards. */
const KEPT = 200;

/** @param {any} message @returns {{ command?: string, rolls?: string[], built?: any[], blind?: boolean, restored?: number }} `built`: what players may have buttons in */
const flagsOf = (message) => message.flags?.["vtt-bridge"] ?? {};

/** Whether a game master's page wrote the message last, by the server's word, if it has one: its author may change it too. @param {any} message */
const isGenuine = ({ _stats }) => !_stats?.lastModifiedBy || game.users.get(_stats.lastModifiedBy)?.isGM === true;

/** Who a message says may see it. @param {any} message @returns {import("../pure/audience.mjs").Audience} */
const seenBy = (message) => ({ whisper: [...message.whisper], blind: flagsOf(message).blind === true });

/**
 * Take buttons and choices out of a message as it was stored: ours are drawn on each page for whoever may use them.
 * @param {HTMLElement} html
 */
export function disarm(html) {
  for (const part of html.querySelectorAll("[data-vttb-action], .vttb-asks")) part.remove();
  for (const part of html.querySelectorAll("[data-question], [data-further]")) {
    part.removeAttribute("data-question");
    part.removeAttribute("data-further");
  }
}

/** Keeps the game's messages and the bridge's cards together. */
export class CardLog {
  /** @type {Map<string, string>} message id by command id */
  #messages = new Map();
  /** @type {Map<string, Set<HTMLElement>>} what is on the page, by command id */
  #shown = new Map();
  /** @type {Set<string>} commands in whose cards questions are drawn */
  #asked = new Set();
  /** @type {Map<string, { mode: import("../pure/audience.mjs").Mode } | import("../pure/audience.mjs").Audience>} who may see cards, by command id */
  #seenBy = new Map();
  /** @type {{ command: string, key: string, until: number, built: boolean } | null} what of a question, or of what is being built, has the keyboard */
  #focus = null;

  /**
   * @param {{
   *   asks: () => Map<string, any[]>, asked: (command: string) => string[], busy: (question: any) => boolean,
   *   chosen: import("../pure/further.mjs").ChosenFor, leads: () => boolean,
   * }} of `asks`: the questions that this page's user answers in cards, by command; `asked`: the users who are asked in a card
   */
  constructor({ asks, asked, busy, chosen, leads }) {
    this.asks = asks;
    this.asked = asked;
    this.leads = leads;
    this.busy = busy;
    this.chosen = chosen;
  }

  readAll() {
    for (const message of game.messages) this.noteCreated(message);
    document.addEventListener("focusin", (event) => {
      const button = /** @type {HTMLElement} */ (event.target);
      const command = /** @type {HTMLElement | null} */ (button.closest("[data-command]"))?.dataset.command;
      const key = button.dataset?.vttbFocus;
      const built = button.matches(`${BUILT} *`);
      this.#focus = command && key !== undefined ? { command, key, until: Infinity, built } : null;
    });
  }

  /** The first message of a command is its card, one of a game master's before any other; a copy of its marks makes no other. @param {any} message */
  noteCreated(message) {
    const { command } = flagsOf(message);
    if (!command || !message.id || (!isGenuine(message) && message.whisper.length > 0)) return;
    const known = this.messageOf(command);
    if (!known || (!isGenuine(known) && isGenuine(message))) this.#messages.set(command, message.id);
    if (isGenuine(message) && this.messageOf(command) === message) this.#remember(command, seenBy(message));
  }

  /** How whoever gives a command wants it to be seen. @param {string} command @param {unknown} mode */
  meant(command, mode) {
    if (modeOf(mode) !== "public") this.#remember(command, { mode: modeOf(mode) });
  }

  /** A card whose message was deleted comes back to the same people. @param {any} message */
  noteDeleted(message) {
    const command = this.commandOf(message);
    if (command && message.whisper.length > 0 && isGenuine(message)) this.#remember(command, seenBy(message));
  }

  /** @param {string} command @param {any} seen */
  #remember(command, seen) {
    this.#seenBy.set(command, seen);
    while (this.#seenBy.size > KEPT) this.#seenBy.delete(/** @type {string} */ (this.#seenBy.keys().next().value));
  }

  /** @param {any} card @param {string} author @returns {{ whisper: string[], blind: boolean }} */
  #audience(card, author) {
    const seen = this.#seenBy.get(card.command);
    if (seen && "whisper" in seen) return seen;
    const actor = (card.title ?? []).find((/** @type {any} */ part) => typeof part === "object")?.id;
    const gms = game.users.filter((/** @type {any} */ user) => user.isGM).map(({ id }) => String(id));
    return audienceOf({ mode: seen?.mode ?? "public", hidden: Boolean(actor) && isHidden(actor), author, gms, asked: this.asked(card.command) });
  }

  /** @param {any} message @returns {string | null} whose card the message is */
  commandOf(message) {
    return [...this.#messages].find(([, id]) => id === message.id)?.[0] ?? null;
  }

  /** @param {string} command @returns {any} */
  messageOf(command) {
    return game.messages.get(this.#messages.get(command) ?? "") ?? null;
  }

  /** Whether a user gets the message of a command. @param {string} command @param {any} user */
  reaches(command, user) {
    const message = this.messageOf(command);
    return message !== null && (message.whisper.length === 0 || message.whisper.includes(user.id));
  }

  /**
   * @param {any} card public card
   * @param {boolean} mayCreate false for old cards whose message somebody deleted
   */
  async publish(card, mayCreate) {
    await this.#admit(card.command);
    const message = this.messageOf(card.command);
    const acted = /** @type {any} */ (game.users.get(card.author ?? "") ?? game.user);
    const { whisper, blind } = message && isGenuine(message) ? seenBy(message) : this.#audience(card, acted.id);
    const content = cardHTML(card, t);
    const noted = message ? flagsOf(message).rolls : [];
    const had = Array.isArray(noted) ? noted : [];
    const kept = had.map((id, at) => corrected(message.rolls[at], (card.rolls ?? []).find((/** @type {any} */ roll) => roll.id === id)));
    const fresh = (card.rolls ?? []).filter((/** @type {any} */ roll) => !had.includes(roll.id) && complete(roll));
    const rolls = whisper.length > 0 ? [] : fresh.map(asRoll); // the tabletop shows everybody that a message has rolls
    const built = builtBlocks(card);
    const flags = { "vtt-bridge": { command: card.command, rolls: [...had, ...fresh.map((/** @type {any} */ roll) => roll.id)], built, ...(blind ? { blind } : {}) } };
    if (message && !isGenuine(message)) {
      const restored = Number(flagsOf(message).restored ?? 0) + 1; // else nothing might have changed
      const rolled = whisper.length > 0 ? [] : [...kept, ...rolls];
      await write(() => this.messageOf(card.command), { content, flags: { "vtt-bridge": { ...flags["vtt-bridge"], restored } }, whisper, blind: false, rolls: rolled });
      return;
    }
    if (message) {
      const changed = rolls.length > 0 || kept.some((roll, at) => roll !== message.rolls[at]);
      const same = message.content === content && JSON.stringify(flagsOf(message).built ?? []) === JSON.stringify(built);
      if (same && !changed) return;
      const more = changed ? { rolls: [...kept, ...message.rolls.slice(had.length), ...rolls] } : {};
      await write(() => this.messageOf(card.command), { content, flags, ...more });
      return;
    }
    if (!mayCreate) return;
    const created = await create({
      author: blind ? game.user?.id : acted.id,
      speaker: { alias: acted.name },
      content,
      rolls,
      flags,
      whisper,
      ...(rolls.length > 0 ? { sound: CONFIG.sounds.dice } : {}),
    });
    if (created) this.noteCreated(created);
  }

  /** Whoever is asked in a card that he does not get: a message made anew reaches him, one that is changed does not. @param {string} command */
  async #admit(command) {
    const message = this.messageOf(command);
    const asked = message?.whisper.length > 0 ? this.asked(command).filter((user) => !message.whisper.includes(user)) : [];
    if (asked.length === 0) return;
    this.#remember(command, { whisper: [...message.whisper, ...asked], blind: flagsOf(message).blind === true });
    await whileThere(() => this.messageOf(command), (old) => old.delete({ vttBridge: {} }));
  }

  /**
   * A message is being drawn: with the viewer's own card, and a game master's buttons.
   * @param {any} message
   * @param {HTMLElement} html
   * @param {(command: string) => any} cardOf the card as the viewer may see it, or null for everybody's
   * @param {{ open: boolean }} options
   */
  decorate(message, html, cardOf, options) {
    const { command } = flagsOf(message);
    if (!command) return;
    this.noteCreated(message);
    if (this.#messages.get(command) !== message.id || !isGenuine(message)) return;
    const shown = this.#shown.get(command) ?? new Set();
    for (const old of shown) if (!old.isConnected) shown.delete(old);
    shown.add(html);
    this.#shown.set(command, shown);
    this.#draw(html, command, cardOf, options);
    this.#drawBuilt(html, command, cardOf);
    this.#drawAsks(html, command);
    this.#refocus(html, command);
  }

  /** Commands whose cards are on the page. @returns {string[]} */
  shown() {
    return [...this.#shown.keys()];
  }

  /** Draw the questions in the cards again, where they have changed. */
  refreshAsks() {
    for (const command of new Set([...this.asks().keys(), ...this.#asked])) {
      for (const html of this.#shown.get(command) ?? []) {
        if (!html.isConnected) continue;
        this.#drawAsks(html, command);
        this.#refocus(html, command);
      }
    }
  }

  /** A button of a question in a card on the page. @param {any} question @returns {HTMLElement | null} */
  askButton(question) {
    for (const html of this.#shown.get(question.command) ?? []) {
      const asks = [.../** @type {NodeListOf<HTMLElement>} */ (html.querySelectorAll(".vttb-ask"))];
      const ask = html.isConnected ? asks.find((one) => one.dataset.question === question.id) : null;
      if (ask) return ask.querySelector("button");
    }
    return null;
  }

  /** @param {string} command @param {(command: string) => any} cardOf @param {{ open: boolean }} options */
  redraw(command, cardOf, options) {
    for (const html of this.#shown.get(command) ?? []) {
      if (!html.isConnected) continue;
      const wasAtEnd = atEnd(html);
      this.#draw(html, command, cardOf, options);
      this.#drawBuilt(html, command, cardOf);
      this.#drawAsks(html, command);
      wasAtEnd?.scrollTo({ top: wasAtEnd.scrollHeight });
      this.#refocus(html, command);
    }
  }

  /** Above the chain, receipts and foot of the card, for this viewer alone. @param {HTMLElement} html @param {string} command */
  #drawAsks(html, command) {
    const card = html.querySelector(".vttb-card");
    const old = /** @type {HTMLElement | null} */ (card?.querySelector(".vttb-asks") ?? null);
    const questions = this.asks().get(command) ?? [];
    if (questions.length > 0) this.#asked.add(command);
    else this.#asked.delete(command);
    const focus = this.#focus;
    if (questions.length === 0 && focus?.command === command && focus.until === Infinity) focus.until = Date.now() + NEXT_ROUND_WITHIN;
    const drawn = questions.length > 0 ? drawnAs(questions) + questions.map(this.busy) : "";
    if (!card || (old?.dataset.drawn ?? "") === drawn) return;
    const wasAtEnd = atEnd(html);
    old?.remove();
    if (questions.length === 0 || card.classList.contains("undone")) return;
    const after = `${card.matches(".bidding") ? ".vttb-change, " : ""}.vttb-chain, .vttb-after, .vttb-receipts, .vttb-foot`;
    const below = [...card.children].find((part) => part.matches(after));
    const place = asksHTML(questions, { t, now: Date.now(), busy: this.busy, chosen: this.chosen });
    if (below) below.insertAdjacentHTML("beforebegin", place);
    else card.insertAdjacentHTML("beforeend", place);
    const asks = /** @type {HTMLElement} */ (card.querySelector(".vttb-asks"));
    asks.dataset.command = command;
    asks.dataset.drawn = drawn;
    wasAtEnd?.scrollTo({ top: wasAtEnd.scrollHeight });
  }

  /** The viewer's buttons in what is being built: a game master's from his own card, a player's from the message. @param {HTMLElement} html @param {string} command @param {(command: string) => any} cardOf */
  #drawBuilt(html, command, cardOf) {
    const section = html.querySelector(".vttb-card");
    const card = cardOf(command);
    const blocks = game.user?.isGM ? (card ? builtBlocks(card) : []) : (flagsOf(this.messageOf(command)).built ?? []);
    if (!section || section.classList.contains("undone") || blocks.length === 0) return;
    const steps = section.querySelectorAll(".vttb-steps");
    for (const [place, block] of blocks.filter(({ kind }) => kind === "steps").entries()) if (steps[place]) steps[place].outerHTML = stepsHTML(block, t, may);
    const acts = blocks.filter(({ kind }) => kind === "actions").map((block) => actsHTML(block, may)).join("");
    section.querySelector(".vttb-doable")?.remove();
    const below = [...section.children].find((part) => part.matches(".vttb-chain, .vttb-after, .vttb-receipts, .vttb-foot"));
    if (below) below.insertAdjacentHTML("beforebegin", acts);
    else section.insertAdjacentHTML("beforeend", acts);
    for (const place of section.querySelectorAll(BUILT)) /** @type {HTMLElement} */ (place).dataset.command = command;
  }

  /** The keyboard goes back to where it was; a message that is drawn again comes onto the page a moment later. @param {HTMLElement} html @param {string} command @param {number} [tries] */
  #refocus(html, command, tries = 10) {
    if (this.#focus?.command !== command || this.#focus.until < Date.now()) return;
    const { activeElement, body } = html.ownerDocument;
    if (!html.isConnected || (activeElement && activeElement !== body)) {
      if (tries > 0) setTimeout(() => this.#refocus(html, command, tries - 1), 30);
      return;
    }
    const { key, built } = this.#focus;
    const kept = [.../** @type {NodeListOf<HTMLElement>} */ (html.querySelectorAll("[data-vttb-focus]"))];
    const next = built ? kept.find((one) => one.matches(`${BUILT} *`)) : null;
    (kept.find(({ dataset }) => dataset.vttbFocus === key) ?? next)?.focus();
  }

  /** @param {HTMLElement} html @param {string} command @param {(command: string) => any} cardOf @param {{ open: boolean }} options */
  #draw(html, command, cardOf, options) {
    const section = html.querySelector(".vttb-card");
    if (!section) return;
    const card = cardOf(command);
    if (card) {
      section.outerHTML = cardHTML(card, t, { ...(game.user?.isGM ? buttonsOf(card, this.leads()) : {}), open: options.open });
      return;
    }
    if (options.open) section.querySelector("details.vttb-receipts")?.setAttribute("open", "");
    if (!game.user?.isGM || section.classList.contains("undone") || section.querySelector("[data-vttb-action=undo]")) return;
    let foot = section.querySelector(".vttb-foot");
    if (!foot) {
      section.insertAdjacentHTML("beforeend", '<footer class="vttb-foot"><span></span></footer>');
      foot = section.querySelector(".vttb-foot");
    }
    const button = html.ownerDocument.createElement("button");
    button.type = "button";
    button.className = "vttb-btn quiet";
    button.dataset.vttbAction = "undo";
    button.dataset.command = command;
    button.textContent = t("VTTB.Card.Undo");
    foot?.append(button);
  }
}

/** The list that is scrolled to its end, where somebody reads the newest message. @param {HTMLElement} html @returns {HTMLElement | null} */
function atEnd(html) {
  for (let list = html.parentElement; list; list = list.parentElement) {
    if (list.scrollHeight > list.clientHeight && /auto|scroll/.test(getComputedStyle(list).overflowY)) {
      return list.scrollHeight - list.scrollTop - list.clientHeight < NEAR_END ? list : null;
    }
  }
  return null;
}

/** @param {any} roll of a card */
const asRoll = (roll) => Roll.fromData(/** @type {any} */ (rollData(roll)));

/** A message's roll, with other dice where the game master has corrected them. @param {any} roll @param {any} drawn the card's */
function corrected(roll, drawn) {
  const same = !roll || !drawn || !complete(drawn) || drawn.dice.map((/** @type {any} */ die) => die.value).join() === facesOf(roll).join();
  return same ? roll : asRoll(drawn);
}

/** Whether this page's user may do what a card offers. @type {import("../pure/steps.mjs").May} */
const may = ({ actor, gm }) => game.user?.isGM === true || (gm !== true && actor !== null && owns(actor, game.user));

/** The game master's buttons on a card. @param {any} card @param {boolean} leads whether this page has the questions @returns {import("../pure/card.mjs").CardOptions} */
function buttonsOf(card, leads) {
  if (card.undone) return {};
  const { rolls, rest } = throwsOf(card);
  return {
    undo: true,
    questions: leads && card.state === "waiting",
    apply: card.state === "suggested",
    correct: new Set(rolls.keys()),
    correctRest: rest.length > 0,
  };
}

/** @param {Record<string, any>} data @returns {Promise<any>} */
function create(data) {
  return /** @type {any} */ (ChatMessage).implementation.create({ type: "base", ...data });
}

/** Only whoever acted sees it. @param {{ heading?: string, text?: string, hint?: string }} refusal */
export const whisperRefusal = (refusal) => whisper(refusalHTML(refusal));

/** @param {{ title: string, lines: unknown[] }} reply */
export const whisperReply = (reply) => whisper(replyHTML(reply));

/** @param {string} content */
function whisper(content) {
  const user = /** @type {any} */ (game.user);
  return create({ author: user.id, speaker: { alias: t("VTTB.Chat.Bridge") }, content, whisper: [user.id] });
}
