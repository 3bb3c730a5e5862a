"""A bidding duel between two players and a protection, on a stand-in for the tabletop."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from play import TOKENS, Dice, Play
from playwright.sync_api import Browser, Locator, Page, expect

from vtt_bridge.stage.cast import Cast
from vtt_bridge.stage.game import PracticeGame

CAST = Cast.of("tracks")
IDS = {one["name"]: f"Actor.{one['id']}" for one in CAST.characters}


@pytest.fixture
def game(
    generation: int, dice: Dice, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[PracticeGame]:
    for one in CAST.characters:
        monkeypatch.setitem(TOKENS, one["name"], one["token"])
    game = PracticeGame(
        CAST,
        system="tracks",
        generation=generation,
        data=tmp_path,
        show=lambda _line: None,
        dice=lambda: dice,
    )
    game.start()
    yield game
    game.stop()


class Duel(Play):
    """The pages of the game master, of Mika with Aki, and of Jun with Noboru."""

    def open_pages(self) -> None:
        super().open_pages()
        self.jun = self.open(self.game.player_addresses()[1])
        expect(self.gm.locator("#vttb-status")).to_contain_text("Connected")

    def pages(self) -> tuple[Page, Page, Page]:
        return self.gm, self.mika, self.jun

    def raising(self, page: Page) -> Locator:
        return self.card(page).locator("button[data-key=raise]")

    def passing(self, page: Page) -> Locator:
        return self.card(page).locator(".vttb-acts button").last

    def next_turn(self, label: str) -> None:
        button = self.gm.locator("[data-action=nextTurn]")
        expect(button).to_have_text(label)
        button.click()
        expect(button).not_to_have_text(label)
        self.gm.wait_for_timeout(600)  # a click sooner counts as a double click

    def order(self, name: str, text: str, told: str) -> None:
        """The game master lets one of his own do something."""
        self.token(self.gm, name).click()
        self.say(self.gm, text)
        expect(self.card(self.gm)).to_contain_text(f"{name} {told}")

    def decline_as_gm(self) -> None:
        """The game master declines the first question in his panel."""
        rows = self.panel().locator("[data-question]")
        if not self.panel().count():
            self.gm.keyboard.press("Alt+q")
        expect(rows).not_to_have_count(0)
        asked = rows.first.get_attribute("data-question")
        rows.first.locator("[data-action=decline]").click()
        expect(self.panel().locator(f'[data-question="{asked}"]')).to_have_count(0)

    def oppose(self) -> None:
        """Aki has 17, Noboru 14."""
        self.say(self.mika, "!tracks opposed expression @Noboru")
        question = self.question(self.jun)
        expect(question.locator(".vttb-option .name").first).to_have_text("Knowledge 4")
        question.locator("[data-action=decline]").click()
        self.expect_sums("17", "14")

    def expect_sums(self, *sums: str) -> None:
        for page in self.pages():
            expect(self.card(page).locator(".vttb-duel .sum")).to_have_text(list(sums))


@pytest.fixture
def duel(browser: Browser, game: PracticeGame) -> Iterator[Duel]:
    duel = Duel(browser, game)
    duel.open_pages()
    yield duel
    duel.close()
    assert duel.faults == []


def test_two_players_bid_until_both_pass_on_the_stand_in(duel: Duel, dice: Dice) -> None:
    dice.will_fall(4, 5, 5, 4)
    duel.oppose()
    expect(duel.raising(duel.mika)).to_have_count(1)
    expect(duel.raising(duel.jun)).to_have_count(1)
    expect(duel.raising(duel.gm)).to_have_count(0)
    expect(duel.card(duel.mika).locator(".vttb-chance")).to_contain_text("puts Aki ahead")
    expect(duel.card(duel.jun).locator(".vttb-chance")).to_contain_text("puts Noboru ahead")
    expect(duel.card(duel.jun).locator(".vttb-chance")).to_contain_text("3 in 6, 50 %")
    expect(duel.card(duel.gm).locator(".vttb-chance")).to_have_count(0)
    for page in duel.pages():
        assert "One more raise" not in page.evaluate("JSON.stringify(game.messages.contents)")

    duel.passing(duel.mika).click()
    expect(duel.raising(duel.mika)).to_have_count(0)
    expect(duel.raising(duel.jun)).to_have_count(1)
    dice.will_fall(5)
    duel.raising(duel.jun).click()
    duel.expect_sums("17", "19")
    expect(duel.card(duel.mika).locator(".vttb-chance")).to_contain_text("5 in 6, 83 %")

    duel.passing(duel.jun).click()
    expect(duel.raising(duel.jun)).to_have_count(0)
    duel.passing(duel.mika).click()
    for page in duel.pages():
        expect(duel.card(page).locator(".vttb-outcome strong").first).to_have_text("Noboru wins")
    for page in duel.pages():
        change = duel.card(page).locator(".vttb-change", has_text="Soul tension")
        expect(change).to_contain_text("Noboru")
        expect(duel.cards(page)).to_have_count(1)
    duel.token(duel.jun, "Noboru").dblclick()
    soul = duel.jun.locator(".application.sheet .vttb-track", has_text="Soul")
    expect(soul).to_contain_text("1 of 6")


def test_answer_for_an_older_round_is_refused_with_the_new_numbers_on_the_stand_in(
    duel: Duel, dice: Dice
) -> None:
    dice.will_fall(4, 5, 5, 4)
    duel.oppose()
    expect(duel.raising(duel.mika)).to_have_count(1)
    late = duel.mika.evaluate("document.querySelector('[data-question]').dataset.question")
    dice.will_fall(1)
    duel.raising(duel.jun).click()
    duel.expect_sums("17", "15")
    ack = duel.gm.evaluate(
        """async (request) => {
          const { services } = await import('/modules/vtt-bridge/scripts/windows/base.mjs');
          const id = foundry.utils.randomID();
          const answer = { kind: 'answer', id, request, choice: 'raise', further: {} };
          return services.leader.act(answer, game.user);
        }""",
        late,
    )
    assert ack["ok"] is False
    assert "15" in ack["error"]["text"] + ack["error"]["hint"]
    duel.expect_sums("17", "15")


def test_protector_takes_the_damage_on_the_stand_in(duel: Duel, dice: Dice) -> None:
    duel.gm.click("[data-action=startCombat]")
    expect(duel.gm.locator("[data-action=nextTurn]")).to_have_attribute(
        "title", "The first setup is not over."
    )
    for page in (duel.mika, duel.jun):
        keep = duel.question(page).locator("[data-action=decline]")
        expect(keep).to_contain_text("Use Combat: attack")
        assert keep.evaluate("it => it.offsetWidth <= it.parentElement.clientWidth")
        keep.click()
    for _ in range(2):
        duel.decline_as_gm()
    duel.next_turn("Begin the turn of Shizuka")
    duel.order("Shizuka", "!tracks advance @Aki", "advances on Aki")
    duel.next_turn("End turn")
    duel.next_turn("Begin the turn of Aki")
    duel.next_turn("End turn")
    duel.next_turn("Begin the turn of Noboru")
    duel.say(duel.jun, "!tracks advance @Aki")
    expect(duel.card(duel.gm)).to_contain_text("Noboru advances on Aki")
    duel.next_turn("End turn")
    duel.next_turn("Begin the turn of Goro")
    duel.order("Goro", "!tracks advance @Aki", "advances on Aki")
    for page in duel.pages():
        expect(page.locator(".vttb-links p")).to_have_count(1)
        expect(page.locator(".vttb-links p")).to_contain_text("Noboru")

    dice.will_fall(5, 5, 1, 1, 3)
    duel.order("Goro", "!tracks attack @Aki", "attacks Aki")
    before = duel.question(duel.jun)
    expect(before).to_contain_text("Goro attacks Aki.")
    expect(before.locator(".vttb-option .name")).to_have_text("Protect")
    before.locator("[data-action=decline]").click()
    duel.decline_as_gm()
    duel.expect_sums("17", "9")
    duel.passing(duel.mika).click()
    duel.passing(duel.gm).click()
    after = duel.question(duel.jun)
    expect(after).to_contain_text("Goro hits Aki.")
    after.locator("[data-action=choose]").click()
    expect(after).to_have_count(0)
    expect(duel.passing(duel.gm)).to_have_text("Pass")
    duel.passing(duel.gm).click()
    for page in duel.pages():
        expect(duel.card(page).locator(".vttb-outcome strong").first).to_have_text("Hit")
        change = duel.card(page).locator(".vttb-change", has_text="Body damage")
        expect(change).to_contain_text("Noboru")
        expect(change).to_contain_text("+10")
        expect(duel.token(page, "Noboru").locator(".bar.hi")).to_have_attribute("data-value", "18")
