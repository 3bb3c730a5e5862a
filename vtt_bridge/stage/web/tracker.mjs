/** The combat tracker on the left. */
import { Hooks } from "./hooks.mjs";
import { inNextFrame, isMove, state, request, watch } from "./state.mjs";
import { escapeHTML } from "./utils.mjs";
import { attachMenu } from "./menu.mjs";

const SIDES = new Map([[1, "a"], [-1, "b"], [0, "c"], [-2, "n"]]);

export class CombatTracker {
  constructor({ newFight }) {
    this.element = document.createElement("section");
    this.element.id = "combat";
    this.element.className = "combat-sidebar";
    this.newFight = newFight;
    this.element.addEventListener("click", (event) => this._onClick(event));
    const soon = inNextFrame(() => this.render());
    watch((...news) => { if (!isMove(...news) && ["Combat", "Combatant", "Actor", "Token", "ActiveEffect"].includes(news[0].documentName)) soon(); });
  }
  get viewed() { return game.combat; }
  buildMenu() {
    const hooks = state.generation >= 14 ? ["getCombatTrackerContextOptions"] : ["getCombatantContextOptions"];
    attachMenu(this.element, "li.combatant", hooks, this);
  }

  async render() {
    const combat = this.viewed;
    const focused = this.element.contains(document.activeElement) ? document.activeElement.dataset.action : null;
    this.element.innerHTML = `<header class="combat-tracker-header"><div class="encounter-controls"><h3 class="encounter-title">${escapeHTML(combat?.name || "No encounter")}</h3><span class="encounter-round">${combat?.started ? `round ${combat.round}` : ""}</span></div></header><ol class="combat-tracker">${(combat?.turns ?? []).filter((c) => c.visible).map((c) => this._row(combat, c)).join("")}</ol><nav class="combat-controls">${this._controls(combat)}</nav><p class="who">${this._who()}</p>`;
    Hooks.callAll("renderCombatTracker", this, this.element, { combat }, {});
    if (focused) this.element.querySelector(`[data-action="${focused}"]`)?.focus();
    return this;
  }
  _row(combat, combatant) {
    const active = combat.started && combat.combatant?.id === combatant.id;
    const classes = ["combatant", active && "active", combatant.isDefeated && "defeated", SIDES.get(combatant.token?.disposition)].filter(Boolean);
    return `<li class="${classes.join(" ")}" data-combatant-id="${combatant.id}"${active ? ' aria-current="true"' : ""}><div class="token-name"><span class="side-mark ${SIDES.get(combatant.token?.disposition) ?? "n"}" aria-hidden="true"></span><strong class="name">${escapeHTML(combatant.name)}</strong></div><div class="token-initiative"><span>${combatant.initiative ?? ""}</span></div></li>`;
  }
  _controls(combat) {
    const button = (action, text, classes = "") => `<button type="button" class="combat-control ${classes}" data-action="${action}">${text}</button>`;
    if (!game.user.isGM) {
      if (!combat?.started) return "";
      return combat.combatant?.isOwner ? button("nextTurn", "End turn", "wide") : `<p class="whose">It is ${escapeHTML(combat.combatant?.visible ? combat.combatant.name : "nobody")}'s turn</p>`;
    }
    const fight = this.newFight ? button("newFight", "New fight") : "";
    if (!combat) return fight;
    if (!combat.started) return button("startCombat", "Start combat", "wide") + fight;
    return button("nextTurn", "End turn", "wide") + button("previousTurn", "Previous turn") + button("endCombat", "End combat") + fight;
  }
  _who() {
    if (game.user.isGM) {
      const pages = game.users.players.map((u) => `Player page: ${escapeHTML(u.name)}, ${u.active ? "connected" : "not open"}`);
      return ["You are the game master.", ...pages].join("<br>");
    }
    const played = game.actors.filter((a) => a.isOwner).map((a) => escapeHTML(a.name));
    return `You are ${escapeHTML(game.user.name)}.<br>You play ${played.join(" and ") || "nobody"}.`;
  }
  async _onClick(event) {
    const action = event.target.closest("button[data-action]")?.dataset.action;
    const combat = this.viewed;
    if (action === "newFight") await newFight();
    else if (action === "startCombat") await combat.startCombat();
    else if (action === "nextTurn") await combat.nextTurn();
    else if (action === "previousTurn") await combat.previousTurn();
    else if (action === "endCombat") await combat.endCombat();
    else {
      const row = event.target.closest("li.combatant");
      const token = row && combat.combatants.get(row.dataset.combatantId)?.token?.object;
      token?.control();
    }
  }
}

let beginning = null;

/** Bring the sample characters back and begin another fight, once however often it is asked for (game master's page). */
function newFight() {
  beginning ??= startNewFight().finally(() => { beginning = null; });
  return beginning;
}

async function startNewFight() {
  for (const combat of [...game.combats]) await combat.delete();
  await request("new_fight");
  const scene = game.scenes.active;
  const [combat] = await Combat.createDocuments([{ name: scene.name, scene: scene.id, active: true }]);
  const order = scene.tokens.contents;
  await combat.createEmbeddedDocuments("Combatant", order.map((token, at) => ({ tokenId: token.id, sceneId: scene.id, actorId: token.actorId, initiative: order.length - at })));
  await combat.startCombat();
}

const SETTLED = 500;
const oneSideLeft = (combat) => new Set((combat?.combatants ?? []).filter((c) => !c.isDefeated).map((c) => c.token?.disposition)).size <= 1;

/** One side is left, and not for a moment only: say so and begin again by itself (game master's page). */
export function watchFights(delay) {
  let over = null;
  const still = (combat) => game.combats.has(combat) && oneSideLeft(game.combats.get(combat));
  state.socket.on("fight_over", ({ combat }) => {
    if (!game.user.isGM || over === combat) return;
    over = combat;
    setTimeout(() => {
      if (still(combat)) {
        ui.notifications.info(`The fight is over. A new one begins in ${Math.round(delay / 1000)} seconds.`);
        setTimeout(async () => { if (still(combat)) await newFight(); else over = null; }, delay);
      } else over = null;
    }, SETTLED);
  });
}
