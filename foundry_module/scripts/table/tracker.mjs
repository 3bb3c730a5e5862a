/** The combat tracker and the engine's encounters: the tracker asks, the engine says, the tracker follows. */
import { gaugesHTML } from "../pure/gauges.mjs";
import { escapeText } from "../pure/text.mjs";
import { changeOfOrder, initiatives, missedMoves, nextStep, parcels, readStep, sameOrder, takenName, trackerMove, trackerUpdate } from "../pure/roster.mjs";
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

/** @typedef {import("../pure/queue.mjs").Ack} Ack */

/** Refusals of many that are about one of them, so that the others may still be told. */
const ABOUT_ONE = new Set(["already_exists", "already_in_encounter", "bad_command", "bad_field", "needs_encounter", "unknown_character"]);

/** @param {string[]} ids */
const those = (ids) => (ids.length === 1 ? { character: ids[0] } : { characters: ids });

/** A combat, if it and all these combatants are still there. @param {any} combat @param {string[]} ids */
const whole = (combat, ids) => (game.combats.get(combat.id) === combat && ids.every((id) => combat.combatants.has(id)) ? combat : null);

export class Tracker {
  /** @type {Set<string>} */
  #starting = new Set();
  /** Combats whose order the engine could not be told yet. @type {Set<string>} */
  #untold = new Set();
  /** Who came to a combat or went since the engine was told of it last. @type {Map<string, Map<string, "came" | "went">>} */
  #moves = new Map();
  /** Combats whose rows are changing at this moment. @type {Set<string>} */
  #changing = new Set();
  /** Characters whose last token is gone, while that is on its way to the engine. @type {Set<string>} */
  #unbound = new Set();
  /** What the engine refused while the tables were compared, so that it is said once in a connection. @type {Set<string>} */
  #refused = new Set();
  #epoch = null;
  /** Encounters whose end is on its way to the engine. @type {Set<string>} */
  #ending = new Set();
  #comparing = false;
  /** Something has happened while the tables were compared. */
  #again = false;
  /** Orders on their way to the engine, by what they are. @type {Map<string, Promise<Ack>>} */
  #told = new Map();
  /** The last of them. @type {Promise<unknown>} */
  #line = Promise.resolve();

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
    this.#again = true;
    if (this.#comparing) return;
    this.#comparing = true;
    try {
      while (this.#again) {
        await this.#caughtUp();
        this.#again = false;
        if (this.leader.connected) await this.#compareAll();
      }
    } finally {
      this.#comparing = false;
    }
  }

  /** Until all that was told has come back and is in the documents. */
  async #caughtUp() {
    await this.#line;
    for (let work = null; work !== this.leader.settled(); await work) work = this.leader.settled();
  }

  /** One thing is told at a time, for what is known afterwards may be another. */
  async #compareAll() {
    const { epoch, encounters } = this.leader.state;
    if (this.#epoch !== epoch) this.#refused.clear();
    this.#epoch = epoch;
    for (const encounter of encounters.values()) if (await this.#compareOne(encounter)) return;
    for (const combat of /** @type {Iterable<any>} */ (game.combats)) {
      if (combat.started && !encounters.has(combat.id) && drivenFlag(combat) !== false && !this.#refused.has(combat.id)) {
        await this.#adopt(combat);
        return;
      }
    }
  }

  /** @param {any} encounter @returns {Promise<boolean>} whether the engine was told something */
  async #compareOne(encounter) {
    const combat = /** @type {any} */ (game.combats.get(encounter.id));
    if (!combat) return this.#end(encounter.id);
    if (encounter.busy) return false;
    const moves = this.#moves.get(combat.id) ?? new Map();
    const outside = (/** @type {string} */ id) => this.leader.state.characters.get(id)?.encounter === combat.id && moves.get(id) !== "came";
    const { joined, left } = missedMoves(encounter.order, orderOf(combat), outside);
    const counts = (/** @type {string} */ id) => !encounter.over || moves.has(id);
    if (await this.#many("encounter.leave", left.filter(counts), those)) return true;
    if (await this.#many("encounter.join", joined.filter(counts), (ids) => this.#bring(combat, ids))) return true;
    this.#moves.delete(combat.id);
    return !encounter.over && this.#untold.delete(combat.id) && this.#reorder(combat);
  }

  /**
   * Tell the engine of many in one order; where it refuses one of them, of each by itself.
   * @param {string} verb @param {string[]} ids @param {(ids: string[]) => Record<string, any> | Promise<Record<string, any>>} args
   * @returns {Promise<boolean>} whether there was anything to tell
   */
  async #many(verb, ids, args) {
    const wanted = ids.filter((id) => !this.#refused.has(`${verb} ${id}`));
    if (wanted.length === 0) return false;
    const several = wanted.length > 1;
    const ack = await this.#order(verb, await args(wanted), several ? ABOUT_ONE : undefined);
    if (ack.ok) return true;
    if (several && ABOUT_ONE.has(String(ack.error?.code))) for (const id of wanted) await this.#many(verb, [id], args);
    else for (const id of wanted) this.#refused.add(`${verb} ${id}`);
    return true;
  }

  /** What brings these into a combat, those whom the engine does not know yet too. @param {any} combat @param {string[]} ids */
  async #bring(combat, ids) {
    return { encounter: combat.id, ...those(ids), ...(await this.#newcomers(combat, ids)) };
  }

  /** A combat that came from elsewhere may say that the engine drives it; if the engine does not take it, it moves by itself. @param {any} combat */
  async #adopt(combat) {
    if (await this.start(combat)) return;
    this.#refused.add(combat.id);
    if (drivenFlag(combat) === true) await write(() => game.combats.get(combat.id), { flags: { "vtt-bridge": { encounter: null } } }, { vttBridge: {} });
  }

  /** @param {any} combat @returns {Promise<boolean>} false when there is nobody for the engine, or it refused */
  async start(combat) {
    if (this.#starting.has(combat.id)) return true;
    const order = orderOf(combat);
    if (order.length === 0) return false;
    this.#starting.add(combat.id);
    try {
      const name = takenName(combat.scene?.name ?? "", t("VTTB.Tracker.Encounter"));
      const newcomers = await this.#newcomers(combat, order);
      return (await this.#order("encounter.start", { id: combat.id, name, order, ...newcomers })).ok;
    } finally {
      this.#starting.delete(combat.id);
    }
  }

  /**
   * Those of a combat whom the engine does not know yet, to be added with whatever they are needed for. Where they are too
   * many for one message, the first of them are added before.
   * @param {any} combat @param {string[]} ids @returns {Promise<{ newcomers?: any[] }>}
   */
  async #newcomers(combat, ids) {
    const { characters } = this.leader.state;
    for (const id of ids) if (characters.get(id)?.bound === false) await this.#order("character.edit", { character: id, bound: true });
    const rows = new Map(combat.turns.map((/** @type {any} */ one) => [idOfCombatant(one), one]));
    const unknown = ids.filter((id) => rows.has(id) && !characters.has(id)).map((id) => rows.get(id));
    const packed = parcels(unknown.map(({ actor, token }) => this.describe(actor, token)));
    const last = packed.pop();
    for (const newcomers of packed) await this.#order("character.add", { newcomers });
    return last ? { newcomers: last } : {};
  }

  /** @param {any} actor @param {any} token */
  describe(actor, token) {
    return describeNew(actor, token, (id) => this.leader.state.characters.get(id)?.fields ?? null);
  }

  /**
   * One after the other, so that none waits too long for the bridge; the same order twice at once is one order.
   * @param {string} verb @param {Record<string, any>} args @param {Set<string>} [quiet] refusals that nobody is told @returns {Promise<Ack>}
   */
  #order(verb, args, quiet) {
    const key = JSON.stringify([verb, args]);
    const known = this.#told.get(key);
    if (known) return known;
    const told = this.#line.then(() => this.#tell(verb, args, quiet)).finally(() => this.#told.delete(key));
    this.#told.set(key, told);
    this.#line = told.catch(() => {});
    return told;
  }

  /** @param {string} verb @param {Record<string, any>} args @param {Set<string>} [quiet] @returns {Promise<Ack>} */
  async #tell(verb, args, quiet) {
    const ack = await this.leader.order(verb, args);
    if (!ack.ok && ack.error && !quiet?.has(ack.error.code)) await whisperRefusal(ack.error);
    void this.compare();
    return ack;
  }

  /** @param {any} combatant */
  async joined(combatant) {
    const id = idOfCombatant(combatant);
    await this.#moved(combatant.parent, id ? [id] : [], "came");
  }

  /** Somebody who stands in the tracker twice leaves with the last of his rows. @param {any} combatant */
  async left(combatant) {
    await this.#moved(combatant.parent, idsOfCombatant(combatant), "went");
  }

  /** @param {any} combat @param {string[]} ids who may have moved @param {"came" | "went"} how */
  async #moved(combat, ids, how) {
    if (!combat || !this.leader.leads) return;
    this.#refused.delete(combat.id);
    const moves = this.#moves.get(combat.id) ?? new Map();
    this.#moves.set(combat.id, moves);
    for (const id of ids) {
      moves.set(id, how);
      this.#refused.delete(`encounter.join ${id}`);
      this.#refused.delete(`encounter.leave ${id}`);
    }
    await this.#rowsChanged(combat);
  }

  /** Rows come, go and move by the hundred: once all of them have, the engine is told. @param {any} combat */
  async #rowsChanged(combat) {
    if (this.#changing.has(combat.id)) return;
    this.#changing.add(combat.id);
    await null;
    this.#changing.delete(combat.id);
    await this.compare();
    await this.#stay(combat);
  }

  /** A row that comes or goes moves the others; the turn stays with whoever has it, as the engine says when it has heard of it. @param {any} combat */
  async #stay(combat) {
    const encounter = this.leader.state.encounters.get(combat.id);
    if (encounter && this.leader.connected && this.#told.size === 0) await this.follow({ [combat.id]: encounter }, [], this.leader.state.seq);
  }

  /** @param {any} combatant @param {any} changed @param {any} options */
  async reordered(combatant, changed, options) {
    const combat = combatant.parent;
    const encounter = this.leader.state.encounters.get(combat?.id);
    if (options?.vttBridge || changed.initiative === undefined || !encounter) return;
    if (encounter.own_order === true) {
      if (!this.leader.connected) return;
      await this.page.flight.once(`order ${combat.id}`, async () => {
        await whisperRefusal({ heading: t("VTTB.Refusal.NotDone"), text: t("VTTB.Tracker.OwnOrder") });
      });
    } else this.#untold.add(combat.id);
    await this.#rowsChanged(combat);
  }

  /** @param {any} combat @returns {Promise<boolean>} whether the engine was told something */
  async #reorder(combat) {
    const encounter = this.leader.state.encounters.get(combat.id);
    const order = orderOf(combat).filter((id) => encounter.order.includes(id));
    if (order.length !== encounter.order.length || sameOrder(order, encounter.order)) return false;
    await this.#order("encounter.order", { encounter: combat.id, order });
    return true;
  }

  /** @param {any} combat */
  async ended(combat) {
    if (this.leader.connected && this.leader.state.encounters.has(combat.id)) await this.#end(combat.id);
  }

  /** What is still open in it is taken back first, at times the encounter itself. @param {string} encounter @returns {Promise<boolean>} whether the engine was told something */
  async #end(encounter) {
    if (this.#ending.has(encounter) || this.#refused.has(encounter)) return false;
    this.#ending.add(encounter);
    const open = [...this.leader.state.questions.values()].filter((question) => question.encounter === encounter);
    for (const command of new Set(open.map((question) => question.command))) await this.leader.withdraw(command);
    if (this.leader.state.encounters.has(encounter) && !(await this.#order("encounter.end", { encounter })).ok) this.#refused.add(encounter);
    this.#ending.delete(encounter);
    return true;
  }

  /** @param {any} token */
  async tokenDeleted(token) {
    if (!isBindable(token.actor) || tokensOf(idOfToken(token)).length > 0) return;
    await this.#unbind(idOfToken(token));
  }

  /** What the tokens of a deleted actor were is known from their marks alone. @param {any} actor */
  async actorDeleted(actor) {
    const unlinked = [...game.scenes].flatMap((scene) => /** @type {any} */ (scene).tokens.filter((/** @type {any} */ token) => token.actorId === actor.id && !token.actorLink));
    for (const id of [idOfActor(actor), ...unlinked.map(({ uuid }) => uuid)]) void this.#unbind(id);
  }

  /** Characters that nothing stands for any more: their questions go to the game master. @param {string} id */
  async #unbind(id) {
    const isFirst = this.#unbound.size === 0;
    this.#unbound.add(id);
    if (!isFirst) return;
    await this.#caughtUp();
    const { characters } = this.leader.state;
    const gone = [...this.#unbound].filter((one) => characters.get(one)?.bound && characters.get(one).encounter && tokensOf(one).length === 0);
    this.#unbound.clear();
    if (!this.leader.connected) return;
    const encounters = new Set(gone.map((one) => characters.get(one).encounter));
    for (const encounter of encounters) await this.#order("character.unbind", those(gone.filter((one) => characters.get(one).encounter === encounter)));
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
    const back = this.#moves.get(combat.id); // somebody may have come back meanwhile
    const out = gone.filter((id) => !now.includes(id) && back?.get(id) !== "came");
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
