/** The overlay's page: follows one table and shows the fight and the last card. */
import { after, begin, fight, parse } from "./state.mjs";

const AGAIN_AFTER = 2_000;
const MOVING = 2_000;
const table = decodeURIComponent(location.pathname.split("/").at(-1) ?? "");
const base = `/api/v1/tables/${encodeURIComponent(table)}`;
const headers = () => ({ Authorization: `Bearer ${decodeURIComponent(location.hash.slice(1))}` });
const words = document.body.dataset;

/** @type {import("./state.mjs").Known | null} */
let known = null;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let settling;

/** @param {string} text */
const notice = (text) => (element("notice").textContent = text);
const element = (/** @type {string} */ id) => /** @type {HTMLElement} */ (document.getElementById(id));

/**
 * An element with a class, a text or children; all foreign text goes in as text.
 * @param {string} tag @param {string} name @param {...(string | Node | null)} parts
 */
function make(tag, name, ...parts) {
  const made = document.createElement(tag);
  if (name) made.className = name;
  made.append(...parts.filter((part) => part !== null));
  return made;
}

/** @param {{ name: string, side_index?: number | null }} person */
function person({ name, side_index: side }) {
  const mark = make("span", `side side-${side ?? "none"}`);
  mark.ariaHidden = "true";
  return make("span", "person", mark, name);
}

/** @param {any} bar */
function gauge(bar) {
  const drawn = /** @type {HTMLMeterElement} */ (make("meter", ""));
  Object.assign(drawn, { min: 0, max: Math.max(bar.max, 1), value: bar.value, title: bar.label });
  drawn.ariaLabel = `${bar.label}: ${bar.value} / ${bar.max}`;
  return drawn;
}

/** @param {any} one @param {string | null} turn @param {string[]} moved */
function row(one, turn, moved) {
  const drawn = make(
    "li",
    moved.includes(one.id) ? "moved" : "",
    person(one),
    make("strong", "main", one.row?.main ?? ""),
    make("small", "line", one.out ?? one.row?.line ?? ""),
    make("span", "bars", ...Object.values(one.bars).filter(Boolean).map(gauge)),
  );
  if (one.id === turn) drawn.ariaCurrent = "true";
  if (one.out) drawn.classList.add("out");
  return drawn;
}

/** @param {any} card */
function cardOf(card) {
  const title = card.title.map((/** @type {any} */ part) => (typeof part === "string" ? part : person(part)));
  const changes = card.changes.map((/** @type {any} */ one) =>
    make("li", "", person(one.character), ` ${one.label} ${one.from} → ${one.to} `, make("strong", "", one.delta)),
  );
  const outcome = card.outcome.text ? make("p", "outcome", card.outcome.text) : null;
  return [make("h2", `state-${card.state}`, ...title), outcome, make("ul", "changes", ...changes)];
}

function draw() {
  if (!known) return;
  const { moved, card } = known;
  const shown = fight(known);
  const head = shown && make("h2", "", shown.title, make("small", "", shown.scope));
  element("fight").replaceChildren(
    ...(shown && head ? [head, make("ol", "", ...shown.rows.map((/** @type {any} */ one) => row(one, shown.turn, moved)))] : []),
  );
  element("card").replaceChildren(...(card ? cardOf(card).filter((part) => part !== null) : []));
  clearTimeout(settling);
  if (moved.length) settling = setTimeout(() => document.querySelectorAll(".moved").forEach((one) => one.classList.remove("moved")), MOVING);
}

/** @param {{ name: string, data: any }} event */
function take({ name, data }) {
  if (name === "welcome") known = begin(data.view);
  else if (known) known = after(known, data);
  notice("");
  draw();
}

/** Follow until the line breaks. @returns {Promise<string>} what to say then */
async function follow() {
  const seats = await fetch("/api/v1/tables", { headers: headers() });
  if (!seats.ok) return (await seats.json()).error.text;
  const { tables } = await seats.json();
  if (tables[0].seat !== "public") return words.secret ?? "";
  const answer = await fetch(`${base}/events`, { headers: headers() });
  if (!answer.ok || !answer.body) return (await answer.json()).error.text;
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return words.lost ?? "";
    const read = parse(rest + value);
    rest = read.rest;
    read.events.forEach(take);
  }
}

async function stay() {
  for (;;) {
    try {
      notice(location.hash.length > 1 ? await follow() : (words.token ?? ""));
    } catch {
      notice(words.lost ?? "");
    }
    await new Promise((resolve) => setTimeout(resolve, AGAIN_AFTER));
  }
}

void stay();
