"""The command line for scripts: odds and dice without a bridge, a table with one."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.dice import ScriptedDice
from tests.bridge.page import ORIGIN, REN, WORLD
from tests.engine.toy import TOY
from vtt_bridge import cli
from vtt_bridge.server import BridgeServer

ROOT = Path(__file__).parents[2]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs a command on the test's data folder: its exit code, output and complaints."""
    monkeypatch.setenv("VTT_BRIDGE_DATA", str(data))

    def run_one(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        try:
            code = cli.main(arguments)
        except SystemExit as ended:  # argparse
            code = int(ended.code or 0)
        out, err = capsys.readouterr()
        return code, out, err

    return run_one


@pytest.fixture
def dice(monkeypatch: pytest.MonkeyPatch) -> Callable[..., ScriptedDice]:
    def script(*numbers: int) -> ScriptedDice:
        scripted = ScriptedDice(numbers)
        monkeypatch.setattr("engine.dice.SystemDice", lambda: scripted)
        return scripted

    return script


class TestOdds:
    @pytest.mark.parametrize(
        ("arguments", "told"),
        [
            (
                ["carps", "--tn", "6", "--dice", "+1"],
                "2 dice, highest kept, TN 6\n"
                "Succeeds      67 %  67/100\n"
                "A natural 10  19 %  19/100\n"
                "A natural 1   17 %  17/100\n",
            ),
            (
                ["carps", "--dice", "-1", "--natural-extremes", "kept_die"],
                "2 dice, lowest kept, TN 6\n"
                "Succeeds      25 %  1/4\n"
                "A natural 10   1 %  1/100\n"
                "A natural 1   19 %  19/100\n",
            ),
            (
                ["ccarps", "--tn", "7", "--dice", "3"],
                "two lowest of 3 dice, under 7\n"
                "Succeeds               68.1 %  49/72\n"
                "By a critical success   0.5 %  1/216\n"
                "A critical failure      0.5 %  1/216\n",
            ),
            (
                ["ccarps", "--tn", "9", "--no-skill"],
                "two lowest of 2 dice, under 9\nSucceeds  72.2 %  13/18\n",
            ),
            (
                ["tracks", "--attribute", "5", "--half", "--tension", "2", "--tn", "4"],
                "1 die +0, over 4\n"
                "Succeeds                             33.3 %  1/3\n"
                "With one more raise before the roll  83.3 %  5/6\n",
            ),
            (
                ["toy", "--chips", "1", "--price", "3", "--open"],
                "1 chips for 3\nBought  66.7 %  2/3\n",
            ),
        ],
    )
    def test_one_roll_by_its_numbers(self, run: Run, arguments: list[str], told: str) -> None:
        assert run("odds", *arguments) == (0, told, "")

    def test_as_json(self, run: Run) -> None:
        code, out, _ = run("odds", "toy", "--no-open", "--raise-by", "2", "--json")
        assert code == 0
        assert out.count("\n") == 1
        assert json.loads(out) == {
            "text": "2 chips for 7",
            "numbers": {"chips": 2, "price": 7, "open": False},
            "rules": {"raise_by": 2},
            "rows": [{"label": "Bought", "fraction": "0", "percent": "0 %", "share": 0.0}],
        }

    @pytest.mark.parametrize(
        ("arguments", "complaint"),
        [
            (["carps", "--tn", "60"], "Target number does not take this value: 60. Use a whole"),
            (["carps", "--dice", "1,5"], "does not take this value: 1,5. Use a whole number"),
            (["ccarps", "--no-skill", "--dice", "3"], "Use 2 where there is no skill."),
            (["chess"], "invalid choice: 'chess'"),
            (["carps", "--luck", "3"], "unknown: --luck 3"),
            (["carps", "--natural-extremes", "never"], "invalid choice: 'never'"),
            ([], "the following arguments are required: SYSTEM"),
        ],
    )
    def test_what_does_not_fit(self, run: Run, arguments: list[str], complaint: str) -> None:
        code, out, err = run("odds", *arguments)
        assert (code, out) == (2, "")
        assert complaint in err

    def test_the_numbers_are_in_the_help(self, run: Run) -> None:
        code, out, _ = run("odds", "tracks", "--help")
        assert code == 0
        assert "--tension N" in out
        assert "Highest tension of any track (0 to 6; default: 0)" in " ".join(out.split())
        assert "--no-new" not in out

    def test_a_system_without_a_single_roll_has_no_odds(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(TOY, "roll", None)
        assert "'toy'" not in run("odds", "chess")[2]


class TestRoll:
    def test_dice_are_thrown(self, run: Run, dice: Callable[..., ScriptedDice]) -> None:
        scripted = dice(6, 2, 5, 4)
        told = run("roll", "tracks", "--stressful", "--raise", "1", "--tn", "20", "--tension", "2")
        assert told == (
            0,
            "3 dice +8, over 20\n"
            "throw: 6 2; raise: 5; six: 4\n"
            "dice 17 + attribute 6 + tension 2\n"
            "25 is over 20\n"
            "Success\n",
            "",
        )
        assert scripted.left == 0

    def test_a_failure_is_no_error(self, run: Run, dice: Callable[..., ScriptedDice]) -> None:
        dice(1, 5)
        code, out, _ = run("roll", "carps", "--dice", "1")
        assert (code, out.splitlines()[1:]) == (
            0,
            ["dice: 1 5", "1: a natural 1 fails", "Failure"],
        )

    def test_as_json(self, run: Run, dice: Callable[..., ScriptedDice]) -> None:
        dice(3, 1)
        told = json.loads(run("roll", "ccarps", "--json")[1])
        assert (told["result"], told["success"]) == (4, True)

    def test_chance_throws_real_dice(self, run: Run) -> None:
        for _ in range(5):
            told = json.loads(run("roll", "carps", "--json")[1])
            assert 1 <= told["result"] <= 10


@pytest.fixture
def server(start: Callable[..., BridgeServer]) -> BridgeServer:
    server = start(messages_per_second=100_000, dice=lambda: ScriptedDice([9, 4]))
    server.bridge.admit(WORLD, "Rooftop", ORIGIN, "carps")
    return server


@pytest.fixture
def fight(server: BridgeServer) -> Callable[..., None]:
    """Hiroshi and Benkei fight; the fixture is how the game master does something."""
    count = iter(range(100))

    def do(verb: str, **args: Any) -> None:
        action = {"kind": "command", "id": f"set-up-{next(count):04}", "verb": verb, "args": args}
        assert server.bridge.perform(WORLD, {**action, "sender": REN})["ok"]

    for who, side, control in (("hiroshi", "red", "pc"), ("benkei", "blue", "npc")):
        fields = {"base": 20, "rp": 20, "abilities": ["evasive_maneuvers"]}
        name = who.title()
        do("character.add", id=who, name=name, side=side, control=control, fields=fields)
    do("encounter.start", id="e", name="Roof", order=["hiroshi", "benkei"])
    return do


ASKED = "? Benkei: Hiroshi is about to attack you. Evasive Maneuvers (8 RP), or Decline.\n"


class TestSay:
    def test_the_owner_needs_no_token(self, fight: Callable[..., None], run: Run) -> None:
        said = run("say", "!carps attack @Benkei", "--as", "HIROSHI")
        assert said == (0, f"Hiroshi attacks Benkei: Waiting\n{ASKED}", "")
        assert run("say", "!carps decline", "--as", "benkei") == (
            0,
            "Hiroshi attacks Benkei: Hit\n  Hiroshi: level 20 to 25 (+5)\n",
            "",
        )

    def test_a_target_is_named(self, fight: Callable[..., None], run: Run) -> None:
        code, out, _ = run("say", "!carps attack", "--as", "hiroshi", "--to", "Benkei", "--json")
        told = json.loads(out)
        assert (code, told["ok"], told["seq"]) == (0, True, 4)

    def test_help_is_told(self, fight: Callable[..., None], run: Run) -> None:
        code, out, _ = run("say", "!carps help assist", "--as", "hiroshi")
        assert code == 0
        assert "!carps assist @Name" in out

    def test_with_the_token_of_a_character(
        self,
        fight: Callable[..., None],
        run: Run,
        server: BridgeServer,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv(
            "VTT_BRIDGE_TOKEN", server.bridge.grant(WORLD, "Deck", "Hiroshi", ["act"])
        )
        assert run("say", "!carps attack @Benkei") == (0, "Done.\n", "")
        code, out, err = run("say", "!carps end turn", "--as", "Benkei")
        assert (code, out) == (4, "")
        assert err.startswith("This access token does not allow that; it needs the scope read.")

    @pytest.mark.parametrize(
        ("arguments", "code", "complaint"),
        [
            (["!carps attack @Nobody", "--as", "hiroshi"], 1, "Nobody here is called Nobody"),
            (["!carps end turn", "--as", "benkei"], 1, "It is not the turn of Benkei"),
            (
                ["!carps attack", "--as", "Hiro"],
                4,
                "Nobody at this table is called Hiro. There are: Benkei, Hiroshi, Oni.",
            ),
            (
                ["!carps attack", "--as", "hiroshi", "--to", "oni"],
                4,
                "Several at this table are called oni. Name one by its id: oni1, oni2.",
            ),
            ([], 2, "the following arguments are required: TEXT"),
            (["x", "--table", "Harbour"], 1, "There is no table Harbour."),
            (["x", "--token", "guess"], 4, "The bridge does not know this access token."),
            (["x", "--address", "http://127.0.0.1:1"], 2, "An address needs an access token"),
        ],
    )
    def test_what_cannot_be_is_one_sentence(
        self,
        fight: Callable[..., None],
        run: Run,
        arguments: list[str],
        code: int,
        complaint: str,
    ) -> None:
        for who in ("oni1", "oni2"):
            fight("character.add", id=who, name="Oni", side="blue", control="npc", fields={})
        ended, out, err = run("say", *arguments)
        assert (ended, out) == (code, "")
        assert complaint in err
        assert code == 2 or err.count("\n") == 1

    def test_no_bridge_there(self, run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        code, out, err = run("say", "!carps help")
        assert (code, out) == (3, "")
        assert err.startswith(f"No bridge runs on {data}; start one with vtt-bridge serve")
        monkeypatch.setattr("vtt_bridge.cli.reach.PATIENCE", 0.0)
        nowhere = "http://127.0.0.1:1"
        code, out, err = run("say", "!carps help", "--token", "x", "--address", nowhere)
        assert (code, out) == (3, "")
        assert err.startswith(f"The bridge at {nowhere} does not answer.")


class TestStatus:
    def test_a_table_in_lines(self, fight: Callable[..., None], run: Run) -> None:
        run("say", "!carps attack @Benkei", "--as", "hiroshi")
        assert run("status") == (
            0,
            "Rooftop (rooftop), carps, 4 entries; no page leads it.\n"
            "Roof, round 1: it is the turn of Hiroshi.\n"
            "  Benkei   20  out at 35  20 RP\n"
            f"  Hiroshi  20  out at 35  20 RP\n{ASKED}",
            "",
        )

    def test_as_a_seat_may_know_it(
        self, fight: Callable[..., None], run: Run, server: BridgeServer
    ) -> None:
        token = server.bridge.grant(WORLD, "Anybody", "public", ["read"])
        code, out, _ = run("status", "--token", token, "--address", server.address)
        assert code == 0
        assert "RP" not in out
        told = json.loads(run("status", "--token", token, "--json")[1])
        assert (told["table"]["seat"], told["view"]["seq"]) == ("public", 3)

    def test_an_empty_table(self, server: BridgeServer, run: Run) -> None:
        told = "Rooftop (rooftop), carps, 0 entries; no page leads it.\n"
        assert run("status") == (0, told, "")


def process(*arguments: str, **options: Any) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "vtt_bridge", *arguments]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, stdout=pipe, stderr=pipe, text=True, **options)


@pytest.fixture
def watching(data: Path) -> Iterator[Callable[..., "subprocess.Popen[str]"]]:
    """Starts ``watch``, and ends it by Ctrl-C."""
    started = []

    def start(*options: str, **more: Any) -> "subprocess.Popen[str]":
        started.append(process("watch", "--data", str(data), *options, **more))
        return started[-1]

    yield start
    for one in started:
        one.kill()
        one.communicate()


def lines(one: "subprocess.Popen[str]", count: int) -> list[str]:
    assert one.stdout is not None
    return [one.stdout.readline().rstrip("\n") for _ in range(count)]


class TestWatch:
    def test_a_turn_in_lines(
        self, fight: Callable[..., None], run: Run, watching: Callable[..., Any]
    ) -> None:
        one = watching()
        assert lines(one, 1) == ["Roof, round 1: it is the turn of Hiroshi."]
        run("say", "!carps attack @Benkei", "--as", "hiroshi")
        assert lines(one, 2) == ["Hiroshi attacks Benkei: Waiting", ASKED.rstrip()]
        fight("character.edit", character="benkei", fields={"rp": 3})
        edited = "  Benkei: RP 20 to 3 (by the GM)"
        assert lines(one, 2) == ["Hiroshi attacks Benkei: Waiting", edited]
        run("say", "!carps decline", "--as", "benkei")
        assert lines(one, 4) == [
            "Hiroshi attacks Benkei: Hit",
            "  Hiroshi: level 20 to 25 (+5)",
            edited,
            "  Answered by console.",
        ]
        fight("encounter.end", encounter="e")
        assert lines(one, 1) == ["Roof has ended."]
        one.send_signal(signal.SIGINT)
        assert one.communicate(timeout=10) == ("", "")
        assert one.returncode == 130

    def test_as_json(
        self, fight: Callable[..., None], run: Run, watching: Callable[..., Any]
    ) -> None:
        one = watching("--json", "--last", "1")
        told = [json.loads(line) for line in lines(one, 3)]
        assert told[0]["view"]["seq"] == 3
        assert [line["batch"]["seq"] for line in told[1:]] == [2, 3]
        run("say", "!carps attack @Benkei", "--as", "hiroshi")
        [told] = [json.loads(line) for line in lines(one, 1)]
        assert told["batch"]["command"]["verb"] == "attack"

    def test_over_an_outage(
        self,
        fight: Callable[..., None],
        run: Run,
        server: BridgeServer,
        start: Callable[..., BridgeServer],
        data: Path,
        watching: Callable[..., Any],
    ) -> None:
        one = watching()
        lines(one, 1)
        server.stop()
        assert one.stderr.readline() == "The bridge does not answer; waiting for it.\n"
        again = BridgeServer(data, port=server.port, show=str)
        again.start()
        assert one.stderr.readline() == "The bridge is back.\n"
        run("say", "!carps attack @Benkei", "--as", "hiroshi")
        assert lines(one, 1) == ["Hiroshi attacks Benkei: Waiting"]
        again.stop()

    def test_who_reads_has_enough(
        self, fight: Callable[..., None], run: Run, watching: Callable[..., Any]
    ) -> None:
        one = watching()
        lines(one, 1)
        one.stdout.close()
        run("say", "!carps attack @Benkei", "--as", "hiroshi")
        assert one.wait(10) == 0
        assert one.stderr.read() == ""


class TestConsoles:
    def test_letters_that_the_console_does_not_have(self) -> None:
        environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
        with process("roll", "tracks", "--tension", "2", env=environment) as one:
            out, err = one.communicate(timeout=20)
        assert (one.returncode, err) == (0, "")
        assert "attribute 6 ? tension 2" in out

    def test_foreign_names_on_a_console_without_their_letters(
        self, fight: Callable[..., None], data: Path
    ) -> None:
        fight("character.edit", character="benkei", name="弁慶\x1b[2J")
        environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
        with process("status", "--data", str(data), env=environment) as one:
            out, err = one.communicate(timeout=20)
        assert (one.returncode, err) == (0, "")
        assert "  ?? [2J   20  out at 35  20 RP\n" in out

    def test_who_reads_nothing_sees_no_fault(self) -> None:
        with process("odds", "carps") as one:
            assert one.stdout is not None
            one.stdout.close()
            assert one.wait(20) == 0
            assert one.stderr is not None
            assert one.stderr.read() == ""

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
    def test_an_output_that_cannot_be_written(self) -> None:
        command = [sys.executable, "-m", "vtt_bridge", "odds", "carps"]
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert done.returncode == 1
        assert done.stderr == "The results cannot be written (No space left on device).\n"
