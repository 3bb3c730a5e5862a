/** Other dice in the place of those on a card, by the game master's hand. */
import { correctForm, correction, throwsOf } from "../pure/correct.mjs";
import { personOf } from "../table/characters.mjs";
import { t } from "../table/words.mjs";
import { services } from "./base.mjs";
import { FormWindow } from "./form.mjs";

/** @param {string} command @param {number | null} place of the roll on its card; null: throws that stand in none of them */
export function correctDice(command, place) {
  const { leader, page } = services;
  const card = page.cardOf(command);
  if (!card) return;
  const { rolls, rest } = throwsOf(card);
  const labels = place === null ? rest : (rolls.get(place) ?? []);
  const nameOf = (/** @type {string} */ id) => leader.state.characters.get(id)?.name ?? personOf(id)?.name ?? null;
  const form = correctForm(card, labels, place === null, nameOf, t);
  const send = async (/** @type {Record<string, number>} */ values) => {
    const action = correction(card, labels, values);
    return action ? page.act(action) : { ok: true };
  };
  void FormWindow.open({ label: t("VTTB.Correct.Title"), hint: t("VTTB.Correct.Hint"), form, send }, command);
}
