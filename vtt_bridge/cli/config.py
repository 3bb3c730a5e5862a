"""The bridge's options: by flag, by environment, in a TOML file; the first that says so wins.

The file is ``config.toml`` in the data folder, or the one that is named. Every value remembers
where it came from.
"""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from vtt_bridge.cli import words
from vtt_bridge.errors import SentenceError
from vtt_bridge.folder import LAST_PORT, default_folder

PREFIX = "VTT_BRIDGE_"
FILE_NAME = "config.toml"
Synchronous = Literal["FULL", "NORMAL"]


class ConfigError(SentenceError):
    """An option cannot be; the message names where it stands, and what it may be."""

    exit_code = 2


@dataclass(frozen=True, slots=True)
class Option:
    """One option: `parse` makes of a text what a TOML file would hold, `check` judges that.

    Both raise `ValueError` for what `what` does not describe.
    """

    key: str
    what: str
    default: Callable[[], object]
    check: Callable[[Any], object]
    parse: Callable[[str], object] = str
    secret: bool = False

    @property
    def variable(self) -> str:
        return PREFIX + self.key.upper()


@dataclass(frozen=True, slots=True)
class Config:
    """All options with where each came from: a flag, a variable, a file's path, or nothing."""

    data: Path
    port: int
    synchronous: Synchronous
    verbose: bool
    discord: Mapping[str, str]
    discord_gm: Mapping[str, str]
    address: str | None
    token: str | None
    sources: Mapping[str, str]
    file: Path | None

    def plain(self) -> dict[str, dict[str, Any]]:
        """``{key: {"value", "from"}}``; ``"from"`` is null where the default stands."""
        return {
            option.key: {
                "value": _plain(getattr(self, option.key), option.secret),
                "from": self.sources.get(option.key),
            }
            for option in OPTIONS
        }


def _plain(value: object, secret: bool) -> object:
    """As it may be shown: tokens and addresses of webhooks are secrets."""
    if isinstance(value, Mapping):
        return dict.fromkeys(value, words.HIDDEN)
    if secret and value is not None:
        return words.HIDDEN
    return str(value) if isinstance(value, Path) else value


def _folder(value: object) -> Path:
    if not isinstance(value, (str, Path)) or not str(value).strip():
        raise ValueError
    return _at_home(str(value))


def _at_home(path: str) -> Path:
    """The path with a leading ``~`` or ``~user`` as the folder that it means."""
    try:
        return Path(path).expanduser()
    except RuntimeError:  # there is no such user
        raise ConfigError(words.no_home(path)) from None


def _port(value: object) -> int:
    if type(value) is not int or not 0 <= value <= LAST_PORT:
        raise ValueError
    return value


def _synchronous(value: object) -> str:
    if not isinstance(value, str) or value.upper() not in ("FULL", "NORMAL"):
        raise ValueError
    return value.upper()


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError
    return value


def _parse_truth(text: str) -> bool:
    meaning = {"true": True, "yes": True, "on": True, "1": True}
    meaning |= {"false": False, "no": False, "off": False, "0": False}
    try:
        return meaning[text.strip().lower()]
    except KeyError:
        raise ValueError from None


def _address(value: object) -> str:
    if not isinstance(value, str) or not re.match(r"https?://[^/\s]+", value):
        raise ValueError
    return value


def _token(value: object) -> str:
    if not isinstance(value, str) or not re.fullmatch(r"[!-~]{1,200}", value):
        raise ValueError
    return value


def _webhooks(value: object) -> dict[str, str]:
    if not isinstance(value, dict) or not all(
        isinstance(one, str) and one.startswith("https://") for one in value.values()
    ):
        raise ValueError
    return value


def _parse_webhooks(text: str) -> dict[str, str]:
    pairs = [one.partition("=") for one in text.split(";") if one.strip()]
    return {world.strip(): address.strip() for world, _, address in pairs}


OPTIONS = (
    Option("data", words.A_FOLDER, default_folder, _folder),
    Option("port", words.a_port(LAST_PORT), lambda: 30777, _port, int),
    Option("synchronous", words.A_SYNCHRONOUS, lambda: "FULL", _synchronous),
    Option("verbose", words.A_TRUTH, lambda: False, _truth, _parse_truth),
    Option("discord", words.WEBHOOKS, dict, _webhooks, _parse_webhooks, secret=True),
    Option("discord_gm", words.WEBHOOKS, dict, _webhooks, _parse_webhooks, secret=True),
    Option("address", words.AN_ADDRESS, lambda: None, _address),
    Option("token", words.AN_ACCESS, lambda: None, _token, secret=True),
)


@dataclass(frozen=True, slots=True)
class Said:
    """A value that somebody gave, and where."""

    value: object
    source: str


def load(flags: Mapping[str, str | None], environ: Mapping[str, str] = os.environ) -> Config:
    """The options as they stand; `flags` are the texts of ``--config`` and of each option.

    Raises `ConfigError` for whatever cannot be, also where something else comes first.
    """
    said = {
        **_from_texts(environ, lambda option: option.variable),
        **_from_texts(_by_flag(flags), _flag),
    }
    named = flags.get("config") or environ.get(f"{PREFIX}CONFIG")
    if named:
        file: Path | None = _at_home(named).absolute()
    else:
        folder = said["data"].value if "data" in said else default_folder()
        file = Path(str(folder)) / FILE_NAME
        file = file if _is_there(file) else None
    if file:
        said = {**_from_file(file, beside_data=not named), **said}
    values = {
        option.key: said[option.key].value if option.key in said else option.default()
        for option in OPTIONS
    }
    sources = {key: one.source for key, one in said.items()}
    return Config(**values, sources=sources, file=file)  # type: ignore[arg-type]  # each is checked


def _is_there(file: Path) -> bool:
    try:
        return file.exists()
    except PermissionError:  # what needs the folder tells
        return False


def _flag(option: Option) -> str:
    return f"--{option.key.replace('_', '-')}"


def _by_flag(flags: Mapping[str, str | None]) -> dict[str, str]:
    return {
        _flag(option): text for option in OPTIONS if (text := flags.get(option.key)) is not None
    }


def _from_texts(texts: Mapping[str, str], name_of: Callable[[Option], str]) -> dict[str, Said]:
    said = {}
    for option in OPTIONS:
        name = name_of(option)
        if text := texts.get(name):
            said[option.key] = Said(_checked(option, text, name, option.parse), name)
    return said


def _from_file(file: Path, *, beside_data: bool) -> dict[str, Said]:
    """What the file says; one that was found in the data folder cannot name another."""
    known = {option.key: option for option in OPTIONS}
    said = {}
    for key, value in _toml(file).items():
        if key not in known:
            raise ConfigError(words.unknown_option(str(file), key, sorted(known)))
        if key == "data" and beside_data:
            raise ConfigError(words.data_beside_data(str(file)))
        checked = _checked(known[key], value, words.in_file(str(file), key), lambda raw: raw)
        said[key] = Said(file.parent / checked if key == "data" else checked, str(file))  # type: ignore[operator]  # data is a path
    return said


def _checked(option: Option, raw: Any, where: str, parse: Callable[[Any], object]) -> object:
    try:
        return option.check(parse(raw))
    except ValueError:
        if isinstance(raw, str) and isinstance(_unquoted(option, raw), int):
            raise ConfigError(words.quoted_option(where, option.what, raw)) from None
        given = words.HIDDEN if option.secret else raw
        raise ConfigError(words.bad_option(where, option.what, given)) from None


def _unquoted(option: Option, text: str) -> object:
    """What a text would be without the quotes around it in a TOML file; None if nothing."""
    try:
        return option.check(option.parse(text))
    except ValueError:
        return None


def _toml(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise ConfigError(words.unreadable_config(str(file), error.strerror or "")) from None
    except UnicodeDecodeError:
        raise ConfigError(words.unreadable_config(str(file), words.NOT_UTF8)) from None
    except tomllib.TOMLDecodeError as error:
        raise ConfigError(words.unreadable_config(str(file), str(error))) from None
    except RecursionError:  # brackets without end
        raise ConfigError(words.unreadable_config(str(file), words.TOO_DEEP)) from None
