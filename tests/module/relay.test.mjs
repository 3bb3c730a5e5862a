import assert from "node:assert/strict";
import { test } from "node:test";
import { cleanAction, objection, senderOf } from "../../foundry_module/scripts/pure/permission.mjs";
import { LIMITS, RateLimit, readRequest, RelayFollower, RelayLeader } from "../../foundry_module/scripts/pure/relay.mjs";
import { FakeClock, settle } from "./fixtures.mjs";

const ID = "mika-11111111";
const act = (id = ID, until = 8_000) => ({ v: 1, id, kind: "act", until, action: { kind: "command", id, verb: "go", actor: "Actor.a" } });

function leaderOf(options = {}) {
  const clock = new FakeClock();
  const told = [];
  const handled = [];
  const leader = new RelayLeader({
    leads: () => options.leads ?? true,
    known: (user) => user !== "stranger",
    handle: async (request, user) => {
      handled.push([request.id, user]);
      return options.answer === undefined ? { type: "reply", ack: { ok: true } } : options.answer;
    },
    tell: (user, { page, now, ...message }) => {
      assert.deepEqual([page, now], ["leader-page", clock.time]);
      told.push([user, message]);
    },
    busy: () => ({ type: "reply", ack: { ok: false } }),
    now: clock.now,
    page: "leader-page",
  });
  return { leader, told, handled, clock };
}

test("a request is handled once, and its repetition gets the same answer", async () => {
  const { leader, told, handled } = leaderOf();
  await leader.receive(act(), "mika");
  await leader.receive(act(), "mika");
  await leader.receive({ v: 1, id: ID, kind: "outcome" }, "mika");
  assert.deepEqual(handled, [[ID, "mika"]]);
  const reply = { type: "reply", re: ID, ack: { ok: true } };
  assert.deepEqual(told, [["mika", { type: "got", re: ID }], ["mika", reply], ["mika", reply], ["mika", reply]]);
});

test("what arrives later than it was meant is not carried out", async () => {
  const { leader, told, handled, clock } = leaderOf();
  clock.time = 8_000;
  await leader.receive(act(), "mika");
  await leader.receive(act("mika-22222222", null), "mika");
  assert.deepEqual(handled, []);
  assert.deepEqual(told, [["mika", { type: "when", re: ID }], ["mika", { type: "when", re: "mika-22222222" }]]);
  await leader.receive(act(ID, 8_001), "mika");
  assert.deepEqual(handled, [[ID, "mika"]]);
});

test("what this page cannot say is left for another, and may be asked again", async () => {
  const options = { answer: null };
  const { leader, told, handled } = leaderOf(options);
  await leader.receive(act(), "mika");
  delete options.answer;
  await leader.receive({ v: 1, id: ID, kind: "outcome" }, "mika");
  assert.equal(handled.length, 2);
  assert.deepEqual(told, [["mika", { type: "got", re: ID }], ["mika", { type: "reply", re: ID, ack: { ok: true } }]]);
});

test("the server's word for the sender counts, never the payload's", async () => {
  const { leader, handled, told } = leaderOf();
  await leader.receive({ ...act(), user: "gm", sender: { gm: true } }, "mika");
  assert.deepEqual(handled, [[ID, "mika"]]);
  await leader.receive(act("mika-22222222"), undefined);
  await leader.receive(act("stranger-33333333"), "stranger");
  await leader.receive(act(), "jun");
  assert.equal(handled.length, 1);
  assert.equal(told.some(([user]) => user !== "mika"), false);
});

test("an action, and what came of it, is for its own user alone", async () => {
  const { leader, handled, told } = leaderOf();
  await leader.receive(act(), "jun"); // heard on the socket, and sent again first
  await leader.receive({ v: 1, id: ID, kind: "outcome" }, "jun");
  await leader.receive({ ...act("jun-22222222"), action: { ...act().action } }, "jun");
  await leader.receive({ ...act("jun-22222222"), action: null }, "jun");
  await leader.receive(act("junior-22222222"), "jun");
  assert.deepEqual([handled, told], [[], []]);
  await leader.receive(act(), "mika");
  await leader.receive({ v: 1, id: ID, kind: "outcome" }, "jun");
  assert.deepEqual(handled, [[ID, "mika"]]);
  assert.equal(told.some(([user]) => user !== "mika"), false);
});

test("repeating without end gets no answers without end", async () => {
  const { leader, handled, told, clock } = leaderOf();
  for (let n = 0; n < 500; n += 1) await leader.receive(act(), "mika");
  assert.equal(handled.length, 1);
  assert.equal(told.length, 2 + 20);
  for (let n = 0; n < 500; n += 1) await leader.receive(act(`mika-late-${n}`, 0), "mika");
  assert.equal(told.length, 2 + 20);
  await clock.advance(1_000);
  await leader.receive(act(), "mika");
  assert.equal(told.length, 2 + 20 + 1);
});

test("a page that does not lead says nothing", async () => {
  const { leader, told } = leaderOf({ leads: false });
  await leader.receive(act(), "mika");
  assert.deepEqual(told, []);
});

test("too many actions of one user are refused, others are not affected", async () => {
  const { leader, handled, told, clock } = leaderOf();
  for (let n = 0; n < 11; n += 1) await leader.receive(act(`mika-aaaaaaaa-${n}`), "mika");
  assert.equal(handled.length, 10);
  assert.deepEqual(told.at(-1), ["mika", { type: "reply", re: "mika-aaaaaaaa-10", ack: { ok: false } }]);
  await leader.receive(act("jun-bbbbbbbb-1"), "jun");
  await clock.advance(200);
  await leader.receive(act("mika-aaaaaaaa-10"), "mika");
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

function followerOf() {
  const clock = new FakeClock();
  const emitted = [];
  const follower = new RelayFollower({ emit: (request) => emitted.push(request), clock });
  const told = { reply: "open" };
  const ask = (how) => follower.ask({ id: ID, kind: "act", action: {} }, how).then((one) => (told.reply = one));
  return { clock, emitted, follower, told, ask };
}

test("a page repeats until somebody has it, then asks what came of it, and gives up after ten seconds", async () => {
  const { clock, emitted, told, ask } = followerOf();
  ask();
  await clock.advance(9_999);
  assert.deepEqual(emitted.map((one) => one.kind), ["act", "act", "act", "act", "outcome"]);
  assert.equal(told.reply, "open");
  await clock.advance(1);
  assert.equal(told.reply, null);
  assert.equal(emitted.length, 5);
});

test("while a leading page says that it has it, the page waits", async () => {
  const { clock, emitted, follower, told, ask } = followerOf();
  ask();
  for (let second = 0; second < 40; second += 1) {
    assert.equal(follower.receive({ type: "got", re: ID }), true);
    await clock.advance(1_000);
  }
  assert.equal(told.reply, "open");
  assert.equal(emitted.at(-1).kind, "outcome");
  assert.equal(follower.receive({ type: "reply", re: ID, ack: { ok: true } }), true);
  await settle();
  assert.deepEqual(told.reply, { type: "reply", re: ID, ack: { ok: true } });
  assert.equal(follower.receive({ type: "reply", re: ID }), false);
});

test("a leading page that had it and fell silent leaves the page without an answer", async () => {
  const { clock, follower, told, ask } = followerOf();
  ask();
  await clock.advance(7_000);
  follower.receive({ type: "got", re: ID });
  await clock.advance(9_999);
  assert.equal(told.reply, "open");
  await clock.advance(1);
  assert.deepEqual(told.reply, { type: "lost" });
});

test("an action says until when, on the leading page's clock", async () => {
  const { clock, emitted, follower, ask } = followerOf();
  follower.setClock({ page: "a", now: 500_000 });
  await clock.advance(1_000);
  follower.setClock({ page: "a", now: 500_400 });
  ask();
  assert.equal(emitted[0].until, 509_000);
  follower.setClock({ page: "a", now: 500_700 });
  follower.setClock({ page: "b", now: 20 });
  await clock.advance(2_000);
  assert.equal(emitted[1].until, 8_020);
});

test("asked for its time, a page says the action again at once", async () => {
  const { clock, emitted, follower, ask } = followerOf();
  ask();
  assert.equal(emitted[0].until, null);
  await clock.advance(500);
  follower.receive({ type: "when", re: ID, page: "a", now: 90_000 });
  assert.deepEqual(emitted.map((one) => one.until), [null, 97_500]);
  await clock.advance(2_000);
  assert.equal(emitted.length, 3);
});

test("an action that another page had is only asked about once its time is over", async () => {
  const { clock, emitted, told, ask } = followerOf();
  clock.time = 30_000;
  ask({ since: 21_000, got: true });
  await clock.advance(10_000);
  assert.deepEqual([...new Set(emitted.map((one) => one.kind))], ["outcome"]);
  assert.deepEqual(told.reply, { type: "lost" });
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
