/** Characters of the engine and documents of the tabletop: who is who, who owns whom, and the mirror. */
import { stepOf, THIRD } from "../pure/gauges.mjs";
import { floatsOf, mirrored, mirrorOf } from "../pure/mirror.mjs";
import { newCharacter } from "../pure/roster.mjs";
import { senderOf } from "../pure/permission.mjs";
import { write } from "./documents.mjs";
import { t } from "./words.mjs";

export const TYPE = "vtt-bridge.character";
export const ALERT = "vttb-alert";
const GAUGE = "vttb-gauge";

/** @param {any} token a token document @returns {string} */
export const idOfToken = (token) => (token.actorLink && token.actor ? token.actor.uuid : token.uuid);

/** @param {any} actor @returns {string} */
export const idOfActor = (actor) => (actor.isToken ? actor.token.uuid : actor.uuid);

/** @param {string} id @returns {any} the actor, or null */
export function actorOf(id) {
  let found = null;
  try {
    found = /** @type {any} */ (fromUuidSync(/** @type {any} */ (id)));
  } catch {
    return null;
  }
  if (!found) return null;
  return found.documentName === "Token" ? found.actor : found;
}

/** @param {any} actor */
const flagsOf = (actor) => actor.flags?.["vtt-bridge"] ?? {};

/** Whether the engine may know an actor: our own kind, or one bound by flag. @param {any} actor */
export const isBindable = (actor) => Boolean(actor) && (actor.type === TYPE || flagsOf(actor).bound === true);

/** @param {any} actor @returns {any} what everybody may see, from the document */
export const publicView = (actor) => mirrored(actor.type === TYPE ? actor.system.data : flagsOf(actor).data);

/** Whom an action is aimed at, as everybody may know him. @param {string} id */
export function personOf(id) {
  const actor = actorOf(id);
  if (!actor) return null;
  const view = isBindable(actor) ? publicView(actor) : null;
  return { id, name: view?.name ?? actor.name, side_index: view?.side_index ?? null };
}

/** @param {any} combatant @returns {string | null} */
export function idOfCombatant(combatant) {
  const actor = combatant.actor;
  if (!isBindable(actor)) return null;
  return combatant.token ? idOfToken(combatant.token) : idOfActor(actor);
}

/** What a row of the tracker holds for a character. @param {string} id @returns {{ tokenId: string | null, sceneId: string | null, actorId: string | null }} */
export function rowOf(id) {
  const actor = actorOf(id);
  const token = actor?.isToken ? actor.token : (actor?.getActiveTokens(false, true)[0] ?? null);
  return { tokenId: token?.id ?? null, sceneId: token?.parent?.id ?? null, actorId: token?.actorId ?? actor?.id ?? null };
}

/** @param {string} id @param {any} user */
export function owns(id, user) {
  const actor = actorOf(id);
  return Boolean(actor) && actor.testUserPermission(user, "OWNER") === true;
}

/** @param {any} user @param {string[]} characters */
export const senderFor = (user, characters) =>
  senderOf({ id: user.id, name: user.name, isGM: user.isGM === true }, characters.slice(0, 480), (id) => user.isGM === true || owns(id, user));

/** @param {string} id @returns {any[]} connected players who own the character */
export const playersOf = (id) => game.users.filter((/** @type {any} */ user) => user.active && !user.isGM && owns(id, user));

/** @returns {{ controlled: string[], assigned: string | null }} */
export function chosenActors() {
  const tokens = canvas?.tokens?.controlled ?? [];
  const assigned = /** @type {any} */ (game.user)?.character ?? null;
  return {
    controlled: tokens.map((/** @type {any} */ token) => token.document).filter((/** @type {any} */ token) => isBindable(token.actor)).map(idOfToken),
    assigned: isBindable(assigned) ? idOfActor(assigned) : null,
  };
}

/** @returns {string[]} */
export const targets = () => [...(/** @type {any} */ (game.user)?.targets ?? [])].map((token) => idOfToken(token.document));

/**
 * What `character.add` needs for a combatant or a token.
 * @param {any} actor
 * @param {any} token a token document, or null
 * @param {(id: string) => Record<string, any> | null} known fields of a known character
 */
export function describeNew(actor, token, known) {
  const id = token ? idOfToken(token) : idOfActor(actor);
  const model = token && !token.actorLink ? known(`Actor.${actor.id}`) : null;
  return newCharacter({
    id,
    name: token?.name ?? actor.name,
    disposition: token?.disposition ?? actor.prototypeToken?.disposition,
    hasPlayerOwner: actor.hasPlayerOwner === true,
    fields: model ?? publicView(actor)?.fields ?? {},
  });
}

/**
 * Bring one character's document up to date with the public view.
 * @param {string} id
 * @param {any} character public view
 * @param {{ system: string, seq: number, floats?: any[] }} batch
 */
export async function mirror(id, character, { system, seq, floats }) {
  const actor = actorOf(id);
  if (!isBindable(actor)) return;
  const before = publicView(actor);
  const data = mirrorOf(character, system, seq);
  const options = { vttBridge: { seq, floats: floatsOf(floats, id) } };
  if (!before || JSON.stringify({ ...before, seq }) !== data.data || options.vttBridge.floats.length > 0) {
    const change = actor.type === TYPE ? { system: data } : { flags: { "vtt-bridge": { bound: true, data: data.data } } };
    await write(() => actorOf(id), change, options);
  }
  await markStatus(actor, id, before, character);
  if (actor.type === TYPE) await markGauge(id, character.bars?.[THIRD]);
}

/**
 * The bar that the tabletop does not draw on a token, as a picture among the token's marks.
 * @param {string} id @param {import("../pure/gauges.mjs").Bar | undefined} bar
 */
async function markGauge(id, bar) {
  const find = () => actorOf(id)?.effects.find((/** @type {any} */ effect) => effect.flags["vtt-bridge"]?.mark === GAUGE);
  const effect = find();
  if (!bar) {
    await effect?.delete({ animate: false });
    return;
  }
  const img = `modules/vtt-bridge/icons/gauge-${stepOf(bar)}.svg`;
  const name = t("VTTB.Gauge.Mark", { label: bar.label, value: bar.value, max: bar.max });
  if (!effect) await actorOf(id)?.createEmbeddedDocuments("ActiveEffect", [{ name, img, statuses: [GAUGE], flags: { "vtt-bridge": { mark: GAUGE } } }], { animate: false });
  else if (effect.name !== name || effect.img !== img) await write(find, { name, img }, { animate: false });
}

/** @param {any} actor @param {string} id @param {any} before @param {any} character */
async function markStatus(actor, id, before, character) {
  const out = Boolean(character.out);
  if (Boolean(before?.out) !== out) {
    await actor.toggleStatusEffect(CONFIG.specialStatusEffects.DEFEATED, { active: out, overlay: true });
  }
  const alert = Boolean(character.alert) && !out;
  if ((Boolean(before?.alert) && !before?.out) !== alert) await actor.toggleStatusEffect(ALERT, { active: alert });
  for (const combat of game.combats) {
    for (const combatant of /** @type {any} */ (combat).combatants) {
      if (idOfCombatant(combatant) === id && combatant.defeated !== out) {
        await write(() => game.combats.get(combat.id)?.combatants.get(combatant.id), { defeated: out }, { vttBridge: {} });
      }
    }
  }
}
