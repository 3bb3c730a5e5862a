/** Cards as self-contained HTML: readable without the module, and no foreign string unescaped. */
import { blocksHTML, plainValue } from "./blocks.mjs";
import { markHTML, personHTML } from "./marks.mjs";
import { isKept } from "./rolls.mjs";
import { escapeText } from "./text.mjs";

/**
 * @typedef {(key: string, data?: Record<string, unknown>) => string} Translate
 * @typedef {import("./marks.mjs").Person} Person
 * @typedef {import("./rolls.mjs").CardRoll} CardRoll
 * @typedef {{
 *   command: string, number: number, state: string, author?: string, scope?: string, label?: string, title: (string | Person)[],
 *   outcome?: { text: string, why?: string, state?: string } | null,
 *   changes?: { character: Person, kind?: string, label?: string, from?: string, to?: string, delta?: string, text?: string, main?: boolean }[],
 *   rolls?: CardRoll[], links?: { character?: Person | null, text: string, detail?: string, cost?: string, id?: string | null }[],
 *   effects?: string[], receipts?: { number: string, text: string, ruling?: string }[], foot?: string, blocks?: Record<string, any>[],
 *   undone?: { by?: string } | null,
 * }} Card
 */

const SEPARATOR = '<small class="vttb-sep"> · </small>';
const LONG_CHAIN = 8;

/** @param {(string | Person)[]} parts */
function titleHTML(parts) {
  return parts.map((part) => (typeof part === "string" ? escapeText(part) : `<b>${personHTML(part)}</b>`)).join("");
}

/** @param {Card} card @returns {string} who does what, without marks */
export const titleText = (card) => card.title.map((part) => (typeof part === "string" ? part : part.name)).join("");

/** @param {Card} card @param {Translate} t */
function edgeHTML(card, t) {
  const number = String(card.number ?? "").padStart(4, "0");
  const entry = t("VTTB.Card.Entry", { number: card.number ?? "" });
  return `<p class="vttb-edge"><span>${escapeText(card.scope)}</span>${SEPARATOR}<span title="${escapeText(entry)}">${escapeText(number)}</span></p>`;
}

/** What of a suggestion has counted. @param {Card} card @param {Translate} t */
function stateHTML(card, t) {
  if (card.state === "suggested") return `<p class="vttb-state"><b>${escapeText(t("VTTB.Card.Suggested"))}</b>${SEPARATOR}<span>${escapeText(t("VTTB.Card.SuggestedText"))}</span></p>`;
  return card.state === "applied" ? `<p class="vttb-state"><span>${escapeText(t("VTTB.Card.Applied"))}</span></p>` : "";
}

/** States in which nothing counts yet. */
const OPEN = ["waiting", "suggested"];

/** @param {Card} card */
function outcomeHTML(card) {
  if (!card.outcome?.text) return "";
  const why = card.outcome.why ? `${SEPARATOR}<span>${escapeText(card.outcome.why)}</span>` : "";
  return `<p class="vttb-outcome${OPEN.includes(card.state) ? " open" : ""}"><strong>${escapeText(card.outcome.text)}</strong>${why}</p>`;
}

const LONG_CHANGE = 32;

/** Words, not numbers: they may take several lines. @param {{ from?: string, to?: string }} change */
const isLong = ({ from = "", to = "" }) => from.length + to.length > LONG_CHANGE;

/** @param {Card} card @param {Translate} t */
function changesHTML(card, t) {
  const changes = card.changes ?? [];
  const rows = changes
    .filter((change) => change.kind !== "out")
    .map(
      (change) =>
        `<div><dt>${personHTML(change.character)}</dt><dd${isLong(change) ? ' class="long"' : ""}>${escapeText(change.label)} ${escapeText(change.from)} ` +
        `<span class="vttb-to">${escapeText(t("VTTB.Card.To"))}</span> ${escapeText(change.to)}</dd>` +
        `<dd class="delta">${escapeText(change.delta)}</dd></div>`,
    );
  const ends = changes
    .filter((change) => change.kind === "out")
    .map((change) => `<div class="vttb-end"><p class="name">${escapeText(change.character.name)}</p><p class="said">${escapeText(change.text)}</p></div>`);
  return (rows.length > 0 ? `<dl class="vttb-change">${rows.join("")}</dl>` : "") + ends.join("");
}

const DIE_LOOK = { kept: "", special: " nat", rerolled: " gone", pending: " wait", dropped: "" };

/** @param {import("./rolls.mjs").CardDie} die @param {number} faces @param {boolean} alone */
function dieHTML(die, faces, alone) {
  const look = (isKept(die) ? " kept" : "") + (DIE_LOOK[/** @type {keyof typeof DIE_LOOK} */ (die.state)] ?? "");
  const shape = faces === 6 ? " d6" : "";
  const word = die.word && (!alone || die.state !== "kept") ? ` <span>${escapeText(die.word)}</span>` : "";
  const kind = faces !== 6 && faces !== 10 ? ` <span>d${escapeText(faces)}</span>` : "";
  return `<li class="vttb-die${look}${shape}"><b>${escapeText(die.value ?? "?")}</b>${word}${kind}</li>`;
}

/** @param {CardRoll} roll @param {Translate} t @param {string} button */
function rollHTML(roll, t, button) {
  const target = roll.label || roll.target !== undefined ? `<p class="vttb-tn">${escapeText(roll.label)} <b>${escapeText(roll.target)}</b></p>` : "";
  const dice = roll.dice.map((die) => dieHTML(die, die.faces ?? roll.faces, roll.dice.length === 1)).join("");
  const what = roll.what ? `<p class="vttb-cap">${escapeText(roll.what)}</p>` : "";
  return `<div class="vttb-roll">${target}<ol class="vttb-dice" aria-label="${escapeText(t("VTTB.Card.Dice"))}">${dice}</ol>${what}${button}</div>`;
}

/** @param {Card} card @param {number} place of the roll @param {Translate} t */
function correctHTML(card, place, t) {
  const label = escapeText(t("VTTB.Correct.Of", { roll: card.rolls?.[place].what || card.rolls?.[place].label || "" }));
  return `<button type="button" class="vttb-btn quiet" data-vttb-action="correct" data-command="${escapeText(card.command)}" data-roll="${place}" aria-label="${label}">${escapeText(t("VTTB.Correct.Button"))}</button>`;
}

/** @param {NonNullable<Card["links"]>[number]} link */
function linkHTML(link) {
  const mark = link.character ? markHTML(link.character.side_index) : markHTML(null);
  const cost = link.cost ? `${SEPARATOR}<span class="cost">${escapeText(link.cost)}</span>` : '<span class="cost"></span>';
  const detail = link.detail ? `${SEPARATOR}<span class="who">${escapeText(link.detail)}</span>` : "";
  return `<li>${mark}<span class="what">${escapeText(link.text)}</span>${cost}${detail}</li>`;
}

/** A single link says no more than the title, unless it is of nobody who takes part. @param {Card} card @param {Translate} t */
function chainHTML(card, t) {
  const links = card.links ?? [];
  if (links.length < 2 && links.every(({ character }) => character)) return "";
  /** @param {typeof links} some */
  const list = (some) => `<ol class="vttb-chain">${some.map(linkHTML).join("")}</ol>`;
  if (links.length <= LONG_CHAIN) return list(links);
  const between = links.slice(2, -4);
  const summary = escapeText(t("VTTB.Card.MoreLinks", { count: between.length }));
  return `${list(links.slice(0, 2))}<details class="vttb-receipts"><summary>${summary}</summary>${list(between)}</details>${list(links.slice(-4))}`;
}

/** @param {Card} card @param {Translate} t @param {boolean} open */
function receiptsHTML(card, t, open) {
  const receipts = card.receipts ?? [];
  if (receipts.length === 0) return "";
  const rows = receipts
    .map(
      (line) =>
        `<div><dt>${escapeText(line.number)}</dt><dd>${escapeText(line.text)}</dd><dd class="rule">${escapeText(line.ruling)}</dd></div>`,
    )
    .join("");
  const summary = receipts.length === 1 ? t("VTTB.Card.ReceiptsOne") : t("VTTB.Card.Receipts", { count: receipts.length });
  return `<details class="vttb-receipts"${open ? " open" : ""}><summary>${escapeText(summary)}</summary><dl>${rows}</dl></details>`;
}

/** While two still bid, their sums and bids are what matters. @param {Card} card */
const isBidding = (card) => card.state === "waiting" && (card.blocks ?? []).some(({ kind }) => kind === "duel");

/** @param {Card} card @param {Translate} t @param {CardOptions} options */
function middleHTML(card, t, options) {
  const rolls = (card.rolls ?? []).map((roll, place) => rollHTML(roll, t, options.correct?.has(place) ? correctHTML(card, place, t) : ""));
  if (!isBidding(card)) {
    const [steps, others] = [true, false].map((wanted) => (card.blocks ?? []).filter(({ kind }) => (kind === "steps") === wanted));
    return [changesHTML(card, t), blocksHTML(steps, t), ...rolls, blocksHTML(others, t)].join("");
  }
  const count = (card.rolls ?? []).reduce((sum, { dice }) => sum + dice.length, 0);
  const summary = escapeText(t("VTTB.Card.Thrown", { count }));
  const thrown = count > 0 ? `<details class="vttb-receipts vttb-thrown"><summary>${summary}</summary>${rolls.join("")}</details>` : "";
  return [blocksHTML(card.blocks, t), changesHTML(card, t), thrown].join("");
}

/**
 * What a card tells: outcome, changes, dice, chain.
 * @param {Card} card @param {Translate} t @param {CardOptions} [options]
 */
export function storyHTML(card, t, options = {}) {
  return [
    stateHTML(card, t),
    outcomeHTML(card),
    middleHTML(card, t, options),
    chainHTML(card, t),
    ...(card.effects ?? []).map((effect) => `<p class="vttb-after">${escapeText(effect)}</p>`),
  ].join("");
}

/** @param {Card} card @param {Translate} t @param {CardOptions} options */
const bodyHTML = (card, t, options) => storyHTML(card, t, options) + receiptsHTML(card, t, options.open === true);

/**
 * @typedef {{ undo?: boolean, questions?: boolean, apply?: boolean, correct?: Set<number>, correctRest?: boolean, open?: boolean }} CardOptions
 * `undo`, `questions`, `apply`: with the game master's buttons (only while rendering for one); `correct`: which rolls have one of
 * their own, `correctRest`: whether other dice can be corrected; `open`: receipts unfolded.
 */

/**
 * @param {Card} card
 * @param {Translate} t
 * @param {CardOptions} [options]
 * @returns {string}
 */
export function cardHTML(card, t, options = {}) {
  const label = `aria-label="${escapeText(card.label)}"`;
  if (card.undone) {
    const by = card.undone.by ? `${SEPARATOR}<span>${escapeText(t("VTTB.Card.UndoneBy", { name: card.undone.by }))}</span>` : "";
    return (
      `<section class="vttb vttb-card undone" ${label}>${edgeHTML(card, t)}` +
      `<p class="vttb-outcome"><strong>${escapeText(t("VTTB.Card.Undone"))}</strong>${by}</p>` +
      `<p class="vttb-after"><s>${escapeText(card.label)}</s><br>${escapeText(t("VTTB.Card.AsBefore"))}</p>` +
      `<details class="vttb-receipts"><summary>${escapeText(t("VTTB.Card.WhatWasUndone"))}</summary>${bodyHTML(card, t, {})}</details></section>`
    );
  }
  /** @param {string} action @param {string} word @param {string} [look] */
  const button = (action, word, look = "quiet") =>
    ` <button type="button" class="vttb-btn ${look}" data-vttb-action="${action}" data-command="${escapeText(card.command)}">${escapeText(word)}</button>`;
  const buttons = [
    options.questions ? button("questions", t("VTTB.Panel.Questions")) : "",
    options.correctRest ? button("correct", t("VTTB.Correct.Rest")) : "",
    options.undo ? button("undo", t("VTTB.Card.Undo")) : "",
    options.apply ? button("apply", t("VTTB.Card.Apply"), "main") : "",
  ].join("");
  const foot = card.foot || buttons ? `<footer class="vttb-foot"><span>${escapeText(card.foot)}</span>${buttons}</footer>` : "";
  return (
    `<section class="vttb vttb-card${isBidding(card) ? " bidding" : ""}${card.state === "suggested" ? " suggested" : ""}" ${label}><header class="vttb-band">${edgeHTML(card, t)}` +
    `<h4 class="vttb-title">${titleHTML(card.title ?? [])}</h4></header>${bodyHTML(card, t, options)}${foot}</section>`
  );
}

/**
 * @param {{ heading?: string, text?: string, hint?: string }} refusal
 * @returns {string}
 */
export function refusalHTML(refusal) {
  const hint = refusal.hint ? `<p>${escapeText(refusal.hint)}</p>` : "";
  return `<section class="vttb vttb-card note" aria-label="${escapeText(refusal.heading)}"><p><span class="vttb-lead">${escapeText(refusal.heading)}</span> ${escapeText(refusal.text)}</p>${hint}</section>`;
}

/**
 * What a reading command such as help answers.
 * @param {{ title: string, lines: unknown[] }} reply
 * @returns {string}
 */
export function replyHTML(reply) {
  const lines = (reply.lines ?? []).map((line) => `<p>${escapeText(plainValue(line))}</p>`).join("");
  return `<section class="vttb vttb-card" aria-label="${escapeText(reply.title)}"><header class="vttb-band"><h4 class="vttb-title"><b>${escapeText(reply.title)}</b></h4></header><div class="vttb-lines">${lines}</div></section>`;
}
