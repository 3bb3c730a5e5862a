/** The connection of the leading page to the bridge. */
import { browserOf, diagnose, readAddress, refusedState } from "../pure/diagnosis.mjs";
import { newId } from "../pure/ids.mjs";
import { ID } from "./settings.mjs";

const PROTOCOL = 1;
const REPLY_WITHIN = 10_000;
const HEALTH_WITHIN = 3_000;
const OPEN_WITHIN = 5_000;
/** Pause before another try: soon when only the bridge is wanting, later when a person has to do something first. */
const AGAIN = { soon: 2_000, later: 10_000 };
/** The bridge says something every ten seconds and waits ten for the answer; after more the connection is dead, seen so or not. */
const SILENT = 20_500;

/**
 * @typedef {import("../pure/status.mjs").StatusKey} StatusKey
 * @typedef {import("../pure/status.mjs").Facts} Facts
 * @typedef {{ code: string, heading?: string, text: string, hint?: string }} Refusal
 * @typedef {{ answer: "health" | "other" | "silent" | "none", health: any }} Answer
 */

/** What the module speaks. */
const ours = () => ({ protocol: PROTOCOL, version: String(/** @type {any} */ (game.modules.get(ID))?.version ?? "") });

/** @param {string} address @returns {Promise<Answer>} what there is at an address */
async function health(address) {
  const url = new URL("/health", address);
  const options = () => ({ credentials: /** @type {const} */ ("omit"), cache: /** @type {const} */ ("no-store"), signal: AbortSignal.timeout(HEALTH_WITHIN) });
  try {
    const answer = await fetch(url, options());
    return answer.ok ? { answer: "health", health: await answer.json() } : { answer: "other", health: null };
  } catch (error) {
    if (/** @type {Error} */ (error).name === "TimeoutError") return { answer: "silent", health: null };
    if (error instanceof SyntaxError) return { answer: "other", health: null };
  }
  try {
    await fetch(url, { ...options(), mode: "no-cors" });
    return { answer: "other", health: null };
  } catch {
    return { answer: "none", health: null };
  }
}

/** Whether the browser lets pages of this site reach this computer; null where it keeps no such permission. */
async function localPermission() {
  for (const name of ["loopback-network", "local-network-access"]) {
    try {
      return await navigator.permissions.query({ name: /** @type {any} */ (name) });
    } catch {
      continue;
    }
  }
  return null;
}

/**
 * What is wrong at an address.
 * @param {string} address
 * @param {string} [bridge] name of the bridge that the page was paired with
 * @returns {Promise<{ key: StatusKey, facts: Facts, permission: PermissionStatus | null }>}
 */
export async function examine(address, bridge) {
  const seen = await health(address);
  const permission = seen.health ? null : await localPermission();
  const page = { host: location.hostname, secure: isSecureContext, browser: browserOf(navigator.userAgent) };
  const key = diagnose({ ...seen, permission: permission?.state ?? null, bridge, ours: ours(), page });
  const facts = {
    address: new URL(address).host,
    module: ours().version,
    bridge: String(seen.health?.version ?? ""),
    page: location.host,
    local: `http://localhost:${location.port || 80}`,
    browser: page.browser,
  };
  return { key, facts, permission };
}

/**
 * @param {string} address
 * @param {Record<string, unknown>} message
 * @returns {Promise<{ token: string, bridge: string, systems: any[], note?: { text: string, hint?: string } | null } | { error: Refusal }>}
 */
export async function pair(address, message) {
  const answer = await fetch(new URL("/pair", address), {
    method: "POST",
    credentials: "omit",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ protocol: PROTOCOL, module: ours().version, ...message }),
    signal: AbortSignal.timeout(REPLY_WITHIN),
  });
  return answer.json();
}

const TAB = "vtt-bridge.tab";

/** This tab's name. It outlives a reload, but a copy of the tab, which begins with the same storage, makes its own. */
const tabName = sessionStorage.getItem(TAB) ?? newId();
sessionStorage.removeItem(TAB);
addEventListener("pagehide", () => sessionStorage.setItem(TAB, tabName));

/** The bridge's sentence and what it says to do. @param {{ text?: unknown, hint?: unknown }} refusal */
const sentenceOf = ({ text, hint }) => [text, hint].filter(Boolean).join(" ");

export class Link {
  /** @type {any} */
  #socket = null;
  #take = false;
  #ready = false;
  #heardAt = 0;
  #examining = false;
  /** @type {any} */
  #retry = null;

  /**
   * @param {{
   *   welcome: (welcome: any) => void, batch: (envelope: any) => void, clocks: (clocks: any) => void,
   *   lost: () => void, elsewhere: (facts: Facts) => void, state: (key: StatusKey, facts?: Facts) => void,
   *   last: () => number | null,
   * }} on
   */
  constructor(on) {
    this.on = on;
    this.address = "";
    this.bridge = "";
  }

  /** Whether the bridge listens: a page that has slept may not know yet that it does so no more. */
  get ready() {
    return this.#ready && this.#socket?.connected === true && Date.now() - this.#heardAt < SILENT;
  }

  /**
   * @param {import("./settings.mjs").Pairing} pairing
   * @param {{ take?: boolean }} [how]
   */
  open(pairing, { take = false } = {}) {
    this.close();
    this.address = pairing.address;
    this.bridge = pairing.bridge ?? "";
    this.#take = take;
    const io = /** @type {any} */ (globalThis).io;
    if (typeof io !== "function" || readAddress(pairing.address).fault) {
      this.on.state("down");
      return;
    }
    this.on.state("connecting");
    const user = /** @type {any} */ (game.user);
    const socket = io(pairing.address, {
      transports: ["websocket"],
      forceNew: true,
      timeout: OPEN_WITHIN,
      reconnectionDelay: 100,
      reconnectionDelayMax: 1000,
      randomizationFactor: 0.5,
      auth: (/** @type {(data: any) => void} */ give) =>
        give({
          protocol: PROTOCOL,
          token: pairing.token,
          world: game.world?.id,
          client: tabName,
          last: this.on.last(),
          take: this.#take,
          user: { id: user.id, name: user.name },
          module: ours().version,
        }),
    });
    this.#socket = socket;
    this.#listen(socket);
  }

  /** @param {any} socket */
  #listen(socket) {
    const heard = () => {
      this.#heardAt = Date.now();
    };
    socket.io.on("ping", heard);
    socket.onAny(heard);
    socket.on("welcome", (/** @type {any} */ welcome) => {
      this.#take = false;
      this.#ready = true;
      this.on.welcome(welcome);
    });
    socket.on("batch", (/** @type {any} */ envelope) => this.on.batch(envelope));
    socket.on("clocks", (/** @type {any} */ clocks) => this.on.clocks(clocks));
    socket.on("lease", (/** @type {any} */ told) => this.on.elsewhere({ text: String(told?.text ?? "") }));
    socket.on("revoked", (/** @type {Refusal} */ refusal) => {
      this.close();
      this.on.state("unpaired", { text: sentenceOf(refusal) });
    });
    socket.on("disconnect", (/** @type {string} */ reason) => {
      if (socket !== this.#socket) return;
      const wasReady = this.#ready;
      this.#lost();
      if (reason === "io client disconnect") return;
      if (wasReady) this.on.state("connecting");
      if (reason === "io server disconnect") this.#again(socket, AGAIN.soon);
    });
    socket.on("connect_error", (/** @type {any} */ error) => {
      if (socket !== this.#socket) return;
      if (error?.data?.code) this.#refused(socket, error.data);
      else void this.#examine(socket);
    });
  }

  close() {
    clearTimeout(this.#retry);
    const socket = this.#socket;
    this.#socket = null;
    this.#lost();
    socket?.disconnect();
  }

  #lost() {
    const wasReady = this.#ready;
    this.#ready = false;
    if (wasReady) this.on.lost();
  }

  /** @param {any} socket @param {number} pause */
  #again(socket, pause) {
    clearTimeout(this.#retry);
    this.#retry = setTimeout(() => {
      if (socket === this.#socket && !socket.connected) socket.connect();
    }, pause);
  }

  /** The bridge has said why not. @param {any} socket @param {Refusal} refusal */
  #refused(socket, refusal) {
    const { key, again } = refusedState(refusal.code);
    const text = sentenceOf(refusal);
    if (key === "elsewhere") this.on.elsewhere({ text });
    else if (key === "versions" || key === "unpaired") void this.#explain(socket, key, text);
    else {
      this.on.state(key, { text });
      if (again) this.#again(socket, AGAIN.soon);
    }
  }

  /** Why a pairing or a message does not hold: another bridge, or another version. @param {any} socket @param {StatusKey} key @param {string} text */
  async #explain(socket, key, text) {
    const seen = await examine(this.address, this.bridge);
    if (socket !== this.#socket || socket.connected) return;
    const telling = key === "versions" ? ["bridgeOld", "moduleOld"] : ["stranger"];
    if (telling.includes(seen.key)) this.on.state(seen.key, seen.facts);
    else this.on.state(key, { ...seen.facts, text });
    socket.disconnect();
  }

  /** The connection has failed without a word: look what is there. @param {any} socket */
  async #examine(socket) {
    if (this.#examining) return;
    this.#examining = true;
    const { key, facts, permission } = await examine(this.address, this.bridge);
    this.#examining = false;
    if (socket !== this.#socket || socket.connected) return;
    this.on.state(key, facts);
    if (["down", "silent", "connecting"].includes(key)) return;
    socket.disconnect();
    if (["unpaired", "stranger", "bridgeOld", "moduleOld", "versions"].includes(key)) return;
    this.#again(socket, AGAIN.later);
    permission?.addEventListener("change", () => this.#again(socket, 0), { once: true });
  }

  /**
   * @param {string} event
   * @param {any} message
   * @returns {Promise<any>}
   */
  async emit(event, message) {
    const socket = this.#socket;
    if (!this.ready) throw new Error("not connected");
    try {
      const answer = await socket.timeout(REPLY_WITHIN).emitWithAck(event, message);
      if (socket === this.#socket) this.#heardAt = Date.now();
      return answer;
    } catch (error) {
      if (socket === this.#socket && socket.connected) socket.io.engine.close();
      throw error;
    }
  }
}
