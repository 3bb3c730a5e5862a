"""Options by flag, environment and file, and where each is said to come from."""

import json
from pathlib import Path

import pytest

from vtt_bridge.cli import main
from vtt_bridge.cli.config import ConfigError, load
from vtt_bridge.folder import default_folder


def refused(
    flags: dict[str, str | None] | None = None, environ: dict[str, str] | None = None
) -> str:
    with pytest.raises(ConfigError) as caught:
        load(flags or {}, environ or {})
    return str(caught.value)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "config.toml"


def test_without_a_word_the_defaults_stand(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    config = load({"data": None, "port": None}, {})
    assert config.plain() == {
        "data": {"value": str(default_folder()), "from": None},
        "port": {"value": 30777, "from": None},
        "synchronous": {"value": "FULL", "from": None},
        "verbose": {"value": False, "from": None},
        "discord": {"value": {}, "from": None},
        "discord_gm": {"value": {}, "from": None},
        "address": {"value": None, "from": None},
        "token": {"value": None, "from": None},
    }
    assert config.file is None


def test_the_flag_comes_before_the_environment_before_the_file(file: Path, tmp_path: Path) -> None:
    file.write_text(
        'port = 1\nsynchronous = "normal"\nverbose = true\n[discord]\nroof = "https://x"\n'
    )
    environ = {"VTT_BRIDGE_DATA": str(tmp_path), "VTT_BRIDGE_PORT": "2", "VTT_BRIDGE_VERBOSE": "no"}
    config = load({"port": "3"}, environ)
    assert config.plain() == {
        "data": {"value": str(tmp_path), "from": "VTT_BRIDGE_DATA"},
        "port": {"value": 3, "from": "--port"},
        "synchronous": {"value": "NORMAL", "from": str(file)},
        "verbose": {"value": False, "from": "VTT_BRIDGE_VERBOSE"},
        "discord": {"value": {"roof": "(hidden)"}, "from": str(file)},
        "discord_gm": {"value": {}, "from": None},
        "address": {"value": None, "from": None},
        "token": {"value": None, "from": None},
    }
    assert load({}, environ).port == 2
    assert load({}, {"VTT_BRIDGE_DATA": str(tmp_path)}).port == 1


def test_a_webhook_that_cannot_be_is_not_repeated() -> None:
    told = refused({"discord": "roof=http://hook.example/secret"})
    assert told.startswith("--discord must be ")
    assert told.endswith(", not (hidden).")


def test_a_token_that_cannot_be_is_not_repeated() -> None:
    told = refused({"token": "two words"})
    assert told.startswith("--token must be an access token")
    assert told.endswith(", not (hidden).")


@pytest.mark.parametrize("address", ["here", "ftp://127.0.0.1", "http://", "http:// x"])
def test_an_address_is_one(address: str) -> None:
    assert refused({"address": address}).startswith("--address must be the address of a bridge")


def test_webhooks_go_by_world(tmp_path: Path) -> None:
    flags = {"data": str(tmp_path), "discord_gm": "roof=https://a?b=c; attic=https://d"}
    config = load(flags, {"VTT_BRIDGE_DISCORD": "roof=https://e"})
    assert config.discord == {"roof": "https://e"}
    assert config.discord_gm == {"roof": "https://a?b=c", "attic": "https://d"}
    assert config.sources["discord_gm"] == "--discord-gm"
    for wrong in ("roof", "roof=http://a"):
        with pytest.raises(ConfigError, match="--discord-gm"):
            load({**flags, "discord_gm": wrong}, {})


def test_a_named_file_may_name_the_folder_as_seen_from_itself(tmp_path: Path) -> None:
    (tmp_path / "options.toml").write_text('data = "table"\n')
    (tmp_path / "table").mkdir()
    (tmp_path / "table" / "config.toml").write_text("port = 4\n")
    named = str(tmp_path / "options.toml")
    config = load({"config": named}, {})
    assert (config.data, config.port) == (tmp_path / "table", 30777)
    assert load({}, {"VTT_BRIDGE_CONFIG": named}).data == tmp_path / "table"
    assert load({"config": named, "data": "/elsewhere"}, {}).data == Path("/elsewhere")


def test_a_file_from_a_windows_editor_is_read(file: Path, tmp_path: Path) -> None:
    file.write_bytes(b"\xef\xbb\xbfport = 5\r\n")
    assert load({"data": str(tmp_path)}, {}).port == 5


def test_empty_variables_say_nothing(tmp_path: Path) -> None:
    assert load({"data": str(tmp_path)}, {"VTT_BRIDGE_PORT": ""}).port == 30777


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("port = true", "port in {file} must be a whole number from 0 to 65535, not true."),
        (
            'port = "30777"',
            "port in {file} must be a whole number from 0 to 65535; write 30777 without quotes.",
        ),
        ('verbose = "true"', "verbose in {file} must be true or false; write true without quotes."),
        ("port = 70000", "port in {file} must be a whole number from 0 to 65535, not 70000."),
        ("verbose = 1", "verbose in {file} must be true or false, not 1."),
        ('synchronous = "OFF"', "synchronous in {file} must be FULL or NORMAL, not OFF."),
        ("prot = 1", "There is no option prot (in {file}); the options are "),
        ("[port]\nnumber = 1", "port in {file} must be a whole number from 0 to 65535, not {{"),
        ('data = "x"', "data cannot be set in {file}, which is read because it lies in "),
        ("port: 30777", "The options in {file} cannot be read ("),
        ("port = " + "[" * 5000, "The options in {file} cannot be read (its brackets are too deep"),
    ],
)
def test_what_a_file_cannot_say(file: Path, text: str, says: str) -> None:
    file.write_text(text)
    told = refused({"data": str(file.parent)})
    assert told.startswith(says.format(file=file))
    assert "\n" not in told


def test_a_file_that_is_not_text(file: Path) -> None:
    file.write_bytes("port = 1".encode("utf-16"))
    assert "it is not text in UTF-8" in refused({"data": str(file.parent)})


def test_a_named_file_must_be_there(file: Path) -> None:
    assert refused({"config": str(file)}).startswith(f"The options in {file} cannot be read (")


@pytest.mark.parametrize(
    ("flags", "environ", "says"),
    [
        ({"port": "x"}, {}, "--port must be a whole number from 0 to 65535, not x."),
        ({"synchronous": "x"}, {}, "--synchronous must be FULL or NORMAL, not x."),
        (
            {},
            {"VTT_BRIDGE_VERBOSE": "maybe"},
            "VTT_BRIDGE_VERBOSE must be true or false, not maybe.",
        ),
        ({"port": "1"}, {"VTT_BRIDGE_PORT": "x"}, "VTT_BRIDGE_PORT must be a whole number from"),
        ({"data": "~nobody-of-here/x"}, {}, "~nobody-of-here/x names the folder of a user who"),
        ({"config": "~nobody-of-here/x"}, {}, "~nobody-of-here/x names the folder of a user who"),
    ],
)
def test_what_flags_and_variables_cannot_say(
    flags: dict[str, str | None], environ: dict[str, str], says: str
) -> None:
    assert refused(flags, environ).startswith(says)


def test_config_show_says_each_value_and_where_it_came_from(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "config.toml").write_text("port = 4\n")
    monkeypatch.setenv("VTT_BRIDGE_SYNCHRONOUS", "normal")
    monkeypatch.setenv("VTT_BRIDGE_TOKEN", "of-a-script")
    hook = ["--discord", "roof=https://hook.example/secret"]
    show = ["config", "show", "--data", str(tmp_path), "--verbose", *hook]
    assert main(show) == 0
    assert [line.split() for line in capsys.readouterr().out.splitlines()] == [
        ["data", str(tmp_path), "--data"],
        ["port", "4", str(tmp_path / "config.toml")],
        ["synchronous", "NORMAL", "VTT_BRIDGE_SYNCHRONOUS"],
        ["verbose", "true", "--verbose"],
        ["discord", "roof", "(hidden)", "--discord"],
        ["discord_gm", "none", "default"],
        ["address", "none", "default"],
        ["token", "(hidden)", "VTT_BRIDGE_TOKEN"],
    ]
    assert main([*show, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["verbose"] == {"value": True, "from": "--verbose"}
    (tmp_path / "config.toml").write_text("port = -4\n")
    assert main(show) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err == (
        f"port in {tmp_path / 'config.toml'} must be a whole number from 0 to 65535, not -4.\n"
    )


@pytest.mark.parametrize("command", [["config", "show"], ["tables"], ["restore", "x"]])
def test_a_name_that_is_too_long_gets_a_sentence(
    command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--data", str(tmp_path / ("a" * 300))]) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert "cannot be used (" in told
