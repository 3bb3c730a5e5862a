/** Changing documents that other people may delete at any moment. */

/** A document that is still there so long after this page asked to have it deleted was kept, such as by another module. */
const KEPT_AFTER = 2_000;
const GLANCE = 20;

/** What this page has asked to have deleted, and until when it may still go. @type {WeakMap<object, number>} */
const going = new WeakMap();

/** This page asks to have a document deleted: nothing is written to it, or into it, until it is gone or kept. @param {any} document */
export function mayGo(document) {
  going.set(document, Date.now() + KEPT_AFTER);
}

/** @param {any} document */
const isGoing = (document) => [document, document?.parent].some((one) => Date.now() < (going.get(one) ?? 0));

/**
 * Do something with a document, if there still is one: what was deleted before or meanwhile wants nothing done any more.
 * @param {() => any} find the document as it stands now, or nothing
 * @param {(document: any) => Promise<unknown>} work
 * @returns {Promise<void>}
 */
export async function whileThere(find, work) {
  while (isGoing(find())) await new Promise((resume) => setTimeout(resume, GLANCE));
  const document = find();
  if (!document) return;
  try {
    await work(document);
  } catch (error) {
    if (find() === document) throw error;
  }
}

/**
 * @param {() => any} find
 * @param {Record<string, any>} changes
 * @param {Record<string, any>} [options]
 */
export const write = (find, changes, options = {}) => whileThere(find, (document) => document.update(changes, options));
