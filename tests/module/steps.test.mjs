import assert from "node:assert/strict";
import { test } from "node:test";
import { blocksHTML } from "../../foundry_module/scripts/pure/blocks.mjs";
import { cardHTML } from "../../foundry_module/scripts/pure/card.mjs";
import { actsHTML, builtBlocks, stepsHTML } from "../../foundry_module/scripts/pure/steps.mjs";
import { hit, HOSTILE, t } from "./fixtures.mjs";

const SEP = '<small class="vttb-sep"> · </small>';
const offer = { verb: "lay", actor: null, gm: true, args: { what: "fog" }, label: "Fog +1", main: false };
const typed = { verb: "block", actor: "Actor.b", gm: false, args: {}, label: "Add a wall", main: false, form: [{ key: "chips", label: "Chips", kind: "text" }] };
const steps = {
  kind: "steps",
  remove: { verb: "take", actor: "Actor.h", args: { owner: "Actor.h" } },
  rows: [
    {
      label: "Plain",
      note: "set by somebody",
      chips: [
        { label: "Start", value: "3", owner: "", removable: false },
        { label: "Dark", value: "+1", owner: "", removable: true, id: 1 },
      ],
      total: "4",
      now: false,
      offers: [offer],
    },
    { label: "Own", note: "", chips: [{ label: "Shoes", value: "+1", owner: "Actor.h", removable: true, id: 3 }], total: "5", now: true },
    { label: "Against", note: "nobody", chips: [], total: "", now: false, offers: [typed] },
  ],
};
const actions = { kind: "actions", items: [{ ...offer, label: "More", main: true }, { verb: "go", actor: "Actor.h", gm: false, args: {}, label: "Go", main: false }] };
const gm = () => true;
const player = ({ actor, gm: alone }) => alone !== true && actor === "Actor.h";
const names = (html) => [...html.matchAll(/aria-label="(VTTB[^"]*)"/g)].map((found) => found[1].replaceAll("&quot;", '"'));
const items = (html) => [...html.matchAll(/data-vttb-do="([^"]*)"/g)].map((found) => JSON.parse(found[1].replaceAll("&quot;", '"')));

test("steps as everybody sees them: chips, notes, the row that counts, no button", () => {
  assert.equal(
    blocksHTML([steps], t),
    '<div class="vttb-steps">' +
      `<div class="vttb-step"><p class="what"><b>Plain</b>${SEP}<span>set by somebody</span></p><ul class="vttb-chips" aria-label="Plain">` +
      "<li><span>Start</span> <b>3</b></li><li><span>Dark</span> <b>+1</b></li></ul>" +
      '<p class="total">4</p></div>' +
      '<div class="vttb-step now"><p class="what"><b>Own</b></p><ul class="vttb-chips" aria-label="Own"><li class="own"><span>Shoes</span> <b>+1</b></li></ul><p class="total">5</p></div>' +
      `<div class="vttb-step"><p class="what"><b>Against</b>${SEP}<span>nobody</span></p><p class="total"></p></div></div>`,
  );
  assert.equal(blocksHTML([actions], t), "");
});

test("what cannot be done yet does not look pressable and says why", () => {
  const html = actsHTML({ items: [{ ...actions.items[1], reason: "The GM first." }] }, gm);
  assert.ok(html.includes('aria-disabled="true" title="The GM first."'));
  const waits = { items: [{ ...actions.items[1], reason: "The GM first.", gm_anyway: true }] };
  assert.ok(actsHTML(waits, player).includes("aria-disabled"));
  assert.ok(!actsHTML(waits, gm).includes("aria-disabled"));
  assert.ok(!actsHTML(actions, gm).includes("aria-disabled"));
});

test("the game master takes off and lays everything that goes", () => {
  const html = stepsHTML(steps, t, gm);
  assert.deepEqual(names(html), ['VTTB.Card.Remove {"chip":"Dark +1"}', 'VTTB.Card.Lay {"chip":"Fog +1"}', 'VTTB.Card.Remove {"chip":"Shoes +1"}']);
  assert.deepEqual(items(html), [
    { verb: "take", actor: "Actor.h", args: { owner: "Actor.h", chip: 1 }, label: "Dark +1" },
    offer,
    { verb: "take", actor: "Actor.h", args: { owner: "Actor.h", chip: 3 }, label: "Shoes +1" },
    typed,
  ]);
  assert.ok(html.includes('aria-haspopup="dialog">Add a wall</button>'));
});

test("a player takes off what is his own", () => {
  const html = stepsHTML(steps, t, player);
  assert.deepEqual(names(html), ['VTTB.Card.Remove {"chip":"Shoes +1"}']);
  assert.equal(html.includes("Fog"), false);
  assert.equal(html.includes("Add a wall"), false);
});

test("without a way to take them off chips are no buttons", () => {
  const { remove, ...rest } = steps;
  assert.deepEqual(items(stepsHTML(rest, t, gm)), [offer, typed]);
});

test("buttons of the card: for whoever may, one of them inked", () => {
  assert.deepEqual(items(actsHTML(actions, gm)).map(({ verb }) => verb), ["lay", "go"]);
  assert.equal(actsHTML(actions, gm).match(/vttb-btn main/g)?.length, 1);
  assert.deepEqual(items(actsHTML(actions, player)).map(({ verb }) => verb), ["go"]);
  assert.equal(actsHTML(actions, () => false), "");
});

test("only a draft has blocks with buttons", () => {
  const blocks = [steps, { kind: "chance" }, actions];
  assert.deepEqual(builtBlocks({ state: "draft", blocks }), [steps, actions]);
  assert.deepEqual(builtBlocks({ state: "resolved", blocks }), []);
  assert.deepEqual(builtBlocks({ state: "draft" }), []);
});

test("on a card the steps stand before the dice, a wheel after them", () => {
  const wheel = { kind: "wheel", title: "Wheel", slices: [{ label: "1", now: false }, { label: "2", now: true }], text: "Slice 2 of 2." };
  const html = cardHTML({ ...hit(), blocks: [wheel, steps] }, t);
  const places = ["vttb-change", "vttb-steps", "vttb-roll", "vttb-wheel"].map((part) => html.indexOf(`class="${part}`));
  assert.deepEqual(places, [...places].sort((one, other) => one - other));
  const list = '<ol class="vttb-wheel" aria-label="VTTB.Card.Slices"><li><span>1</span></li><li class="win"><span>2 <span class="vttb-vh">VTTB.Card.Stopped</span></span></li></ol>';
  assert.ok(html.includes(`</p>${list}<p class="note">Slice 2 of 2.</p>`));
});

test("a wheel says what lies at its top; one of too many slices is a row", () => {
  const slices = Array.from({ length: 12 }, (_, place) => ({ label: String(place), now: false }));
  const wheel = { kind: "wheel", title: "Wheel", top: "Target", slices, text: "" };
  assert.ok(blocksHTML([wheel], t).includes('<p class="top">Target</p><ol class="vttb-wheel"'));
  assert.ok(blocksHTML([{ ...wheel, slices: [...slices, slices[0]] }], t).includes('<ol class="vttb-faces wheel"'));
});

test("nothing foreign in steps and buttons is alive", () => {
  const poison = (value) => JSON.parse(JSON.stringify(value), (key, one) => (typeof one === "string" && key !== "kind" ? HOSTILE : one));
  for (const html of [stepsHTML(poison(steps), t, gm), actsHTML(poison(actions), gm)]) assert.equal(/<img|\[\[|@UUID\[/.test(html), false);
});
