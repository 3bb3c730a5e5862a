/** The combat tracker and the engine's encounters: the tracker asks, the engine says, the tracker follows. */
import { escapeText } from "../pure/text.mjs";
import { nextStep, readStep, sameOrder, trackerMove, trackerUpdate } from "../pure/roster.mjs";
import { describeNew, idOfCombatant, idOfToken, isBindable, personOf, publicView } from "./characters.mjs";
import { whisperRefusal } from "./messages.mjs";
import { t } from "./words.mjs";

/** @param {any} combat @returns {boolean | undefined} whether the engine drives it */
const drivenFlag = (combat) => combat.flags?.["vtt-bridge"]?.encounter;

/** @param {any} combat @returns {string | undefined} what comes next, as the leading page wrote it down for all */
const stepFlag = (combat) => combat.flags?.["vtt-bridge"]?.step;

/** @param {any} combat @returns {string[]} */
const orderOf = (combat) => [...new Set(/** @type {string[]} */ (combat.turns.map(idOfCombatant).filter(Boolean)))];

export class Tracker {
  /** @type {Set<string>} */
  #starting = new Set();

  /**
   * @param {import("./leader.mjs").Leader} leader
   * @param {import("./page.mjs").Page} page
   * @param {(command: string | null, actor?: string) => Promise<void>} undo
   */
  constructor(leader, page, undo) {
    this.leader = leader;
    this.page = page;
    this.undo = undo;
  }

  /**
   * Before the tracker moves: while the engine drives, a move is a wish.
   * @param {any} combat @param {any} changed @param {any} options
   * @returns {boolean} false stops the move
   */
  veto(combat, changed, options) {
    if (options?.vttBridge || drivenFlag(combat) !== true) return true;
    const move = trackerMove({ round: combat.round, turn: combat.turn }, changed, options?.direction);
    if (move === "none") return true;
    const current = combat.turns[combat.turn ?? 0];
    const actor = current ? idOfCombatant(current) : null;
    if (move === "back") {
      if (game.user?.isGM) void this.undo(null, actor ?? undefined);
      else void whisperRefusal({ heading: t("VTTB.Refusal.NotDone"), text: t("VTTB.Tracker.BackIsGm") });
    } else this.#forward(combat, actor);
    return false;
  }

  /** @param {any} combat @param {string | null} current */
  #forward(combat, current) {
    const known = this.#stepOf(combat);
    const step = nextStep(known, current);
    if (step) {
      const { verb, args = {}, actor = null } = step;
      void this.page.flight.once(`turn ${combat.id}`, () => this.page.perform({ kind: "command", verb, args, actor, targets: [] }));
    } else void whisperRefusal({ heading: t("VTTB.Refusal.NotDone"), text: known.next_reason || t("VTTB.Tracker.NothingNext") });
  }

  /** @param {any} combat @returns {import("../pure/roster.mjs").EncounterStep} */
  #stepOf(combat) {
    return (this.leader.leads ? this.leader.state.encounters.get(combat.id) : null) ?? readStep(stepFlag(combat));
  }

  /** @param {any} combat @param {any} changed @param {any} options */
  async updated(combat, changed, options) {
    if (!this.leader.connected || options?.vttBridge) return;
    const encounter = this.leader.state.encounters.get(combat.id);
    if (!encounter) {
      if (combat.started && drivenFlag(combat) === undefined) await this.start(combat);
      return;
    }
    if (changed.turn !== undefined || changed.round !== undefined) await this.follow({ [combat.id]: encounter }, [], this.leader.state.seq);
  }

  /** Combats that began while nobody led. */
  async startMissing() {
    for (const combat of game.combats) {
      const known = this.leader.state.encounters.has(/** @type {any} */ (combat).id);
      if (/** @type {any} */ (combat).started && !known && drivenFlag(combat) === undefined) await this.start(combat);
    }
  }

  /** @param {any} combat */
  async start(combat) {
    if (this.#starting.has(combat.id)) return;
    const order = orderOf(combat);
    if (order.length === 0) return;
    this.#starting.add(combat.id);
    try {
      for (const combatant of combat.turns) if (!(await this.#introduce(combatant))) return;
      await this.#order("encounter.start", { id: combat.id, name: combat.scene?.name || t("VTTB.Tracker.Encounter"), order });
    } finally {
      this.#starting.delete(combat.id);
    }
  }

  /** Make a combatant known to the engine. @param {any} combatant @returns {Promise<boolean>} */
  async #introduce(combatant) {
    const id = idOfCombatant(combatant);
    if (!id || this.leader.state.characters.has(id)) return true;
    return this.#order("character.add", this.describe(combatant.actor, combatant.token));
  }

  /** @param {any} actor @param {any} token */
  describe(actor, token) {
    return describeNew(actor, token, (id) => this.leader.state.characters.get(id)?.fields ?? null);
  }

  /** @param {string} verb @param {Record<string, any>} args @returns {Promise<boolean>} */
  async #order(verb, args) {
    const ack = await this.leader.order(verb, args);
    if (!ack.ok && ack.error) await whisperRefusal(ack.error);
    return ack.ok;
  }

  /** @param {any} combatant */
  async joined(combatant) {
    const combat = combatant.parent;
    const id = idOfCombatant(combatant);
    if (!this.leader.connected || !id || !this.leader.state.encounters.has(combat?.id)) return;
    if (this.leader.state.encounters.get(combat.id).order?.includes(id)) return;
    if (await this.#introduce(combatant)) await this.#order("encounter.join", { character: id, encounter: combat.id });
  }

  /** @param {any} combatant */
  async left(combatant) {
    const id = idOfCombatant(combatant);
    const encounter = this.leader.state.encounters.get(combatant.parent?.id);
    if (!this.leader.connected || !id || !encounter?.order?.includes(id)) return;
    await this.#order("encounter.leave", { character: id });
  }

  /** @param {any} combatant @param {any} changed @param {any} options */
  async reordered(combatant, changed, options) {
    const combat = combatant.parent;
    const encounter = this.leader.state.encounters.get(combat?.id);
    if (!this.leader.connected || options?.vttBridge || changed.initiative === undefined || !encounter) return;
    const order = orderOf(combat).filter((id) => encounter.order.includes(id));
    if (order.length === encounter.order.length && !sameOrder(order, encounter.order)) {
      await this.#order("encounter.order", { encounter: combat.id, order });
    }
  }

  /** @param {any} combat */
  async ended(combat) {
    if (this.leader.connected && this.leader.state.encounters.has(combat.id)) await this.#order("encounter.end", { encounter: combat.id });
  }

  /** @param {any} token */
  async tokenDeleted(token) {
    if (!this.leader.connected || !isBindable(token.actor)) return;
    const id = idOfToken(token);
    const character = this.leader.state.characters.get(id);
    if (!character?.bound || !character.encounter || token.actor.getActiveTokens().length > 0) return;
    await this.#order("character.unbind", { character: id });
  }

  /** The engine's figures in the tracker's rows, as this page's user may know them. @param {HTMLElement} html */
  annotate(html) {
    const combat = /** @type {any} */ (game.combat);
    if (!combat) return;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (html.querySelectorAll("li.combatant[data-combatant-id]"))) {
      const combatant = combat.combatants.get(row.dataset.combatantId ?? "");
      const id = combatant ? idOfCombatant(combatant) : null;
      const known = id ? (this.leader.leads ? this.leader.state.characters.get(id) : this.page.own.get(id)) ?? publicView(combatant.actor) : null;
      row.querySelector(".vttb-track-row")?.remove();
      if (!known?.row) continue;
      const { main, line, means } = known.row;
      const figures = `<span>${escapeText(means)}</span><span><b>${escapeText(main)}</b> ${escapeText(line)}</span>`;
      row.insertAdjacentHTML("beforeend", `<div class="vttb vttb-track-row">${figures}</div>`);
    }
    this.#annotateStep(html, combat);
  }

  /** Who is engaged with whom, and what the button for the next turn does. @param {HTMLElement} html @param {any} combat */
  #annotateStep(html, combat) {
    for (const old of html.querySelectorAll(".vttb-links")) old.remove();
    if (drivenFlag(combat) !== true) return;
    const { next, next_reason, links = [] } = this.#stepOf(combat);
    const groups = links.filter((group) => group.length > 0).map((group) => group.map((id) => this.#nameOf(id)).join(", "));
    if (groups.length > 0) {
      const lines = groups.map((names) => `<p>${escapeText(t("VTTB.Tracker.Engaged", { names }))}</p>`).join("");
      for (const list of html.querySelectorAll("ol.combat-tracker")) list.insertAdjacentHTML("afterend", `<div class="vttb vttb-links">${lines}</div>`);
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (html.querySelectorAll("[data-action=nextTurn]"))) {
      if (next?.label) nameButton(button, next.label);
      const reason = next === null ? next_reason || t("VTTB.Tracker.NothingNext") : "";
      if (reason) {
        button.setAttribute("aria-disabled", "true");
        button.title = reason;
      } else if (button.hasAttribute("aria-disabled")) {
        button.removeAttribute("aria-disabled");
        button.removeAttribute("title");
      }
    }
  }

  /** @param {string} id */
  #nameOf(id) {
    return String((this.leader.leads ? this.leader.state.characters.get(id)?.name : null) ?? personOf(id)?.name ?? "");
  }

  /**
   * Write the engine's turns into the tracker.
   * @param {Record<string, any>} encounters
   * @param {string[]} removed
   * @param {number} seq
   */
  async follow(encounters, removed, seq) {
    for (const [id, encounter] of Object.entries(encounters)) {
      const combat = /** @type {any} */ (game.combats.get(id));
      if (!combat) continue;
      const update = trackerUpdate(encounter, {
        round: combat.round,
        turn: combat.turn,
        order: combat.turns.map(idOfCombatant),
        driven: drivenFlag(combat),
        step: stepFlag(combat),
      });
      if (!update) continue;
      const { driven, step, ...place } = update;
      const own = { ...(driven === undefined ? {} : { encounter: driven }), ...(step === undefined ? {} : { step }) };
      const flags = Object.keys(own).length > 0 ? { flags: { "vtt-bridge": own } } : {};
      await combat.update({ ...place, ...flags }, { direction: 1, vttBridge: { seq } });
    }
    for (const id of removed) {
      const combat = /** @type {any} */ (game.combats.get(id));
      if (combat && drivenFlag(combat)) await combat.update({ flags: { "vtt-bridge": { encounter: false } } }, { vttBridge: { seq } });
    }
  }
}

/** Say on a button what it does: in its text where it has one, else in its name. @param {HTMLElement} button @param {string} label */
function nameButton(button, label) {
  const texts = button.ownerDocument.createTreeWalker(button, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text; text = texts.nextNode()) {
    if (!text.nodeValue?.trim()) continue;
    text.nodeValue = label;
    return;
  }
  button.setAttribute("aria-label", label);
}
