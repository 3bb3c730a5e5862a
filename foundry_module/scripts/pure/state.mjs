/** What the leading page knows of the table: the game master's view, the public one, and the owners' parts. */

/**
 * @typedef {{ seq: number, gm: any, public: any, owners?: Record<string, { characters?: Record<string, any>, opened?: any[], cards?: any[] }> }} Envelope
 */

const ASKED_KEPT = 200;

export class TableState {
  seq = 0;
  epoch = /** @type {any} */ (null);
  /** The bridge's own name. */
  bridge = "";
  system = "";
  description = /** @type {any} */ (null);
  systems = /** @type {any[]} */ ([]);
  rules = /** @type {Record<string, any>} */ ({});
  /** How far results count by themselves, where dice come from and who sees chances, for the whole table. */
  conduct = { automation: "at_once", dice: "bridge", odds: "gm" };
  settings = { player_seconds: 30, gm_seconds: /** @type {number | null} */ (null), paused: false };
  /** @type {Map<string, any>} */
  characters = new Map();
  /** @type {Map<string, any>} */
  publicCharacters = new Map();
  /** @type {Map<string, any>} */
  ownerCharacters = new Map();
  /** @type {Map<string, any>} */
  encounters = new Map();
  /** @type {Map<string, any>} */
  questions = new Map();
  /** @type {Map<string, any>} */
  cards = new Map();
  /** @type {Map<string, any>} */
  publicCards = new Map();
  /** What owners see of a command's card beyond everybody, by command and character. @type {Map<string, Map<string, any>>} */
  ownerCards = new Map();
  /** @type {Map<string, string>} whom questions asked, those closed a while ago too */
  asked = new Map();

  /** @param {any} welcome @param {number} now milliseconds */
  reset(welcome, now) {
    const seq = welcome.seq ?? welcome.view?.seq ?? 0;
    if (seq < this.seq) this.#forget();
    this.seq = seq;
    this.epoch = welcome.epoch;
    this.bridge = welcome.bridge ?? "";
    this.system = welcome.system ?? "";
    this.description = welcome.description ?? null;
    this.systems = welcome.systems ?? [];
    Object.assign(this.settings, welcome.settings ?? {});
    const view = welcome.view ?? {};
    this.rules = view.rules ?? {};
    this.conduct = view.conduct ?? this.conduct;
    this.characters = new Map(Object.entries(view.characters ?? {}));
    this.publicCharacters = new Map(Object.entries(welcome.public?.characters ?? {}));
    this.ownerCharacters = new Map();
    for (const [id, part] of Object.entries(welcome.owners ?? {})) this.#ownerPart(id, part);
    this.encounters = new Map(Object.entries(view.encounters ?? {}));
    this.questions = new Map((view.questions ?? []).map((/** @type {any} */ one) => [one.id, withDeadline(one, now)]));
    for (const question of this.questions.values()) this.#remember(question);
    for (const card of view.cards ?? []) this.cards.set(card.command, card);
    this.#openCards(welcome.public?.cards ?? [], welcome.owners);
  }

  /**
   * @param {Envelope} envelope
   * @param {number} now milliseconds
   * @returns {"old" | "gap" | "applied"}
   */
  apply(envelope, now) {
    if (envelope.seq <= this.seq) return "old";
    if (envelope.seq > this.seq + 1) return "gap";
    this.seq = envelope.seq;
    const { gm } = envelope;
    for (const [id, character] of Object.entries(gm.characters ?? {})) this.characters.set(id, character);
    for (const [id, character] of Object.entries(envelope.public?.characters ?? {})) this.publicCharacters.set(id, character);
    for (const [id, part] of Object.entries(envelope.owners ?? {})) this.#ownerPart(id, part);
    for (const [id, encounter] of Object.entries(gm.encounters ?? {})) this.encounters.set(id, encounter);
    for (const id of gm.removed?.encounters ?? []) this.encounters.delete(id);
    for (const id of gm.removed?.characters ?? []) for (const known of [this.characters, this.publicCharacters, this.ownerCharacters]) known.delete(id);
    for (const question of gm.opened ?? []) {
      this.questions.set(question.id, withDeadline(question, now));
      this.#remember(question);
    }
    for (const closed of gm.closed ?? []) this.questions.delete(closed.id);
    for (const card of gm.cards ?? []) this.cards.set(card.command, card);
    this.#openCards(envelope.public?.cards ?? [], envelope.owners);
    if (gm.rules) this.rules = gm.rules;
    if (gm.conduct) this.conduct = gm.conduct;
    if (gm.system) this.system = gm.system;
    return "applied";
  }

  /** A backup was restored: what came after it never happened. */
  #forget() {
    this.cards.clear();
    this.publicCards.clear();
    this.ownerCards.clear();
    this.asked.clear();
  }

  /** @param {any} question */
  #remember(question) {
    this.asked.set(question.id, question.who);
    while (this.asked.size > ASKED_KEPT) this.asked.delete(/** @type {string} */ (this.asked.keys().next().value));
  }

  /** @param {string} id @param {any} part */
  #ownerPart(id, part) {
    const own = part?.characters?.[id];
    if (own) this.ownerCharacters.set(id, own);
  }

  /** Everybody's cards, and what owners see beyond them. @param {any[]} cards @param {Envelope["owners"]} owners */
  #openCards(cards, owners = {}) {
    for (const card of cards) {
      this.publicCards.set(card.command, card);
      this.ownerCards.delete(card.command);
    }
    for (const [id, part] of Object.entries(owners)) {
      for (const card of part.cards ?? []) this.ownerCards.set(card.command, (this.ownerCards.get(card.command) ?? new Map()).set(id, card));
    }
  }

  /** A card with what the owner of these characters sees in it, if that is more than everybody sees. @param {string} command @param {(id: string) => boolean} owned */
  ownCard(command, owned) {
    const cards = [...(this.ownerCards.get(command) ?? [])].filter(([id]) => owned(id)).map(([, card]) => card);
    return cards.length > 0 ? joined(cards) : null;
  }

  /** @param {{ questions?: Record<string, number | null>, paused?: boolean }} clocks @param {number} now */
  clocks(clocks, now) {
    if (typeof clocks.paused === "boolean") this.settings.paused = clocks.paused;
    for (const [id, seconds] of Object.entries(clocks.questions ?? {})) {
      const question = this.questions.get(id);
      if (question) this.questions.set(id, withDeadline({ ...question, deadline_in: seconds, paused: this.settings.paused }, now));
    }
    if (typeof clocks.paused === "boolean") {
      for (const [id, question] of this.questions) this.questions.set(id, { ...question, paused: clocks.paused });
    }
  }

  /** The bridge is away; meanwhile the clocks of all questions hold. */
  hold() {
    for (const [id, question] of this.questions) this.questions.set(id, { ...question, deadline: null });
  }

  /** @param {string} id @returns {any} what the owner may know of a character */
  ownerView(id) {
    return this.ownerCharacters.get(id) ?? this.publicCharacters.get(id) ?? null;
  }
}

/** Where the views of a card differ. */
const PARTS = ["changes", "rolls", "links", "receipts", "blocks"];

/** One card with the lines of several views of it. @param {any[]} views */
function joined([first, ...others]) {
  const card = { ...first };
  for (const part of PARTS) {
    const known = new Set(card[part].map((/** @type {any} */ line) => JSON.stringify(line)));
    const more = new Map(others.flatMap((other) => other[part].map((/** @type {any} */ line) => [JSON.stringify(line), line])));
    card[part] = [...card[part], ...[...more].filter(([text]) => !known.has(text)).map(([, line]) => line)];
  }
  return card;
}

/**
 * A question with its deadline on this page's clock.
 * @param {any} question
 * @param {number} now milliseconds
 */
export function withDeadline(question, now) {
  const seconds = question.deadline_in ?? null;
  return { ...question, deadline: seconds === null ? null : now + seconds * 1000, span: question.span ?? seconds };
}
