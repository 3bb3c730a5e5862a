/** Sample data in the bridge's shapes; people and words are invented. */

export const HOSTILE = '<img src=x onerror=alert(1)> [[/r 1d6]] @UUID[Actor.x]{y}';

const words = {
  "VTTB.Card.To": "to",
  "VTTB.Card.Dice": "Dice",
  "VTTB.Card.Undo": "Undo",
  "VTTB.Card.Undone": "Undone",
  "VTTB.Card.AsBefore": "Everything is as before.",
  "VTTB.Card.WhatWasUndone": "What was undone",
  "VTTB.Card.ReceiptsOne": "Receipts, 1 number",
};

/** A translator that shows key and data where it knows no words. */
export const t = (key, data) => words[key] ?? (data ? `${key} ${JSON.stringify(data)}` : key);

export const hiroshi = { id: "Actor.h", name: "Hiroshi", side_index: 0 };
export const benkei = { id: "Actor.b", name: "Benkei", side_index: 1 };

export const hit = () => ({
  command: "11111111-aaaa",
  number: 31,
  state: "resolved",
  author: "mika",
  scope: "Round 2",
  label: "Hiroshi strikes Benkei: Hit",
  title: [hiroshi, " strikes ", benkei],
  outcome: { text: "Hit", why: "", state: "hit" },
  changes: [{ character: hiroshi, label: "level", from: "7", to: "10", delta: "+3", main: true }],
  rolls: [{ id: "roll:1", label: "TN", target: "5", what: "Hiroshi rolls", faces: 10, dice: [{ faces: 10, value: 8, state: "kept", word: "kept" }] }],
  links: [{ character: hiroshi, text: "Declared", detail: "Hiroshi at Benkei", cost: "1 AP", id: null }],
  effects: [],
  receipts: [{ number: "TN 5", text: "6 − 2 + 1", ruling: "C1" }],
  foot: "1 AP",
  blocks: [],
  undone: null,
});

export const question = () => ({
  id: "q1",
  command: "c1",
  encounter: "e1",
  scope_text: "Rooftop, round 3: Hiroshi hits Tetsuko",
  who: "Actor.a",
  name: "Akemi",
  side_index: 0,
  control: "pc",
  trigger: "Benkei hit you.",
  purse: { label: "Reserve", text: "17 RP" },
  options: [
    { key: "one", label: "First", cost: "10 RP", after: "leaves 7", effect: "Gain 9.", further: [], habit: "ask" },
    { key: "two", label: "Second", cost: "15 RP", after: "leaves 2", effect: "Answer.", further: [{ key: "move", label: "Move", options: [{ value: "x", label: "X" }] }], habit: "never" },
  ],
  decline: "Decline",
  round: 1,
  deadline_in: 18,
  paused: false,
});

/** A clock that moves only when told to. */
export class FakeClock {
  time = 0;
  timers = new Map();
  #next = 1;

  now = () => this.time;
  later = (run, ms) => {
    this.timers.set(this.#next, { at: this.time + ms, run });
    return this.#next++;
  };
  cancel = (id) => this.timers.delete(id);

  async advance(ms) {
    const end = this.time + ms;
    for (;;) {
      await settle();
      const due = [...this.timers].filter(([, timer]) => timer.at <= end).sort((a, b) => a[1].at - b[1].at)[0];
      if (!due) break;
      this.timers.delete(due[0]);
      this.time = Math.max(this.time, due[1].at);
      due[1].run();
    }
    this.time = end;
    await settle();
  }
}

export async function settle() {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}
