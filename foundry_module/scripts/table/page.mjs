/** What every page does: act, look, be asked. It goes straight to the bridge on the leading page, by relay elsewhere. */
import { InFlight } from "../pure/queue.mjs";
import { RelayFollower } from "../pure/relay.mjs";
import { withDeadline } from "../pure/state.mjs";
import { CLOCK } from "./leader.mjs";
import { whisperRefusal, whisperReply } from "./messages.mjs";
import { notDone, t } from "./words.mjs";

const CHANNEL = "module.vtt-bridge";

export class Page {
  /** @type {Map<string, any>} questions for this page's user */
  questions = new Map();
  /** @type {Map<string, any>} what this user may know of his own characters */
  own = new Map();
  seen = 0;
  /** The last command that was given here. */
  acted = "";
  flight = new InFlight(CLOCK);
  /** @type {{ user: string, paused: boolean } | null} */
  leading = null;

  /**
   * @param {import("./leader.mjs").Leader} leader
   * @param {{ question: (question: any) => void, closed: (closed: any, question: any) => void, changed: () => void }} on
   */
  constructor(leader, on) {
    this.leader = leader;
    this.on = on;
    this.follower = new RelayFollower({ emit: (request) => game.socket?.emit(CHANNEL, /** @type {any} */ (request)), clock: CLOCK });
  }

  /** The last number this page has seen. */
  get seq() {
    return this.leader.leads ? this.leader.state.seq : this.seen;
  }

  /**
   * @param {Record<string, any>} action without id; the id is made here, where the person clicked
   * @returns {Promise<import("../pure/queue.mjs").Ack>}
   */
  async act(action) {
    const full = /** @type {Record<string, any>} */ ({ id: crypto.randomUUID(), ...(action.kind === "command" ? { seen: this.seq } : {}), ...action });
    if (full.kind === "command") this.acted = full.id;
    const ack = this.leader.leads ? await this.leader.act(full, game.user) : await this.#relayed(full);
    if (Number.isInteger(ack.seq)) this.seen = Math.max(this.seen, Number(ack.seq));
    return ack;
  }

  /** @param {any} action @returns {Promise<import("../pure/queue.mjs").Ack>} */
  async #relayed(action) {
    if (this.leading?.user === game.user?.id) return notDone(t("VTTB.Refusal.Elsewhere"), "elsewhere");
    const reply = await this.follower.ask({ id: action.id, kind: "act", action });
    return reply?.ack ?? notDone(t("VTTB.Refusal.NoLeader"), "no_leader", t("VTTB.Refusal.NoLeaderHint"));
  }

  /**
   * Act and tell the person what came of it, where the cards do not.
   * @param {Record<string, any>} action
   */
  async perform(action) {
    const ack = await this.act(action);
    if (!ack.ok && ack.error) await whisperRefusal(ack.error);
    else if (ack.reply) await whisperReply(ack.reply);
    return ack;
  }

  /** @param {string} actor @param {string[]} targets @returns {Promise<any>} */
  async look(actor, targets) {
    if (this.leader.leads) return this.leader.look(actor, targets, game.user).catch(() => null);
    const reply = await this.follower.ask({ id: crypto.randomUUID(), kind: "look", actor, targets });
    return reply?.look ?? null;
  }

  /** Fetch what this user may know of a character. @param {string} id */
  async fetchOwn(id) {
    const reply = await this.follower.ask({ id: crypto.randomUUID(), kind: "sheet", actor: id });
    if (reply?.character) this.own.set(id, reply.character);
    return reply?.character ?? null;
  }

  hello() {
    if (!this.leader.leads) void this.follower.ask({ id: crypto.randomUUID(), kind: "hello" });
  }

  /** A message on the module's socket. @param {any} payload @param {unknown} senderId */
  heard(payload, senderId) {
    if (payload?.v !== 1 || typeof senderId !== "string") return;
    if (payload.kind === "leader") {
      if (!game.users.get(senderId)?.isGM || this.leader.connected) return;
      this.leading = payload.on === true ? { user: senderId, paused: payload.paused === true } : null;
      if (Number.isInteger(payload.seq)) this.seen = Math.max(this.seen, payload.seq);
      this.on.changed();
      return;
    }
    void this.leader.relay.receive(payload, senderId);
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

  /** A private message of the leading page. @param {any} message */
  told(message) {
    if (game.user?.isGM && message?.type !== "got" && message?.type !== "reply") return;
    switch (message?.type) {
      case "got":
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
