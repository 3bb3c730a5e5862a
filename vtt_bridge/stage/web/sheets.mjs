/** Document sheets and their registration. */
import { ApplicationV2 } from "./applications.mjs";

const registered = [];

export class DocumentSheetV2 extends ApplicationV2 {
  static DEFAULT_OPTIONS = { id: "{class}-{uuid}", classes: ["sheet"], tag: "form", window: { resizable: true }, form: { handler: submitSheet, submitOnChange: false, closeOnSubmit: false } };
  constructor(options) {
    super(options);
    Object.defineProperty(this, "document", { value: options.document });
  }
  _initializeApplicationOptions(options) {
    const { document, ...rest } = options;
    const merged = super._initializeApplicationOptions(rest);
    merged.id = merged.id.replace("{class}", this.constructor.name).replace("{uuid}", document.uuid.replaceAll(".", "-"));
    merged.document = document;
    return merged;
  }
  get title() { return this.document.name; }
  get isEditable() { return this.document.isOwner; }
  get isVisible() { return this.document.testUserPermission(game.user, "LIMITED"); }
  async _canRender() {
    if (this.isVisible) return undefined;
    ui.notifications.warn("You may not see this sheet.");
    return false;
  }
  async _prepareContext() { return { document: this.document, source: this.document._source, fields: this.document.system?.schema?.fields ?? {}, editable: this.isEditable, user: game.user }; }
  async _onFirstRender() { this.document.apps[this.id] = this; }
  _onClose() { delete this.document.apps[this.id]; }
}

async function submitSheet(_event, _form, data) {
  if (this.isEditable) await this.document.update(data.object);
}

export class ActorSheetV2 extends DocumentSheetV2 {
  static DEFAULT_OPTIONS = { position: { width: 600 }, window: { controls: [] } };
  get actor() { return this.document; }
  get token() { return null; }
}

export const DocumentSheetConfig = {
  registerSheet(documentClass, scope, sheetClass, { types = [], makeDefault = false, label = "" } = {}) {
    registered.push({ document: documentClass.documentName, id: `${scope}.${sheetClass.name}`, sheetClass, types, makeDefault, label });
  },
  unregisterSheet(documentClass, scope, sheetClass) {
    const at = registered.findIndex((r) => r.document === documentClass.documentName && r.sheetClass === sheetClass);
    if (at >= 0) registered.splice(at, 1);
  },
};

/** The sheet of a document; one instance a document. */
export function sheetFor(document) {
  const fitting = registered.filter((r) => r.document === document.documentName && (!r.types.length || r.types.includes(document.type)));
  const chosen = fitting.find((r) => r.makeDefault) ?? fitting[0];
  if (!chosen) throw new Error(`No sheet is registered for ${document.documentName} of type ${document.type}`);
  return new chosen.sheetClass({ document });
}
