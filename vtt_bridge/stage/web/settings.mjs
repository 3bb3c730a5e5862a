/** game.settings, game.keybindings and game.queries. */
import { Hooks } from "./hooks.mjs";
import { request, state } from "./state.mjs";
import { deepClone, randomID } from "./utils.mjs";

export class ClientSettings {
  constructor() {
    this.settings = new Map();
    this.menus = new Map();
  }
  register(namespace, key, data) {
    if (!namespace || !key) throw new Error("A setting needs a namespace and a key");
    if (!["world", "client", "user"].includes(data.scope)) throw new Error(`${data.scope} is not a valid scope of a setting`);
    this.settings.set(`${namespace}.${key}`, { ...data, namespace, key, id: `${namespace}.${key}` });
  }
  registerMenu(namespace, key, data) {
    if (!data.name || !data.label || !data.type) throw new Error("A settings menu needs name, label and type");
    this.menus.set(`${namespace}.${key}`, { ...data, namespace, key });
  }
  _config(namespace, key) {
    const config = this.settings.get(`${namespace}.${key}`);
    if (!config) throw new Error(`"${namespace}.${key}" is not a registered game setting`);
    return config;
  }
  get(namespace, key) {
    const config = this._config(namespace, key);
    const stored = config.scope === "client" ? localStorage.getItem(config.id) : this._world(config.id)?._source.value;
    if (stored === null || stored === undefined) return deepClone(config.default);
    return cast(config.type, JSON.parse(stored));
  }
  _world(id) { return game.collections.get("Setting").find((s) => s._source.key === id); }
  async set(namespace, key, value) {
    const config = this._config(namespace, key);
    const text = JSON.stringify(value);
    if (config.scope === "client") {
      localStorage.setItem(config.id, text);
      config.onChange?.(value, {}, game.user.id);
      Hooks.callAll("clientSettingChanged", config.id, value, {});
      return value;
    }
    if (!state.ready) throw new Error("You may not set a world setting before the game is ready");
    await request("setting", config.id, text);
    return value;
  }
  /** A world setting came in from the server. */
  received(document) {
    const config = this.settings.get(document._source.key);
    config?.onChange?.(cast(config.type, JSON.parse(document._source.value)), {}, game.user.id);
  }
}

function cast(type, value) {
  if (type === Number) return Number(value);
  if (type === String) return String(value);
  if (type === Boolean) return Boolean(value);
  return value;
}

export class ClientKeybindings {
  constructor() { this.actions = new Map(); }
  register(namespace, action, data) { this.actions.set(`${namespace}.${action}`, data); }
  listen() {
    document.addEventListener("keydown", (event) => {
      for (const data of this.actions.values()) {
        if (data.restricted && !game.user.isGM) continue;
        const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
        for (const { key, modifiers = [] } of [...(data.editable ?? []), ...(data.uneditable ?? [])]) {
          const wanted = modifiers.map((m) => m.toUpperCase());
          const held = [event.altKey && "ALT", event.ctrlKey && "CONTROL", event.shiftKey && "SHIFT"].filter(Boolean);
          const fits = event.code === key && held.length === wanted.length && held.every((m) => wanted.includes(m));
          if (!fits || (event.repeat && !data.repeat) || (typing && !wanted.length)) continue;
          if (data.onDown?.({ event, key, modifiers })) { event.preventDefault(); return; }
        }
      }
    });
  }
}

/** User#query over the table's server: all tabs of the user are asked, the first answer wins. */
export class Queries {
  constructor() { this.open = new Map(); }
  async ask(user, name, data, timeout) {
    if (!user.active) throw new Error(`User ${user.name} is not active`);
    const id = randomID();
    const { promise, resolve, reject } = Promise.withResolvers?.() ?? withResolvers();
    this.open.set(id, { resolve, reject });
    if (timeout) setTimeout(() => { if (this.open.delete(id)) reject(new Error(`The query ${name} was not answered in time`)); }, timeout);
    await request("query", { id, to: user.id, name, data: JSON.parse(JSON.stringify(data ?? null)), timeout });
    return promise;
  }
  async asked({ id, name, data, timeout, from }) {
    const handler = CONFIG.queries[name];
    if (!handler) return;
    const options = state.generation >= 14 ? { timeout, user: game.users.get(from) } : { timeout };
    try {
      const value = await handler(data, options);
      state.socket.emit("query_reply", { id, ok: true, value: value ?? null });
    } catch (error) {
      state.socket.emit("query_reply", { id, ok: false, error: error.message });
    }
  }
  answered({ id, ok, value, error }) {
    const open = this.open.get(id);
    this.open.delete(id);
    if (ok) open?.resolve(value); else open?.reject(new Error(error));
  }
}

function withResolvers() {
  let resolve, reject;
  const promise = new Promise((yes, no) => { resolve = yes; reject = no; });
  return { promise, resolve, reject };
}

export class Localization {
  constructor() { this.lang = "en"; this.translations = {}; }
  async load(manifest) {
    for (const language of manifest.languages ?? []) {
      if (language.lang !== "en") continue;
      const answer = await fetch(`/modules/${manifest.id}/${language.path}`);
      merge(this.translations, await answer.json());
    }
  }
  _find(key) {
    if (key in this.translations && typeof this.translations[key] === "string") return this.translations[key];
    let node = this.translations;
    for (const part of key.split(".")) node = node?.[part];
    return typeof node === "string" ? node : undefined;
  }
  has(key) { return this._find(key) !== undefined; }
  localize(key) { return this._find(String(key)) ?? String(key); }
  format(key, data = {}) { return this.localize(key).replace(/\{([^}]+)\}/g, (_all, name) => (name in data ? String(data[name]) : "undefined")); }
}

function merge(target, source) {
  for (const [key, value] of Object.entries(source)) {
    if (typeof value === "object") merge((target[key] ??= {}), value);
    else {
      let node = target;
      const parts = key.split(".");
      const last = parts.pop();
      for (const part of parts) node = node[part] ??= {};
      node[last] = value;
    }
  }
}
