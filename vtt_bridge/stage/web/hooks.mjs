/** Foundry's Hooks: handlers in order, `call` stops at the first false, nothing is awaited. */

const handlers = new Map();
let nextId = 1;

function run(entry, name, args) {
  if (entry.once) Hooks.off(name, entry.id);
  try {
    return entry.fn(...args);
  } catch (error) {
    console.error(`Error in a handler of the hook ${name}`, error);
    return undefined;
  }
}

export const Hooks = {
  on(name, fn, { once = false } = {}) {
    if (typeof fn !== "function") throw new Error(`The handler of ${name} is not a function`);
    const entry = { id: nextId++, fn, once };
    if (!handlers.has(name)) handlers.set(name, []);
    handlers.get(name).push(entry);
    return entry.id;
  },
  once(name, fn) {
    return Hooks.on(name, fn, { once: true });
  },
  off(name, which) {
    const list = handlers.get(name) ?? [];
    handlers.set(name, list.filter((e) => e.id !== which && e.fn !== which));
  },
  call(name, ...args) {
    for (const entry of [...(handlers.get(name) ?? [])]) {
      if (run(entry, name, args) === false) return false;
    }
    return true;
  },
  callAll(name, ...args) {
    for (const entry of [...(handlers.get(name) ?? [])]) run(entry, name, args);
    return true;
  },
  onError(location, error) {
    console.error(location, error);
  },
};
