/** The chat log and its input: a textarea in generation 13, an editor giving HTML in 14. */
import { Hooks } from "./hooks.mjs";
import { state, watch } from "./state.mjs";
import { escapeHTML } from "./utils.mjs";
import { attachMenu } from "./menu.mjs";

const NOTICE_MS = 4000;
/** Ways of rolling: as the setting has them in generation 13 and from 14 on, and in words. */
const WAYS = [
  ["publicroll", "public", "everybody"],
  ["gmroll", "gm", "you and the GM"],
  ["blindroll", "blind", "the GM alone"],
  ["selfroll", "self", "you alone"],
];
const ROLLING = /^\/(r|roll|publicroll|pr|gmr|gmroll|br|broll|blindroll|sr|selfroll)\b/;

export class ChatLog {
  constructor() {
    this.element = document.createElement("section");
    this.element.id = "chat";
    this.element.className = "tab sidebar-tab chat-sidebar";
    this.log = document.createElement("ol");
    this.log.className = "chat-log";
    this.log.setAttribute("role", "log");
    this.log.setAttribute("aria-label", "Chat");
    this.element.append(this.log, this._form());
    this.entries = [];
    this._queue = Promise.resolve();
  }
  buildMenu() { attachMenu(this.log, "li.chat-message", "getChatMessageContextOptions", this); }

  _form() {
    const form = document.createElement("form");
    form.className = "chat-form";
    this.input = document.createElement(state.generation >= 14 ? "div" : "textarea");
    this.input.id = "chat-message";
    this.input.setAttribute("aria-label", "Message");
    if (state.generation >= 14) {
      this.input.contentEditable = "true";
      this.input.setAttribute("role", "textbox");
    } else this.input.rows = 1;
    this.input.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.shiftKey) return;
      event.preventDefault();
      this._send();
    });
    const hint = document.createElement("p");
    hint.className = "hint";
    hint.textContent = "Enter sends. ! begins a command.";
    form.append(this.input, hint, wayOfRolling());
    form.addEventListener("submit", (event) => event.preventDefault());
    return form;
  }
  async _send() {
    const text = state.generation >= 14 ? this.input.innerText : this.input.value;
    if (!text.trim()) return;
    const message = state.generation >= 14 ? asEditorHTML(text) : text.trim();
    if (state.generation >= 14) this.input.textContent = ""; else this.input.value = "";
    await this.processMessage(message);
  }

  activate() { ui.sidebar.changeTab("chat"); }

  /** What core does with a message that a person wrote. */
  async processMessage(message, { speaker } = {}) {
    const chatData = { user: game.user.id, speaker: speaker ?? ChatMessage.getSpeaker() };
    if (!Hooks.call("chatMessage", this, message, chatData)) return undefined;
    const plain = message.replace(/<[^>]*>/g, "").trim();
    if (ROLLING.test(plain)) {
      ui.notifications.warn("The practice table rolls no dice by itself. Who sees what you do is chosen below the chat.");
      return undefined;
    }
    if (plain.startsWith("/")) {
      ui.notifications.error(`${plain.split(" ")[0]} is not a valid chat message command`);
      return undefined;
    }
    const content = message.startsWith("<") ? message : escapeHTML(message);
    return ChatMessage.implementation.create({ content, speaker: chatData.speaker, style: 2 });
  }

  /** Render the whole log, oldest first. */
  async render() {
    for (const message of game.messages) await this._append(message);
    watch((document, action) => {
      if (document.documentName !== "ChatMessage") return;
      this._queue = this._queue.then(() => this._changed(document, action));
    });
  }
  async _append(message) {
    if (!message.visible) return;
    const html = await message.renderHTML();
    this.log.append(html);
    this._scroll();
  }
  async _changed(message, action) {
    const old = this.log.querySelector(`[data-message-id="${message.id}"]`);
    if (action === "delete") { old?.remove(); return; }
    if (!message.visible) { old?.remove(); return; }
    if (action === "create") {
      await this._append(message);
      await this._notify(message);
      return;
    }
    const html = await message.renderHTML();
    for (const details of old?.querySelectorAll("details[open]") ?? []) {
      const at = [...old.querySelectorAll("details")].indexOf(details);
      const same = html.querySelectorAll("details")[at];
      if (same) same.open = true;
    }
    if (old) old.replaceWith(html);
    else this.log.append(html); // it may be seen again
    this._scroll();
  }
  async _notify(message) {
    const html = await message.renderHTML();
    if (this.element.classList.contains("active")) return;
    document.getElementById("chat-notifications").append(html);
    setTimeout(() => html.remove(), NOTICE_MS);
  }
  _scroll() { this.log.scrollTop = this.log.scrollHeight; }
}

/** Who shall see what this page's user does. */
function wayOfRolling() {
  const late = state.generation >= 14;
  const key = late ? "messageMode" : "rollMode";
  const label = document.createElement("label");
  label.className = "hint";
  const choice = document.createElement("select");
  choice.id = "way-of-rolling";
  for (const [old, now, words] of WAYS) choice.add(new Option(words, late ? now : old));
  choice.value = game.settings.get("core", key);
  choice.addEventListener("change", () => {
    game.settings.set("core", key, choice.value);
    choice.blur(); // so that keys go to the scene again
  });
  label.append("What you do is seen by ", choice);
  return label;
}

/** The HTML that the editor of generation 14 gives for typed text. */
function asEditorHTML(text) {
  const paragraphs = text.replace(/\n+$/, "").split("\n");
  return paragraphs.map((p) => `<p>${escapeHTML(p).replaceAll("&#x27;", "'").replaceAll("&quot;", '"').replace(/ {2}/g, " &nbsp;")}</p>`).join("");
}
