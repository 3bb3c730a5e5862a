/** The document classes of the practice table. */
import { Hooks } from "./hooks.mjs";
import { changed, state } from "./state.mjs";
import { CONST } from "./constants.mjs";
import { Collection, cleanHTML, deepClone, escapeHTML, expandObject, mergeObject } from "./utils.mjs";
import { StageDocument, define, mergeServer } from "./document.mjs";
import { Roll } from "./dice.mjs";
import { sheetFor } from "./sheets.mjs";

export class User extends StageDocument {
  static documentName = "User";
  static defaults() { return { flags: {}, permissions: {}, character: null }; }
  static derived = ["character"];
  constructor(...args) {
    const self = super(...args);
    Object.defineProperty(self, "targets", { value: new Set(), writable: true });
    Object.defineProperty(self, "active", { value: false, writable: true });
    return self;
  }
  get isGM() { return this._source.role >= CONST.USER_ROLES.ASSISTANT; }
  get isSelf() { return this.id === game.user.id; }
  get isActiveGM() { return game.users.activeGM?.id === this.id; }
  get character() { return game.actors.get(this._source.character) ?? null; }
  hasRole(role) { return this._source.role >= (typeof role === "string" ? CONST.USER_ROLES[role] : role); }
  can(action) { return this.isGM || action === "QUERY_USER"; }
  hasPermission(action) { return this.can(action); }
  testUserPermission(user) { return user.isGM || user.id === this.id; }
  async assignHotbarMacro(macro, slot) { macro.assign(slot); }
  query(name, data, { timeout } = {}) { return game.queries.ask(this, name, data, timeout); }
}

export class Actor extends StageDocument {
  static documentName = "Actor";
  static defaults() { return { name: "", type: "", img: "", system: {}, flags: {}, ownership: { default: 0 }, effects: [], prototypeToken: {} }; }
  get isToken() { return this.parent !== null; }
  get token() { return this.parent; }
  get baseActor() { return game.actors.get(this.id) ?? null; }
  get uuid() { return this.isToken ? `${this.parent.uuid}.Actor.${this.id}` : `Actor.${this.id}`; }
  get hasPlayerOwner() { return game.users.some((u) => !u.isGM && this.testUserPermission(u, "OWNER")); }
  get statuses() { return new Set(this.effects.contents.filter((e) => !e.disabled).flatMap((e) => e.statuses ?? [])); }
  get sheet() { return this._sheet ??= sheetFor(this); }
  /** Tokens of the scene that is viewed: all that depend on this actor, or only those linked to it. */
  getActiveTokens(linked = false, document = false) {
    const own = (t) => (this.isToken ? t.id === this.parent.id : t.actorId === this.id && (!linked || t.actorLink));
    const tokens = canvas.ready ? game.scenes.active.tokens.filter(own) : [];
    return document ? tokens : tokens.map((t) => t.object).filter(Boolean);
  }
  /** The actor of a token that is not linked keeps what differs in the token. */
  async update(changes, operation = {}) {
    if (!this.isToken) return super.update(changes, operation);
    const change = expandObject(changes);
    this.checkSystem(change.system);
    const options = { ...operation };
    if (!Hooks.call("preUpdateActorDelta", this.parent.delta, change, options, game.user.id)) return undefined;
    await this.constructor._send({ action: "update", document: "ActorDelta", parent: this.parent.uuid, data: [{ ...change, _id: this.id }], options });
    return this;
  }
  checkSystem(change) { if (this.system?.constructor.schema) super.checkSystem(change); }
  /** What has changed here has changed in the tokens that are not linked, unless they differ; what changes in one of those is its own. */
  passOn(field) {
    if (this.isToken) {
      if (field) this.parent._source.delta[field] = this._source[field];
      return;
    }
    for (const scene of game.scenes) for (const token of scene.tokens) if (token.actorId === this.id && !token.actorLink) token.resync();
  }
  async toggleStatusEffect(statusId, { active, overlay = false } = {}) {
    const all = CONFIG.statusEffects;
    const config = (Array.isArray(all) ? all : Object.values(all)).find((s) => s.id === statusId);
    if (!config) throw new Error(`Invalid status ID "${statusId}"`);
    const existing = this.effects.contents.filter((e) => e.statuses.includes(statusId));
    if (existing.length) {
      if (active) return true;
      await this.deleteEmbeddedDocuments("ActiveEffect", existing.map((e) => e.id));
      return false;
    }
    if (active === false) return undefined;
    const flags = overlay ? { core: { overlay: true } } : {};
    const [effect] = await this.createEmbeddedDocuments("ActiveEffect", [{ name: game.i18n.localize(config.name), img: config.img, statuses: [statusId], flags }]);
    return effect;
  }
  getRollData() { return this.system; }
}

export class ActiveEffect extends StageDocument {
  static documentName = "ActiveEffect";
  static defaults() { return { name: "", img: "", statuses: [], disabled: false, flags: {} }; }
  get target() { return this.parent; }
}

export class Scene extends StageDocument {
  static documentName = "Scene";
  static defaults() { return { name: "", active: false, tokens: [], flags: {} }; }
  get isView() { return this._source.active; }
}

/** What the actor of a token that is not linked has of its own. */
class ActorDelta {
  constructor(token) { this.parent = token; }
  get documentName() { return "ActorDelta"; }
  get syntheticActor() { return this.parent.actor; }
}

export class TokenDocument extends StageDocument {
  static documentName = "Token";
  static defaults() { return { name: "", actorId: null, actorLink: false, delta: {}, x: 0, y: 0, disposition: 0, bar1: { attribute: null }, bar2: { attribute: null }, hidden: false, flags: {}, texture: { src: "" } }; }
  static derived = ["delta"];
  get baseActor() { return game.actors.get(this._source.actorId) ?? null; }
  get delta() { return new ActorDelta(this); }
  get actor() {
    if (this._source.actorLink || !this.baseActor) return this.baseActor;
    return (this._ownActor ??= new Actor(this._actorSource(), { parent: this }));
  }
  get _ownActor() { return undefined; }
  set _ownActor(value) { Object.defineProperty(this, "_ownActor", { value, writable: true, configurable: true }); }
  _actorSource() { return mergeObject(deepClone(this.baseActor._source), deepClone({ ...this._source.delta, _id: this.baseActor.id }), {}); }
  resync() {
    const actor = this._ownActor;
    if (!actor || !this.baseActor) return;
    const source = this._actorSource();
    if (!this._source.delta.effects) actor.effects.clear();
    for (const data of source.effects) if (!actor.effects.has(data._id)) actor.effects.set(data._id, new ActiveEffect(data, { parent: actor }));
    actor._source = source;
    actor._refresh();
    changed(actor, "update");
  }
  receiveDelta({ _id, ...change }, options, user) {
    mergeServer(this._source.delta, change);
    if (!this._ownActor) void this.actor;
    this.resync();
    Hooks.callAll("updateActorDelta", this.delta, change, options, user);
    if (state.generation >= 14) Hooks.callAll("updateActor", this.actor, change, options, user);
  }
  /** Whoever deletes a token takes its combatants out, as core does. */
  _onDelete(_options, userId) {
    if (userId !== game.user.id || !game.user.isGM) return;
    for (const combat of game.combats) {
      const gone = combat.combatants.filter((c) => c.tokenId === this.id && c.sceneId === this.parent.id);
      if (gone.length) void combat.deleteEmbeddedDocuments("Combatant", gone.map((c) => c.id));
    }
  }
  get object() { return canvas.tokens.get(this.id) ?? null; }
  get isLinked() { return this._source.actorLink; }
  get inCombat() { return game.combats.some((c) => c.combatants.some((x) => x.tokenId === this.id)); }
  get combatant() { return game.combat?.combatants.find((c) => c.tokenId === this.id) ?? null; }
  getUserLevel(user) { return this.actor ? this.actor.getUserLevel(user) : (user?.isGM ? 3 : 0); }
}

export class Combatant extends StageDocument {
  static documentName = "Combatant";
  static defaults() { return { name: "", img: "", actorId: null, tokenId: null, sceneId: null, initiative: null, hidden: false, defeated: false, flags: {} }; }
  static derived = ["name"];
  get combat() { return this.parent; }
  get token() { return game.scenes.get(this._source.sceneId ?? "")?.tokens.get(this._source.tokenId) ?? null; }
  get actor() { return this.token ? this.token.actor : (game.actors.get(this._source.actorId) ?? null); }
  get name() { return this._source.name || this.token?.name || this.actor?.name || ""; }
  get isDefeated() { return this._source.defeated || Boolean(this.actor?.statuses.has(CONFIG.specialStatusEffects.DEFEATED)); }
  get visible() { return this.isOwner || !this._source.hidden; }
  get isNPC() { return !this.actor?.hasPlayerOwner; }
  getUserLevel(user) { return this.actor ? this.actor.getUserLevel(user) : (user?.isGM ? 3 : 0); }
}

export class Combat extends StageDocument {
  static documentName = "Combat";
  static defaults() { return { name: "", round: 0, turn: null, active: true, combatants: [], scene: null, flags: {} }; }
  static derived = ["turns"];
  prepareData() { Object.defineProperty(this, "turns", { value: this.setupTurns(), writable: true, configurable: true }); }
  get turns() { return []; }
  setupTurns() {
    const initiative = (c) => (c.initiative === null ? -Infinity : c.initiative);
    return this.combatants.contents.sort((a, b) => initiative(b) - initiative(a) || (a.id < b.id ? -1 : 1));
  }
  get started() { return this._source.round > 0; }
  get combatant() { return this.turns[this._source.turn ?? -1] ?? null; }
  get nextCombatant() { return this.turns[((this._source.turn ?? -1) + 1) % this.turns.length] ?? null; }
  get current() { return this._history(this._source.round, this._source.turn); }
  get previous() { return this._previous ?? null; }
  get _previous() { return null; }
  get scene() { return game.scenes.get(this._source.scene) ?? null; }
  set scene(_value) {}
  get isActive() { return this._source.active; }
  _history(round, turn) {
    const combatant = this.turns[turn ?? -1];
    return { round, turn, combatantId: combatant?.id ?? null, tokenId: combatant?.tokenId ?? null };
  }
  getCombatantsByActor(actor) { const id = typeof actor === "string" ? actor : actor.id; return this.combatants.filter((c) => c.actorId === id); }
  getCombatantsByToken(token) { const id = typeof token === "string" ? token : token.id; return this.combatants.filter((c) => c.tokenId === id); }
  setInitiative(id, value) { return this.combatants.get(id).update({ initiative: value }); }
  activate() { return this.update({ active: true }); }

  async startCombat() {
    const data = { round: 1, turn: 0 };
    Hooks.callAll("combatStart", this, data);
    await this.update(data);
    return this;
  }
  async nextTurn() {
    const turn = this._source.turn ?? -1;
    if (turn + 1 >= this.turns.length) return this.nextRound();
    return this._advance("combatTurn", { round: this._source.round, turn: turn + 1 }, 1);
  }
  nextRound() { return this._advance("combatRound", { round: this._source.round + 1, turn: 0 }, 1); }
  async previousTurn() {
    if (this._source.turn === 0 && this._source.round <= 1) return this;
    if (this._source.turn === 0) return this.previousRound();
    return this._advance("combatTurn", { round: this._source.round, turn: (this._source.turn ?? 1) - 1 }, -1);
  }
  previousRound() { return this._advance("combatRound", { round: Math.max(this._source.round - 1, 0), turn: this.turns.length - 1 }, -1); }
  async _advance(hook, data, direction) {
    const options = { direction, worldTime: { delta: 0 } };
    Hooks.callAll(hook, this, data, options);
    await this.update(data, options);
    return this;
  }
  async endCombat() {
    const yes = await foundry.applications.api.DialogV2.confirm({ window: { title: "End combat" }, content: "<p>End this encounter and empty the tracker?</p>", modal: false });
    if (yes) await this.delete();
    return this;
  }
  _onUpdate(change, _options, _user, before) {
    if (!("round" in change || "turn" in change)) return;
    Object.defineProperty(this, "_previous", { value: this._history(before.round, before.turn), writable: true, configurable: true });
  }
  _afterUpdate(change) {
    if ("round" in change || "turn" in change) Hooks.callAll("combatTurnChange", this, this.previous, this.current);
  }
}

export class ChatMessage extends StageDocument {
  static documentName = "ChatMessage";
  static defaults() { return { type: "base", content: "", flavor: "", speaker: {}, style: 0, rolls: [], whisper: [], blind: false, flags: {}, sound: null }; }
  static derived = ["author", "rolls"];
  static prepareSource(data) {
    if ("user" in data) throw new Error("ChatMessage#user is gone: use author");
    if (typeof data.type === "number") throw new Error(`"${data.type}" is not a valid type for a ChatMessage`);
    const out = { ...data };
    if (out.author instanceof User) out.author = out.author.id;
    if (out.rolls) out.rolls = out.rolls.map((r) => (typeof r === "string" ? r : JSON.stringify(r)));
    return out;
  }
  static getSpeaker({ actor, token, alias, scene } = {}) {
    const used = token?.document ?? token ?? canvas.tokens.controlled[0]?.document ?? null;
    const who = actor ?? used?.actor ?? game.user.character ?? null;
    return { scene: scene?.id ?? used?.parent?.id ?? null, actor: who?.id ?? null, token: used && used.actor === who ? used.id : null, alias: alias ?? used?.name ?? who?.name ?? game.user.name };
  }
  static getWhisperRecipients(name) {
    if (["gm", "dm"].includes(name.toLowerCase())) return game.users.filter((u) => u.isGM);
    return game.users.filter((u) => u.name === name);
  }
  get author() { return game.users.get(this._source.author) ?? null; }
  get isAuthor() { return this.author?.id === game.user.id; }
  get isRoll() { return this._source.rolls.length > 0; }
  get rolls() { return this._source.rolls.map((json) => Roll.fromJSON(json)); }
  get alias() { return this._source.speaker.alias || this.author?.name || ""; }
  get visible() { const w = this._source.whisper; return !w.length || this.isAuthor || w.includes(game.user.id); }
  get isContentVisible() { return this.visible && !(this._source.blind && !game.user.isGM); }
  testUserPermission(user) { return user.isGM || user.id === this._source.author; }

  async renderHTML() {
    const li = document.createElement("li");
    li.className = `chat-message message flexcol${this._source.whisper.length ? " whisper" : ""}`;
    li.dataset.messageId = this.id;
    const to = this._source.whisper.map((id) => game.users.get(id)?.name).join(", ");
    const time = new Date(this._source.timestamp).toTimeString().slice(0, 5);
    li.innerHTML = `<header class="message-header flexrow"><h4 class="message-sender">${escapeHTML(this.alias)}</h4><span class="message-metadata"><time class="message-timestamp">${time}</time></span>${to ? `<span class="whisper-to">To: ${escapeHTML(to)}</span>` : ""}${this._source.flavor ? `<span class="flavor-text">${cleanHTML(this._source.flavor)}</span>` : ""}</header><div class="message-content"></div>`;
    const content = li.querySelector(".message-content");
    content.innerHTML = cleanHTML(this._source.content);
    if (this.isRoll && !content.firstElementChild) content.innerHTML = (await Promise.all(this.rolls.map((r) => r.render()))).join("");
    Hooks.callAll("renderChatMessageHTML", this, li, { message: this.toObject(), user: game.user, author: this.author });
    return li;
  }
}

export class Setting extends StageDocument {
  static documentName = "Setting";
}

class Users extends Collection {
  get current() { return this.get(state.userId); }
  get players() { return this.filter((u) => !u.isGM); }
  get activeGM() { return this.getDesignatedUser((u) => u.active && u.isGM); }
  getDesignatedUser(condition) {
    return this.filter(condition).sort((a, b) => b.role - a.role || (a.id < b.id ? -1 : 1))[0] ?? null;
  }
}
class Scenes extends Collection {
  get active() { return this.find((s) => s.active) ?? null; }
  get current() { return this.active; }
  get viewed() { return this.active; }
}
class Combats extends Collection {
  get active() { return this.find((c) => c.active) ?? null; }
  get viewed() { return this.active ?? this.contents[0] ?? null; }
}
class Actors extends Collection {
  get invalidDocumentIds() { return new Set(); }
}

define("User", User);
define("Actor", Actor, { embedded: { effects: "ActiveEffect" } });
define("ActiveEffect", ActiveEffect);
define("Scene", Scene, { embedded: { tokens: "Token" } });
define("Token", TokenDocument);
define("Combat", Combat, { embedded: { combatants: "Combatant" } });
define("Combatant", Combatant);
define("ChatMessage", ChatMessage);
define("Setting", Setting);

/** Build the world's collections from what the server sent. */
export function collections(documents) {
  const made = new Map();
  const kinds = { User: Users, Actor: Actors, Scene: Scenes, ChatMessage: Collection, Combat: Combats, Setting: Collection };
  for (const [name, Kind] of Object.entries(kinds)) made.set(name, new Kind());
  return {
    made,
    fill() {
      const classes = { User, Actor, Scene, ChatMessage, Combat, Setting };
      for (const [name, cls] of Object.entries(classes)) {
        for (const data of documents[name]) if (!made.get(name).has(data._id)) made.get(name).set(data._id, new cls(data));
      }
    },
    fillUsers() {
      for (const data of documents.User) made.get("User").set(data._id, new User(data));
    },
  };
}
