"""Table of docs/accessibility.md: all WCAG 2.2 A and AA criteria, existing tests."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# last numbers of the criteria of levels A and AA, by guideline; WCAG 2.2 removed 4.1.1
GUIDELINES = {
    "1.1": [1],
    "1.2": [1, 2, 3, 4, 5],
    "1.3": [1, 2, 3, 4, 5],
    "1.4": [1, 2, 3, 4, 5, 10, 11, 12, 13],
    "2.1": [1, 2, 4],
    "2.2": [1, 2],
    "2.3": [1],
    "2.4": [1, 2, 3, 4, 5, 6, 7, 11],
    "2.5": [1, 2, 3, 4, 7, 8],
    "3.1": [1, 2],
    "3.2": [1, 2, 3, 4, 6],
    "3.3": [1, 2, 3, 4, 7, 8],
    "4.1": [2, 3],
}
CRITERIA = [f"{guideline}.{number}" for guideline, numbers in GUIDELINES.items() for number in numbers]
LINES = (ROOT / "docs/accessibility.md").read_text(encoding="utf-8").splitlines()
ROWS = [[cell.strip() for cell in line.strip("|").split("|")] for line in LINES if re.match(r"\| \d", line)]


def test_every_criterion_has_a_row() -> None:
    assert [criterion.split()[0] for criterion, _, _ in ROWS] == CRITERIA


@pytest.mark.parametrize(("criterion", "tests"), [(criterion, tests) for criterion, _, tests in ROWS])
def test_referenced_tests_exist(criterion: str, tests: str) -> None:
    """A test is given by its file and a part of its title, or by the reason for none."""
    if tests.startswith("none: "):
        return
    for reference in tests.split("; "):
        match = re.fullmatch(r"`(\S+)` (.+)", reference)
        assert match, f"{criterion}: {reference}"
        source = (ROOT / match[1]).read_text(encoding="utf-8")
        titles = re.findall(r"^\s*(?:it|test)\b.*?[(]\s*(['\"`])(.*?)\1", source, re.MULTILINE)
        assert any(match[2] in title for _, title in titles), f"{criterion}: no test {match[2]!r} in {match[1]}"
