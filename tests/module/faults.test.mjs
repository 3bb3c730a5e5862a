import assert from "node:assert/strict";
import { test } from "node:test";
import { audienceOf, modeOf } from "../../foundry_module/scripts/pure/audience.mjs";
import { recognise } from "../../foundry_module/scripts/pure/commands.mjs";
import { senderOf, unseenBy } from "../../foundry_module/scripts/pure/permission.mjs";
import { takenName, trackerUpdate } from "../../foundry_module/scripts/pure/roster.mjs";
import { escapeText } from "../../foundry_module/scripts/pure/text.mjs";

test("who gets a card: everybody, game masters and whoever acts, game masters alone", () => {
  const card = { hidden: false, author: "mika", gms: ["gm", "assistant"], asked: [] };
  assert.deepEqual(audienceOf({ ...card, mode: "public" }), { whisper: [], blind: false });
  assert.deepEqual(audienceOf({ ...card, mode: "gm" }), { whisper: ["gm", "assistant", "mika"], blind: false });
  assert.deepEqual(audienceOf({ ...card, mode: "blind" }), { whisper: ["gm", "assistant"], blind: true });
  assert.deepEqual(audienceOf({ ...card, mode: "self" }), { whisper: ["gm", "assistant", "mika"], blind: false });
  for (const [mode, whisper] of [["gm", ["gm", "assistant"]], ["blind", ["gm", "assistant"]], ["self", ["gm"]]]) {
    assert.deepEqual(audienceOf({ ...card, mode, author: "gm" }), { whisper, blind: false });
  }
});

test("a hidden character's card goes to game masters, and to those who are asked in it", () => {
  const card = { mode: "public", hidden: true, author: "gm", gms: ["gm"], asked: ["mika", "gm"] };
  assert.deepEqual(audienceOf(card), { whisper: ["gm", "mika"], blind: false });
});

test("a mode that nobody knows is the public one", () => {
  assert.deepEqual(["gm", "blind", "self", "ic", "publicroll", undefined, 3].map(modeOf), ["gm", "blind", "self", "public", "public", "public", "public"]);
});

test("a game master's messages carry no list of characters, a player's only his own", () => {
  const many = Array.from({ length: 1000 }, (_, number) => `Actor.${number}`);
  assert.deepEqual(senderOf({ id: "g", name: "GM", isGM: true }, many, () => true).owns, []);
  assert.deepEqual(senderOf({ id: "u", name: "Mika", isGM: false }, many, (id) => id === "Actor.999").owns, ["Actor.999"]);
});

test("whom a player does not see is told apart for what he types", () => {
  assert.deepEqual(unseenBy(false, ["a", "b", "b"], (id) => id === "a"), { unseen: ["b"] });
  assert.deepEqual(unseenBy(false, ["a"], () => true), {});
  assert.deepEqual(unseenBy(true, ["a"], () => false), {});
});

test("every token has a name that the engine takes", () => {
  assert.equal(takenName("  Bo ", "Nameless"), "Bo");
  assert.equal(takenName("   ", "Nameless"), "Nameless");
  assert.equal([...takenName("🔥".repeat(250), "Nameless")].length, 200);
  assert.equal(takenName("half \ud83d", "Nameless"), "half \ufffd");
});

test("names in the editor's HTML arrive as they are on the token", () => {
  for (const [html, text] of [
    ["<p>!w hit @&lt;b&gt;Bo&lt;/b&gt;</p>", "!w hit @<b>Bo</b>"],
    ["<p>!w hit @O’Neil&nbsp;“the Knife” d&#39;Arc</p>", "!w hit @O’Neil “the Knife” d'Arc"],
    ["<p>!w hit @🔥👨‍👩‍👧 Fox</p>", "!w hit @🔥👨‍👩‍👧 Fox"],
    ["<p>!w hit @שרה דוד</p>", "!w hit @שרה דוד"],
  ]) assert.deepEqual(recognise(html, ["w"]), { word: "w", text });
});

test("signs that turn the direction of what follows are not shown", () => {
  assert.equal(escapeText("Abc\u202egnp.exe"), "Abcgnp.exe");
});

test("a tracker that says it is driven without the engine's knowledge is corrected once the engine takes it", () => {
  const encounter = { round: 2, turn: "b", next: null };
  const tracker = { round: 4, turn: 0, order: ["a", "b"], driven: null };
  assert.deepEqual(trackerUpdate(encounter, tracker), { turn: 1, round: 2, driven: true, step: JSON.stringify({ next: null, next_reason: "", links: [] }) });
});
