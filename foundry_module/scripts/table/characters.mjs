/** Characters of the engine and documents of the tabletop: who is who, who owns whom, and the mirror. */
import { stepOf, THIRD } from "../pure/gauges.mjs";
import { floatsOf, mirrored, mirrorOf } from "../pure/mirror.mjs";
import { newCharacter } from "../pure/roster.mjs";
import { senderOf, unseenBy } from "../pure/permission.mjs";
import { whileThere, write } from "./documents.mjs";
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

/** Characters whose sheets some bridge has written into the world. @returns {string[]} */
export function mirroredIds() {
  const unlinked = [...game.scenes].flatMap((scene) => /** @type {any} */ (scene).tokens.filter((/** @type {any} */ token) => !token.actorLink).map((/** @type {any} */ token) => token.actor));
  return [...game.actors, ...unlinked].filter((actor) => isBindable(actor) && publicView(actor)).map(idOfActor);
}

/** Tie an actor to the engine again. @param {string} id */
export async function bindAgain(id) {
  if (actorOf(id) && !isBindable(actorOf(id))) await write(() => actorOf(id), { flags: { "vtt-bridge": { bound: true } } });
}

/** @param {any} actor @returns {any} what everybody may see, from the document */
export const publicView = (actor) => mirrored(actor.type === TYPE ? actor.system.data : flagsOf(actor).data);

/** Whom an action is aimed at, as everybody may know him. @param {string} id */
export function personOf(id) {
  const actor = actorOf(id);
  if (!actor) return null;
  const view = isBindable(actor) ? publicView(actor) : null;
  return { id, name: view?.name ?? actor.name, side_index: view?.side_index ?? null };
}

/** A row whose token is gone is nobody's: the actor may be another's who is not in the fight. @param {any} combatant @returns {string | null} */
export function idOfCombatant(combatant) {
  const { actor, token, tokenId } = combatant;
  if (!isBindable(actor) || (tokenId && !token)) return null;
  return token ? idOfToken(token) : idOfActor(actor);
}

/** Whom a combatant may have been to the engine, told by its own marks, for token and actor may be gone. @param {any} combatant @returns {string[]} */
export const idsOfCombatant = ({ sceneId, tokenId, actorId }) => [`Scene.${sceneId}.Token.${tokenId}`, `Actor.${actorId}`];

/** All tokens that stand for a character, on whatever scene. @param {string} id @returns {any[]} token documents */
export function tokensOf(id) {
  const actor = actorOf(id);
  if (!actor) return [];
  if (actor.isToken) return actor.token.parent?.tokens.has(actor.token.id) ? [actor.token] : [];
  return [...game.scenes].flatMap((scene) => /** @type {any} */ (scene).tokens.filter((/** @type {any} */ token) => token.actorLink && token.actorId === actor.id));
}

/** What a row of the tracker holds for a character: a token of the scene that is viewed first. @param {string} id @returns {{ tokenId: string | null, sceneId: string | null, actorId: string | null }} */
export function rowOf(id) {
  const tokens = tokensOf(id);
  const token = tokens.find(({ parent }) => parent === canvas?.scene) ?? tokens[0] ?? null;
  return { tokenId: token?.id ?? null, sceneId: token?.parent?.id ?? null, actorId: token?.actorId ?? actorOf(id)?.id ?? null };
}

/** @param {string} id @param {any} user */
export function owns(id, user) {
  const actor = actorOf(id);
  return Boolean(actor) && actor.testUserPermission(user, "OWNER") === true;
}

/** Combatants of a character that are no secret of the game master's. @param {string} id */
const shownInCombat = (id) => [...game.combats].some((combat) => /** @type {any} */ (combat).combatants.some((/** @type {any} */ one) => one.hidden !== true && idOfCombatant(one) === id));

/** Whether all tokens of a character are hidden, or it stands nowhere but in a hidden row of a tracker. @param {string} id */
export function isHidden(id) {
  const tokens = tokensOf(id);
  return tokens.length > 0 ? tokens.every(({ hidden }) => hidden === true) : !shownInCombat(id);
}

/** Whether a user sees that a character is there. @param {string} id @param {any} user */
const sees = (id, user) => actorOf(id)?.testUserPermission(user, "LIMITED") === true || !isHidden(id);

/** @param {any} user @param {string[]} characters */
export const senderFor = (user, characters) => senderOf({ id: user.id, name: user.name, isGM: user.isGM === true }, characters, (id) => owns(id, user));

/** The same for what is typed, where names count. @param {any} user @param {string[]} characters */
export const speakerFor = (user, characters) => ({ ...senderFor(user, characters), ...unseenBy(user.isGM === true, characters, (id) => sees(id, user)) });

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

/** More targets than this say no more than this many. */
const MOST_TARGETS = 20;

/** @returns {string[]} */
export const targets = () => [...(/** @type {any} */ (game.user)?.targets ?? [])].slice(0, MOST_TARGETS).map((token) => idOfToken(token.document));

/**
 * What `character.add` needs for a combatant or a token.
 * @param {any} actor
 * @param {any} token a token document, or null
 * @param {(id: string) => Record<string, any> | null} known fields of a known character
 */
export function describeNew(actor, token, known) {
  const id = token ? idOfToken(token) : idOfActor(actor);
  const model = token && !token.actorLink ? known(`Actor.${actor.id}`) : null;
  const own = actor.type === TYPE || actor.hasPlayerOwner !== true ? publicView(actor)?.fields : null; // a player can write flags of his actors
  return newCharacter({
    id,
    name: token?.name || actor.name,
    nameless: t("VTTB.Nameless"),
    disposition: token?.disposition ?? actor.prototypeToken?.disposition,
    hasPlayerOwner: actor.hasPlayerOwner === true,
    fields: model ?? own ?? {},
  });
}

/** Whether a document has these bars, which anybody who may can type over on a token. @param {any} actor @param {Record<string, { value: number, max: number }>} bars */
const showsBars = (actor, bars) => actor.type !== TYPE || Object.entries(bars).every(([key, { value, max }]) => actor.system.bars[key].value === value && actor.system.bars[key].max === max);

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
  if (!before || JSON.stringify({ ...before, seq }) !== data.data || !showsBars(actor, data.bars) || options.vttBridge.floats.length > 0) {
    const change = actor.type === TYPE ? { system: data } : { flags: { "vtt-bridge": { bound: true, data: data.data } } };
    await write(() => actorOf(id), change, options);
  }
  await markStatus(id, before, character);
  if (actor.type === TYPE) await markGauge(id, character.bars?.[THIRD]);
}

/**
 * The bar that the tabletop does not draw on a token, as a picture among the token's marks.
 * @param {string} id @param {import("../pure/gauges.mjs").Bar | undefined} bar
 */
async function markGauge(id, bar) {
  const find = () => actorOf(id)?.effects.find((/** @type {any} */ effect) => effect.flags["vtt-bridge"]?.mark === GAUGE);
  if (!bar) {
    await whileThere(find, (effect) => effect.delete({ animate: false }));
    return;
  }
  const img = `modules/vtt-bridge/icons/gauge-${stepOf(bar)}.svg`;
  const name = t("VTTB.Gauge.Mark", { label: bar.label, value: bar.value, max: bar.max });
  const effect = find();
  const made = { name, img, statuses: [GAUGE], flags: { "vtt-bridge": { mark: GAUGE } } };
  if (!effect) await whileThere(() => actorOf(id), (actor) => actor.createEmbeddedDocuments("ActiveEffect", [made], { animate: false }));
  else if (effect.name !== name || effect.img !== img) await write(find, { name, img }, { animate: false });
}

/** @param {string} id @param {any} before @param {any} character */
async function markStatus(id, before, character) {
  const toggle = (/** @type {string} */ status, /** @type {any} */ how) => whileThere(() => actorOf(id), (actor) => actor.toggleStatusEffect(status, how));
  const out = Boolean(character.out);
  if (Boolean(before?.out) !== out) await toggle(CONFIG.specialStatusEffects.DEFEATED, { active: out, overlay: true });
  const alert = Boolean(character.alert) && !out;
  if ((Boolean(before?.alert) && !before?.out) !== alert) await toggle(ALERT, { active: alert });
  for (const combat of game.combats) {
    for (const combatant of /** @type {any} */ (combat).combatants) {
      if (combatant.defeated !== out && idOfCombatant(combatant) === id) {
        await write(() => game.combats.get(combat.id)?.combatants.get(combatant.id), { defeated: out }, { vttBridge: {} });
      }
    }
  }
}
