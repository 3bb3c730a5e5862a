"""How the house is built: what the engine may import, what rules may hold, what is named where."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.dice import SeededDice
from engine.system import BUILT_IN, get_system
from engine.testing import Broken, check_system
from engine.words import REFUSALS
from tests.engine.toy import TOY

ROOT = Path(__file__).parents[2]
ENGINE = sorted((ROOT / "engine").rglob("*.py"))
RULES = [path for path in ENGINE if "systems" in path.parts and path.name != "scenario.py"]
CORE = [path for path in ENGINE if "systems" not in path.parts]
MODULE = [
    path
    for path in sorted((ROOT / "foundry_module").rglob("*"))
    if path.suffix in (".mjs", ".js", ".json", ".hbs", ".html", ".css")
]
CHANCE = {"random", "secrets"}
OUTSIDE = {"time", "os", "uuid", "socket", "threading", "subprocess", "datetime", "asyncio"}


def name_of(path: Path) -> str:
    return str(path.relative_to(ROOT))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (one.name for one in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"a relative import in {name_of(path)}"
            yield node.module or ""


def calls(path: Path, name: str) -> bool:
    return any(
        isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    )


@pytest.mark.parametrize("path", ENGINE, ids=name_of)
def test_the_engine_imports_the_standard_library_and_itself(path: Path) -> None:
    for module in imports(path):
        top = module.partition(".")[0]
        assert top == "engine" or top in sys.stdlib_module_names
        assert top not in OUTSIDE
        assert top not in CHANCE or path.name == "dice.py"
    assert not calls(path, "open")


def test_one_loader_reads_the_packages_own_files() -> None:
    readers = [
        name_of(path)
        for path in ENGINE
        if any(module.startswith("importlib.resources") for module in imports(path))
    ]
    assert readers == ["engine/data.py"]


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_the_core_imports_no_system(path: Path) -> None:
    assert not [module for module in imports(path) if module.startswith("engine.systems")]


def test_systems_do_not_import_each_other() -> None:
    for path in ENGINE:
        if "systems" in path.parts and path.parent.name != "systems":
            own = path.parts[path.parts.index("systems") + 1]
            for module in imports(path):
                assert not module.startswith("engine.systems.") or module.split(".")[2] == own


@pytest.mark.parametrize("path", ENGINE, ids=name_of)
def test_the_engine_knows_neither_bridge_nor_foundry(path: Path) -> None:
    assert not [one for one in imports(path) if one.startswith(("vtt_bridge", "foundry"))]


class Lint(ast.NodeVisitor):
    """Finds what would make a rule run differently the second time."""

    def __init__(self) -> None:
        self.faults: list[str] = []

    def fault(self, node: ast.AST, what: str) -> None:
        self.faults.append(f"line {getattr(node, 'lineno', 0)}: {what}")

    def visit_Try(self, node: ast.Try) -> None:
        self.fault(node, "a try may swallow a pause")
        self.generic_visit(node)

    def visit_Global(self, node: ast.Global) -> None:
        self.fault(node, "global state")

    def visit_Nonlocal(self, node: ast.Nonlocal) -> None:
        self.fault(node, "state outside the function")

    def visit_For(self, node: ast.For) -> None:
        self._ordered(node.iter)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        self._ordered(node.iter)
        self.generic_visit(node)

    def _ordered(self, iterated: ast.expr) -> None:
        made = isinstance(iterated, ast.Set | ast.SetComp) or (
            isinstance(iterated, ast.Call)
            and isinstance(iterated.func, ast.Name)
            and iterated.func.id in ("set", "frozenset")
        )
        if made:
            self.fault(iterated, "the order of a set is chance")

    def visit_Module(self, node: ast.Module) -> None:
        for one in node.body:
            value = one.value if isinstance(one, ast.Assign | ast.AnnAssign) else None
            target = one.targets[0] if isinstance(one, ast.Assign) else getattr(one, "target", None)
            constant = isinstance(target, ast.Name) and (
                target.id.isupper() or target.id == "__all__"
            )
            if isinstance(value, ast.Dict | ast.List | ast.Set) and not constant:
                self.fault(one, "a module's variable that can change")
        self.generic_visit(node)


def lint(source: str) -> list[str]:
    found = Lint()
    found.visit(ast.parse(source))
    return found.faults


@pytest.mark.parametrize("path", RULES, ids=name_of)
def test_rules_run_the_same_every_time(path: Path) -> None:
    assert lint(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("source", "fault"),
    [
        ("try:\n    pass\nfinally:\n    pass", "line 1: a try may swallow a pause"),
        ("for one in {1, 2}:\n    pass", "line 1: the order of a set is chance"),
        ("found = [one for one in set(names)]", "line 1: the order of a set is chance"),
        ("def rule():\n    global count", "line 2: global state"),
        ("seen = {}", "line 1: a module's variable that can change"),
    ],
)
def test_the_lint_finds_what_it_is_for(source: str, fault: str) -> None:
    assert lint(source) == [fault]


@pytest.mark.parametrize("key", sorted(BUILT_IN))
def test_every_ability_has_behaviour_and_every_behaviour_an_ability(key: str) -> None:
    book = get_system(key).book
    assert sorted(book.hooks) == sorted(book.data)


def ability_names() -> list[str]:
    abilities = [one for key in sorted(BUILT_IN) for one in get_system(key).book.data.values()]
    return [name for one in abilities for name in (one.key, one.name)]


@pytest.mark.parametrize("path", [*CORE, *MODULE], ids=name_of)
def test_no_ability_is_named_in_the_core_or_the_module(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    pattern = "|".join(re.escape(name) for name in ability_names())
    assert re.findall(rf"(?<![\w-])(?:{pattern})(?![\w-])", text, re.IGNORECASE) == []


@pytest.mark.parametrize("path", CORE, ids=name_of)
def test_the_core_names_a_system_only_where_systems_are_listed(path: Path) -> None:
    if path.name not in ("system.py", "scenario.py"):
        assert "carps" not in path.read_text(encoding="utf-8").casefold()


def codes(path: Path) -> set[str]:
    """The codes of all `Refused("code")` in a file."""
    return {
        str(node.args[0].value)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "Refused"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }


def test_every_refusal_has_words_and_none_is_left_over() -> None:
    used = set().union(*(codes(path) for path in CORE))
    assert sorted(used) == sorted(REFUSALS)
    for key in BUILT_IN:
        folder = ROOT / "engine" / "systems" / key
        own = set().union(*(codes(path) for path in folder.rglob("*.py"))) - set(REFUSALS)
        assert sorted(own) == sorted(get_system(key).refusals)


def test_no_visible_sentence_shouts() -> None:
    for key in BUILT_IN:
        for words in get_system(key).words.values():
            assert "!" not in (words.text + words.hint + words.reason).replace("!{command}", "")


def test_nothing_in_the_repository_points_outside_it() -> None:
    shared = "../" + "shared"
    kinds = (".py", ".json", ".md", ".toml", ".mjs")
    for folder in ("engine", "vtt_bridge", "foundry_module", "tests", "docs"):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in kinds and "node_modules" not in path.parts:
                assert shared not in path.read_text(encoding="utf-8"), name_of(path)


def people(chance: SeededDice) -> list[dict[str, object]]:
    return [
        {
            "id": f"b{number}",
            "name": f"Bidder {number}",
            "side": "ab"[number % 2],
            "fields": {"abilities": ["tip", "veto", "lucky"], "coins": chance.throw(30)},
        }
        for number in range(1 + chance.throw(3))
    ]


def test_the_toy_passes_the_check_for_third_parties() -> None:
    used = check_system(TOY.key, range(40), people, edits={"coins": 40})
    assert used.abilities >= {"tip", "veto", "lucky"}
    assert used.verbs == {"bid", "sell", "chip", "throw", "note", "turn", "vote"}


def test_the_check_finds_a_rule_that_forgets_what_it_did() -> None:
    names = iter(range(10**6))

    def restless(table: object, outcome: object) -> None:
        if next(names) == 5:
            raise ValueError("an invariant of the system")

    with pytest.raises(Broken, match="seed 3"):
        check_system(TOY.key, [3], people, invariant=restless)
