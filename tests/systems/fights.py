"""A fight of four in any of the three systems, with dice that need no script."""

from __future__ import annotations

from typing import Any

from engine.dice import SeededDice
from engine.testing import Play

SYSTEMS = ("carps", "ccarps", "tracks")
PEOPLE = ("ann", "bob", "cat", "dan")
FIELDS: dict[str, dict[str, Any]] = {
    "carps": {"base": 10, "level": 10, "rp": 60},
    "ccarps": {"skill_list": ["Stealth 6 Reflex"], "weapon_list": ["Club 9 blunt"]},
    "tracks": {},
}


class Fighters(Play):
    """Ann and Cat against Bob and Dan, all run by the game master; no fight has begun."""

    def __init__(self, system: str) -> None:
        super().__init__(system)
        self.system = system
        self.table.dice = SeededDice(1)
        for place, who in enumerate(PEOPLE):
            known = {"id": who, "name": who.capitalize(), "side": "ab"[place % 2]}
            self.gm("character.add", **known, control="npc", fields=FIELDS[system])

    def start(self, *order: str, key: str = "fight") -> str | None:
        """Begins a fight; everybody takes the setup that is offered."""
        return self.by_hand("encounter.start", id=key, name="", order=list(order))

    def by_hand(self, verb: str, **args: Any) -> str | None:
        """One of the game master's verbs; all questions are declined. The code of a refusal."""
        return self._settled(kind="command", verb=verb, args=args)

    def say(self, who: str, text: str, **more: Any) -> str | None:
        return self._settled(kind="command", text=f"!{self.system} {text}", actor=who, **more)

    def _settled(self, **action: Any) -> str | None:
        outcome = self.act(**action)
        while questions := self.table.questions("gm"):
            assert self.act(kind="answer", request=questions[0]["id"], choice=None).ok
        return None if outcome.refusal is None else str(outcome.refusal["code"])

    def press_next(self) -> dict[str, Any] | None:
        """What the tracker's button does; what that was, None if there was nothing to press."""
        step: dict[str, Any] | None = self.fight()["next"]
        if step is not None:
            args = {"kind": "command", "verb": step["verb"], "actor": step["actor"], "args": {}}
            assert self._settled(**args) is None
        return step

    def fight(self, key: str = "fight") -> dict[str, Any]:
        """The encounter as the game master sees it."""
        found: dict[str, Any] = self.table.view("gm")["encounters"][key]
        return found

    def command(self) -> str:
        """The last command that was accepted."""
        return next(
            str(one.entry["command"]) for one in reversed(self.outcomes) if one.entry is not None
        )

    def out(self, who: str) -> bool:
        return bool(self.table.view("public")["characters"][who]["out"])

    def strike_down(self, who: str) -> None:
        """The game master's verb or edit that takes somebody out of the fight."""
        if self.system == "ccarps":
            refused = self.by_hand("hurt", who=who, bar="physical", amount=30)
        else:
            fields = {"carps": {"status": "defeated"}, "tracks": {"dead": True}}[self.system]
            refused = self.by_hand("character.edit", character=who, fields=fields)
        assert refused is None
        assert self.out(who)
