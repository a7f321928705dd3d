"""The security page is complete and refers to existing tests.

Tests of rules that no other test covers are here too.
"""

import re
import socket
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "security.md").read_text(encoding="utf-8")
OWN, OWASP = PAGE.split("## OWASP")
TEST_REFERENCE = re.compile(r"`([\w./]+\.(?:py|ts))::([^`]+)`")
UNTESTED_MARKS = ("does not apply", "not met", "by the operator", "strict; no object")
# number of level 1 and 2 requirements in each section of ASVS 5.0.0; they are the first ones
COUNTS = """
1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1
3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4
5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4
7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1
9.1:3 9.2:4 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1
12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3
15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3
"""
SECTIONS = {section: int(count) for section, count in (each.split(":") for each in COUNTS.split())}
WHOLE_CHAPTERS = {"10", "17"}


def parse_rows(text: str) -> list[list[str]]:
    """Return the cells of each table row in a text, without headings."""
    lines = [line.strip("|").split("|") for line in text.splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line] for line in lines if line[0].strip() not in ("point", "requirement")]


def find_test_names(cell: str) -> Iterator[str]:
    """Yield the requirements that the first cell of a row covers."""
    for part in cell.split(", "):
        first, _, last = part.partition("–")
        section, _, number = first.rpartition(".")
        for each in range(int(number), int((last or first).rpartition(".")[2]) + 1):
            yield f"{section}.{each}" if section else str(each)


@pytest.mark.parametrize("path", sorted({path for path, _ in TEST_REFERENCE.findall(PAGE)}))
def test_every_referenced_test_exists(path: str) -> None:
    text = (ROOT / "tests" / path).read_text(encoding="utf-8")
    names = {name for each, name in TEST_REFERENCE.findall(PAGE) if each == path}
    assert {name for name in names if (f"def {name}(" if path.endswith(".py") else f"'{name}'") not in text} == set()


def test_every_point_of_the_portals_own_list_is_covered() -> None:
    assert [row[0] for row in parse_rows(OWN)] == [*map(str, range(1, 27)), "drills"]


def test_every_level_2_requirement_is_listed_once() -> None:
    expected = {f"{section}.{number}" for section, count in SECTIONS.items() for number in range(1, count + 1)}
    listed = Counter(each for row in parse_rows(OWASP) for each in find_test_names(row[0]))
    assert set(listed) == expected | WHOLE_CHAPTERS
    assert [each for each, times in listed.items() if times > 1] == []


def test_untested_requirements_are_marked() -> None:
    unmarked = [
        row[0]
        for row in parse_rows(PAGE)
        if not TEST_REFERENCE.search(row[2]) and not any(each in row[1] for each in UNTESTED_MARKS)
    ]
    assert unmarked == []


def test_network_access_is_blocked_in_tests() -> None:
    """Connections to other machines fail in every test."""
    with pytest.raises(PermissionError):
        socket.getaddrinfo("example.org", 443)
    with socket.socket() as line, pytest.raises(PermissionError):
        line.connect(("192.0.2.1", 443))


def test_workers_accept_json_only() -> None:
    assert settings.CELERY_ACCEPT_CONTENT == ["json"]


@pytest.mark.parametrize("name", ["base", "node", "dev", "audit", "bench"])
def test_every_package_is_pinned_with_hash(name: str) -> None:
    text = (ROOT / "requirements" / f"{name}.txt").read_text(encoding="utf-8")
    pins = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert pins
    assert [line for line in pins if not re.match(r"[\w.\[\],-]+==[\w.]+ .*\\$", line)] == []
    assert text.count("--hash=sha256:") >= len(pins)
