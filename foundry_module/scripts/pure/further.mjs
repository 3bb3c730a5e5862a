/** The further choices of an option: what goes together, what it costs then, and how they are drawn. */
import { escapeText } from "./text.mjs";

/**
 * @typedef {import("./card.mjs").Translate} Translate
 * @typedef {{ value: any, label: string, cost?: string, after?: string }} Choice
 * @typedef {{ key: string, label: string, options?: Choice[], distinct?: string, total?: number }} Further
 * `distinct`: those with the same word may not take the same value; `total`: at most so much in all those that have it.
 * @typedef {{ key: string, cost?: string, after?: string, further?: Further[] }} Option
 * @typedef {Record<string, string | undefined>} Chosen values as text, by key; the first one stands until another is chosen
 * @typedef {(question: string, option: string) => Chosen} ChosenFor what is being chosen for an open question
 */

/** @param {Further} one @param {Chosen} chosen @returns {Choice | undefined} */
const choiceOf = ({ key, options = [] }, chosen) => options.find(({ value }) => String(value) === chosen[key]) ?? options[0];

/** @param {Option} option @param {Chosen} chosen @returns {Record<string, any>} the values of an answer, in their own types */
export const furtherValues = ({ further = [] }, chosen) => Object.fromEntries(further.map((one) => [one.key, choiceOf(one, chosen)?.value]));

/**
 * What the option costs and leaves with these choices: choices with a price of their own take the place of the option's.
 * @param {Option} option @param {Chosen} chosen
 */
export function priceOf({ cost = "", after = "", further = [] }, chosen) {
  const choices = further.map((one) => choiceOf(one, chosen));
  /** @param {"cost" | "after"} what @param {string} plain */
  const told = (what, plain) => choices.flatMap((choice) => (choice?.[what] === undefined ? [] : [choice[what]])).filter(Boolean).join(", ") || plain;
  return { cost: told("cost", cost), after: told("after", after) };
}

/**
 * The entries of a choice as they stand now: what another one has taken says so and cannot be chosen.
 * @param {Further} one @param {Further[]} all @param {Chosen} chosen @param {Translate} t
 * @returns {{ value: string, text: string, taken: boolean, selected: boolean }[]}
 */
export function entriesOf(one, all, chosen, t) {
  const mine = choiceOf(one, chosen);
  const rivals = all.filter(({ key, distinct }) => one.distinct !== undefined && distinct === one.distinct && key !== one.key);
  return (one.options ?? []).map((entry) => {
    const rival = rivals.find((other) => choiceOf(other, chosen)?.value === entry.value);
    const text = rival ? t("VTTB.Form.Taken", { label: entry.label, other: rival.label }) : entry.label;
    return { value: String(entry.value), text, taken: rival !== undefined, selected: entry === mine };
  });
}

/**
 * How much has been given out, where there is only so much.
 * @param {Option} option @param {Chosen} chosen @param {Translate} t
 * @returns {{ text: string, over: boolean } | null}
 */
export function sumOf({ further = [] }, chosen, t) {
  const counted = further.filter(({ total }) => total !== undefined);
  if (counted.length === 0) return null;
  const total = Number(counted[0].total);
  const sum = counted.reduce((so, one) => so + Number(choiceOf(one, chosen)?.value ?? 0), 0);
  return { text: t(sum > total ? "VTTB.Question.TooMuch" : "VTTB.Question.OfTotal", { sum, total }), over: sum > total };
}

/** Whether anything else is chosen than what is offered first. @param {Option} option @param {Chosen} chosen */
export const isChanged = ({ further = [] }, chosen) => further.some((one) => choiceOf(one, chosen) !== one.options?.[0]);

/** Why the option cannot be taken with these choices, or nothing. @param {Option} option @param {Chosen} chosen @param {Translate} t */
export function choiceFault(option, chosen, t) {
  const clash = (option.further ?? []).flatMap((one) => entriesOf(one, option.further ?? [], chosen, t)).find(({ taken, selected }) => taken && selected);
  const sum = sumOf(option, chosen, t);
  return clash?.text ?? (sum?.over ? sum.text : "");
}

/**
 * @param {Option} option @param {Chosen} chosen @param {Translate} t
 * @param {{ attribute: string, who: string } | null} [focus] by which the keyboard is kept on a select
 */
export function furtherHTML(option, chosen, t, focus = null) {
  const further = option.further ?? [];
  const rows = further.map((one) => {
    const entries = entriesOf(one, further, chosen, t);
    const label = `<span>${escapeText(one.label)}</span>`;
    if (entries.length === 1) return `<p class="vttb-with">${label} <b>${escapeText(entries[0].text)}</b></p>`;
    const kept = focus ? ` ${focus.attribute}="${escapeText(`${focus.who} ${option.key} ${one.key}`)}"` : "";
    const shown = entries.map(
      ({ value, text, taken, selected }) =>
        `<option value="${escapeText(value)}"${taken ? " disabled" : ""}${selected ? " selected" : ""}>${escapeText(text)}</option>`,
    );
    return `<label class="vttb-with">${label} <select data-option="${escapeText(option.key)}" data-further="${escapeText(one.key)}"${kept}>${shown.join("")}</select></label>`;
  });
  const sum = sumOf(option, chosen, t);
  const told = sum ? `<p class="vttb-sum${sum.over ? " over" : ""}" data-vttb-sum="${escapeText(option.key)}">${escapeText(sum.text)}</p>` : "";
  return rows.join("") + told;
}
