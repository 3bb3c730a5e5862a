/** Writing into documents that other people may delete at any moment. */

/**
 * Change a document, if there still is one: what was deleted before or meanwhile wants no change any more.
 * @param {() => any} find the document as it stands now, or nothing
 * @param {Record<string, any>} changes
 * @param {Record<string, any>} [options]
 * @returns {Promise<void>}
 */
export async function write(find, changes, options = {}) {
  const document = find();
  try {
    await document?.update(changes, options);
  } catch (error) {
    if (find() === document) throw error;
  }
}
