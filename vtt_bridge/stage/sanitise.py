"""Cleaning of HTML as a Foundry server does it when a document is stored.

The allow-list is the one of Foundry's constants ALLOWED_HTML_TAGS, ALLOWED_HTML_ATTRIBUTES and
ALLOWED_URL_SCHEMES; the page reads the same file for `foundry.utils.cleanHTML`.
"""

from __future__ import annotations

import json
from html import escape
from html.parser import HTMLParser
from typing import Final, TypedDict, cast

from vtt_bridge.stage import WEB

VOID: Final = frozenset({"br", "hr", "img", "input", "col", "source", "track"})


class AllowList(TypedDict):
    """What survives cleaning; keys as in `allowed-html.json`."""

    tags: list[str]
    dropWithContent: list[str]
    anyTag: list[str]
    anyTagPrefixes: list[str]
    byTag: dict[str, list[str]]
    urlAttributes: list[str]
    urlSchemes: list[str]


ALLOWED: Final = cast(
    AllowList, json.loads((WEB / "allowed-html.json").read_text(encoding="utf-8"))
)


def clean_html(text: str) -> str:
    """Return `text` with only the tags, attributes and URL schemes that Foundry keeps."""
    cleaner = _Cleaner()
    cleaner.feed(text)
    cleaner.close()
    return cleaner.result()


def _url_kept(value: str) -> bool:
    compact = "".join(value.split()).lower()
    head = compact.partition("/")[0]
    if ":" not in head:
        return True
    return head.partition(":")[0] in ALLOWED["urlSchemes"]


def _attribute_kept(tag: str, name: str, value: str | None) -> bool:
    known = (
        name in ALLOWED["anyTag"]
        or name.startswith(tuple(ALLOWED["anyTagPrefixes"]))
        or name in ALLOWED["byTag"].get(tag, [])
    )
    if not known:
        return False
    return name not in ALLOWED["urlAttributes"] or _url_kept(value or "")


class _Cleaner(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self._out: list[str] = []
        self._open: list[str] = []
        self._dropped: list[str] = []

    def result(self) -> str:
        return "".join(self._out) + "".join(f"</{tag}>" for tag in reversed(self._open))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in ALLOWED["dropWithContent"]:
            self._dropped.append(tag)
        if self._dropped or tag not in ALLOWED["tags"]:
            return
        kept = "".join(
            f" {name}" if value is None else f' {name}="{escape(value)}"'
            for name, value in attrs
            if _attribute_kept(tag, name, value)
        )
        self._out.append(f"<{tag}{kept}>")
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        if self._dropped:
            if tag == self._dropped[-1]:
                self._dropped.pop()
            return
        if tag not in self._open:
            return
        while self._open:
            closing = self._open.pop()
            self._out.append(f"</{closing}>")
            if closing == tag:
                return

    def handle_data(self, data: str) -> None:
        if not self._dropped:
            self._out.append(escape(data, quote=False))
