/** How the table does things: when results count, where dice come from, who sees chances. */

/**
 * @typedef {import("./card.mjs").Translate} Translate
 * @typedef {{ automation: string, dice: string, odds: string }} Conduct
 */

/** @param {Translate} t */
const choices = (t) => [
  {
    key: "automation",
    label: t("VTTB.Conduct.Automation"),
    hint: t("VTTB.Conduct.AutomationHint"),
    options: [
      { value: "at_once", label: t("VTTB.Conduct.AtOnce") },
      { value: "confirm", label: t("VTTB.Conduct.Confirm") },
      { value: "suggest", label: t("VTTB.Conduct.Suggest") },
    ],
  },
  {
    key: "dice",
    label: t("VTTB.Conduct.Dice"),
    hint: t("VTTB.Conduct.DiceHint"),
    options: [
      { value: "bridge", label: t("VTTB.Conduct.Bridge") },
      { value: "typed", label: t("VTTB.Conduct.Typed") },
      { value: "tabletop", label: t("VTTB.Conduct.Foundry") },
    ],
  },
  {
    key: "odds",
    label: t("VTTB.Conduct.Odds"),
    hint: t("VTTB.Conduct.OddsHint"),
    options: [
      { value: "gm", label: t("VTTB.Conduct.Gm") },
      { value: "players", label: t("VTTB.Conduct.Players") },
    ],
  },
];

/** @param {string} key */
const nameOf = (key) => `conduct.${key}`;

/** The choices for the whole table. @param {Conduct} conduct @param {Translate} t */
export function conductContext(conduct, t) {
  return choices(t).map(({ key, options, ...told }) => ({
    ...told,
    name: nameOf(key),
    options: options.map((option) => ({ ...option, selected: option.value === conduct[/** @type {keyof Conduct} */ (key)] })),
  }));
}

/**
 * The choices for one character, who may do as the table does.
 * @param {any} character @param {Conduct} conduct @param {Translate} t
 */
export function ownConductContext(character, conduct, t) {
  return choices(t)
    .filter(({ key }) => key !== "odds")
    .map(({ key, label, options }) => {
      const own = character?.[key] ?? "";
      const table = options.find(({ value }) => value === conduct[/** @type {keyof Conduct} */ (key)])?.label ?? "";
      const same = { value: "", label: t("VTTB.Conduct.AsTable", { table }) };
      return { label, name: nameOf(key), options: [same, ...options].map((option) => ({ ...option, selected: option.value === own })) };
    });
}

/**
 * What was changed in a form; an empty choice is none of one's own.
 * @param {Record<string, any>} before
 * @param {(name: string) => string | null} read
 * @returns {Record<string, string | null>}
 */
export function changedConduct(before, read) {
  /** @type {Record<string, string | null>} */
  const changed = {};
  for (const key of ["automation", "dice", "odds"]) {
    const text = read(nameOf(key));
    const value = text === "" ? null : text;
    if (text !== null && value !== (before[key] ?? null)) changed[key] = value;
  }
  return changed;
}
