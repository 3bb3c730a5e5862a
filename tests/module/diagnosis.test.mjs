import assert from "node:assert/strict";
import { test } from "node:test";
import { browserOf, diagnose, readAddress, refusedState } from "../../foundry_module/scripts/pure/diagnosis.mjs";
import { newId } from "../../foundry_module/scripts/pure/ids.mjs";
import { statusContext } from "../../foundry_module/scripts/pure/status.mjs";
import { t } from "./fixtures.mjs";

const OURS = { protocol: 2, version: "1.4.0" };
const HTTPS = { host: "game.example", secure: true, browser: "chrome" };
const LAN = { host: "192.168.1.20", secure: false, browser: "chrome" };
const HERE = { host: "localhost", secure: true, browser: "chrome" };
const bridge = (more = {}) => ({ name: "vtt-bridge", protocol: 2, version: "1.4.0", bridge: "b1", paired: true, ...more });
const answered = (health, more = {}) => diagnose({ answer: "health", health, permission: null, ours: OURS, page: HTTPS, ...more });
const failed = (answer, permission, page = HTTPS) => diagnose({ answer, health: null, permission, ours: OURS, page });

test("what a bridge that answers says of the failure", () => {
  assert.equal(answered(bridge()), "connecting");
  assert.equal(answered(bridge({ paired: false })), "unpaired");
  assert.equal(answered(bridge(), { bridge: "b1" }), "connecting");
  assert.equal(answered(bridge({ paired: false }), { bridge: "b2" }), "stranger");
  assert.equal(answered({ name: "other" }), "foreign");
  assert.equal(answered(null), "foreign");
});

test("which of the two is older: by protocol, then by version", () => {
  assert.equal(answered(bridge({ protocol: 1, version: "9.0.0" })), "bridgeOld");
  assert.equal(answered(bridge({ protocol: 3, version: "0.1.0" })), "moduleOld");
  assert.equal(answered(bridge({ protocol: "new", version: "1.10.0" })), "moduleOld");
  assert.equal(answered(bridge({ protocol: "old", version: "1.4" })), "versions");
  assert.equal(answered(bridge({ protocol: "old", version: "1.4.0.1" })), "moduleOld");
  assert.equal(answered(bridge({ protocol: undefined, version: "1.3.9" })), "bridgeOld");
});

test("why nothing answers", () => {
  assert.equal(failed("none", null), "down");
  assert.equal(failed("none", "granted"), "down");
  assert.equal(failed("none", "denied"), "blocked");
  assert.equal(failed("other", "granted"), "foreign");
  assert.equal(failed("silent", "granted"), "silent");
  assert.equal(failed("silent", "prompt"), "asking");
  assert.equal(failed("silent", "prompt", HERE), "silent");
  assert.equal(failed("none", "denied", LAN), "insecure");
  assert.equal(failed("none", "granted", { ...LAN, host: "203.0.113.9" }), "insecure");
  assert.equal(failed("none", null, { ...HERE, secure: false }), "down");
  assert.equal(failed("none", null, { ...HTTPS, browser: "safari" }), "safari");
  assert.equal(failed("none", null, { ...HERE, browser: "safari" }), "down");
});

test("what a refusal of the connection means, and whether trying again helps", () => {
  const keys = (codes) => codes.map((code) => refusedState(code).key);
  assert.deepEqual(keys(["held", "taken_over", "old_epoch"]), ["elsewhere", "elsewhere", "elsewhere"]);
  assert.deepEqual(keys(["missing_token", "wrong_token", "wrong_world", "foreign_origin", "revoked"]), Array(5).fill("unpaired"));
  assert.deepEqual(keys(["protocol_mismatch", "invalid_message"]), ["versions", "versions"]);
  assert.deepEqual(refusedState("not_saved"), { key: "refused", again: true });
  assert.deepEqual(refusedState("unreadable_journal"), { key: "refused", again: false });
  assert.deepEqual(refusedState("a_later_code"), { key: "refused", again: false });
});

test("an address as people type it", () => {
  for (const [typed, address] of [
    ["http://127.0.0.1:30777", "http://127.0.0.1:30777"],
    [" http://127.0.0.1:30777/ ", "http://127.0.0.1:30777"],
    ["127.0.0.1:30778", "http://127.0.0.1:30778"],
    ["localhost", "http://127.0.0.1:30777"],
    ["localhost:30778", "http://127.0.0.1:30778"],
    ["HTTP://LocalHost:30777/health", "http://127.0.0.1:30777"],
    ["ws://127.0.0.1:30777", "http://127.0.0.1:30777"],
  ]) assert.deepEqual(readAddress(typed), { address, fault: null }, typed);
});

test("what is wrong with an address", () => {
  const fault = (typed) => readAddress(typed).fault;
  assert.deepEqual(["", "   ", "http://", "htp://127.0.0.1", "http://127.0.0.1:99999", "K7M 4QX"].map(fault), Array(6).fill("unreadable"));
  assert.deepEqual(["https://127.0.0.1:30777", "wss://localhost"].map(fault), ["https", "https"]);
  assert.deepEqual(["http://192.168.1.20:30777", "bridge.example", "127.0.0.2", "http://127.0.0.1@bridge.example", "[::1]:30777"].map(fault), Array(5).fill("remote"));
});

test("which browser it is", () => {
  const webkit = "Mozilla/5.0 (Macintosh) AppleWebKit/537.36 (KHTML, like Gecko)";
  assert.equal(browserOf(`${webkit} Chrome/156.0.0.0 Safari/537.36`), "chrome");
  assert.equal(browserOf(`${webkit} Chrome/156.0.0.0 Safari/537.36 Edg/156.0.0.0`), "edge");
  assert.equal(browserOf("Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0"), "firefox");
  assert.equal(browserOf(`${webkit} Version/19.0 Safari/605.1.15`), "safari");
  assert.equal(browserOf(""), "other");
});

test("each state has a lamp, a word, a sentence and an action", () => {
  assert.deepEqual(statusContext("down", t, { address: "x" }), { key: "down", lamp: "off", word: "VTTB.Status.Down", text: 'VTTB.Status.DownText {"address":"x"}', action: "retry" });
  const keys = ["connected", "connecting", "paused", "unpaired", "down", "blocked", "elsewhere", "versions", "absent"];
  assert.deepEqual(keys.map((key) => statusContext(key, t).lamp), ["on", "half", "pause", "", "off", "block", "else", "old", "off"]);
});

test("the bridge's own sentence goes before ours, and a block is lifted as the browser does it", () => {
  assert.equal(statusContext("unpaired", t, { text: "Revoked." }).text, "Revoked.");
  const blocked = (browser) => statusContext("blocked", (key) => key, { browser }).text;
  assert.deepEqual(["chrome", "edge", "firefox", "other"].map(blocked), ["VTTB.Status.BlockedChrome", "VTTB.Status.BlockedEdge", "VTTB.Status.BlockedFirefox", "VTTB.Status.BlockedText"]);
});

test("a name is new, and fit for an action", () => {
  assert.match(newId(), /^[0-9a-f]{32}$/);
  assert.notEqual(newId(), newId());
});
