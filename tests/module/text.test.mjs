import assert from "node:assert/strict";
import { test } from "node:test";
import { escapeText, neutralise, plainText } from "../../foundry_module/scripts/pure/text.mjs";
import { actorOf, commandWords, recognise } from "../../foundry_module/scripts/pure/commands.mjs";
import { HOSTILE } from "./fixtures.mjs";

test("a hostile string becomes harmless text", () => {
  assert.equal(escapeText(HOSTILE), "&lt;img src=x onerror=alert(1)&gt; [\u200b[/r 1d6]] @\u200bUUID[Actor.x]{y}");
  assert.equal(escapeText(`"a" & 'b'`), "&quot;a&quot; &amp; &#39;b&#39;");
  assert.equal(escapeText(null), "");
  assert.equal(escapeText(7), "7");
});

test("enrichers of other names and nested brackets are broken too", () => {
  assert.equal(neutralise("[[[1d6]]]"), "[\u200b[\u200b[1d6]]]");
  assert.equal(neutralise("@Embed[x] &Reference[y] a@b.c"), "@\u200bEmbed[x] &\u200bReference[y] a@b.c");
  assert.equal(neutralise("ends [") + neutralise("[/r 1d6]"), "ends [\u200b[/r 1d6]");
  assert.equal(neutralise("ends @") + neutralise("UUID[x]") + neutralise("@UUID") + neutralise("[x]"), "ends @\u200bUUID[x]@\u200bUUID[x]");
  assert.equal(neutralise("a\u202eb\u0000c"), "abc");
});

test("both chat formats give the same text", () => {
  assert.equal(plainText("!word attack  @Benkei "), "!word attack @Benkei");
  assert.equal(plainText("<p>!word&nbsp;attack @Benkei</p>"), "!word attack @Benkei");
  assert.equal(plainText("<p>!word help</p><p>second</p>"), "!word help\nsecond");
  assert.equal(plainText("<p>!word a<br>b</p>"), "!word a\nb");
  assert.equal(plainText("<p>&lt;b&gt; &amp;amp; &#65;&#x42;</p>"), "<b> &amp; AB");
  assert.equal(plainText("!word <b>"), "!word <b>");
  assert.equal(plainText('<p><a class="mention" data-id="x">@Mika</a> hi</p>'), "@Mika hi");
});

test("command words come from the description, the played system first", () => {
  const remembered = { description: { command: "Shot" }, systems: [{ key: "shot", title: "S" }, { key: "other", title: "O", command: "oth" }] };
  assert.deepEqual(commandWords(remembered), ["shot", "oth"]);
  assert.deepEqual(commandWords({}), []);
});

test("only our words are commands", () => {
  const words = ["shot", "oth"];
  assert.deepEqual(recognise("!shot attack", words), { word: "shot", text: "!shot attack" });
  assert.deepEqual(recognise("<p>!SHOT&nbsp;attack</p>", words), { word: "shot", text: "!SHOT attack" });
  assert.deepEqual(recognise("!shot", words), { word: "shot", text: "!shot" });
  assert.equal(recognise("!shots attack", words), null);
  assert.equal(recognise("hello !shot", words), null);
  assert.equal(recognise("/r 1d6", words), null);
});

test("the actor is the controlled one, else the assigned one, else asked for", () => {
  assert.deepEqual(actorOf({ controlled: ["a", "a"], assigned: "b" }), { actor: "a" });
  assert.deepEqual(actorOf({ controlled: [], assigned: "b" }), { actor: "b" });
  assert.deepEqual(actorOf({ controlled: ["a", "c"], assigned: "b" }), { choose: ["a", "c"] });
  assert.deepEqual(actorOf({ controlled: [], assigned: null }), { none: true });
});
