import assert from "node:assert/strict";
import { test } from "node:test";
import { ActionQueue, InFlight } from "../../foundry_module/scripts/pure/queue.mjs";
import { FakeClock, settle } from "./fixtures.mjs";

/** A bridge whose answers the test gives. */
class FakeBridge {
  sent = [];
  asked = [];
  known = {};
  #waiting = [];

  send = (action) => {
    this.sent.push(action.id);
    return new Promise((resolve, reject) => this.#waiting.push({ action, resolve, reject }));
  };
  ask = async (ids) => {
    this.asked.push(...ids);
    return this.known;
  };
  async acknowledge(ack) {
    const one = this.#waiting.shift();
    one.resolve({ ok: true, id: one.action.id, ...ack });
    await settle();
  }
  async timeOut() {
    this.#waiting.shift().reject(new Error("operation has timed out"));
    await settle();
  }
}

function setUp() {
  const clock = new FakeClock();
  const bridge = new FakeBridge();
  const queue = new ActionQueue({ transport: bridge, clock, withdrawn: (action) => ({ ok: false, id: action.id, error: { code: "withdrawn", text: "w" } }) });
  const acks = {};
  const submit = (id) => queue.submit({ id }).then((ack) => (acks[id] = ack));
  return { clock, bridge, queue, acks, submit };
}

test("one action at a time, in order", async () => {
  const { bridge, queue, acks, submit } = setUp();
  queue.online();
  submit("a");
  submit("b");
  await settle();
  assert.deepEqual(bridge.sent, ["a"]);
  await bridge.acknowledge({ seq: 5 });
  assert.deepEqual(bridge.sent, ["a", "b"]);
  assert.deepEqual(acks, { a: { ok: true, id: "a", seq: 5 } });
  await bridge.acknowledge({ seq: 6 });
  assert.equal(queue.length, 0);
});

test("after a short break the same id goes out again", async () => {
  const { clock, bridge, queue, acks, submit } = setUp();
  queue.online();
  submit("a");
  await settle();
  queue.offline();
  await clock.advance(9_999);
  queue.online();
  await settle();
  assert.deepEqual(bridge.sent, ["a", "a"]);
  assert.deepEqual(bridge.asked, []);
  await bridge.acknowledge({});
  await bridge.acknowledge({ seq: 3 });
  assert.deepEqual(acks.a, { ok: true, id: "a", seq: 3 });
});

test("after a long break the bridge is asked, and a stored answer counts", async () => {
  const { clock, bridge, queue, acks, submit } = setUp();
  bridge.known = { a: { ok: true, id: "a", seq: 9 } };
  queue.online();
  submit("a");
  await settle();
  queue.offline();
  await clock.advance(60_000);
  queue.online();
  await settle();
  assert.deepEqual([bridge.sent, bridge.asked], [["a"], ["a"]]);
  assert.deepEqual(acks.a, { ok: true, id: "a", seq: 9 });
});

test("after a long break an unknown action is withdrawn, not sent", async () => {
  const { clock, bridge, queue, acks, submit } = setUp();
  queue.online();
  submit("a");
  await settle();
  queue.offline();
  await clock.advance(10_000);
  queue.online();
  await settle();
  assert.deepEqual([bridge.sent, bridge.asked], [["a"], ["a"]]);
  assert.equal(acks.a.error.code, "withdrawn");
});

test("an action that was never sent is withdrawn after ten seconds", async () => {
  const { clock, bridge, queue, acks, submit } = setUp();
  submit("a");
  await clock.advance(9_999);
  assert.equal(acks.a, undefined);
  await clock.advance(1);
  assert.equal(acks.a.error.code, "withdrawn");
  queue.online();
  await settle();
  assert.deepEqual(bridge.sent, []);
});

test("an acknowledgement that never comes leads to asking on the same connection", async () => {
  const { clock, bridge, queue, acks, submit } = setUp();
  bridge.known = { a: { ok: true, id: "a", seq: 2 } };
  queue.online();
  submit("a");
  await clock.advance(10_000);
  await bridge.timeOut();
  await clock.advance(250);
  assert.deepEqual([bridge.sent, bridge.asked], [["a"], ["a"]]);
  assert.equal(acks.a.seq, 2);
});

test("an action has a moment until which it goes out; after it only its outcome is asked", async () => {
  const { clock, bridge, queue, acks } = setUp();
  queue.submit({ id: "a" }, 3_000).then((ack) => (acks.a = ack));
  queue.submit({ id: "b" }, 8_000).then((ack) => (acks.b = ack));
  await clock.advance(3_000);
  assert.equal(acks.a.error.code, "withdrawn");
  queue.online();
  await settle();
  assert.deepEqual(bridge.sent, ["b"]);
  queue.offline();
  await clock.advance(5_000);
  queue.online();
  await settle();
  assert.deepEqual([bridge.sent, bridge.asked, acks.b.error.code], [["b"], ["b"], "withdrawn"]);
});

test("a page that slept over the moment sends nothing, whichever wakes first", async () => {
  const { clock, bridge, queue, acks, submit } = setUp();
  submit("a");
  clock.time = 60_000;
  queue.online();
  await settle();
  assert.deepEqual([bridge.sent, bridge.asked, acks.a.error.code], [[], ["a"], "withdrawn"]);
});

test("a page that leads no more leaves what it has for the next to tell", async () => {
  const { bridge, queue, acks, submit } = setUp();
  queue.online();
  submit("a");
  submit("b");
  await settle();
  queue.abandon();
  await settle();
  assert.deepEqual([acks.a, acks.b, queue.length], [null, null, 0]);
  await bridge.acknowledge({ seq: 4 });
  queue.online();
  submit("c");
  await settle();
  assert.deepEqual([bridge.sent, acks.a], [["a", "c"], null]);
});

test("what the bridge takes from a page no more is not that page's to tell", async () => {
  const clock = new FakeClock();
  const queue = new ActionQueue({ transport: { send: async () => null }, clock });
  queue.online();
  assert.equal(await queue.submit({ id: "a" }), null);
});

test("the outcome of an unknown action is asked for, and nothing is sent", async () => {
  const { bridge, queue } = setUp();
  bridge.known = { a: { ok: true, id: "a", seq: 7 } };
  assert.deepEqual(await queue.outcome({ id: "a" }), { ok: true, id: "a", seq: 7 });
  assert.equal((await queue.outcome({ id: "b" })).error.code, "withdrawn");
  assert.deepEqual(bridge.sent, []);
});

test("a double click acts once, also when the answer is quick", async () => {
  const clock = new FakeClock();
  const flight = new InFlight(clock);
  let done = 0;
  const click = () => flight.once("k", async () => (done += 1));
  assert.equal(await click(), 1);
  assert.equal(await click(), null);
  await clock.advance(400);
  assert.equal(await click(), 2);
  assert.equal(flight.has("other"), false);
});
