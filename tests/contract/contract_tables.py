"""The contract's tables as data, independent of the server's code.

tables.md is a copy of the tables, so that the tests need only the repository. If the contract itself is next to the
checkout, test_contract_tables.py compares the copy with it.
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from portal_backend.core.actor import Role

TABLES_COPY = Path(__file__).with_name("tables.md")
SHARED_DIR = Path(__file__).resolve().parents[3] / "shared"
CONTRACT_FILE = SHARED_DIR / "design" / "contract.md"
ROLE_BY_LETTER = {
    "C": Role.CLIENT,
    "S": Role.SERVICE,
    "V": Role.SUPERVISOR,
    "A": Role.ADMIN,
    "M": Role.SUSTAINABILITY_MANAGER,
}
CONTRACT_SECTIONS = ("4.2", "4.3", "4.4", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6")
CALL_ROW_PATTERN = re.compile(r"^\| (GET|POST|PUT|DELETE) \| (/\S+) \| ([^|]+?) \|", re.MULTILINE)


@dataclass(frozen=True)
class StatusRow:
    """A status of a process table."""

    status: str
    tab: str
    responsible_role: Role | None
    allowed_roles: frozenset[Role]
    has_guard: bool
    next_statuses: frozenset[str]
    terminal: bool


def normalize_path(path: str) -> str:
    """Return a path without the names of its placeholders."""
    return re.sub(r"\{[^}]*\}", "{}", path)


def parse_roles(letters: str) -> frozenset[Role]:
    """Parse role letters; "*" means all five, "-" public."""
    if letters.strip() == "*":
        return frozenset(ROLE_BY_LETTER.values())
    return frozenset(ROLE_BY_LETTER[each] for each in letters.split() if each in ROLE_BY_LETTER)


def extract_tables(contract: str) -> str:
    """Extract the tables of the contract, section by section."""
    lines: list[str] = []
    is_included = False
    for line in contract.splitlines():
        if heading := re.match(r"^#+ (\d+(?:\.\d+)?)", line):
            is_included = heading[1] in CONTRACT_SECTIONS
            if is_included:
                lines += ["", line, ""]
        elif is_included and line.startswith("|"):
            lines.append(line)
    return "\n".join(lines).strip() + "\n"


@cache
def get_section(number: str) -> str:
    """Return the tables of a section."""
    text = TABLES_COPY.read_text(encoding="utf-8")
    match = re.search(rf"^### {re.escape(number)} .*?(?=^### |\Z)", text, re.MULTILINE | re.DOTALL)
    assert match, f"no section {number} in {TABLES_COPY.name}"
    return match[0]


def parse_table(text: str) -> dict[str, StatusRow]:
    """Parse the statuses of a process table, in order."""
    cells = [
        [cell.strip() for cell in line.strip().strip("|").split("|")]
        for line in text.splitlines()
        if re.match(r"^\s*\| [A-Z_]+ \|", line)
    ]
    known = {row[0] for row in cells}
    table = {}
    for status, tab, waits_for, movers, guard, following in cells:
        table[status] = StatusRow(
            status=status,
            tab=tab.split()[0],
            responsible_role=ROLE_BY_LETTER.get(waits_for),
            allowed_roles=frozenset() if movers == "none" else parse_roles(movers),
            has_guard=bool(guard) and not guard.startswith("none"),
            next_statuses=frozenset(re.findall(r"[A-Z_]{4,}", following)) & known,
            terminal=not following,
        )
    return table


@cache
def get_process_table(number: str) -> dict[str, StatusRow]:
    """Return the statuses of a process, in order, from its section of the contract."""
    return parse_table(get_section(number))


def get_open_statuses(number: str) -> tuple[str, ...]:
    """Return the statuses of a process that are not terminal, in order."""
    return tuple(row.status for row in get_process_table(number).values() if not row.terminal)


@cache
def get_call_roles() -> dict[tuple[str, str], frozenset[Role]]:
    """Return the roles of each call of section 6, by verb and normalized path."""
    text = TABLES_COPY.read_text(encoding="utf-8")
    return {
        (verb, normalize_path(path)): parse_roles(letters) for verb, path, letters in CALL_ROW_PATTERN.findall(text)
    }


def get_public_calls() -> set[tuple[str, str]]:
    """Return the calls of section 6 that need no token."""
    text = TABLES_COPY.read_text(encoding="utf-8")
    return {(verb, normalize_path(path)) for verb, path, letters in CALL_ROW_PATTERN.findall(text) if letters == "-"}
