import assert from "node:assert/strict";
import { test } from "node:test";
import { hudHTML, pageOf } from "../../foundry_module/scripts/pure/hud.mjs";
import { answerAction, changedHabits, closedSentence, countdown, panelContext, questionContext } from "../../foundry_module/scripts/pure/questions.mjs";
import { secondsOf } from "../../foundry_module/scripts/pure/seconds.mjs";
import { changedFields, changedRules, editContext, rulesContext, sheetContext } from "../../foundry_module/scripts/pure/sheet.mjs";
import { withDeadline } from "../../foundry_module/scripts/pure/state.mjs";
import { benkei, HOSTILE, question, t } from "./fixtures.mjs";

const chosen = () => ({});
const action = (label, more = {}) => ({ verb: label, args: {}, label, cost: "1 AP", possible: true, reason: "", rank: 1, needs_target: true, group: "everyday", ...more });

test("the column of actions", () => {
  const look = { actor: "a", purse: ["3 AP", "14 RP"], aim: benkei, actions: [action("go"), action("big", { possible: false, reason: "Needs 15 RP, has 14", rank: 2 })] };
  assert.equal(
    hudHTML(look, { targets: 1, page: 0, busy: () => false, t }),
    '<p class="purse"><span>3 AP</span><span>14 RP</span></p>' +
      '<p class="aim">VTTB.Hud.At <b><span class="vttb-mark b" aria-hidden="true"></span>Benkei</b></p><ul>' +
      '<li><button type="button" draggable="true" data-vttb-action="act" data-key="[&quot;go&quot;,{}]"><b>go</b> <span>1 AP</span></button></li>' +
      '<li><button type="button" draggable="true" data-vttb-action="act" data-key="[&quot;big&quot;,{}]" aria-disabled="true"><b>big</b> <span>1 AP</span> <em>Needs 15 RP, has 14</em></button></li></ul>',
  );
});

test("aim: none, one, several", () => {
  const html = (targets) => hudHTML({ actions: [], purse: [], aim: null }, { targets, page: 0, busy: () => false, t });
  assert.ok(html(0).includes('<p class="aim">VTTB.Hud.NoTarget</p>'));
  assert.ok(html(2).includes('VTTB.Hud.Targets {&quot;count&quot;:2}'));
});

test("an action in flight cannot be pressed", () => {
  assert.ok(hudHTML({ actions: [action("go")], purse: [], aim: null }, { targets: 0, page: 0, busy: () => true, t }).includes('aria-disabled="true"'));
});

test("hostile labels stay text", () => {
  const html = hudHTML({ actions: [action(HOSTILE, { cost: HOSTILE, possible: false, reason: HOSTILE })], purse: [HOSTILE], aim: { ...benkei, name: HOSTILE } }, { targets: 1, page: 0, busy: () => false, t });
  assert.equal(/<img|\[\[|@UUID\[/.test(html), false);
});

test("at most seven rows, everyday ones first", () => {
  const names = (page) => page.rows.map((row) => row.label);
  const seven = Array.from({ length: 7 }, (_, n) => action(`a${n}`, { rank: n }));
  assert.deepEqual(pageOf(seven, 0), { rows: seven, more: null, next: 0 });
  const some = [...seven.slice(1, 6), action("a0", { possible: false, rank: 0 }), action("m1", { group: "more" }), action("m2", { group: "more" })];
  assert.deepEqual(names(pageOf(some, 0)), ["a0", "a1", "a2", "a3", "a4", "a5"]);
  assert.deepEqual(names(pageOf([...some, seven[6]], 0)), ["a1", "a2", "a3", "a4", "a5", "a6"]);
  const many = [action("m1", { group: "more" }), ...Array.from({ length: 5 }, (_, n) => action(`a${n}`, { rank: 5 - n })), ...Array.from({ length: 7 }, (_, n) => action(`n${n}`, { group: "more" }))];
  const first = pageOf(many, 0);
  assert.deepEqual(names(first), ["a4", "a3", "a2", "a1", "a0"]);
  assert.deepEqual([first.more, first.next], [8, 1]);
  assert.deepEqual(names(pageOf(many, 1)), ["m1", "n0", "n1", "n2", "n3", "n4"]);
  assert.deepEqual(names(pageOf(many, 2)), ["n5", "n6"]);
  assert.equal(pageOf(many, 2).next, 0);
  const idle = [action("m0", { group: "more", possible: false }), action("m1", { group: "more" }), action("a0", { possible: false })];
  assert.deepEqual(names(pageOf(idle, 1)), ["m1", "m0"]);
});

test("the countdown in its states", () => {
  const asked = withDeadline(question(), 0);
  assert.deepEqual(countdown(asked, 0), { seconds: 18, text: "18", left: 1, urgent: false, paused: false, none: false });
  assert.deepEqual(countdown(asked, 13_500), { seconds: 5, text: "5", left: 5 / 18, urgent: true, paused: false, none: false });
  assert.equal(countdown(asked, 99_000).seconds, 0);
  assert.deepEqual(countdown({ ...asked, paused: true }, 0).text, "II");
  assert.equal(countdown({ ...asked, deadline: null }, 0).none, true);
});

test("the question window shows price, effect, what is left and further choices", () => {
  const context = questionContext(withDeadline(question(), 0), 0, t, chosen);
  assert.deepEqual([context.name, context.mark, context.trigger, context.purse], ["Akemi", "a", "Benkei hit you.", { label: "Reserve", text: "17 RP" }]);
  assert.deepEqual(context.options.map(({ cost, after, hasFurther }) => [cost, after, hasFurther]), [["10 RP", "leaves 7", false], ["15 RP", "leaves 2", true]]);
  assert.equal(context.again, true);
  assert.equal(questionContext({ ...question(), options: [{ key: "one", label: "One", habit: null }] }, 0, t, chosen).again, false);
  assert.deepEqual(context.options[1].habits.map(({ value, checked }) => [value, checked]), [["ask", false], ["always", false], ["never", true]]);
  assert.equal(context.clockText, 'VTTB.Question.ByItself {"seconds":18}');
});

test("an answer carries choices and only changed habits", () => {
  const asked = question();
  assert.deepEqual(changedHabits(asked, { one: "always", two: "never" }), { one: "always" });
  assert.deepEqual(answerAction(asked, { choice: "two", further: { move: "x" }, habits: { one: "always" } }, "id-1"), { kind: "answer", id: "id-1", request: "q1", choice: "two", further: { move: "x" }, habits: { one: "always" } });
  assert.deepEqual(answerAction(asked, { choice: null }, "id-2").choice, null);
});

test("declining says that it drops what was changed", () => {
  const setup = { id: "q", decline: "Keep it", options: [{ key: "set", label: "Set", further: [{ key: "attack", label: "Attack", options: [{ value: "a", label: "A" }, { value: "b", label: "B" }] }] }] };
  assert.equal(questionContext(withDeadline(setup, 0), 0, t, () => ({ attack: "a" })).declineLabel, "Keep it");
  assert.equal(questionContext(withDeadline(setup, 0), 0, t, () => ({ attack: "b" })).declineLabel, 'VTTB.Question.DropChanges {"decline":"Keep it"}');
});

test("why a question closed", () => {
  assert.deepEqual(["gm", "time", "person", "undo"].map((by) => closedSentence({ by, name: "Jun" }, t, { decline: "Pass" })), ["VTTB.Question.ByGM", 'VTTB.Question.ByTime {"decline":"Pass"}', 'VTTB.Question.ByPerson {"name":"Jun"}', "VTTB.Question.NotNeeded"]);
});

test("the panel groups by scope and says who is asked", () => {
  const other = { ...question(), id: "q2", scope_text: "Harbour", who: "n", name: "Goro", deadline_in: null };
  const context = panelContext([withDeadline(question(), 0), withDeadline(other, 0)], (one) => (one.id === "q1" ? { person: "Jun", mine: false } : { person: null, mine: true }), 0, t, chosen);
  assert.deepEqual(context.groups.map((group) => group.scope), ["Rooftop, round 3: Hiroshi hits Tetsuko", "Harbour"]);
  const [first, second] = context.groups.map((group) => group.rows[0]);
  assert.deepEqual([first.asked, first.decline, first.declines], ['VTTB.Panel.IsAsked {"name":"Jun","means":"17 RP"}', 'VTTB.Panel.DeclineFor {"decline":"Decline","name":"Jun"}', 'VTTB.Question.ByItselfInCard {"seconds":18,"decline":"Decline"}']);
  assert.deepEqual([second.asked, second.decline, second.declines], ['VTTB.Panel.YouAnswer {"means":"17 RP"}', "Decline", ""]);
  assert.deepEqual(first.options[1], { key: "two", label: "Second", cost: "15 RP", here: false, further: true });
  assert.deepEqual([first.trigger, context.groups[0].trigger], ["Benkei hit you.", ""]);
  const [alike] = panelContext([question(), { ...question(), id: "q3" }], () => ({ person: null, mine: true }), 0, t, chosen).groups;
  assert.deepEqual([alike.trigger, ...alike.rows.map(({ trigger }) => trigger)], ["Benkei hit you.", "", ""]);
  assert.equal(panelContext([], () => ({ person: null, mine: true }), 0, t, chosen).heading, "VTTB.Panel.Nobody");
});

const description = {
  fields: [
    { key: "style", label: "Style", kind: "choice", options: [{ value: "x", label: "X" }, { value: "y", label: "Y" }], default: "x", edit: "gm" },
    { key: "base", label: "Base", kind: "integer", min: 1, max: 9, default: 1, edit: "gm" },
    { key: "note", label: "Note", kind: "text", default: "", edit: "gm" },
    { key: "alone", label: "Alone", kind: "boolean", default: false, edit: "gm" },
    { key: "powers", label: "Powers", kind: "abilities", default: [], edit: "gm" },
  ],
  abilities: [{ key: "p1", name: "P1", kind: "k", summary: "s" }, { key: "p2", name: "P2", kind: "k", summary: "s" }],
  ability_kinds: [{ key: "k", label: "Kind" }],
  rules: [{ key: "r", label: "R", ruling: "C2", help: "h", default: 1, options: [{ value: 1, label: "one" }, { value: 2, label: "two" }] }],
};

test("plain fields from the description", () => {
  const fields = editContext(description, { fields: { style: "y", powers: ["p2"] } });
  assert.deepEqual(fields.map((field) => [field.name, field.value]), [["field.style", "y"], ["field.base", 1], ["field.note", ""], ["field.alone", false]], "abilities are chosen elsewhere");
  assert.deepEqual(fields[0].options.map((option) => option.selected), [false, true]);
});

test("only changed fields are sent, in their own types", () => {
  const form = { "field.style": "x", "field.base": "4", "field.note": "", "field.alone": true };
  assert.deepEqual(changedFields(description, { fields: { style: "y", powers: ["p2"] } }, (name) => form[name] ?? null), { style: "x", base: 4, alone: true });
  assert.deepEqual(changedFields(description, { fields: { base: 4 } }, (name) => ({ "field.base": "4.5" })[name] ?? null), { base: "4.5" }, "the engine says why it does not take it");
});

test("an emptied number goes back to none only where none is the standard", () => {
  const fields = [{ key: "a", kind: "integer", default: null }, { key: "b", kind: "integer", default: 1 }];
  assert.deepEqual(changedFields({ fields }, { fields: { a: 3, b: 4 } }, () => ""), { a: null });
});

test("house rules: values in force, standard ones marked, changes alone sent", () => {
  const [rule] = rulesContext(description, { r: 2 });
  assert.deepEqual(rule.options.map(({ text, selected, standard }) => [text, selected, standard]), [["1", false, true], ["2", true, false]]);
  assert.deepEqual(changedRules(description, { r: 2 }, () => "1"), { r: 1 });
  assert.deepEqual(changedRules(description, { r: 2 }, () => "2"), {});
});

test("a house rule may be several numbers", () => {
  const description = { rules: [{ key: "r", label: "R", ruling: "C1", help: "", default: [1, 3], options: [{ value: [1, 3], label: "early" }, { value: [2, 5], label: "late" }] }] };
  const [rule] = rulesContext(description, { r: [2, 5] });
  assert.deepEqual(rule.options.map((/** @type {any} */ option) => [option.selected, option.standard]), [[false, true], [true, false]]);
  assert.deepEqual(changedRules(description, { r: [2, 5] }, () => "1,3"), { r: [1, 3] });
  assert.deepEqual(changedRules(description, { r: [2, 5] }, () => "2,5"), {});
});

test("the sheet: pips, budget, and nothing invented for an unknown character", () => {
  const context = sheetContext({ name: "A", side_index: 2, sheet: { meters: [{ label: "Actions", text: "2 of 3", value: 2, max: 3, extra: 1, shape: "pips" }, { label: "R", text: "14", shape: "number" }], budget: { label: "Spent", text: "34 of 40", value: 34, max: 40, rest: "6 left" } } }, t);
  assert.deepEqual(context.meters[0].pips.map((pip) => pip.look), ["on", "on", "", "tmp on"]);
  assert.equal(context.meters[1].pips, null);
  assert.deepEqual([context.mark, context.budget.share], ["c", 85]);
  assert.deepEqual([sheetContext({ name: "B" }, t).groups, sheetContext({ name: "B" }, t).budget], [[], null]);
});

test("seconds are a whole number within reason, and nothing at all is no limit", () => {
  assert.deepEqual(["", " ", null].map(secondsOf), [null, null, null]);
  assert.deepEqual(["1", " 45 ", "3600"].map(secondsOf), [1, 45, 3600]);
  assert.deepEqual(["0", "3601", "-5", "2.5", "1e2", "ten", "?"].map(secondsOf), Array(7).fill(undefined));
});
