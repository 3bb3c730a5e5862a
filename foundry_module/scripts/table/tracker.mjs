/** The combat tracker and the engine's encounters: the tracker asks, the engine says, the tracker follows. */
import { gaugesHTML } from "../pure/gauges.mjs";
import { escapeText } from "../pure/text.mjs";
import { changeOfOrder, initiatives, missedMoves, nextStep, readStep, sameOrder, takenName, trackerMove, trackerUpdate } from "../pure/roster.mjs";
import { describeNew, idOfActor, idOfCombatant, idOfToken, idsOfCombatant, isBindable, isHidden, personOf, publicView, rowOf, tokensOf } from "./characters.mjs";
import { whileThere, write } from "./documents.mjs";
import { whisperRefusal } from "./messages.mjs";
import { t } from "./words.mjs";

/** @param {any} combat @returns {boolean | null | undefined} whether the engine drives it; nothing before it knows it, null when it does not take it */
const drivenFlag = (combat) => combat.flags?.["vtt-bridge"]?.encounter;

/** @param {any} combat @returns {string | undefined} what comes next, as the leading page wrote it down for all */
const stepFlag = (combat) => combat.flags?.["vtt-bridge"]?.step;

/** @param {any} combat @returns {string[]} */
const orderOf = (combat) => [...new Set(/** @type {string[]} */ (combat.turns.map(idOfCombatant).filter(Boolean)))];

/** A combat, if it and all these combatants are still there. @param {any} combat @param {string[]} ids */
const whole = (combat, ids) => (game.combats.get(combat.id) === combat && ids.every((id) => combat.combatants.has(id)) ? combat : null);

export class Tracker {
  /** @type {Set<string>} */
  #starting = new Set();
  /** Combats whose order, and combatants whose return, the engine could not be told at once. @type {Set<string>} */
  #untold = new Set();
  /** Combatants whose leaving is on its way to the engine. @type {Set<string>} */
  #leaving = new Set();
  /** What the engine refused while the tables were compared, so that it is said once in a connection. @type {Set<string>} */
  #refused = new Set();
  #epoch = null;
  /** Encounters whose end is on its way to the engine. @type {Set<string>} */
  #ending = new Set();
  #comparing = false;
  /** Orders on their way to the engine. */
  #telling = 0;
  /** @type {Map<string, Promise<boolean>>} the same, by what they are */
  #told = new Map();
  /** @type {Promise<boolean>} the last of them */
  #line = Promise.resolve(true);

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
    if (options?.vttBridge) return true;
    if (combat.round === 0 && changed.round > 0) void this.page.flight.once(`turn ${combat.id}`, async () => {}); // a double click starts and does no more
    if (drivenFlag(combat) !== true) return true;
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

  /** The button for the next turn, pressed by a key. @returns {boolean} */
  nextTurn() {
    const combat = /** @type {any} */ (game.combat);
    if (!combat || drivenFlag(combat) !== true) return false;
    const current = combat.turns[combat.turn ?? 0];
    this.#forward(combat, current ? idOfCombatant(current) : null);
    return true;
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

  /** @param {any} combat @param {any} changed @param {any} options @param {string} userId whose change it is */
  async updated(combat, changed, options, userId) {
    if (!this.leader.connected || (options?.vttBridge && game.users.get(userId)?.isGM)) return;
    const encounter = this.leader.state.encounters.get(combat.id);
    if (!encounter) {
      if (combat.started && typeof drivenFlag(combat) !== "boolean" && !this.#refused.has(combat.id)) await this.#adopt(combat);
      return;
    }
    if (changed.turn !== undefined || changed.round !== undefined) await this.follow({ [combat.id]: encounter }, [], this.leader.state.seq);
  }

  /**
   * Tell the engine what became of the combats while nobody could: before this page led, during a break of the
   * connection, or while an answer was awaited.
   */
  async compare() {
    if (this.#comparing || this.#telling > 0 || !this.leader.connected) return;
    this.#comparing = true;
    if (this.#epoch !== this.leader.state.epoch) this.#refused.clear();
    this.#epoch = this.leader.state.epoch;
    try {
      for (const encounter of [...this.leader.state.encounters.values()]) await this.#compareOne(encounter);
      for (const combat of /** @type {Iterable<any>} */ (game.combats)) {
        const known = this.leader.state.encounters.has(combat.id);
        if (combat.started && !known && drivenFlag(combat) !== false && !this.#refused.has(combat.id)) await this.#adopt(combat);
      }
    } finally {
      this.#comparing = false;
    }
  }

  /** @param {any} encounter */
  async #compareOne(encounter) {
    const combat = /** @type {any} */ (game.combats.get(encounter.id));
    if (!combat) {
      await this.#end(encounter.id);
      return;
    }
    if (encounter.busy || encounter.over) return;
    const back = (/** @type {string} */ id) => this.#untold.delete(`${combat.id} ${id}`);
    const order = orderOf(combat);
    const { joined, left } = missedMoves(encounter.order, order, (id) => this.leader.state.characters.get(id)?.encounter === combat.id && !back(id));
    for (const id of left) await this.#once("encounter.leave", { character: id });
    for (const combatant of combat.turns) if (joined.includes(idOfCombatant(combatant) ?? "")) await this.#bring(combatant, (verb, args) => this.#once(verb, args));
    if (this.#untold.delete(combat.id)) await this.#reorder(combat);
  }

  /** A combat that came from elsewhere may say that the engine drives it; if the engine does not take it, it moves by itself. @param {any} combat */
  async #adopt(combat) {
    if (await this.start(combat)) return;
    this.#refused.add(combat.id);
    if (drivenFlag(combat) === true) await write(() => game.combats.get(combat.id), { flags: { "vtt-bridge": { encounter: null } } }, { vttBridge: {} });
  }

  /** @param {string} verb @param {Record<string, any>} args */
  async #once(verb, args) {
    const key = JSON.stringify([verb, args]);
    if (!this.#refused.has(key) && !(await this.#order(verb, args))) this.#refused.add(key);
  }

  /** @param {any} combat @returns {Promise<boolean>} false when there is nobody for the engine, or it refused */
  async start(combat) {
    if (this.#starting.has(combat.id)) return true;
    const order = orderOf(combat);
    if (order.length === 0) return false;
    this.#starting.add(combat.id);
    try {
      for (const combatant of combat.turns) if (!(await this.#introduce(combatant))) return false;
      return await this.#order("encounter.start", { id: combat.id, name: takenName(combat.scene?.name ?? "", t("VTTB.Tracker.Encounter")), order });
    } finally {
      this.#starting.delete(combat.id);
    }
  }

  /** Make a combatant known to the engine. @param {any} combatant @returns {Promise<boolean>} */
  async #introduce(combatant) {
    const id = idOfCombatant(combatant);
    const known = id ? this.leader.state.characters.get(id) : null;
    if (known?.bound === false) return this.#order("character.edit", { character: id, bound: true });
    if (!id || known) return true;
    return this.#order("character.add", this.describe(combatant.actor, combatant.token));
  }

  /** @param {any} actor @param {any} token */
  describe(actor, token) {
    return describeNew(actor, token, (id) => this.leader.state.characters.get(id)?.fields ?? null);
  }

  /**
   * One after the other, so that none waits too long for the bridge; the same order twice at once is one order.
   * @param {string} verb @param {Record<string, any>} args @returns {Promise<boolean>}
   */
  #order(verb, args) {
    const key = JSON.stringify([verb, args]);
    const known = this.#told.get(key);
    if (known) return known;
    const told = this.#line.then(() => this.#tell(verb, args)).finally(() => this.#told.delete(key));
    this.#told.set(key, told);
    this.#line = told.catch(() => false);
    return told;
  }

  /** @param {string} verb @param {Record<string, any>} args @returns {Promise<boolean>} */
  async #tell(verb, args) {
    this.#telling += 1;
    const ack = await this.leader.order(verb, args);
    this.#telling -= 1;
    if (!ack.ok && ack.error) await whisperRefusal(ack.error);
    void this.compare();
    return ack.ok;
  }

  /** @param {any} combatant */
  async joined(combatant) {
    const combat = combatant.parent;
    if (this.leader.state.encounters.has(combat?.id)) {
      await this.#come(combatant);
      await this.#stay(combat);
    } else if (idOfCombatant(combatant) && this.leader.connected && combat?.started && drivenFlag(combat) !== false) await this.#adopt(combat);
  }

  /** @param {any} combatant */
  async #come(combatant) {
    const combat = combatant.parent;
    const id = idOfCombatant(combatant);
    const encounter = this.leader.state.encounters.get(combat.id);
    const leaving = this.#leaving.has(`${combat.id} ${id}`);
    if (!id || (encounter.order?.includes(id) && !leaving)) return;
    if (!this.leader.connected || encounter.busy || leaving) {
      this.#untold.add(`${combat.id} ${id}`);
      return;
    }
    await this.#bring(combatant, (verb, args) => this.#order(verb, args));
  }

  /** A row that comes or goes moves the others; the turn stays with whoever has it, as the engine says when it has heard of it. @param {any} combat */
  async #stay(combat) {
    const encounter = this.leader.state.encounters.get(combat.id);
    if (encounter && this.leader.connected && this.#told.size === 0) await this.follow({ [combat.id]: encounter }, [], this.leader.state.seq);
  }

  /** Into the encounter, unless the engine has heard of it in another way meanwhile. @param {any} combatant @param {(verb: string, args: Record<string, any>) => Promise<unknown>} tell */
  async #bring(combatant, tell) {
    const id = idOfCombatant(combatant);
    const encounter = combatant.parent.id;
    if (!(await this.#introduce(combatant)) || this.leader.state.encounters.get(encounter)?.order.includes(id)) return;
    await tell("encounter.join", { character: id, encounter });
  }

  /** Somebody who stands in the tracker twice leaves with the last of his rows. @param {any} combatant */
  async left(combatant) {
    const combat = combatant.parent;
    const encounter = this.leader.state.encounters.get(combat?.id);
    this.#refused.delete(combat?.id);
    const id = idsOfCombatant(combatant).find((one) => encounter?.order?.includes(one));
    if (!this.leader.connected || !encounter) return;
    if (id && !orderOf(combat).includes(id)) {
      this.#leaving.add(`${combat.id} ${id}`);
      await this.#order("encounter.leave", { character: id });
      this.#leaving.delete(`${combat.id} ${id}`);
    }
    await this.#stay(combat);
  }

  /** @param {any} combatant @param {any} changed @param {any} options */
  async reordered(combatant, changed, options) {
    const combat = combatant.parent;
    const encounter = this.leader.state.encounters.get(combat?.id);
    if (options?.vttBridge || changed.initiative === undefined || !encounter) return;
    if (encounter.own_order === true) {
      if (!this.leader.connected) return;
      await this.follow({ [combat.id]: encounter }, [], this.leader.state.seq);
      await whisperRefusal({ heading: t("VTTB.Refusal.NotDone"), text: t("VTTB.Tracker.OwnOrder") });
      return;
    }
    if (this.leader.connected && !encounter.busy) await this.#reorder(combat);
    else this.#untold.add(combat.id);
    await this.#stay(combat);
  }

  /** @param {any} combat */
  async #reorder(combat) {
    const encounter = this.leader.state.encounters.get(combat.id);
    const order = orderOf(combat).filter((id) => encounter.order.includes(id));
    if (order.length === encounter.order.length && !sameOrder(order, encounter.order)) {
      await this.#order("encounter.order", { encounter: combat.id, order });
    }
  }

  /** @param {any} combat */
  async ended(combat) {
    if (this.leader.connected && this.leader.state.encounters.has(combat.id)) await this.#end(combat.id);
  }

  /** What is still open in it is taken back first, at times the encounter itself. @param {string} encounter */
  async #end(encounter) {
    if (this.#ending.has(encounter)) return;
    this.#ending.add(encounter);
    const open = [...this.leader.state.questions.values()].filter((question) => question.encounter === encounter);
    for (const command of new Set(open.map((question) => question.command))) await this.leader.withdraw(command);
    if (this.leader.state.encounters.has(encounter)) await this.#once("encounter.end", { encounter });
    this.#ending.delete(encounter);
  }

  /** @param {any} token */
  async tokenDeleted(token) {
    if (!isBindable(token.actor) || tokensOf(idOfToken(token)).length > 0) return;
    await this.#unbind(idOfToken(token));
  }

  /** What the tokens of a deleted actor were is known from their marks alone. @param {any} actor */
  async actorDeleted(actor) {
    const unlinked = [...game.scenes].flatMap((scene) => /** @type {any} */ (scene).tokens.filter((/** @type {any} */ token) => token.actorId === actor.id && !token.actorLink));
    for (const id of [idOfActor(actor), ...unlinked.map(({ uuid }) => uuid)]) await this.#unbind(id);
  }

  /** A character that nothing stands for any more: its questions go to the game master. @param {string} id */
  async #unbind(id) {
    const character = this.leader.state.characters.get(id);
    if (this.leader.connected && character?.bound && character.encounter) await this.#order("character.unbind", { character: id });
  }

  /** @param {any} token @param {any} changed */
  async tokenRenamed(token, changed) {
    if (changed.name === undefined || !this.leader.connected || !isBindable(token.actor)) return;
    const known = this.leader.state.characters.get(idOfToken(token));
    const name = takenName(changed.name, "");
    if (known && name && name !== known.name) await this.#order("character.edit", { character: idOfToken(token), name });
  }

  /** A character whose token stands again. @param {any} token */
  async tokenCreated(token) {
    if (!this.leader.connected || !isBindable(token.actor)) return;
    const id = idOfToken(token);
    if (this.leader.state.characters.get(id)?.bound === false) await this.#order("character.edit", { character: id, bound: true });
  }

  /** The engine's figures in the tracker's rows, as this page's user may know them. @param {HTMLElement} html */
  annotate(html) {
    const combat = /** @type {any} */ (game.combat);
    if (!combat) return;
    for (const row of /** @type {NodeListOf<HTMLElement>} */ (html.querySelectorAll("li.combatant[data-combatant-id]"))) {
      const combatant = combat.combatants.get(row.dataset.combatantId ?? "");
      const id = combatant ? idOfCombatant(combatant) : null;
      const known = id ? (this.leader.leads ? this.leader.state.characters.get(id) : this.page.own.get(id)) ?? publicView(combatant.actor) : null;
      for (const old of row.querySelectorAll(".vttb-track-row, .vttb-track-gauges")) old.remove();
      if (!known?.row) continue;
      const { main, line, means } = known.row;
      const figures = `<span>${escapeText(means)}</span><span><b>${escapeText(main)}</b> ${escapeText(line)}</span>`;
      const gauges = gaugesHTML(known.bars, t);
      row.insertAdjacentHTML("beforeend", `<div class="vttb vttb-track-row">${figures}</div>${gauges && `<div class="vttb vttb-track-gauges">${gauges}</div>`}`);
    }
    this.#annotateStep(html, combat);
  }

  /** Who is engaged with whom, and what the button for the next turn does. @param {HTMLElement} html @param {any} combat */
  #annotateStep(html, combat) {
    for (const old of html.querySelectorAll(".vttb-links")) old.remove();
    if (drivenFlag(combat) !== true) return;
    const { next, next_reason, links = [], busy = false } = this.#stepOf(combat);
    const secret = (/** @type {string | null | undefined} */ id) => Boolean(id) && !game.user?.isGM && isHidden(String(id));
    const seen = links.map((group) => group.filter((id) => !secret(id))).filter((group) => group.length > 1);
    const groups = seen.map((group) => group.map((id) => this.#nameOf(id)).join(", "));
    if (groups.length > 0) {
      const lines = groups.map((names) => `<p>${escapeText(t("VTTB.Tracker.Engaged", { names }))}</p>`).join("");
      for (const list of html.querySelectorAll("ol.combat-tracker")) list.insertAdjacentHTML("afterend", `<div class="vttb vttb-links">${lines}</div>`);
    }
    for (const button of /** @type {NodeListOf<HTMLElement>} */ (html.querySelectorAll("[data-action=nextTurn]"))) {
      if (busy) nameButton(button, t("VTTB.Tracker.Waiting"));
      else if (next?.label && !secret(next.actor)) nameButton(button, next.label);
      const nothing = next === null ? next_reason || t("VTTB.Tracker.NothingNext") : "";
      const reason = nothing || (busy ? t("VTTB.Tracker.AfterAnswers") : "");
      if (reason) {
        button.setAttribute("aria-disabled", "true");
        button.title = reason;
      } else if (button.hasAttribute("aria-disabled")) {
        button.removeAttribute("aria-disabled");
        button.removeAttribute("title");
      }
    }
  }

  /** Bring the tracker into the order that the rules make. @param {any} combat @param {string[]} order @param {number} seq */
  async #arrange(combat, order, seq) {
    const changes = initiatives(order, combat.turns.map(idOfCombatant)).map(({ at, initiative }) => ({ _id: combat.turns[at].id, initiative }));
    const find = () => whole(combat, changes.map(({ _id }) => _id));
    if (changes.length > 0) await whileThere(find, () => combat.updateEmbeddedDocuments("Combatant", changes, { vttBridge: { seq } }));
  }

  /**
   * Follow the engine where it brings somebody in, takes somebody out or changes the order.
   * @param {any} combat @param {string[]} before the order until now @param {string[]} order @param {number} seq
   */
  async #changeOrder(combat, before, order, seq) {
    const { come, gone, arrange } = changeOfOrder(before, order, orderOf(combat));
    const options = { vttBridge: { seq } };
    const now = this.leader.state.encounters.get(combat.id)?.order ?? [];
    const telling = this.#telling > 0 || this.#comparing; // such as that somebody has come back meanwhile
    const out = telling ? [] : gone.filter((id) => !now.includes(id));
    const rows = combat.turns.filter((/** @type {any} */ one) => out.includes(idOfCombatant(one) ?? ""));
    const ids = rows.map((/** @type {any} */ one) => one.id);
    if (ids.length > 0) await whileThere(() => whole(combat, ids), () => combat.deleteEmbeddedDocuments("Combatant", ids, options));
    if (come.length > 0) await whileThere(() => whole(combat, []), () => combat.createEmbeddedDocuments("Combatant", come.map(rowOf), options));
    if (arrange) await this.#arrange(combat, order, seq);
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
   * @param {Map<string, any>} [before] the encounters as they were until now, where that is known
   */
  async follow(encounters, removed, seq, before = new Map()) {
    for (const [id, encounter] of Object.entries(encounters)) {
      const combat = /** @type {any} */ (game.combats.get(id));
      if (!combat) continue;
      const old = before.get(id)?.order ?? encounter.order;
      if (!sameOrder(old, encounter.order)) await this.#changeOrder(combat, old, encounter.order, seq);
      if (encounter.own_order === true && encounter.over !== true) await this.#arrange(combat, encounter.order, seq);
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
      await write(() => game.combats.get(id), { ...place, ...flags }, { direction: 1, vttBridge: { seq } });
    }
    for (const id of removed) {
      const combat = /** @type {any} */ (game.combats.get(id));
      if (combat && drivenFlag(combat)) await write(() => game.combats.get(id), { flags: { "vtt-bridge": { encounter: false } } }, { vttBridge: { seq } });
    }
    if (removed.length > 0) this.#refused.clear();
    void this.compare();
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
