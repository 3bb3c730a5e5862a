/** What a question shows beside its buttons: blocks, and further choices that follow each other while being chosen. */
import { blocksHTML } from "../pure/blocks.mjs";
import { choiceFault, entriesOf, furtherHTML, furtherValues, priceOf, sumOf } from "../pure/further.mjs";
import { declineLabel } from "../pure/questions.mjs";
import { announce } from "../table/live.mjs";
import { t } from "../table/words.mjs";

/** @typedef {import("../pure/further.mjs").Option} Option */

/** Choices under way, so that they outlast a new drawing. @type {Map<string, Map<string, import("../pure/further.mjs").Chosen>>} */
const choosing = new Map();

/** @type {import("../pure/further.mjs").ChosenFor} */
export const chosenFor = (question, option) => choosing.get(question)?.get(option) ?? {};

/** @param {HTMLElement} place @param {string} key @returns {HTMLSelectElement[]} */
const selectsOf = (place, key) =>
  [.../** @type {NodeListOf<HTMLSelectElement>} */ (place.querySelectorAll("select[data-further]"))].filter(({ dataset }) => dataset.option === key);

/** What is chosen for an option in the place where its question is drawn. @param {HTMLElement} place @param {string} key */
const chosenIn = (place, key) => Object.fromEntries(selectsOf(place, key).map(({ dataset, value }) => [dataset.further ?? "", value]));

/**
 * Show what follows from the present choices: what is taken, the price, what remains to be given out.
 * @param {HTMLElement} place @param {Option} option
 */
function follow(place, option) {
  const chosen = chosenIn(place, option.key);
  const all = option.further ?? [];
  for (const select of selectsOf(place, option.key)) {
    const further = all.find(({ key }) => key === select.dataset.further);
    if (!further) continue;
    for (const [at, { text, taken }] of entriesOf(further, all, chosen, t).entries()) {
      select.options[at].textContent = text;
      select.options[at].disabled = taken;
    }
  }
  const button = [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("button[data-key]"))].find(({ dataset }) => dataset.key === option.key);
  const { cost, after } = priceOf(option, chosen);
  const priced = /** @type {HTMLElement | null} */ (button?.querySelector("[data-vttb-cost]") ?? null);
  const label = priced?.dataset.vttbCost;
  if (priced) priced.textContent = label && cost ? t("VTTB.Question.Priced", { label, cost }) : label || cost;
  const left = button?.querySelector("[data-vttb-after]");
  if (left) left.textContent = after;
  const sum = sumOf(option, chosen, t);
  const told = [.../** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-vttb-sum]"))].find(({ dataset }) => dataset.vttbSum === option.key);
  if (sum && told) {
    told.textContent = sum.text;
    told.classList.toggle("over", sum.over);
  }
  button?.setAttribute("aria-disabled", String(choiceFault(option, chosen, t) !== ""));
}

/** Blocks and further choices of all questions that a window shows. @param {HTMLElement} root @param {(id: string) => any} questionOf */
export function drawQuestions(root, questionOf) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-question]"))) {
    const question = questionOf(place.dataset.question ?? "");
    const blocks = place.querySelector("[data-vttb-blocks]");
    if (blocks) blocks.innerHTML = blocksHTML(question?.blocks, t);
    for (const choices of /** @type {NodeListOf<HTMLElement>} */ (place.querySelectorAll("[data-vttb-choices]"))) {
      const option = question?.options.find((/** @type {Option} */ one) => one.key === choices.dataset.vttbChoices);
      choices.innerHTML = option ? furtherHTML(option, chosenFor(question.id, option.key), t, { attribute: "data-focus", who: question.who }) : "";
    }
  }
}

/** Whenever a choice changes, wherever its question is drawn. @param {(id: string) => any} questionOf */
export function followChoices(questionOf) {
  document.addEventListener("change", (event) => {
    const select = /** @type {HTMLElement} */ (event.target);
    const place = /** @type {HTMLElement | null} */ (select.matches("select[data-further]") ? select.closest("[data-question]") : null);
    const id = place?.dataset.question ?? "";
    const option = questionOf(id)?.options.find((/** @type {Option} */ one) => one.key === select.dataset.option);
    if (!place || !option) return;
    for (const old of choosing.keys()) if (!questionOf(old)) choosing.delete(old);
    choosing.set(id, (choosing.get(id) ?? new Map()).set(option.key, chosenIn(place, option.key)));
    follow(place, option);
    const decline = place.querySelector("[data-vttb-decline]");
    if (decline) decline.textContent = declineLabel(questionOf(id), t, chosenFor);
  });
}

/**
 * The further values of an answer as they stand in its place; null after saying why they cannot be.
 * @param {HTMLElement} place @param {Option | undefined} option @returns {Record<string, any> | null}
 */
export function furtherIn(place, option) {
  if (!option) return {};
  const chosen = chosenIn(place, option.key);
  const fault = choiceFault(option, chosen, t);
  if (fault) announce(fault);
  return fault ? null : furtherValues(option, chosen);
}
