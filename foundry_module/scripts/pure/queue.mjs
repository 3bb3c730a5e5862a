/**
 * The page's own ordered queue towards the bridge.
 *
 * One action is on its way at a time. After a break shorter than `patience` the same action goes out again under the
 * same id, which the bridge executes once. After a longer one the bridge is only asked whether it ever had the id; if
 * not, the action is taken back, so that nothing happens minutes after a click.
 */

/**
 * @typedef {{ id: string, [key: string]: any }} Action
 * @typedef {{ ok: boolean, id?: string, seq?: number | null, reply?: any, error?: { code: string, heading?: string, text: string, hint?: string, data?: any } }} Ack
 * @typedef {{ send: (action: Action) => Promise<Ack>, ask: (ids: string[]) => Promise<Record<string, Ack>> }} Transport
 * @typedef {{ now: () => number, later: (run: () => void, ms: number) => any, cancel: (timer: any) => void }} Clock
 * @typedef {{ action: Action, at: number, sentAt: number | null, timer: any, settle: (ack: Ack) => void }} Item
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
   * @param {{ transport: Transport, clock: Clock, withdrawn: (action: Action) => Ack, patience?: number }} parts
   * `withdrawn` makes the answer for an action that was taken back.
   */
  constructor({ transport, clock, withdrawn, patience = PATIENCE }) {
    this.transport = transport;
    this.clock = clock;
    this.withdrawn = withdrawn;
    this.patience = patience;
  }

  get length() {
    return this.#items.length;
  }

  /**
   * @param {Action} action
   * @returns {Promise<Ack>} settles once: with the bridge's word, or as withdrawn
   */
  submit(action) {
    return new Promise((resolve) => {
      /** @type {Item} */
      const item = { action, at: this.clock.now(), sentAt: null, timer: null, settle: resolve };
      item.timer = this.clock.later(() => {
        if (item.sentAt === null) this.#finish(item, this.withdrawn(action));
      }, this.patience);
      this.#items.push(item);
      void this.#pump();
    });
  }

  /**
   * Take an action back that has not been sent. One that is on its way is not sent again after a break, only asked about.
   * @param {string} id
   * @returns {boolean} false when it is on its way already
   */
  withdraw(id) {
    const item = this.#items.find((one) => one.action.id === id);
    if (!item) return false;
    if (item.sentAt !== null) {
      item.sentAt = -Infinity;
      return false;
    }
    this.#finish(item, this.withdrawn(item.action));
    return true;
  }

  online() {
    this.#online = true;
    void this.#pump();
  }

  offline() {
    this.#online = false;
    this.#cut?.();
  }

  /** @param {Item} item @param {Ack} ack */
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

  /** @param {Item} item @returns {Promise<Ack>} */
  async #step(item) {
    if (item.sentAt !== null && this.clock.now() - item.sentAt >= this.patience) {
      const known = await this.transport.ask([item.action.id]);
      return known[item.action.id] ?? this.withdrawn(item.action);
    }
    item.sentAt ??= this.clock.now();
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
