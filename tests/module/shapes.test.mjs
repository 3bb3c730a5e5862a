import assert from "node:assert/strict";
import { test } from "node:test";
import { asksHTML, byCommand, clockText, drawnAs, focusKey } from "../../foundry_module/scripts/pure/asks.mjs";
import { blocksHTML } from "../../foundry_module/scripts/pure/blocks.mjs";
import { cardHTML } from "../../foundry_module/scripts/pure/card.mjs";
import { formContext, formValues } from "../../foundry_module/scripts/pure/form.mjs";
import { hudHTML } from "../../foundry_module/scripts/pure/hud.mjs";
import { mirrorOf } from "../../foundry_module/scripts/pure/mirror.mjs";
import { panelContext, questionContext } from "../../foundry_module/scripts/pure/questions.mjs";
import { nextStep, readStep, stepText, trackerUpdate } from "../../foundry_module/scripts/pure/roster.mjs";
import { changedFields, editContext, sheetContext } from "../../foundry_module/scripts/pure/sheet.mjs";
import { TableState, withDeadline } from "../../foundry_module/scripts/pure/state.mjs";
import { benkei, hiroshi, hit, HOSTILE, question, t } from "./fixtures.mjs";

const mark = (letter) => `<span class="vttb-mark ${letter}" aria-hidden="true"></span>`;
const duel = { kind: "duel", sides: [{ character: hiroshi, sum: "17", note: "behind by 3", ahead: false }, { character: benkei, sum: "20", note: "", ahead: true }] };
const bids = { kind: "bids", rows: [{ label: "Throw", cells: ["14", "16"] }, { label: "Bid 1", cells: ["to answer", "passes"], now: true }] };
const chance = { kind: "chance", text: "One more raise puts Aki ahead", fraction: "4 in 6", percent: "67 %", faces: [{ value: "2", wins: false }, { value: "3", wins: true }], note: "A 3 ties." };
const alive = /<img|\[\[|@UUID\[/;
const poisoned = (value) => JSON.parse(JSON.stringify(value), (key, one) => (typeof one === "string" && key !== "kind" && key !== "place" ? HOSTILE : one));

test("a duel: a large sum a side, and who is ahead", () => {
  assert.equal(
    blocksHTML([duel], t),
    `<div class="vttb-duel"><div><p class="who">${mark("a")}Hiroshi</p><p class="sum">17</p><p class="say">behind by 3</p></div>` +
      `<div class="lead"><p class="who">${mark("b")}Benkei</p><p class="sum">20</p><p class="say">VTTB.Card.Ahead</p></div></div>`,
  );
  assert.equal(
    blocksHTML([{ kind: "duel", sides: [{ character: hiroshi, sum: "9", note: "needs 12" }] }], t),
    `<div class="vttb-duel"><div><p class="who">${mark("a")}Hiroshi</p><p class="sum">9</p><p class="say">needs 12</p></div></div>`,
  );
});

test("bids: a table with row headers, the current row raised, columns named where a duel names them", () => {
  const body =
    '<tbody><tr><td>14</td><th scope="row">Throw</th><td>16</td></tr>' +
    '<tr class="now"><td>to answer</td><th scope="row">Bid 1</th><td>passes</td></tr></tbody></table>';
  assert.equal(blocksHTML([bids], t), `<table class="vttb-bids" aria-label="VTTB.Card.Bids">${body}`);
  const named = '<thead><tr><th scope="col"><span class="vttb-vh">Hiroshi</span></th><td></td><th scope="col"><span class="vttb-vh">Benkei</span></th></tr></thead>';
  assert.ok(blocksHTML([duel, bids], t).endsWith(`<table class="vttb-bids" aria-label="VTTB.Card.Bids">${named}${body}`));
  assert.ok(blocksHTML([{ kind: "bids", rows: [{ label: "Throw", cells: ["9"] }] }], t).includes('<tr><th scope="row">Throw</th><td>9</td></tr>'));
});

test("a chance: fraction, per cent and the winning faces in words too", () => {
  assert.equal(
    blocksHTML([chance], t),
    '<div class="vttb-chance"><p class="odds"><span>One more raise puts Aki ahead</span> <b>VTTB.Card.Odds {&quot;fraction&quot;:&quot;4 in 6&quot;,&quot;percent&quot;:&quot;67 %&quot;}</b></p>' +
      '<ol class="vttb-faces" aria-label="VTTB.Card.Faces"><li>2</li><li class="win">3 <span class="vttb-vh">VTTB.Card.FaceWins</span></li></ol><p class="note">A 3 ties.</p></div>',
  );
  assert.equal(blocksHTML([{ kind: "chance", text: "x", fraction: "1 in 2" }], t), '<div class="vttb-chance"><p class="odds"><span>x</span> <b>1 in 2</b></p></div>');
});

test("an unknown block stays plain and complete, and no block is alive", () => {
  assert.equal(blocksHTML([{ kind: "odd", title: "Odd", a: [1, 2] }], t), '<div class="vttb-block"><h5>Odd</h5><dl><div><dt>a</dt><dd>1, 2</dd></div></dl></div>');
  assert.equal(blocksHTML([], t), "");
  assert.equal(blocksHTML(undefined, t), "");
  assert.equal(alive.test(blocksHTML(poisoned([duel, bids, chance, { kind: "odd", x: "y" }]), t)), false);
});

const bid = (more = {}) => ({
  ...question(),
  id: "c1:ask:bid:1:Actor.a",
  place: "card",
  equal: true,
  purse: null,
  decline: "Pass",
  trigger: "Ren raised to 20.",
  options: [{ key: "raise", label: "Raise", cost: "tension 4", further: [], habit: null }],
  blocks: [chance],
  deadline_in: null,
  deadline: null,
  ...more,
});
const chosen = () => ({});
const shown = { t, now: 0, busy: () => false, chosen };

test("a question in its card: the viewer's blocks, then equals, neither inked", () => {
  assert.equal(
    asksHTML([bid()], shown),
    '<div class="vttb-asks"><div class="vttb-ask" role="group" data-question="c1:ask:bid:1:Actor.a" ' +
      'aria-label="VTTB.Question.InCard {&quot;name&quot;:&quot;Akemi&quot;,&quot;trigger&quot;:&quot;Ren raised to 20.&quot;}">' +
      blocksHTML([chance], t) +
      '<div class="vttb-acts equal"><button type="button" draggable="true" class="vttb-btn" data-vttb-action="answer" data-key="raise" data-vttb-focus="Actor.a raise"><span data-vttb-cost="Raise">VTTB.Question.Priced {&quot;label&quot;:&quot;Raise&quot;,&quot;cost&quot;:&quot;tension 4&quot;}</span> <small data-vttb-after></small></button>' +
      '<button type="button" draggable="true" class="vttb-btn" data-vttb-action="answer" data-vttb-focus="Actor.a "><span>Pass</span></button></div>' +
      '<p class="vttb-clock" data-vttb-clock></p></div></div>',
  );
});

test("several questions in one card each say whose they are; while an answer is on its way nothing can be pressed", () => {
  const html = asksHTML([bid(), bid({ id: "q2", who: "Actor.b", name: "Ren", side_index: 1 })], { ...shown, busy: (one) => one.id === "q2" });
  assert.ok(html.includes(`<p class="vttb-asked"><b>${mark("a")}Akemi</b> Ren raised to 20.</p>`));
  assert.ok(html.includes(`<p class="vttb-asked"><b>${mark("b")}Ren</b> Ren raised to 20.</p>`));
  assert.equal(html.match(/aria-disabled="true"/g)?.length, 2);
  assert.ok(asksHTML([bid({ blocks: [] })], shown).includes('<p class="vttb-asked">'));
});

test("means, effects and a further choice stand in the card too", () => {
  const asked = bid({ equal: false, purse: { label: "Left", text: "2 raises" }, options: [{ key: "one", label: "One", cost: "", effect: "Does it.", after: "leaves 1", further: [{ key: "way", label: "Way", options: [{ value: 1, label: "First" }, { value: 2, label: "Second" }] }] }] });
  const html = asksHTML([asked], shown);
  assert.ok(html.includes('<p class="vttb-means"><span>Left</span> <b>2 raises</b></p>'));
  assert.ok(html.includes('<label class="vttb-with"><span>Way</span> <select data-option="one" data-further="way" data-vttb-focus="Actor.a one way"><option value="1" selected>First</option><option value="2">Second</option></select></label><div class="vttb-acts">'));
  assert.ok(html.includes('<span data-vttb-cost="One">One</span> <small>Does it.</small> <small data-vttb-after>leaves 1</small></button>'));
});

test("no foreign string of a question in a card is alive", () => {
  assert.equal(alive.test(asksHTML([poisoned(bid({ purse: { label: "x", text: "y" }, options: [{ key: "k", label: "l", cost: "c", effect: "e", after: "a", further: [{ key: "f", label: "w", total: 1, options: [{ value: "v", label: "l", cost: "c" }, { value: "w", label: "m" }] }] }] }))], shown)), false);
});

test("the clock in a card names what happens by itself", () => {
  const asked = withDeadline(bid({ deadline_in: 18 }), 0);
  assert.equal(clockText(asked, 0, t), 'VTTB.Question.ByItselfInCard {"seconds":18,"decline":"Pass"}');
  assert.equal(clockText({ ...asked, paused: true }, 0, t), "VTTB.Question.Paused");
  assert.equal(clockText(bid(), 0, t), "");
});

test("questions are gathered by command, only those of a card, and redrawn only when more than a clock moved", () => {
  const other = bid({ id: "q2" });
  assert.deepEqual([...byCommand([question(), bid(), other])], [["c1", [bid(), other]]]);
  assert.equal(drawnAs([bid()]), drawnAs([withDeadline(bid({ deadline_in: 3 }), 0)]));
  assert.notEqual(drawnAs([bid()]), drawnAs([bid({ id: "c1:ask:bid:2:Actor.a", round: 2 })]));
  assert.equal(focusKey(bid(), "raise"), focusKey(bid({ id: "c1:ask:bid:2:Actor.a" }), "raise"));
});

test("a card as it is stored holds nothing of a question", () => {
  const html = cardHTML({ ...hit(), state: "waiting", blocks: [duel, bids] }, t);
  assert.ok(html.includes('</header><p class="vttb-outcome open">'));
  assert.ok(html.includes('<div class="vttb-duel">'));
  assert.equal(/vttb-ask|<button/.test(html), false);
});

test("while two still bid their sums come first, and the dice are folded away", () => {
  const html = cardHTML({ ...hit(), state: "waiting", blocks: [duel, bids] }, t);
  assert.ok(html.startsWith('<section class="vttb vttb-card bidding"'));
  const places = ["vttb-outcome", "vttb-duel", "vttb-bids", "vttb-change", "vttb-thrown", "vttb-roll"].map((part) => html.indexOf(part));
  assert.equal(places.includes(-1), false);
  assert.deepEqual(places, [...places].sort((one, other) => one - other));
  assert.ok(html.includes(`<summary>VTTB.Card.Thrown {&quot;count&quot;:${hit().rolls.flatMap(({ dice }) => dice).length}}</summary>`));
  assert.equal(cardHTML({ ...hit(), blocks: [duel, bids] }, t).includes("vttb-thrown"), false);
});

test("the panel says Pass where a question says so, and has no window for those of a card", () => {
  const rows = (mine) => panelContext([bid()], () => ({ person: mine ? null : "Jun", mine }), 0, t, chosen).groups[0].rows[0];
  assert.deepEqual([rows(true).decline, rows(true).asked, rows(true).window, rows(true).who], ["Pass", "VTTB.Panel.YouAnswerOnly", false, "Actor.a"]);
  assert.deepEqual([rows(false).decline, rows(false).asked], ['VTTB.Panel.DeclineFor {"decline":"Pass","name":"Jun"}', 'VTTB.Panel.IsAskedOnly {"name":"Jun"}']);
  assert.deepEqual([rows(true).hasBlocks, rows(true).equal, rows(true).trigger], [true, true, "Ren raised to 20."]);
  assert.deepEqual([questionContext(bid(), 0, t, chosen).hasBlocks, questionContext(bid({ blocks: [] }), 0, t, chosen).hasBlocks], [true, false]);
});

test("a further choice of a question in a card is made in the panel itself, one of a window in its window", () => {
  const further = [{ key: "raises", label: "Raises", options: [{ value: 1, label: "1", cost: "tension 4" }, { value: 2, label: "2", cost: "tension 5" }] }];
  const [option] = panelContext([bid({ options: [{ key: "raise", label: "Raise", cost: "", further }] })], () => ({ person: null, mine: true }), 0, t, chosen).groups[0].rows[0].options;
  assert.deepEqual(option, { key: "raise", label: "Raise", cost: "tension 4", here: true, further: false });
  const [other] = panelContext([bid({ place: "window", options: [{ key: "raise", label: "Raise", cost: "", further }] })], () => ({ person: null, mine: true }), 0, t, chosen).groups[0].rows[0].options;
  assert.deepEqual([other.here, other.further], [false, true]);
});

test("whom a question asked is known after it has closed, for a while", () => {
  const state = new TableState();
  state.reset({ epoch: 1, seq: 1, view: { questions: [bid()] } }, 0);
  state.apply({ seq: 2, gm: { closed: [{ id: bid().id }], opened: [bid({ id: "next", who: "Actor.b" })] }, public: {} }, 0);
  assert.deepEqual([...state.asked], [[bid().id, "Actor.a"], ["next", "Actor.b"]]);
  assert.deepEqual([...state.questions.keys()], ["next"]);
  const many = Array.from({ length: 250 }, (_, n) => bid({ id: `q${n}` }));
  state.apply({ seq: 3, gm: { opened: many }, public: {} }, 0);
  assert.deepEqual([state.asked.size, [...state.asked.keys()][0]], [200, "q50"]);
});

const track = { label: "Body", note: "Diligence 2", tiers: [{ size: 3, mark: "" }, { size: 2, mark: "−3" }, { size: 1, mark: "−6" }], value: 4, text: "4 of 6", pips: { label: "Tension", value: 1, max: 2, end: "MAX", ended: false, text: "1 of 2" } };

test("a tiered track: boxes, cracks inverted once reached, pips, and words", () => {
  const [drawn] = sheetContext({ name: "A", sheet: { tracks: [track] } }, t).tracks;
  assert.deepEqual(drawn, {
    label: "Body", note: "Diligence 2", text: "4 of 6", boxes: 6, cracks: 2, drawn: true,
    tiers: [
      { mark: "", hit: true, said: "", boxes: [{ look: "on" }, { look: "on" }, { look: "on" }] },
      { mark: "−3", hit: true, said: 'VTTB.Sheet.CrackHit {"mark":"−3"}', boxes: [{ look: "on" }, { look: "" }] },
      { mark: "−6", hit: false, said: 'VTTB.Sheet.Crack {"mark":"−6","boxes":5}', boxes: [{ look: "" }] },
    ],
    pips: { label: "Tension", text: "1 of 2", end: "MAX", ended: false, boxes: [{ look: "on" }, { look: "" }] },
  });
});

test("a full tier alone reaches no crack; a track without pips or with very many boxes is said in words", () => {
  const tiersOf = (more) => sheetContext({ name: "A", sheet: { tracks: [{ ...track, ...more }] } }, t).tracks[0];
  assert.deepEqual(tiersOf({ value: 3 }).tiers.map((tier) => tier.hit), [true, false, false]);
  assert.equal(tiersOf({ pips: null }).pips, null);
  const long = tiersOf({ tiers: [{ size: 500, mark: "" }] });
  assert.deepEqual([long.drawn, long.tiers[0].boxes.length, long.boxes], [false, 0, 500]);
});

test("a third bar goes into the document", () => {
  assert.deepEqual(mirrorOf({ bars: { c: { label: "Soul", value: 9, max: 14 } } }, "s", 1).bars, { a: { value: 0, max: 0 }, b: { value: 0, max: 0 }, c: { value: 9, max: 14 } });
});

const form = [
  { key: "tn", label: "Target", kind: "integer", min: 1, max: 30 },
  { key: "way", label: "Way", kind: "choice", options: [{ value: 1, label: "First" }, { value: 2, label: "Second" }], default: 2 },
  { key: "half", label: "Half", kind: "flag" },
  { key: "goal", label: "Goal", kind: "text", optional: true },
  { key: "bonus", label: "Bonus", kind: "integer", optional: true },
];

test("an action with a form says that a window opens, one without acts at once", () => {
  const look = (more) => ({ actor: "a", purse: [], aim: null, actions: [{ verb: "v", args: {}, label: "V", cost: "", possible: true, rank: 1, group: "everyday", ...more }] });
  const html = (more) => hudHTML(look(more), { targets: 0, page: 0, busy: () => false, t });
  assert.ok(html({ form }).includes('data-key="[&quot;v&quot;,{}]" aria-haspopup="dialog">'));
  assert.ok(html({}).includes('data-key="[&quot;v&quot;,{}]"><b>V</b>'));
});

test("the form shows what its fields are, with what was typed and what is wrong", () => {
  const [tn, way, half, goal] = formContext(form, { tn: "99", half: true }, { tn: "Too much." }, t);
  assert.deepEqual([tn.name, tn.value, tn.min, tn.max, tn.fault, tn.isInteger, tn.optional], ["form.tn", "99", 1, 30, "Too much.", true, false]);
  assert.deepEqual(way.groups[0].options.map(({ value, selected }) => [value, selected]), [["1", false], ["2", true]]);
  assert.deepEqual([half.isFlag, half.checked, half.optional, goal.isText, goal.optional, goal.value], [true, true, false, true, true, ""]);
});

test("values come in their own types, and what is optional and empty is left out", () => {
  const filled = (values) => formValues(form, (name) => values[name.slice(5)] ?? null, t);
  assert.deepEqual(filled({ tn: "12", way: "1", half: true, goal: " the door ", bonus: "" }), { args: { tn: 12, way: 1, half: true, goal: "the door" }, faults: {} });
  assert.deepEqual(filled({ tn: "3", way: "2", half: false, goal: "" }), { args: { tn: 3, way: 2 }, faults: {} });
  assert.deepEqual(filled({ tn: "31", way: "9", bonus: "1.5" }).faults, { tn: 'VTTB.Form.NumberBetween {"min":1,"max":30}', way: "VTTB.Form.Needed", bonus: "VTTB.Form.Number" });
  assert.deepEqual(filled({ tn: "", way: "1" }), { args: { way: 1 }, faults: { tn: 'VTTB.Form.NumberBetween {"min":1,"max":30}' } });
  const bound = (field, value) => formValues([{ key: "n", kind: "integer", ...field }], () => value, t);
  assert.deepEqual([bound({ min: 0 }, "-1").faults.n, bound({ max: 5 }, "6").faults.n, bound({ min: 0 }, "0").args.n], ['VTTB.Form.NumberFrom {"min":0}', 'VTTB.Form.NumberTo {"max":5}', 0]);
});

test("fields of one kind take different values; what another has taken says so", () => {
  const options = [{ value: "x", label: "X" }, { value: "y", label: "Y" }];
  const two = [
    { key: "a", label: "A", kind: "choice", distinct: "d", options },
    { key: "b", label: "B", kind: "choice", distinct: "d", options, optional: true },
  ];
  const [a, b] = formContext(two, { a: "y" }, {}, t);
  assert.deepEqual(b.groups[0].options.map(({ text, taken, selected }) => [text, taken, selected]), [["", false, true], ["X", false, false], ['VTTB.Form.Taken {"label":"Y","other":"A"}', true, false]]);
  assert.deepEqual(a.groups[0].options.map(({ taken }) => taken), [false, false]);
  const filled = (values) => formValues(two, (name) => values[name.slice(5)] ?? null, t);
  assert.deepEqual(filled({ a: "x", b: "y" }), { args: { a: "x", b: "y" }, faults: {} });
  assert.deepEqual(filled({ a: "x", b: "x" }), { args: { a: "x" }, faults: { b: 'VTTB.Form.Taken {"label":"X","other":"A"}' } });
  assert.deepEqual(filled({ a: "x", b: "" }), { args: { a: "x" }, faults: {} });
});

test("a list of texts is edited with commas", () => {
  const fields = [{ key: "names", label: "Names", kind: "texts", default: [] }];
  const [field] = editContext({ fields }, { fields: { names: ["Ann", "Bo"] } });
  assert.deepEqual([field.isTexts, field.isText, field.value], [true, false, "Ann, Bo"]);
  const changed = (text) => changedFields({ fields }, { fields: { names: ["Ann", "Bo"] } }, () => text, () => []);
  assert.deepEqual([changed(" Ann ,Bo,"), changed("Bo, Cy"), changed("")], [{}, { names: ["Bo", "Cy"] }, { names: [] }]);
});

test("an optional number may be emptied, and stays empty", () => {
  const fields = [{ key: "a", kind: "integer", default: 3, optional: true, label: "A" }, { key: "b", kind: "integer", default: 3, label: "B" }];
  assert.deepEqual(changedFields({ fields }, { fields: { a: 4, b: 4 } }, () => "", () => []), { a: null });
  assert.deepEqual(editContext({ fields }, { fields: { a: null } }).map((field) => field.value), [null, 3]);
  assert.deepEqual(changedFields({ fields }, { fields: { a: null, b: 3 } }, (name) => (name === "field.a" ? "" : "3"), () => []), {});
});

test("the tracker's next is what the bridge says, on every page", () => {
  const next = { verb: "pass_on", actor: null, label: "Next round" };
  const text = stepText({ next, links: [["a", "b"]] });
  assert.equal(text, '{"next":{"verb":"pass_on","actor":null,"label":"Next round"},"next_reason":"","links":[["a","b"]]}');
  assert.deepEqual(nextStep(readStep(text), "a"), next);
  assert.equal(readStep(stepText({ next, busy: true })).busy, true);
  assert.equal(nextStep(readStep(stepText({ next: null, next_reason: "Answers are open." })), "a"), null);
  const order = ["a"];
  assert.deepEqual(trackerUpdate({ round: 1, turn: "a", next: null, next_reason: "r" }, { round: 1, turn: 0, order, driven: true }), { step: '{"next":null,"next_reason":"r","links":[]}' });
  assert.equal(trackerUpdate({ round: 1, turn: "a", next }, { round: 1, turn: 0, order, driven: true, step: stepText({ next }) }), null);
});

test("a bridge that does not say what comes next breaks nothing", () => {
  assert.equal(stepText({}), undefined);
  assert.deepEqual([readStep(undefined), readStep("null"), readStep("{")], [{}, {}, {}]);
  assert.deepEqual(nextStep({}, "a"), { verb: "end_turn", actor: "a" });
  assert.equal(nextStep({}, null), null);
});
