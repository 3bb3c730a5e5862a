/** Beside and above tokens: the column of actions, and the numbers that float up. */
import { actionKey, hudHTML } from "../pure/hud.mjs";
import { LINGER } from "../pure/queue.mjs";
import { actorOf, idOfToken, isBindable, personOf, publicView, targets } from "./characters.mjs";
import { drag } from "./hotbar.mjs";
import { announce } from "./live.mjs";
import { t } from "./words.mjs";

const BETWEEN = 300;
const FLOAT = { fontSize: 28, fill: "#f4f1ea", stroke: "#08090b", strokeThickness: 4, jitter: 0 };

export class TokenHud {
  /** @type {{ column: HTMLElement, actor: string, look: any } | null} */
  #open = null;
  #page = 0;
  #turn = 0;
  #actor = "";

  /**
   * @param {import("./page.mjs").Page} page
   * @param {{ form: (action: any, actor: string) => void, guide: (action: any, actor: string) => void, odds: (actor: string) => void }} open
   * `form`, `guide`: for actions that need more than a click
   */
  constructor(page, open) {
    this.page = page;
    this.open = open;
  }

  /** @param {any} app @param {HTMLElement} html */
  render(app, html) {
    const token = app.document ?? app.object?.document;
    if (!token || !isBindable(token.actor)) return;
    html.querySelector("nav.vttb-hud")?.remove();
    const column = html.ownerDocument.createElement("nav");
    column.className = "vttb vttb-hud";
    column.setAttribute("aria-label", t("VTTB.Hud.Actions"));
    const actor = idOfToken(token);
    if (actor !== this.#actor) this.#page = 0;
    const look = actor === this.#actor ? (this.#open?.look ?? null) : null;
    this.#actor = actor;
    this.#open = { column, actor, look };
    column.addEventListener("click", (event) => this.#click(event));
    column.addEventListener("keydown", (event) => this.#key(event));
    column.addEventListener("dragstart", (event) => this.#drag(event));
    for (const kind of ["pointerdown", "contextmenu", "wheel"]) column.addEventListener(kind, (event) => event.stopPropagation());
    html.append(column);
    if (look) this.#draw();
    else column.innerHTML = `<p class="aim">${t("VTTB.Hud.Asking")}</p>`;
    void this.refresh();
  }

  /** Ask again what is possible. */
  async refresh() {
    const open = this.#open;
    if (!open?.column.isConnected) return;
    const turn = ++this.#turn;
    const look = await this.page.look(open.actor, targets());
    if (turn !== this.#turn || !open.column.isConnected || this.#open !== open) return;
    if (look === undefined && open.look) return; // a short break goes unnoticed
    if (!look) {
      open.column.innerHTML = `<p class="aim">${t("VTTB.Hud.Unknown")}</p>`;
      open.look = null;
      return;
    }
    open.look = look;
    this.#draw();
  }

  #draw() {
    const open = this.#open;
    if (!open?.look) return;
    const active = /** @type {HTMLElement | null} */ (open.column.ownerDocument.activeElement);
    const focused = active && open.column.contains(active) ? active.dataset.key : undefined;
    const aimed = targets();
    const look = { ...open.look, aim: open.look.aim ?? (aimed.length === 1 ? personOf(aimed[0]) : null) };
    open.column.innerHTML = hudHTML(look, {
      targets: aimed.length,
      page: this.#page,
      bars: publicView(actorOf(open.actor))?.bars,
      busy: () => this.page.flight.has(`hud ${open.actor}`),
      t,
    });
    if (focused) [...open.column.querySelectorAll("button")].find((button) => button.dataset.key === focused)?.focus();
  }

  /** @param {MouseEvent} event */
  #click(event) {
    event.stopPropagation();
    const open = this.#open;
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest("button[data-vttb-action]"));
    if (!open?.look || !button) return;
    event.preventDefault();
    if (button.dataset.vttbAction === "more") {
      this.#page = Number(button.dataset.page);
      this.#draw();
      open.column.querySelector("button")?.focus();
      return;
    }
    if (event.detail > 1) return;
    if (button.dataset.vttbAction === "odds") {
      this.open.odds(open.actor);
      return;
    }
    const action = this.#actionOf(button);
    if (!action) return;
    if (action.possible && !action.opens && !action.form?.length) button.setAttribute("aria-disabled", "true");
    void this.press(action, open.actor).then(() => setTimeout(() => this.#draw(), LINGER));
  }

  /** @param {HTMLElement} button @returns {any} */
  #actionOf(button) {
    return this.#open?.look?.actions.find((/** @type {any} */ one) => actionKey(one) === button.dataset.key);
  }

  /** What a button does. @param {any} action @param {string} actor @param {(sentence: string) => void} [say] */
  async press(action, actor, say = announce) {
    if (!action.possible) say(t("VTTB.Hud.NotPossible", { action: action.label, reason: action.reason }));
    else if (action.opens) this.open.guide(action, actor);
    else if (action.form?.length > 0) this.open.form(action, actor);
    else {
      const given = { kind: "command", verb: action.verb, args: action.args ?? {}, actor, targets: targets() };
      return this.page.flight.once(`hud ${actor}`, () => this.page.perform(given));
    }
  }

  /**
   * The button of an action as it is now, pressed from elsewhere. What is offered on cards alone, or no longer at all, the
   * bridge decides.
   * @param {{ actor: string | null, verb: string, args?: Record<string, any> }} pressed
   */
  async pressed({ actor, verb, args = {} }) {
    const say = (/** @type {string} */ sentence) => void ui.notifications?.warn(sentence);
    const aimed = actor === null ? [] : targets();
    const look = actor === null ? null : await this.page.look(actor, aimed);
    const action = look?.actions.find((/** @type {any} */ one) => actionKey(one) === actionKey({ verb, args }));
    if (actor !== null && !look) return say(t("VTTB.Hud.Unknown"));
    if (actor !== null && action) return this.press(action, actor, say);
    return this.page.flight.once(`macro ${actor} ${verb}`, () => this.page.perform({ kind: "command", verb, args, actor, targets: aimed }));
  }

  /** @param {DragEvent} event */
  #drag(event) {
    const button = /** @type {HTMLElement | null} */ (/** @type {HTMLElement} */ (event.target).closest?.("button[data-key]"));
    const action = button && this.#actionOf(button);
    if (action && this.#open) drag(event, action, this.#open.actor);
  }

  /** @param {KeyboardEvent} event */
  #key(event) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || !this.#open) return;
    const buttons = [...this.#open.column.querySelectorAll("button")];
    const place = buttons.indexOf(/** @type {any} */ (event.target));
    if (place < 0) return;
    event.preventDefault();
    event.stopPropagation();
    buttons[(place + step + buttons.length) % buttons.length]?.focus();
  }
}

export class Floats {
  /** @type {Set<string>} */
  #done = new Set();

  /**
   * @param {any} actor
   * @param {string} id
   * @param {{ seq?: number, floats?: { text: string, main: boolean }[] } | undefined} mark
   */
  show(actor, id, mark) {
    if (!mark?.floats?.length || !canvas?.ready) return;
    const key = `${mark.seq} ${id}`;
    if (this.#done.has(key)) return;
    this.#done.add(key);
    if (this.#done.size > 200) this.#done.clear();
    const tokens = actor.getActiveTokens(true).filter((/** @type {any} */ token) => token.visible);
    mark.floats.forEach(({ text }, place) =>
      setTimeout(() => {
        for (const token of tokens) {
          void canvas?.interface?.createScrollingText(token.center, text, /** @type {any} */ ({ ...FLOAT, direction: CONST.TEXT_ANCHOR_POINTS.TOP }));
        }
      }, place * BETWEEN),
    );
  }
}
