/** Questions for dice, wherever they are drawn: fields for those who type, a roll of the tabletop for those who do not. */
import { diceFieldsHTML, facesOf, formulaOf, isRolledHere, isTyped, typedDice } from "../pure/dice.mjs";
import { t } from "../table/words.mjs";
import { services } from "./base.mjs";
import { furtherIn } from "./further.mjs";

/** Questions whose dice are rolling. @type {Set<string>} */
const rolling = new Set();

/** @param {ParentNode} place @returns {HTMLInputElement[]} */
const fieldsIn = (place) => [.../** @type {NodeListOf<HTMLInputElement>} */ (place.querySelectorAll("input[data-vttb-die]"))];

/** Fields for all questions in a window that want typed dice. @param {HTMLElement} root @param {(id: string) => any} questionOf */
export function drawDice(root, questionOf) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-vttb-dice]"))) {
    const asked = /** @type {HTMLElement} */ (place.closest("[data-question]"));
    const question = questionOf(asked.dataset.question ?? "");
    if (!isTyped(question)) continue;
    place.innerHTML = diceFieldsHTML(question.dice, t);
    place.addEventListener("keydown", (event) => enter(event, asked));
  }
}

/** Enter goes on to the next die; after the last one it gives them. @param {KeyboardEvent} event @param {HTMLElement} asked */
function enter(event, asked) {
  const fields = fieldsIn(asked);
  const place = fields.indexOf(/** @type {any} */ (event.target));
  if (event.key !== "Enter" || event.repeat || place < 0) return;
  event.preventDefault();
  const next = fields[place + 1];
  if (next) next.focus();
  else /** @type {HTMLElement | null} */ (asked.querySelector("button[data-key]"))?.click();
}

/**
 * What goes with an answer: further choices, or dice; null where it cannot be given like this.
 * @param {HTMLElement} place where the question is drawn
 * @param {any} question
 * @param {string | null} choice
 * @returns {Promise<Record<string, any> | null>}
 */
export async function answerIn(place, question, choice) {
  const option = (question.options ?? []).find((/** @type {any} */ one) => one.key === choice);
  if (!option || !question.dice) return furtherIn(place, option);
  return isRolledHere(question) ? rolled(question) : typed(place, question);
}

/** @param {HTMLElement} place @param {any} question */
function typed(place, question) {
  const fields = fieldsIn(place);
  const { dice, wrong, fault } = typedDice(question.dice, fields.map(({ value }) => value), t);
  for (const [at, field] of fields.entries()) field.toggleAttribute("aria-invalid", at === wrong);
  const told = place.querySelector("[data-vttb-dice-fault]");
  if (told) told.textContent = fault;
  fields[wrong]?.focus();
  return wrong < 0 ? { dice } : null;
}

/** The tabletop's own dice; everybody sees them with the card. @param {any} question */
async function rolled(question) {
  if (rolling.has(question.id)) return null;
  rolling.add(question.id);
  try {
    return { dice: facesOf(/** @type {any} */ (await new Roll(formulaOf(question.dice)).evaluate())) };
  } finally {
    rolling.delete(question.id);
  }
}

/** @param {Element | null} element */
const takesText = (element) => element?.matches("input, textarea, select, [contenteditable]") === true;

/**
 * Into the fields for the dice of what this page's user has just done himself, unless he is typing.
 * @param {HTMLElement} root @param {(id: string) => any} questionOf
 */
export function focusOwnDice(root, questionOf) {
  if (takesText(root.ownerDocument.activeElement)) return;
  const own = fieldsIn(root).find((field) => {
    const asked = /** @type {HTMLElement} */ (field.closest("[data-question]"));
    return questionOf(asked.dataset.question ?? "")?.command === services.page.acted;
  });
  own?.focus();
}

/** Keep what is being typed while its place is drawn anew. @param {HTMLElement} root @param {() => Promise<void>} draw */
export async function keepingDice(root, draw) {
  /** @param {HTMLInputElement} field */
  const nameOf = (field) => `${/** @type {HTMLElement} */ (field.closest("[data-question]")).dataset.question} ${field.dataset.vttbDie}`;
  const kept = new Map(fieldsIn(root).map((field) => [nameOf(field), { value: field.value, focused: field === root.ownerDocument.activeElement }]));
  await draw();
  for (const field of fieldsIn(root)) {
    const { value = "", focused = false } = kept.get(nameOf(field)) ?? {};
    field.value = value;
    if (focused) field.focus();
  }
}
