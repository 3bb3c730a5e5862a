"""Another module on Jun's page, that tries whatever a page can reach."""

from __future__ import annotations

from typing import Any

from as_bridge import SERVICES
from crew import JUN
from play import Play
from playwright.sync_api import Page, expect

MIKA = "playermika000001"
GM = "gamemaster000001"
HIROSHI, TETSUKO = "Actor.hiroshi000000000", "Actor.tetsuko000000000"
AKEMI, BENKEI = "Actor.akemi00000000000", "Actor.benkei0000000000"

# Everything that this page is told in private, and every request that it hears.
LISTEN = """() => {
  globalThis.told = [];
  globalThis.heard = [];
  const tell = CONFIG.queries["vtt-bridge.tell"];
  CONFIG.queries["vtt-bridge.tell"] = async (message, options) => {
    told.push(message);
    return tell(message, options);
  };
  game.socket.on("module.vtt-bridge", (payload, sender) => heard.push([payload, sender]));
}"""

# Sends one request as the honest page would, and waits for what is said to it, or for a while.
ASK = """async ([payload, patience]) => {
  const about = () => told.filter((one) => one.re === payload.id && one.type !== "got");
  game.socket.emit("module.vtt-bridge", { v: 1, until: Date.now() + 60000, ...payload });
  for (let ms = 0; ms < patience && about().length === 0; ms += 20) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return about();
}"""


class Rogues(Play):
    """The pages of the game master, of Mika with Hiroshi, and of Jun with Akemi and a rogue."""

    def open_pages(self) -> None:
        super().open_pages()
        self.jun = self.open(self.game.table.address(JUN))
        self.jun.evaluate(LISTEN)

    def begin(self) -> None:
        super().begin()
        self.gm.evaluate(  # so that the test need not wait between its tries
            f"async () => {{ {SERVICES} leader.relay.acts.burst = leader.relay.reads.burst = 1e6;"
            "leader.relay.acts.perSecond = leader.relay.reads.perSecond = 1e6; }"
        )

    def next_turn(self, name: str) -> None:
        self.gm.wait_for_timeout(600)  # a click sooner counts as a double click
        self.gm.click("[data-action=nextTurn]")
        self.expect_turn(name)

    def seq(self) -> int:
        """How much has happened at the table."""
        return int(self.gm.evaluate(f"async () => {{ {SERVICES} return leader.state.seq; }}"))

    def ask(self, patience: int = 3000, **payload: Any) -> list[dict[str, Any]]:
        """What the rogue is told about a request of his."""
        told: list[dict[str, Any]] = self.jun.evaluate(ASK, [payload, patience])
        return told

    def act(self, **action: Any) -> str:
        """The code with which an action of the rogue is refused, or "done"."""
        number = self.jun.evaluate("globalThis.tries = (globalThis.tries ?? 0) + 1")
        own = f"{JUN}-try{number}"
        whole = {"kind": "command", "args": {}, "targets": [], "actor": None, **action, "id": own}
        (told,) = self.ask(id=own, kind="act", action=whole)
        return str(told["ack"].get("error", {}).get("code", "done"))

    def tell(self, user: str, **message: Any) -> None:
        """What another page is told in private, as if the leading page said it."""
        self.jun.evaluate(
            "([user, message]) => game.users.get(user).query('vtt-bridge.tell', message,"
            " { timeout: 3000 }).catch(() => null)",
            [user, message],
        )

    def settled(self) -> None:
        """When what was sent until now has arrived everywhere."""
        for page in (self.gm, self.mika):
            page.wait_for_timeout(300)


def live_buttons(page: Page, text: str) -> int:
    """How many buttons in messages with that text would do something."""
    message = page.locator(".chat-log > li", has_text=text)
    expect(message).not_to_have_count(0)
    return message.locator("[data-vttb-action], [data-question], [data-further]").count()
