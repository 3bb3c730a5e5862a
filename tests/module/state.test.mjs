import assert from "node:assert/strict";
import { test } from "node:test";
import { TableState } from "../../foundry_module/scripts/pure/state.mjs";
import { floatsOf, mirrored, mirrorOf } from "../../foundry_module/scripts/pure/mirror.mjs";
import { changeOfOrder, initiatives, missedMoves, newCharacter, parcels, sameOrder, stepText, trackerMove, trackerUpdate } from "../../foundry_module/scripts/pure/roster.mjs";
import { hit, question, t } from "./fixtures.mjs";

const welcome = () => ({
  epoch: 3, seq: 5, system: "s", description: { command: "w" }, systems: [{ key: "s", title: "S" }],
  view: { rules: { r: 1 }, characters: { a: { name: "A", secret: 7 } }, encounters: { e: { id: "e", round: 1 } }, questions: [question()], cards: [hit()] },
  public: { characters: { a: { name: "A" } } },
  owners: { a: { characters: { a: { name: "A", mine: 2 } }, opened: [] } },
  settings: { player_seconds: 20, gm_seconds: null, paused: false },
});

test("an order that the rules make comes into the tracker as initiatives", () => {
  assert.deepEqual(initiatives(["a", "b"], ["a", null, "b"]), []);
  assert.deepEqual(initiatives(["b", "gone", "a"], ["a", null, "b", "dead"]), [{ at: 2, initiative: 3 }, { at: 0, initiative: 2 }, { at: 3, initiative: 1 }]);
  assert.deepEqual(initiatives([], ["a", "b"]), []);
});

test("a welcome fills the table, each view apart", () => {
  const state = new TableState();
  state.reset(welcome(), 1000);
  assert.deepEqual(state.characters.get("a"), { name: "A", secret: 7 });
  assert.deepEqual(state.publicCharacters.get("a"), { name: "A" });
  assert.deepEqual(state.ownerView("a"), { name: "A", mine: 2 });
  assert.equal(state.questions.get("q1").deadline, 19_000);
  assert.equal(state.settings.player_seconds, 20);
  assert.equal(state.cards.size, 1);
});

test("batches apply in order, once, and a gap is seen", () => {
  const state = new TableState();
  state.reset(welcome(), 0);
  const batch = (seq, gm = {}) => ({ seq, gm: { seq, ...gm }, public: { characters: { a: { name: "A2" } } }, owners: {} });
  assert.equal(state.apply(batch(5), 0), "old");
  assert.equal(state.apply(batch(7), 0), "gap");
  assert.equal(state.seq, 5);
  assert.equal(state.apply(batch(6, { closed: [{ id: "q1" }], encounters: { f: { id: "f" } }, removed: { encounters: ["e"] }, rules: { r: 2 } }), 0), "applied");
  assert.deepEqual([state.seq, state.questions.size, [...state.encounters.keys()], state.rules], [6, 0, ["f"], { r: 2 }]);
  assert.deepEqual(state.publicCharacters.get("a"), { name: "A2" });
});

test("an owner without a view of his own sees the public one", () => {
  const state = new TableState();
  state.reset({ ...welcome(), owners: {} }, 0);
  assert.deepEqual(state.ownerView("a"), { name: "A" });
  assert.equal(state.ownerView("z"), null);
});

test("clocks move and pause", () => {
  const state = new TableState();
  state.reset(welcome(), 0);
  state.clocks({ questions: { q1: 7, gone: 3 }, paused: true }, 1000);
  const { deadline, paused, span } = state.questions.get("q1");
  assert.deepEqual({ deadline, paused, span, all: state.settings.paused }, { deadline: 8000, paused: true, span: 18, all: true });
});

test("a document holds the public view and nothing else", () => {
  const view = { id: "a", bars: { a: { label: "L", value: 3, max: 5 } }, out: null };
  assert.deepEqual(mirrorOf(view, "s", 4), {
    system: "s",
    data: '{"id":"a","bars":{"a":{"label":"L","value":3,"max":5}},"out":null,"seq":4}',
    bars: { a: { value: 3, max: 5 }, b: { value: 0, max: 0 }, c: { value: 0, max: 0 } },
  });
  assert.deepEqual(mirrored('{"x":1}'), { x: 1 });
  assert.equal(mirrored(""), null);
  assert.equal(mirrored("{"), null);
  assert.deepEqual(floatsOf([{ character: "a", text: "+3", main: true }, { character: "b", text: "+1" }], "a"), [{ text: "+3", main: true }]);
  assert.deepEqual(floatsOf(undefined, "a"), []);
});

test("a new combatant is described from his token", () => {
  assert.deepEqual(newCharacter({ id: "x", name: "N", nameless: "?", disposition: -1, hasPlayerOwner: false }), { id: "x", name: "N", side: "hostile", control: "npc", fields: {} });
  assert.deepEqual(newCharacter({ id: "x", name: "N", nameless: "?", disposition: 1, hasPlayerOwner: true, fields: { f: 1 } }), { id: "x", name: "N", side: "friendly", control: "pc", fields: { f: 1 } });
});

test("which way the tracker goes", () => {
  const at = { round: 2, turn: 1 };
  assert.equal(trackerMove(at, { turn: 2 }, undefined), "forward");
  assert.equal(trackerMove(at, { turn: 0 }, undefined), "back");
  assert.equal(trackerMove(at, { round: 3, turn: 0 }, undefined), "forward");
  assert.equal(trackerMove(at, { round: 1, turn: 3 }, undefined), "back");
  assert.equal(trackerMove(at, { turn: 0 }, 1), "forward");
  assert.equal(trackerMove(at, { turn: 2 }, -1), "back");
  assert.equal(trackerMove(at, { turn: 1, round: 2 }, 1), "none");
  assert.equal(trackerMove({ round: 2, turn: null }, { turn: 0 }, 1), "forward");
  assert.equal(trackerMove(at, { turn: null }, undefined), "back");
  assert.equal(trackerMove(at, {}, 1), "none");
});

test("the tracker follows the engine, and only then is changed", () => {
  const order = ["a", null, "b"];
  assert.deepEqual(trackerUpdate({ round: 2, turn: "b" }, { round: 1, turn: 0, order, driven: undefined }), { turn: 2, round: 2, driven: true });
  assert.equal(trackerUpdate({ round: 2, turn: "b" }, { round: 2, turn: 2, order, driven: true }), null);
  assert.deepEqual(trackerUpdate({ round: 2, turn: "b", over: true }, { round: 1, turn: 0, order, driven: true }), { driven: false });
  assert.equal(trackerUpdate({ round: 1, turn: "a", over: true, next: { verb: "encounter.go_on", actor: null } }, { round: 1, turn: 0, order, driven: true, step: stepText({ next: { verb: "encounter.go_on", actor: null } }) }), null);
  assert.deepEqual(trackerUpdate({ round: 0, turn: null }, { round: 1, turn: 0, order, driven: true }), { turn: null });
  assert.equal(trackerUpdate({ round: 0, turn: null }, { round: 1, turn: null, order, driven: true }), null);
  assert.equal(trackerUpdate({ round: 1, turn: "elsewhere" }, { round: 1, turn: 1, order, driven: true }), null);
  assert.equal(sameOrder(["a", "b"], ["a", "b"]), true);
  assert.equal(sameOrder(["a", "b"], ["b", "a"]), false);
});

test("while the bridge is away no clock runs, until it says anew how much is left", () => {
  const state = new TableState();
  const left = (deadline_in) => state.reset({ seq: 1, view: { questions: [{ ...question(), deadline_in }] } }, 1_000);
  left(18);
  state.hold();
  assert.equal(state.questions.get("q1").deadline, null);
  left(30);
  assert.equal(state.questions.get("q1").deadline, 31_000);
});

test("who came to a combat and who went without the engine's knowledge", () => {
  const on = (id) => id === "taken out";
  assert.deepEqual(missedMoves(["a", "b"], ["b", "new", "taken out"], on), { joined: ["new"], left: ["a"] });
  assert.deepEqual(missedMoves(["a", "b"], ["b", "a"], on), { joined: [], left: [] });
});

test("the tracker follows whom the engine brings in and takes out, unless its own order is still to be told", () => {
  const change = (before, order, tracker) => changeOfOrder([...before], [...order], [...tracker]);
  assert.deepEqual(change("ab", "anb", "ab"), { come: ["n"], gone: [], arrange: true });
  assert.deepEqual(change("ab", "anb", "ba"), { come: ["n"], gone: [], arrange: false });
  assert.deepEqual(change("anb", "ab", "anb"), { come: [], gone: ["n"], arrange: false });
  assert.deepEqual(change("abc", "acb", "abc"), { come: [], gone: [], arrange: true });
  assert.deepEqual(change("ab", "abn", "anb"), { come: [], gone: [], arrange: false });
  assert.deepEqual(change("ab", "a", "a"), { come: [], gone: [], arrange: false });
});

test("public cards are kept, so that a changed message can be put back", () => {
  const state = new TableState();
  state.reset({ seq: 1, view: {}, public: { cards: [{ command: "c1", number: 1 }] } }, 0);
  state.apply({ seq: 2, gm: { cards: [{ command: "c2", secret: 1 }] }, public: { cards: [{ command: "c2" }] } }, 0);
  assert.deepEqual([...state.publicCards.values()], [{ command: "c1", number: 1 }, { command: "c2" }]);
});

test("what came after a backup that was restored is forgotten, and counting goes on from there", () => {
  const state = new TableState();
  state.reset(welcome(), 0);
  state.apply({ seq: 6, gm: { cards: [{ command: "c6" }], opened: [question()] }, public: { cards: [{ command: "c6" }] } }, 0);
  state.reset({ epoch: 1, seq: 4, view: { cards: [{ command: "c4" }] }, public: { cards: [{ command: "c4" }] } }, 0);
  assert.deepEqual([[...state.cards.keys()], [...state.publicCards.keys()], state.questions.size, state.asked.size], [["c4"], ["c4"], 0, 0]);
  assert.equal(state.apply({ seq: 5, gm: {}, public: {} }, 0), "applied");
});

test("whom an undo takes from the table is forgotten", () => {
  const state = new TableState();
  state.reset({ seq: 1, view: { characters: { a: { id: "a" }, b: { id: "b" } } }, public: { characters: { a: {}, b: {} } }, owners: { b: { characters: { b: {} } } } }, 0);
  assert.equal(state.apply({ seq: 2, gm: { removed: { encounters: [], characters: ["b"] } }, public: {} }, 0), "applied");
  assert.deepEqual([state.characters, state.publicCharacters, state.ownerCharacters].map((known) => [...known.keys()]), [["a"], ["a"], []]);
});

test("a long list goes into messages that are small enough", () => {
  assert.deepEqual(parcels([]), []);
  assert.deepEqual(parcels([1, 2, 3]), [[1, 2, 3]]);
  const long = "\u{1F426}".repeat(20_000);
  assert.deepEqual(parcels([long, long, long, "short"]).map((part) => part.length), [2, 2]);
  assert.deepEqual(parcels(["\u{1F426}".repeat(60_000), "short"]).map((part) => part.length), [1, 1]);
});

test("an owner's card holds what is told to each of his characters, once", () => {
  const state = new TableState();
  const card = (/** @type {any[]} */ ...receipts) => ({ command: "c", changes: [], rolls: [], links: [], blocks: [], receipts });
  const owners = { a: { cards: [card({ number: "1" }, { number: "1" })] }, b: { cards: [card({ number: "1" }, { number: "2" })] } };
  state.reset({ seq: 1, public: { cards: [card()] }, owners }, 0);
  const told = (/** @type {string[]} */ ...mine) => state.ownCard("c", (id) => mine.includes(id))?.receipts.map((/** @type {any} */ { number }) => number);
  assert.deepEqual([told("a"), told("b"), told("a", "b"), told()], [["1", "1"], ["1", "2"], ["1", "1", "2"], undefined]);
  state.apply({ seq: 2, gm: {}, public: { cards: [card()] } }, 0);
  assert.equal(told("a"), undefined);
});
