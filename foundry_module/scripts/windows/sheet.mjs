/** The sheet of a character, generated from its view; the game master edits plain fields from the description. */
import { changedConduct, ownConductContext } from "../pure/conduct.mjs";
import { abilityFields } from "../pure/picker.mjs";
import { changedFields, editContext, fieldsFault, sheetContext } from "../pure/sheet.mjs";
import { idOfActor, publicView } from "../table/characters.mjs";
import { rememberedDescription } from "../table/settings.mjs";
import { t } from "../table/words.mjs";
import { services, showFault, shownIn, templatePath, VttbWindow } from "./base.mjs";
import { GuideWindow } from "./guide.mjs";
import { PickerWindow } from "./picker.mjs";
import { rowsIn } from "./rows.mjs";

const { HandlebarsApplicationMixin } = foundry.applications.api;
const { ActorSheetV2 } = foundry.applications.sheets;

/** What the tabletop gives an actor without a picture; his initials say more. */
const NO_PORTRAIT = "icons/svg/mystery-man.svg";

/** Open sheets, to be drawn again when something changes that is in no document. @type {Set<{ render: () => any, id: string }>} */
const open = new Set();

export function redrawSheets() {
  for (const sheet of open) if (!isEditing(sheet)) void sheet.render();
}

/** What this page's user may know of the character. @param {any} actor */
function viewOf(actor) {
  const id = idOfActor(actor);
  const { leader, page } = services;
  if (leader.leads) return leader.state.characters.get(id) ?? publicView(actor);
  return (actor.isOwner || game.user?.isGM ? page.own.get(id) : null) ?? publicView(actor);
}

/** @param {any} actor */
async function contextOf(actor) {
  const { leader } = services;
  const description = leader.leads ? leader.state.description : rememberedDescription().description;
  const character = viewOf(actor);
  const editable = leader.connected && game.user?.isGM === true;
  return {
    img: actor.img === NO_PORTRAIT ? null : actor.img,
    known: Boolean(character),
    credit: description?.credit ?? "",
    character: sheetContext(character ?? { name: actor.name }, t),
    editable,
    registered: leader.state.characters.has(idOfActor(actor)),
    name: character?.name ?? actor.name,
    picks: leader.state.characters.has(idOfActor(actor)) ? abilityFields(description) : [],
    edit: editable ? editContext(description, leader.state.characters.get(idOfActor(actor))) : [],
    conduct: leader.state.characters.has(idOfActor(actor)) ? ownConductContext(character, leader.state.conduct, t) : [],
    sideValue: character?.side ?? "",
    controls: [
      { value: "pc", label: t("VTTB.Sheet.Pc"), selected: character?.control === "pc" },
      { value: "npc", label: t("VTTB.Sheet.Npc"), selected: character?.control !== "pc" },
    ],
  };
}

/**
 * Send what the game master changed in the form.
 * @param {any} actor
 * @param {HTMLElement} root
 */
async function save(actor, root) {
  const { leader } = services;
  const id = idOfActor(actor);
  const input = (/** @type {string} */ name) => /** @type {any} */ (root.querySelector(`[name="${name}"]`));
  const read = (/** @type {string} */ name) => {
    const field = input(name);
    return field === null ? rowsIn(root, name) : field.type === "checkbox" ? field.checked === true : shownIn(field);
  };
  const before = leader.state.characters.get(id);
  const fields = changedFields(leader.state.description, before, read);
  const fault = fieldsFault(leader.state.description, fields, t);
  if (fault) return { heading: t("VTTB.Refusal.NotDone"), text: fault };
  const named = { name: String(read("name") ?? actor.name), side: String(read("side") ?? ""), control: String(read("control") ?? "npc") };
  const ack = before
    ? await leader.order("character.edit", {
        character: id,
        ...Object.fromEntries(Object.entries(named).filter(([key, value]) => value !== "" && value !== before[key])),
        ...changedConduct(before, read),
        fields,
      })
    : await leader.order("character.add", { id, ...named, side: named.side || "friendly", fields });
  return ack.ok ? null : { heading: ack.error?.heading ?? t("VTTB.Refusal.NotDone"), text: [ack.error?.text, ack.error?.hint].filter(Boolean).join(" ") };
}

/** Whether the game master is filling in the form: then no news from the bridge may wipe it. @param {any} sheet */
const isEditing = (sheet) => sheet.rendered && sheet.element?.querySelector("details.vttb-edit")?.open === true;

const SHEET_PARTS = /** @type {any} */ ({ main: { template: templatePath("sheet"), templates: [templatePath("budget"), templatePath("rows"), templatePath("threats")], scrollable: [""] } });

/** @type {typeof ActorSheetV2} */
const SheetBase = /** @type {any} */ (HandlebarsApplicationMixin(ActorSheetV2));

export class CharacterSheet extends SheetBase {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    classes: ["vttb-app", "vttb-sheet"],
    window: { resizable: true },
    position: { width: 640, height: "auto" },
    actions: { save: CharacterSheet.#save, pick: CharacterSheet.#pick, guide: CharacterSheet.#guide },
  });

  static PARTS = SHEET_PARTS;

  /** @returns {Promise<any>} */
  async _prepareContext() {
    return contextOf(this.document);
  }

  /** @param {any} context @param {any} options */
  async _onFirstRender(context, options) {
    await super._onFirstRender(context, options);
    open.add(/** @type {any} */ (this));
    fetchFor(this.document, () => void this.render());
  }

  /** The tabletop draws sheets again at every change of the actor. @param {any} options @returns {any} */
  _canRender(options) {
    if (!options.force && isEditing(this)) return false;
    return super._canRender(options);
  }

  /** @param {any} options */
  _onClose(options) {
    open.delete(/** @type {any} */ (this));
    super._onClose(options);
  }

  /** @this {CharacterSheet} */
  static async #save() {
    const { element } = /** @type {any} */ (this);
    const fault = await save(this.document, element);
    if (fault) showFault(element, fault);
    else await this.render({ force: true });
  }

  /** @this {CharacterSheet} @param {PointerEvent} _event @param {HTMLElement} target */
  static #pick(_event, target) {
    void PickerWindow.open(idOfActor(this.document), String(target.dataset.field));
  }

  /** @this {CharacterSheet} */
  static #guide() {
    void GuideWindow.show(idOfActor(this.document));
  }
}

/** The same view for an actor of another type that is bound by flag. */
export class BoundWindow extends VttbWindow {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    id: "vttb-bound-{id}",
    classes: ["vttb-app", "vttb-sheet"],
    window: { title: "VTTB.Sheet.Title" },
    position: { width: 640 },
    actions: { save: BoundWindow.#save, pick: BoundWindow.#pick, guide: BoundWindow.#guide },
  });

  static PARTS = SHEET_PARTS;

  /** @param {any} actor */
  constructor(actor) {
    super();
    this.actor = actor;
  }

  get title() {
    return this.actor.name;
  }

  /** @returns {Promise<any>} */
  async _prepareContext() {
    return contextOf(this.actor);
  }

  async _onFirstRender() {
    open.add(/** @type {any} */ (this));
    fetchFor(this.actor, () => void this.render());
  }

  _onClose() {
    open.delete(/** @type {any} */ (this));
  }

  /** @this {BoundWindow} */
  static async #save() {
    const fault = await save(this.actor, this.root);
    if (fault) showFault(this.root, fault);
    else await this.render();
  }

  /** @this {BoundWindow} @param {PointerEvent} _event @param {HTMLElement} target */
  static #pick(_event, target) {
    void PickerWindow.open(idOfActor(this.actor), String(target.dataset.field));
  }

  /** @this {BoundWindow} */
  static #guide() {
    void GuideWindow.show(idOfActor(this.actor));
  }
}

/** @param {any} actor @param {() => void} then */
function fetchFor(actor, then) {
  const { leader, page } = services;
  if (leader.leads || !(actor.isOwner || game.user?.isGM) || page.own.has(idOfActor(actor))) return;
  void page.fetchOwn(idOfActor(actor)).then((character) => character && then());
}
