/** The connection of the leading page to the bridge. */
import { diagnose, refusedState } from "../pure/status.mjs";

export const PROTOCOL = 1;
const REPLY_WITHIN = 10_000;
const HEALTH_WITHIN = 3_000;
const AGAIN = 2_000;

/** @typedef {import("../pure/status.mjs").StatusKey} StatusKey */

/**
 * @param {string} address
 * @returns {Promise<any>} what the bridge says of itself, or null when nothing answers
 */
export async function health(address) {
  try {
    const answer = await fetch(new URL("/health", address), { credentials: "omit", cache: "no-store", signal: AbortSignal.timeout(HEALTH_WITHIN) });
    return answer.ok ? await answer.json() : null;
  } catch {
    return null;
  }
}

/** @returns {Promise<string | null>} whether the browser lets pages of this site reach this computer */
async function localPermission() {
  for (const name of ["loopback-network", "local-network-access"]) {
    try {
      const { state } = await navigator.permissions.query({ name: /** @type {any} */ (name) });
      if (state === "denied") return state;
    } catch {
      continue;
    }
  }
  return null;
}

/** @param {string} address @returns {Promise<{ key: StatusKey, health: any }>} */
export async function examine(address) {
  const seen = await health(address);
  const permission = seen ? null : await localPermission();
  return { key: diagnose({ health: seen, permission, protocol: PROTOCOL }), health: seen };
}

/**
 * @param {string} address
 * @param {Record<string, unknown>} message
 * @returns {Promise<{ token: string, bridge: string, systems: any[] } | { error: { code: string, text: string, hint?: string } }>}
 */
export async function pair(address, message) {
  const answer = await fetch(new URL("/pair", address), {
    method: "POST",
    credentials: "omit",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ protocol: PROTOCOL, ...message }),
    signal: AbortSignal.timeout(REPLY_WITHIN),
  });
  return answer.json();
}

/** This tab's name, kept over reloads. */
function tabName() {
  const key = "vtt-bridge.tab";
  let name = sessionStorage.getItem(key);
  if (!name) {
    name = crypto.randomUUID();
    sessionStorage.setItem(key, name);
  }
  return name;
}

export class Link {
  /** @type {any} */
  #socket = null;
  #take = false;
  #ready = false;
  /** @type {any} */
  #retry = null;

  /**
   * @param {{
   *   welcome: (welcome: any) => void, batch: (envelope: any) => void, clocks: (clocks: any) => void,
   *   lost: () => void, elsewhere: () => void, state: (key: StatusKey, facts?: Record<string, string>) => void,
   *   last: () => number | null,
   * }} on
   */
  constructor(on) {
    this.on = on;
    this.address = "";
  }

  get ready() {
    return this.#ready && this.#socket?.connected === true;
  }

  /**
   * @param {{ address: string, token: string }} pairing
   * @param {{ take?: boolean }} [how]
   */
  open(pairing, { take = false } = {}) {
    this.close();
    this.address = pairing.address;
    this.#take = take;
    const io = /** @type {any} */ (globalThis).io;
    if (typeof io !== "function") {
      this.on.state("down", {});
      return;
    }
    this.on.state("connecting");
    const user = /** @type {any} */ (game.user);
    const socket = io(pairing.address, {
      transports: ["websocket"],
      forceNew: true,
      reconnectionDelay: 100,
      reconnectionDelayMax: 1000,
      randomizationFactor: 0.5,
      auth: (/** @type {(data: any) => void} */ give) =>
        give({
          protocol: PROTOCOL,
          token: pairing.token,
          world: game.world?.id,
          client: tabName(),
          last: this.on.last(),
          take: this.#take,
          user: { id: user.id, name: user.name },
        }),
    });
    this.#socket = socket;
    socket.on("welcome", (/** @type {any} */ welcome) => {
      this.#take = false;
      this.#ready = true;
      this.on.welcome(welcome);
    });
    socket.on("batch", (/** @type {any} */ envelope) => this.on.batch(envelope));
    socket.on("clocks", (/** @type {any} */ clocks) => this.on.clocks(clocks));
    socket.on("lease", () => this.on.elsewhere());
    socket.on("disconnect", (/** @type {string} */ reason) => {
      if (socket !== this.#socket) return;
      const wasReady = this.#ready;
      this.#lost();
      if (reason === "io client disconnect") return;
      if (wasReady) this.on.state("connecting");
      if (reason === "io server disconnect") this.#again(socket);
    });
    socket.on("connect_error", (/** @type {any} */ error) => void this.#refused(socket, error));
  }

  close() {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    const wasReady = this.#ready;
    this.#socket = null;
    this.#ready = false;
    if (!socket) return;
    socket.disconnect();
    if (wasReady) this.on.lost();
  }

  #lost() {
    const wasReady = this.#ready;
    this.#ready = false;
    if (wasReady) this.on.lost();
  }

  /** @param {any} socket */
  #again(socket) {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (socket === this.#socket && !socket.connected) socket.connect();
    }, AGAIN);
  }

  /** @param {any} socket @param {any} error */
  async #refused(socket, error) {
    if (socket !== this.#socket) return;
    if (error?.data?.code) {
      const key = refusedState(error.data.code);
      if (key === "elsewhere") {
        this.on.elsewhere();
        return;
      }
      this.on.state(key, { text: String(error.data.text ?? "") });
      if (key === "connecting") this.#again(socket);
      return;
    }
    const { key, health: seen } = await examine(this.address);
    if (socket !== this.#socket || socket.connected) return;
    this.on.state(key, { bridge: String(seen?.version ?? "") });
    if (key === "versions" || key === "unpaired") socket.disconnect();
  }

  /**
   * @param {string} event
   * @param {any} message
   * @returns {Promise<any>}
   */
  async emit(event, message) {
    if (!this.ready) throw new Error("not connected");
    return this.#socket.timeout(REPLY_WITHIN).emitWithAck(event, message);
  }
}
