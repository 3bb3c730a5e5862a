"""Fights of many, who come, go and are taken back as one, on the practice table, a stand-in."""

from __future__ import annotations

import pytest
from crowd import SERVICES, TOKEN, add_tokens, state, wait_for
from play import Play
from playwright.sync_api import Page, expect

ADD = """async ([ids, how]) => {
  const scene = game.scenes.active;
  const actorOf = (id) => scene.tokens.get(id).actorId;
  const rows = ids.map((tokenId, at) => ({
    tokenId, sceneId: scene.id, actorId: actorOf(tokenId), initiative: -at / 100 }));
  if (how === "at once") await game.combat.createEmbeddedDocuments("Combatant", rows);
  else for (const row of rows) await game.combat.createEmbeddedDocuments("Combatant", [row]);
}"""
REMOVE = """names => game.combat.deleteEmbeddedDocuments("Combatant",
  game.combat.turns.filter(({ name }) => names.includes(name)).map(({ id }) => id))"""
WATCH = """() => {
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longest = Math.max(longest, duration);
  }).observe({ entryTypes: ["longtask"] });
}"""
ORDER = "state.encounters.values().next().value.order"
LONGEST_TASK = 5000  # milliseconds; a tenth of it where nothing else runs on the computer


def order(gm: Page) -> list[str]:
    known: list[str] = next(iter(state(gm)["encounters"].values()))["order"]
    return known


def no_notes(play: Play) -> None:
    expect(play.gm.locator(".chat-log .vttb-card.note")).to_have_count(0)
    assert max(page.evaluate("window.longest") for page in (play.gm, play.mika)) < LONGEST_TASK


@pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"])
class TestCrowds:
    def test_sixty_come_go_and_are_taken_back_as_one_on_the_stand_in(self, play: Play) -> None:
        for page in (play.gm, play.mika):
            page.evaluate(WATCH)
        names = [f"Crow {number}" for number in range(60)]
        crows = add_tokens(play.gm, names)
        people = [TOKEN + one for one in crows]
        before = state(play.gm)
        here = order(play.gm)
        play.gm.evaluate(ADD, [crows, "at once"])
        wait_for(play.gm, f"{ORDER}.length === 64")
        after = state(play.gm)
        assert after["seq"] == before["seq"] + 1
        assert order(play.gm) == [*here, *people]
        for page in (play.gm, play.mika):
            expect(page.locator("li.combatant")).to_have_count(64)
        play.mika.wait_for_function(
            "ids => ids.every((id) => game.scenes.active.tokens.get(id).actor.system.view?.name)",
            arg=crows,
        )
        play.expect_turn("Hiroshi")

        # One undo takes all of them away again, and the engine knows nothing of them.
        play.gm.evaluate(f"async () => {{ {SERVICES} void services.undo(null); }}")
        play.gm.locator(".dialog [data-action=yes]").click()
        for page in (play.gm, play.mika):
            expect(page.locator("li.combatant")).to_have_count(4)
        undone = state(play.gm)
        assert undone["seq"] == before["seq"] + 2
        assert undone["characters"].keys() == before["characters"].keys()
        assert order(play.gm) == here

        # They come again, and leave in one command.
        play.gm.evaluate(ADD, [crows, "at once"])
        wait_for(play.gm, f"{ORDER}.length === 64")
        play.gm.evaluate(REMOVE, names)
        wait_for(play.gm, f"{ORDER}.length === 4")
        assert state(play.gm)["seq"] == before["seq"] + 4
        for page in (play.gm, play.mika):
            expect(page.locator("li.combatant")).to_have_count(4)
        no_notes(play)

    def test_rows_that_come_one_by_one_come_once_each_on_the_stand_in(self, play: Play) -> None:
        for page in (play.gm, play.mika):
            page.evaluate(WATCH)
        names = [f"Crow {number}" for number in range(20)]
        crows = add_tokens(play.gm, names)
        before = state(play.gm)["seq"]
        play.gm.evaluate(ADD, [crows, "one by one"])
        wait_for(play.gm, f"{ORDER}.length === 24")
        assert sorted(order(play.gm)[4:]) == sorted(TOKEN + one for one in crows)
        assert state(play.gm)["seq"] - before <= 20
        # Tokens that are deleted take their rows along.
        play.gm.evaluate(
            """ids => game.scenes.active.deleteEmbeddedDocuments("Token", ids)""", crows
        )
        wait_for(play.gm, f"{ORDER}.length === 4")
        wait_for(
            play.gm,
            "arg.every((id) => state.characters.get(id).bound === false)",
            [TOKEN + one for one in crows],
        )
        assert state(play.gm)["seq"] - before <= 22
        expect(play.mika.locator("li.combatant")).to_have_count(4)
        no_notes(play)

    def test_a_fight_of_a_hundred_starts_in_one_command_on_the_stand_in(self, play: Play) -> None:
        play.gm.evaluate("game.combat.delete()")
        wait_for(play.gm, "state.encounters.size === 0")
        for page in (play.gm, play.mika):
            page.evaluate(WATCH)
        crows = add_tokens(play.gm, [f"Crow {number}" for number in range(100)])
        seq = state(play.gm)["seq"]
        play.gm.evaluate(
            """async () => {
              const scene = game.scenes.active.id;
              await Combat.createDocuments([{ name: "Many", scene, active: true }]);
            }"""
        )
        play.gm.evaluate(ADD, [crows, "at once"])
        play.gm.evaluate("game.combat.startCombat()")
        wait_for(play.gm, "state.encounters.size === 1")
        assert state(play.gm)["seq"] == seq + 1
        assert order(play.gm) == [TOKEN + one for one in crows]
        play.expect_turn("Crow 0")
        no_notes(play)

    def test_one_who_cannot_come_is_named_and_the_others_come_on_the_stand_in(
        self, play: Play
    ) -> None:
        stranger = play.gm.evaluate(
            """async () => {
              const old = game.actors.getName("Benkei").toObject();
              const data = JSON.stringify({ name: "Stranger", fields: { no_such_field: 1 } });
              const system = { ...old.system, data };
              const [{ id }] = await Actor.createDocuments([{ ...old, name: "Stranger", system }]);
              return id;
            }"""
        )
        crows = add_tokens(play.gm, [f"Crow {number}" for number in range(4)])
        add_tokens(play.gm, ["Stranger"], stranger, actorLink=True)
        tokens = [*crows, play.gm.evaluate("game.scenes.active.tokens.contents.at(-1).id")]
        play.gm.evaluate(ADD, [tokens, "at once"])
        wait_for(play.gm, f"{ORDER}.length === 8")
        assert order(play.gm)[4:] == [TOKEN + one for one in crows]
        note = play.gm.locator(".chat-log .vttb-card.note")
        expect(note).to_have_count(1)
        expect(note).to_contain_text("no_such_field")
        play.gm.wait_for_timeout(500)
        expect(note).to_have_count(1)
