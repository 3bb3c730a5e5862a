/** The module's settings. The pairing token stays in this browser: client scope, by world, never shown. */
export const ID = "vtt-bridge";
export const DEFAULT_ADDRESS = "http://127.0.0.1:30777";

/**
 * @typedef {{ address: string, token: string, bridge?: string, last?: number }} Pairing
 * @typedef {{ system?: string, description?: any, systems?: any[] }} Remembered
 */

/**
 * @param {{ pairing: any, rules: any }} windows
 * @param {{ described: () => void, bridgeNamed: () => void }} on called when the world's description, or its bridge, changes
 */
export function registerSettings(windows, { described, bridgeNamed }) {
  const settings = /** @type {any} */ (game.settings);
  settings.register(ID, "connections", { scope: "client", config: false, type: Object, default: {} });
  settings.register(ID, "description", { scope: "world", config: false, type: Object, default: {}, onChange: described });
  settings.register(ID, "bridge", { scope: "world", config: false, type: String, default: "", onChange: bridgeNamed });
  settings.register(ID, "receipts", {
    name: "VTTB.Settings.Receipts",
    hint: "VTTB.Settings.ReceiptsHint",
    scope: "client",
    config: true,
    type: Boolean,
    default: false,
  });
  settings.registerMenu(ID, "pairing", {
    name: "VTTB.Settings.Pairing",
    label: "VTTB.Settings.PairingLabel",
    hint: "VTTB.Settings.PairingHint",
    icon: "fa-solid fa-plug",
    type: windows.pairing,
    restricted: true,
  });
  settings.registerMenu(ID, "rules", {
    name: "VTTB.Settings.Rules",
    label: "VTTB.Settings.RulesLabel",
    hint: "VTTB.Settings.RulesHint",
    icon: "fa-solid fa-scale-balanced",
    type: windows.rules,
    restricted: true,
  });
}

/** @param {string} key @returns {any} */
const get = (key) => /** @type {any} */ (game.settings).get(ID, key);
/** @param {string} key @param {any} value */
const set = (key, value) => /** @type {any} */ (game.settings).set(ID, key, value);

const world = () => String(game.world?.id ?? "");

/** @returns {Pairing | null} */
export function pairing() {
  const all = get("connections") ?? {};
  return all[world()]?.token ? { ...all[world()] } : null;
}

/** @param {Pairing | null} value */
export async function savePairing(value) {
  const all = { ...(get("connections") ?? {}) };
  if (value) all[world()] = value;
  else delete all[world()];
  await set("connections", all);
}

/** @param {number} last the newest batch whose traces are in the world */
export async function saveLast(last) {
  const current = pairing();
  if (current && current.last !== last) await savePairing({ ...current, last });
}

/** @returns {Remembered} */
export const rememberedDescription = () => get("description") ?? {};

/** @param {Remembered} value */
export async function rememberDescription(value) {
  if (JSON.stringify(value) !== JSON.stringify(rememberedDescription())) await set("description", value);
}

/** @returns {string} the name of the bridge that leads the world, empty before the first */
export const namedBridge = () => get("bridge") ?? "";

/** @param {string} bridge */
export async function nameBridge(bridge) {
  if (bridge !== namedBridge()) await set("bridge", bridge);
}

/** @returns {boolean} */
export const receiptsOpen = () => get("receipts") === true;
