import pytest

from vtt_bridge.security import (
    CODE_ALPHABET,
    PairingCode,
    Rate,
    RateLimit,
    hash_token,
    is_local_host,
    is_origin,
    is_same,
    new_token,
)
from vtt_bridge.words import Refusal


class Clock:
    def __init__(self) -> None:
        self.at = 1000.0

    def __call__(self) -> float:
        return self.at


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def shown() -> list[str]:
    return []


@pytest.fixture
def code(clock: Clock, shown: list[str]) -> PairingCode:
    return PairingCode(clock, shown.append)


def refused(code: PairingCode, typed: str) -> str:
    with pytest.raises(Refusal) as caught:
        code.redeem(typed)
    return caught.value.code


def wrong(typed: str) -> str:
    other = CODE_ALPHABET[0] if typed[0] != CODE_ALPHABET[0] else CODE_ALPHABET[1]
    return other + typed[1:]


def test_a_code_is_short_and_plain(code: PairingCode, shown: list[str]) -> None:
    assert shown == [code.renew()]
    assert len(shown[0]) == 7
    assert set(shown[0]) <= set(CODE_ALPHABET) | {"-"}


def test_a_code_may_be_typed_loosely(code: PairingCode) -> None:
    code.redeem(f" {code.renew().lower().replace('-', ' ')} ")


def test_a_code_serves_once(code: PairingCode, shown: list[str]) -> None:
    first = code.renew()
    assert code.left() == 600
    code.redeem(first)
    assert code.left() == 0
    assert refused(code, first) == "spent_code"
    assert len(shown) == 2
    assert refused(code, first) == "spent_code"
    code.redeem(shown[1])


def test_a_code_runs_out(code: PairingCode, clock: Clock, shown: list[str]) -> None:
    first = code.renew()
    clock.at += 600
    assert code.left() == 0
    assert refused(code, first) == "expired_code"
    assert refused(code, first) == "expired_code"
    code.redeem(shown[-1])


def test_a_code_bears_five_tries(code: PairingCode, shown: list[str]) -> None:
    first = code.renew()
    answers = [refused(code, wrong(first)) for _ in range(5)]
    assert answers == ["wrong_code"] * 4 + ["too_many_tries"]
    assert refused(code, wrong(shown[-1])) == "wrong_code"
    code.redeem(shown[-1])


def test_the_code_before_is_told_to_be_old_and_costs_no_try(
    code: PairingCode, shown: list[str]
) -> None:
    first = code.renew()
    code.renew()
    assert [refused(code, first) for _ in range(7)] == ["expired_code"] * 7
    code.redeem(shown[-1])


def test_before_the_first_code_nothing_fits(code: PairingCode) -> None:
    assert refused(code, "") == "spent_code"


def test_wrong_letters_of_any_script_are_only_wrong(code: PairingCode) -> None:
    code.renew()
    assert refused(code, "ключ-ß") == "wrong_code"


@pytest.mark.parametrize(
    ("host", "own"),
    [
        ("127.0.0.1:30777", True),
        ("LOCALHOST:30777", True),
        ("127.0.0.1", False),
        ("127.0.0.1:30000", False),
        ("evil.example:30777", False),
        ("127.0.0.1.evil.example:30777", False),
        ("", False),
    ],
)
def test_only_own_names_are_answered(host: str, own: bool) -> None:
    assert is_local_host(host, 30777) is own


def test_a_rate_limit_fills_again(clock: Clock) -> None:
    limit = RateLimit(Rate(2.0, 3.0), clock)
    for _ in range(3):
        limit.spend()
    with pytest.raises(Refusal) as caught:
        limit.spend()
    assert caught.value.code == "too_fast"
    clock.at += 0.5
    limit.spend()
    with pytest.raises(Refusal):
        limit.spend()


def test_a_token_is_no_option_of_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    made = iter(["-c", "--all", "a-b"])
    monkeypatch.setattr("vtt_bridge.security.secrets.token_urlsafe", lambda _: next(made))
    assert new_token() == "a-b"


def test_a_hash_does_not_show_its_token() -> None:
    assert hash_token("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


def test_secrets_are_compared_in_a_time_that_tells_nothing(
    code: PairingCode, monkeypatch: pytest.MonkeyPatch
) -> None:
    compared: list[tuple[bytes, bytes]] = []

    def compare(one: bytes, other: bytes) -> bool:
        compared.append((one, other))
        return one == other

    monkeypatch.setattr("vtt_bridge.security.hmac.compare_digest", compare)
    assert is_same("abc", "abc") is True
    assert is_same("abc", "abd") is False
    assert is_same("ключ", "ключ") is True
    refused(code, code.renew()[:-1])
    assert len(compared) > 3


def test_tokens_are_long_and_never_the_same() -> None:
    tokens = {new_token() for _ in range(1000)}
    assert len(tokens) == 1000
    assert {len(token) for token in tokens} == {43}  # 256 bits in base64


@pytest.mark.parametrize(
    ("text", "is_one"),
    [
        ("http://localhost:30000", True),
        ("https://game.example", True),
        ("https://xn--ls8h.example:8443", True),
        ("http://[::1]:30000", True),
        (None, False),
        ("", False),
        ("null", False),
        ("*", False),
        ("http://", False),
        ("http://a b", False),
        ("http://a/", False),
        ("http://a@b", False),
        ("http://a,http://b", False),
        ("http://a\n", False),
        ("HTTP://a", False),
        ("ftp://a", False),
        ("javascript:alert(1)", False),
        ("http://" + "a" * 251, False),
    ],
)
def test_what_an_origin_is(text: str | None, is_one: bool) -> None:
    assert is_origin(text) is is_one


def test_what_was_lent_is_paid_back_with_time(clock: Clock) -> None:
    limit = RateLimit(Rate(10.0, 2.0), clock)
    assert [limit.early() for _ in range(4)] == pytest.approx([0.0, 0.0, 0.1, 0.2])
    clock.at += 0.3
    assert limit.early() == pytest.approx(0.0)
