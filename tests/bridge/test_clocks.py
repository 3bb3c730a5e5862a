import threading

import pytest

from vtt_bridge.clocks import Alarm, QuestionClocks, Settings


class Clock:
    def __init__(self) -> None:
        self.at = 100.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


def question(key: str, control: str = "pc", round_number: int = 1) -> dict[str, object]:
    return {"id": key, "control": control, "round": round_number}


@pytest.fixture
def clocks(clock: Clock) -> QuestionClocks:
    clocks = QuestionClocks(clock, Settings())
    clocks.sync([question("q1"), question("q2", "npc")])
    return clocks


def test_players_have_half_a_minute_and_game_masters_all_the_time(
    clocks: QuestionClocks, clock: Clock
) -> None:
    assert clocks.left() == {"q1": 30.0, "q2": None}
    clock.at += 29.9
    assert clocks.due() == []
    clock.at += 0.1
    assert clocks.due() == ["q1"]
    assert clocks.next_deadline() == 130.0


def test_an_open_question_keeps_its_deadline(clocks: QuestionClocks, clock: Clock) -> None:
    clock.at += 10
    clocks.sync([question("q1"), question("q3")])
    assert clocks.left() == {"q1": 20.0, "q3": 30.0}


def test_a_new_round_starts_anew(clocks: QuestionClocks, clock: Clock) -> None:
    clock.at += 10
    clocks.sync([question("q1", round_number=2)])
    assert clocks.left() == {"q1": 30.0}


def test_a_pause_holds_and_then_goes_on(clocks: QuestionClocks, clock: Clock) -> None:
    clock.at += 10
    clocks.configure(Settings(paused=True))
    clock.at += 1000
    assert clocks.left() == {"q1": 20.0, "q2": None}
    assert clocks.due() == []
    assert clocks.next_deadline() is None
    clocks.configure(Settings())
    assert clocks.left() == {"q1": 20.0, "q2": None}


def test_a_question_opened_in_a_pause_gets_its_full_time(
    clocks: QuestionClocks, clock: Clock
) -> None:
    clocks.configure(Settings(paused=True))
    clock.at += 50
    clocks.sync([question("q9")])
    clock.at += 50
    clocks.configure(Settings())
    assert clocks.left() == {"q9": 30.0}


def test_new_seconds_start_anew(clocks: QuestionClocks, clock: Clock) -> None:
    clock.at += 25
    clocks.configure(Settings(player_seconds=None, gm_seconds=5))
    assert clocks.left() == {"q1": None, "q2": 5.0}


def test_a_returning_leader_starts_anew(clocks: QuestionClocks, clock: Clock) -> None:
    clock.at += 10
    clocks.freeze()
    clock.at += 500
    clocks.resume_for_leader()
    assert clocks.left() == {"q1": 30.0, "q2": None}


def test_a_returning_leader_does_not_end_a_pause(clocks: QuestionClocks, clock: Clock) -> None:
    clocks.configure(Settings(paused=True))
    clocks.freeze()
    clocks.resume_for_leader()
    clock.at += 500
    assert clocks.due() == []


def test_a_stopped_clock_waits_without_end(clocks: QuestionClocks, clock: Clock) -> None:
    clocks.stop("q1")
    clock.at += 1000
    assert clocks.due() == []
    assert clocks.left() == {"q1": None, "q2": None}


def test_questions_are_stamped(clocks: QuestionClocks) -> None:
    assert clocks.stamped([question("q1")]) == [
        {"id": "q1", "control": "pc", "round": 1, "deadline_in": 30.0, "paused": False}
    ]


def test_the_alarm_rings_when_told_and_when_due() -> None:
    clock = Clock()
    rung = threading.Semaphore(0)
    moments = iter([clock.at - 1, None, None])

    def ring() -> float | None:
        rung.release()
        return next(moments)

    alarm = Alarm(clock, ring)
    alarm.start()
    for _ in range(2):  # at the start, and at once again because that moment is past
        assert rung.acquire(timeout=5)
    assert not rung.acquire(timeout=0.05)
    alarm.look_again()
    assert rung.acquire(timeout=5)
    alarm.stop()
    assert not rung.acquire(timeout=0.05)


def test_the_alarm_survives_a_fault() -> None:
    clock = Clock()
    rung = threading.Semaphore(0)

    def ring() -> float | None:
        rung.release()
        clock.at += 2
        raise RuntimeError("disk")

    alarm = Alarm(clock, ring)
    alarm.start()
    assert rung.acquire(timeout=5)
    alarm.look_again()
    assert rung.acquire(timeout=5)
    alarm.stop()
