"""Bytes that are almost WebSocket frames, packets of Socket.IO, or requests of HTTP."""

from hypothesis import strategies as some

from tests.bridge.raw import HANDSHAKE, SOCKET_PATH, frame
from tests.bridge.schema_messages import DEEP, LONG_NUMBER, to_text

PACKETS = [
    "",
    "0",
    "1",
    "2",
    "2probe",
    "3",
    "3probe",
    "4",
    "5",
    "6",
    "7",
    "9",
    "b4",
    "bAAAA",
    "40",
    "40{}",
    '40{"token":"x"}',
    "40/admin,{}",
    "40/,",
    "40[]",
    "40null",
    "41",
    "41/x,",
    "42",
    "42[]",
    "42{}",
    "42[1]",
    "42[[]]",
    "42[null]",
    '42["act"]',
    '42["act",{}]',
    '42["act",{},{}]',
    '421["act",{}]',
    '42999999999999999["act",{}]',
    "42" + "9" * 90 + '["act",{}]',
    "42" + "9" * 200 + '["act",{}]',
    '421["act",',
    '421["act",{}]]',
    '421["connect",{"HTTP_ORIGIN":"http://localhost:30000"},{"token":"x"}]',
    '421["disconnect"]',
    '421["disconnect","reason"]',
    '421["*"]',
    '421["*","act",{}]',
    '421["connect_error"]',
    '421["__disconnect_final"]',
    '42/admin,1["act",{}]',
    '42/?x,1["act"]',
    "43",
    "431[]",
    '4399[{"ok":true}]',
    "44",
    '44{"message":"x"}',
    '451-["act",{"_placeholder":true,"num":0}]',
    '459999999999-["act"]',
    '45-["act"]',
    '461-1["x",{"_placeholder":true,"num":5}]',
    "48[]",
    "4²[]",
    "4\u0662[]",
    "4x",
    '421["act",{"n":NaN}]',
    '421["ask",{"ids":["\\ud800"]}]',
    to_text("421").strip('"') + to_text(["act", {"deep": DEEP}]),
    "421" + to_text(["act", DEEP]),
    "40" + to_text({"token": DEEP}),
    "421" + to_text(["act", {"n": LONG_NUMBER}]),
    '421["' + "x" * 100_000 + '"]',
    '421["act","' + "x" * 270_000 + '"]',
    "4" + "2" * 262_144,
]
REQUESTS = [
    b"GET /health HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /health HTTP/1.0\r\nHost: {host}\r\n\r\n",
    b"GET /health\r\n",
    b"HEAD /health HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"OPTIONS /pair HTTP/1.1\r\nHost: {host}\r\nOrigin: http://x\r\n\r\n",
    b"TRACE / HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"GET http://[ HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET //evil.example/health HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /health?%ff=%00&a=%E2%80%AE HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /\xff\xfe/%2e%2e/%2e%2e/etc/passwd HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /module.json HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /vtt-bridge-../../x.zip HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"POST /control/code HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /control/code HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer \xff\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nOrigin: http://x\r\nContent-Type: application/json\r\n"
    b"Content-Length: 2\r\n\r\n{}",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n{}",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nContent-Length: x\r\n\r\n{}",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nContent-Length: 99999999999999999999\r\n\r\n{}",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 2\r\n\r\n{}",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json; charset=utf-99\r\n"
    b"Content-Length: 4\r\n\r\n\xff\xff{}",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nContent-Type: application/json\r\n"
    b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n"
    b"\r\n-5\r\n{}\r\n",
    b"POST /pair HTTP/1.1\r\nHost: {host}\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}",
    b"GET /health HTTP/1.1\r\nHost: {host}\r\n" + b"X-Many: y\r\n" * 120 + b"\r\n",
    b"GET /health HTTP/1.1\r\nHost: {host}\r\nX-Long: " + b"y" * 70_000 + b"\r\n\r\n",
    b"GET /" + b"a" * 70_000 + b" HTTP/1.1\r\nHost: {host}\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: {host}\r\n Folded: x\r\nOrigin: http://x\r\n\r\n",
    b"GET /health HTTP/1.1\r\nHost: {host}\r\nOrigin: http://\x1b[2J\x00x\r\n\r\n",
    b"GET " + SOCKET_PATH.encode() + b" HTTP/1.1\r\nHost: {host}\r\n"
    b"" + "\r\n".join(HANDSHAKE).encode() + b"\r\n\r\n",
    b"GET " + SOCKET_PATH.encode() + b"&sid=x HTTP/1.1\r\nHost: {host}\r\n"
    b"" + "\r\n".join(HANDSHAKE).encode() + b"\r\n\r\n",
    b"POST " + SOCKET_PATH.encode() + b" HTTP/1.1\r\nHost: {host}\r\nContent-Length: 2\r\n\r\n4x",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"\r\n\r\n\r\n",
    b"\x00" * 100,
]


@some.composite
def _changed(draw: some.DrawFn, data: bytes) -> bytes:
    """The same with up to three runs of bytes cut out, doubled or replaced."""
    for _ in range(draw(some.integers(0, 3))):
        at = draw(some.integers(0, 10**6)) % (len(data) + 1)
        until = at + draw(some.integers(0, 6))
        new = draw(
            some.one_of(some.just(b""), some.binary(max_size=6), some.just(data[at:until] * 2))
        )
        data = data[:at] + new + data[until:]
    return data


packets = some.sampled_from([text.encode("utf-8", "surrogatepass") for text in PACKETS])

whole_frames = packets.map(frame)

odd_frames = some.builds(
    frame,
    some.one_of(packets, packets.flatmap(_changed), some.binary(max_size=200)),
    some.one_of(some.just(1), some.integers(0, 15)),
    fin=some.booleans(),
    masked=some.sampled_from([True, True, True, False]),
)

broken_frames = odd_frames.flatmap(_changed)

frames = some.lists(
    some.one_of(whole_frames, odd_frames, broken_frames, some.binary(max_size=40)),
    min_size=1,
    max_size=5,
)

requests = some.sampled_from(REQUESTS).flatmap(_changed)
