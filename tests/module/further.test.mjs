import assert from "node:assert/strict";
import { test } from "node:test";
import { choiceFault, entriesOf, furtherHTML, furtherValues, priceOf, sumOf } from "../../foundry_module/scripts/pure/further.mjs";
import { gaugesHTML, stepOf } from "../../foundry_module/scripts/pure/gauges.mjs";
import { HOSTILE, t } from "./fixtures.mjs";

const raises = { key: "raises", label: "Raises", options: [{ value: 1, label: "1", cost: "tension 4", after: "leaves 1" }, { value: 2, label: "2", cost: "tension 5", after: "" }] };
const option = (further, more = {}) => ({ key: "k", cost: "10 RP", after: "leaves 7", further, ...more });
const letters = [{ value: "x", label: "X" }, { value: "y", label: "Y" }, { value: "z", label: "Z" }];
const place = (key, options) => ({ key, label: key.toUpperCase(), distinct: "letter", options });
const points = (key, most) => ({ key, label: key, total: 5, options: Array.from({ length: most + 1 }, (_, n) => ({ value: most - n, label: String(most - n) })) });

test("values go in their own types, the first where nothing is chosen", () => {
  assert.deepEqual(furtherValues(option([raises, place("a", letters)]), {}), { raises: 1, a: "x" });
  assert.deepEqual(furtherValues(option([raises]), { raises: "2" }), { raises: 2 });
  assert.deepEqual(furtherValues(option([]), {}), {});
});

test("the price of a choice takes the place of the option's", () => {
  assert.deepEqual(priceOf(option([raises]), {}), { cost: "tension 4", after: "leaves 1" });
  assert.deepEqual(priceOf(option([raises]), { raises: "2" }), { cost: "tension 5", after: "leaves 7" });
  assert.deepEqual(priceOf(option([place("a", letters)]), {}), { cost: "10 RP", after: "leaves 7" });
  const also = { key: "with", label: "With", options: [{ value: true, label: "Yes", cost: "your turn" }] };
  assert.equal(priceOf(option([raises, also]), {}).cost, "tension 4, your turn");
  assert.deepEqual(priceOf({ key: "k" }, {}), { cost: "", after: "" });
});

test("what one takes, the others of its kind cannot", () => {
  const all = [place("a", letters), place("b", letters.slice(1)), { key: "c", label: "C", options: letters }];
  assert.deepEqual(entriesOf(all[0], all, { a: "x", b: "z" }, t), [
    { value: "x", text: "X", taken: false, selected: true },
    { value: "y", text: "Y", taken: false, selected: false },
    { value: "z", text: 'VTTB.Form.Taken {"label":"Z","other":"B"}', taken: true, selected: false },
  ]);
  assert.deepEqual(entriesOf(all[2], all, { a: "x", b: "z" }, t).map(({ taken }) => taken), [false, false, false]);
  assert.equal(choiceFault(option(all), { a: "x", b: "y" }, t), "");
  assert.equal(choiceFault(option(all), { a: "y", b: "y" }, t), 'VTTB.Form.Taken {"label":"Y","other":"B"}');
});

test("only so much can be given out in all", () => {
  const all = [points("mind", 3), points("body", 4), raises];
  assert.deepEqual(sumOf(option(all), { mind: "1", body: "4" }, t), { text: 'VTTB.Question.OfTotal {"sum":5,"total":5}', over: false });
  assert.deepEqual(sumOf(option(all), {}, t), { text: 'VTTB.Question.TooMuch {"sum":7,"total":5}', over: true });
  assert.equal(choiceFault(option(all), {}, t), 'VTTB.Question.TooMuch {"sum":7,"total":5}');
  assert.equal(choiceFault(option(all), { mind: "1" }, t), "");
  assert.equal(sumOf(option([raises]), {}, t), null);
});

test("selects of an option, a single entry as words, and the sum", () => {
  assert.equal(
    furtherHTML(option([raises, { key: "one", label: "One", options: [{ value: 1, label: "Only" }] }, points("mind", 1)]), {}, t),
    '<label class="vttb-with"><span>Raises</span> <select data-option="k" data-further="raises"><option value="1" selected>1</option><option value="2">2</option></select></label>' +
      '<p class="vttb-with"><span>One</span> <b>Only</b></p>' +
      '<label class="vttb-with"><span>mind</span> <select data-option="k" data-further="mind"><option value="1" selected>1</option><option value="0">0</option></select></label>' +
      '<p class="vttb-sum" data-vttb-sum="k">VTTB.Question.OfTotal {&quot;sum&quot;:1,&quot;total&quot;:5}</p>',
  );
  assert.ok(furtherHTML(option([raises]), { raises: "2" }, t).includes('<option value="2" selected>2</option>'));
  const hostile = JSON.parse(JSON.stringify(option([raises, place("a", letters)]), (key, value) => (typeof value === "string" ? HOSTILE : value)));
  assert.equal(/<img|\[\[|@UUID\[/.test(furtherHTML(hostile, {}, t)), false);
});

const bars = { a: { label: "Mind", value: 3, max: 4 }, b: { label: "Body", value: 0, max: 9 }, c: { label: "Soul", value: 9, max: 9 } };

test("all bars are shown where a token has room for two", () => {
  const row = (label, value, max, width) =>
    `<li><span>${label}</span> <b aria-hidden="true">${value}</b><span class="vttb-vh">VTTB.Gauge.Left {&quot;value&quot;:${value},&quot;max&quot;:${max}}</span>` +
    `<span class="line" aria-hidden="true"><i style="width:${width}%"></i></span></li>`;
  assert.equal(gaugesHTML(bars, t), `<ul class="vttb-gauges">${row("Mind", 3, 4, 75)}${row("Body", 0, 9, 0)}${row("Soul", 9, 9, 100)}</ul>`);
  assert.deepEqual([gaugesHTML({ a: bars.a, b: bars.b }, t), gaugesHTML(undefined, t)], ["", ""]);
  assert.equal(/<img|\[\[/.test(gaugesHTML({ c: { label: HOSTILE, value: HOSTILE, max: 4 } }, t)), false);
});

test("a gauge has ticks where something changes, and says where", () => {
  const html = gaugesHTML({ c: { label: "Mind", value: 3, max: 10, marks: [9, 4] } }, t);
  assert.ok(html.includes('VTTB.Gauge.Left {&quot;value&quot;:3,&quot;max&quot;:10}, VTTB.Gauge.Marks {&quot;marks&quot;:&quot;9, 4&quot;}</span>'));
  assert.ok(html.endsWith('<i style="width:30%"></i><s style="width:90%"></s><s style="width:40%"></s></span></li></ul>'));
});

test("a gauge is empty only when nothing is left, and full only when nothing is gone", () => {
  const steps = [0, 1, 3, 5, 10, 14, 19, 20].map((value) => stepOf({ label: "", value, max: 20 }));
  assert.deepEqual(steps, [0, 1, 1, 1, 3, 4, 4, 5]);
  assert.equal(stepOf({ label: "", value: 3, max: 0 }), 0);
});
