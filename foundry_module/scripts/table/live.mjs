/** The page's one polite live region, and the status light. */
import { escapeText } from "../pure/text.mjs";
import { statusContext } from "../pure/status.mjs";
import { t } from "./words.mjs";

/** @param {string} text */
export function announce(text) {
  let region = document.getElementById("vttb-live");
  if (!region) {
    region = document.createElement("div");
    region.id = "vttb-live";
    region.className = "vttb vttb-vh";
    region.setAttribute("role", "status");
    region.setAttribute("aria-live", "polite");
    document.body.append(region);
  }
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}

/** A key held down presses one of our buttons once. */
export function pressOnce() {
  document.addEventListener(
    "keydown",
    (event) => {
      const button = event.target instanceof Element && event.target.closest(".vttb button, .vttb-app button");
      if (event.repeat && event.key === "Enter" && button) event.preventDefault();
    },
    { capture: true },
  );
}

export class StatusLight {
  /** @type {import("../pure/status.mjs").StatusKey | null} */
  #key = null;

  /** @param {(action: string) => void} act */
  constructor(act) {
    this.act = act;
  }

  /**
   * @param {import("../pure/status.mjs").StatusKey | null} key null hides the light
   * @param {import("../pure/status.mjs").Facts} facts
   */
  show(key, facts = {}) {
    const old = document.getElementById("vttb-status");
    if (key === null) {
      old?.remove();
      if (this.#key !== null) announce(t("VTTB.Status.Back"));
      this.#key = null;
      return;
    }
    const status = statusContext(key, t, facts);
    const light = old ?? this.#make();
    light.dataset.state = status.key;
    light.dataset.do = status.action;
    light.title = status.text;
    light.innerHTML =
      `<span class="vttb-lamp ${status.lamp}" aria-hidden="true"></span><span class="word">${escapeText(status.word)}</span>` +
      `<span class="vttb-vh">${escapeText(status.text)}</span>`;
    if (this.#key !== key && !(this.#key === null && key === "connected")) announce(`${status.word}. ${status.text}`);
    this.#key = key;
  }

  #make() {
    const light = document.createElement("button");
    light.type = "button";
    light.id = "vttb-status";
    light.className = "vttb vttb-light vttb-status";
    light.addEventListener("click", () => this.act(light.dataset.do ?? "open"));
    (document.querySelector("#ui-top") ?? document.body).append(light);
    return light;
  }
}
