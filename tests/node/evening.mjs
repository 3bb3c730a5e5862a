/**
 * Plays one long evening at a first bridge, then as many actions at it as at a fresh second one, by
 * turns. Arguments: both places, the fighters, actions before, actions by turns, actions a turn.
 * Reports on standard output, a line each: {"played": actions at the first bridge so far}, at last
 * {"first": [ms], "second": [ms], "refused": {code: times}}.
 */
import { setTimeout as pause } from "node:timers/promises";
import { Page } from "./page.mjs";

const [first, second, fighters, before, byTurns, turn] = process.argv
  .slice(2)
  .map((text) => JSON.parse(text));
const MS_AN_ACTION = 11; // a page may send a hundred messages a second
const names = fighters.map(({ id }) => id);
const refused = {};
const report = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

class Guest {
  constructor(where) {
    this.page = new Page(where);
    this.added = 0;
    this.tired = false;
    this.number = 0;
  }

  open() {
    return new Promise((resolve) => this.page.whenWelcomed(resolve));
  }

  decide() {
    const { page } = this;
    if (this.added < fighters.length) return page.add(fighters[this.added]);
    const [question] = page.questions.values();
    if (question) return page.answer(question);
    if (this.number % 40 === 20) return page.action("undo", { command: null, actor: null, with: [] });
    if (this.number % 40 === 30) {
      const fields = { rp: 100 + (this.number % 50) };
      return page.command("character.edit", { args: { character: names[this.number % 2], fields } });
    }
    return page.next(names, this.tired);
  }

  /** One action that is accepted, and the milliseconds until it was acknowledged. */
  async play() {
    for (;;) {
      const action = this.decide();
      const begun = performance.now();
      const ack = await this.page.send(action);
      const took = performance.now() - begun;
      await pause(MS_AN_ACTION - took);
      this.number += 1;
      this.tired = action.verb === "attack" && !ack.ok;
      if (ack.ok) {
        if (action.verb === "character.add") this.added += 1;
        return took;
      }
      refused[ack.error.code] = (refused[ack.error.code] ?? 0) + 1;
    }
  }
}

const long = new Guest(first);
await long.open();
for (let played = 1; played <= before; played += 1) {
  await long.play();
  if (played % 500 === 0 || played === before) report({ played });
}
const fresh = new Guest(second);
await fresh.open();
const times = { first: [], second: [] };
while (times.second.length < byTurns) {
  for (let one = 0; one < turn; one += 1) times.first.push(await long.play());
  for (let one = 0; one < turn; one += 1) times.second.push(await fresh.play());
}
report({ ...times, refused });
process.exit(0);
