/** Correcting dice: which recorded throws stand in which roll of a card, and the form for other numbers. */

/**
 * @typedef {import("./card.mjs").Translate} Translate
 * @typedef {Record<string, number[]>} Recorded label to the dice's sides and what they showed
 * @typedef {import("./card.mjs").Card & { recorded?: Recorded }} GmCard
 */

/** @param {import("./rolls.mjs").CardRoll} roll @param {number[]} thrown sides and dice @param {Set<number>} used places of the roll */
function placesIn(roll, [sides, ...dice], used) {
  for (let start = 0; start + dice.length <= roll.dice.length; start += 1) {
    const places = dice.map((_, at) => start + at);
    const fits = places.every((place, at) => !used.has(place) && (roll.dice[place].faces ?? roll.faces) === sides && roll.dice[place].value === dice[at]);
    if (fits) return places;
  }
  return null;
}

/**
 * A roll of a card may consist of several throws; a throw that is in none of them is among the rest.
 * @param {GmCard} card
 * @returns {{ rolls: Map<number, string[]>, rest: string[] }} labels by the place of their roll
 */
export function throwsOf(card) {
  /** @type {Map<number, string[]>} */
  const rolls = new Map();
  /** @type {string[]} */
  const rest = [];
  const used = (card.rolls ?? []).map(() => /** @type {Set<number>} */ (new Set()));
  for (const [label, thrown] of Object.entries(card.recorded ?? {})) {
    const found = (card.rolls ?? []).findIndex((roll, place) => {
      const places = placesIn(roll, thrown, used[place]);
      for (const one of places ?? []) used[place].add(one);
      return places !== null;
    });
    if (found < 0) rest.push(label);
    else rolls.set(found, [...(rolls.get(found) ?? []), label]);
  }
  return { rolls, rest };
}

/** @param {string} label @param {number} at */
const keyOf = (label, at) => `${label} ${at}`;

/** What a throw is called: what is left of its label, with the names of people. @param {string} label @param {(id: string) => string | null} nameOf */
function wordsOf(label, nameOf) {
  const [, ...parts] = (label.split("/").at(-1) ?? "").replace(/#\d+$/, "").split(":");
  return parts.map((part) => nameOf(part) ?? part.replaceAll("_", " ")).join(", ");
}

/**
 * One field a die, as the form window draws them.
 * @param {GmCard} card @param {string[]} labels @param {boolean} named whether the throws are named
 * @param {(id: string) => string | null} nameOf @param {Translate} t
 */
export function correctForm(card, labels, named, nameOf, t) {
  const dice = labels.flatMap((label) => {
    const [sides, ...shown] = card.recorded?.[label] ?? [];
    return shown.map((value, at) => ({ label, at, sides, value }));
  });
  return dice.map(({ label, at, sides, value }, place) => ({
    key: keyOf(label, at),
    label: named ? t("VTTB.Correct.Named", { roll: wordsOf(label, nameOf), number: at + 1 }) : t("VTTB.Correct.Die", { number: place + 1, sides }),
    kind: "integer",
    min: 1,
    max: sides,
    default: value,
  }));
}

/**
 * The first throw that was changed: what comes after it is thrown anew in any case.
 * @param {GmCard} card @param {string[]} labels @param {Record<string, number>} values of the form
 * @returns {{ kind: string, command: string, label: string, dice: number[] } | null}
 */
export function correction(card, labels, values) {
  for (const label of labels) {
    const old = (card.recorded?.[label] ?? []).slice(1);
    const dice = old.map((_, at) => values[keyOf(label, at)]);
    if (dice.some((value, at) => value !== old[at])) return { kind: "correct", command: card.command, label, dice };
  }
  return null;
}
