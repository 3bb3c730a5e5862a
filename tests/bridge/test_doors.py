"""Under which names the bridge answers, to pages from where, and what stands on every answer."""

import json

import pytest
import requests

from tests.bridge.page import ORIGIN, Page
from tests.bridge.raw import HANDSHAKE, SOCKET_PATH, Raw
from vtt_bridge.server import BridgeServer

# The page of these tests is http://localhost:30000.
STRANGE_ORIGINS = [
    "null",
    "HTTP://localhost:30000",
    "http://LOCALHOST:30000",
    "http://localhost.:30000",
    "http://localhost",
    "http://localhost:3000",
    "http://localhost:300000",
    "http://localhost:30000/",
    "http://localhost:30000/game",
    "http://localhost:30000.evil.example",
    "http://localhost:30000@evil.example",
    "http://gm@localhost:30000",
    "http://evil.localhost:30000",
    "http://localhost.evil.example:30000",
    "http://evil.example/http://localhost:30000",
    "http://127.0.0.1:30000",
    "http://[::1]:30000",
    "https://localhost:30000",
    "ws://localhost:30000",
    "file://",
    "*",
    "http://localhost:30000, http://evil.example",
    "http://l\xf6calhost:30000",
]
STRANGE_HOSTS = [
    "evil.example:{port}",
    "evil.example",
    "127.0.0.1",
    "localhost",
    "127.0.0.1:80",
    "127.0.0.1:{port}0",
    "127.0.0.1:0{port}",
    "127.0.0.1.:{port}",
    "localhost.:{port}",
    "127.1:{port}",
    "2130706433:{port}",
    "0x7f000001:{port}",
    "0.0.0.0:{port}",
    "[::1]:{port}",
    "[::ffff:127.0.0.1]:{port}",
    "127.0.0.1.evil.example:{port}",
    "evil.example@127.0.0.1:{port}",
    "127.0.0.1:{port}@evil.example",
    "127.0.0.1:{port}, evil.example:{port}",
    "127.0.0.1:{port}/",
    "http://127.0.0.1:{port}",
]


@pytest.fixture
def paired(server: BridgeServer, token: str) -> BridgeServer:
    """A bridge with one pairing, of the page's origin."""
    return server


@pytest.mark.parametrize("origin", STRANGE_ORIGINS)
def test_only_exactly_the_paired_origin_gets_a_socket(paired: BridgeServer, origin: str) -> None:
    with Raw(paired.port) as stranger:
        stranger.request("GET", SOCKET_PATH, *HANDSHAKE, f"Origin: {origin}")
        assert stranger.refusal()["code"] == "foreign_origin"
    with Raw(paired.port) as own:
        assert own.upgrade(f"Origin: {ORIGIN}") == 101


def test_a_second_origin_does_not_help(paired: BridgeServer) -> None:
    with Raw(paired.port) as stranger:
        assert stranger.upgrade(f"Origin: {ORIGIN}", "Origin: http://evil.example") == 403


@pytest.mark.parametrize("origin", [*STRANGE_ORIGINS, ""])
def test_what_is_no_origin_is_not_paired(server: BridgeServer, origin: str) -> None:
    """Such as have the form of one may be; from another address it is another pairing."""
    body = json.dumps(
        {
            "protocol": 1,
            "code": server.bridge.code.renew(),
            "world": {"id": "rooftop", "title": "Rooftop"},
        }
    )
    headers = "Content-Type: application/json", f"Content-Length: {len(body)}"
    with Raw(server.port) as page:
        page.request("POST", "/pair", *headers, f"Origin: {origin}")
        page.send(body.encode())
        status, answered, _ = page.answer()
    has_form = origin.startswith(("http://", "https://")) and origin.count("/") == 2
    is_plain = not set(origin) & set("ABCDEFGHIJKLMNOPQRSTUVWXYZ@,\xf6 ")
    assert status == (200 if has_form and is_plain else 403)
    assert server.bridge.is_paired(ORIGIN) is False
    assert answered.get("Access-Control-Allow-Origin", "") == origin


@pytest.mark.parametrize("host", STRANGE_HOSTS)
@pytest.mark.parametrize("path", ["/health", "/pair", SOCKET_PATH])
def test_only_its_own_names_are_answered(paired: BridgeServer, host: str, path: str) -> None:
    with Raw(paired.port) as rebound:
        rebound.request("GET", path, *HANDSHAKE, host=host.format(port=paired.port))
        status, headers, body = rebound.answer()
    assert status == 403
    assert json.loads(body)["error"]["code"] == "foreign_host"
    assert "Access-Control-Allow-Origin" not in headers


def test_a_request_without_a_name_or_with_two_is_not_answered(paired: BridgeServer) -> None:
    own = f"127.0.0.1:{paired.port}"
    for headers in ((), (f"Host: {own}", "Host: evil.example"), (f"Host: {own}", f"Host: {own}")):
        with Raw(paired.port) as rebound:
            rebound.request("GET", "/health", *headers, host="")
            assert rebound.refusal()["code"] == "foreign_host"


def test_an_address_in_the_first_line_counts_as_the_name(paired: BridgeServer) -> None:
    with Raw(paired.port) as proxied:
        proxied.request("GET", "http://evil.example/health")
        assert proxied.refusal()["code"] == "foreign_host"


@pytest.mark.parametrize("host", ["127.0.0.1:{port}", "localhost:{port}", "LocalHost:{port}"])
def test_its_own_names_are_answered(paired: BridgeServer, host: str) -> None:
    with Raw(paired.port) as page:
        page.request("GET", "/health", host=host.format(port=paired.port))
        assert page.answer()[0] == 200


def test_nobody_reaches_it_by_another_address_of_this_computer(paired: BridgeServer) -> None:
    """On Linux every 127.x.y.z is this computer; a bridge on all addresses would answer there."""
    with pytest.raises(requests.ConnectionError):
        requests.get(f"http://127.0.0.2:{paired.port}/health", timeout=5)


@pytest.mark.parametrize(
    "missing",
    ["Upgrade", "Connection", "Sec-WebSocket-Version", "Sec-WebSocket-Key"],
)
def test_half_a_handshake_is_refused(paired: BridgeServer, missing: str) -> None:
    with Raw(paired.port) as page:
        kept = [line for line in HANDSHAKE if not line.startswith(missing)]
        page.request("GET", SOCKET_PATH, *kept)
        assert page.refusal()["code"] == "no_page"


@pytest.mark.parametrize(
    "query",
    [
        "EIO=4&transport=polling",
        "EIO=3&transport=websocket",
        "transport=websocket",
        "EIO=4&transport=websocket&sid=abc",
        "EIO=4&transport=websocket&j=1",
        "EIO=4&EIO=4&transport=websocket&transport=polling",
        "",
    ],
)
def test_only_new_sockets_of_the_present_protocol_are_opened(
    paired: BridgeServer, query: str
) -> None:
    with Raw(paired.port) as page:
        page.request("GET", f"/socket.io/?{query}", *HANDSHAKE)
        assert page.refusal()["code"] == "no_page"


@pytest.mark.parametrize("path", ["/health", "/pair", "/nothing", SOCKET_PATH])
def test_every_answer_forbids_a_browser_to_make_more_of_it(paired: BridgeServer, path: str) -> None:
    headers = requests.get(paired.address + path, timeout=5).headers
    assert headers["Content-Security-Policy"] == "default-src 'none'; frame-ancestors 'none'"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["Cache-Control"] == "no-store"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert headers["Server"] == "vtt-bridge"
    assert headers["Content-Type"] == "application/json"


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/module.json"),
        ("GET", "/overlay/rooftop"),
        ("GET", "/api/v1/tables"),
        ("OPTIONS", "/api/v1/tables"),
        ("POST", "/api/v1/tables/rooftop/actions"),
        ("POST", "/control/code"),
        ("OPTIONS", "/control/code"),
        ("GET", "/nothing"),
    ],
)
@pytest.mark.parametrize("origin", [ORIGIN, "http://evil.example", "null"])
def test_pages_of_other_origins_read_nothing_else(
    paired: BridgeServer, method: str, path: str, origin: str
) -> None:
    asked = {
        "Origin": origin,
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization",
    }
    reply = requests.request(method, paired.address + path, headers=asked, timeout=10)
    assert [name for name in reply.headers if name.lower().startswith("access-control")] == []
    assert reply.headers["X-Content-Type-Options"] == "nosniff"
    assert "frame-ancestors" in reply.headers["Content-Security-Policy"]
    if path.startswith(("/api", "/control")) and method != "OPTIONS":
        assert reply.status_code in (401, 403, 404)


def test_a_refused_origin_gets_the_same_headers(paired: BridgeServer) -> None:
    with Raw(paired.port) as page:
        page.request("GET", SOCKET_PATH, *HANDSHAKE, "Origin: http://evil.example")
        status, headers, _ = page.answer()
    assert status == 403
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "Access-Control-Allow-Origin" not in headers


def test_pages_cannot_recognise_somebody_by_his_bridge(server: BridgeServer) -> None:
    names = {
        requests.get(f"{server.address}/health", headers={"Origin": origin}, timeout=5).json()[
            "bridge"
        ]
        for origin in ("http://one.example", "http://two.example", ORIGIN)
    }
    assert len(names) == 3
    assert server.bridge.id not in names


def test_a_token_is_for_its_world_and_its_origin(paired: BridgeServer, token: str) -> None:
    paired.bridge.admit("harbour", "Harbour", "http://other.example", "carps")
    stolen = Page(paired.address, token, origin="http://other.example")
    assert stolen.is_refused()["code"] == "foreign_origin"
    own = Page(paired.address, token)
    assert own.is_refused(world="harbour")["code"] == "wrong_world"
    assert own.connect()["epoch"] == 1
    own.close()
