/**
 * From a page to the leading game master's page over the tabletop's module socket.
 *
 * Everybody can listen on that socket, so it carries requests and public announcements only. The sender's id is the one
 * the server adds; ids of users inside a payload are never looked at. Answers go back privately.
 */
import { PATIENCE } from "./queue.mjs";

export const LIMITS = { bytes: 16_384, remembered: 500 };
const KINDS = new Set(["act", "look", "hello", "sheet", "withdraw"]);
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

/** The leading page's side: one answer an id, whatever is repeated. */
export class RelayLeader {
  /** @type {Map<string, { user: string, reply: Message | null }>} */
  #seen = new Map();

  /**
   * @param {{
   *   leads: () => boolean, known: (userId: string) => boolean, handle: (request: Request, userId: string) => Promise<Message | null>,
   *   tell: (userId: string, message: Message) => void, busy: (request: Request) => Message, now: () => number,
   * }} parts
   */
  constructor({ leads, known, handle, tell, busy, now }) {
    this.leads = leads;
    this.known = known;
    this.handle = handle;
    this.tell = tell;
    this.busy = busy;
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
    if (before) {
      if (before.user !== senderId) return;
      this.tell(senderId, before.reply ?? { type: "got", re: request.id });
      return;
    }
    const limit = request.kind === "act" ? this.acts : this.reads;
    if (!limit.take(senderId)) {
      this.tell(senderId, { ...this.busy(request), type: "reply", re: request.id });
      return;
    }
    const entry = { user: senderId, reply: /** @type {Message | null} */ (null) };
    this.#seen.set(request.id, entry);
    while (this.#seen.size > LIMITS.remembered) this.#seen.delete(/** @type {string} */ (this.#seen.keys().next().value));
    if (request.kind === "act") this.tell(senderId, { type: "got", re: request.id });
    const answer = await this.handle(request, senderId);
    if (!answer) return;
    entry.reply = { ...answer, type: "reply", re: request.id };
    this.tell(senderId, entry.reply);
  }
}

const REPEAT = 2_000;
const LONGEST = 60_000;

/** The other pages' side: repeats a request until the leader has it, and gives up after ten seconds without one. */
export class RelayFollower {
  /** @type {Map<string, { request: Request, got: boolean, settle: (reply: Message | null) => void, timers: any[] }>} */
  #open = new Map();

  /** @param {{ emit: (request: Request) => void, clock: import("./queue.mjs").Clock, patience?: number }} parts */
  constructor({ emit, clock, patience = PATIENCE }) {
    this.emit = emit;
    this.clock = clock;
    this.patience = patience;
  }

  /**
   * @param {{ id: string, kind: string, [key: string]: any }} request
   * @returns {Promise<Message | null>} null when no leading page answered in time
   */
  ask(request) {
    return new Promise((resolve) => {
      const entry = { request: /** @type {Request} */ ({ v: 1, ...request }), got: false, settle: resolve, timers: /** @type {any[]} */ ([]) };
      this.#open.set(request.id, entry);
      const repeat = () => {
        if (entry.got || !this.#open.has(request.id)) return;
        this.emit(entry.request);
        entry.timers[0] = this.clock.later(repeat, REPEAT);
      };
      entry.timers[1] = this.clock.later(() => {
        if (!entry.got) this.#close(request.id, null, true);
      }, this.patience);
      entry.timers[2] = this.clock.later(() => this.#close(request.id, null, true), LONGEST);
      repeat();
    });
  }

  /**
   * @param {Message} message from the leading page
   * @returns {boolean} whether it belongs to an open request of this page
   */
  receive(message) {
    const entry = this.#open.get(String(message.re));
    if (!entry) return false;
    if (message.type === "got") entry.got = true;
    else this.#close(entry.request.id, message, false);
    return true;
  }

  /** @param {string} id @param {Message | null} reply @param {boolean} withdraw */
  #close(id, reply, withdraw) {
    const entry = this.#open.get(id);
    if (!entry) return;
    this.#open.delete(id);
    for (const timer of entry.timers) this.clock.cancel(timer);
    if (withdraw && entry.request.kind === "act") this.emit({ v: 1, id: `${id}:w`, kind: "withdraw", of: id });
    entry.settle(reply);
  }
}
