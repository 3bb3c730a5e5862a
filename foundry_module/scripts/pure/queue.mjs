/**
 * The page's own ordered queue towards the bridge.
 *
 * One action is on its way at a time. Each has a moment until which it may go out: before it, the same action goes out
 * again after a break under the same id, which the bridge executes once; after it, the bridge is only asked whether it ever
 * had the id, and if not, the action is taken back. So nothing happens minutes after a click, whatever slept in between.
 */

/**
 * @typedef {{ id: string, [key: string]: any }} Action
 * @typedef {{ ok: boolean, id?: string, seq?: number | null, reply?: any, error?: { code: string, heading?: string, text: string, hint?: string, data?: any } }} Ack
 * @typedef {{ send: (action: Action) => Promise<Ack | null>, ask: (ids: string[]) => Promise<Record<string, Ack>> }} Transport
 * `send` gives null when this page may not act any more.
 * @typedef {{ now: () => number, later: (run: () => void, ms: number) => any, cancel: (timer: any) => void }} Clock
 * @typedef {{ action: Action, until: number, sent: boolean, timer: any, settle: (ack: Ack | null) => void }} Item
 */

export const PATIENCE = 10_000;
const BREATH = 250;

export class ActionQueue {
  /** @type {Item[]} */
  #items = [];
  #online = false;
  #busy = false;
  /** @type {(() => void) | null} */
  #cut = null;

  /**
   * @param {{ transport: Transport, clock: Clock, withdrawn: (action: Action) => Ack }} parts
   * `withdrawn` makes the answer for an action that was taken back.
   */
  constructor({ transport, clock, withdrawn }) {
    this.transport = transport;
    this.clock = clock;
    this.withdrawn = withdrawn;
  }

  get length() {
    return this.#items.length;
  }

  /**
   * @param {Action} action
   * @param {number} [until] milliseconds on this page's clock
   * @returns {Promise<Ack | null>} settles once: with the bridge's word, as withdrawn, or with null when another page has
   * taken over and can tell
   */
  submit(action, until = this.clock.now() + PATIENCE) {
    return new Promise((resolve) => {
      /** @type {Item} */
      const item = { action, until, sent: false, timer: null, settle: resolve };
      item.timer = this.clock.later(() => {
        if (!item.sent) this.#finish(item, this.withdrawn(action));
      }, until - this.clock.now());
      this.#items.push(item);
      void this.#pump();
    });
  }

  online() {
    this.#online = true;
    void this.#pump();
  }

  offline() {
    this.#online = false;
    this.#cut?.();
  }

  /** Another page leads now: what is left here is for it to tell. */
  abandon() {
    this.offline();
    for (const item of [...this.#items]) this.#finish(item, null);
  }

  /**
   * What became of an action that this page does not know. Nothing is sent any more.
   * @param {Action} action
   * @returns {Promise<Ack>}
   */
  async outcome(action) {
    const known = await this.transport.ask([action.id]);
    return known[action.id] ?? this.withdrawn(action);
  }

  /** @param {Item} item @param {Ack | null} ack */
  #finish(item, ack) {
    this.clock.cancel(item.timer);
    const place = this.#items.indexOf(item);
    if (place >= 0) this.#items.splice(place, 1);
    item.settle(ack);
  }

  async #pump() {
    if (this.#busy) return;
    this.#busy = true;
    while (this.#online && this.#items.length > 0) {
      const item = this.#items[0];
      try {
        this.#finish(item, await this.#whileOnline(this.#step(item)));
      } catch {
        if (this.#online) await new Promise((resume) => this.clock.later(() => resume(undefined), BREATH));
      }
    }
    this.#busy = false;
  }

  /** @param {Item} item @returns {Promise<Ack | null>} */
  #step(item) {
    if (this.clock.now() >= item.until) return this.outcome(item.action);
    item.sent = true;
    return this.transport.send(item.action);
  }

  /** @template T @param {Promise<T>} work @returns {Promise<T>} */
  #whileOnline(work) {
    return new Promise((resolve, reject) => {
      this.#cut = () => reject(new Error("offline"));
      work.then(resolve, reject);
    });
  }
}

/** Longer than the pause inside a double click. */
export const LINGER = 400;

/** Remembers which buttons are in flight, so that a double click acts once. */
export class InFlight {
  /** @type {Set<string>} */
  #keys = new Set();

  /** @param {Clock} clock */
  constructor(clock) {
    this.clock = clock;
  }

  /**
   * @template T
   * @param {string} key what makes two clicks the same
   * @param {() => Promise<T>} work
   * @returns {Promise<T | null>} null when the same is on its way, or came back a moment ago
   */
  async once(key, work) {
    if (this.#keys.has(key)) return null;
    this.#keys.add(key);
    try {
      return await work();
    } finally {
      this.clock.later(() => this.#keys.delete(key), LINGER);
    }
  }

  /** @param {string} key */
  has(key) {
    return this.#keys.has(key);
  }
}
