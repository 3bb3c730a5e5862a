import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

const root = new URL("../../foundry_module/", import.meta.url).pathname;
const files = (folder, ending) => readdirSync(join(root, folder), { recursive: true }).filter((name) => String(name).endsWith(ending)).map((name) => join(root, folder, String(name)));
const sources = [...files("scripts", ".mjs"), ...files("templates", ".hbs")].map((path) => ({ path, text: readFileSync(path, "utf8") }));
const manifest = JSON.parse(readFileSync(join(root, "module.json"), "utf8"));
const language = JSON.parse(readFileSync(join(root, "lang/en.json"), "utf8"));

const keysOf = (object, prefix) => Object.entries(object).flatMap(([key, value]) => (typeof value === "string" ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`)));

test("every used sentence exists and every sentence is used", () => {
  const used = new Set(sources.flatMap(({ text }) => text.match(/VTTB(?:\.[A-Za-z]+)+/g) ?? []));
  assert.deepEqual([...used].sort(), keysOf(language.VTTB, "VTTB.").sort());
});

test("sentences stay calm", () => {
  for (const key of keysOf(language.VTTB, "")) {
    const text = key.split(".").reduce((node, part) => node[part], language.VTTB);
    assert.equal(text.includes("!"), false, key);
  }
});

test("the manifest names files that exist and a label for each of its kinds", () => {
  for (const path of [...manifest.esmodules, ...manifest.styles, ...manifest.languages.map((one) => one.path)]) assert.ok(existsSync(join(root, path)), path);
  assert.equal(manifest.socket, true);
  assert.deepEqual(Object.keys(manifest.documentTypes.Actor), Object.keys(language.TYPES.Actor[manifest.id]));
  assert.deepEqual(manifest.documentTypes.Actor.character.gmOnlyFields, ["system", "data", "bars"]);
});

test("pure modules use nothing of the tabletop or the page", () => {
  for (const { path, text } of sources.filter((one) => one.path.includes("/pure/"))) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, "");
    assert.equal(/\b(game|CONFIG|CONST|Hooks|foundry|canvas|ui|document|window|fetch|navigator)\s*[.(?]/.test(code), false, path);
  }
});

test("templates escape everything and have one root", () => {
  for (const { path, text } of sources.filter((one) => one.path.endsWith(".hbs"))) {
    assert.equal(text.includes("{{{"), false, path);
    assert.match(text.trim(), /^<div[\s\S]*<\/div>$/, path);
  }
});

test("nothing is written to the console in normal use", () => {
  for (const { path, text } of sources) assert.equal(/console\.(log|info|debug|warn)/.test(text), false, path);
});
