/** Roll and its terms: taken over from JSON, or one plain throw such as 2d10 that is rolled here. */
import { escapeHTML } from "./utils.mjs";

class RollTerm {
  constructor(data = {}) {
    Object.assign(this, data);
    this.options ??= {};
    this._evaluated = data.evaluated ?? data._evaluated ?? false;
    delete this.class;
    delete this.evaluated;
  }
  get flavor() { return this.options.flavor ?? ""; }
  toJSON() {
    const { _evaluated, ...rest } = this;
    return { class: this.constructor.name, evaluated: _evaluated, ...rest };
  }
}
class Die extends RollTerm {
  constructor(data = {}) {
    super(data);
    this.number ??= this.results?.length ?? 1;
    this.faces ??= 6;
    this.modifiers ??= [];
    this.results ??= [];
  }
  get expression() { return `${this.number}d${this.faces}${this.modifiers.join("")}`; }
  get total() { return this.results.filter((r) => r.active).reduce((sum, r) => sum + (r.count ?? r.result), 0); }
  mapRandomFace(uniform) { return Math.ceil((1 - uniform) * this.faces); }
  get values() { return this.results.filter((r) => r.active).map((r) => r.result); }
}
class OperatorTerm extends RollTerm {
  get expression() { return ` ${this.operator} `; }
}
class NumericTerm extends RollTerm {
  get expression() { return String(this.number); }
  get total() { return this.number; }
}
export const terms = { RollTerm, Die, OperatorTerm, NumericTerm };

export class Roll {
  constructor(formula, data = {}, options = {}) {
    this.formula = formula;
    this.data = data;
    this.options = options;
    this.terms = [];
    this._evaluated = false;
    this._total = undefined;
  }
  static fromData(data) {
    const roll = new this(data.formula, {}, data.options ?? {});
    roll.terms = data.terms.map((t) => {
      const cls = terms[t.class];
      if (!cls) throw new Error(`The practice table has no roll term ${t.class}`);
      return new cls(t);
    });
    if (roll.terms.some((t) => !t._evaluated)) throw new Error("Every term of an evaluated roll must be evaluated");
    roll._evaluated = data.evaluated ?? true;
    roll._total = data.total;
    return roll;
  }
  static fromJSON(json) { return this.fromData(JSON.parse(json)); }
  static fromTerms(list, options = {}) {
    if (list.some((t) => t._evaluated !== list[0]._evaluated)) throw new Error("All terms of a roll are evaluated or none");
    const roll = new this(list.map((t) => t.expression).join(""), {}, options);
    roll.terms = list;
    roll._evaluated = list[0]._evaluated;
    let sign = 1, sum = 0;
    for (const t of list) { if (t instanceof OperatorTerm) sign = t.operator === "-" ? -1 : 1; else sum += sign * t.total; }
    roll._total = sum;
    return roll;
  }
  get dice() { return this.terms.filter((t) => t instanceof Die); }
  get total() { return this._evaluated ? this._total : undefined; }
  async evaluate() {
    if (this._evaluated) throw new Error("This roll was already evaluated and is now immutable");
    const plain = /^([1-9]\d*)d([1-9]\d*)$/.exec(this.formula);
    if (!plain) throw new Error("The practice table rolls plain dice such as 2d10 only");
    const die = new Die({ number: Number(plain[1]), faces: Number(plain[2]), evaluated: true });
    for (let left = die.number; left > 0; left -= 1) die.results.push({ result: die.mapRandomFace(CONFIG.Dice.randomUniform()), active: true });
    this.terms = [die];
    this._total = die.total;
    this._evaluated = true;
    return this;
  }
  toJSON() {
    return { class: "Roll", options: this.options, dice: [], formula: this.formula, terms: this.terms.map((t) => t.toJSON()), total: this._total, evaluated: this._evaluated };
  }
  async render() {
    const faces = this.dice.flatMap((d) => d.results.map((r) => `<li class="roll die d${d.faces}${r.active ? "" : " discarded"}">${r.result}</li>`)).join("");
    return `<div class="dice-roll"><div class="dice-result"><div class="dice-formula">${escapeHTML(this.formula)}</div><ol class="dice-rolls">${faces}</ol><h4 class="dice-total">${this._total}</h4></div></div>`;
  }
}
