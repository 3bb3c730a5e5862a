/** The status light: one word, one sentence, one action for each state. */

/**
 * @typedef {"connected" | "connecting" | "paused" | "unpaired" | "down" | "silent" | "foreign" | "stranger" | "blocked" | "asking" | "insecure"
 *   | "safari" | "elsewhere" | "otherBridge" | "bridgeOld" | "moduleOld" | "versions" | "refused" | "absent"} StatusKey
 * @typedef {"chrome" | "edge" | "firefox" | "safari" | "other"} Browser
 * @typedef {{ address?: string, module?: string, bridge?: string, page?: string, local?: string, browser?: Browser, text?: string, known?: number, all?: number }} Facts
 * `known`: how many of `all` characters of the world are on this bridge; `text` is the bridge's own sentence, which says more than ours.
 */

const LOOK = {
  connected: { lamp: "on", word: "VTTB.Status.Connected", text: "VTTB.Status.ConnectedText", action: "open" },
  connecting: { lamp: "half", word: "VTTB.Status.Connecting", text: "VTTB.Status.ConnectingText", action: "open" },
  paused: { lamp: "pause", word: "VTTB.Status.Paused", text: "VTTB.Status.PausedText", action: "resume" },
  unpaired: { lamp: "", word: "VTTB.Status.Unpaired", text: "VTTB.Status.UnpairedText", action: "pair" },
  down: { lamp: "off", word: "VTTB.Status.Down", text: "VTTB.Status.DownText", action: "retry" },
  silent: { lamp: "off", word: "VTTB.Status.Silent", text: "VTTB.Status.SilentText", action: "retry" },
  foreign: { lamp: "off", word: "VTTB.Status.Foreign", text: "VTTB.Status.ForeignText", action: "retry" },
  stranger: { lamp: "", word: "VTTB.Status.Stranger", text: "VTTB.Status.StrangerText", action: "pair" },
  blocked: { lamp: "block", word: "VTTB.Status.Blocked", text: "VTTB.Status.BlockedText", action: "retry" },
  asking: { lamp: "block", word: "VTTB.Status.Asking", text: "VTTB.Status.AskingText", action: "retry" },
  insecure: { lamp: "block", word: "VTTB.Status.Blocked", text: "VTTB.Status.InsecureText", action: "retry" },
  safari: { lamp: "block", word: "VTTB.Status.Blocked", text: "VTTB.Status.SafariText", action: "retry" },
  elsewhere: { lamp: "else", word: "VTTB.Status.Elsewhere", text: "VTTB.Status.ElsewhereText", action: "take" },
  otherBridge: { lamp: "else", word: "VTTB.Status.OtherBridge", text: "VTTB.Status.OtherBridgeText", action: "open" },
  bridgeOld: { lamp: "old", word: "VTTB.Status.Versions", text: "VTTB.Status.BridgeOldText", action: "retry" },
  moduleOld: { lamp: "old", word: "VTTB.Status.Versions", text: "VTTB.Status.ModuleOldText", action: "retry" },
  versions: { lamp: "old", word: "VTTB.Status.Versions", text: "VTTB.Status.VersionsText", action: "retry" },
  refused: { lamp: "off", word: "VTTB.Status.Refused", text: "VTTB.Status.RefusedText", action: "retry" },
  absent: { lamp: "off", word: "VTTB.Status.Absent", text: "VTTB.Status.AbsentText", action: "none" },
};

/** Where the browser lets a person allow what it has blocked. @type {Record<string, string>} */
const ALLOWING = {
  chrome: "VTTB.Status.BlockedChrome",
  edge: "VTTB.Status.BlockedEdge",
  firefox: "VTTB.Status.BlockedFirefox",
};

/**
 * @param {StatusKey} key
 * @param {import("./card.mjs").Translate} t
 * @param {Facts} facts
 */
export function statusContext(key, t, facts = {}) {
  const look = LOOK[key];
  const text = (key === "blocked" && ALLOWING[facts.browser ?? "other"]) || look.text;
  return { key, lamp: look.lamp, word: t(look.word), text: facts.text || t(text, facts), action: look.action };
}
