/** What the combat tracker means for the engine. */

const SIDES = new Map([
  [1, "friendly"],
  [0, "neutral"],
  [-1, "hostile"],
  [-2, "secret"],
]);

/** @param {number | undefined} disposition */
export const sideOf = (disposition) => SIDES.get(disposition ?? 0) ?? "neutral";

/** Letters of a name that the engine keeps. */
const LONGEST_NAME = 200;

/** A name that the engine takes: not empty, not endless, no half letters. @param {string} name @param {string} nameless what to call those without one */
export const takenName = (name, nameless) => [...name.toWellFormed().trim()].slice(0, LONGEST_NAME).join("") || nameless;

/**
 * What a new combatant is to the engine.
 * @param {{ id: string, name: string, nameless: string, disposition?: number, hasPlayerOwner: boolean, fields?: Record<string, any> | null }} found
 */
export function newCharacter({ id, name, nameless, disposition, hasPlayerOwner, fields }) {
  return { id, name: takenName(name, nameless), side: sideOf(disposition), control: hasPlayerOwner ? "pc" : "npc", fields: fields ?? {} };
}

/** Bytes that a message may have without what is around it. */
const PARCEL = 200_000;

/**
 * Cut a list so that each part goes into one message.
 * @template T @param {T[]} list @returns {T[][]}
 */
export function parcels(list) {
  /** @type {T[][]} */
  const parts = [];
  let size = Infinity;
  for (const one of list) {
    const bytes = new TextEncoder().encode(JSON.stringify(one)).length + 1;
    if (size + bytes > PARCEL) {
      parts.push([]);
      size = 0;
    }
    parts[parts.length - 1].push(one);
    size += bytes;
  }
  return parts;
}

/**
 * Which way a change of the tracker goes.
 * @param {{ round: number, turn: number | null }} before
 * @param {{ round?: number, turn?: number | null }} changed
 * @param {number | undefined} direction as the tabletop says
 * @returns {"forward" | "back" | "none"}
 */
export function trackerMove(before, changed, direction) {
  if (changed.round === undefined && changed.turn === undefined) return "none";
  const stood = before.turn ?? -1;
  const round = changed.round ?? before.round;
  const turn = changed.turn === undefined ? stood : (changed.turn ?? -1);
  if (round === before.round && turn === stood) return "none";
  if (direction === -1) return "back";
  if (direction === 1) return "forward";
  return round < before.round || (round === before.round && turn < stood) ? "back" : "forward";
}

/**
 * @typedef {{ verb: string, actor?: string | null, args?: Record<string, any>, label?: string }} Step
 * @typedef {{ next?: Step | null, next_reason?: string, links?: string[][], busy?: boolean }} EncounterStep
 */

/**
 * What an encounter's next step is, as text for the combat's flags: every page must know it.
 * @param {EncounterStep} encounter
 * @returns {string | undefined} undefined from a bridge that does not say
 */
export function stepText({ next, next_reason, links, busy }) {
  if (next === undefined && links === undefined) return undefined;
  return JSON.stringify({ next, next_reason: next_reason ?? "", links: links ?? [], ...(busy ? { busy } : {}) });
}

/** @param {unknown} text @returns {EncounterStep} */
export function readStep(text) {
  try {
    return JSON.parse(String(text)) ?? {};
  } catch {
    return {};
  }
}

/**
 * What the tracker's move forward asks for.
 * @param {EncounterStep} encounter
 * @param {string | null} current whose turn the tracker shows
 * @returns {Step | null} null when nothing comes next
 */
export function nextStep(encounter, current) {
  if (encounter.next !== undefined) return encounter.next;
  return current === null ? null : { verb: "end_turn", actor: current };
}

/**
 * The tracker's place for what the engine says, or null when it agrees or cannot show it.
 * @param {{ round: number, turn: string | null, over?: boolean } & EncounterStep} encounter
 * @param {{ round: number, turn: number | null, order: (string | null)[], driven: boolean | null | undefined, step?: string }} tracker
 */
export function trackerUpdate(encounter, tracker) {
  const driven = encounter.over !== true || Boolean(encounter.next);
  /** @type {{ round?: number, turn?: number | null, driven?: boolean, step?: string }} */
  const update = {};
  const turn = encounter.turn === null ? null : tracker.order.indexOf(encounter.turn);
  if (driven && turn !== -1 && turn !== tracker.turn) update.turn = turn;
  if (driven && encounter.round >= 1 && encounter.round !== tracker.round) update.round = encounter.round;
  if (tracker.driven !== driven) update.driven = driven;
  const step = stepText(encounter);
  if (step !== undefined && step !== tracker.step) update.step = step;
  return Object.keys(update).length > 0 ? update : null;
}

/**
 * Who came to a combat and who went without the engine's knowledge.
 * @param {string[]} known the engine's order
 * @param {string[]} order the tracker's
 * @param {(id: string) => boolean} elsewhere whether the engine has somebody out of the order on purpose
 * @returns {{ joined: string[], left: string[] }}
 */
export const missedMoves = (known, order, elsewhere) => ({
  joined: order.filter((id) => !known.includes(id) && !elsewhere(id)),
  left: known.filter((id) => !order.includes(id)),
});

/**
 * What an encounter's new order means for a tracker that may not know it yet: whom the engine brought in, whom it took out,
 * and whether the tracker is to follow. It does where it showed the old order; else its own is still to be told.
 * @param {string[]} before the engine's order until now
 * @param {string[]} order the engine's
 * @param {string[]} tracker the tracker's
 * @returns {{ come: string[], gone: string[], arrange: boolean }}
 */
export function changeOfOrder(before, order, tracker) {
  const come = order.filter((id) => !before.includes(id) && !tracker.includes(id));
  const gone = before.filter((id) => !order.includes(id) && tracker.includes(id));
  const agreed = sameOrder(
    tracker.filter((id) => before.includes(id)),
    before.filter((id) => tracker.includes(id)),
  );
  const same = before.length === order.length && before.every((id) => order.includes(id));
  return { come, gone, arrange: agreed && (same || come.length > 0) };
}

/**
 * The initiatives that bring the tracker into the engine's order; those whom it does not order come after.
 * @param {string[]} order the engine's
 * @param {(string | null)[]} tracker who stands in it, null for those whom the engine does not know
 * @returns {{ at: number, initiative: number }[]} by place in the tracker; nothing when it agrees
 */
export function initiatives(order, tracker) {
  const present = /** @type {string[]} */ (tracker.filter((id) => id !== null));
  const wanted = [...order.filter((id) => present.includes(id)), ...present.filter((id) => !order.includes(id))];
  if (sameOrder(wanted, present)) return [];
  return wanted.map((id, place) => ({ at: tracker.indexOf(id), initiative: wanted.length - place }));
}

/** @param {string[]} one @param {string[]} other */
export const sameOrder = (one, other) => one.length === other.length && one.every((id, place) => id === other[place]);
