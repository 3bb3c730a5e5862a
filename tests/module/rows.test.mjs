import assert from "node:assert/strict";
import { test } from "node:test";
import { rowsContext, rowsFault, rowsValue } from "../../foundry_module/scripts/pure/rows.mjs";
import { changedFields, editContext, fieldsFault } from "../../foundry_module/scripts/pure/sheet.mjs";
import { t } from "./fixtures.mjs";

const boats = {
  key: "boats",
  label: "Boats",
  kind: "rows",
  default: [],
  columns: [
    { key: "name", label: "Name", kind: "text", default: null },
    { key: "oars", label: "Oars", kind: "integer", default: 2, min: 0 },
    { key: "wood", label: "Wood", kind: "choice", default: "oak", options: [{ value: "oak", label: "Oak" }, { value: "elm", label: "Elm" }] },
  ],
};
const skiff = { name: "Skiff", oars: "4", wood: "elm" };
const description = { fields: [boats] };

test("rows as they are held, and a blank one to make others from", () => {
  const { name, columns, rows, most } = rowsContext(boats, [{ name: "Skiff", oars: 4 }], "field.boats");
  assert.deepEqual([name, columns.map(({ label }) => label), most], ["field.boats", ["Name", "Oars", "Wood"], 100]);
  assert.deepEqual(rows.map(({ blank, cells }) => [blank, ...cells.map(({ value }) => value)]), [[false, "Skiff", 4, "oak"], [true, "", 2, "oak"]]);
  assert.deepEqual(rows[0].cells[2].options.map(({ selected }) => selected), [true, false]);
  assert.equal(rowsContext(boats, null, "x").rows.length, 1);
});

test("filled-in rows in their own types; a row left as it came is none", () => {
  assert.deepEqual(rowsValue(boats, [skiff, { name: " ", oars: "2", wood: "oak" }, { name: "", oars: "", wood: "oak" }]), [{ name: "Skiff", oars: 4, wood: "elm" }]);
  assert.deepEqual(rowsValue(boats, [{ name: "A", oars: "4.5", wood: "pine" }]), [{ name: "A", oars: "4.5", wood: "pine" }], "the engine says why it does not take it");
});

test("what is missing is said with its row", () => {
  const rows = rowsValue(boats, [skiff, { name: "", oars: "3", wood: "oak" }]);
  assert.equal(rowsFault(boats, rows, t), 'VTTB.Rows.Needed {"label":"Boats","row":2,"column":"Name"}');
  assert.equal(fieldsFault(description, { boats: rows }, t), rowsFault(boats, rows, t));
  assert.equal(rowsFault(boats, rows.slice(0, 1), t), "");
  assert.equal(fieldsFault(description, {}, t), "");
});

test("a list of a sheet is sent as a whole, when it is another", () => {
  const character = { fields: { boats: [{ name: "Skiff", oars: 4, wood: "elm" }] } };
  const [field] = editContext(description, character);
  assert.deepEqual([field.isRows, field.isText, field.rows.rows.length], [true, false, 2]);
  const changed = (raw) => changedFields(description, character, () => raw);
  assert.deepEqual(changed([skiff]), {});
  assert.deepEqual(changed([]), { boats: [] });
  assert.deepEqual(changed([skiff, { name: "Raft", oars: "0", wood: "oak" }]), { boats: [{ name: "Skiff", oars: 4, wood: "elm" }, { name: "Raft", oars: 0, wood: "oak" }] });
});
