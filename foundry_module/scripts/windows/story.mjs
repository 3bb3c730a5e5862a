/** What a command has come to so far, beside the game master's question whether it shall count. */
import { storyHTML } from "../pure/card.mjs";
import { t } from "../table/words.mjs";
import { services } from "./base.mjs";

/** @param {HTMLElement} root @param {(id: string) => any} questionOf */
export function drawStories(root, questionOf) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll("[data-vttb-story]"))) {
    const asked = /** @type {HTMLElement} */ (place.closest("[data-question]"));
    const card = services.leader.cardOf(questionOf(asked.dataset.question ?? "")?.command ?? "");
    if (card) place.innerHTML = storyHTML(card, t);
    else place.remove();
  }
}
