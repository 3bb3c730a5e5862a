/** The other tabs of this user in this browser. Whether the tabletop's private messages reach them is not known; this way they do. */

/** @type {BroadcastChannel | null} */
let channel = null;

export function ownTabs() {
  channel ??= new BroadcastChannel(`vtt-bridge:${game.world?.id}:${game.user?.id}`);
  return channel;
}
