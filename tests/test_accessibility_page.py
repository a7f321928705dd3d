"""docs/accessibility.md: the table has every criterion of WCAG 2.2 A and AA, and the tests that it names exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
# of each guideline, the last numbers of its criteria of levels A and AA; 4.1.1 is gone since 2.2
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


def test_every_criterion_has_its_row() -> None:
    assert [criterion.split()[0] for criterion, _, _ in ROWS] == CRITERIA


@pytest.mark.parametrize(("criterion", "tests"), [(criterion, tests) for criterion, _, tests in ROWS])
def test_the_tests_of_a_criterion_exist(criterion: str, tests: str) -> None:
    """Each is named by its file and words of its title; where there is none, the reason stands in its place."""
    if tests.startswith("none: "):
        return
    for named in tests.split("; "):
        found = re.fullmatch(r"`(\S+)` (.+)", named)
        assert found, f"{criterion}: {named}"
        source = (ROOT / found[1]).read_text(encoding="utf-8")
        titles = re.findall(r"^\s*(?:it|test)\b.*?[(]\s*(['\"`])(.*?)\1", source, re.MULTILINE)
        assert any(found[2] in title for _, title in titles), f"{criterion}: no test {found[2]!r} in {found[1]}"
