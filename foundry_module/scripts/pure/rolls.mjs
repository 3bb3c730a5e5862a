/** A card's dice as the JSON of an evaluated roll, which the tabletop stores and animates. */

/**
 * @typedef {{ faces?: number, value: number | null, state: string, word?: string, kept?: boolean }} CardDie
 * @typedef {{ id: string, label?: string, target?: string | number, what?: string, faces: number, dice: CardDie[] }} CardRoll
 */

/** Whether a die is among those kept; a special one is, unless the engine says otherwise. @param {CardDie} die */
export const isKept = (die) => die.state === "kept" || (die.state === "special" && die.kept !== false);

/** @param {CardDie} die */
function result(die) {
  if (isKept(die)) return { result: die.value, active: true };
  return die.state === "rerolled"
    ? { result: die.value, active: false, rerolled: true }
    : { result: die.value, active: false, discarded: true };
}

/**
 * @param {CardRoll} roll
 * @returns {boolean} whether every die has fallen
 */
export function complete(roll) {
  return roll.dice.length > 0 && roll.dice.every((die) => die.state !== "pending" && Number.isInteger(die.value));
}

/**
 * One Die term for each run of equal dice, joined by plus; the total counts what the engine kept.
 * @param {CardRoll} roll
 */
export function rollData(roll) {
  /** @type {{ faces: number, dice: CardDie[] }[]} */
  const runs = [];
  for (const die of roll.dice) {
    const faces = die.faces ?? roll.faces;
    const last = runs.at(-1);
    if (last?.faces === faces) last.dice.push(die);
    else runs.push({ faces, dice: [die] });
  }
  /** @type {Record<string, unknown>[]} */
  const terms = [];
  for (const { faces, dice } of runs) {
    if (terms.length > 0) terms.push({ class: "OperatorTerm", options: {}, evaluated: true, operator: "+" });
    terms.push({ class: "Die", options: {}, evaluated: true, number: dice.length, faces, modifiers: [], results: dice.map(result) });
  }
  return {
    class: "Roll",
    options: {},
    dice: [],
    formula: runs.map((run) => `${run.dice.length}d${run.faces}`).join(" + "),
    terms,
    total: roll.dice.filter(isKept).reduce((sum, die) => sum + Number(die.value), 0),
    evaluated: true,
  };
}
