import assert from "node:assert/strict";
import { test } from "node:test";
import { cardHTML, refusalHTML, replyHTML } from "../../foundry_module/scripts/pure/card.mjs";
import { complete, rollData } from "../../foundry_module/scripts/pure/rolls.mjs";
import { benkei, hiroshi, hit, HOSTILE, t } from "./fixtures.mjs";

const mark = (letter) => `<span class="vttb-mark ${letter}" aria-hidden="true"></span>`;
const SEP = '<small class="vttb-sep"> · </small>';

test("a hit, part by part", () => {
  assert.equal(
    cardHTML(hit(), t),
    '<section class="vttb vttb-card" aria-label="Hiroshi strikes Benkei: Hit"><header class="vttb-band">' +
      `<p class="vttb-edge"><span>Round 2</span>${SEP}<span title="VTTB.Card.Entry {&quot;number&quot;:31}">0031</span></p>` +
      `<h4 class="vttb-title"><b>${mark("a")}Hiroshi</b> strikes <b>${mark("b")}Benkei</b></h4></header>` +
      '<p class="vttb-outcome"><strong>Hit</strong></p>' +
      `<dl class="vttb-change"><div><dt>${mark("a")}Hiroshi</dt><dd>level 7 <span class="vttb-to">to</span> 10</dd><dd class="delta">+3</dd></div></dl>` +
      '<div class="vttb-roll"><p class="vttb-tn">TN <b>5</b></p><ol class="vttb-dice" aria-label="Dice"><li class="vttb-die kept"><b>8</b></li></ol><p class="vttb-cap">Hiroshi rolls</p></div>' +
      '<details class="vttb-receipts"><summary>Receipts, 1 number</summary><dl><div><dt>TN 5</dt><dd>6 − 2 + 1</dd><dd class="rule">C1</dd></div></dl></details>' +
      '<footer class="vttb-foot"><span>1 AP</span></footer></section>',
  );
});

test("the button for undoing exists only where it is asked for", () => {
  assert.equal(cardHTML(hit(), t).includes("data-vttb-action"), false);
  assert.match(cardHTML(hit(), t, { undo: true }), /<button type="button" class="vttb-btn quiet" data-vttb-action="undo" data-command="11111111-aaaa">Undo<\/button>/);
});

test("while a question is open the game master gets a way to it", () => {
  const html = cardHTML({ ...hit(), state: "waiting" }, t, { questions: true });
  assert.ok(html.includes('data-vttb-action="questions" data-command="11111111-aaaa">VTTB.Panel.Questions</button>'));
});

test("receipts can be open", () => {
  assert.match(cardHTML(hit(), t, { open: true }), /<details class="vttb-receipts" open>/);
});

test("dice: kept, dropped, special, rerolled, pending, and other sizes", () => {
  const card = hit();
  card.rolls[0].dice = [
    { faces: 10, value: 10, state: "special", word: "kept, natural 10" },
    { faces: 10, value: 1, state: "special", kept: false, word: "natural 1" },
    { faces: 10, value: 4, state: "dropped", word: "not kept" },
    { faces: 10, value: 2, state: "rerolled", word: "rerolled" },
    { faces: 10, value: null, state: "pending", word: "yet to roll" },
    { faces: 6, value: 5, state: "kept" },
    { faces: 20, value: 17, state: "kept" },
  ];
  const html = cardHTML(card, t);
  for (const piece of [
    '<li class="vttb-die kept nat"><b>10</b> <span>kept, natural 10</span></li>',
    '<li class="vttb-die nat"><b>1</b> <span>natural 1</span></li>',
    '<li class="vttb-die"><b>4</b> <span>not kept</span></li>',
    '<li class="vttb-die gone"><b>2</b> <span>rerolled</span></li>',
    '<li class="vttb-die wait"><b>?</b> <span>yet to roll</span></li>',
    '<li class="vttb-die kept d6"><b>5</b></li>',
    '<li class="vttb-die kept"><b>17</b> <span>d20</span></li>',
  ]) assert.ok(html.includes(piece), piece);
});

test("an end is a block of its own", () => {
  const card = hit();
  card.changes.push({ character: benkei, kind: "out", text: "Out. The line was 17." });
  assert.ok(cardHTML(card, t).includes('</dl><div class="vttb-end"><p class="name">Benkei</p><p class="said">Out. The line was 17.</p></div>'));
});

test("the chain shows from two links on, and folds a long middle", () => {
  const link = (text) => ({ character: hiroshi, text, detail: "d", cost: "1 AP", id: null });
  const card = hit();
  assert.equal(cardHTML(card, t).includes("vttb-chain"), false);
  card.links = [link("one"), { character: null, text: "two" }];
  assert.ok(
    cardHTML(card, t).includes(
      `<ol class="vttb-chain"><li>${mark("a")}<span class="what">one</span>${SEP}<span class="cost">1 AP</span>${SEP}<span class="who">d</span></li>` +
        `<li>${mark("n")}<span class="what">two</span><span class="cost"></span></li></ol>`,
    ),
  );
  card.links = Array.from({ length: 9 }, (_, place) => link(`l${place}`));
  const html = cardHTML(card, t);
  assert.equal(html.match(/vttb-chain/g)?.length, 3);
  assert.ok(html.includes('<summary>VTTB.Card.MoreLinks {&quot;count&quot;:3}</summary>'));
});

test("waiting, undone and unknown blocks", () => {
  const card = { ...hit(), state: "waiting", outcome: { text: "Waiting", why: "for an answer", state: "waiting" }, rolls: [], receipts: [], changes: [] };
  assert.ok(cardHTML(card, t).includes(`<p class="vttb-outcome open"><strong>Waiting</strong>${SEP}<span>for an answer</span></p>`));
  const undone = cardHTML({ ...hit(), state: "undone", undone: { by: "Mika" } }, t, { undo: true });
  assert.ok(undone.startsWith('<section class="vttb vttb-card undone"'));
  assert.ok(undone.includes(`<strong>Undone</strong>${SEP}<span>VTTB.Card.UndoneBy {&quot;name&quot;:&quot;Mika&quot;}</span>`));
  assert.ok(undone.includes("<s>Hiroshi strikes Benkei: Hit</s><br>Everything is as before."));
  assert.equal(undone.includes("<button"), false);
  const block = cardHTML({ ...hit(), blocks: [{ kind: "quarrel", title: "Quarrel", sums: [3, 4], leader: { name: "A" } }] }, t);
  assert.ok(block.includes('<div class="vttb-block"><h5>Quarrel</h5><dl><div><dt>sums</dt><dd>3, 4</dd></div><div><dt>leader</dt><dd>name A</dd></div></dl></div>'));
});

test("no foreign string of a card reaches HTML alive", () => {
  const poisoned = JSON.parse(JSON.stringify(hit()), (key, value) => (typeof value === "string" && !["state", "kind"].includes(key) ? HOSTILE : value));
  poisoned.changes.push({ character: { ...benkei, name: HOSTILE }, kind: "out", text: HOSTILE });
  poisoned.links.push({ character: null, text: HOSTILE, detail: HOSTILE, cost: HOSTILE });
  poisoned.effects = [HOSTILE];
  poisoned.blocks = [{ kind: HOSTILE, [HOSTILE]: [HOSTILE] }];
  poisoned.outcome.why = HOSTILE;
  for (const html of [
    cardHTML(poisoned, t, { undo: true }),
    cardHTML({ ...poisoned, undone: { by: HOSTILE } }, t),
    refusalHTML({ heading: HOSTILE, text: HOSTILE, hint: HOSTILE }),
    replyHTML({ title: HOSTILE, lines: [HOSTILE, { a: HOSTILE }] }),
  ]) {
    assert.equal(html.includes("<img"), false);
    assert.equal(html.includes("[["), false);
    assert.equal(html.includes("@UUID["), false);
  }
});

test("a refusal", () => {
  assert.equal(
    refusalHTML({ heading: "Not done", text: "It costs 1 AP.", hint: "End the turn." }),
    '<section class="vttb vttb-card note" aria-label="Not done"><p><span class="vttb-lead">Not done</span> It costs 1 AP.</p><p>End the turn.</p></section>',
  );
});

test("a roll is the JSON of an evaluated roll", () => {
  const roll = { id: "r", faces: 10, dice: [
    { faces: 10, value: 4, state: "dropped" },
    { faces: 10, value: 9, state: "kept" },
    { faces: 10, value: 2, state: "rerolled" },
    { faces: 6, value: 6, state: "special" },
  ] };
  assert.equal(complete(roll), true);
  assert.deepEqual(rollData(roll), {
    class: "Roll", options: {}, dice: [], formula: "3d10 + 1d6", total: 15, evaluated: true,
    terms: [
      { class: "Die", options: {}, evaluated: true, number: 3, faces: 10, modifiers: [], results: [
        { result: 4, active: false, discarded: true }, { result: 9, active: true }, { result: 2, active: false, rerolled: true } ] },
      { class: "OperatorTerm", options: {}, evaluated: true, operator: "+" },
      { class: "Die", options: {}, evaluated: true, number: 1, faces: 6, modifiers: [], results: [{ result: 6, active: true }] },
    ],
  });
  assert.equal(JSON.stringify(rollData(roll)), JSON.stringify(JSON.parse(JSON.stringify(rollData(roll)))));
});

test("a roll with a die to come is not complete", () => {
  assert.equal(complete({ id: "r", faces: 10, dice: [{ value: 4, state: "kept" }, { value: null, state: "pending" }] }), false);
  assert.equal(complete({ id: "r", faces: 10, dice: [] }), false);
});
