"""The contract's tables as data: what the generated tests expect, read from its words and not from the server's code.

tables.md is a copy of the tables alone, so that the tests run wherever the repository is; where the contract itself
lies beside the checkout, test_tables.py holds the copy against it.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from portal_backend.base.actor import Role

COPY = Path(__file__).with_name("tables.md")
SHARED = Path(__file__).resolve().parents[3] / "shared"
CONTRACT = SHARED / "design" / "contract.md"
LETTERS = {
    "C": Role.CLIENT,
    "S": Role.SERVICE,
    "V": Role.SUPERVISOR,
    "A": Role.ADMIN,
    "M": Role.SUSTAINABILITY_MANAGER,
}
SECTIONS = ("4.2", "4.3", "4.4", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6")
CALL = re.compile(r"^\| (GET|POST|PUT|DELETE) \| (/\S+) \| ([^|]+?) \|", re.MULTILINE)


@dataclass(frozen=True)
class Row:
    """One status of a process table."""

    status: str
    tab: str
    waits_for: Role | None
    movers: frozenset[Role]
    guarded: bool
    next: frozenset[str]
    terminal: bool


def shape(path: str) -> str:
    """A path without the names of what stands in it."""
    return re.sub(r"\{[^}]*\}", "{}", path)


def roles_of(letters: str) -> frozenset[Role]:
    """Roles by their letters; "*" is all five, "-" nobody signed in."""
    if letters.strip() == "*":
        return frozenset(LETTERS.values())
    return frozenset(LETTERS[each] for each in letters.split() if each in LETTERS)


def extract(contract: str) -> str:
    """The tables of the contract alone, section by section."""
    kept: list[str] = []
    wanted = False
    for line in contract.splitlines():
        if heading := re.match(r"^#+ (\d+(?:\.\d+)?)", line):
            wanted = heading[1] in SECTIONS
            if wanted:
                kept += ["", line, ""]
        elif wanted and line.startswith("|"):
            kept.append(line)
    return "\n".join(kept).strip() + "\n"


@cache
def section(number: str) -> str:
    """The tables of one section."""
    text = COPY.read_text(encoding="utf-8")
    found = re.search(rf"^### {re.escape(number)} .*?(?=^### |\Z)", text, re.MULTILINE | re.DOTALL)
    assert found, f"no section {number} in {COPY.name}"
    return found[0]


def parsed(text: str) -> dict[str, Row]:
    """The statuses of a process table in order."""
    cells = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in text.splitlines()
        if re.match(r"^\s*\| [A-Z_]+ \|", line)
    ]
    known = {row[0] for row in cells}
    table = {}
    for status, tab, waits_for, movers, guard, following in cells:
        table[status] = Row(
            status=status,
            tab=tab.split()[0],
            waits_for=LETTERS.get(waits_for),
            movers=frozenset() if movers == "none" else roles_of(movers),
            guarded=bool(guard) and not guard.startswith("none"),
            next=frozenset(re.findall(r"[A-Z_]{4,}", following)) & known,
            terminal=not following,
        )
    return table


@cache
def process_table(number: str) -> dict[str, Row]:
    """The statuses of a process in order, from its section of the contract."""
    return parsed(section(number))


@cache
def call_roles() -> dict[tuple[str, str], frozenset[Role]]:
    """Who may make each call of section 6, by verb and shape of the path."""
    text = COPY.read_text(encoding="utf-8")
    return {(verb, shape(path)): roles_of(letters) for verb, path, letters in CALL.findall(text)}


def public_calls() -> set[tuple[str, str]]:
    """The calls of section 6 that need no token."""
    text = COPY.read_text(encoding="utf-8")
    return {(verb, shape(path)) for verb, path, letters in CALL.findall(text) if letters == "-"}
