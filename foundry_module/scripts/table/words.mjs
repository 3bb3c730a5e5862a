/** Sentences of the language file. */

/**
 * @param {string} key
 * @param {Record<string, unknown>} [data]
 * @returns {string}
 */
export function t(key, data) {
  const i18n = /** @type {any} */ (game.i18n);
  return data ? i18n.format(key, data) : i18n.localize(key);
}

/** @param {string} text */
export const notDone = (text, code = "not_done", hint = "") => ({
  ok: false,
  error: { code, heading: t("VTTB.Refusal.NotDone"), text, hint },
});
