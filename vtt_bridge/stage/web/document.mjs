/** The base of all documents and the traffic with the table's server. */
import { Hooks } from "./hooks.mjs";
import { strict } from "./strict.mjs";
import { changed, request, state } from "./state.mjs";
import { CONST } from "./constants.mjs";
import { Collection, deepClone, expandObject, getProperty, isEmpty, mergeObject } from "./utils.mjs";
import { TypeDataModel } from "./fields.mjs";

const classes = new Map();
/** Make a document class known under its document name. */
export function define(name, cls, { embedded = {}, collection } = {}) {
  classes.set(name, { cls, embedded, collection });
}
const embeddedField = (parentName, childName) => Object.entries(classes.get(parentName).embedded).find(([, child]) => child === childName)?.[0];

function refuseOldKeys(data, path = "") {
  if (state.generation < 14 || data === null || typeof data !== "object" || Array.isArray(data)) return;
  for (const [key, value] of Object.entries(data)) {
    if (key.startsWith("-=")) throw new Error(`Deletion by ${path}${key} is deprecated since generation 14`);
    refuseOldKeys(value, `${path}${key}.`);
  }
}

export class StageDocument {
  static documentName = "";
  static get implementation() { return this; }
  static get collection() { return game.collections.get(this.documentName); }
  static defaults() { return {}; }

  constructor(source, { parent = null } = {}) {
    Object.defineProperties(this, {
      parent: { value: parent, writable: true },
      _source: { value: mergeObject({ _stats: { lastModifiedBy: null }, ...this.constructor.defaults() }, source, {}), writable: true },
      apps: { value: {}, writable: true },
      _sheet: { value: null, writable: true },
    });
    const { documentName } = this.constructor;
    const self = strict(this, documentName);
    for (const [field, child] of Object.entries(classes.get(documentName).embedded)) {
      const list = new Collection();
      for (const data of this._source[field] ?? []) list.set(data._id, new (classes.get(child).cls)(data, { parent: self }));
      Object.defineProperty(this, field, { value: list, enumerable: true });
    }
    StageDocument.prototype._refresh.call(self);
    return self;
  }

  _refresh() {
    const { documentName } = this.constructor;
    const embedded = classes.get(documentName).embedded;
    for (const [key, value] of Object.entries(this._source)) {
      if (key in embedded || key === "system" || this.constructor.derived?.includes(key)) continue;
      this[key] = deepClone(value);
    }
    const Model = this._source.type ? CONFIG[documentName].dataModels[this._source.type] : undefined;
    if (Model) this.system = new Model(this._source.system ?? {}, { parent: this });
    else if ("system" in this._source) this.system = deepClone(this._source.system);
    this.prepareData();
  }
  prepareData() {
    if (this.system instanceof TypeDataModel) {
      this.system.prepareBaseData();
      this.system.prepareDerivedData();
    }
  }
  get system() { return this._system; }
  set system(value) { Object.defineProperty(this, "_system", { value, writable: true, configurable: true }); }
  get _system() { return undefined; }

  get documentName() { return this.constructor.documentName; }
  get id() { return this._source._id ?? null; }
  get isEmbedded() { return this.parent !== null; }
  get uuid() { return this.parent ? `${this.parent.uuid}.${this.documentName}.${this.id}` : `${this.documentName}.${this.id}`; }
  get collection() { return this.parent ? this.parent[embeddedField(this.parent.documentName, this.documentName)] : game.collections.get(this.documentName); }
  get isOwner() { return this.testUserPermission(game.user, "OWNER"); }
  get visible() { return true; }

  getUserLevel(user = game.user) {
    if (user.isGM) return CONST.DOCUMENT_OWNERSHIP_LEVELS.OWNER;
    const ownership = this._source.ownership ?? {};
    return ownership[user.id] ?? ownership.default ?? 0;
  }
  testUserPermission(user, permission, { exact = false } = {}) {
    const wanted = typeof permission === "string" ? CONST.DOCUMENT_OWNERSHIP_LEVELS[permission] : permission;
    const level = this.getUserLevel(user);
    return exact ? level === wanted : level >= wanted;
  }

  getFlag(scope, key) { checkScope(scope); return getProperty(this._source.flags?.[scope] ?? {}, key); }
  setFlag(scope, key, value) { checkScope(scope); return this.update({ flags: { [scope]: { [key]: value } } }); }

  updateSource(changes) {
    mergeObject(this._source, expandObject(changes));
    this._refresh();
    return changes;
  }
  toObject() { return deepClone(this._source); }
  toJSON() { return this.toObject(); }

  static async create(data, operation = {}) {
    const created = await this.createDocuments(Array.isArray(data) ? data : [data], operation);
    return Array.isArray(data) ? created : created[0];
  }
  static async createDocuments(data, operation = {}) {
    const { parent = null, ...options } = operation;
    const ready = [];
    for (const given of data) {
      const source = expandObject(given instanceof StageDocument ? given.toObject() : this.prepareSource(given));
      const doc = new this(source, { parent });
      if (doc.system instanceof TypeDataModel && (await doc.system._preCreate(source, options, game.user)) === false) continue;
      if (!Hooks.call(`preCreate${this.documentName}`, doc, source, options, game.user.id)) continue;
      const out = doc.toObject();
      delete out._id;
      ready.push(out);
    }
    if (!ready.length) return [];
    const answer = await this._send({ action: "create", parent: parent?.uuid, data: ready, options });
    const home = parent ? parent[embeddedField(parent.documentName, this.documentName)] : game.collections.get(this.documentName);
    return answer.ids.map((id) => home.get(id));
  }
  static prepareSource(data) { return data; }

  async update(changes, operation = {}) {
    const [updated] = await this.constructor.updateDocuments([{ ...changes, _id: this.id }], { ...operation, parent: this.parent });
    return updated;
  }
  static async updateDocuments(updates, operation = {}) {
    const { parent = null, ...options } = operation;
    const home = parent ? parent[embeddedField(parent.documentName, this.documentName)] : game.collections.get(this.documentName);
    const ready = [];
    for (const update of updates) {
      const change = expandObject(this.prepareSource(update));
      refuseOldKeys(change);
      const doc = home.get(change._id);
      if (!doc) throw new Error(`${this.documentName} ${change._id} does not exist`);
      delete change._id;
      if (doc.system instanceof TypeDataModel) {
        doc.checkSystem(change.system);
        if ((await doc.system._preUpdate(change, options, game.user)) === false) continue;
      }
      if (!Hooks.call(`preUpdate${this.documentName}`, doc, change, options, game.user.id)) continue;
      ready.push({ ...change, _id: doc.id });
    }
    if (!ready.length) return [];
    const answer = await this._send({ action: "update", parent: parent?.uuid, data: ready, options });
    return answer.ids.map((id) => home.get(id));
  }
  checkSystem(change) {
    if (!change || isEmpty(change)) return;
    const Model = this.system.constructor;
    const merged = Model.cleanData(mergeObject(this.system.toObject(), change));
    const fault = Model.schema.validate(merged);
    if (fault) throw new Error(`${this.documentName} is not valid: system.${fault}`);
  }

  async delete(operation = {}) {
    await this.constructor.deleteDocuments([this.id], { ...operation, parent: this.parent });
    return this;
  }
  static async deleteDocuments(ids, operation = {}) {
    const { parent = null, ...options } = operation;
    const home = parent ? parent[embeddedField(parent.documentName, this.documentName)] : game.collections.get(this.documentName);
    const docs = ids.map((id) => home.get(id)).filter((doc) => Hooks.call(`preDelete${this.documentName}`, doc, options, game.user.id));
    if (docs.length) await this._send({ action: "delete", parent: parent?.uuid, ids: docs.map((d) => d.id), options });
    return docs;
  }
  createEmbeddedDocuments(name, data, operation = {}) { return classes.get(name).cls.createDocuments(data, { ...operation, parent: this }); }
  updateEmbeddedDocuments(name, data, operation = {}) { return classes.get(name).cls.updateDocuments(data, { ...operation, parent: this }); }
  deleteEmbeddedDocuments(name, ids, operation = {}) { return classes.get(name).cls.deleteDocuments(ids, { ...operation, parent: this }); }

  static async _send(message) {
    try {
      return await request("modify", { document: this.documentName, ...message });
    } catch (error) {
      ui.notifications.error(error.message);
      throw error;
    }
  }
  _onCreate() {}
  _onUpdate() {}
  _onDelete() {}
  _afterUpdate() {}
}

function checkScope(scope) {
  if (!["core", "world"].includes(scope) && !game.modules.has(scope)) throw new Error(`Flag scope "${scope}" is not valid or not currently active`);
}

/** Take over a change that the server made. */
export function receive({ action, document, parent, result, options, user }) {
  const owner = parent ? fromUuidSync(parent) : null;
  if (parent && !owner) return;
  if (document === "ActorDelta") {
    for (const data of result) owner.receiveDelta(data, options, user);
    return;
  }
  const { cls } = classes.get(document);
  const field = owner && embeddedField(owner.documentName, document);
  const home = owner ? owner[field] : game.collections.get(document);
  for (const data of result) {
    if (action === "create") {
      const doc = new cls(data, { parent: owner });
      home.set(data._id, doc);
      if (owner) { owner._source[field] = [...(owner._source[field] ?? []), data]; owner._refresh(); }
      if (doc.system instanceof TypeDataModel) doc.system._onCreate(data, options, user);
      doc._onCreate(data, options, user);
      Hooks.callAll(`create${document}`, doc, options, user);
      changed(doc, action);
    } else if (action === "update") {
      const doc = home.get(data._id);
      if (!doc) continue;
      const before = doc.toObject();
      const { _id, ...change } = data;
      mergeServer(doc._source, change);
      doc._refresh();
      if (doc.system instanceof TypeDataModel) doc.system._onUpdate(change, options, user);
      doc._onUpdate(change, options, user, before);
      if (owner) owner._refresh();
      Hooks.callAll(`update${document}`, doc, change, options, user);
      doc._afterUpdate(change, before);
      changed(doc, action, change);
      if (document === "Actor") doc.passOn();
    } else {
      const doc = home.get(data._id);
      if (!doc) continue;
      home.delete(data._id);
      if (owner) { owner._source[field] = owner._source[field].filter((d) => d._id !== data._id); owner._refresh(); }
      if (doc.system instanceof TypeDataModel) doc.system._onDelete(options, user);
      doc._onDelete(options, user);
      Hooks.callAll(`delete${document}`, doc, options, user);
      changed(doc, action);
    }
  }
  if (owner?.documentName === "Actor") owner.passOn(field);
}

export function mergeServer(target, change) {
  for (const [key, value] of Object.entries(change)) {
    if (key.startsWith("-=")) delete target[key.slice(2)];
    else if (value && typeof value === "object" && !Array.isArray(value) && target[key] && typeof target[key] === "object") mergeServer(target[key], value);
    else target[key] = value;
  }
}

/** Find a document by its UUID among those the page has; null when there is none. */
export function fromUuidSync(uuid) {
  if (!uuid) return null;
  const parts = String(uuid).split(".");
  let doc = game.collections.get(parts[0])?.get(parts[1]) ?? null;
  for (let i = 2; doc && i < parts.length; i += 2) {
    if (parts[i] === "Actor" && doc.documentName === "Token") doc = doc.actor;
    else {
      const field = embeddedField(doc.documentName, parts[i]);
      if (!field) throw new Error(`${uuid} is not a UUID of the practice table`);
      doc = doc[field].get(parts[i + 1]) ?? null;
    }
  }
  return doc;
}
export async function fromUuid(uuid) { return fromUuidSync(uuid); }
