import assert from "node:assert/strict";
import { test } from "node:test";
import { cardHTML, storyHTML } from "../../foundry_module/scripts/pure/card.mjs";
import { changedConduct, conductContext, ownConductContext } from "../../foundry_module/scripts/pure/conduct.mjs";
import { correctForm, correction, throwsOf } from "../../foundry_module/scripts/pure/correct.mjs";
import { diceFieldsHTML, facesOf, formulaOf, isRolledHere, isTyped, typedDice } from "../../foundry_module/scripts/pure/dice.mjs";
import { formContext, hintOf } from "../../foundry_module/scripts/pure/form.mjs";
import { hudHTML } from "../../foundry_module/scripts/pure/hud.mjs";
import { audienceOf, oddsHTML } from "../../foundry_module/scripts/pure/odds.mjs";
import { cleanAction, objection } from "../../foundry_module/scripts/pure/permission.mjs";
import { abilityFields, budgetContext, inOrder, matches, pickerContext } from "../../foundry_module/scripts/pure/picker.mjs";
import { panelContext, questionContext } from "../../foundry_module/scripts/pure/questions.mjs";
import { threatsContext } from "../../foundry_module/scripts/pure/threats.mjs";
import { benkei, hiroshi, hit, HOSTILE, question, t } from "./fixtures.mjs";

const odds = () => ({
  title: "Before the attack",
  audience: "gm",
  head: [hiroshi, " at ", benkei, ", TN 3"],
  percent: "80 %",
  fraction: "8 in 10",
  text: "to hit",
  rows: [
    { label: "As it stands", note: "1 die", percent: "80 %", fraction: "8 in 10", share: 0.8 },
    { label: HOSTILE, note: "3 dice", percent: "78.2 %", fraction: "782 in 1,000", share: 0.782 },
  ],
  remarks: [{ heading: "Lower, not higher", text: "Two more dice.", ruling: "C2" }],
  lines: [{ text: "A hit defeats.", ruling: "C20" }],
});

test("chances stand below the aim, and lead to more", () => {
  const look = { actor: "Actor.h", purse: [], actions: [], odds: odds() };
  const html = hudHTML(look, { targets: 1, page: 0, busy: () => false, t });
  assert.match(html, /<button[^>]+data-vttb-action="odds"[^>]+aria-haspopup="dialog"><b>80 %<\/b>/);
  assert.ok(html.indexOf("odds") > html.indexOf('class="aim"'));
  assert.equal(hudHTML({ ...look, odds: null }, { targets: 1, page: 0, busy: () => false, t }).includes("odds"), false);
});

test("each chance is a row with its bar, and the present one a tick in all of them", () => {
  const html = oddsHTML(odds(), t);
  assert.equal(html.match(/<th scope="row">/g).length, 2);
  assert.equal(html.match(/--now:80%/g).length, 2);
  assert.match(html, /<i style="width:78.2%">/);
  assert.match(html, /<div class="vttb-warn"><b>Lower, not higher<\/b>Two more dice. <small>C2<\/small>/);
  assert.equal(html.includes("<img src=x"), false);
  assert.equal(audienceOf(odds(), t), "VTTB.Odds.GmOnly");
  assert.equal(audienceOf({ ...odds(), audience: "players" }, t), "VTTB.Odds.Players");
});

test("a share outside its bounds leaves the bar in its frame", () => {
  const [row] = odds().rows;
  const html = oddsHTML({ ...odds(), rows: [{ ...row, share: 1.5 }, { ...row, share: -1 }] }, t);
  assert.match(html, /width:100%/);
  assert.match(html, /width:0%/);
});

test("typed dice are checked before they are sent", () => {
  const wanted = { count: 3, sides: 10, how: "typed" };
  assert.deepEqual(typedDice(wanted, ["1", " 10", "5"], t), { dice: [1, 10, 5], wrong: -1, fault: "" });
  for (const text of ["", "0", "11", "2.5", "-1", "1e1", "x"]) {
    const { wrong, fault } = typedDice(wanted, ["3", text, ""], t);
    assert.equal(wrong, 1, text);
    assert.match(fault, /NumberBetween/);
  }
  assert.equal(diceFieldsHTML(wanted, t).match(/<input type="number"[^>]+min="1" max="10"/g).length, 3);
});

test("a question says who throws its dice", () => {
  const typed = { ...question(), dice: { count: 2, sides: 6, how: "typed" } };
  const rolled = { ...typed, dice: { ...typed.dice, how: "tabletop" } };
  assert.deepEqual([typed, rolled, question()].map(isTyped), [true, false, false]);
  assert.deepEqual([typed, rolled, question()].map(isRolledHere), [false, true, false]);
  assert.equal(formulaOf(typed.dice), "2d6");
  assert.deepEqual(facesOf({ dice: [{ results: [{ result: 4 }, { result: 2 }] }] }), [4, 2]);
  assert.equal(questionContext(typed, 0, t, () => ({})).typed, true);
  const [{ rows }] = panelContext([typed], () => ({ person: "Mika", mine: false }), 0, t, () => ({})).groups;
  assert.deepEqual([rows[0].typed, rows[0].told, rows[0].window], [true, true, true]);
});

test("what waits for the game master's word stands in the panel with its story", () => {
  const asked = { ...question(), gm: true, scope_text: "" };
  const { groups } = panelContext([asked], () => ({ person: null, mine: true }), 0, t, () => ({}), () => "Round 2: Hiroshi");
  assert.equal(groups[0].scope, "Round 2: Hiroshi");
  const [row] = groups[0].rows;
  assert.deepEqual([row.hasStory, row.told, row.window], [true, true, false]);
  const story = storyHTML({ ...hit(), state: "waiting" }, t);
  assert.match(story, /vttb-outcome open/);
  assert.match(story, /level 7/);
  assert.equal(story.includes("Receipts"), false);
});

test("a suggestion says that nothing counts, and an applied one that it does", () => {
  const suggested = cardHTML({ ...hit(), state: "suggested" }, t, { undo: true, apply: true });
  assert.match(suggested, /class="vttb vttb-card suggested"/);
  assert.match(suggested, /<b>VTTB.Card.Suggested<\/b>/);
  assert.match(suggested, /vttb-outcome open/);
  assert.match(suggested, /class="vttb-btn main" data-vttb-action="apply" data-command="11111111-aaaa"/);
  const applied = cardHTML({ ...hit(), state: "applied" }, t, { undo: true, apply: false });
  assert.match(applied, /VTTB.Card.Applied/);
  assert.equal(applied.includes('data-vttb-action="apply"'), false);
  assert.equal(cardHTML(hit(), t).includes("vttb-state"), false);
});

test("the link of a correction is told even where it is the only one", () => {
  const fixed = { character: null, text: "Corrected by the GM", detail: "3 to 9", cost: "" };
  assert.match(cardHTML({ ...hit(), links: [fixed] }, t), /Corrected by the GM.*3 to 9/);
  assert.equal(cardHTML(hit(), t).includes("vttb-chain"), false);
});

const bidden = () => ({
  ...hit(),
  rolls: [
    { id: "a", label: "TN", what: "Attack", faces: 6, dice: [6, 2, 4].map((value) => ({ faces: 6, value, state: "kept" })) },
    { id: "b", label: "TN", what: "Defense", faces: 6, dice: [{ faces: 6, value: 4, state: "kept" }] },
  ],
  recorded: { "roll:attack:Actor.h": [6, 6, 2], "x/roll:more:Actor.h": [6, 4], "roll:defense:Actor.b": [6, 4], "roll:first_place:Actor.b#2": [10, 3] },
});

test("recorded throws are found in the rolls of a card", () => {
  const { rolls, rest } = throwsOf(bidden());
  assert.deepEqual([...rolls], [[0, ["roll:attack:Actor.h", "x/roll:more:Actor.h"]], [1, ["roll:defense:Actor.b"]]]);
  assert.deepEqual(rest, ["roll:first_place:Actor.b#2"]);
  assert.deepEqual(throwsOf(hit()), { rolls: new Map(), rest: [] });
});

test("a correction is of the first throw that was changed", () => {
  const card = bidden();
  const labels = throwsOf(card).rolls.get(0);
  const form = correctForm(card, labels, false, () => null, t);
  assert.deepEqual(form.map(({ kind, min, max, default: value }) => [kind, min, max, value]), [["integer", 1, 6, 6], ["integer", 1, 6, 2], ["integer", 1, 6, 4]]);
  const values = (...numbers) => Object.fromEntries(form.map(({ key }, place) => [key, numbers[place]]));
  assert.equal(correction(card, labels, values(6, 2, 4)), null);
  assert.deepEqual(correction(card, labels, values(6, 3, 1)), { kind: "correct", command: card.command, label: labels[0], dice: [6, 3] });
  assert.deepEqual(correction(card, labels, values(6, 2, 1)), { kind: "correct", command: card.command, label: labels[1], dice: [1] });
});

test("throws that stand in no roll are named", () => {
  const card = bidden();
  const [field] = correctForm(card, throwsOf(card).rest, true, (id) => (id === "Actor.b" ? "Benkei" : null), t);
  assert.match(field.label, /"roll":"first place, Benkei","number":1/);
});

test("only rolls that can be corrected have a button for it", () => {
  const html = cardHTML(bidden(), t, { correct: new Set([1]), correctRest: true });
  assert.deepEqual([...html.matchAll(/data-vttb-action="correct"[^>]*?(?:data-roll="(\d)")?[ >]/g)].length, 2);
  assert.equal(html.includes('data-roll="0"'), false);
  assert.equal(html.includes('data-roll="1"'), true);
});

test("dice are corrected by the game master alone", () => {
  const raw = { kind: "correct", id: "11111111-aaaa", command: "c1", label: "roll:attack:Actor.h", dice: [9], by: "forged" };
  assert.deepEqual(cleanAction(raw), { kind: "correct", id: raw.id, command: "c1", label: raw.label, dice: [9] });
  for (const wrong of [{ dice: ["9"] }, { dice: 9 }, { label: "" }, { command: 3 }]) assert.equal(cleanAction({ ...raw, ...wrong }), null);
  const sender = { user: "u", name: "Mika", gm: false, owns: ["Actor.h"] };
  assert.equal(objection(cleanAction(raw), sender, () => null), "gm_only");
  assert.equal(objection(cleanAction(raw), { ...sender, gm: true }, () => null), null);
});

test("the table's ways are three choices, a character's two of them", () => {
  const conduct = { automation: "confirm", dice: "bridge", odds: "gm" };
  const fields = conductContext(conduct, t);
  assert.deepEqual(fields.map(({ name }) => name), ["conduct.automation", "conduct.dice", "conduct.odds"]);
  assert.deepEqual(fields.map(({ options }) => options.find(({ selected }) => selected).value), ["confirm", "bridge", "gm"]);
  const own = ownConductContext({ automation: null, dice: "typed" }, conduct, t);
  assert.deepEqual(own.map(({ options }) => options.find(({ selected }) => selected).value), ["", "typed"]);
  assert.match(own[0].options[0].label, /AsTable.*VTTB.Conduct.Confirm/);
});

test("what was changed of the ways is sent, and an empty choice is the table's", () => {
  const before = { automation: "confirm", dice: null };
  const read = (form) => (name) => form[name] ?? null;
  assert.deepEqual(changedConduct(before, read({ "conduct.automation": "", "conduct.dice": "typed" })), { automation: null, dice: "typed" });
  assert.deepEqual(changedConduct(before, read({ "conduct.automation": "confirm", "conduct.dice": "" })), {});
});

const powers = {
  fields: [{ key: "style", kind: "choice" }, { key: "powers", label: "Powers", kind: "abilities", edit: "gm" }],
  ability_kinds: [{ key: "a", label: "Talents" }, { key: "b", label: "Empty" }],
  abilities: [
    { key: "p1", name: "First", kind: "a", summary: "Does this.", price: "5 XP", cost: "8 RP", needs: "From level 10" },
    { key: "p2", name: "Second", kind: "a", summary: "Does that." },
  ],
};

test("all abilities stand in the picker with what they cost, in the bridge's words", () => {
  assert.deepEqual(abilityFields(powers).map(({ key }) => key), ["powers"]);
  const [talents, empty] = pickerContext(powers, ["p2"]);
  assert.deepEqual(talents.abilities.map(({ key, price, use, checked }) => [key, price, use, checked]), [["p1", "5 XP", "8 RP, From level 10", false], ["p2", "", "", true]]);
  assert.deepEqual(empty.abilities, []);
  const [{ search }] = talents.abilities;
  for (const [wanted, found] of [["", true], ["first LEVEL", true], ["this 8 rp", true], ["first that", false]]) assert.equal(matches(search, wanted), found, wanted);
});

test("a choice keeps its order, and what is new comes last", () => {
  assert.deepEqual(inOrder(["c", "a"], ["a", "b", "c"]), ["c", "a", "b"]);
  assert.deepEqual(inOrder(["c", "a"], ["b"]), ["b"]);
});

test("a budget tells its faults, unless it is by the game master's leave", () => {
  const leave = { field: "leave", label: "By the GM's leave", value: false };
  const budget = { label: "Spent", text: "44 of 40 XP", value: 44, max: 40, rest: "4 XP over", faults: ["4 XP too many."], leave };
  const open = budgetContext(budget, t);
  assert.deepEqual([open.share, open.warns, open.told, open.heading], [100, true, true, "VTTB.Budget.Faults"]);
  const allowed = budgetContext({ ...budget, leave: { ...leave, value: true } }, t);
  assert.deepEqual([allowed.warns, allowed.told, allowed.heading], [false, true, "By the GM's leave"]);
  const plain = budgetContext({ label: "Spent", text: "", value: 0, max: 0, rest: "" }, t);
  assert.deepEqual([plain.share, plain.warns, plain.told, plain.faults], [0, false, false, []]);
  assert.equal(budgetContext(null, t), null);
});

test("who can take whom out is a table with marked names", () => {
  const threats = { title: "Who", columns: ["Hit"], rows: [{ character: benkei, cells: [{ text: "Hiroshi", now: true }] }] };
  assert.deepEqual(threatsContext(threats).rows, [{ name: "Benkei", mark: "b", cells: [{ text: "Hiroshi", now: true }] }]);
  assert.equal(threatsContext({ ...threats, rows: [] }), null);
  assert.equal(threatsContext(null), null);
});

test("entries of a choice stand under their headings, and the chosen one says what it means", () => {
  const options = [
    { value: "a", label: "A, 5 XP", group: "Talents", hint: "Does this." },
    { value: "b", label: "B", group: "Talents", hint: "Does that." },
    { value: "c", label: "C", group: "Stances" },
  ];
  const [field] = formContext([{ key: "ability", label: "Ability", kind: "choice", options }], { ability: "b" }, {}, t);
  assert.deepEqual(field.groups.map(({ label, options: some }) => [label, some.map(({ text, selected }) => [text, selected])]), [
    ["Talents", [["A, 5 XP", false], ["B", true]]],
    ["Stances", [["C", false]]],
  ]);
  assert.equal(field.hint, "Does that.");
  assert.deepEqual([hintOf({ options }, ""), hintOf({ options }, "c"), hintOf({}, null)], ["Does this.", "", ""]);
});
