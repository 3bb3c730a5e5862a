/** What every page does: act, look, be asked. It goes straight to the bridge on the leading page, by relay elsewhere. */
import { actionId, newId } from "../pure/ids.mjs";
import { InFlight } from "../pure/queue.mjs";
import { LIMITS, RelayFollower } from "../pure/relay.mjs";
import { withDeadline } from "../pure/state.mjs";
import { owns } from "./characters.mjs";
import { rollMode } from "./compat.mjs";
import { CARDS_AT_ONCE, CLOCK } from "./leader.mjs";
import { whisperRefusal, whisperReply } from "./messages.mjs";
import { ownTabs } from "./own-tabs.mjs";
import { notDone, t } from "./words.mjs";

const CHANNEL = "module.vtt-bridge";
/** So many private messages wait for their seal at most. */
const HELD = 100;
/** Pause in which cards to be fetched are gathered. */
const GATHER = 200;
/** Where a player's page leaves what is on its way, for itself when it is loaded anew. */
const leftKey = () => `vtt-bridge.left.${game.world?.id}.${game.user?.id}`;
/** What a leading page says about a request. */
const RELAYED = new Set(["got", "when", "reply"]);

export class Page {
  /** @type {Map<string, any>} questions for this page's user */
  questions = new Map();
  /** @type {Map<string, any>} what this user may know of his own characters */
  own = new Map();
  /** Cards of which this user sees more than everybody, on a page that does not lead. @type {Map<string, any>} */
  #cards = new Map();
  /** @type {Set<string>} */
  #wanted = new Set();
  /** Private messages of which nobody knows yet who sent them, by seal. @type {Map<string, any>} */
  #held = new Map();
  /** What was clicked here and when, until a leading page has said what came of it. @type {Map<string, { action: any, since: number }>} */
  #onTheWay = new Map();
  seen = 0;
  /** The last command that was given here. */
  acted = "";
  flight = new InFlight(CLOCK);
  /** The page that leads, as far as this one has heard. @type {{ user: string, page: string } | null} */
  leading = null;

  /**
   * @param {import("./leader.mjs").Leader} leader
   * @param {{
   *   question: (question: any) => void, closed: (closed: any, question: any) => void, changed: () => void,
   *   led: () => void, card: (command: string) => void,
   * }} on `led`: another page leads now; `card`: this user's own card of a command has come
   */
  constructor(leader, on) {
    this.leader = leader;
    this.on = on;
    this.follower = new RelayFollower({ emit: (request) => game.socket?.emit(CHANNEL, /** @type {any} */ (request)), clock: CLOCK });
  }

  /** The last number this page has seen. */
  get seq() {
    return this.leader.leads ? this.leader.state.seq : Math.max(this.seen, this.leader.state.seq);
  }

  /** Whether what is done here goes straight to the bridge. */
  get #direct() {
    return this.leader.leads || (this.leader.started && !this.leading);
  }

  /**
   * @param {Record<string, any>} action without id; the id is made here, where the person clicked
   * @returns {Promise<import("../pure/queue.mjs").Ack>}
   */
  async act(action) {
    const full = /** @type {Record<string, any>} */ ({ ...(action.kind === "command" ? { seen: this.seq, mode: rollMode() } : {}), ...action, id: actionId(String(game.user?.id)) });
    const tooLong = full.text?.length > LIMITS.text || JSON.stringify(full).length > LIMITS.action;
    if (tooLong) return notDone(t("VTTB.Refusal.TooLong"), "too_long", t("VTTB.Refusal.TooLongHint"));
    if (full.kind === "command") this.acted = full.id;
    const since = Date.now();
    const direct = this.#direct;
    return this.#noted((direct ? await this.leader.act(full, game.user) : null) ?? (await this.#relayed(full, { since, got: direct })));
  }

  /** @param {import("../pure/queue.mjs").Ack} ack */
  #noted(ack) {
    if (Number.isInteger(ack.seq)) this.seen = Math.max(this.seen, Number(ack.seq));
    return ack;
  }

  /**
   * @param {any} action
   * @param {{ since: number, got: boolean }} how when it was clicked, and whether a leading page has had it
   * @returns {Promise<import("../pure/queue.mjs").Ack>}
   */
  async #relayed(action, how) {
    this.#onTheWay.set(action.id, { action, since: how.since });
    const reply = await this.follower.ask({ id: action.id, kind: "act", action }, how);
    this.#onTheWay.delete(action.id);
    if (reply?.ack) return reply.ack;
    this.nobodyLeads();
    if (reply) return notDone(t("VTTB.Refusal.Lost"), "lost", t("VTTB.Refusal.LostHint"));
    return notDone(t("VTTB.Refusal.NoLeader"), "no_leader", t("VTTB.Refusal.NoLeaderHint"));
  }

  /**
   * Act and tell the person what came of it, where the cards do not.
   * @param {Record<string, any>} action
   */
  async perform(action) {
    return this.#say(await this.act(action));
  }

  /** @param {import("../pure/queue.mjs").Ack} ack */
  async #say(ack) {
    if (!ack.ok && ack.error) await whisperRefusal(ack.error);
    else if (ack.reply) await whisperReply(ack.reply);
    else if (ack.ok && !game.user?.isGM && rollMode() === "blind") await whisperReply({ title: t("VTTB.Chat.Blind"), lines: [t("VTTB.Chat.BlindText")] });
    return ack;
  }

  /** A player's click outlives a reload of his page. It keeps its id and its time: it is done once, and not late. */
  resume() {
    if (game.user?.isGM) return;
    const left = JSON.parse(sessionStorage.getItem(leftKey()) ?? "[]");
    sessionStorage.removeItem(leftKey());
    for (const { action, since } of left) void this.#relayed(action, { since, got: true }).then((ack) => this.#say(this.#noted(ack)));
    addEventListener("pagehide", () => sessionStorage.setItem(leftKey(), JSON.stringify([...this.#onTheWay.values()])));
  }

  /** @param {string} actor @param {string[]} targets @returns {Promise<any>} null where nothing is known, undefined when nobody answers */
  async look(actor, targets) {
    if (this.leader.leads) return this.leader.look(actor, targets, game.user).catch(() => undefined);
    return (await this.follower.ask({ id: newId(), kind: "look", actor, targets }))?.look;
  }

  /** Fetch what this user may know of a character. @param {string} id */
  async fetchOwn(id) {
    const reply = await this.follower.ask({ id: newId(), kind: "sheet", actor: id });
    if (reply?.character) this.own.set(id, reply.character);
    return reply?.character ?? null;
  }

  /** The card of a command with all that this user may see in it, where that is more than its message says. @param {string} command @returns {any} */
  cardOf(command) {
    return this.leader.cardOf(command) ?? this.#cards.get(command) ?? null;
  }

  /** A card of another leading page is drawn here, or has changed. @param {string} command */
  wantCard(command) {
    if (this.leader.leads) return;
    this.#cards.delete(command);
    if (this.#wanted.size === 0) setTimeout(() => void this.#fetchCards(), GATHER);
    this.#wanted.add(command);
  }

  async #fetchCards() {
    const commands = [...this.#wanted].slice(-CARDS_AT_ONCE);
    this.#wanted.clear();
    const reply = this.leading ? await this.follower.ask({ id: newId(), kind: "cards", commands }) : null;
    if (this.leader.leads) return;
    for (const card of reply?.cards ?? []) {
      this.#cards.set(card.command, card);
      this.on.card(card.command);
    }
  }

  /** Ask who leads, and what is asked of this page's user. @returns {Promise<boolean>} whether anybody leads */
  async hello() {
    return this.leader.leads || (await this.follower.ask({ id: newId(), kind: "hello" })) !== null;
  }

  listen() {
    game.socket?.on(/** @type {any} */ (CHANNEL), (/** @type {any} */ payload, /** @type {any} */ senderId) => this.heard(payload, senderId));
    ownTabs().addEventListener("message", ({ data }) => this.told(data));
  }

  /** A message on the module's socket. @param {any} payload @param {unknown} senderId */
  heard(payload, senderId) {
    if (payload?.v !== 1 || typeof senderId !== "string") return;
    if (payload.kind === "leader") this.#announced(payload, senderId);
    else if (payload.kind === "seal") this.#sealed(String(payload.seal), senderId);
    else void this.leader.relay.receive(payload, senderId);
  }

  /** A page says that it leads, or that it does no more. @param {any} said @param {string} user the sender, by the server's word */
  #announced({ page, on, now, seq }, user) {
    if (!game.users.get(user)?.isGM || this.leader.connected) return;
    if (on === true) {
      const isNew = this.leading?.page !== page;
      this.leading = { user, page };
      if (isNew) this.on.led();
      this.follower.setClock({ page, now });
      this.leader.yieldTable();
      if (Number.isInteger(seq)) this.seen = Math.max(this.seen, seq);
      this.on.changed();
    } else if (this.leading?.page === page) this.nobodyLeads();
  }

  /** The leading page is away; meanwhile the clocks of all questions hold. */
  nobodyLeads() {
    this.leading = null;
    for (const question of this.questions.values()) this.#asked({ ...question, deadline_in: null });
    this.on.changed();
  }

  /** @param {any} raw */
  #asked(raw) {
    const question = withDeadline(raw, Date.now());
    this.questions.set(question.id, question);
    this.on.question(question);
  }

  /** @param {any} closed */
  #closed(closed) {
    const question = this.questions.get(closed?.id);
    this.questions.delete(closed?.id);
    if (question) this.on.closed(closed, question);
  }

  /** What this page's user is asked about characters that are his no more is asked of somebody else. */
  forgetStrangers() {
    for (const { id, who } of [...this.questions.values()]) if (!owns(who, game.user)) this.#closed({ id, by: "withdrawn" });
  }

  /**
   * A private message.
   * @param {any} message
   * @param {{ isGM: boolean } | null} asker who sent it; null where the server does not say
   * @returns {boolean} whether it may count
   */
  received(message, asker) {
    if (asker?.isGM) this.told(message);
    if (asker) return asker.isGM;
    this.#held.set(String(message?.seal), message);
    while (this.#held.size > HELD) this.#held.delete(/** @type {string} */ (this.#held.keys().next().value));
    return true;
  }

  /** Somebody says in the open that he sent a private message. @param {string} seal @param {string} user the sender, by the server's word */
  #sealed(seal, user) {
    const message = this.#held.get(seal);
    if (!game.users.get(user)?.isGM || !message) return;
    this.#held.delete(seal);
    this.told(message);
  }

  /** A private message of the leading page. @param {any} message */
  told(message) {
    if (game.user?.isGM && !RELAYED.has(message?.type)) return;
    switch (message?.type) {
      case "got":
      case "when":
      case "reply":
        this.follower.receive(message);
        break;
      case "question":
        this.#asked(message.question);
        break;
      case "questions": {
        const open = new Set(message.questions.map((/** @type {any} */ one) => one.id));
        for (const id of [...this.questions.keys()]) if (!open.has(id)) this.#closed({ id, by: "withdrawn" });
        for (const question of message.questions) this.#asked(question);
        for (const [id, character] of Object.entries(message.characters ?? {})) this.own.set(id, character);
        this.on.changed();
        break;
      }
      case "closed":
        this.#closed(message.closed);
        break;
      case "character":
        this.own.set(message.id, message.character);
        this.on.changed();
        break;
      default:
    }
  }
}
