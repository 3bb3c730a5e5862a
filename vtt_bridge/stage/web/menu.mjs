/** Context menus: entries come from a hook once, before `ready`, in the form of the generation. */
import { Hooks } from "./hooks.mjs";
import { state } from "./state.mjs";

/** Fill the entries for one kind of row and open them on a right click. */
export function attachMenu(container, selector, hooks, app) {
  const entries = [];
  for (const hook of [hooks].flat()) Hooks.callAll(hook, app, entries);
  container.addEventListener("contextmenu", (event) => {
    const row = event.target.closest(selector);
    if (!row) return;
    event.preventDefault();
    open(event, row, unique(entries).filter((e) => allowed(e, row)));
  });
}

const unique = (entries) => entries.filter((e, at) => entries.findIndex((o) => label(o) === label(e)) === at);

function label(entry) {
  if (state.generation >= 14 && entry.label === undefined) console.warn(`Context menu entry ${entry.name}: "name" is deprecated since generation 14`);
  if (state.generation < 14 && entry.name === undefined) throw new Error("A context menu entry of generation 13 needs a name");
  return game.i18n.localize(state.generation >= 14 ? entry.label ?? entry.name : entry.name);
}

function allowed(entry, row) {
  const test = state.generation >= 14 ? entry.visible ?? entry.condition : entry.condition;
  return typeof test === "function" ? Boolean(test(row)) : test !== false;
}

function open(event, row, entries) {
  document.getElementById("context-menu")?.remove();
  if (!entries.length) return;
  const menu = document.createElement("nav");
  menu.id = "context-menu";
  for (const entry of entries) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label(entry);
    button.addEventListener("click", (click) => {
      menu.remove();
      if (state.generation >= 14 && entry.onClick) entry.onClick(click, row); else entry.callback(row);
    });
    menu.append(button);
  }
  menu.style.insetInlineStart = `${Math.min(event.clientX, window.innerWidth - 220)}px`;
  menu.style.insetBlockStart = `${Math.min(event.clientY, window.innerHeight - 40 * entries.length)}px`;
  document.body.append(menu);
  menu.querySelector("button").focus();
  setTimeout(() => document.addEventListener("click", () => menu.remove(), { once: true }));
}
