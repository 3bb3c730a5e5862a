"""The page on REST: its examples are run, and every path and scope has its row."""

import json
import re
import shlex
from collections.abc import Callable
from pathlib import Path

import pytest
import requests
import socketio

from tests.docs.conftest import ADDRESS
from vtt_bridge import access, cli
from vtt_bridge.server import BridgeServer

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
ROWS = [
    line.strip("|").split("|")[0].strip() for line in PAGE.splitlines() if line.startswith("| `")
]


def example(begin: str) -> str:
    """The only indented example that begins so, its lines made one."""
    found: list[str] = re.findall(rf"^    ({begin}(?:.*\\\n)*.*)$", PAGE, re.MULTILINE)
    assert len(found) == 1
    return found[0].replace("\\\n", " ")


@pytest.fixture
def token(
    rooftop: BridgeServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> str:
    """What the page's own command makes."""
    monkeypatch.setenv("VTT_BRIDGE_DATA", str(tmp_path / "data"))
    assert cli.main(shlex.split(example("vtt-bridge tokens create"))[1:]) == 0
    return capsys.readouterr().out.strip()


@pytest.fixture
def filled(rooftop: BridgeServer, token: str) -> Callable[[str], str]:
    """An example with what stands for the reader's own filled in."""
    return lambda text: re.sub(r"\$?TOKEN\b", token, text.replace(ADDRESS, rooftop.address))


def test_the_command_is_carried_out(filled: Callable[[str], str]) -> None:
    words = shlex.split(filled(example("curl ")))
    headers = dict(words[at + 1].split(": ") for at, word in enumerate(words) if word == "-H")
    message = words[words.index("-d") + 1]
    answer = requests.post(words[-1], data=message, headers=headers, timeout=20)
    assert answer.json() == {"ok": True, "id": json.loads(message)["id"], "seq": 4}


def test_the_socket_opens(rooftop: BridgeServer, filled: Callable[[str], str]) -> None:
    [auth] = re.findall(r"`auth`\s`({.*?})`", PAGE, re.DOTALL)
    quoted = re.sub(r"\bTOKEN\b", '"TOKEN"', auth)
    client = socketio.SimpleClient()
    client.connect(rooftop.address, auth=json.loads(filled(quoted)), transports=["websocket"])
    name, welcome = client.receive(timeout=20)
    assert (name, welcome["seq"], welcome["missed"]) == ("welcome", 3, None)
    client.disconnect()


def test_the_page_to_try_is_there(filled: Callable[[str], str]) -> None:
    [address] = re.findall(r"`(http\S+/docs)`", PAGE)
    assert requests.get(filled(address), timeout=20).ok


def test_every_path_has_its_row(rooftop: BridgeServer, token: str) -> None:
    document = requests.get(f"{rooftop.address}/api/v1/openapi.json", timeout=20).json()
    paths = {
        f"{method.upper()} {path.removeprefix('/api/v1')}"
        for path, methods in document["paths"].items()
        for method in methods
        if method != "parameters"
    }
    assert described() == paths


MESSAGES = re.findall(r"`POST /tables/TABLE/(\w+)` \|.*?`({[^`]+})`", PAGE)
REQUESTS = re.findall(r"`GET ([^`]+)`", PAGE)
NAMED = {"SYSTEM": "carps", "TABLE": "rooftop", "WHO": "hiroshi", "ID": "set-up-0001"}


@pytest.mark.parametrize("example", [one for one in REQUESTS if "/events" not in one])
def test_every_question_of_the_page_is_answered(
    rooftop: BridgeServer, token: str, example: str
) -> None:
    path = re.sub("[A-Z]+", lambda one: NAMED[one[0]], example).removeprefix("/api/v1")
    headers = {"Authorization": f"Bearer {token}"}
    answer = requests.get(f"{rooftop.address}/api/v1{path}", headers=headers, timeout=20)
    assert answer.status_code == (404 if "/actions/" in path else 200)


def test_dice_are_thrown_as_the_page_says(rooftop: BridgeServer, token: str) -> None:
    [message] = re.findall(r"`({\"numbers\": .*?})`", PAGE)
    answer = requests.post(
        f"{rooftop.address}/api/v1/systems/carps/rolls",
        data=message,
        headers={"Authorization": f"Bearer {token}"},
        timeout=5,
    )
    assert answer.json()["numbers"] == json.loads(message)["numbers"]


def test_every_message_is_described_with_all_its_fields(rooftop: BridgeServer) -> None:
    document = requests.get(f"{rooftop.address}/api/v1/openapi.json", timeout=20).json()
    rows = {path: set(re.findall(r'"(\w+)"', shape)) for path, shape in MESSAGES}
    for path, fields in rows.items():
        operation = document["paths"][f"/api/v1/tables/{{table}}/{path}"]["post"]
        reference = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"]
        schema = document["components"]["schemas"][reference.rpartition("/")[2]]
        assert fields == set(schema["properties"])
    assert set(rows) == {"commands", "answers", "undos", "corrections"}


def described() -> set[str]:
    """The requests of the page's table, with the document's names for what is filled in."""
    names = {"TABLE": "{table}", "WHO": "{who}", "ID": "{action}", "SYSTEM": "{system}"}
    found, method, last = set(), "", ""
    for row in ROWS:
        for part in re.findall(r"`([^`]+)`", row):
            if part.startswith(("GET ", "POST ")):
                method, _, part = part.partition(" ")
                last = part if "WHO" not in part else last
            elif not part.startswith("..."):
                continue
            path = part.partition("?")[0].replace("...", last.rpartition("/")[0])
            found.add(f"{method} {re.sub('[A-Z]+', lambda one: names[one[0]], path)}")
    return found


def test_every_scope_and_seat_is_described() -> None:
    assert {f"`{scope}`" for scope in access.SCOPES} <= set(ROWS)
    assert {f"`{access.PUBLIC_SEAT}`", f"`{access.GM_SEAT}`"} <= set(ROWS)
