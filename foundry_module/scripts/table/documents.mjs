/** Changing documents that other people may delete at any moment. */

/**
 * Do something with a document, if there still is one: what was deleted before or meanwhile wants nothing done any more.
 * @param {() => any} find the document as it stands now, or nothing
 * @param {(document: any) => Promise<unknown>} work
 * @returns {Promise<void>}
 */
export async function whileThere(find, work) {
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
