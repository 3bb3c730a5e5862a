/** ApplicationV2 and the Handlebars mixin: windows with parts, actions, forms and closing. */
import { Hooks } from "./hooks.mjs";
import { deepClone } from "./utils.mjs";
import { renderTemplate, loadTemplates } from "./templates.mjs";

let nextNumber = 1;
let topLayer = 100;
export const instances = new Map();

function inheritance(cls) {
  const chain = [];
  for (let c = cls; c && c !== Function.prototype; c = Object.getPrototypeOf(c)) {
    chain.push(c);
    if (c === ApplicationV2) break;
  }
  return chain;
}

function mergedOptions(cls, own) {
  const merged = {};
  for (const c of inheritance(cls).reverse()) {
    if (!Object.hasOwn(c, "DEFAULT_OPTIONS")) continue;
    const classes = [...(merged.classes ?? []), ...(c.DEFAULT_OPTIONS.classes ?? [])];
    mergeFunctions(merged, c.DEFAULT_OPTIONS);
    merged.classes = classes;
  }
  const classes = [...(merged.classes ?? []), ...(own.classes ?? [])];
  mergeFunctions(merged, own);
  merged.classes = [...new Set(classes)];
  return merged;
}

function mergeFunctions(target, source) {
  for (const [key, value] of Object.entries(source)) {
    const plain = value !== null && typeof value === "object" && value.constructor === Object;
    if (plain) mergeFunctions((target[key] = { ...target[key] }), value);
    else target[key] = Array.isArray(value) ? [...value] : value;
  }
}

/** The values of a form by name; numbers for number inputs, booleans for single checkboxes. */
export class FormDataExtended {
  constructor(form) {
    this.object = {};
    for (const field of form.elements) {
      if (!field.name || field.disabled || field.matches("fieldset, button, output")) continue;
      if (field.type === "radio") { if (field.checked) this.object[field.name] = field.value; continue; }
      const value = field.type === "checkbox" ? field.checked
        : field.type === "number" || field.dataset.dtype === "Number" ? (field.value === "" ? null : Number(field.value))
        : field.multiple ? [...field.selectedOptions].map((o) => o.value)
        : field.value;
      const same = form.elements[field.name];
      if (field.type === "checkbox" && same instanceof RadioNodeList) {
        (this.object[field.name] ??= []).push(field.checked ? field.value : null);
      } else this.object[field.name] = value;
    }
  }
}

export class ApplicationV2 {
  static DEFAULT_OPTIONS = {
    id: "app-{id}",
    classes: [],
    tag: "div",
    window: { frame: true, positioned: true, title: "", icon: "", controls: [], minimizable: true, resizable: false, contentTag: "section", contentClasses: [] },
    actions: {},
    form: { handler: undefined, submitOnChange: false, closeOnSubmit: false },
    position: {},
  };
  static RENDER_STATES = Object.freeze({ ERROR: -3, CLOSING: -2, CLOSED: -1, NONE: 0, RENDERING: 1, RENDERED: 2 });

  constructor(options = {}) {
    this.options = this._initializeApplicationOptions(options);
    this.position = { ...this.options.position };
    this.state = 0;
    this.element = null;
    this._listeners = new Map();
    this._queue = Promise.resolve();
  }
  _initializeApplicationOptions(options) {
    const merged = mergedOptions(this.constructor, options);
    merged.uniqueId = String(nextNumber++);
    merged.id = merged.id.replace("{id}", merged.uniqueId);
    return merged;
  }
  get id() { return this.options.id; }
  get title() { return game.i18n.localize(this.options.window.title); }
  get rendered() { return this.state === 2; }
  get hasFrame() { return this.options.window.frame; }
  get window() {
    const header = this.element?.querySelector(".window-header");
    return { header, content: this.element?.querySelector(".window-content"), title: header?.querySelector(".window-title"), close: header?.querySelector("[data-action=close]") };
  }
  get form() { return this.options.tag === "form" ? this.element : this.element?.querySelector("form") ?? null; }

  addEventListener(type, fn, options) {
    if (!this._listeners.has(type)) this._listeners.set(type, []);
    this._listeners.get(type).push({ fn, once: options?.once });
  }
  dispatchEvent(event) {
    for (const { fn } of this._listeners.get(event.type) ?? []) fn(event);
    return true;
  }

  render(options = {}) {
    const given = typeof options === "boolean" ? { force: options } : options;
    const result = this._queue.then(() => this._render(given));
    this._queue = result.catch(() => undefined);
    return result;
  }
  async _render(options) {
    if (!this.rendered && !options.force) return this;
    const first = !this.element;
    options.isFirstRender = first;
    if ((await this._canRender?.(options)) === false) return this;
    this._configureRenderOptions(options);
    const context = await this._prepareContext(options);
    const content = await this._renderHTML(context, options);
    if (first) this._build(options);
    this.state = 1;
    instances.set(this.id, this);
    this._replaceHTML(content, this.hasFrame ? this.window.content : this.element, options);
    const { title } = this.window;
    if (title) title.textContent = options.window?.title ?? this.title;
    if (options.position) Object.assign(this.position, options.position);
    this._place(first);
    if (first) await this._onFirstRender(context, options);
    await this._onRender(context, options);
    this.state = 2;
    for (const c of inheritance(this.constructor)) if (c.name) Hooks.callAll(`render${c.name}`, this, this.element, context, options);
    this.dispatchEvent(new Event("render"));
    return this;
  }
  _configureRenderOptions() {}
  async _prepareContext() { return {}; }
  async _onFirstRender() {}
  async _onRender() {}
  _onClose() {}
  async _preClose() {}
  async _renderHTML() { throw new Error(`${this.constructor.name} does not say how it is rendered`); }
  _replaceHTML(result, content) { content.replaceChildren(...[result].flat()); }

  _build() {
    const element = document.createElement(this.options.tag);
    element.id = this.id;
    const theme = document.body.classList.contains("theme-light") ? "theme-light" : "theme-dark";
    element.className = ["application", theme, ...this.options.classes].join(" ");
    element.dataset.appid = this.options.uniqueId;
    if (this.options.tag === "form") { element.noValidate = false; element.autocomplete = "off"; }
    if (this.hasFrame) {
      element.setAttribute("role", "dialog");
      element.innerHTML = `<header class="window-header"><h1 class="window-title"></h1><button type="button" class="header-control icon" data-action="close" aria-label="Close"></button></header><section class="window-content ${this.options.window.contentClasses.join(" ")}"></section>`;
      this._drag(element);
    }
    element.addEventListener("click", (event) => this._onClick(event));
    element.addEventListener("pointerdown", () => this.bringToFront());
    element.addEventListener("submit", (event) => { event.preventDefault(); this._submit(event); });
    element.addEventListener("change", (event) => { if (this.options.form?.submitOnChange && this.options.form.handler) this._submit(event); });
    element.addEventListener("keydown", (event) => { if (event.key === "Escape" && this.hasFrame && !event.defaultPrevented) { event.stopPropagation(); this.close(); } });
    document.body.append(element);
    this.element = element;
    this.bringToFront();
    if (this.hasFrame) new ResizeObserver(() => this._keepInside()).observe(element);
  }
  bringToFront() { if (this.element) this.element.style.zIndex = String(++topLayer); }
  setPosition(position) { Object.assign(this.position, position); this._place(false); return this.position; }
  _place(first) {
    if (!this.hasFrame || this.options.window.positioned === false) return;
    const { element, position } = this;
    const px = (v) => (typeof v === "number" ? `${v}px` : v ?? "");
    element.style.width = px(position.width);
    element.style.height = px(position.height);
    const board = document.getElementById("board").getBoundingClientRect();
    element.style.maxHeight = `${board.height - 16}px`;
    if (first) {
      const box = element.getBoundingClientRect();
      position.left ??= Math.max(board.left + 8, board.left + (board.width - box.width) / 2);
      position.top ??= Math.max(board.top + 8, board.top + (board.height - box.height) / 2);
    }
    element.style.left = px(position.left);
    element.style.top = px(position.top);
  }
  /** A window that grows past the scene's lower edge moves up. */
  _keepInside() {
    if (!this.element) return;
    const board = document.getElementById("board").getBoundingClientRect();
    const below = this.element.getBoundingClientRect().bottom - (board.bottom - 8);
    if (below > 0) this.setPosition({ top: Math.max(board.top + 8, this.position.top - below) });
  }
  _drag(element) {
    const header = element.querySelector(".window-header");
    header.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button")) return;
      const start = { x: event.clientX - this.position.left, y: event.clientY - this.position.top };
      header.setPointerCapture(event.pointerId);
      header.onpointermove = (e) => this.setPosition({ left: e.clientX - start.x, top: e.clientY - start.y });
      header.onpointerup = () => { header.onpointermove = null; };
    });
  }
  async _onClick(event) {
    const target = event.target.closest("[data-action]");
    if (!target || !this.element.contains(target)) return;
    const action = target.dataset.action;
    if (action === "close" && target.closest(".window-header")) { await this.close(); return; }
    const entry = this.options.actions[action];
    const handler = typeof entry === "function" ? entry : entry?.handler;
    if (!handler) { this._onClickAction(event, target); return; }
    if (target.localName === "button") event.preventDefault();
    if (event.button !== 0 && !(entry.buttons ?? [0]).includes(event.button)) return;
    await handler.call(this, event, target);
  }
  _onClickAction() {}
  async _submit(event) {
    const { handler, closeOnSubmit } = this.options.form ?? {};
    const form = event.target.closest("form") ?? this.form;
    if (!form) return;
    const data = new FormDataExtended(form);
    if (handler) await handler.call(this, event, form, data);
    if (closeOnSubmit && event.type === "submit") await this.close({ submitted: true });
  }
  async submit() { await this._submit({ type: "submit", target: this.form, preventDefault() {} }); }

  async close(options = {}) {
    if (!this.element) return this;
    await this._preClose(options);
    this.state = -2;
    this.element?.remove();
    this.element = null;
    this.state = -1;
    instances.delete(this.id);
    this._onClose(options);
    for (const c of inheritance(this.constructor)) if (c.name) Hooks.callAll(`close${c.name}`, this);
    this.dispatchEvent(new Event("close"));
    return this;
  }
}

/** Render the PARTS of a class from Handlebars templates. */
export function HandlebarsApplicationMixin(Base) {
  return class HandlebarsApplication extends Base {
    static PARTS = {};
    get parts() { return Object.fromEntries([...(this.element?.querySelectorAll("[data-application-part]") ?? [])].map((e) => [e.dataset.applicationPart, e])); }
    _configureRenderParts() { return deepClone(this.constructor.PARTS); }
    async _preparePartContext(_part, context) { return context; }
    async _renderHTML(context, options) {
      const parts = this._configureRenderParts(options);
      const wanted = options.parts ?? Object.keys(parts);
      const rendered = {};
      for (const id of wanted) {
        const part = parts[id];
        if (!part) throw new Error(`${this.constructor.name} has no part ${id}`);
        if (part.templates) await loadTemplates(part.templates);
        const html = await renderTemplate(part.template, await this._preparePartContext(id, { ...context }, options));
        const holder = document.createElement("template");
        holder.innerHTML = html.trim();
        if (holder.content.childElementCount !== 1) throw new Error(`The template of part ${id} must have one root element`);
        const element = holder.content.firstElementChild;
        element.dataset.applicationPart = id;
        element.classList.add(...(part.classes ?? []));
        rendered[id] = element;
      }
      return rendered;
    }
    _replaceHTML(result, content) {
      for (const [id, element] of Object.entries(result)) {
        const old = content.querySelector(`[data-application-part="${id}"]`);
        const scroll = old?.scrollTop ?? 0;
        const focused = old?.contains(document.activeElement) ? document.activeElement : null;
        const find = focused?.name ? `[name="${CSS.escape(focused.name)}"]` : focused?.id ? `#${CSS.escape(focused.id)}` : null;
        if (old) old.replaceWith(element); else content.append(element);
        element.scrollTop = scroll;
        if (find) element.querySelector(find)?.focus();
        this._attachPartListeners(id, element);
      }
    }
    _attachPartListeners() {}
  };
}
