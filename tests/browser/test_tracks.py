"""A bidding duel between two players and a protection, on a stand-in for the tabletop."""

from __future__ import annotations

from duel import Duel
from play import Dice
from playwright.sync_api import expect


def test_two_players_bid_until_both_pass_on_the_stand_in(duel: Duel, dice: Dice) -> None:
    dice.will_fall(4, 5, 5, 4)
    duel.oppose()
    expect(duel.raising(duel.mika)).to_have_count(1)
    expect(duel.raising(duel.jun)).to_have_count(1)
    expect(duel.raising(duel.gm)).to_have_count(0)
    expect(duel.card(duel.mika).locator(".vttb-asked")).to_contain_text("wins as it stands")
    expect(duel.card(duel.mika).locator(".vttb-chance")).to_have_count(0)
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
    for page, name, other in ((duel.mika, "Aki", "Noboru"), (duel.jun, "Noboru", "Aki")):
        receipts = duel.card(page).locator("details.vttb-receipts").last
        expect(receipts).to_contain_text(f"{name} 1")
        expect(receipts).not_to_contain_text(other)
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
    duel.question(duel.mika).locator("[data-action=decline]").click()
    duel.decline_as_gm()
    duel.expect_sums("17", "9")
    duel.passing(duel.mika).click()
    duel.passing(duel.gm).click()
    after = duel.question(duel.jun)
    expect(after).to_contain_text("Goro hits Aki.")
    after.locator("[data-action=choose]").click()
    expect(after).to_have_count(0)
    duel.settle()
    for page in duel.pages():
        expect(duel.card(page).locator(".vttb-outcome strong").first).to_have_text("Hit")
        change = duel.card(page).locator(".vttb-change", has_text="Body damage")
        expect(change).to_contain_text("Noboru")
        expect(change).to_contain_text("+10")
        expect(duel.token(page, "Noboru").locator(".bar.hi")).to_have_attribute("data-value", "18")
