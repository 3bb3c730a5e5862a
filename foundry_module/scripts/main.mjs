/** Start: register everything with the tabletop and tie the parts together. */
import { actorOf as chooseActor, commandWords, recognise } from "./pure/commands.mjs";
import { escapeText, unmarked } from "./pure/text.mjs";
import { publicApi, tell } from "./table/api.mjs";
import { drag, dragAnswer, dropped } from "./table/hotbar.mjs";
import { addStatusEffect, menuEntry, queryUser } from "./table/compat.mjs";
import { ALERT, chosenActors, idOfActor, isBindable, personOf, publicView, TYPE, targets } from "./table/characters.mjs";
import { CharacterData } from "./table/character-data.mjs";
import { mayGo } from "./table/documents.mjs";
import { Lead } from "./table/lead.mjs";
import { Leader } from "./table/leader.mjs";
import { announce, pressOnce, StatusLight } from "./table/live.mjs";
import { CardLog, disarm, whisperRefusal } from "./table/messages.mjs";
import { Page } from "./table/page.mjs";
import { ID, pairing, receiptsOpen, registerSettings, rememberedDescription } from "./table/settings.mjs";
import { Floats, TokenHud } from "./table/tokens.mjs";
import { annotateThreats } from "./table/threats.mjs";
import { Tracker } from "./table/tracker.mjs";
import { t } from "./table/words.mjs";
import { services } from "./windows/base.mjs";
import { correctDice } from "./windows/correct.mjs";
import { FormWindow } from "./windows/form.mjs";
import { chosenFor, followChoices } from "./windows/further.mjs";
import { GuideWindow } from "./windows/guide.mjs";
import { OddsWindow } from "./windows/odds.mjs";
import { PairingWindow } from "./windows/pairing.mjs";
import { QuestionDesk } from "./windows/questions.mjs";
import { followRows } from "./windows/rows.mjs";
import { RulesWindow } from "./windows/rules.mjs";
import { BoundWindow, CharacterSheet, redrawSheets } from "./windows/sheet.mjs";

const LEADER_WITHIN = 5_000;

const desk = new QuestionDesk();
const cards = new CardLog({
  asks: () => desk.inCards(),
  asked: (command) => leader.askedInCard(command),
  busy: (question) => desk.busy(question),
  chosen: chosenFor,
  leads: () => leader.leads,
});
const floats = new Floats();
/** @type {{ key: import("./pure/status.mjs").StatusKey, facts: import("./pure/status.mjs").Facts }} */
let status = { key: "unpaired", facts: {} };
let helloDue = false;

/** @type {Leader} */
const leader = new Leader({
  cards,
  status: (key, facts) => lead.status(key, facts),
  elsewhere: (key, facts) => {
    lead.standBy(key, facts);
    page.hello();
  },
  changed: () => {
    if (game.user?.isGM) desk.refreshPanel();
    tellQuestions();
    desk.refreshCards();
    redrawSheets();
    void GuideWindow.refresh();
    annotateTracker(document.body);
    refreshLooks();
  },
  closed: (closed) => {
    desk.closed(closed);
    tell("closed", { closed });
  },
  encounters: (encounters, removed, seq, before) => tracker.follow(encounters, removed, seq, before),
});
const page = new Page(leader, {
  question: (question) => {
    desk.asked(question);
    tell("question", { question });
  },
  closed: (closed) => {
    desk.closed(closed);
    tell("closed", { closed });
  },
  changed: () => {
    showPlayerStatus();
    redrawSheets();
    void GuideWindow.refresh();
    annotateTracker(document.body);
    refreshLooks();
  },
  led: () => cards.shown().forEach((command) => page.wantCard(command)),
  card: (command) => cards.redraw(command, (id) => page.cardOf(id), { open: false }),
});
const hud = new TokenHud(page, {
  form: (action, actor) => void FormWindow.open(action, actor),
  guide: (action, actor) => void GuideWindow.open(action, actor),
  odds: (actor) => void OddsWindow.open(actor),
});

/** The engine's figures beside the combat tracker. @param {HTMLElement} html */
function annotateTracker(html) {
  tracker.annotate(html);
  const encounter = leader.connected ? leader.state.encounters.get(/** @type {any} */ (game.combat)?.id ?? "") : null;
  annotateThreats(html, encounter, () => void desk.openPanel({ keep: true }));
}

/** What is possible now and how likely it is, wherever that is shown. */
function refreshLooks() {
  void hud.refresh();
  OddsWindow.refresh();
}

/** @type {Tracker} */
const tracker = new Tracker(leader, page, undo);
const light = new StatusLight(lightAction);
const lead = new Lead(leader, { show: showStatus, isLed: () => page.hello() });

/** @type {Set<string>} */
const toldQuestions = new Set();

/** Questions that have come to the leading page. */
function tellQuestions() {
  for (const [id, question] of leader.state.questions) {
    if (!toldQuestions.has(id)) tell("question", { question });
    toldQuestions.add(id);
  }
  for (const id of toldQuestions) if (!leader.state.questions.has(id)) toldQuestions.delete(id);
}

Object.assign(services, {
  leader,
  page,
  connect: (/** @type {{ take?: boolean } | undefined} */ how) => void lead.connect(how),
  undo,
  questions: desk,
  cards,
  status: () => status,
});

// The status light

/** @param {import("./pure/status.mjs").StatusKey} key @param {import("./pure/status.mjs").Facts} [facts] */
function showStatus(key, facts = {}) {
  const address = pairing()?.address ?? leader.link.address;
  status = { key, facts: { address: address ? new URL(address).host : "", module: moduleVersion(), bridge: "", ...facts } };
  if (game.user?.isGM) light.show(key, status.facts);
  refreshPairing();
  tell("status", { status: key });
}

function refreshPairing() {
  const window = /** @type {any} */ (foundry.applications.instances.get("vttb-pairing"));
  const typing = window?.element?.contains(document.activeElement) && document.activeElement?.matches("input, select");
  if (window?.rendered && !typing) void window.render();
}

function showPlayerStatus() {
  if (game.user?.isGM || !helloDue) return;
  const setUp = Boolean(rememberedDescription().description);
  light.show(page.leading || !setUp ? null : "absent");
}

/** @param {string} action */
function lightAction(action) {
  if (action === "none") return;
  if (action === "take") void lead.connect({ take: true });
  else if (action === "retry" && pairing()) {
    void lead.connect();
    openPairing();
  } else if (action === "resume") void leader.configure({ paused: false }).then(reportRefusal);
  else openPairing();
}

function openPairing() {
  if (!game.user?.isGM) return;
  const old = /** @type {any} */ (foundry.applications.instances.get("vttb-pairing"));
  void (old ?? new PairingWindow()).render({ force: true });
}

const moduleVersion = () => String(/** @type {any} */ (game.modules.get(ID))?.version ?? "");

// Undo

/**
 * @param {string | null} command null: the last one
 * @param {string} [actor] whose scope
 */
async function undo(command, actor) {
  const base = { kind: "undo", command, ...(actor ? { actor } : {}) };
  const sure = command !== null || (await confirm(t("VTTB.Undo.LastTitle"), t("VTTB.Undo.LastText")));
  if (!sure) return;
  await page.flight.once(`undo ${command}`, async () => {
    const ack = await page.act(base);
    if (ack.ok) return;
    if (ack.error?.code !== "undo_more") {
      await reportRefusal(ack);
      return;
    }
    const { commands: falling = [], lines = [] } = /** @type {{ commands?: string[], lines?: string[] }} */ (ack.error.data ?? {});
    const labels = lines.length === falling.length ? lines : falling.map((id) => page.cardOf(id)?.label ?? id);
    const list = `<p>${escapeText(ack.error.text)}</p><ul>${labels.map((label) => `<li>${escapeText(label)}</li>`).join("")}</ul>`;
    if (await confirmHtml(t("VTTB.Undo.MoreTitle"), list)) await reportRefusal(await page.act({ ...base, with: falling }));
  });
}

/** Let count what a card only suggested. @param {string} suggestion */
async function apply(suggestion) {
  await page.flight.once(`apply ${suggestion}`, () =>
    page.perform({ kind: "command", verb: "suggestion.apply", args: { suggestion }, actor: null, targets: [] }),
  );
}

/**
 * What a card offers; where it needs more than a click, its form opens. The same on another card is another click.
 * @param {import("./pure/steps.mjs").Item} item @param {string} card
 */
async function doItem(item, card) {
  const { verb, actor, args, form, opens } = item;
  if (opens && actor) await GuideWindow.open(item, actor);
  else if (form) await FormWindow.open(item, actor);
  else await page.flight.once(`do ${card} ${actor} ${verb} ${JSON.stringify(args)}`, () => page.perform({ kind: "command", verb, args, actor, targets: [] }));
}

/** @param {import("./pure/queue.mjs").Ack} ack */
async function reportRefusal(ack) {
  if (!ack.ok && ack.error) await whisperRefusal(ack.error);
}

/** @param {string} title @param {string} text */
const confirm = (title, text) => confirmHtml(title, `<p>${escapeText(text)}</p>`);

/** @param {string} title @param {string} content @returns {Promise<boolean>} */
async function confirmHtml(title, content) {
  return (await foundry.applications.api.DialogV2.confirm(/** @type {any} */ ({ window: { title }, content }))) === true;
}

// Chat commands

/** @param {string} text */
async function command(text) {
  const found = chooseActor(chosenActors());
  let actor = "actor" in found ? found.actor : null;
  if ("choose" in found) {
    const chosen = await foundry.applications.api.DialogV2.wait(
      /** @type {any} */ ({
        window: { title: t("VTTB.Chat.WhoTitle") },
        content: `<p>${escapeText(t("VTTB.Chat.WhoText"))}</p>`,
        buttons: found.choose.map((id, place) => ({ action: `a${place}`, label: unmarked(personOf(id)?.name ?? id), callback: () => id })),
      }),
    );
    if (typeof chosen !== "string") return;
    actor = chosen;
  }
  const aimed = targets();
  await page.flight.once(`chat ${actor} ${text} ${aimed}`, () => page.perform({ kind: "command", text, actor, targets: aimed }));
}

// Hooks

Hooks.once("init", () => {
  registerSettings({ pairing: PairingWindow, rules: RulesWindow }, { described: showPlayerStatus, bridgeNamed: () => leader.heedNamed() });
  Object.assign(CONFIG.Actor.dataModels, { [TYPE]: CharacterData });
  Object.assign(/** @type {any} */ (CONFIG.Actor.trackableAttributes), { [TYPE]: { bar: ["bars.a", "bars.b", "bars.c"], value: [] } });
  foundry.applications.apps.DocumentSheetConfig.registerSheet(
    /** @type {any} */ (CONFIG.Actor.documentClass),
    ID,
    /** @type {any} */ (CharacterSheet),
    /** @type {any} */ ({ types: [TYPE], makeDefault: true, label: "VTTB.Sheet.Label" }),
  );
  addStatusEffect({ id: ALERT, name: "VTTB.StatusEffect.Alert", img: "modules/vtt-bridge/icons/alert.svg" });
  /** @type {any} */ (CONFIG.queries)["vtt-bridge.tell"] = async (/** @type {any} */ message, /** @type {any} */ options) => {
    return { ok: page.received(message, queryUser(options)) };
  };
  registerKeys();
  const module = /** @type {any} */ (game.modules?.get(ID));
  if (module) module.api = publicApi({ version: module.version, page, desk, press: (action) => hud.pressed(action) });
});

function registerKeys() {
  register("question", "KeyQ", "VTTB.Keys.Question", "VTTB.Keys.QuestionHint", () => desk.focusOldest());
  register("accept", "KeyY", "VTTB.Keys.Accept", "VTTB.Keys.AcceptHint", () => desk.answerOldest(true));
  register("decline", "KeyN", "VTTB.Keys.Decline", "VTTB.Keys.DeclineHint", () => desk.answerOldest(false));
  register("next", "KeyT", "VTTB.Keys.Next", "VTTB.Keys.NextHint", () => tracker.nextTurn());
  register("panel", "KeyO", "VTTB.Keys.Panel", "VTTB.Keys.PanelHint", openOwnPanel);
}

/** @param {string} action @param {string} key @param {string} name @param {string} hint @param {() => boolean} onDown */
const register = (action, key, name, hint, onDown) =>
  game.keybindings?.register(ID, action, /** @type {any} */ ({ name, hint, editable: [{ key, modifiers: ["ALT"] }], onDown }));

/** The panel of open questions is the game master's; players go to their oldest question. */
function openOwnPanel() {
  if (!leader.leads) return desk.focusOldest();
  void desk.openPanel({ keep: true });
  return true;
}

Hooks.once("ready", () => {
  cards.readAll();
  pressOnce();
  followChoices((id) => desk.questionOf(id));
  followRows();
  page.listen();
  page.hello();
  page.resume();
  tell("ready", /** @type {any} */ (game.modules.get(ID))?.api);
  setTimeout(() => {
    helloDue = true;
    showPlayerStatus();
  }, LEADER_WITHIN);
  if (!game.user?.isGM) return;
  if (pairing()) void lead.connect();
  else {
    showStatus("unpaired");
    if (!rememberedDescription().description) ui.notifications?.info(t("VTTB.Hint.NotPaired"));
  }
});

Hooks.on("chatMessage", (/** @type {any} */ _log, /** @type {string} */ message) => {
  const found = recognise(message, commandWords(rememberedDescription()));
  if (!found) return true;
  void command(found.text);
  return false;
});

/** What other modules draw again without making it anew is listened to once. @type {WeakSet<HTMLElement>} */
const listened = new WeakSet();

Hooks.on("renderChatMessageHTML", (/** @type {any} */ message, /** @type {HTMLElement} */ html) => {
  const newest = message.flags?.["vtt-bridge"]?.command === [...leader.state.cards.keys()].at(-1);
  const { command: drawn } = message.flags?.["vtt-bridge"] ?? {};
  if (drawn) page.wantCard(drawn);
  disarm(html);
  cards.decorate(message, html, (id) => page.cardOf(id), { open: newest && receiptsOpen() });
  for (const button of /** @type {NodeListOf<HTMLElement>} */ (html.querySelectorAll('button[data-vttb-action="do"]'))) button.draggable = true;
  if (listened.has(html)) return;
  listened.add(html);
  html.addEventListener("dragstart", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest?.('button[data-vttb-action="do"]'));
    const item = button && JSON.parse(String(button.dataset.vttbDo));
    if (item && (item.actor || !item.form)) drag(event, item, item.actor);
    else dragAnswer(event, (id) => desk.questionOf(id));
  });
  html.addEventListener("click", (event) => {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("button[data-vttb-action]"));
    if (!button || event.detail > 1) return;
    event.preventDefault();
    event.stopPropagation();
    if (button.getAttribute("aria-disabled") === "true" && button.title) announce(button.title);
    else if (button.dataset.vttbAction === "answer") void desk.answerInCard(button);
    else if (button.dataset.vttbAction === "do") void doItem(JSON.parse(String(button.dataset.vttbDo)), String(/** @type {HTMLElement | null} */ (button.closest("[data-command]"))?.dataset.command));
    else if (button.dataset.vttbAction === "questions") void desk.openPanel();
    else if (button.dataset.vttbAction === "apply") void apply(String(button.dataset.command));
    else if (button.dataset.vttbAction === "correct") correctDice(String(button.dataset.command), button.dataset.roll === undefined ? null : Number(button.dataset.roll));
    else void undo(String(button.dataset.command));
  });
});

Hooks.on("createChatMessage", (/** @type {any} */ message) => {
  cards.noteCreated(message);
  tellCard(message);
});
Hooks.on("updateChatMessage", (/** @type {any} */ message) => tellCard(message));
Hooks.on("updateChatMessage", (/** @type {any} */ message, /** @type {any} */ _changed, /** @type {any} */ _options, /** @type {string} */ userId) => leader.restore(message, userId));
Hooks.on("deleteChatMessage", (/** @type {any} */ message, /** @type {any} */ options, /** @type {string} */ userId) => {
  if (options?.vttBridge && game.users.get(userId)?.isGM) return;
  cards.noteDeleted(message);
  leader.restore(message, userId);
});

/** @param {any} message */
function tellCard(message) {
  const command = message.flags?.["vtt-bridge"]?.command;
  if (command) tell("card", { command, message });
}

Hooks.on(/** @type {any} */ ("hotbarDrop"), (/** @type {any} */ _bar, /** @type {any} */ data, /** @type {any} */ slot) => dropped(data, slot));

Hooks.on("renderTokenHUD", (/** @type {any} */ app, /** @type {any} */ html) => hud.render(app, html));
Hooks.on("targetToken", (/** @type {any} */ user) => {
  if (user.id === game.user?.id) refreshLooks();
});

for (const hook of ["updateActor", "updateActorDelta"]) {
  Hooks.on(/** @type {any} */ (hook), (/** @type {any} */ doc, /** @type {any} */ changed, /** @type {any} */ options, /** @type {string} */ userId) => {
    const actor = hook === "updateActor" ? doc : doc.parent?.actor;
    if (actor) leader.restoreActor(actor, changed, options, userId);
    if (actor?.type === TYPE && changed.system && !options?.vttBridge) typedOver(actor, userId);
    if (!actor || !options?.vttBridge || !game.users.get(userId)?.isGM) return;
    floats.show(actor, idOfActor(actor), options.vttBridge);
    tell("character", { id: idOfActor(actor), actor, view: publicView(actor) });
  });
}

/** The rules keep the figures: what is typed into a token's bar is no edit. @param {any} actor @param {string} userId */
function typedOver(actor, userId) {
  if (userId !== game.user?.id || !publicView(actor)) return;
  const refusal = { heading: t("VTTB.Refusal.NotDone"), text: t("VTTB.Refusal.Figures"), hint: t("VTTB.Refusal.FiguresHint") };
  void page.flight.once(`figures ${idOfActor(actor)}`, () => whisperRefusal(refusal));
}

Hooks.on("preUpdateCombat", (/** @type {any} */ combat, /** @type {any} */ changed, /** @type {any} */ options) => tracker.veto(combat, changed, options));
Hooks.on("updateCombat", (/** @type {any} */ combat, /** @type {any} */ changed, /** @type {any} */ options, /** @type {string} */ userId) => void tracker.updated(combat, changed, options, userId));
Hooks.on(/** @type {any} */ ("renderCombatTracker"), (/** @type {any} */ _app, /** @type {HTMLElement} */ html) => annotateTracker(html));
Hooks.on("createCombat", () => void tracker.compare());
Hooks.on("preDeleteCombat", (/** @type {any} */ combat) => mayGo(combat));
Hooks.on("deleteCombat", (/** @type {any} */ combat) => void tracker.ended(combat));
Hooks.on("createCombatant", (/** @type {any} */ combatant) => void tracker.joined(combatant));
Hooks.on("updateCombatant", (/** @type {any} */ combatant, /** @type {any} */ changed, /** @type {any} */ options) => void tracker.reordered(combatant, changed, options));
Hooks.on("deleteCombatant", (/** @type {any} */ combatant) => void tracker.left(combatant));
Hooks.on("createToken", (/** @type {any} */ token) => void tracker.tokenCreated(token));
Hooks.on("updateToken", (/** @type {any} */ token, /** @type {any} */ changed) => void tracker.tokenRenamed(token, changed));
Hooks.on("deleteToken", (/** @type {any} */ token) => void tracker.tokenDeleted(token));
Hooks.on("deleteActor", (/** @type {any} */ actor) => {
  void tracker.actorDeleted(actor);
  page.forgetStrangers();
});

Hooks.on("userConnected", (/** @type {any} */ user, /** @type {boolean} */ connected) => {
  if (!connected && page.leading?.user === user.id) {
    page.nobodyLeads();
    if (status.key === "elsewhere") lead.soon();
  }
  if (!leader.leads) return;
  if (connected) leader.broadcast();
  desk.refreshPanel();
  desk.refreshCards();
});

Hooks.on(/** @type {any} */ ("getActorContextOptions"), (/** @type {any} */ _app, /** @type {any[]} */ entries) => {
  const actorOfRow = (/** @type {HTMLElement} */ row) => /** @type {any} */ (game.actors.get(row.dataset.entryId ?? row.dataset.documentId ?? ""));
  entries.push(
    menuEntry({
      label: "VTTB.Menu.Bind",
      icon: '<i class="fa-solid fa-link"></i>',
      visible: (row) => game.user?.isGM === true && Boolean(actorOfRow(row)) && !isBindable(actorOfRow(row)),
      run: (row) => void bind(actorOfRow(row)),
    }),
    menuEntry({
      label: "VTTB.Menu.Open",
      icon: '<i class="fa-solid fa-id-card"></i>',
      visible: (row) => isBindable(actorOfRow(row)) && actorOfRow(row).type !== TYPE,
      run: (row) => void new BoundWindow(actorOfRow(row)).render({ force: true }),
    }),
  );
});

/** @param {any} actor */
async function bind(actor) {
  await actor.update({ flags: { "vtt-bridge": { bound: true } } });
  announce(t("VTTB.Menu.Bound", { name: actor.name }));
}
