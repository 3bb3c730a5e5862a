/** What the page's parts share: the socket, the generation and a list of those who redraw. */

export const state = {
  socket: null,
  generation: 0,
  userId: "",
  ready: false,
  watchers: [],
};

/** Ask the table's server; resolves with its answer, rejects with its refusal. */
export function request(event, ...args) {
  return new Promise((resolve, reject) => {
    state.socket.emit(event, ...args, (answer) => {
      if (answer?.ok) resolve(answer);
      else reject(new Error(answer?.error ?? "The table did not answer"));
    });
  });
}

/** Register a function that is called with (document, action, change) after every change; `change` with updates only. */
export function watch(fn) { state.watchers.push(fn); }
export function changed(document, action, change) { for (const fn of state.watchers) fn(document, action, change); }

/** A function that does `draw` once in the next frame, however often it is called before. */
export function inNextFrame(draw) {
  let due = false;
  return () => {
    if (due) return;
    due = true;
    requestAnimationFrame(() => { due = false; draw(); });
  };
}

/** Whether a token was only moved, which changes nothing but its place. */
export const isMove = (document, action, change) => document.documentName === "Token" && action === "update" && Object.keys(change).every((key) => ["x", "y"].includes(key));
