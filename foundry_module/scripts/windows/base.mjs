/** Common ground of the windows: our root class, and the services they use, set once at start. */
import { escapeText } from "../pure/text.mjs";

const { ApplicationV2, HandlebarsApplicationMixin } = foundry.applications.api;

/**
 * @typedef {{
 *   leader: import("../table/leader.mjs").Leader, page: import("../table/page.mjs").Page,
 *   connect: (how?: { take?: boolean }) => void, undo: (command: string | null, actor?: string) => Promise<void>,
 *   questions: import("./questions.mjs").QuestionDesk, cards: import("../table/messages.mjs").CardLog, status: () => { key: any, facts: any },
 * }} Services
 */

/** @type {Services} */
export const services = /** @type {any} */ ({});

export const templatePath = (/** @type {string} */ name) => `modules/vtt-bridge/templates/${name}.hbs`;

/**
 * Say in a form why it was not saved, and leave what was filled in as it is.
 * @param {HTMLElement} root
 * @param {{ heading: string, text: string }} fault
 */
export function showFault(root, fault) {
  const place = root.querySelector("[data-vttb-fault]");
  if (place) place.innerHTML = `<div class="vttb-warn"><b>${escapeText(fault.heading)}</b>${escapeText(fault.text)}</div>`;
}

/** What a field shows that the browser cannot read as a number: no number, and not nothing. */
const NO_NUMBER = "?";

/** What stands in a field, also where the browser keeps it to itself. @param {any} field */
export const shownIn = (field) => (field.validity?.badInput ? NO_NUMBER : field.value);

export class VttbWindow extends HandlebarsApplicationMixin(ApplicationV2) {
  static DEFAULT_OPTIONS = /** @type {any} */ ({
    classes: ["vttb-app"],
    window: { resizable: true, minimizable: true },
    position: { height: "auto" },
  });

  get root() {
    return /** @type {HTMLElement} */ (/** @type {any} */ (this).element);
  }

  /** @param {string} name @returns {string | null} the value of a field of the form */
  read(name) {
    const fields = /** @type {any[]} */ ([...this.root.querySelectorAll(`[name="${name}"]`)]);
    const field = fields.find((one) => one.type !== "radio" || one.checked);
    return field ? shownIn(field) : null;
  }
}
