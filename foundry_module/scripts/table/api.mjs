/** What macros and other modules may use: `game.modules.get("vtt-bridge").api`, and hooks that tell what happens. */
import { targets } from "./characters.mjs";

/** The hooks, each with one object of facts; docs/macros.md says which. */
const HOOKS = Object.freeze(["status", "question", "closed", "card", "character"]);

/** @param {string} kind one of the hooks, or "ready" @param {any} facts */
export const tell = (kind, facts) => Hooks.callAll(/** @type {any} */ (`vtt-bridge.${kind}`), facts);

/**
 * @param {{
 *   version: string,
 *   page: import("./page.mjs").Page,
 *   desk: import("../windows/questions.mjs").QuestionDesk,
 *   press: (action: { actor: string | null, verb: string, args?: Record<string, any> }) => Promise<any>,
 * }} parts
 */
export function publicApi({ version, page, desk, press }) {
  const command = (/** @type {Record<string, any>} */ given, /** @type {{ actor?: string | null, targets?: string[] }} */ { actor = null, targets: aimed = targets() } = {}) =>
    page.act({ kind: "command", ...given, actor, targets: aimed });
  return Object.freeze({
    version,
    hooks: HOOKS,
    act: (/** @type {Record<string, any>} */ action) => page.act(action),
    say: (/** @type {string} */ text, /** @type {any} */ how) => command({ text }, how),
    command: (/** @type {string} */ verb, /** @type {Record<string, any>} */ args = {}, /** @type {any} */ how = undefined) => command({ verb, args }, how),
    press,
    look: (/** @type {string} */ actor, /** @type {string[]} */ aimed = targets()) => page.look(actor, aimed),
    odds: async (/** @type {string} */ actor, /** @type {string} */ target) => (await page.look(actor, [target]))?.odds ?? null,
    questions: () => desk.own(),
    answer: (/** @type {string} */ request, /** @type {string | null} */ choice, /** @type {Record<string, any>} */ further = {}) =>
      page.act({ kind: "answer", request, choice, further }),
    accept: (/** @type {string | undefined} */ option) => desk.accept(option),
    decline: () => desk.decline(),
    undo: (/** @type {string | null} */ undone = null) => page.act({ kind: "undo", command: undone }),
    /** Calls back with `{ kind, ...facts }` for every hook; returns what stops it. */
    watch(/** @type {(news: any) => void} */ callback) {
      const hooked = HOOKS.map((kind) => {
        const name = /** @type {any} */ (`vtt-bridge.${kind}`);
        return [name, Hooks.on(name, /** @type {any} */ ((/** @type {any} */ facts) => callback({ kind, ...facts })))];
      });
      return () => hooked.forEach(([name, id]) => Hooks.off(name, /** @type {any} */ (id)));
    },
  });
}
