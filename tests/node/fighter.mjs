/**
 * Fights without end, over every restart of the bridge, and reports on standard output, a line each:
 * {"welcome": {"seq", "open", "missed"}}, {"send": {"id", "request"}}, {"acked": {"id", "ack"}},
 * {"batch": {"seq", "opened", "closed"}}, {"refused": why} (a connection was not made),
 * {"lost": id} (the connection broke, and that action or null waits).
 */
import { setTimeout as pause } from "node:timers/promises";
import { Page } from "./page.mjs";

const [where, fighters] = process.argv.slice(2).map((text) => JSON.parse(text));
const page = new Page(where);
const names = fighters.map(({ id }) => id);
const report = (line) => process.stdout.write(`${JSON.stringify(line)}\n`);

let pending = null;
let tired = false;
let running = 0;

function decide(added) {
  if (added < fighters.length) return page.add(fighters[added]);
  const [question] = page.questions.values();
  return question ? page.answer(question) : page.next(names, tired);
}

/** Sends the pending action, or learns what became of it, until the connection breaks. */
async function fight(run, welcome) {
  let added = Object.keys(welcome.view.characters).length;
  if (pending) {
    const { known } = await page.socket.timeout(5000).emitWithAck("ask", { ids: [pending.id] });
    if (known[pending.id]) acknowledge(known[pending.id]);
  }
  while (run === running) {
    if (!pending) {
      await pause(page.questions.size ? 20 + Math.random() * 60 : 5 + Math.random() * 10);
      if (run !== running) return;
      pending = decide(added);
    }
    report({ send: { id: pending.id, request: pending.request ?? null } });
    const ack = await page.send(pending);
    if (pending.verb === "character.add") added += 1;
    acknowledge(ack);
  }
}

function acknowledge(ack) {
  report({ acked: { id: pending.id, ack } });
  tired = pending.verb === "attack" && !ack.ok;
  pending = null;
}

page.onBatch = ({ seq, opened, closed }) =>
  report({ batch: { seq, opened: opened.map(({ id }) => id), closed: closed.map(({ id }) => id) } });
page.socket.on("connect_error", (error) => report({ refused: error.data ?? error.message }));
page.socket.on("disconnect", () => {
  running += 1;
});
page.whenWelcomed((welcome) => {
  running += 1;
  const open = welcome.view.questions.map(({ id }) => id);
  report({ welcome: { seq: welcome.seq, open, missed: welcome.missed?.map(({ seq }) => seq) ?? null } });
  fight(running, welcome).catch(() => report({ lost: pending?.id ?? null }));
});
