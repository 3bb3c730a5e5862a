/** The right side: tabs for chat, actors and settings; the hotbar; notifications. */
import { inNextFrame, watch } from "./state.mjs";
import { escapeHTML } from "./utils.mjs";
import { attachMenu } from "./menu.mjs";
import { strict } from "./strict.mjs";

const TABS = [["chat", "Chat"], ["actors", "Actors"], ["settings", "Settings"]];

export class Sidebar {
  constructor(chat) {
    this.element = document.createElement("div");
    this.element.id = "sidebar";
    this.element.innerHTML = `<nav class="tabs" role="tablist">${TABS.map(([id, label]) => `<button type="button" role="tab" data-tab="${id}">${label}</button>`).join("")}</nav>`;
    this.actors = document.createElement("section");
    this.actors.id = "actors";
    this.actors.className = "tab sidebar-tab";
    this.settings = document.createElement("section");
    this.settings.id = "settings";
    this.settings.className = "tab sidebar-tab";
    this.tabs = { chat: chat.element, actors: this.actors, settings: this.settings };
    this.element.append(chat.element, this.actors, this.settings);
    this.element.querySelector(".tabs").addEventListener("click", (event) => { const tab = event.target.closest("[data-tab]"); if (tab) this.changeTab(tab.dataset.tab); });
    this.actors.addEventListener("click", (event) => this._open(event));
    this.settings.addEventListener("change", (event) => this._changed(event));
    this.settings.addEventListener("click", (event) => this._clicked(event));
    this.changeTab("chat");
    const soon = inNextFrame(() => this.renderActors());
    watch((document) => { if (document.documentName === "Actor") soon(); });
  }
  buildMenu() { attachMenu(this.actors, "li.actor", "getActorContextOptions", this); }
  changeTab(name) {
    for (const [id, section] of Object.entries(this.tabs)) section.classList.toggle("active", id === name);
    for (const button of this.element.querySelectorAll("[role=tab]")) button.setAttribute("aria-selected", String(button.dataset.tab === name));
  }
  render() { this.renderActors(); this.renderSettings(); }
  renderActors() {
    this.actors.innerHTML = `<p class="hint">Click a name to open the sheet.</p><ol class="directory-list">${game.actors.contents.map((a) => `<li class="directory-item actor" data-entry-id="${a.id}"><button type="button">${escapeHTML(a.name)}<small>${a.isOwner ? "" : "not yours"}</small></button></li>`).join("")}</ol>`;
  }
  _open(event) {
    const row = event.target.closest("li.actor");
    if (row) game.actors.get(row.dataset.entryId).sheet.render({ force: true });
  }
  renderSettings() {
    const menus = [...game.settings.menus.entries()].filter(([, m]) => !m.restricted || game.user.isGM);
    const settings = [...game.settings.settings.values()].filter((s) => s.config && (s.scope !== "world" || game.user.isGM));
    const text = (key) => escapeHTML(game.i18n.localize(key ?? ""));
    const light = document.body.classList.contains("theme-light");
    this.settings.innerHTML = `<h3>Practice table</h3><div class="theme-choice" role="group" aria-label="Theme"><button type="button" data-theme="dark" aria-pressed="${!light}">Dark</button><button type="button" data-theme="light" aria-pressed="${light}">Light</button></div><h3>Module</h3>${menus.map(([id, m]) => `<div class="setting"><b>${text(m.name)}</b><p>${text(m.hint)}</p><button type="button" data-menu="${id}">${text(m.label)}</button></div>`).join("")}${settings.map((s) => `<label class="setting"><b>${text(s.name)}</b>${field(s)}<p>${text(s.hint)}</p></label>`).join("")}`;
  }
  async _changed(event) {
    const id = event.target.dataset.setting;
    if (!id) return;
    const config = game.settings.settings.get(id);
    const value = config.type === Boolean ? event.target.checked : config.type === Number ? Number(event.target.value) : event.target.value;
    await game.settings.set(config.namespace, config.key, value);
  }
  async _clicked(event) {
    const { theme, menu } = event.target.dataset;
    if (theme) setTheme(theme);
    if (theme) this.renderSettings();
    if (menu) await new (game.settings.menus.get(menu).type)().render({ force: true });
  }
}

function field(setting) {
  const value = game.settings.get(setting.namespace, setting.key);
  if (setting.type === Boolean) return `<input type="checkbox" data-setting="${setting.id}"${value ? " checked" : ""}>`;
  if (setting.choices) return `<select data-setting="${setting.id}">${Object.entries(setting.choices).map(([v, l]) => `<option value="${escapeHTML(v)}"${v === String(value) ? " selected" : ""}>${escapeHTML(game.i18n.localize(l))}</option>`).join("")}</select>`;
  return `<input type="${setting.type === Number ? "number" : "text"}" data-setting="${setting.id}" value="${escapeHTML(value)}">`;
}

function setTheme(theme) {
  for (const element of [document.body, ...document.querySelectorAll(".application")]) {
    element.classList.toggle("theme-dark", theme === "dark");
    element.classList.toggle("theme-light", theme === "light");
  }
}

/** Chat macros: each button says its command in the chat, as a Foundry chat macro does. */
export function hotbar(macros) {
  const bar = document.createElement("div");
  bar.id = "hotbar";
  for (const { label, command } of macros) {
    const button = document.createElement("button");
    button.type = "button";
    button.innerHTML = `${escapeHTML(label)}<small>${escapeHTML(command)}</small>`;
    button.addEventListener("click", () => ui.chat.processMessage(command));
    bar.append(button);
  }
  bar.addEventListener("dragover", (event) => event.preventDefault());
  bar.addEventListener("drop", (event) => {
    event.preventDefault();
    const data = JSON.parse(event.dataTransfer.getData("text/plain"));
    if (Hooks.call("hotbarDrop", bar, data, bar.children.length + 1) !== false) throw new Error("Nobody took what was dropped on the hotbar");
  });
  return bar;
}

/** A macro in the hotbar of this page; the practice table keeps none, and runs no script of one. */
export class Macro {
  constructor({ name, type, img, command }) {
    if (!name || !["chat", "script"].includes(type)) throw new Error("A macro needs a name and a type");
    Object.assign(this, { name, type, img, command, isOwner: true });
  }
  static async create(data) {
    const macro = new Macro(data);
    game.macros.push(macro);
    return macro;
  }
  assign(slot) {
    const button = document.createElement("button");
    button.type = "button";
    button.dataset.slot = slot;
    button.textContent = this.name;
    button.addEventListener("click", () => ui.notifications.info("The practice table runs no scripts."));
    document.getElementById("hotbar").append(button);
  }
}

const SHOWN_MS = 6000;

export function notifications() {
  const shown = [];
  const show = (type) => (message, { localize = false, permanent = false, console: log = true } = {}) => {
    const text = localize ? game.i18n.localize(message) : String(message);
    shown.push({ type, text });
    if (log && type === "error") console.warn(text);
    const li = document.createElement("li");
    li.className = `notification ${type}`;
    li.textContent = text;
    li.addEventListener("click", () => li.remove());
    document.getElementById("notifications").append(li);
    if (!permanent) setTimeout(() => li.remove(), SHOWN_MS);
    return { id: shown.length, type, message: text, remove: () => li.remove() };
  };
  return strict({ shown, info: show("info"), warn: show("warn"), error: show("error"), success: show("success"), remove: (n) => n.remove() }, "ui.notifications");
}
