/**
 * From a page to the leading game master's page over the tabletop's module socket.
 *
 * Everybody can listen on that socket, so it carries requests and public announcements only. The sender's id is the one
 * the server adds; ids of users inside a payload are never looked at. Answers go back privately.
 */
import { isActionOf } from "./ids.mjs";
import { PATIENCE } from "./queue.mjs";

/** `bytes` of a request, `action` of what stands in it, `text` of a chat command. */
export const LIMITS = { bytes: 16_384, action: 16_000, text: 500, remembered: 500 };
const KINDS = new Set(["act", "outcome", "look", "hello", "sheet", "cards"]);
const ID = /^[A-Za-z0-9_.:-]{8,100}$/;

/**
 * @typedef {{ v: 1, id: string, kind: string, [key: string]: any }} Request
 * @typedef {{ type: string, re?: string, [key: string]: any }} Message
 */

/**
 * @param {unknown} payload
 * @returns {Request | null}
 */
export function readRequest(payload) {
  if (payload === null || typeof payload !== "object") return null;
  const request = /** @type {any} */ (payload);
  if (request.v !== 1 || typeof request.id !== "string" || !ID.test(request.id) || !KINDS.has(request.kind)) return null;
  try {
    return JSON.stringify(request).length <= LIMITS.bytes ? request : null;
  } catch {
    return null;
  }
}

/** Whether an action, or what came of it, is the sender's own. @param {Request} request @param {string} senderId */
const mayAsk = ({ id, kind, action }, senderId) => (kind !== "act" && kind !== "outcome") || (isActionOf(id, senderId) && (kind === "outcome" || action?.id === id));

/** So many at once, then so many a second, for each user and purpose. */
export class RateLimit {
  /** @type {Map<string, { left: number, at: number }>} */
  #purses = new Map();

  /** @param {{ perSecond: number, burst: number, now: () => number }} parts */
  constructor({ perSecond, burst, now }) {
    this.perSecond = perSecond;
    this.burst = burst;
    this.now = now;
  }

  /** @param {string} key @returns {boolean} whether one more is allowed */
  take(key) {
    const at = this.now();
    const purse = this.#purses.get(key) ?? { left: this.burst, at };
    purse.left = Math.min(this.burst, purse.left + ((at - purse.at) / 1000) * this.perSecond);
    purse.at = at;
    this.#purses.set(key, purse);
    if (purse.left < 1) return false;
    purse.left -= 1;
    return true;
  }
}

/** The leading page's side: one answer an id, whatever is repeated, and nothing later than it was meant. */
export class RelayLeader {
  /** @type {Map<string, { user: string, reply: Message | null }>} */
  #seen = new Map();

  /**
   * @param {{
   *   leads: () => boolean, known: (userId: string) => boolean, handle: (request: Request, userId: string) => Promise<Message | null>,
   *   tell: (userId: string, message: Message) => void, busy: (request: Request) => Message, now: () => number, page: string,
   * }} parts `handle` gives null when this page cannot say; `page` is this page's name
   */
  constructor({ leads, known, handle, tell, busy, now, page }) {
    this.leads = leads;
    this.known = known;
    this.handle = handle;
    this.tell = (/** @type {string} */ userId, /** @type {Message} */ message) => tell(userId, { ...message, page, now: now() });
    this.busy = busy;
    this.now = now;
    this.acts = new RateLimit({ perSecond: 5, burst: 10, now });
    this.reads = new RateLimit({ perSecond: 10, burst: 20, now });
  }

  /**
   * @param {unknown} payload
   * @param {unknown} senderId the server's word; without it nothing is done
   */
  async receive(payload, senderId) {
    if (!this.leads() || typeof senderId !== "string" || !this.known(senderId)) return;
    const request = readRequest(payload);
    if (!request) return;
    const before = this.#seen.get(request.id);
    if (!mayAsk(request, senderId) || (before && before.user !== senderId)) return;
    const late = request.kind === "act" && !(request.until > this.now());
    if (before || late) {
      if (!this.reads.take(senderId)) return;
      this.tell(senderId, before ? (before.reply ?? { type: "got", re: request.id }) : { type: "when", re: request.id });
      return;
    }
    const limit = request.kind === "act" ? this.acts : this.reads;
    if (!limit.take(senderId)) {
      this.tell(senderId, { ...this.busy(request), type: "reply", re: request.id });
      return;
    }
    await this.#answer(request, senderId);
  }

  /** @param {Request} request @param {string} senderId */
  async #answer(request, senderId) {
    const entry = { user: senderId, reply: /** @type {Message | null} */ (null) };
    this.#seen.set(request.id, entry);
    while (this.#seen.size > LIMITS.remembered) this.#seen.delete(/** @type {string} */ (this.#seen.keys().next().value));
    if (request.kind === "act") this.tell(senderId, { type: "got", re: request.id });
    const answer = await this.handle(request, senderId);
    if (!answer) {
      this.#seen.delete(request.id);
      return;
    }
    entry.reply = { ...answer, type: "reply", re: request.id };
    this.tell(senderId, entry.reply);
  }
}

const REPEAT = 2_000;
/** Until so long after the click a leading page may carry an action out; the rest of the patience is for its word to arrive. */
const ACCEPTED = 8_000;

/**
 * The other pages' side: repeats a request until it is answered, and gives up when no leading page has said a word for ten
 * seconds. An action carries the moment until which it may be carried out, on the leading page's own clock, so that a page
 * which slept does nothing late; after it, only its outcome is asked for.
 */
export class RelayFollower {
  /** @type {Map<string, { request: Request, at: number, heard: number, got: boolean, settle: (reply: Message | null) => void, timer: any }>} */
  #open = new Map();
  /** By how much the leading page's clock is ahead. @type {{ page: string, ms: number } | null} */
  #ahead = null;

  /** @param {{ emit: (request: Request) => void, clock: import("./queue.mjs").Clock }} parts */
  constructor({ emit, clock }) {
    this.emit = emit;
    this.clock = clock;
  }

  /**
   * @param {{ id: string, kind: string, [key: string]: any }} request
   * @param {{ since?: number, got?: boolean }} [how] when it was clicked, and whether a leading page has had it
   * @returns {Promise<Message | null>} null when no leading page said a word, `lost` when one had it and said no more
   */
  ask(request, { since = this.clock.now(), got = false } = {}) {
    return new Promise((resolve) => {
      this.#open.set(request.id, { request: { v: 1, ...request }, at: since, heard: this.clock.now(), got, settle: resolve, timer: null });
      this.#repeat(request.id);
    });
  }

  /** @param {string} id */
  #repeat(id) {
    const entry = this.#open.get(id);
    if (!entry) return;
    const now = this.clock.now();
    if (now - entry.heard >= PATIENCE) {
      this.#close(id, entry.got ? { type: "lost" } : null);
      return;
    }
    this.emit(this.#asNow(entry.request, entry.at));
    entry.timer = this.clock.later(() => this.#repeat(id), Math.min(REPEAT, entry.heard + PATIENCE - now));
  }

  /** @param {Request} request @param {number} at when it was clicked @returns {Request} */
  #asNow(request, at) {
    if (request.kind !== "act") return request;
    if (this.clock.now() - at >= ACCEPTED) return { v: 1, id: request.id, kind: "outcome" };
    return { ...request, until: this.#ahead ? at + ACCEPTED + this.#ahead.ms : null };
  }

  /**
   * A word of a leading page carries its time. What was long on its way makes the clock look behind, so the furthest counts.
   * @param {Record<string, any>} message with the leading page's name and time
   * @param {{ anew?: boolean }} [how]
   */
  setClock({ page, now }, { anew = false } = {}) {
    if (typeof page !== "string" || typeof now !== "number") return;
    const ms = now - this.clock.now();
    if (anew || this.#ahead?.page !== page || ms > this.#ahead.ms) this.#ahead = { page, ms };
  }

  /**
   * @param {Message} message from the leading page
   * @returns {boolean} whether it belongs to an open request of this page
   */
  receive(message) {
    this.setClock(message, { anew: message.type === "when" });
    const id = String(message.re);
    const entry = this.#open.get(id);
    if (!entry) return false;
    if (message.type === "got") Object.assign(entry, { got: true, heard: this.clock.now() });
    else if (message.type === "when") {
      this.clock.cancel(entry.timer);
      this.#repeat(id);
    } else this.#close(id, message);
    return true;
  }

  /** @param {string} id @param {Message | null} reply */
  #close(id, reply) {
    const entry = this.#open.get(id);
    if (!entry) return;
    this.#open.delete(id);
    this.clock.cancel(entry.timer);
    entry.settle(reply);
  }
}
