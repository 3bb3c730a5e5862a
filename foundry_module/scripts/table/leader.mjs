/**
 * The game master's page that leads the world: it alone talks to the bridge, brings the tabletop's documents up to date,
 * passes on what players ask, and tells each of them what only he may know.
 */
import { inCard } from "../pure/asks.mjs";
import { newId } from "../pure/ids.mjs";
import { ActionQueue } from "../pure/queue.mjs";
import { cleanAction, objection } from "../pure/permission.mjs";
import { RelayLeader } from "../pure/relay.mjs";
import { TableState } from "../pure/state.mjs";
import { actorOf, idOfActor, mirroredIds, owns, playersOf, senderFor, speakerFor } from "./characters.mjs";
import { namesAsker } from "./compat.mjs";
import { Link } from "./link.mjs";
import { ownTabs } from "./own-tabs.mjs";
import { Scribe } from "./scribe.mjs";
import { namedBridge, pairing, receiptsOpen } from "./settings.mjs";
import { notDone, t } from "./words.mjs";

/** @typedef {import("../pure/queue.mjs").Ack} Ack */

const CHANNEL = "module.vtt-bridge";
const TELL = "vtt-bridge.tell";
const TELL_WITHIN = 5_000;
export const CARDS_AT_ONCE = 20;
/** States of the connection in which only a person can help, so that this page does not lead any more. */
const ENDS = new Set(["unpaired", "stranger", "bridgeOld", "moduleOld", "versions"]);
/** This page's name among those that may lead. */
const PAGE = newId();

/** @type {import("../pure/queue.mjs").Clock} */
export const CLOCK = {
  now: () => Date.now(),
  later: (run, ms) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer),
};

/** States of a card in which something is to be done. */
const OPEN = ["waiting", "draft"];

/** Codes of the refusals that this page makes itself. */
const OBJECTIONS = {
  not_owner: "VTTB.Refusal.NotOwner",
  gm_only: "VTTB.Refusal.GmOnly",
  not_asked: "VTTB.Refusal.NotAsked",
};

export class Leader {
  state = new TableState();
  /** Whether this page tries to lead: it holds this browser's lock and has been paired. */
  started = false;
  /** Whether this page leads: the bridge has given it the table, connected at this moment or not. */
  leads = false;
  #scribe;
  #token = "";
  #catching = false;
  #taking = false;

  /**
   * @param {{
   *   cards: import("./messages.mjs").CardLog, status: (key: any, facts?: any) => void,
   *   elsewhere: (key: "elsewhere" | "otherBridge", facts?: any) => void, changed: () => void,
   *   closed: (closed: any, question: any) => void, encounters: (encounters: Record<string, any>, removed: string[], seq: number, before?: Map<string, any>) => Promise<void>,
   * }} on
   */
  constructor(on) {
    this.on = on;
    this.link = new Link({
      welcome: (welcome) => this.#welcome(welcome),
      batch: (envelope) => this.#batch(envelope),
      clocks: (clocks) => this.#clocks(clocks),
      lost: () => this.#lost(),
      elsewhere: (facts) => this.#stepBack("elsewhere", facts),
      state: (key, facts) => this.#failing(key, facts),
      last: () => this.state.seq || (pairing()?.last ?? null),
    });
    this.#scribe = new Scribe({
      state: () => this.state,
      connected: () => this.connected,
      cards: on.cards,
      encounters: on.encounters,
      written: (commands) => {
        for (const command of commands) this.redraw(command);
        this.broadcast();
      },
    });
    this.queue = new ActionQueue({
      transport: {
        send: (action) => this.#send(action),
        ask: async (ids) => {
          const answer = await this.link.emit("ask", { ids });
          if (!answer?.known) throw new Error("no answer");
          return answer.known;
        },
      },
      clock: CLOCK,
      withdrawn: () => notDone(t("VTTB.Refusal.Withdrawn"), "withdrawn", t("VTTB.Refusal.WithdrawnHint")),
    });
    this.relay = new RelayLeader({
      leads: () => this.leads,
      known: (userId) => Boolean(game.users.get(userId)),
      handle: (request, userId) => this.#handle(request, userId),
      tell: (userId, message) => void this.tell(userId, message),
      busy: () => ({ type: "reply", ack: notDone(t("VTTB.Refusal.TooFast"), "too_fast") }),
      now: () => Date.now(),
      page: PAGE,
    });
  }

  get connected() {
    return this.leads && this.link.ready;
  }

  /** @param {import("./settings.mjs").Pairing} paired @param {{ take?: boolean }} [how] */
  start(paired, { take = false } = {}) {
    if (paired.token !== this.#token) this.state = new TableState();
    this.#token = paired.token;
    this.started = true;
    this.#taking = take;
    this.link.open(paired, { take });
  }

  stop() {
    this.started = false;
    this.yieldTable();
    this.link.close();
  }

  /** Another page leads, or none: what was asked here is asked there, and what was on its way is for that page to tell. */
  yieldTable() {
    this.queue.abandon();
    if (!this.leads) return;
    this.leads = false;
    const questions = [...this.state.questions.values()];
    this.state.questions.clear();
    for (const question of questions) this.on.closed({ id: question.id, by: "elsewhere" }, question);
    this.on.changed();
  }

  /** @param {any} key @param {any} [facts] */
  #failing(key, facts) {
    if (ENDS.has(key)) this.stop();
    this.on.status(key, facts);
  }

  /** @param {"elsewhere" | "otherBridge"} key @param {any} [facts] */
  #stepBack(key, facts) {
    this.stop();
    this.on.elsewhere(key, facts);
  }

  /** The world has named the bridge that it is led with: whoever leads it with another steps back. */
  heedNamed() {
    const named = namedBridge();
    if (this.connected && named && named !== this.state.bridge) this.#otherBridge(new Set(this.state.characters.keys()));
  }

  /** This page's bridge is not the one that the world is led with. @param {Set<string>} here whom it knows */
  #otherBridge(here) {
    const all = mirroredIds();
    this.#stepBack("otherBridge", { known: all.filter((id) => here.has(id)).length, all: all.length });
  }

  // What the bridge says

  /** @param {any} welcome */
  #welcome(welcome) {
    const named = namedBridge();
    if (named && named !== welcome.bridge && !this.#taking) {
      this.#otherBridge(new Set(Object.keys(welcome.view?.characters ?? {})));
      return;
    }
    this.#taking = false;
    this.leads = true;
    const before = [...this.state.questions.values()];
    this.state.reset(welcome, Date.now());
    this.on.status(this.state.settings.paused ? "paused" : "connected");
    this.queue.online();
    this.#scribe.welcome(welcome);
    for (const question of before) {
      if (!this.state.questions.has(question.id)) this.on.closed({ id: question.id, by: "withdrawn" }, question);
    }
    for (const user of game.users) if (!(/** @type {any} */ (user).isGM)) this.#tellOpen(user);
    this.on.changed();
  }

  /** What a player may know of his own characters, and all that he is being asked, so that his page drops the rest. @param {any} user */
  #tellOpen(user) {
    const questions = [...this.state.questions.values()].filter((question) => !question.gm && owns(question.who, user)).map(forPlayer);
    const own = [...this.state.characters.keys()].filter((id) => owns(id, user)).map((id) => [id, this.state.ownerView(id)]);
    void this.tell(user.id, { type: "questions", questions, characters: Object.fromEntries(own) });
  }

  /** @param {any} envelope */
  #batch(envelope) {
    const asked = new Map(this.state.questions);
    const before = new Map(this.state.encounters);
    const outcome = this.state.apply(envelope, Date.now());
    if (outcome === "gap") {
      void this.#catchUp();
      return;
    }
    if (outcome === "old") return;
    for (const closed of envelope.gm.closed ?? []) {
      const question = asked.get(closed.id);
      this.on.closed(closed, question);
      if (question) for (const user of askedPlayers(question)) void this.tell(user.id, { type: "closed", closed });
    }
    for (const question of envelope.gm.opened ?? []) this.#tellQuestion(this.state.questions.get(question.id));
    for (const [id, part] of Object.entries(envelope.owners ?? {})) {
      const own = /** @type {any} */ (part).characters?.[id];
      if (own) for (const user of playersOf(id)) void this.tell(user.id, { type: "character", id, character: own });
    }
    this.#scribe.batch(envelope, before);
    this.on.changed();
  }

  async #catchUp() {
    if (this.#catching) return;
    this.#catching = true;
    try {
      for (let more = true; more; ) {
        const page = await this.link.emit("catch_up", { after: this.state.seq });
        for (const envelope of page.batches ?? []) this.#batch(envelope);
        more = page.more === true && page.batches.length > 0;
      }
    } catch {
      // The connection went again; the next welcome brings everything.
    } finally {
      this.#catching = false;
    }
  }

  /** @param {any} clocks */
  #clocks(clocks) {
    this.state.clocks(clocks, Date.now());
    this.on.status(this.state.settings.paused ? "paused" : "connected");
    for (const question of this.state.questions.values()) this.#tellQuestion(question);
    this.broadcast();
    this.on.changed();
  }

  #lost() {
    this.queue.offline();
    this.state.hold();
    this.broadcast();
    this.on.changed();
  }

  /** When everything that has arrived is in the documents. */
  settled() {
    return this.#scribe.settled();
  }

  // What people do

  /**
   * @param {Record<string, any>} raw
   * @param {any} user who did it, from the tabletop
   * @param {number} [until] on this page's clock; later it is not carried out
   * @returns {Promise<Ack | null>} null when another page leads now and can tell
   */
  async act(raw, user, until) {
    const action = cleanAction(raw);
    if (!action) return notDone(t("VTTB.Refusal.Unreadable"), "unreadable");
    const concerned = [...this.state.characters.keys(), ...(action.actor ? [action.actor] : [])];
    const sender = (typeof action.text === "string" ? speakerFor : senderFor)(user, concerned);
    const fault = objection(action, sender, (request) => this.state.asked.get(request) ?? null);
    if (fault) return notDone(t(OBJECTIONS[fault]), fault);
    if (action.kind === "answer") action.source = sender.gm ? "gm" : "person";
    if (action.kind === "command") this.on.cards.meant(action.id, raw.mode);
    return this.queue.submit({ .../** @type {any} */ (action), sender }, until);
  }

  /** @param {import("../pure/queue.mjs").Action} action */
  async #send(action) {
    const ack = await this.link.emit("act", { ...action, epoch: this.state.epoch });
    return ack.error?.code === "old_epoch" ? null : ack;
  }

  /**
   * A command of the engine itself: roster, encounters, rules.
   * @param {string} verb
   * @param {Record<string, any>} args
   */
  order(verb, args) {
    return this.#own({ kind: "command", verb, args, actor: null, targets: [] });
  }

  /** Take back a command that is still open. @param {string} command */
  withdraw(command) {
    return this.#own({ kind: "undo", command });
  }

  /** What this page does by itself dies with its lease: the next leader compares the tables anew. @param {Record<string, any>} action @returns {Promise<Ack>} */
  async #own(action) {
    return (await this.act({ id: newId(), ...action }, game.user)) ?? { ok: false };
  }

  /** Targets that the bridge does not know change nothing of what may be done. @param {string} actor @param {string[]} aimed @param {any} user @returns {Promise<any>} */
  async look(actor, aimed, user) {
    if (!this.state.characters.has(actor)) return null;
    const targets = aimed.filter((id) => this.state.characters.has(id));
    const answer = await this.link.emit("look", { actor, targets, sender: senderFor(user, [...this.state.characters.keys()]) });
    return answer?.ok ? answer.look : null;
  }

  /**
   * What a character would be with other fields.
   * @param {string} character @param {Record<string, any>} fields
   * @returns {Promise<{ ok: boolean, character?: any, error?: { text: string, hint?: string } }>}
   */
  preview(character, fields) {
    return this.link.emit("preview", { character, fields, sender: senderFor(game.user, []) }).catch(() => notDone(t("VTTB.Refusal.Withdrawn")));
  }

  /** Change the clocks. @param {Record<string, any>} changes @returns {Promise<Ack>} */
  async configure(changes) {
    const answer = await this.link.emit("settings", changes).catch(() => notDone(t("VTTB.Refusal.NotReached"), "not_reached", t("VTTB.Refusal.WithdrawnHint")));
    if (answer.ok) Object.assign(this.state.settings, answer.settings);
    this.on.changed();
    return answer;
  }

  /**
   * @param {import("../pure/relay.mjs").Request} request
   * @param {string} userId
   * @returns {Promise<any>}
   */
  async #handle(request, userId) {
    const user = /** @type {any} */ (game.users.get(userId));
    switch (request.kind) {
      case "act": {
        const ack = await this.act(request.action, user, request.until);
        return ack && { ack };
      }
      case "outcome":
        return this.queue.outcome({ id: request.id }).then((ack) => ({ ack }), () => null);
      case "look": {
        const actor = String(request.actor);
        if (!user.isGM && !owns(actor, user)) return { look: null };
        const targets = Array.isArray(request.targets) ? request.targets.slice(0, 20).map(String) : [];
        return { look: await this.look(actor, targets, user).catch(() => undefined) };
      }
      case "sheet": {
        const id = String(request.actor);
        if (user.isGM) return { character: this.state.characters.get(id) ?? null };
        return { character: owns(id, user) ? this.state.ownerView(id) : null };
      }
      case "cards": {
        const wanted = Array.isArray(request.commands) ? request.commands.slice(-CARDS_AT_ONCE).map(String) : [];
        return { cards: wanted.map((command) => (user.isGM ? this.state.cards.get(command) : this.#ownCard(command, user))).filter(Boolean) };
      }
      default:
        this.broadcast();
        if (!user.isGM) this.#tellOpen(user);
        return { seq: this.state.seq };
    }
  }

  /** What a player sees in a card because of his characters; of one that he does not get, nothing. @param {string} command @param {any} user */
  #ownCard(command, user) {
    return this.on.cards.reaches(command, user) ? this.state.ownCard(command, (id) => owns(id, user)) : null;
  }

  // What people are told

  /** @param {any} question */
  #tellQuestion(question) {
    if (!question) return;
    for (const user of askedPlayers(question)) void this.tell(user.id, { type: "question", question: forPlayer(question) });
  }

  /**
   * Say something to one user. Where the server does not tell him who it is from, it counts when its seal follows in the
   * open, where the server does.
   * @param {string} userId @param {any} message
   */
  async tell(userId, message) {
    const user = /** @type {any} */ (game.users.get(userId));
    if (user?.isSelf) ownTabs().postMessage(message);
    if (!user?.active || user.isSelf) return;
    const seal = newId();
    try {
      await user.query(TELL, { ...message, seal }, { timeout: TELL_WITHIN });
    } catch {
      return; // The user has gone or may not be asked; his page asks again when it is back.
    }
    if (!namesAsker()) game.socket?.emit(CHANNEL, /** @type {any} */ ({ v: 1, kind: "seal", seal }));
  }

  /** What everybody may know: whether somebody leads, and how far the table is. */
  broadcast() {
    if (!this.leads) return;
    const { seq, settings } = this.state;
    game.socket?.emit(CHANNEL, /** @type {any} */ ({ v: 1, kind: "leader", page: PAGE, now: Date.now(), on: this.connected, seq, paused: settings.paused }));
  }

  /**
   * A card's message belongs to whoever acted; what a player changes in it or takes away is put back, and so is what a game
   * master takes away while somebody is to do something in it.
   * @param {any} message @param {string} userId
   */
  restore(message, userId) {
    const card = this.state.publicCards.get(this.on.cards.commandOf(message) ?? "");
    if (!this.connected || !card || (game.users.get(userId)?.isGM && !OPEN.includes(card.state))) return;
    this.#scribe.card(card);
  }

  /** The users who are asked in a command's card. @param {string} command @returns {string[]} */
  askedInCard(command) {
    const questions = [...this.state.questions.values()].filter((question) => question.command === command && inCard(question));
    return questions.flatMap(askedPlayers).map(({ id }) => id);
  }

  /**
   * What mirrors the engine in an actor is put back: figures that somebody typed over, such as a bar on a token, and
   * flags that a player changed.
   * @param {any} actor @param {any} changed @param {any} options @param {string} userId
   */
  restoreActor(actor, changed, options, userId) {
    const gm = game.users.get(userId)?.isGM;
    if (!this.connected || (gm && options?.vttBridge)) return;
    if (changed.system !== undefined || (!gm && changed.flags?.["vtt-bridge"] !== undefined)) this.#scribe.character(idOfActor(actor));
  }

  /** @param {string} command */
  redraw(command) {
    const newest = [...this.state.cards.keys()].at(-1) === command;
    this.on.cards.redraw(command, (id) => this.cardOf(id), { open: newest && receiptsOpen() });
  }

  /** @param {string} command @returns {any} */
  cardOf(command) {
    return this.leads ? (this.state.cards.get(command) ?? null) : null;
  }

  /** @param {any} question @returns {{ person: string | null, mine: boolean }} */
  askedOf(question) {
    const players = question.control === "pc" && actorOf(question.who) ? playersOf(question.who) : [];
    return { person: players[0]?.name ?? null, mine: players.length === 0 };
  }
}

/** Connected players whom a question is put to. @param {any} question @returns {any[]} */
const askedPlayers = (question) => (question.gm ? [] : playersOf(question.who));

/** A question with the seconds left at this moment. @param {any} question */
function forPlayer(question) {
  const { deadline, ...rest } = question;
  return { ...rest, deadline_in: deadline === null ? null : Math.max(0, (deadline - Date.now()) / 1000) };
}
