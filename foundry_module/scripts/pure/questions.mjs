/** What the question window and the game master's panel show. */
import { isTyped } from "./dice.mjs";
import { isChanged, priceOf } from "./further.mjs";
import { markClass } from "./marks.mjs";

/** @typedef {import("./card.mjs").Translate} Translate */

/**
 * @param {any} question
 * @param {number} now milliseconds
 * @returns {{ seconds: number | null, text: string, left: number, urgent: boolean, paused: boolean, none: boolean }}
 */
export function countdown(question, now) {
  if (question.deadline === null || question.deadline === undefined) {
    return { seconds: null, text: "", left: 0, urgent: false, paused: question.paused === true, none: question.paused !== true };
  }
  if (question.paused) {
    return { seconds: question.deadline_in ?? null, text: "II", left: 0, urgent: false, paused: true, none: false };
  }
  const seconds = Math.max(0, Math.ceil((question.deadline - now) / 1000));
  const span = Math.max(1, question.span ?? seconds);
  return { seconds, text: String(seconds), left: Math.min(1, seconds / span), urgent: seconds <= 5, paused: false, none: false };
}

/** @param {number | null} seconds @param {Translate} t @param {boolean} paused */
export function clockSentence(seconds, t, paused) {
  if (paused) return t("VTTB.Question.Paused");
  return seconds === null ? t("VTTB.Question.NoLimit") : t("VTTB.Question.ByItself", { seconds });
}

/** What is done when an option is not taken. @param {any} question @param {Translate} t @returns {string} */
export const declineWord = (question, t) => question.decline || t("VTTB.Question.Decline");

/** Declining says that it drops what was changed. @param {any} question @param {Translate} t @param {import("./further.mjs").ChosenFor} chosen @returns {string} */
export function declineLabel(question, t, chosen) {
  const decline = declineWord(question, t);
  const changed = (question.options ?? []).some((/** @type {any} */ option) => isChanged(option, chosen(question.id, option.key)));
  return changed ? t("VTTB.Question.DropChanges", { decline }) : decline;
}

/** What happens by itself, and when. @param {any} question @param {number} now @param {Translate} t */
export function byItself(question, now, t) {
  const { seconds, paused } = countdown(question, now);
  return seconds === null || paused ? "" : t("VTTB.Question.ByItselfInCard", { seconds, decline: declineWord(question, t) });
}

/** A reaction may be asked for again and again, and may be answered once and for all. @param {any} option */
const hasHabit = (option) => option.habit !== null && option.habit !== undefined;

/**
 * @param {any} question
 * @param {number} now
 * @param {Translate} t
 * @param {import("./further.mjs").ChosenFor} chosen
 */
export function questionContext(question, now, t, chosen) {
  const clock = countdown(question, now);
  const options = question.options ?? [];
  return {
    id: question.id,
    name: question.name,
    mark: markClass(question.side_index),
    trigger: question.trigger,
    purse: question.purse ?? null,
    hasBlocks: (question.blocks ?? []).length > 0,
    typed: isTyped(question),
    equal: question.equal === true,
    again: options.some(hasHabit),
    clock,
    clockText: clockSentence(clock.seconds, t, clock.paused),
    declineLabel: declineLabel(question, t, chosen),
    options: options.map((/** @type {any} */ option, /** @type {number} */ place) => ({
      key: option.key,
      group: `habit-${place}`,
      label: option.label,
      ...priceOf(option, chosen(question.id, option.key)),
      effect: option.effect ?? "",
      hasFurther: (option.further ?? []).length > 0,
      hasHabit: hasHabit(option),
      habits: [
        { value: "ask", label: t("VTTB.Question.HabitAsk"), checked: (option.habit ?? "ask") === "ask" },
        { value: "always", label: t("VTTB.Question.HabitAlways"), checked: option.habit === "always" },
        { value: "never", label: t("VTTB.Question.HabitNever"), checked: option.habit === "never" },
      ],
    })),
  };
}

/** @param {string | null} person null: the game master himself @param {string} means @param {Translate} t */
function askedSentence(person, means, t) {
  if (person === null) return means ? t("VTTB.Panel.YouAnswer", { means }) : t("VTTB.Panel.YouAnswerOnly");
  return means ? t("VTTB.Panel.IsAsked", { name: person, means }) : t("VTTB.Panel.IsAskedOnly", { name: person });
}

/** What all in a group are asked for the same reason is told once. @param {string} scope @param {any[]} rows */
function groupOf(scope, rows) {
  const alike = rows.length > 1 && rows.every(({ trigger }) => trigger === rows[0].trigger);
  return alike ? { scope, trigger: rows[0].trigger, rows: rows.map((row) => ({ ...row, trigger: "" })) } : { scope, trigger: "", rows };
}

/**
 * The panel of open questions, grouped by what they belong to.
 * @param {any[]} questions
 * @param {(question: any) => { person: string | null, mine: boolean }} askedOf the player asked, or nobody but the game master
 * @param {number} now
 * @param {Translate} t
 * @param {import("./further.mjs").ChosenFor} chosen
 * @param {(question: any) => string} [scopeOf] where a question belongs that does not say so itself
 */
export function panelContext(questions, askedOf, now, t, chosen, scopeOf = () => "") {
  /** @type {Map<string, any[]>} */
  const groups = new Map();
  for (const question of questions) {
    const scope = question.scope_text || scopeOf(question);
    const asked = askedOf(question);
    const clock = countdown(question, now);
    const means = question.purse?.text ?? "";
    const decline = declineWord(question, t);
    const rows = groups.get(scope) ?? [];
    const inPanel = question.place === "card";
    rows.push({
      id: question.id,
      who: question.who,
      name: question.name,
      mark: markClass(question.side_index),
      trigger: question.trigger ?? "",
      window: !inPanel && question.gm !== true,
      hasBlocks: (question.blocks ?? []).length > 0,
      hasStory: question.gm === true,
      typed: isTyped(question),
      told: (question.blocks ?? []).length > 0 || question.gm === true || isTyped(question),
      equal: question.equal === true,
      clock,
      asked: askedSentence(asked.mine ? null : asked.person, means, t),
      declines: byItself(question, now, t),
      decline: asked.mine || !asked.person ? decline : t("VTTB.Panel.DeclineFor", { decline, name: asked.person }),
      options: (question.options ?? []).map((/** @type {any} */ option) => {
        const hasFurther = (option.further ?? []).length > 0;
        const { cost } = priceOf(option, chosen(question.id, option.key));
        return { key: option.key, label: option.label, cost, here: inPanel && hasFurther, further: !inPanel && hasFurther };
      }),
    });
    groups.set(scope, rows);
  }
  return {
    count: questions.length,
    heading: questions.length === 0 ? t("VTTB.Panel.Nobody") : t("VTTB.Panel.Open", { count: questions.length }),
    groups: [...groups].map(([scope, rows]) => groupOf(scope, rows)),
  };
}

/**
 * @param {any} question
 * @param {{ choice: string | null, further?: Record<string, string>, habits?: Record<string, string> }} answer
 * @param {string} id
 */
export function answerAction(question, answer, id) {
  return {
    kind: "answer",
    id,
    request: question.id,
    choice: answer.choice,
    further: answer.further ?? {},
    habits: answer.habits ?? {},
  };
}

/**
 * The habits a person changed, from what the window shows.
 * @param {any} question
 * @param {Record<string, string>} chosen by option key
 */
export function changedHabits(question, chosen) {
  /** @type {Record<string, string>} */
  const changed = {};
  for (const option of question.options ?? []) {
    const value = chosen[option.key];
    if (value && value !== (option.habit ?? "ask")) changed[option.key] = value;
  }
  return changed;
}

/** @param {{ by: string, name?: string }} closed @param {Translate} t @param {any} question */
export function closedSentence(closed, t, question) {
  if (closed.by === "gm") return t("VTTB.Question.ByGM");
  if (closed.by === "time") return t("VTTB.Question.ByTime", { decline: declineWord(question, t) });
  if (closed.by === "person") return t("VTTB.Question.ByPerson", { name: closed.name ?? "" });
  if (closed.by === "elsewhere") return t("VTTB.Question.ByElsewhere");
  return t("VTTB.Question.NotNeeded");
}
