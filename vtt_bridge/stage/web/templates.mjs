/** Handlebars as Foundry sets it up: helpers, templates fetched by path, partials. */

const compiled = new Map();

async function template(path) {
  if (!compiled.has(path)) {
    const answer = await fetch(`/${path}`);
    if (!answer.ok) throw new Error(`The template ${path} could not be loaded`);
    compiled.set(path, Handlebars.compile(await answer.text()));
  }
  return compiled.get(path);
}

export async function renderTemplate(path, data) {
  return (await template(path))(data ?? {}, { allowProtoMethodsByDefault: true, allowProtoPropertiesByDefault: true });
}

export async function loadTemplates(paths) {
  const entries = Array.isArray(paths) ? paths.map((p) => [p, p]) : Object.entries(paths);
  for (const [name, path] of entries) Handlebars.registerPartial(name, await template(path));
}

export function registerHelpers() {
  const hash = (options) => options.hash ?? {};
  Handlebars.registerHelper({
    localize: (key, options) => (Object.keys(hash(options)).length ? game.i18n.format(String(key), hash(options)) : game.i18n.localize(String(key))),
    eq: (a, b) => a === b,
    ne: (a, b) => a !== b,
    lt: (a, b) => a < b,
    gt: (a, b) => a > b,
    lte: (a, b) => a <= b,
    gte: (a, b) => a >= b,
    not: (a) => !a,
    and: (...args) => args.slice(0, -1).every(Boolean),
    or: (...args) => args.slice(0, -1).some(Boolean),
    ifThen: (test, yes, no) => (test ? yes : no),
    concat: (...args) => args.slice(0, -1).join(""),
    checked: (value) => (value ? "checked" : ""),
    disabled: (value) => (value ? "disabled" : ""),
    object: (options) => hash(options),
    array: (...args) => args.slice(0, -1),
    selectOptions(choices, options) {
      const { selected, localize: translate } = hash(options);
      return new Handlebars.SafeString(Object.entries(choices).map(([value, label]) => {
        const text = Handlebars.escapeExpression(translate ? game.i18n.localize(label) : label);
        return `<option value="${Handlebars.escapeExpression(value)}"${String(selected) === value ? " selected" : ""}>${text}</option>`;
      }).join(""));
    },
  });
}
