"""The page on the connection names every word of the status light, and the times as they are."""

import json
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "connection.md").read_text(encoding="utf-8")
MODULE = ROOT / "foundry_module"


def test_every_word_of_the_light_is_explained() -> None:
    words = json.loads((MODULE / "lang" / "en.json").read_text(encoding="utf-8"))["VTTB"]["Status"]
    source = (MODULE / "scripts" / "pure" / "status.mjs").read_text(encoding="utf-8")
    shown = {words[key] for key in re.findall(r'word: "VTTB\.Status\.(\w+)"', source)}
    assert shown == set(re.findall(r"^\| \*\*(.+?)\*\*", PAGE, re.MULTILINE))


def test_the_times_are_those_of_the_module() -> None:
    lead = (MODULE / "scripts" / "table" / "lead.mjs").read_text(encoding="utf-8")
    queue = (MODULE / "scripts" / "pure" / "queue.mjs").read_text(encoding="utf-8")
    assert "const GRACE = 5_000;" in lead
    assert "after 5 s" in PAGE
    assert "const PATIENCE = 10_000;" in queue
    assert "waits up to 10 s" in PAGE
