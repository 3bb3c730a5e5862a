/**
 * Which page leads: one tab of a browser holds the world's lock, and of those the bridge gives the table to one. A page
 * that may not lead stands by, and knocks again in case the leading one has gone without a word.
 */
import { pairing, ID } from "./settings.mjs";

/** Time for a leading page to come back from a reload before another one takes its place. */
const GRACE = 5_000;
const LOOK = 10_000;

export class Lead {
  /** Ends this page's hold on the lock. @type {(() => void) | null} */
  #release = null;
  /** Ends its wait for the lock. @type {AbortController | null} */
  #waiting = null;
  /** @type {any} */
  #timer = null;
  #knocking = false;

  /**
   * @param {import("./leader.mjs").Leader} leader
   * @param {{ show: (key: any, facts?: any) => void, isLed: () => Promise<boolean> }} on
   * `show` the status; `isLed`: whether some page says that it leads
   */
  constructor(leader, { show, isLed }) {
    this.leader = leader;
    this.show = show;
    this.isLed = isLed;
  }

  /** @param {{ take?: boolean }} [how] `take`: also from another page, and with another bridge */
  async connect({ take = false } = {}) {
    this.#knocking = false;
    await this.#connect(take);
  }

  /** The connection has something to say; knocking is no news. @param {any} key @param {any} [facts] */
  status(key, facts) {
    if (this.#knocking && key === "connecting") return;
    this.#knocking = false;
    this.show(key, facts);
  }

  /** Another page leads. @param {"elsewhere" | "otherBridge"} key @param {any} [facts] */
  standBy(key, facts) {
    this.#release?.();
    this.show(key, facts);
    if (key === "elsewhere") this.#lookIn();
  }

  /** The leading user has gone. */
  soon() {
    this.#in(GRACE, () => this.#knock());
  }

  /** See now and then whether anybody leads. */
  #lookIn() {
    this.#in(LOOK, async () => {
      if (await this.isLed()) this.#lookIn();
      else this.#knock();
    });
  }

  #knock() {
    if (this.#release) return;
    this.#knocking = true;
    void this.#connect(false);
  }

  /** @param {number} pause @param {() => void} run */
  #in(pause, run) {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(run, pause);
  }

  /** @param {boolean} take */
  async #connect(take) {
    clearTimeout(this.#timer);
    const paired = pairing();
    if (!game.user?.isGM || !paired) return;
    if (this.#release) {
      this.leader.start(paired, { take });
      return;
    }
    if (this.#waiting && !take) return;
    this.status("connecting");
    this.#waiting?.abort();
    void this.#hold(take);
    const { held = [] } = (await navigator.locks?.query()) ?? {};
    if (!take && !this.#release && held.some(({ name }) => name === lockName())) this.show("elsewhere");
  }

  /** @param {boolean} take */
  async #hold(take) {
    const waiting = new AbortController();
    this.#waiting = waiting;
    try {
      await locked(take ? { steal: true } : { signal: waiting.signal }, () => this.#lead(take));
    } catch (error) {
      if (waiting.signal.aborted) return;
      if (/** @type {Error} */ (error).name !== "AbortError") throw error;
      this.#release = null;
      this.leader.stop();
      this.show("elsewhere");
      void this.#hold(false);
    }
  }

  /** Lead for as long as the lock is held. @param {boolean} take */
  async #lead(take) {
    this.#waiting = null;
    const paired = pairing();
    if (!paired) return;
    const released = new Promise((resolve) => {
      this.#release = () => resolve(undefined);
    });
    this.leader.start(paired, { take });
    await released;
    this.#release = null;
    this.leader.stop();
  }
}

const lockName = () => `${ID}:${game.world?.id}`;

/** Browsers keep locks from a page that came over plain http; there the bridge alone tells pages apart. @param {LockOptions} options @param {() => Promise<void>} run */
const locked = (options, run) => (navigator.locks ? navigator.locks.request(lockName(), options, run) : run());
