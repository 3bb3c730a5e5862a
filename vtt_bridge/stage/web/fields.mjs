/** foundry.data.fields and foundry.abstract: defaults, required, ranges and nesting; no more. */
import { deepClone, expandObject, mergeObject } from "./utils.mjs";

class DataField {
  constructor(options = {}) {
    this.options = options;
    this.required = options.required ?? false;
    this.nullable = options.nullable ?? false;
    this.readonly = options.readonly ?? false;
    this.label = options.label ?? "";
    this.hint = options.hint ?? "";
    this.choices = options.choices;
    this.name = "";
    this.parent = null;
  }
  get fieldPath() { return [this.parent?.fieldPath, this.name].filter(Boolean).join("."); }
  getInitialValue(data) {
    const { initial } = this.options;
    if (typeof initial === "function") return initial(data);
    return initial === undefined ? this.defaultInitial() : deepClone(initial);
  }
  defaultInitial() { return this.nullable ? null : undefined; }
  clean(value, data) {
    if (value === undefined) return this.getInitialValue(data);
    return value === null ? value : this.cast(value);
  }
  cast(value) { return value; }
  validate(value) {
    if (value === undefined) return this.required ? "is required" : null;
    if (value === null) return this.nullable ? null : "may not be null";
    const choices = typeof this.choices === "function" ? this.choices() : this.choices;
    if (choices && !(Array.isArray(choices) ? choices.includes(value) : value in choices)) return `${value} is not a valid choice`;
    return this.check(value);
  }
  check() { return null; }
  initialize(value) { return value; }
  toObject(value) { return value; }
}

class NumberField extends DataField {
  constructor(options = {}) { super({ nullable: true, ...options }); }
  cast(value) { const n = Number(value); return this.options.integer ? Math.round(n) : n; }
  check(value) {
    const { min, max, integer } = this.options;
    if (!Number.isFinite(value)) return "must be a number";
    if (integer && !Number.isInteger(value)) return "must be an integer";
    if (min !== undefined && value < min) return `must be at least ${min}`;
    if (max !== undefined && value > max) return `must be at most ${max}`;
    return null;
  }
}
class StringField extends DataField {
  defaultInitial() { return this.nullable ? null : (this.options.blank === false ? undefined : (this.required ? "" : undefined)); }
  cast(value) { const text = String(value); return this.options.trim === false ? text : text.trim(); }
  check(value) { return this.options.blank === false && value === "" ? "may not be blank" : null; }
}
class HTMLField extends StringField {
  constructor(options = {}) { super({ required: true, ...options }); }
}
class FilePathField extends StringField {}
class DocumentUUIDField extends StringField {}
class ForeignDocumentField extends StringField {
  constructor(model, options = {}) { super({ nullable: true, ...options }); this.model = model; }
}
class JSONField extends StringField {
  initialize(value) { return value === undefined || value === null ? value : JSON.parse(value); }
}
class BooleanField extends DataField {
  constructor(options = {}) { super({ required: true, ...options }); }
  defaultInitial() { return false; }
  cast(value) { return value === "false" ? false : Boolean(value); }
}
class ObjectField extends DataField {
  constructor(options = {}) { super({ required: true, ...options }); }
  defaultInitial() { return {}; }
  check(value) { return typeof value === "object" && !Array.isArray(value) ? null : "must be an object"; }
  initialize(value) { return deepClone(value); }
}
class TypedObjectField extends ObjectField {
  constructor(element, options) { super(options); this.element = element; }
}
class ArrayField extends DataField {
  constructor(element, options = {}) { super({ required: true, ...options }); this.element = element; }
  defaultInitial() { return []; }
  cast(value) { return Array.from(value, (v) => this.element.clean(v)); }
  check(value) { for (const v of value) { const fault = this.element.validate(v); if (fault) return fault; } return null; }
  initialize(value, model) { return value.map((v) => this.element.initialize(v, model)); }
}
class SetField extends ArrayField {
  initialize(value, model) { return new Set(super.initialize(value, model)); }
}
class SchemaField extends DataField {
  constructor(fields, options = {}) {
    super({ required: true, ...options });
    this.fields = fields;
    for (const [name, field] of Object.entries(fields)) { field.name = name; field.parent = this; }
  }
  getField(path) { return path.split(".").reduce((f, part) => f?.fields?.[part], this); }
  defaultInitial() { return this.clean({}); }
  cast(value) {
    const out = {};
    for (const [name, field] of Object.entries(this.fields)) {
      const cleaned = field.clean(value[name], value);
      if (cleaned !== undefined) out[name] = cleaned;
    }
    return out;
  }
  check(value) {
    for (const [name, field] of Object.entries(this.fields)) {
      const fault = field.validate(value[name]);
      if (fault) return field instanceof SchemaField ? `${name}.${fault}` : `${name}: ${fault}`;
    }
    return null;
  }
  initialize(value, model) {
    const out = {};
    for (const [name, field] of Object.entries(this.fields)) out[name] = value[name] === undefined ? undefined : field.initialize(value[name], model);
    return out;
  }
}

export const fields = { DataField, NumberField, StringField, HTMLField, FilePathField, DocumentUUIDField, ForeignDocumentField, JSONField, BooleanField, ObjectField, TypedObjectField, ArrayField, SetField, SchemaField };

export class DataModel {
  static LOCALIZATION_PREFIXES = [];
  static defineSchema() { return {}; }
  static get schema() {
    if (!Object.hasOwn(this, "_schema")) this._schema = new SchemaField(this.defineSchema());
    return this._schema;
  }
  static migrateData(source) { return source; }
  static cleanData(source = {}) { return this.schema.clean(source); }

  constructor(data = {}, { parent = null } = {}) {
    Object.defineProperty(this, "parent", { value: parent, writable: true });
    const source = this.constructor.cleanData(this.constructor.migrateData(deepClone(data)));
    const fault = this.constructor.schema.validate(source);
    if (fault) throw new Error(`${this.constructor.name} is not valid: ${fault}`);
    Object.defineProperty(this, "_source", { value: source, writable: true });
    this._initialize();
  }
  get schema() { return this.constructor.schema; }
  _initialize() { Object.assign(this, this.schema.initialize(this._source, this)); }
  updateSource(changes) {
    this._source = this.constructor.cleanData(mergeObject(deepClone(this._source), expandObject(changes)));
    this._initialize();
    return changes;
  }
  toObject() { return deepClone(this._source); }
  toJSON() { return this.toObject(); }
}

export class TypeDataModel extends DataModel {
  prepareBaseData() {}
  prepareDerivedData() {}
  async _preCreate() {}
  _onCreate() {}
  async _preUpdate() {}
  _onUpdate() {}
  async _preDelete() {}
  _onDelete() {}
}
