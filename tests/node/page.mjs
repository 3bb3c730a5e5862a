/** A game master's page without a browser: the official client, the table as it knows it, a fight. */
import { randomUUID } from "node:crypto";
import { io } from "socket.io-client";

const GM = { user: "gm", name: "Ren", gm: true, owns: [] };

export class Page {
  /** @param {{url: string, token: string, origin: string, world: string}} where */
  constructor({ url, token, origin, world }) {
    this.seq = null;
    this.epoch = 0;
    /** @type {Map<string, object>} open questions by id */
    this.questions = new Map();
    /** @type {object | null} the running encounter */
    this.encounter = null;
    this.onBatch = () => {};
    const client = randomUUID();
    this.socket = io(url, {
      transports: ["websocket"],
      forceNew: true,
      autoConnect: false,
      reconnectionDelay: 20,
      reconnectionDelayMax: 100,
      extraHeaders: { Origin: origin },
      auth: (send) =>
        send({ protocol: 1, token, world, client, last: this.seq, user: { id: GM.user, name: GM.name } }),
    });
    this.socket.on("batch", (message) => this.#take(message.gm));
  }

  /** Calls `then(welcome)` after every connection. */
  whenWelcomed(then) {
    this.socket.on("welcome", (welcome) => {
      this.epoch = welcome.epoch;
      this.seq = welcome.seq;
      this.questions = new Map(welcome.view.questions.map((question) => [question.id, question]));
      this.encounter = Object.values(welcome.view.encounters)[0] ?? null;
      then(welcome);
    });
    this.socket.connect();
  }

  #take(batch) {
    this.onBatch(batch);
    this.seq = batch.seq;
    for (const { id } of batch.closed) this.questions.delete(id);
    for (const question of batch.opened) this.questions.set(question.id, question);
    for (const encounter of Object.values(batch.encounters)) this.encounter = encounter;
    if (batch.removed.encounters.includes(this.encounter?.id)) this.encounter = null;
  }

  /** Sends an action and returns its acknowledgement; rejects when the connection breaks. */
  send(action) {
    return this.socket.timeout(5000).emitWithAck("act", { ...action, epoch: this.epoch });
  }

  action(kind, fields) {
    return { kind, id: randomUUID(), sender: GM, ...fields };
  }

  command(verb, fields = {}) {
    return this.action("command", { verb, args: {}, actor: null, targets: [], ...fields });
  }

  answer(question) {
    const [option] = question.options;
    const use = option && Math.random() < 0.5;
    const further = Object.fromEntries(
      (use ? (option.further ?? []) : []).map(({ key, options }) => [key, options[0].value]),
    );
    const choice = use ? option.key : null;
    return this.action("answer", { request: question.id, choice, further, habits: {}, source: "gm" });
  }

  add(fighter) {
    return this.command("character.add", { args: fighter });
  }

  /** What comes next in an endless fight of two; `tired` after an attack was refused. */
  next([one, other], tired) {
    const fight = this.encounter;
    if (!fight) {
      const args = { id: randomUUID(), name: "Rooftop", order: [one, other] };
      return this.command("encounter.start", { args });
    }
    if (fight.over) return this.command("encounter.end", { args: { encounter: fight.id } });
    const actor = fight.turn;
    if (tired) return this.command("end_turn", { actor });
    return this.command("attack", { actor, targets: [actor === one ? other : one], seen: this.seq });
  }
}
