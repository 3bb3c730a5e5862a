/** DialogV2: a window with text and buttons that gives a promise. */
import { ApplicationV2, FormDataExtended } from "./applications.mjs";
import { cleanHTML, escapeHTML } from "./utils.mjs";

export class DialogV2 extends ApplicationV2 {
  static DEFAULT_OPTIONS = { id: "dialog-{id}", classes: ["dialog"], position: { width: 400 }, buttons: [], modal: false };

  async _renderHTML() {
    const form = document.createElement("form");
    form.className = "dialog-form standard-form";
    const content = document.createElement("div");
    content.className = "dialog-content standard-form";
    if (this.options.content instanceof HTMLElement) content.append(this.options.content);
    else content.innerHTML = cleanHTML(this.options.content ?? "");
    const footer = document.createElement("footer");
    footer.className = "form-footer";
    for (const b of this.options.buttons) {
      const button = document.createElement("button");
      button.type = b.type ?? "submit";
      button.dataset.action = b.action;
      button.className = b.class ?? "";
      button.disabled = Boolean(b.disabled);
      if (b.default) button.autofocus = true;
      button.innerHTML = `<span>${escapeHTML(game.i18n.localize(b.label ?? b.action))}</span>`;
      button.addEventListener("click", (event) => { event.preventDefault(); event.stopPropagation(); this._choose(b, event, button); });
      footer.append(button);
    }
    form.append(content, footer);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      const main = this.options.buttons.find((b) => b.default) ?? this.options.buttons[0];
      if (main) this._choose(main, event, form.querySelector(`[data-action="${main.action}"]`));
    });
    return form;
  }
  async _onRender() {
    this.element.querySelector("[autofocus]")?.focus();
    this.options.render?.(new Event("render"), this);
  }
  async _choose(button, event, element) {
    const result = (await button.callback?.(event, element, this)) ?? button.action;
    this.options.submit?.(result, this);
    await this.close({ submitted: true });
  }

  static wait({ rejectClose = false, close, render, submit, ...options } = {}) {
    return new Promise((resolve, reject) => {
      let answered = false;
      const dialog = new this({ ...options, render, submit: (result) => { answered = true; submit?.(result, dialog); resolve(result); } });
      dialog.addEventListener("close", (event) => {
        if (answered) return;
        const value = close?.(event, dialog);
        if (rejectClose) reject(new Error("The dialog was closed without an answer")); else resolve(value ?? null);
      });
      dialog.render({ force: true });
    });
  }
  static confirm({ yes = {}, no = {}, ...options } = {}) {
    return this.wait({
      ...options,
      buttons: [
        { action: "yes", label: "Yes", callback: () => true, ...yes },
        { action: "no", label: "No", default: true, callback: () => false, ...no },
      ],
    });
  }
  static prompt({ ok = {}, ...options } = {}) {
    return this.wait({ ...options, buttons: [{ action: "ok", label: "Confirm", default: true, ...ok }] });
  }
  static input({ ok = {}, ...options } = {}) {
    return this.prompt({ ...options, ok: { ...ok, callback: (_event, _button, dialog) => new FormDataExtended(dialog.element.querySelector("form")).object } });
  }
}
