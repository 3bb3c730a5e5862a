/** The part of CONST that is offered; values as in Foundry's published types. */
import { strict } from "./strict.mjs";

const frozen = (name, values) => strict(Object.freeze(values), `CONST.${name}`);

export const CONST = strict(
  Object.freeze({
    CHAT_MESSAGE_STYLES: frozen("CHAT_MESSAGE_STYLES", { OTHER: 0, OOC: 1, IC: 2, EMOTE: 3 }),
    DOCUMENT_OWNERSHIP_LEVELS: frozen("DOCUMENT_OWNERSHIP_LEVELS", { INHERIT: -1, NONE: 0, LIMITED: 1, OBSERVER: 2, OWNER: 3 }),
    TEXT_ANCHOR_POINTS: frozen("TEXT_ANCHOR_POINTS", { CENTER: 0, BOTTOM: 1, TOP: 2, LEFT: 3, RIGHT: 4 }),
    TOKEN_DISPLAY_MODES: frozen("TOKEN_DISPLAY_MODES", { NONE: 0, CONTROL: 10, OWNER_HOVER: 20, HOVER: 30, OWNER: 40, ALWAYS: 50 }),
    TOKEN_DISPOSITIONS: frozen("TOKEN_DISPOSITIONS", { SECRET: -2, HOSTILE: -1, NEUTRAL: 0, FRIENDLY: 1 }),
    USER_ROLES: frozen("USER_ROLES", { NONE: 0, PLAYER: 1, TRUSTED: 2, ASSISTANT: 3, GAMEMASTER: 4 }),
  }),
  "CONST",
);
