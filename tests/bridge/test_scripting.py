"""The command line for scripts: odds and dice without a bridge."""

import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from engine.dice import ScriptedDice
from tests.engine.toy import TOY
from vtt_bridge import cli

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


def process(*arguments: str, **options: object) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-m", "vtt_bridge", *arguments],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        **options,  # type: ignore[call-overload]  # as they are
    )


class TestConsoles:
    def test_letters_that_the_console_does_not_have(self) -> None:
        environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
        with process("roll", "tracks", "--tension", "2", env=environment) as one:
            out, err = one.communicate(timeout=20)
        assert (one.returncode, err) == (0, b"")
        assert b"attribute 6 ? tension 2" in out

    def test_who_reads_has_enough(self) -> None:
        read, write = os.pipe()
        os.close(read)
        command = [sys.executable, "-m", "vtt_bridge", "odds", "carps"]
        done = subprocess.run(
            command, cwd=ROOT, stdout=write, stderr=subprocess.PIPE, timeout=20, check=False
        )
        os.close(write)
        assert (done.returncode, done.stderr) == (0, b"")

    def test_an_output_that_cannot_be_written(
        self, run: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Full(io.StringIO):
            def write(self, text: str) -> int:
                raise OSError(28, "No space left on device")

        monkeypatch.setattr(sys, "stdout", Full())
        assert cli.main(["odds", "carps"]) == 1
