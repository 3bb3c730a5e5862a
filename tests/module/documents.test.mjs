import assert from "node:assert/strict";
import { test } from "node:test";
import { write } from "../../foundry_module/scripts/table/documents.mjs";

const holding = (update) => {
  const place = { document: null };
  place.document = { update: (...given) => update(place, ...given) };
  return place;
};

test("a document that stands is changed, with the options given", async () => {
  const seen = [];
  const place = holding(async (_place, ...given) => seen.push(given));
  await write(() => place.document, { round: 2 }, { direction: 1 });
  assert.deepEqual(seen, [[{ round: 2 }, { direction: 1 }]]);
});

test("a document deleted before or meanwhile wants no change any more", async () => {
  await write(() => undefined, { round: 2 });
  for (const successor of [undefined, { update: () => assert.fail("the change was not meant for it") }]) {
    const place = holding(async (place) => {
      place.document = successor;
      throw new Error("does not exist");
    });
    await write(() => place.document, { round: 2 });
  }
});

test("a change refused for another reason is still a fault", async () => {
  const place = holding(async () => {
    throw new Error("may not");
  });
  await assert.rejects(write(() => place.document, { round: 2 }), /may not/);
});
