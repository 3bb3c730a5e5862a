/**
 * Times actions at bridges against the same messages at bare echoes, in turns of one run.
 * Arguments: the places of two bridges (synchronous FULL and NORMAL), the fighters, the addresses
 * of two echoes (of the bridge's own stack, of a stock one), rounds, actions a round.
 * Prints {"plain": kind, "whole": kind, "echo": kind, "stock": kind, "full": kind, "normal": kind,
 * "sizes": {"request", "push", "ack"}}: of each kind {"ms": [one for each action], "cpu": [server
 * seconds of each round]}, and median bytes.
 */
import { io } from "socket.io-client";
import { Page } from "./page.mjs";

const [places, fighters, addresses, rounds, actions] = process.argv
  .slice(2)
  .map((text) => JSON.parse(text));
const [full, normal] = places.map((place) => new Page(place));
const names = fighters.map(({ id }) => id);
const options = { transports: ["websocket"], forceNew: true };
const [echo, stock] = addresses.map((address) => io(address, options));
const samples = [];
const kinds = {
  plain: { socket: echo, turn: knock(echo, "plain") },
  whole: { socket: echo, turn: knock(echo, "whole") },
  echo: { socket: echo, turn: knock(echo, "act") },
  stock: { socket: stock, turn: knock(stock, "act") },
  full: { socket: full.socket, turn: attack(full) },
  normal: { socket: normal.socket, turn: attack(normal) },
};

/** One attack that succeeds, with whatever must happen before it; resolves to its milliseconds. */
function attack(page) {
  return async () => {
    for (let tired = false; ; ) {
      const action = page.next(names, tired);
      const begun = performance.now();
      const ack = await page.send(action);
      const took = performance.now() - begun;
      tired = action.verb === "attack" && !ack.ok;
      if (action.verb !== "attack" || !ack.ok) continue;
      samples.push({ action: { ...action, epoch: page.epoch }, ack });
      return took;
    }
  };
}

function knock(socket, event) {
  return async (number) => {
    const { action } = samples.at(-1 - (number % 40));
    const begun = performance.now();
    await socket.timeout(5000).emitWithAck(event, action);
    return performance.now() - begun;
  };
}

const size = (message) => JSON.stringify(message).length;
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Fifty attacks; resolves to the push of the median size. */
async function warm(page) {
  for (const fighter of fighters) await page.send(page.add(fighter));
  const pushes = [];
  page.socket.onAny((event, message) => event === "batch" && pushes.push(message));
  const one = attack(page);
  for (let number = 0; number < 50; number += 1) await one();
  page.socket.offAny();
  return pushes.sort((a, b) => size(a) - size(b))[Math.floor(pushes.length / 2)];
}

async function measure() {
  await warm(normal);
  const push = await warm(full);
  const messages = { push, ack: samples.at(-1).ack };
  for (const socket of [echo, stock]) await socket.timeout(5000).emitWithAck("learn", messages);
  const measured = {};
  for (const kind of Object.keys(kinds)) measured[kind] = { ms: [], cpu: [] };
  for (let round = -1; round < rounds; round += 1) {
    for (const [kind, { socket, turn }] of Object.entries(kinds)) {
      const cpu = await socket.emitWithAck("cpu");
      const times = [];
      for (let one = 0; one < actions; one += 1) times.push(await turn(one));
      if (round < 0) continue;
      measured[kind].cpu.push((await socket.emitWithAck("cpu")) - cpu);
      measured[kind].ms.push(...times);
    }
  }
  measured.sizes = {
    request: median(samples.map(({ action }) => size(action))),
    push: size(push),
    ack: median(samples.map(({ ack }) => size(ack))),
  };
  process.stdout.write(JSON.stringify(measured), () => process.exit(0));
}

full.whenWelcomed(() => normal.whenWelcomed(measure));
