"""How the demo starts and ends."""

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from vtt_bridge.cli import main
from vtt_bridge.stage import server

ROOT = Path(__file__).parents[2]
DEMO = (
    "import signal, sys, time\n"
    "signal.signal(signal.SIGTERM, lambda *_: sys.exit(print('ended', flush=True)))\n"
    "print('runs', flush=True)\n"
    "while True:\n"
    "    time.sleep(0.1)\n"
)
RUN = (
    "import sys\n"
    "import run\n"
    "run.demo = lambda arguments: run.call(sys.executable, '-c', arguments[0])\n"
    "sys.exit(run.main(['demo', sys.argv[1]]))\n"
)


def test_what_ends_run_py_ends_the_demo_with_it() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", RUN, DEMO], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        assert running.stdout.readline() == "runs\n"
        running.send_signal(signal.SIGTERM)
        assert running.stdout.read() == "ended\n"
    assert running.returncode == 143


def test_a_stand_in_without_its_libraries_says_where_they_come_from(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(server.LIBRARIES, "one.js", "nowhere/one.js")
    assert main(["demo", "--no-browser", "--port", "0"]) == 1
    assert capsys.readouterr().err == (
        "The practice table needs browser libraries that are not here; in the folder of the "
        "project, 'python3 run.py demo' fetches them and opens the table.\n"
    )
