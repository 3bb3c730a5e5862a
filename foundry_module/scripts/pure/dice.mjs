/** Dice that people throw themselves: fields for what they show, and what cannot be. */
import { escapeText } from "./text.mjs";

/**
 * @typedef {import("./card.mjs").Translate} Translate
 * @typedef {{ count: number, sides: number, how: string }} DiceWanted
 */

/** What is chosen when dice are given. */
export const DICE = "dice";

/** @param {any} question whether somebody types its dice in */
export const isTyped = (question) => question?.dice?.how === "typed";

/** @param {any} question whether this page rolls its dice */
export const isRolledHere = (question) => Boolean(question?.dice) && !isTyped(question);

/** @param {DiceWanted} dice */
export const formulaOf = ({ count, sides }) => `${count}d${sides}`;

/** @param {DiceWanted} dice @param {Translate} t @returns {string} one field a die */
export function diceFieldsHTML({ count, sides }, t) {
  const fields = Array.from({ length: count }, (_, place) => {
    const name = count === 1 ? t("VTTB.Dice.Only", { sides }) : t("VTTB.Dice.Of", { number: place + 1, count, sides });
    return (
      `<label><span class="vttb-vh">${escapeText(name)}</span>` +
      `<input type="number" inputmode="numeric" step="1" min="1" max="${escapeText(sides)}" autocomplete="off" data-vttb-die="${place}"></label>`
    );
  });
  return (
    `<fieldset><legend class="vttb-vh">${escapeText(t("VTTB.Card.Dice"))}</legend>${fields.join("")}</fieldset>` +
    '<p class="fault" data-vttb-dice-fault role="alert"></p>'
  );
}

/**
 * @param {DiceWanted} dice
 * @param {string[]} texts as typed, one a die
 * @param {Translate} t
 * @returns {{ dice: number[], fault: string, wrong: number }} `wrong`: the first die that cannot be, −1 for none
 */
export function typedDice({ sides }, texts, t) {
  const dice = texts.map((text) => (/^\d+$/.test(text.trim()) ? Number(text) : 0));
  const wrong = dice.findIndex((number) => number < 1 || number > sides);
  return { dice, wrong, fault: wrong < 0 ? "" : t("VTTB.Form.NumberBetween", { min: 1, max: sides }) };
}

/** The faces of an evaluated roll, in order. @param {{ dice: { results: { result: number }[] }[] }} roll */
export const facesOf = (roll) => roll.dice.flatMap(({ results }) => results.map(({ result }) => result));
