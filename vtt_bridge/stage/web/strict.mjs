/** Objects that throw when something is used that the practice table does not have. */

const QUIET = new Set(["then", "toJSON", "constructor", "prototype", "$$typeof", "nodeType", "asymmetricMatch"]);

/**
 * @template {object} T
 * @param {T} target
 * @param {string} name how the object is called by module code
 * @param {Set<string>} [optional] names that may be read although they are absent
 * @returns {T}
 */
export function strict(target, name, optional = new Set()) {
  return new Proxy(target, {
    get(object, key, receiver) {
      if (typeof key === "symbol" || key in object || QUIET.has(key) || optional.has(key)) {
        return Reflect.get(object, key, receiver);
      }
      throw new Error(`The practice table has no ${name}.${key}`);
    },
  });
}

/** A collection whose methods need the real Map behind it. */
export function strictCollection(collection, name) {
  return new Proxy(collection, {
    get(object, key) {
      if (!(key in object) && typeof key !== "symbol" && !QUIET.has(key)) {
        throw new Error(`The practice table has no ${name}.${key}`);
      }
      const value = Reflect.get(object, key, object);
      return typeof value === "function" ? value.bind(object) : value;
    },
  });
}
