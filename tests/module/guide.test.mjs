import assert from "node:assert/strict";
import { test } from "node:test";
import { countedIn, formContext, formEntries, formValues, swapFor } from "../../foundry_module/scripts/pure/form.mjs";
import { beside, guideContext, isChanged, runningBudget, stepOf } from "../../foundry_module/scripts/pure/guide.mjs";
import { t } from "./fixtures.mjs";

const seat = (key, at) => ({ key, label: key, kind: "choice", distinct: "seats", swaps: true, default: at, options: [0, 1, 2].map((value) => ({ value, label: `Seat ${value}` })) });
const boats = {
  key: "boats",
  label: "Boats",
  kind: "rows",
  optional: true,
  default: [{ name: "Skiff", price: 5 }],
  columns: [{ key: "name", label: "Name", kind: "text" }, { key: "price", label: "Price", kind: "integer", min: 0, max: 99, counted: true }],
};
const step = (key, more = {}) => ({ key, label: `Step ${key}`, text: [], form: [], groups: [], faults: [], counted: 0, live: false, args: { step: key }, button: "Next", reason: "", ...more });
const spend = step("spend", { counted: 12, form: [{ key: "oars", label: "Oars", kind: "integer", min: 0, max: 9, default: 7, counted: true }, { key: "harbour", label: "Harbour", kind: "choice", optional: true, counted: true, options: [{ value: -5, label: "Bad" }, { value: 5, label: "Good" }] }, boats] });
const guide = { title: "Outfitting", verb: "outfit", steps: [step("seats", { form: [seat("a", 0), seat("b", 1), seat("c", 2)] }), spend, step("last", { button: "Finish", reason: "Seats come first." })], budget: { label: "Money", text: "32 of 50", value: 32, max: 50, rest: "18 left" } };
const reading = (values) => (name) => values[name.replace("form.", "")] ?? null;
const untouched = { oars: "7", harbour: "", boats: [{ name: "Skiff", price: "5" }] };

test("rows are a field of a form like others", () => {
  const [field] = formContext([boats], {}, {}, t);
  assert.deepEqual([field.isRows, field.optional, field.rows.rows.length], [true, false, 2]);
  assert.deepEqual(formValues([boats], reading({ boats: [] }), t), { args: {}, faults: {} });
  assert.deepEqual(formValues([boats], reading(untouched), t).args, { boats: [{ name: "Skiff", price: 5 }] });
  assert.deepEqual(formValues([boats], reading({ boats: [{ name: "", price: "5" }] }), t).faults, { boats: 'VTTB.Rows.Needed {"label":"Boats","row":1,"column":"Name"}' });
  for (const price of ["2,5", "100", "-1"]) assert.match(formValues([boats], reading({ boats: [{ name: "Raft", price }] }), t).faults.boats, /^VTTB\.Rows\.Whole/);
});

test("what is counted of a form: numbers, prices of choices, a column of rows", () => {
  assert.equal(countedIn(spend.form, reading(untouched)), 12);
  assert.equal(countedIn(spend.form, reading({ oars: "", harbour: "-5", boats: [{ price: "3" }, { price: "x" }] })), -2);
});

test("choices that change places: all can be chosen, the other one gets what is free", () => {
  const { form } = guide.steps[0];
  assert.deepEqual(formEntries(form[0], form, {}, t).map(({ text, taken }) => [text, taken]), [["Seat 0", false], ["Seat 1", false], ["Seat 2", false]]);
  assert.deepEqual(swapFor("a", form, { a: "2", b: "1", c: "2" }), { key: "c", value: "0" });
  assert.equal(swapFor("a", form, { a: "0", b: "1", c: "2" }), null);
  assert.equal(swapFor("oars", spend.form, untouched), null);
  const others = form.map(({ swaps, ...one }) => one);
  assert.deepEqual(formEntries(others[0], others, {}, t).map(({ taken }) => taken), [false, true, true]);
});

test("a step that must wait is neither shown nor gone to", () => {
  assert.equal(stepOf(guide, "last").key, "seats");
  assert.equal(stepOf(guide, "spend").key, "spend");
  assert.deepEqual([beside(guide, "seats", 1)?.key, beside(guide, "spend", 1), beside(guide, "seats", -1)], ["spend", null, null]);
});

test("where a dialog stands", () => {
  const context = guideContext(guide, "spend", {}, {}, t);
  assert.deepEqual(context.steps.map(({ now, reason }) => [now, reason]), [[false, ""], [true, ""], [false, "Seats come first."]]);
  assert.deepEqual([context.back, context.next, context.fields.length, context.budget.share], [true, "Next", 3, 64]);
  const without = { ...guide, steps: [step("seats", { button: "" }), spend], budget: null };
  assert.deepEqual([guideContext(without, "", {}, {}, t).next, guideContext(without, "", {}, {}, t).budget], ["VTTB.Guide.Next", null]);
});

test("a step is sent only when it was filled in otherwise", () => {
  assert.equal(isChanged(spend, reading(untouched)), false);
  assert.equal(isChanged(spend, reading({ ...untouched, oars: "8" })), true);
  assert.equal(isChanged(spend, reading({ ...untouched, harbour: "5" })), true);
  assert.equal(isChanged(spend, reading({ ...untouched, boats: [] })), true);
  assert.equal(isChanged(spend, reading({ ...untouched, oars: "many" })), true, "what does not fit is told");
  assert.equal(isChanged(guide.steps[0], reading({ a: "0", b: "1", c: "2" })), false);
});

test("the budget runs while people type", () => {
  assert.deepEqual(runningBudget(guide, spend, reading({ ...untouched, oars: "9" }), t), { text: 'VTTB.Question.OfTotal {"sum":"34","total":50}', share: 68, rest: 'VTTB.Guide.Left {"count":16}' });
  assert.match(String(runningBudget(guide, spend, reading({ ...untouched, oars: "99" }), t)?.rest), /^VTTB\.Guide\.TooMany {"count":74}$/);
  assert.equal(runningBudget({ ...guide, budget: null }, spend, reading(untouched), t), null);
});
