"""Questions in cards, forms, tracks and the tracker's next step, on a stand-in for the tabletop.

The test plays the bridge's part, so that the shapes are tried without a rule system.
"""

from __future__ import annotations

from typing import Any

from as_bridge import (
    HIROSHI,
    SERVICES,
    TETSUKO,
    acts,
    answer_as_bridge,
    ask_gm,
    publish,
    question,
    tell,
)
from play import Play
from playwright.sync_api import expect


def test_question_stands_in_the_card_of_the_one_asked_alone_on_the_stand_in(play: Play) -> None:
    publish(play)
    tell(play.mika, type="question", question=question(HIROSHI, 1))
    mine = play.card(play.mika)
    buttons = mine.locator(".vttb-acts button")
    expect(buttons).to_have_text(["Raise, 1 coins", "Pass"])
    size = "button => [button.offsetWidth, button.offsetHeight]"
    assert buttons.first.evaluate(size) == buttons.last.evaluate(size)
    expect(mine.locator(".vttb-chance")).to_contain_text("Secret of round 1")
    expect(mine.locator(".vttb-asks + .vttb-receipts")).to_have_count(1)
    expect(mine.locator(".vttb-clock")).to_contain_text("By itself in")
    expect(play.mika.locator("#vttb-live")).to_contain_text(
        "A question for Hiroshi in the chat: The bid stands at 1."
    )
    expect(play.question(play.mika)).to_have_count(0)
    expect(play.gm.locator(".vttb-asks")).to_have_count(0)
    stored = "JSON.stringify(game.messages.contents)"
    for page in (play.gm, play.mika):
        assert "Secret" not in page.evaluate(stored)
        assert "vttb-ask" not in page.evaluate(stored)
    tell(play.mika, type="closed", closed={"id": question(HIROSHI, 1)["id"], "by": "time"})
    expect(mine.locator(".vttb-asks")).to_have_count(0)
    expect(play.mika.locator("#vttb-live")).to_contain_text("The time is up")


def test_double_click_on_a_card_answers_once_on_the_stand_in(play: Play) -> None:
    publish(play)
    answer_as_bridge(play.gm, {"ok": True, "seq": None})
    tell(play.mika, type="question", question=question(HIROSHI, 1))
    play.card(play.mika).locator("button", has_text="Raise").dblclick()
    play.gm.wait_for_function("acts.length > 0")
    tell(play.mika, type="closed", closed={"id": question(HIROSHI, 1)["id"], "by": "person"})
    tell(play.mika, type="question", question=question(HIROSHI, 2))
    again = play.card(play.mika).locator("button", has_text="Raise, 2 coins")
    again.click(force=True)  # no person means the next round so soon
    play.mika.wait_for_timeout(600)
    [action] = acts(play.gm)
    assert (action["kind"], action["choice"]) == ("answer", "raise")
    assert action["request"] == question(HIROSHI, 1)["id"]
    expect(again).not_to_have_attribute("aria-disabled", "true")
    play.card(play.mika).locator("button", has_text="Pass").click()
    play.gm.wait_for_function("acts.length === 2")
    assert acts(play.gm)[1]["choice"] is None


def test_keyboard_stays_on_the_button_through_rounds_and_new_drawings_on_the_stand_in(
    play: Play,
) -> None:
    publish(play)
    tell(play.mika, type="question", question=question(HIROSHI, 1))
    raising = play.card(play.mika).locator("button[data-key=raise]")
    passing = play.card(play.mika).locator(".vttb-acts button").last
    play.mika.keyboard.press("Alt+q")
    expect(raising).to_be_focused()
    play.mika.keyboard.press("Tab")
    expect(passing).to_be_focused()
    play.gm.evaluate(
        "game.messages.contents.at(-1).update({ content: "
        "game.messages.contents.at(-1).content.replace('behind by 3', 'behind by 4') })"
    )
    expect(play.card(play.mika).locator(".say").first).to_have_text("behind by 4")
    expect(passing).to_be_focused()
    tell(play.mika, type="closed", closed={"id": question(HIROSHI, 1)["id"], "by": "gm"})
    expect(passing).to_have_count(0)
    tell(play.mika, type="question", question=question(HIROSHI, 2))
    expect(play.card(play.mika).locator(".vttb-chance")).to_contain_text("round 2")
    expect(passing).to_be_focused()


def test_answer_that_came_too_late_is_refused_beside_the_new_question_on_the_stand_in(
    play: Play,
) -> None:
    publish(play)
    refusal = {
        "code": "question_moved_on",
        "heading": "Not done",
        "text": "The numbers have changed since.",
        "hint": "",
    }
    answer_as_bridge(play.gm, {"ok": False, "error": refusal})
    tell(play.mika, type="question", question=question(HIROSHI, 1))
    ask_gm(play.gm, question(HIROSHI, 2))
    play.cards(play.mika).first.locator("button[data-key=raise]").click()
    expect(play.card(play.mika).locator(".vttb-lead")).to_have_text("Not done")
    expect(play.card(play.mika)).to_contain_text("The numbers have changed since.")
    first = play.cards(play.mika).first
    expect(first.locator("button[data-key=raise]")).to_have_text("Raise, 2 coins")
    expect(first.locator(".vttb-chance")).to_contain_text("Secret of round 2")


def test_game_master_answers_his_own_in_the_card_and_all_in_the_panel_on_the_stand_in(
    play: Play,
) -> None:
    publish(play)
    answer_as_bridge(play.gm, {"ok": True, "seq": None})
    ask_gm(play.gm, question(HIROSHI, 1), question(TETSUKO, 1))
    ask = play.card(play.gm).locator(".vttb-ask")
    expect(ask).to_have_count(1)
    expect(ask).to_have_attribute("data-question", question(TETSUKO, 1)["id"])
    expect(play.panel()).to_have_count(0)
    expect(play.question(play.gm)).to_have_count(0)
    play.gm.keyboard.press("Alt+q")
    expect(ask.locator("button[data-key=raise]")).to_be_focused()
    play.gm.evaluate(f"(async () => {{ {SERVICES} services.questions.openPanel(); }})()")
    rows = play.panel().locator("[data-question]")
    expect(rows).to_have_count(2)
    expect(rows.locator("[data-action=decline]")).to_have_text(["Pass for Mika", "Pass"])
    rows.last.locator("[data-action=choose]").focus()
    ask_gm(play.gm, question(HIROSHI, 2), question(TETSUKO, 2))
    expect(rows.last).to_have_attribute("data-question", question(TETSUKO, 2)["id"])
    expect(rows.last.locator("[data-action=choose]")).to_be_focused()
    rows.first.locator("[data-action=decline]").click()
    play.gm.wait_for_function("acts.length === 1")
    assert acts(play.gm)[0]["request"] == question(HIROSHI, 2)["id"]


def test_action_with_a_form_acts_at_its_own_button_on_the_stand_in(play: Play) -> None:
    answer_as_bridge(play.gm, {"ok": True, "seq": None})
    look = {
        "actor": HIROSHI,
        "purse": [],
        "aim": None,
        "actions": [
            {
                "verb": "dare",
                "args": {"kind": "solo"},
                "label": "Dare",
                "cost": "",
                "possible": True,
                "rank": 1,
                "group": "everyday",
                "form": [
                    {"key": "tn", "label": "Target", "kind": "integer", "min": 1, "max": 30},
                    {"key": "half", "label": "Half", "kind": "flag"},
                    {"key": "goal", "label": "Goal", "kind": "text", "optional": True},
                ],
            }
        ],
    }
    play.mika.evaluate(f"async (look) => {{ {SERVICES} page.look = async () => look; }}", look)
    play.button(play.open_hud(play.mika, "Hiroshi"), "Dare").click()
    window = play.mika.locator("#vttb-form")
    target = window.get_by_label("Target")
    expect(target).to_be_focused()
    target.fill("99")
    play.mika.keyboard.press("Enter")
    expect(window.locator(".fault")).to_have_text("A whole number from 1 to 30.")
    expect(target).to_have_attribute("aria-invalid", "true")
    assert acts(play.gm) == []
    target.fill("12")
    window.get_by_label("Half").check()
    window.locator("button[type=submit]").dblclick()
    expect(window).to_have_count(0)
    [action] = acts(play.gm)
    assert (action["verb"], action["actor"]) == ("dare", HIROSHI)
    assert action["args"] == {"kind": "solo", "tn": 12, "half": True}


def test_refusal_is_said_in_the_form_and_keeps_what_was_typed_on_the_stand_in(play: Play) -> None:
    answer_as_bridge(
        play.gm,
        {"ok": False, "error": {"code": "x", "heading": "Not yet", "text": "Wait.", "hint": ""}},
    )
    action = {"verb": "dare", "label": "Dare", "form": [{"key": "goal", "label": "Goal"}]}
    play.mika.evaluate(
        f"""async ([action, actor]) => {{ {SERVICES}
          const form = await import('/modules/vtt-bridge/scripts/windows/form.mjs');
          await form.FormWindow.open(action, actor);
        }}""",
        [action, HIROSHI],
    )
    window = play.mika.locator("#vttb-form")
    window.get_by_label("Goal").fill("the roof")
    window.locator("button[type=submit]").click()
    expect(window.locator("[role=alert]")).to_contain_text("Wait.")
    expect(window.get_by_label("Goal")).to_have_value("the roof")


def test_tracker_does_what_the_bridge_says_comes_next_on_the_stand_in(play: Play) -> None:
    play.mika.wait_for_function("game.combat.flags['vtt-bridge']?.step")
    assert play.mika.evaluate("JSON.parse(game.combat.flags['vtt-bridge'].step).next") == {
        "verb": "end_turn",
        "actor": HIROSHI,
        "label": "End turn",
    }
    answer_as_bridge(play.gm, {"ok": True, "seq": None})

    def next_is(step: dict[str, Any] | None, reason: str) -> None:
        play.gm.evaluate(
            f"""async (said) => {{ {SERVICES}
              const encounter = {{ ...leader.state.encounters.get(game.combat.id), ...said }};
              leader.state.encounters.set(game.combat.id, encounter);
              await leader.on.encounters({{ [game.combat.id]: encounter }}, [], 99);
              leader.on.changed();
            }}""",
            {"next": step, "next_reason": reason, "links": [[HIROSHI, TETSUKO]]},
        )

    next_is({"verb": "pass_on", "actor": None, "label": "Next round"}, "")
    for page in (play.gm, play.mika):
        expect(page.locator(".vttb-links p")).to_have_text("engaged: Hiroshi, Tetsuko")
        expect(page.locator("[data-action=nextTurn]")).to_have_text("Next round")
    play.mika.click("[data-action=nextTurn]")
    play.gm.wait_for_function("acts.length === 1")
    assert (acts(play.gm)[0]["verb"], acts(play.gm)[0]["actor"]) == ("pass_on", None)
    next_is(None, "The bidding is open.")
    button = play.mika.locator("[data-action=nextTurn]")
    expect(button).to_have_attribute("title", "The bidding is open.")
    play.mika.wait_for_timeout(500)
    play.mika.evaluate("game.combat.nextTurn()")
    expect(play.card(play.mika)).to_contain_text("The bidding is open.")
    assert len(acts(play.gm)) == 1


def test_tracks_on_the_sheet_are_drawn_and_said_on_the_stand_in(play: Play) -> None:
    sheet = {
        "tracks": [
            {
                "label": "Body",
                "note": "Diligence 2",
                "tiers": [{"size": 4, "mark": ""}, {"size": 2, "mark": "−3"}],
                "value": 5,
                "text": "5 of 6",
                "pips": {"label": "Tension", "value": 2, "max": 2, "end": "MAX", "ended": True},
            }
        ]
    }
    play.mika.evaluate(
        f"""async ([who, sheet]) => {{ {SERVICES}
          while (!page.own.has(who)) await new Promise((again) => setTimeout(again, 50));
          const known = {{ id: who, name: "Hiroshi", side_index: 0, sheet }};
          page.fetchOwn = async () => known;
          page.own = Object.assign(new Map([[who, known]]), {{ set: () => page.own }});
          game.actors.getName("Hiroshi").sheet.render({{ force: true }});
        }}""",
        [HIROSHI, sheet],
    )
    track = play.mika.locator(".application.sheet .vttb-track")
    expect(track.locator(".vttb-tier i")).to_have_count(6)
    expect(track.locator(".vttb-tier i.on")).to_have_count(5)
    expect(track.locator(".vttb-crack.hit")).to_have_text("−3")
    expect(track.locator(".sum")).to_contain_text("5 of 6 −3 is reached.")
    expect(track.locator(".max.on")).to_have_text("MAX")
