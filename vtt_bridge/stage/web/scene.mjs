/** The scene: flat tokens, targets, control, the token HUD and floating text. */
import { Hooks } from "./hooks.mjs";
import { inNextFrame, isMove, state, watch } from "./state.mjs";
import { Collection, getProperty, escapeHTML } from "./utils.mjs";
import { strict } from "./strict.mjs";
import { BACKDROP } from "./backdrop.mjs";

const SIZE = 96;
const SIDES = new Map([[1, "a"], [-1, "b"], [0, "c"], [-2, "n"]]);
const WIDTH = 836;
const HEIGHT = 668;

let layer = null;
let hovered = null;

/** One token on the scene. */
export class Token {
  constructor(document) {
    this.document = document;
    this.controlled = false;
    this.targeted = new Set();
    this.element = window.document.createElement("div");
    this.element.tabIndex = 0;
    this.element.setAttribute("role", "button");
    this.element.dataset.tokenId = document.id;
    this._listen();
    return strict(this, "Token");
  }
  get id() { return this.document.id; }
  get name() { return this.document.name; }
  get actor() { return this.document.actor; }
  get isOwner() { return this.document.isOwner; }
  get scene() { return this.document.parent; }
  get x() { return this.document.x; }
  get y() { return this.document.y; }
  get w() { return SIZE; }
  get h() { return SIZE; }
  get center() { return { x: this.x + SIZE / 2, y: this.y + SIZE / 2 }; }
  get visible() { return !this.document.hidden || game.user.isGM; }
  get isVisible() { return this.visible; }
  get hover() { return hovered === this.id; }
  get inCombat() { return this.document.inCombat; }
  get combatant() { return this.document.combatant; }
  get isTargeted() { return this.targeted.has(game.user); }

  control({ releaseOthers = true } = {}) {
    if (!this.isOwner) return false;
    if (releaseOthers) for (const t of canvas.tokens.controlled) if (t.id !== this.id) t.release();
    if (this.controlled) return true;
    this.controlled = true;
    this.draw();
    Hooks.callAll("controlToken", this, true);
    return true;
  }
  release() {
    if (!this.controlled) return false;
    this.controlled = false;
    this.draw();
    Hooks.callAll("controlToken", this, false);
    return true;
  }
  setTarget(targeted = true, { user = game.user, releaseOthers = true } = {}) {
    if (releaseOthers) for (const t of [...user.targets]) if (t.id !== this.id) applyTarget(t, user, false);
    applyTarget(canvas.tokens.get(this.id), user, targeted);
    if (user.isSelf) state.socket.emit("activity", { targets: [...user.targets].map((t) => t.id) });
  }

  _listen() {
    const get = () => canvas.tokens.get(this.document.id);
    this.element.addEventListener("pointerenter", () => { hovered = this.document.id; });
    this.element.addEventListener("pointerleave", () => { hovered = null; });
    this.element.addEventListener("click", (event) => { event.stopPropagation(); get().control({ releaseOthers: !event.shiftKey }); });
    this.element.addEventListener("dblclick", () => {
      const token = get();
      if (token.isOwner) token.actor.sheet.render({ force: true });
      else token.setTarget(!token.isTargeted);
    });
    this.element.addEventListener("contextmenu", (event) => {
      event.preventDefault();
      const token = get();
      if (!token.isOwner) return;
      token.control();
      hud.toggle(token);
    });
    this.element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); get().control(); }
    });
    this.element.addEventListener("focus", () => { hovered = this.document.id; });
    this.element.addEventListener("blur", () => { if (hovered === this.document.id) hovered = null; });
  }

  draw() {
    const { element, document: doc } = this;
    const actor = doc.actor;
    const statuses = actor ? actor.effects.contents.filter((e) => !e.disabled) : [];
    const overlay = statuses.some((e) => e.flags.core?.overlay);
    const side = SIDES.get(doc.disposition);
    const turn = game.combat?.started && game.combat.combatant?.tokenId === doc.id;
    element.className = ["token", side, turn && "turn", this.controlled && "controlled", this.isTargeted && "target", overlay && "out"].filter(Boolean).join(" ");
    element.hidden = !this.visible;
    element.style.insetInlineStart = `${doc.x}px`;
    element.style.insetBlockStart = `${doc.y}px`;
    const others = [...this.targeted].filter((u) => !u.isSelf);
    element.setAttribute("aria-label", `Token ${doc.name}`);
    element.innerHTML = `<div class="disc">${escapeHTML(doc.name.slice(0, 2))}</div>${bar(actor, doc.bar1?.attribute, "lo")}${bar(actor, doc.bar2?.attribute, "hi")}${overlay ? '<div class="cross"></div>' : ""}<div class="effects">${statuses.filter((e) => !e.flags.core?.overlay).map((e) => `<img src="/${escapeHTML(e.img)}" alt="${escapeHTML(e.name)}" title="${escapeHTML(e.name)}">`).join("")}</div>${others.length ? `<div class="aimed">${others.map((u) => escapeHTML(u.name)).join(", ")}</div>` : ""}<div class="nameplate"><span class="side-mark ${side}" aria-hidden="true"></span>${escapeHTML(doc.name)}</div>`;
  }
}

function applyTarget(token, user, targeted) {
  const known = canvas.tokens.get(token.id);
  const already = [...user.targets].find((t) => t.id === token.id);
  if (Boolean(already) === targeted) return;
  if (targeted) { user.targets.add(known); known.targeted.add(user); } else { user.targets.delete(already); known?.targeted.delete(user); }
  known?.draw();
  Hooks.callAll("targetToken", user, known, targeted);
}

function bar(actor, attribute, place) {
  const value = attribute && actor ? getProperty(actor.system, attribute) : undefined;
  if (!value || !(value.max > 0)) return "";
  const share = Math.max(0, Math.min(1, value.value / value.max));
  return `<div class="bar ${place}" data-value="${value.value}" data-max="${value.max}"><i style="inline-size:${share * 100}%"></i></div>`;
}

/** Targets of another user's page. */
export function receiveTargets(user, ids) {
  for (const token of [...user.targets]) if (!ids.includes(token.id)) applyTarget(token, user, false);
  for (const id of ids) { const token = canvas.tokens.get(id); if (token) applyTarget(token, user, true); }
}

class TokenLayer {
  constructor() { this.map = new Collection(); }
  get(id) { return this.map.get(id); }
  get placeables() { return this.map.contents; }
  get controlled() { return this.placeables.filter((t) => t.controlled); }
  get ownedTokens() { return this.placeables.filter((t) => t.isOwner); }
  releaseAll() { for (const t of this.controlled) t.release(); }
}

class TokenHUD {
  constructor() {
    this.object = null;
    this.element = null;
  }
  get document() { return this.object?.document; }
  get actor() { return this.document?.actor; }
  get rendered() { return this.element !== null; }
  toggle(token) { if (this.object?.id === token.id) this.close(); else this.bind(token); }
  bind(token) { this.object = token; this.render(); }
  close() { this.element?.remove(); this.element = null; this.object = null; }
  clear() { this.close(); }
  render() {
    if (!this.object) return this;
    const focused = this.element?.contains(document.activeElement);
    const at = focused ? [...this.element.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    this.element?.remove();
    this.element = document.createElement("form");
    this.element.id = "token-hud";
    this.element.className = "placeable-hud";
    const { combatant } = this.document;
    this.element.innerHTML = `<div class="col left"><button type="button" class="control-icon" data-action="sheet">Sheet</button></div><div class="col middle"></div><div class="col right"><button type="button" class="control-icon" data-action="target" aria-pressed="${this.object.isTargeted}">Target</button>${game.user.isGM && game.combat ? `<button type="button" class="control-icon" data-action="combat" aria-pressed="${Boolean(combatant)}">Combat</button>` : ""}</div>`;
    this.element.style.insetInlineStart = `${this.object.x}px`;
    this.element.style.insetBlockStart = `${this.object.y}px`;
    this.element.addEventListener("click", (event) => this._onClick(event));
    layer.append(this.element);
    Hooks.callAll("renderTokenHUD", this, this.element, { id: this.object.id }, {});
    if (at >= 0) this.element.querySelectorAll("button")[at]?.focus();
    keepInside(this.element);
    return this;
  }
  _onClick(event) {
    const action = event.target.closest("[data-action]")?.dataset.action;
    if (action === "sheet") this.actor.sheet.render({ force: true });
    if (action === "target") { this.object.setTarget(!this.object.isTargeted); this.render(); }
    if (action === "combat") this._toggleCombat();
  }
  async _toggleCombat() {
    const { combatant } = this.document;
    if (combatant) await combatant.delete();
    else await game.combat.createEmbeddedDocuments("Combatant", [{ tokenId: this.document.id, sceneId: this.document.parent.id, actorId: this.document.actorId, initiative: 0 }]);
  }
}

/** A tall column of a module may pass the scene's edge: move it up as far as needed, whenever it grows. */
function keepInside(element) {
  const fit = (column) => {
    const frame = layer.getBoundingClientRect();
    const scale = frame.width / WIDTH;
    column.style.marginBlockStart = "";
    const box = column.getBoundingClientRect();
    const below = (box.bottom - frame.bottom) / scale + 8;
    if (below > 0) column.style.marginBlockStart = `${-below}px`;
    if (box.right > frame.right) column.classList.add("flipped");
  };
  const grown = new ResizeObserver((entries) => entries.forEach(({ target }) => fit(target)));
  for (const column of element.children) if (!column.classList.contains("col")) grown.observe(column);
}

const hud = new TokenHUD();
const scrolled = [];

const interfaceGroup = {
  /** Every text that was asked for, oldest first: `{origin, text, options}`. */
  scrolled,
  async createScrollingText(origin, text, options = {}) {
    scrolled.push({ origin, text, options });
    const element = document.createElement("div");
    element.className = "scrolling-text";
    element.textContent = text;
    Object.assign(element.style, { insetInlineStart: `${origin.x + 30}px`, insetBlockStart: `${origin.y - 40}px`, color: options.fill ?? "", fontSize: `${options.fontSize ?? 28}px`, animationDuration: `${options.duration ?? 2000}ms` });
    layer.append(element);
    setTimeout(() => element.remove(), options.duration ?? 2000);
    return strict({ text }, "PreciseText");
  },
};

export function createCanvas() {
  return strict({
    ready: false,
    get scene() { return game.scenes.active; },
    tokens: strict(new TokenLayer(), "canvas.tokens"),
    interface: strict(interfaceGroup, "canvas.interface"),
    hud: strict({ token: strict(hud, "TokenHUD") }, "canvas.hud"),
    dimensions: { width: WIDTH, height: HEIGHT },
  }, "canvas");
}

/** Draw the scene for the first time. */
export function drawScene() {
  const board = document.getElementById("board");
  board.innerHTML = BACKDROP;
  layer = document.createElement("div");
  layer.id = "scene-layer";
  board.append(layer);
  const fit = () => {
    const box = board.getBoundingClientRect();
    const scale = Math.min(box.width / WIDTH, box.height / HEIGHT);
    layer.style.transform = `translate(-50%, -50%) scale(${scale})`;
  };
  new ResizeObserver(fit).observe(board);
  fit();
  board.addEventListener("click", (event) => {
    if (event.target.closest(".token, #token-hud")) return;
    canvas.tokens.releaseAll();
    hud.close();
  });
  board.addEventListener("contextmenu", (event) => event.preventDefault());
  for (const doc of game.scenes.active.tokens) addToken(doc);
  document.addEventListener("keydown", (event) => {
    if (event.target.closest?.("input, textarea, select, [contenteditable]")) return;
    if (event.key === "t" || event.key === "T") {
      const token = canvas.tokens.get(hovered);
      if (token) token.setTarget(!token.isTargeted, { releaseOthers: !event.shiftKey });
    }
    if (event.key === "Escape") { hud.close(); canvas.tokens.releaseAll(); }
  });
  watch(redraw);
  canvas.ready = true;
  Hooks.callAll("canvasReady", canvas);
}

function addToken(doc) {
  const token = new Token(doc);
  canvas.tokens.map.set(doc.id, token);
  layer.append(token.element);
  token.draw();
}

const drawTokens = inNextFrame(() => { for (const token of canvas.tokens.placeables) token.draw(); });

function redraw(document, action, change) {
  const name = document.documentName;
  if (name === "Token" && document.parent.id !== game.scenes.active?.id) return;
  if (isMove(document, action, change)) {
    canvas.tokens.get(document.id).draw();
    if (hud.document?.id === document.id) hud.render();
    return;
  }
  if (name === "Token" && action === "create") addToken(document);
  else if (name === "Token" && action === "delete") {
    const token = canvas.tokens.get(document.id);
    for (const user of [...token.targeted]) applyTarget(token, user, false);
    if (hud.object?.id === document.id) hud.close();
    token.element.remove();
    canvas.tokens.map.delete(document.id);
  } else if (["Actor", "Token", "Combat", "Combatant", "ActiveEffect"].includes(name)) {
    drawTokens();
    const concerns = name === "Combat" || [hud.document?.id, hud.actor?.id].includes(document.id) || document.parent?.id === hud.actor?.id;
    if (hud.rendered && concerns) hud.render();
  }
}
