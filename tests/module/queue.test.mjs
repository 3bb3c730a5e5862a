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

test("a person may take back what was not sent", async () => {
  const { bridge, queue, acks, submit } = setUp();
  queue.online();
  submit("a");
  submit("b");
  await settle();
  assert.equal(queue.withdraw("a"), false);
  assert.equal(queue.withdraw("b"), true);
  await bridge.acknowledge({});
  assert.deepEqual(bridge.sent, ["a"]);
  assert.equal(acks.b.error.code, "withdrawn");
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

test("what was taken back while on its way is not sent again after a break", async () => {
  const { clock, bridge, queue, acks, submit } = setUp();
  queue.online();
  submit("a");
  await settle();
  assert.equal(queue.withdraw("a"), false);
  queue.offline();
  await clock.advance(1_000);
  queue.online();
  await settle();
  assert.deepEqual(bridge.sent, ["a"]);
  assert.deepEqual(bridge.asked, ["a"]);
  assert.equal(acks.a.error.code, "withdrawn");
});
