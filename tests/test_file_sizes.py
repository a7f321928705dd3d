"""Files that are too long to read, and modules too short to be found."""

import ast
from collections import defaultdict
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
MAX_LINES, MIN_LINES = 400, 30
# Django finds these by name
CONVENTIONAL_NAMES = frozenset({"__init__.py", "apps.py", "models.py", "tasks.py", "urls.py"})
# import one of everything
ASSEMBLIES = frozenset({"portal_backend.wiring", "portal_backend.config.api"})


def list_modules(folder: str) -> dict[str, Path]:
    """List the modules of a folder by dotted name, without migrations and commands."""
    paths = [path for path in (ROOT / folder).rglob("*.py") if {"migrations", "commands"}.isdisjoint(path.parts)]
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in paths}


def list_imports(path: Path, modules: dict[str, Path]) -> set[str]:
    """List the modules that a file imports from, among those given."""
    nodes = [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.ImportFrom)]
    names = {f"{node.module}.{alias.name}" for node in nodes for alias in node.names}
    return (names | {str(node.module) for node in nodes}) & modules.keys()


@pytest.mark.parametrize("folder", ["portal_backend", "tests", "scripts", "benchmarks", "fixtures"])
def test_no_file_is_too_long(folder: str) -> None:
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in list_modules(folder).items()}
    assert {name: length for name, length in lengths.items() if length > MAX_LINES} == {}


def test_no_short_module_has_a_single_importer() -> None:
    modules, commands = list_modules("portal_backend"), (ROOT / "scripts").rglob("*.py")
    used_by_commands = set().union(*(list_imports(path, modules) for path in commands))
    importers: dict[str, set[str]] = defaultdict(set)
    for name, path in modules.items():
        for each in list_imports(path, modules):
            importers[each].add(name)
    short = {
        name
        for name, path in modules.items()
        if len(path.read_text(encoding="utf-8").splitlines()) < MIN_LINES and path.name not in CONVENTIONAL_NAMES
    }
    short -= used_by_commands
    assert {name for name in short if len(importers[name]) < 2 and importers[name].isdisjoint(ASSEMBLIES)} == set()
