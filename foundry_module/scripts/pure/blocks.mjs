/** Blocks of cards and questions, each of its own kind; a kind unknown here is drawn plain and complete. */
import { personHTML } from "./marks.mjs";
import { stepsHTML } from "./steps.mjs";
import { escapeText } from "./text.mjs";

/**
 * @typedef {import("./card.mjs").Translate} Translate
 * @typedef {Record<string, any>} Block
 */

/** @param {unknown} value @returns {any[]} */
const listOf = (value) => (Array.isArray(value) ? value : []);

/** @param {unknown} value @returns {string} */
export function plainValue(value) {
  if (Array.isArray(value)) return value.map(plainValue).join(", ");
  if (value !== null && typeof value === "object") {
    return Object.entries(value).map(([key, one]) => `${key} ${plainValue(one)}`).join(", ");
  }
  return String(value ?? "");
}

/** @param {Block} block */
function unknownHTML(block) {
  const rows = Object.entries(block)
    .filter(([key, value]) => key !== "kind" && key !== "title" && value !== null && value !== undefined)
    .map(([key, value]) => `<div><dt>${escapeText(key)}</dt><dd>${escapeText(plainValue(value))}</dd></div>`)
    .join("");
  return `<div class="vttb-block"><h5>${escapeText(block.title ?? block.kind)}</h5><dl>${rows}</dl></div>`;
}

/** Who stands where: a large sum for each side. @param {Block} block @param {Translate} t */
function duelHTML(block, t) {
  const sides = listOf(block.sides).map((side) => {
    const ahead = side.ahead === true;
    const note = side.note || (ahead ? t("VTTB.Card.Ahead") : "");
    return (
      `<div${ahead ? ' class="lead"' : ""}><p class="who">${personHTML(side.character ?? {})}</p>` +
      `<p class="sum">${escapeText(side.sum)}</p><p class="say">${escapeText(note)}</p></div>`
    );
  });
  return `<div class="vttb-duel">${sides.join("")}</div>`;
}

/**
 * What was bid in turn, row by row; between two columns stands the row's name.
 * @param {Block} block @param {Translate} t @param {string[]} names of the columns
 */
function bidsHTML(block, t, names) {
  /** @param {string} head @param {string[]} cells */
  const inOrder = (head, cells) => (cells.length === 2 ? [cells[0], head, cells[1]] : [head, ...cells]).join("");
  const rows = listOf(block.rows).map((row) => {
    const cells = listOf(row.cells).map((cell) => `<td>${escapeText(cell)}</td>`);
    return `<tr${row.now === true ? ' class="now"' : ""}>${inOrder(`<th scope="row">${escapeText(row.label)}</th>`, cells)}</tr>`;
  });
  const fits = names.length > 0 && listOf(block.rows).every((row) => listOf(row.cells).length === names.length);
  const columns = names.map((name) => `<th scope="col"><span class="vttb-vh">${escapeText(name)}</span></th>`);
  const head = fits ? `<thead><tr>${inOrder("<td></td>", columns)}</tr></thead>` : "";
  return `<table class="vttb-bids" aria-label="${escapeText(t("VTTB.Card.Bids"))}">${head}<tbody>${rows.join("")}</tbody></table>`;
}

/** How likely something is, and which faces of a die bring it. @param {Block} block @param {Translate} t */
function chanceHTML(block, t) {
  const { fraction, percent } = block;
  const odds = fraction && percent ? t("VTTB.Card.Odds", { fraction, percent }) : (fraction ?? percent ?? "");
  const wins = `<span class="vttb-vh">${escapeText(t("VTTB.Card.FaceWins"))}</span>`;
  const faces = listOf(block.faces).map((face) =>
    face.wins === true ? `<li class="win">${escapeText(face.value)} ${wins}</li>` : `<li>${escapeText(face.value)}</li>`,
  );
  const list = faces.length > 0 ? `<ol class="vttb-faces" aria-label="${escapeText(t("VTTB.Card.Faces"))}">${faces.join("")}</ol>` : "";
  const note = block.note ? `<p class="note">${escapeText(block.note)}</p>` : "";
  return `<div class="vttb-chance"><p class="odds"><span>${escapeText(block.text)}</span> <b>${escapeText(odds)}</b></p>${list}${note}</div>`;
}

/** So many slices are drawn round; more stand in a row. */
const MOST_ROUND = 12;

/** What a wheel shows, slice by slice clockwise from the top, and where it stopped. @param {Block} block @param {Translate} t */
function wheelHTML(block, t) {
  const stopped = ` <span class="vttb-vh">${escapeText(t("VTTB.Card.Stopped"))}</span>`;
  const slices = listOf(block.slices).map(({ label, now }) => `<li${now === true ? ' class="win"' : ""}><span>${escapeText(label)}${now === true ? stopped : ""}</span></li>`);
  const look = slices.length <= MOST_ROUND ? "vttb-wheel" : "vttb-faces wheel";
  const top = block.top ? `<p class="top">${escapeText(block.top)}</p>` : "";
  const list = `<ol class="${look}" aria-label="${escapeText(t("VTTB.Card.Slices"))}">${slices.join("")}</ol>`;
  return `<div class="vttb-chance"><p class="odds"><b>${escapeText(block.title)}</b></p>${top}${list}<p class="note">${escapeText(block.text)}</p></div>`;
}

/** @type {Record<string, (block: Block, t: Translate, names: string[]) => string>} */
const DRAWN = {
  duel: duelHTML,
  bids: bidsHTML,
  chance: chanceHTML,
  wheel: wheelHTML,
  steps: (block, t) => stepsHTML(block, t),
  actions: () => "",
};

/**
 * @param {Block[] | null | undefined} blocks
 * @param {Translate} t
 * @returns {string}
 */
export function blocksHTML(blocks, t) {
  const duel = blocks?.find((block) => block.kind === "duel");
  const names = listOf(duel?.sides).map((side) => String(side.character?.name ?? ""));
  return (blocks ?? []).map((block) => (Object.hasOwn(DRAWN, block.kind) ? DRAWN[block.kind](block, t, names) : unknownHTML(block))).join("");
}
