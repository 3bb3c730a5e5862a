/** The game master's window for the bridge: pairing, state, clocks, system. */
import { examine, pair } from "../table/link.mjs";
import { DEFAULT_ADDRESS, pairing, savePairing } from "../table/settings.mjs";
import { t } from "../table/words.mjs";
import { statusContext } from "../pure/status.mjs";
import { services, templatePath, VttbWindow } from "./base.mjs";
import { RulesWindow } from "./rules.mjs";

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
  found = "";
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
    return {
      address: this.address,
      paired: Boolean(paired) && !this.repairing && key !== "unpaired",
      connected,
      elsewhere: key === "elsewhere",
      status: statusContext(key, t, facts),
      fault: this.fault,
      found: this.found,
      paused: state.settings.paused,
      playerSeconds: state.settings.player_seconds ?? "",
      gmSeconds: state.settings.gm_seconds ?? "",
      systems: state.systems.map((system) => ({ ...system, selected: system.key === state.system })),
      manySystems: state.systems.length > 1,
      systemLocked: busy,
    };
  }

  async _onRender() {
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

  /** Say whether a bridge answers at the address, while the window asks for a code. */
  async probe() {
    const address = this.read("address");
    if (address === null) return;
    const seen = await this.#examine(address);
    if (!seen || !this.rendered) return;
    this.found = seen;
    const line = this.root.querySelector("[data-vttb-found]");
    if (line) line.textContent = seen;
  }

  /** @param {string} address */
  async #examine(address) {
    try {
      if (!/^https?:$/.test(new URL(address).protocol)) return t("VTTB.Pairing.BadAddress");
      const { key } = await examine(address);
      if (key === "unpaired" || key === "connecting") return t("VTTB.Pairing.Found");
      return statusContext(key, t, { address: new URL(address).host, module: "", bridge: "" }).text;
    } catch {
      return t("VTTB.Pairing.BadAddress");
    }
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
    const address = (this.read("address") ?? DEFAULT_ADDRESS).trim().replace(/\/+$/, "");
    const code = (this.read("code") ?? "").trim();
    this.address = address;
    this.fault = null;
    try {
      const answer = await pair(address, { code, world: { id: game.world?.id, title: String(game.world?.title || game.world?.id) } });
      if ("error" in answer) this.fault = { heading: answer.error.code === "wrong_code" ? t("VTTB.Pairing.WrongCode") : t("VTTB.Refusal.NotDone"), text: [answer.error.text, answer.error.hint].filter(Boolean).join(" ") };
      else {
        await savePairing({ address, token: answer.token, bridge: answer.bridge });
        this.repairing = false;
        services.connect();
      }
    } catch {
      this.fault = { heading: t("VTTB.Pairing.NoAnswer"), text: (await this.#examine(address)) ?? "" };
    }
    await this.render();
    this.root.querySelector("input.code")?.setAttribute("value", code);
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
    await services.leader.configure({ paused: !services.leader.state.settings.paused });
    await this.render();
  }

  /** @this {PairingWindow} */
  static async #save() {
    const seconds = (/** @type {string | null} */ text) => (text && Number(text) >= 1 ? Number(text) : null);
    const system = this.read("system");
    await services.leader.configure({ player_seconds: seconds(this.read("player_seconds")), gm_seconds: seconds(this.read("gm_seconds")) });
    this.fault = null;
    if (system && system !== services.leader.state.system) {
      const ack = await services.leader.order("table.system", { system });
      if (!ack.ok && ack.error) this.fault = { heading: ack.error.heading ?? "", text: ack.error.text };
    }
    await this.render();
  }
}
