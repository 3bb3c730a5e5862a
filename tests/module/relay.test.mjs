import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanAction, objection, senderOf } from "../../foundry_module/scripts/pure/permission.mjs";
import { LIMITS, RateLimit, readRequest, RelayFollower, RelayLeader } from "../../foundry_module/scripts/pure/relay.mjs";
import { FakeClock, settle } from "./fixtures.mjs";

const ID = "11111111-2222";
const act = (id = ID) => ({ v: 1, id, kind: "act", action: { kind: "command", id, verb: "go", actor: "Actor.a" } });

function leaderOf(options = {}) {
  const clock = new FakeClock();
  const told = [];
  const handled = [];
  const leader = new RelayLeader({
    leads: () => options.leads ?? true,
    known: (user) => user !== "stranger",
    handle: async (request, user) => {
      handled.push([request.id, user]);
      return { type: "reply", ack: { ok: true } };
    },
    tell: (user, message) => told.push([user, message]),
    busy: () => ({ type: "reply", ack: { ok: false } }),
    now: clock.now,
  });
  return { leader, told, handled, clock };
}

test("a request is handled once, and its repetition gets the same answer", async () => {
  const { leader, told, handled } = leaderOf();
  await leader.receive(act(), "mika");
  await leader.receive(act(), "mika");
  assert.deepEqual(handled, [[ID, "mika"]]);
  const reply = { type: "reply", re: ID, ack: { ok: true } };
  assert.deepEqual(told, [["mika", { type: "got", re: ID }], ["mika", reply], ["mika", reply]]);
});

test("the server's word for the sender counts, never the payload's", async () => {
  const { leader, handled, told } = leaderOf();
  await leader.receive({ ...act(), user: "gm", sender: { gm: true } }, "mika");
  assert.deepEqual(handled, [[ID, "mika"]]);
  await leader.receive(act("22222222-2222"), undefined);
  await leader.receive(act("33333333-2222"), "stranger");
  await leader.receive(act(), "jun");
  assert.equal(handled.length, 1);
  assert.equal(told.some(([user]) => user !== "mika"), false);
});

test("a page that does not lead says nothing", async () => {
  const { leader, told } = leaderOf({ leads: false });
  await leader.receive(act(), "mika");
  assert.deepEqual(told, []);
});

test("too many actions of one user are refused, others are not affected", async () => {
  const { leader, handled, told, clock } = leaderOf();
  for (let n = 0; n < 11; n += 1) await leader.receive(act(`aaaaaaaa-${n}`), "mika");
  assert.equal(handled.length, 10);
  assert.deepEqual(told.at(-1), ["mika", { type: "reply", re: "aaaaaaaa-10", ack: { ok: false } }]);
  await leader.receive(act("bbbbbbbb-1"), "jun");
  await clock.advance(200);
  await leader.receive(act("aaaaaaaa-10"), "mika");
  assert.equal(handled.length, 12);
});

test("rate: a burst, then so many a second", () => {
  const clock = new FakeClock();
  const limit = new RateLimit({ perSecond: 2, burst: 2, now: clock.now });
  assert.deepEqual([limit.take("a"), limit.take("a"), limit.take("a")], [true, true, false]);
  clock.time = 500;
  assert.deepEqual([limit.take("a"), limit.take("a")], [true, false]);
});

test("malformed and oversized requests are dropped", () => {
  assert.equal(readRequest(null), null);
  assert.equal(readRequest({ ...act(), v: 2 }), null);
  assert.equal(readRequest({ ...act(), kind: "own" }), null);
  assert.equal(readRequest({ ...act(), id: "short" }), null);
  assert.equal(readRequest({ ...act(), text: "x".repeat(LIMITS.bytes) }), null);
  const circle = act();
  circle.self = circle;
  assert.equal(readRequest(circle), null);
  assert.deepEqual(readRequest(act()), act());
});

test("a page repeats until somebody has it, and takes back after ten seconds", async () => {
  const clock = new FakeClock();
  const emitted = [];
  const follower = new RelayFollower({ emit: (request) => emitted.push(request), clock });
  let reply = "open";
  follower.ask({ id: ID, kind: "act", action: {} }).then((one) => (reply = one));
  await clock.advance(9_999);
  assert.deepEqual(emitted.map((one) => one.kind), ["act", "act", "act", "act", "act"]);
  assert.equal(reply, "open");
  await clock.advance(1);
  assert.equal(reply, null);
  assert.deepEqual(emitted.at(-1), { v: 1, id: `${ID}:w`, kind: "withdraw", of: ID });
});

test("once a leading page has it, the page waits for the answer", async () => {
  const clock = new FakeClock();
  const emitted = [];
  const follower = new RelayFollower({ emit: (request) => emitted.push(request), clock });
  let reply = "open";
  follower.ask({ id: ID, kind: "act", action: {} }).then((one) => (reply = one));
  assert.equal(follower.receive({ type: "got", re: ID }), true);
  await clock.advance(30_000);
  assert.equal(emitted.length, 1);
  assert.equal(reply, "open");
  assert.equal(follower.receive({ type: "reply", re: ID, ack: { ok: true } }), true);
  await settle();
  assert.deepEqual(reply, { type: "reply", re: ID, ack: { ok: true } });
  assert.equal(follower.receive({ type: "reply", re: ID }), false);
});

test("the sender is what the tabletop knows", () => {
  assert.deepEqual(senderOf({ id: "u", name: "Mika", isGM: false }, ["a", "b", "a"], (id) => id === "a"), { user: "u", name: "Mika", gm: false, owns: ["a"] });
});

test("an action is copied field by field", () => {
  const raw = { kind: "command", id: ID, verb: "go", args: { x: 1 }, actor: "a", targets: ["b"], seen: 4, sender: { gm: true }, epoch: 9, source: "gm" };
  assert.deepEqual(cleanAction(raw), { kind: "command", id: ID, seen: 4, verb: "go", args: { x: 1 }, actor: "a", targets: ["b"] });
  assert.deepEqual(cleanAction({ kind: "command", id: ID, text: "!w help" }), { kind: "command", id: ID, text: "!w help", actor: null, targets: [] });
  assert.deepEqual(cleanAction({ kind: "answer", id: ID, request: "q", choice: null, source: "time", round: 2 }), { kind: "answer", id: ID, request: "q", choice: null, further: {}, habits: {} });
  assert.deepEqual(cleanAction({ kind: "undo", id: ID, command: null, with: ["a", 1] }), { kind: "undo", id: ID, command: null, with: ["a"] });
});

test("what is no action is none", () => {
  for (const raw of [
    null, [], { kind: "other", id: ID }, { kind: "command", id: "x", verb: "go" }, { kind: "command", id: ID, verb: "Go!" }, { kind: "command", id: ID, text: "x".repeat(501) },
    { kind: "command", id: ID, verb: "go", args: [] }, { kind: "command", id: ID, verb: "go", targets: "b" }, { kind: "command", id: ID, verb: "go", targets: [1] },
    { kind: "answer", id: ID, request: "", choice: null }, { kind: "answer", id: ID, request: "q", choice: 3 }, { kind: "undo", id: ID, command: 5 },
  ]) assert.equal(cleanAction(raw), null);
});

test("who may do what", () => {
  const player = { user: "u", name: "Mika", gm: false, owns: ["a"] };
  const gm = { user: "g", name: "GM", gm: true, owns: [] };
  const nobody = () => null;
  const command = (actor, verb = "go") => ({ kind: "command", verb, actor });
  assert.equal(objection(command("a"), player, nobody), null);
  assert.equal(objection(command("b"), player, nobody), "not_owner");
  assert.equal(objection(command(null), player, nobody), null);
  assert.equal(objection(command(null, "rules.set"), player, nobody), "gm_only");
  assert.equal(objection({ kind: "undo", command: null }, player, nobody), "gm_only");
  assert.equal(objection({ kind: "answer", request: "q" }, player, () => "a"), null);
  assert.equal(objection({ kind: "answer", request: "q" }, player, () => "b"), "not_asked");
  assert.equal(objection({ kind: "answer", request: "q" }, player, nobody), "not_asked");
  for (const action of [command("b"), command(null, "rules.set"), { kind: "undo" }, { kind: "answer", request: "q" }]) assert.equal(objection(action, gm, nobody), null);
});
