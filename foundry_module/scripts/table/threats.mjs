/** Below the combat tracker: the way to the table of who can take whom out, for the game master. */
import { escapeText } from "../pure/text.mjs";

/**
 * @param {HTMLElement} html
 * @param {any} encounter as the leading page knows it, or nothing
 * @param {() => void} open
 */
export function annotateThreats(html, encounter, open) {
  for (const old of html.querySelectorAll(".vttb-to-threats")) old.remove();
  const title = encounter?.threats?.rows.length > 0 ? encounter.threats.title : "";
  if (!title) return;
  for (const list of html.querySelectorAll("ol.combat-tracker")) {
    list.insertAdjacentHTML("afterend", `<div class="vttb vttb-to-threats"><button type="button" class="vttb-btn quiet">${escapeText(title)}</button></div>`);
    list.nextElementSibling?.querySelector("button")?.addEventListener("click", open);
  }
}
