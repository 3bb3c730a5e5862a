/** A dialog of several steps, as a character's sheet describes it: where it stands, and what its budget comes to while people type. */
import { countedIn, formContext, formValues } from "./form.mjs";
import { budgetContext } from "./picker.mjs";

/**
 * @typedef {import("./card.mjs").Translate} Translate
 * @typedef {{ key: string, label: string, text: string[], form: any[], groups: any[], faults: string[], counted: number, live: boolean, args: Record<string, any>, button: string, reason: string }} Step
 * `button` sends the step, with its form; without one there is nothing to send. A `live` one is sent at every change, for what
 * follows from it is shown beside it. `reason` says why it has to wait.
 * @typedef {{ title: string, verb: string, steps: Step[], budget: any, aside?: { label: string, args: Record<string, any> } }} Guide
 */

/** The step that is shown: the one wanted, as long as it need not wait. @param {Guide} guide @param {string} wanted @returns {Step} */
export function stepOf(guide, wanted) {
  const ready = guide.steps.filter(({ reason }) => !reason);
  return ready.find(({ key }) => key === wanted) ?? ready[0];
}

/** The step before or after one, if it need not wait. @param {Guide} guide @param {string} key @param {1 | -1} by @returns {Step | null} */
export function beside(guide, key, by) {
  const step = guide.steps[guide.steps.findIndex((one) => one.key === key) + by];
  return step && !step.reason ? step : null;
}

/**
 * @param {Guide} guide @param {string} wanted
 * @param {Record<string, any>} values typed so far @param {Record<string, string>} faults @param {Translate} t
 */
export function guideContext(guide, wanted, values, faults, t) {
  const step = stepOf(guide, wanted);
  return {
    steps: guide.steps.map(({ key, label, reason }) => ({ key, label, reason, now: key === step.key })),
    label: step.label,
    text: step.text,
    groups: step.groups,
    faults: step.faults,
    fields: formContext(step.form, values, faults, t),
    budget: budgetContext(guide.budget, t),
    aside: guide.aside ?? null,
    back: beside(guide, step.key, -1) !== null,
    next: step.button || (beside(guide, step.key, 1) ? t("VTTB.Guide.Next") : ""),
  };
}

/** The values with which a step was drawn. @param {Step} step */
const drawn = (step) => formValues(step.form, (name) => asField(step.form.find(({ key }) => `form.${key}` === name)), (key) => key).args;

/** @param {any} field @returns {any} what its field holds when it is drawn */
function asField(field) {
  if (field.kind === "rows") return field.default ?? [];
  if (field.kind !== "choice" || field.default !== undefined || field.optional === true) return field.default ?? null;
  return field.options?.[0]?.value ?? null;
}

/** Whether a step was filled in otherwise than it was drawn. @param {Step} step @param {import("./form.mjs").Read} read */
export function isChanged(step, read) {
  const { args, faults } = formValues(step.form, read, (key) => key);
  const inOrder = (/** @type {Record<string, any>} */ values) => JSON.stringify(step.form.map(({ key }) => values[key] ?? null));
  return Object.keys(faults).length > 0 || inOrder(args) !== inOrder(drawn(step));
}

/**
 * The budget with what is being typed.
 * @param {Guide} guide @param {Step} step @param {import("./form.mjs").Read} read @param {Translate} t
 */
export function runningBudget({ budget }, step, read, t) {
  if (!budget) return null;
  const sum = budget.value - step.counted + countedIn(step.form, read);
  const left = budget.max - sum;
  return {
    text: t("VTTB.Question.OfTotal", { sum: String(sum).replace("-", "\u2212"), total: budget.max }),
    share: budgetContext({ ...budget, value: sum }, t)?.share ?? 0,
    rest: t(left < 0 ? "VTTB.Guide.TooMany" : "VTTB.Guide.Left", { count: Math.abs(left) }),
  };
}
