/**
 * Brings the tabletop's documents up to date, one batch after another, for as long as its page leads. What a break leaves
 * undone the next welcome brings, here or on the page that leads then; so a page that has slept writes nothing old.
 */
import { bindAgain, mirror } from "./characters.mjs";
import { nameBridge, pairing, rememberDescription, saveLast } from "./settings.mjs";

/** @typedef {import("../pure/state.mjs").Envelope} Envelope */

export class Scribe {
  #work = Promise.resolve();

  /**
   * @param {{
   *   state: () => import("../pure/state.mjs").TableState, connected: () => boolean, cards: import("./messages.mjs").CardLog,
   *   encounters: (encounters: Record<string, any>, removed: string[], seq: number, before?: Map<string, any>) => Promise<void>,
   *   written: (commands: Iterable<string>) => void,
   * }} of `written`: which commands' cards have changed, when all is in the documents
   */
  constructor({ state, connected, cards, encounters, written }) {
    this.state = state;
    this.connected = connected;
    this.cards = cards;
    this.encounters = encounters;
    this.written = written;
  }

  /** When everything that has arrived is in the documents. */
  settled() {
    return this.#work;
  }

  /** The whole table. @param {any} welcome */
  welcome(welcome) {
    this.#then(() => this.#all(welcome));
  }

  /** @param {Envelope} envelope @param {Map<string, any>} before the encounters until now */
  batch(envelope, before) {
    this.#then(() => this.#one(envelope, before));
  }

  /** A card as it should be. @param {any} card */
  card(card) {
    this.#then(() => this.#each([card], (one) => this.cards.publish(one, true)));
  }

  /** A character's document as it should be. @param {string} id */
  character(id) {
    const { system, seq, publicCharacters } = this.state();
    const known = publicCharacters.get(id);
    const write = async () => {
      await bindAgain(id);
      await mirror(id, known, { system, seq });
    };
    if (known) this.#then(() => this.#each([id], write));
  }

  /** @param {() => Promise<void>} work */
  #then(work) {
    this.#work = this.#work.then(work).catch((error) => console.error("vtt-bridge |", error));
  }

  /** @template T @param {Iterable<T>} some @param {(one: T) => Promise<void>} write */
  async #each(some, write) {
    for (const one of some) if (this.connected()) await write(one);
  }

  #remember() {
    const { system, description, systems, bridge } = this.state();
    return this.#each([bridge], async () => {
      await nameBridge(bridge);
      await rememberDescription({ system, description, systems });
    });
  }

  /** @param {any} welcome */
  async #all(welcome) {
    const { system, seq, publicCharacters, encounters, cards } = this.state();
    await this.#remember();
    await this.#each(publicCharacters, ([id, character]) => mirror(id, character, { system, seq }));
    /** @type {any[]} */
    const missed = (welcome.missed ?? []).flatMap((/** @type {Envelope} */ envelope) => envelope.public?.cards ?? []);
    const fresh = new Set(missed.map((card) => card.command));
    const all = new Map([...(welcome.public?.cards ?? []), ...missed].map((card) => [card.command, card]));
    const last = pairing()?.last ?? this.#newestShown(all.values());
    await this.#each(all.values(), (card) => this.cards.publish(card, fresh.has(card.command) || card.number > last));
    await this.#finish(Object.fromEntries(encounters), [], seq);
    this.written(cards.keys());
  }

  /** The number of the newest card that is in the chat; what is older was taken away there. @param {Iterable<any>} cards */
  #newestShown(cards) {
    const shown = [...cards].filter((card) => this.cards.messageOf(card.command)).map((card) => card.number);
    return shown.length > 0 ? Math.max(...shown) : Infinity;
  }

  /** @param {Envelope} envelope @param {Map<string, any>} before */
  async #one({ seq, gm, public: open }, before) {
    const { system } = this.state();
    if (gm.system) await this.#remember();
    const characters = Object.entries(open?.characters ?? {});
    await Promise.all(characters.map((one) => this.#each([one], ([id, character]) => mirror(id, character, { system, seq, floats: open.floats }))));
    await this.#each(open?.cards ?? [], (card) => this.cards.publish(card, true));
    await this.#finish(gm.encounters ?? {}, gm.removed?.encounters ?? [], seq, before);
    this.written((gm.cards ?? []).map((/** @type {any} */ card) => card.command));
  }

  /** @param {Record<string, any>} encounters @param {string[]} removed @param {number} seq @param {Map<string, any>} [before] */
  #finish(encounters, removed, seq, before) {
    return this.#each([seq], async () => {
      await this.encounters(encounters, removed, seq, before);
      await saveLast(seq);
    });
  }
}
