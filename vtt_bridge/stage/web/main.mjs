/** Start of the page: connect, make the globals, load the module, call the hooks in order. */
import { Hooks } from "./hooks.mjs";
import { state, watch } from "./state.mjs";
import { CONST } from "./constants.mjs";
import * as utils from "./utils.mjs";
import { fields, DataModel, TypeDataModel } from "./fields.mjs";
import { Roll, terms } from "./dice.mjs";
import { strict, strictCollection } from "./strict.mjs";
import { ApplicationV2, HandlebarsApplicationMixin, FormDataExtended, instances } from "./applications.mjs";
import { DialogV2 } from "./dialog.mjs";
import { ActorSheetV2, DocumentSheetConfig, DocumentSheetV2 } from "./sheets.mjs";
import { registerHelpers, renderTemplate, loadTemplates } from "./templates.mjs";
import { ClientKeybindings, ClientSettings, Localization, Queries } from "./settings.mjs";
import { receive, fromUuid, fromUuidSync } from "./document.mjs";
import * as documents from "./documents.mjs";
import { Token, createCanvas, drawScene, receiveTargets } from "./scene.mjs";
import { ChatLog } from "./chat.mjs";
import { CombatTracker, watchFights } from "./tracker.mjs";
import { Macro, Sidebar, hotbar, notifications } from "./sidebar.mjs";

async function start() {
  const seat = JSON.parse(document.getElementById("boot").textContent);
  const socket = io(location.origin, { transports: ["websocket"], auth: seat, forceNew: true, reconnection: true });
  state.socket = socket;
  const waiting = [];
  socket.on("modified", (message) => waiting.push(message));
  const boot = await new Promise((resolve, reject) => {
    socket.once("boot", resolve);
    socket.once("connect_error", reject);
  });
  socket.on("boot", () => location.reload());
  state.generation = boot.generation;
  state.userId = boot.user;

  await utils.loadAllowList();
  registerHelpers();
  const world = documents.collections(boot.documents);
  for (const [key, value] of Object.entries(boot.clientSettings)) if (localStorage.getItem(key) === null) localStorage.setItem(key, JSON.stringify(value));
  makeGlobals(boot, world.made);
  world.fillUsers();
  Object.defineProperty(game, "user", { value: game.users.get(boot.user) });
  for (const user of game.users) user.active = boot.present.includes(user.id);
  for (const data of boot.documents.Setting) world.made.get("Setting").set(data._id, new documents.Setting(data));

  const { manifest } = boot;
  for (const style of manifest.styles ?? []) addStyle(`/modules/${manifest.id}/${typeof style === "string" ? style : style.src}`);
  for (const path of manifest.esmodules) await import(`/modules/${manifest.id}/${path}`);

  Hooks.callAll("init");
  await game.i18n.load(manifest);
  Hooks.callAll("i18nInit");
  world.fill();
  Hooks.callAll("setup");

  layout(boot);
  drawScene();
  for (const [user, ids] of Object.entries(boot.targets)) if (game.users.has(user)) receiveTargets(game.users.get(user), ids);
  listen(socket, waiting);
  await ui.chat.render();
  ui.combat.render();
  ui.sidebar.render();
  game.keybindings.listen();
  watchFights(boot.pauseBetweenFights * 1000);
  state.ready = true;
  game.ready = true;
  Hooks.callAll("ready");
  document.body.dataset.ready = "true";
  if (boot.startFight && game.user.isGM && game.combat && !game.combat.started) await game.combat.startCombat();
}

/** A module's stylesheet goes into the cascade layer "modules", as Foundry puts it. */
function addStyle(href) {
  const style = document.createElement("style");
  style.textContent = `@import url("${href}") layer(modules);`;
  document.head.append(style);
}

function makeGlobals(boot, made) {
  const { manifest } = boot;
  const v14 = state.generation >= 14;
  const modules = new utils.Collection();
  modules.set(manifest.id, { id: manifest.id, title: manifest.title, version: manifest.version, active: true, flags: manifest.flags ?? {}, socket: Boolean(manifest.socket), api: undefined });
  const release = Object.freeze({ generation: state.generation, build: 351, version: `${state.generation}.351` });
  globalThis.Hooks = Hooks;
  globalThis.CONST = CONST;
  globalThis.Roll = Roll;
  globalThis.Macro = Macro;
  globalThis.fromUuid = fromUuid;
  globalThis.fromUuidSync = fromUuidSync;
  for (const name of ["Actor", "ActiveEffect", "ChatMessage", "Combat", "Combatant", "Scene", "TokenDocument", "User"]) globalThis[name] = documents[name];
  globalThis.game = strict({
    ready: false, view: "game", release, version: release.version,
    world: strict({ ...boot.world }, "game.world"),
    system: strict({ id: boot.system, title: "Practice", version: "1.0.0" }, "game.system"),
    modules: strictCollection(modules, "game.modules"),
    collections: made,
    users: made.get("User"), actors: made.get("Actor"), scenes: made.get("Scene"), messages: made.get("ChatMessage"), combats: made.get("Combat"),
    get combat() { return made.get("Combat").viewed; },
    userId: boot.user,
    macros: [],
    settings: strict(new ClientSettings(), "game.settings"),
    keybindings: strict(new ClientKeybindings(), "game.keybindings"),
    i18n: strict(new Localization(), "game.i18n"),
    queries: new Queries(),
    socket: moduleSocket(state.socket, manifest),
  }, "game", new Set(["user"]));
  game.settings.register("core", "scrollingStatusText", { scope: "client", type: Boolean, default: true });
  game.settings.register("core", "photosensitiveMode", { scope: "client", type: Boolean, default: false });
  game.settings.register("core", v14 ? "messageMode" : "rollMode", { scope: "client", type: String, default: v14 ? "public" : "publicroll" });
  if (v14) globalThis._loc = (key, data) => (data ? game.i18n.format(key, data) : game.i18n.localize(key));
  globalThis.canvas = createCanvas();
  const dead = { id: "dead", name: "Dead", img: "icons/svg/skull.svg" };
  globalThis.CONFIG = strict({
    release,
    Actor: strict({ documentClass: documents.Actor, dataModels: {}, trackableAttributes: {}, sheetClasses: {} }, "CONFIG.Actor"),
    ChatMessage: strict({ documentClass: documents.ChatMessage, dataModels: {} }, "CONFIG.ChatMessage"),
    Combat: strict({ documentClass: documents.Combat, dataModels: {} }, "CONFIG.Combat"),
    Combatant: strict({ documentClass: documents.Combatant, dataModels: {} }, "CONFIG.Combatant"),
    ActiveEffect: strict({ documentClass: documents.ActiveEffect, dataModels: {} }, "CONFIG.ActiveEffect"),
    Token: strict({ documentClass: documents.TokenDocument, objectClass: Token }, "CONFIG.Token"),
    User: strict({ documentClass: documents.User }, "CONFIG.User"),
    Scene: strict({ documentClass: documents.Scene }, "CONFIG.Scene"),
    Dice: strict({ rolls: [Roll], terms: {}, randomUniform: () => Math.random() }, "CONFIG.Dice"),
    queries: {},
    statusEffects: v14 ? statusRecord({ dead }) : [dead],
    specialStatusEffects: strict({ DEFEATED: "dead" }, "CONFIG.specialStatusEffects"),
    sounds: strict({ dice: "sounds/dice.wav" }, "CONFIG.sounds"),
    debug: { hooks: false },
  }, "CONFIG", new Set(["Setting"]));
  globalThis.ui = strict({ notifications: notifications() }, "ui", new Set(["chat", "combat", "sidebar"]));
  globalThis.foundry = foundryNamespace(v14);
}

/** Of the socket a module may use emit, on and off; events of the table itself stay inside. */
function moduleSocket(socket, manifest) {
  const own = (event) => {
    if (event !== `module.${manifest.id}`) throw new Error(`The practice table relays module.${manifest.id} only, not ${event}`);
  };
  return strict({
    emit(event, payload, ack) {
      own(event);
      const plain = JSON.parse(JSON.stringify(payload));
      if (ack) socket.emit(event, plain, ack); else socket.emit(event, plain);
    },
    on(event, fn) { own(event); socket.on(event, fn); },
    off(event, fn) { own(event); socket.off(event, fn); },
    get connected() { return socket.connected; },
  }, "game.socket");
}

/** Generation 14 keeps statuses in a record that can still be read like an array, not written. */
function statusRecord(record) {
  return new Proxy(record, {
    get(target, key) {
      if (["push", "splice", "unshift"].includes(key)) throw new Error(`CONFIG.statusEffects.${key} loses entries in generation 14: assign by id`);
      if (key === Symbol.iterator) return () => Object.values(target)[Symbol.iterator]();
      if (["find", "filter", "map", "some"].includes(key)) return (...args) => Object.values(target)[key](...args);
      return target[key];
    },
  });
}

function foundryNamespace(v14) {
  const { Collection, deepClone, duplicate, getProperty, setProperty, hasProperty, expandObject, flattenObject, mergeObject, diffObject, isEmpty, randomID, escapeHTML, cleanHTML, debounce, isNewerVersion, equals } = utils;
  const offered = { Collection, deepClone, duplicate, getProperty, setProperty, hasProperty, expandObject, flattenObject, mergeObject, diffObject, isEmpty, randomID, escapeHTML, cleanHTML, debounce, isNewerVersion, ...(v14 ? { equals } : { objectsEqual: equals }) };
  const nest = (object, name) => strict(object, name);
  return nest({
    utils: nest(offered, "foundry.utils"),
    abstract: nest({ DataModel, TypeDataModel }, "foundry.abstract"),
    data: nest({ fields: nest(fields, "foundry.data.fields") }, "foundry.data"),
    dice: nest({ Roll, terms: nest(terms, "foundry.dice.terms") }, "foundry.dice"),
    documents: nest({ Actor: documents.Actor, ChatMessage: documents.ChatMessage, Combat: documents.Combat, Combatant: documents.Combatant, ActiveEffect: documents.ActiveEffect, Scene: documents.Scene, TokenDocument: documents.TokenDocument, User: documents.User,
      collections: nest({ Actors: { registerSheet: (scope, cls, options) => DocumentSheetConfig.registerSheet(documents.Actor, scope, cls, options) } }, "foundry.documents.collections") }, "foundry.documents"),
    applications: nest({
      instances,
      api: nest({ ApplicationV2, HandlebarsApplicationMixin, DialogV2, DocumentSheetV2 }, "foundry.applications.api"),
      sheets: nest({ ActorSheetV2 }, "foundry.applications.sheets"),
      apps: nest({ DocumentSheetConfig: nest(DocumentSheetConfig, "DocumentSheetConfig") }, "foundry.applications.apps"),
      handlebars: nest({ renderTemplate, loadTemplates }, "foundry.applications.handlebars"),
      ux: nest({ FormDataExtended }, "foundry.applications.ux"),
    }, "foundry.applications"),
  }, "foundry");
}

function layout(boot) {
  document.getElementById("page-name").textContent = game.user.isGM ? "GM page" : `Player page, ${game.user.name}`;
  document.title = `Practice table, ${game.user.isGM ? "GM" : game.user.name}`;
  ui.chat = strict(new ChatLog(), "ui.chat");
  ui.combat = strict(new CombatTracker({ newFight: boot.newFight }), "ui.combat");
  ui.sidebar = strict(new Sidebar(ui.chat), "ui.sidebar");
  for (const app of [ui.chat, ui.combat, ui.sidebar]) app.buildMenu();
  document.getElementById("ui-left").append(ui.combat.element);
  const notices = document.createElement("ol");
  notices.id = "chat-notifications";
  document.getElementById("ui-right").append(ui.sidebar.element, notices);
  document.getElementById("ui-bottom").append(hotbar(boot.macros));
}

function listen(socket, waiting) {
  socket.off("modified");
  for (const message of waiting) receive(message);
  socket.on("modified", receive);
  watch((document, action) => {
    if (document.documentName === "Setting" && action !== "delete") game.settings.received(document);
    if (document.documentName === "Actor" && action === "update") for (const app of Object.values(document.apps)) app.render();
    if (document.documentName === "Actor" && action === "delete") for (const app of Object.values(document.apps)) app.close();
  });
  socket.on("presence", (id, active) => {
    const user = game.users.get(id);
    user.active = active;
    if (!active) receiveTargets(user, []);
    Hooks.callAll("userConnected", user, active);
    ui.combat.render();
  });
  socket.on("activity", (id, { targets }) => receiveTargets(game.users.get(id), targets));
  socket.on("query", (query) => game.queries.asked(query));
  socket.on("query_reply", (reply) => game.queries.answered(reply));
}

start().catch((error) => {
  console.error("The practice table could not start", error);
  document.body.dataset.failed = error.message;
});
