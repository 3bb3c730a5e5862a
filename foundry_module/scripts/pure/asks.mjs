/** Questions that are answered in the waiting card of their command: drawn for the one asked, never stored. */
import { blocksHTML } from "./blocks.mjs";
import { furtherHTML, priceOf } from "./further.mjs";
import { markHTML } from "./marks.mjs";
import { byItself, countdown, declineWord } from "./questions.mjs";
import { escapeText } from "./text.mjs";

/** @typedef {import("./card.mjs").Translate} Translate */

/** @param {any} question */
export const inCard = (question) => question?.place === "card";

/**
 * Questions to be drawn in cards, by command.
 * @param {Iterable<any>} questions
 * @returns {Map<string, any[]>}
 */
export function byCommand(questions) {
  /** @type {Map<string, any[]>} */
  const found = new Map();
  for (const question of questions) {
    if (inCard(question)) found.set(question.command, [...(found.get(question.command) ?? []), question]);
  }
  return found;
}

/** What keyboard focus is kept by, from one round of questions to the next. @param {any} question @param {string | null} choice */
export const focusKey = (question, choice) => `${question.who} ${choice ?? ""}`;

/** What tells whether the questions must be drawn again; clocks are moved in place. @param {any[]} questions */
export function drawnAs(questions) {
  return JSON.stringify(questions.map(({ deadline, deadline_in, span, paused, ...drawn }) => drawn));
}

/** @param {any} question @param {number} now milliseconds @param {Translate} t */
export function clockText(question, now, t) {
  return countdown(question, now).paused ? t("VTTB.Question.Paused") : byItself(question, now, t);
}

/**
 * @param {any} question
 * @param {{ t: Translate, now: number, busy: boolean, alone: boolean, chosen: import("./further.mjs").ChosenFor }} shown
 * `alone`: the only question in its card
 */
function askHTML(question, { t, now, busy, alone, chosen }) {
  const off = busy ? ' aria-disabled="true"' : "";
  /** @param {string | null} choice @param {string} inside */
  const button = (choice, inside) =>
    `<button type="button" draggable="true" class="vttb-btn" data-vttb-action="answer"${choice === null ? "" : ` data-key="${escapeText(choice)}"`} ` +
    `data-vttb-focus="${escapeText(focusKey(question, choice))}"${off}>${inside}</button>`;
  const options = (question.options ?? []).map((/** @type {any} */ option) => {
    const { cost, after } = priceOf(option, chosen(question.id, option.key));
    const name = cost ? t("VTTB.Question.Priced", { label: option.label, cost }) : option.label;
    const effect = option.effect ? ` <small>${escapeText(option.effect)}</small>` : "";
    const left = ` <small data-vttb-after>${escapeText(after)}</small>`;
    return button(option.key, `<span data-vttb-cost="${escapeText(option.label)}">${escapeText(name)}</span>${effect}${left}`);
  });
  const decline = button(null, `<span>${escapeText(declineWord(question, t))}</span>`);
  const further = (question.options ?? []).map((/** @type {any} */ option) => furtherHTML(option, chosen(question.id, option.key), t, { attribute: "data-vttb-focus", who: question.who }));
  const blocks = blocksHTML(question.blocks, t);
  const who = alone && blocks ? "" : `<p class="vttb-asked"><b>${markHTML(question.side_index)}${escapeText(question.name)}</b> ${escapeText(question.trigger)}</p>`;
  const purse = question.purse ? `<p class="vttb-means"><span>${escapeText(question.purse.label)}</span> <b>${escapeText(question.purse.text)}</b></p>` : "";
  return (
    `<div class="vttb-ask" role="group" data-question="${escapeText(question.id)}" aria-label="${escapeText(t("VTTB.Question.InCard", { name: question.name, trigger: question.trigger }))}">` +
    `${who}${blocks}${purse}${further.join("")}<div class="vttb-acts${question.equal === true ? " equal" : ""}">${options.join("")}${decline}</div>` +
    `<p class="vttb-clock" data-vttb-clock>${escapeText(clockText(question, now, t))}</p></div>`
  );
}

/**
 * @param {any[]} questions of one command, for one viewer
 * @param {{ t: Translate, now: number, busy: (question: any) => boolean, chosen: import("./further.mjs").ChosenFor }} shown
 * @returns {string}
 */
export function asksHTML(questions, { t, now, busy, chosen }) {
  const alone = questions.length === 1;
  return `<div class="vttb-asks">${questions.map((question) => askHTML(question, { t, now, busy: busy(question), alone, chosen })).join("")}</div>`;
}
