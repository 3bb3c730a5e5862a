"""Further choices of a question, and windows taller than the page, on a stand-in for the tabletop.

The test plays the bridge's part, so that the shapes are tried without a rule system.
"""

from __future__ import annotations

from typing import Any

import pytest
from as_bridge import HIROSHI, TETSUKO, acts, answer_as_bridge, ask_gm, publish, question, tell
from play import Play
from playwright.sync_api import Locator, expect

pytestmark = pytest.mark.parametrize("generation", [14], ids=["stand_in_v14"])

LETTERS = [{"value": one, "label": one.upper()} for one in "xyz"]
RAISES = {
    "key": "raises",
    "label": "Raises",
    "options": [
        {
            "value": count,
            "label": str(count),
            "cost": f"{count} coins",
            "after": f"leaves {3 - count}",
        }
        for count in (1, 2, 3)
    ],
}


def option(*further: dict[str, Any]) -> dict[str, Any]:
    return {"key": "raise", "label": "Raise", "cost": "", "further": list(further), "habit": None}


def points(key: str) -> dict[str, Any]:
    options = [{"value": count, "label": str(count)} for count in (0, 1, 2, 3)]
    return {"key": key, "label": key.title(), "total": 3, "options": options}


def choice(place: Locator, key: str) -> Locator:
    return place.locator(f"select[data-further={key}]")


def test_choices_follow_each_other_in_the_window_on_the_stand_in(play: Play) -> None:
    answer_as_bridge(play.gm, {"ok": True, "seq": None})
    places = [
        {"key": key, "label": key.title(), "distinct": "letter", "options": options}
        for key, options in (("first", LETTERS), ("second", LETTERS[1:]))
    ]
    asked = question(
        HIROSHI,
        1,
        place="window",
        options=[option(*places, RAISES, points("mind"), points("body"))],
    )
    tell(play.mika, type="question", question=asked)
    window = play.question(play.mika)
    expect(window.locator(".price")).to_have_text("1 coins")
    expect(choice(window, "first").locator("option")).to_have_text(["X", "Y, taken by Second", "Z"])
    choice(window, "second").select_option("z")
    expect(choice(window, "first").locator("option")).to_have_text(["X", "Y", "Z, taken by Second"])
    expect(choice(window, "first").locator("option").last).to_be_disabled()
    choice(window, "raises").select_option("3")
    expect(window.locator(".price")).to_have_text("3 coins")
    expect(window.locator(".left")).to_have_text("leaves 0")
    choice(window, "mind").select_option("2")
    choice(window, "body").select_option("2")
    expect(window.locator(".vttb-sum")).to_have_text("4 of 3, choose fewer")
    choose = window.locator("[data-action=choose]")
    expect(choose).to_have_attribute("aria-disabled", "true")
    choose.click(force=True)
    expect(play.mika.locator("#vttb-live")).to_have_text("4 of 3, choose fewer")
    assert acts(play.gm) == []
    choice(window, "body").select_option("1")
    expect(window.locator(".vttb-sum")).to_have_text("3 of 3")
    play.mika.wait_for_timeout(450)  # a click sooner counts as a double click
    choose.click()
    expect(window).to_have_count(0)
    [action] = acts(play.gm)
    assert action["further"] == {"first": "x", "second": "z", "raises": 3, "mind": 2, "body": 1}


def test_a_macro_leads_into_the_question_that_has_more_to_say_on_the_stand_in(play: Play) -> None:
    answer_as_bridge(play.gm, {"ok": True, "seq": None})
    for number, further in enumerate(([], [RAISES]), start=1):
        plain = {**option(*further), "key": f"raise-{number}"}
        asked = question(HIROSHI, number, place="window", options=[plain])
        tell(play.mika, type="question", question=asked)
    windows = play.question(play.mika)
    expect(windows).to_have_count(2)
    accept = "game.modules.get('vtt-bridge').api.accept"
    assert play.mika.evaluate(f"{accept}('raise-2')") is None
    expect(windows.locator("button[data-key=raise-2]")).to_be_focused()
    assert acts(play.gm) == []
    assert play.mika.evaluate(f"{accept}()")["ok"]
    assert [one["choice"] for one in acts(play.gm)] == ["raise-1"]


def test_choice_in_a_card_and_in_the_panel_outlasts_a_new_drawing_on_the_stand_in(
    play: Play,
) -> None:
    publish(play)
    answer_as_bridge(play.gm, {"ok": True, "seq": None})
    asked = question(HIROSHI, 1, options=[option(RAISES)])
    tell(play.mika, type="question", question=asked)
    mine = play.card(play.mika).locator(".vttb-ask")
    raising = mine.locator("button[data-key=raise] span")
    expect(raising).to_have_text("Raise, 1 coins")
    choice(mine, "raises").select_option("2")
    choice(mine, "raises").focus()
    expect(raising).to_have_text("Raise, 2 coins")
    play.gm.evaluate(
        "game.messages.contents.at(-1).update({ content: "
        "game.messages.contents.at(-1).content.replace('behind by 3', 'behind by 4') })"
    )
    expect(play.card(play.mika).locator(".say").first).to_have_text("behind by 4")
    expect(raising).to_have_text("Raise, 2 coins")
    expect(choice(mine, "raises")).to_have_value("2")
    expect(choice(mine, "raises")).to_be_focused()

    ask_gm(play.gm, asked)
    play.gm.keyboard.press("Alt+q")
    row = play.panel().locator("[data-question]")
    expect(row.locator(".vttb-chance")).to_contain_text("Secret of round 1")
    expect(row).to_contain_text("The bid stands at 1.")
    choice(row, "raises").select_option("3")
    choice(row, "raises").focus()
    ask_gm(play.gm, asked, question(TETSUKO, 1, place="window"))
    expect(row).to_have_count(2)
    expect(row.first.locator("button[data-key=raise] b")).to_have_text("3 coins")
    expect(choice(row.first, "raises")).to_be_focused()
    row.first.locator("button[data-key=raise]").click()
    play.gm.wait_for_function("acts.length === 1")
    assert acts(play.gm)[0]["further"] == {"raises": 3}


def test_refused_answer_is_told_in_its_window_and_keeps_the_choices_on_the_stand_in(
    play: Play,
) -> None:
    refusal = {"code": "x", "heading": "Not done", "text": "Too dear.", "hint": "Choose less."}
    answer_as_bridge(play.gm, {"ok": False, "error": refusal})
    asked = question(HIROSHI, 1, place="window", options=[option(RAISES)])
    ask_gm(play.gm, asked)
    tell(play.mika, type="question", question=asked)
    window = play.question(play.mika)
    choice(window, "raises").select_option("3")
    play.mika.wait_for_timeout(450)  # a click sooner counts as a double click
    window.locator("[data-action=choose]").click()
    expect(window.locator("[role=alert]")).to_have_text("Not doneToo dear. Choose less.")
    expect(choice(window, "raises")).to_have_value("3")
    expect(window.locator("[data-action=choose]")).to_have_attribute("aria-disabled", "false")
    expect(play.cards(play.mika)).to_have_count(0)


def test_question_taller_than_the_page_scrolls_in_its_window_on_the_stand_in(play: Play) -> None:
    answer_as_bridge(play.gm, {"ok": True, "seq": None})
    many = [
        {**option(RAISES), "key": f"k{place}", "label": f"Way {place}", "effect": "Does it."}
        for place in range(14)
    ]
    tell(play.mika, type="question", question=question(HIROSHI, 1, place="window", options=many))
    window = play.question(play.mika)
    decline = window.locator("[data-action=decline]")
    expect(decline).to_be_attached()
    box = window.bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= 768
    content = window.locator(".window-content")
    assert content.evaluate("it => it.scrollHeight > it.clientHeight")
    decline.scroll_into_view_if_needed()
    assert content.evaluate("it => it.scrollTop > 0")
    decline.click()
    play.gm.wait_for_function("acts.length === 1")
    assert acts(play.gm)[0]["choice"] is None
