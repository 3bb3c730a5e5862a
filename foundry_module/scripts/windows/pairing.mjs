/** The game master's window for the bridge: pairing, state, clocks, system. */
import { readAddress } from "../pure/diagnosis.mjs";
import { secondsOf } from "../pure/seconds.mjs";
import { statusContext } from "../pure/status.mjs";
import { examine, pair } from "../table/link.mjs";
import { DEFAULT_ADDRESS, pairing, savePairing } from "../table/settings.mjs";
import { t } from "../table/words.mjs";
import { services, showFault, templatePath, VttbWindow } from "./base.mjs";
import { RulesWindow } from "./rules.mjs";

const ADDRESS_FAULTS = {
  unreadable: "VTTB.Pairing.BadAddress",
  https: "VTTB.Pairing.PlainHttp",
  remote: "VTTB.Pairing.OtherComputer",
};
/** States in which the window asks for a code. */
const ASKING_CODE = new Set(["unpaired", "stranger"]);

export class PairingWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    id: "vttb-pairing",
    window: { title: "VTTB.Pairing.Title" },
    position: { width: 340 },
    actions: {
      pair: PairingWindow.#pair,
      probe: PairingWindow.#probe,
      forget: PairingWindow.#forget,
      take: PairingWindow.#take,
      rules: PairingWindow.#rules,
      cancel: PairingWindow.#cancel,
      pause: PairingWindow.#pause,
      save: PairingWindow.#save,
    },
  });

  static PARTS = /** @type {any} */ ({ main: { template: templatePath("pairing") } });

  /** @type {{ heading: string, text: string } | null} */
  fault = null;
  /** What the bridge says about a pairing that has just been made. */
  note = "";
  address = "";
  repairing = false;
  #asking = false;

  /** @returns {Promise<any>} */
  async _prepareContext() {
    const paired = pairing();
    const { key, facts } = services.status();
    const { state, connected } = services.leader;
    this.address ||= paired?.address ?? DEFAULT_ADDRESS;
    const busy = [...state.encounters.values()].some((encounter) => encounter.over !== true);
    const status = statusContext(key, t, facts);
    const asksCode = ASKING_CODE.has(key);
    return {
      address: this.address,
      paired: Boolean(paired) && !this.repairing && !asksCode,
      connected,
      loss: key === "otherBridge" && facts.all ? t("VTTB.Pairing.Loss", facts) : "",
      elsewhere: key === "elsewhere" || key === "otherBridge",
      status,
      reason: paired && asksCode ? status.text : "",
      note: this.note,
      fault: this.fault,
      paused: state.settings.paused,
      playerSeconds: state.settings.player_seconds ?? "",
      gmSeconds: state.settings.gm_seconds ?? "",
      systems: state.systems.map((system) => ({ ...system, selected: system.key === state.system })),
      manySystems: state.systems.length > 1,
      systemLocked: busy,
    };
  }

  async _onRender() {
    this.root.querySelector("[name=address]")?.addEventListener("change", () => void this.probe());
    void this.probe();
  }

  /** Enter in a field does what the main button does. @param {any} context @param {any} options */
  async _onFirstRender(context, options) {
    await super._onFirstRender(context, options);
    this.root.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.repeat || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      /** @type {HTMLElement | null} */ (this.root.querySelector("button.main"))?.click();
    });
  }

  /** Say what there is at the address, while the window asks for a code. */
  async probe() {
    const typed = this.read("address");
    if (typed === null) return;
    this.#say({ text: t("VTTB.Pairing.Looking"), lamp: "half" });
    const seen = await this.#look(typed);
    if (!this.rendered || this.read("address") !== typed) return;
    this.#say(seen);
    seen.permission?.addEventListener("change", () => void this.probe(), { once: true });
  }

  /** @param {{ text: string, lamp: string }} seen */
  #say({ text, lamp }) {
    const line = /** @type {HTMLElement | null} */ (this.root.querySelector("[data-vttb-found]"));
    if (!line) return;
    const [light, words] = line.children;
    light.className = `vttb-lamp ${lamp}`;
    words.textContent = text;
    line.hidden = text === this.fault?.text;
  }

  /**
   * What there is at an address.
   * @param {string} typed
   * @returns {Promise<{ heading: string, text: string, lamp: string, permission?: PermissionStatus | null }>}
   */
  async #look(typed) {
    const { address, fault } = readAddress(typed);
    if (fault) return { heading: t("VTTB.Pairing.Address"), text: t(ADDRESS_FAULTS[fault]), lamp: "off" };
    const { key, facts, permission } = await examine(address);
    if (key === "unpaired" || key === "connecting") return { heading: t("VTTB.Pairing.Found"), text: t("VTTB.Pairing.Found"), lamp: "half" };
    const { word, text, lamp } = statusContext(key, t, facts);
    return { heading: word, text, lamp, permission };
  }

  /** @this {PairingWindow} */
  static async #pair() {
    if (this.#asking) return;
    this.#asking = true;
    try {
      await this.#ask();
    } finally {
      this.#asking = false;
    }
  }

  async #ask() {
    const typed = this.read("address") ?? DEFAULT_ADDRESS;
    const code = (this.read("code") ?? "").trim();
    const { address } = readAddress(typed);
    this.address = address ?? typed;
    this.fault = address ? await this.#exchange(address, code) : await this.#look(typed);
    await this.render();
    this.root.querySelector("input.code")?.setAttribute("value", code);
  }

  /** @param {string} address @param {string} code @returns {Promise<{ heading: string, text: string } | null>} why not */
  async #exchange(address, code) {
    let answer;
    try {
      answer = await pair(address, { code, world: { id: game.world?.id, title: String(game.world?.title || game.world?.id) } });
    } catch {
      return this.#look(address);
    }
    if ("error" in answer) {
      const heading = answer.error.code === "wrong_code" ? t("VTTB.Pairing.WrongCode") : (answer.error.heading ?? "");
      return { heading, text: sentences(answer.error) };
    }
    await savePairing({ address, token: answer.token, bridge: answer.bridge });
    this.note = sentences(answer.note ?? {});
    this.repairing = false;
    services.connect();
    return null;
  }

  /** @this {PairingWindow} */
  static async #probe() {
    this.repairing = false;
    if (pairing()) services.connect();
    else await this.probe();
  }

  /** @this {PairingWindow} */
  static #forget() {
    this.repairing = true;
    void this.render();
  }

  /** @this {PairingWindow} */
  static #take() {
    services.connect({ take: true });
  }

  static #rules() {
    void new RulesWindow().render({ force: true });
  }

  /** @this {PairingWindow} */
  static #cancel() {
    if (this.repairing) {
      this.repairing = false;
      void this.render();
    } else void this.close();
  }

  /** @this {PairingWindow} */
  static async #pause() {
    await this.#change(() => services.leader.configure({ paused: !services.leader.state.settings.paused }));
  }

  /** @this {PairingWindow} */
  static async #save() {
    const system = this.read("system");
    const clocks = { player_seconds: secondsOf(this.read("player_seconds")), gm_seconds: secondsOf(this.read("gm_seconds")) };
    if (Object.values(clocks).includes(undefined)) {
      showFault(this.root, { heading: t("VTTB.Refusal.NotDone"), text: t("VTTB.Pairing.BadSeconds") });
      return;
    }
    await this.#change(async () => {
      const ack = await services.leader.configure(clocks);
      if (!ack.ok || !system || system === services.leader.state.system) return ack;
      return services.leader.order("table.system", { system });
    });
  }

  /** @param {() => Promise<import("../pure/queue.mjs").Ack>} change */
  async #change(change) {
    const { error } = await change();
    this.fault = error ? { heading: error.heading ?? "", text: sentences(error) } : null;
    await this.render();
  }
}

/** What the bridge says, and what it says to do. @param {{ text?: string, hint?: string }} said */
const sentences = ({ text, hint }) => [text, hint].filter(Boolean).join(" ");
