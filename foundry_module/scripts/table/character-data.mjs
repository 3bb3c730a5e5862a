/** The sub-type of actors: a mirror of what everybody may see, written by game masters only. */
import { mirrored } from "../pure/mirror.mjs";

const { NumberField, SchemaField, StringField } = foundry.data.fields;

const number = () => new NumberField({ required: true, nullable: false, integer: true, initial: 0 });
const bar = () => new SchemaField({ value: number(), max: number() });

const TypeDataModel = /** @type {any} */ (foundry.abstract.TypeDataModel);

export class CharacterData extends TypeDataModel {
  static defineSchema() {
    return {
      system: new StringField({ required: true, blank: true, initial: "" }),
      data: new StringField({ required: true, blank: true, initial: "" }),
      bars: new SchemaField({ a: bar(), b: bar(), c: bar() }),
    };
  }

  /** What everybody may see of the character, or null before the bridge knows it. */
  get view() {
    return mirrored(this.data);
  }

  /**
   * @param {any} data
   * @param {any} options
   * @param {any} user
   * @returns {Promise<any>}
   */
  async _preCreate(data, options, user) {
    const allowed = await super._preCreate(data, options, user);
    if (allowed === false) return false;
    const wanted = {
      actorLink: true,
      bar1: { attribute: "bars.a" },
      bar2: { attribute: "bars.b" },
      displayBars: CONST.TOKEN_DISPLAY_MODES.ALWAYS,
      displayName: CONST.TOKEN_DISPLAY_MODES.ALWAYS,
    };
    const open = Object.entries(wanted).filter(([key]) => !foundry.utils.hasProperty(data, `prototypeToken.${key}`));
    this.parent.updateSource({ prototypeToken: Object.fromEntries(open) });
    return allowed;
  }
}
