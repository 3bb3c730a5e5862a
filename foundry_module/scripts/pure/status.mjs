/** The status light: one word, one sentence, one action for each state. */

/** @typedef {"connected" | "connecting" | "paused" | "unpaired" | "down" | "blocked" | "elsewhere" | "versions" | "absent"} StatusKey */

const LOOK = {
  connected: { lamp: "on", word: "VTTB.Status.Connected", text: "VTTB.Status.ConnectedText", action: "open" },
  connecting: { lamp: "half", word: "VTTB.Status.Connecting", text: "VTTB.Status.ConnectingText", action: "open" },
  paused: { lamp: "pause", word: "VTTB.Status.Paused", text: "VTTB.Status.PausedText", action: "resume" },
  unpaired: { lamp: "", word: "VTTB.Status.Unpaired", text: "VTTB.Status.UnpairedText", action: "pair" },
  down: { lamp: "off", word: "VTTB.Status.Down", text: "VTTB.Status.DownText", action: "retry" },
  blocked: { lamp: "block", word: "VTTB.Status.Blocked", text: "VTTB.Status.BlockedText", action: "retry" },
  elsewhere: { lamp: "else", word: "VTTB.Status.Elsewhere", text: "VTTB.Status.ElsewhereText", action: "take" },
  versions: { lamp: "old", word: "VTTB.Status.Versions", text: "VTTB.Status.VersionsText", action: "retry" },
  absent: { lamp: "off", word: "VTTB.Status.Absent", text: "VTTB.Status.AbsentText", action: "none" },
};

/**
 * @param {StatusKey} key
 * @param {import("./card.mjs").Translate} t
 * @param {{ address?: string, module?: string, bridge?: string }} facts
 */
export function statusContext(key, t, facts = {}) {
  const look = LOOK[key];
  return { key, lamp: look.lamp, word: t(look.word), text: t(look.text, facts), action: look.action };
}

/**
 * What a failed connection means, from a look at the bridge's health page and the browser's permission.
 * @param {{ health: { protocol?: number, name?: string, paired?: boolean } | null, permission: string | null, protocol: number }} seen
 * @returns {StatusKey}
 */
export function diagnose({ health, permission, protocol }) {
  if (!health) return permission === "denied" ? "blocked" : "down";
  if (health.name !== "vtt-bridge") return "down";
  if (health.protocol !== protocol) return "versions";
  return health.paired === false ? "unpaired" : "connecting";
}

const PASSING = new Set(["too_fast", "internal", "not_saved"]);

/**
 * What a refusal of the connection means.
 * @param {string} code
 * @returns {StatusKey}
 */
export function refusedState(code) {
  if (code === "held" || code === "taken_over" || code === "old_epoch") return "elsewhere";
  if (code === "protocol_mismatch" || code === "invalid_message") return "versions";
  return PASSING.has(code) ? "connecting" : "unpaired";
}
