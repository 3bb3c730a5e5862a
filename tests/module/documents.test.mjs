import assert from "node:assert/strict";
import { test } from "node:test";
import { mayGo, write } from "../../foundry_module/scripts/table/documents.mjs";

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

test("a document that is about to go is left alone until it is gone, or was kept", async (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  const seen = [];
  const place = holding(async (_place, ...given) => seen.push(given));
  const { document } = place;
  const later = async (ms) => {
    for (let passed = 0; passed < ms; passed += 20) {
      t.mock.timers.tick(20);
      await null;
    }
  };
  mayGo(document);
  const written = write(() => place.document, { round: 2 });
  const inside = write(() => place.document && { parent: document, update: async () => seen.push("inside") }, {});
  await later(200);
  place.document = null;
  await later(20);
  await Promise.all([written, inside]);
  assert.deepEqual(seen, []);

  place.document = document;
  mayGo(document);
  const kept = write(() => place.document, { round: 3 });
  await later(1_980);
  assert.deepEqual(seen, []);
  await later(40);
  await kept;
  assert.deepEqual(seen, [[{ round: 3 }, {}]]);
});
