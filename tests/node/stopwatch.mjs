/**
 * Times actions at the bridge against the same messages at a bare echo, in turns of one run.
 * Arguments: the bridge's place, the fighters, the echo's address, rounds, actions a round.
 * Prints {"bridge": [ms], "echo": [ms], "sizes": {"request", "push", "ack"}} (median bytes).
 */
import { io } from "socket.io-client";
import { Page } from "./page.mjs";

const [where, fighters, echoUrl, rounds, actions] = process.argv
  .slice(2)
  .map((text) => JSON.parse(text));
const page = new Page(where);
const names = fighters.map(({ id }) => id);
const echo = io(echoUrl, { transports: ["websocket"], forceNew: true });
const times = { bridge: [], echo: [] };
const samples = [];

/** One attack that succeeds, timed, with whatever must happen before it. */
async function attack(keep) {
  for (let tired = false; ; ) {
    const action = page.next(names, tired);
    const begun = performance.now();
    const ack = await page.send(action);
    const took = performance.now() - begun;
    tired = action.verb === "attack" && !ack.ok;
    if (action.verb !== "attack" || !ack.ok) continue;
    if (keep) times.bridge.push(took);
    samples.push({ action: { ...action, epoch: page.epoch }, ack });
    return;
  }
}

async function knock(sample, keep) {
  const begun = performance.now();
  await echo.timeout(5000).emitWithAck("act", sample.action);
  if (keep) times.echo.push(performance.now() - begun);
}

const size = (message) => JSON.stringify(message).length;
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

page.whenWelcomed(async () => {
  for (const fighter of fighters) await page.send(page.add(fighter));
  const pushes = [];
  page.socket.onAny((event, message) => event === "batch" && pushes.push(message));
  for (let warm = 0; warm < 50; warm += 1) await attack(false);
  const typical = pushes.sort((a, b) => size(a) - size(b))[Math.floor(pushes.length / 2)];
  page.socket.offAny();
  await echo.timeout(5000).emitWithAck("learn", { push: typical, ack: samples.at(-1).ack });
  for (let round = -1; round < rounds; round += 1) {
    for (let one = 0; one < actions; one += 1) await knock(samples.at(-1 - one % 40), round >= 0);
    for (let one = 0; one < actions; one += 1) await attack(round >= 0);
  }
  const sizes = {
    request: median(samples.map(({ action }) => size(action))),
    push: size(typical),
    ack: median(samples.map(({ ack }) => size(ack))),
  };
  process.stdout.write(JSON.stringify({ ...times, sizes }), () => process.exit(0));
});
