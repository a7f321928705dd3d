"""The contract's tables as data, independent of the server's code.

tables.md is a copy of the tables, so that the tests need only the repository. If the contract itself is next to the
checkout, test_contract_tables.py compares the copy with it.
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
    """A status of a process table."""

    status: str
    tab: str
    waits_for: Role | None
    movers: frozenset[Role]
    guarded: bool
    next: frozenset[str]
    terminal: bool


def shape(path: str) -> str:
    """Return a path without the names of its placeholders."""
    return re.sub(r"\{[^}]*\}", "{}", path)


def roles_of(letters: str) -> frozenset[Role]:
    """Parse role letters; "*" means all five, "-" public."""
    if letters.strip() == "*":
        return frozenset(LETTERS.values())
    return frozenset(LETTERS[each] for each in letters.split() if each in LETTERS)


def extract(contract: str) -> str:
    """Extract the tables of the contract, section by section."""
    lines: list[str] = []
    is_included = False
    for line in contract.splitlines():
        if heading := re.match(r"^#+ (\d+(?:\.\d+)?)", line):
            is_included = heading[1] in SECTIONS
            if is_included:
                lines += ["", line, ""]
        elif is_included and line.startswith("|"):
            lines.append(line)
    return "\n".join(lines).strip() + "\n"


@cache
def section(number: str) -> str:
    """Return the tables of a section."""
    text = COPY.read_text(encoding="utf-8")
    match = re.search(rf"^### {re.escape(number)} .*?(?=^### |\Z)", text, re.MULTILINE | re.DOTALL)
    assert match, f"no section {number} in {COPY.name}"
    return match[0]


def parsed(text: str) -> dict[str, Row]:
    """Parse the statuses of a process table, in order."""
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
    """Return the statuses of a process, in order, from its section of the contract."""
    return parsed(section(number))


@cache
def call_roles() -> dict[tuple[str, str], frozenset[Role]]:
    """Return the roles of each call of section 6, by verb and normalized path."""
    text = COPY.read_text(encoding="utf-8")
    return {(verb, shape(path)): roles_of(letters) for verb, path, letters in CALL.findall(text)}


def public_calls() -> set[tuple[str, str]]:
    """Return the calls of section 6 that need no token."""
    text = COPY.read_text(encoding="utf-8")
    return {(verb, shape(path)) for verb, path, letters in CALL.findall(text) if letters == "-"}
