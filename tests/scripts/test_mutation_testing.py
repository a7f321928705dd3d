"""Tests of the report on mutmut's results."""

import pytest
from mutation_testing import report_killed
from processes import CommandError

KILLED = [f"    portal.scope.x_scope__mutmut_{number}: killed" for number in range(18)]


def test_counts_mutants_per_module_and_lists_survivors(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        *KILLED,
        "    portal.approvals.x_decide__mutmut_1: timeout",
        "    portal.approvals.x_decide__mutmut_2: survived",
    ]
    assert report_killed("\n".join([*lines, "    portal.lists.x_rows__mutmut_1: not checked"])) == 0
    output = capsys.readouterr().out
    assert [line.split() for line in output.splitlines()[2:5]] == [
        ["portal.approvals", "1", "of", "2"],
        ["portal.scope", "18", "of", "18"],
        ["all", "19", "of", "20,", "95.0%", "(at", "least", "95%)"],
    ]
    assert output.splitlines()[-1] == "  survived: portal.approvals.x_decide__mutmut_2"


def test_fails_when_fewer_than_95_percent_are_killed(capsys: pytest.CaptureFixture[str]) -> None:
    assert report_killed("\n".join([*KILLED, "    portal.scope.x_covers__mutmut_1: no tests"])) == 1
    assert "no tests: portal.scope.x_covers__mutmut_1" in capsys.readouterr().out


def test_rejects_results_without_checked_mutants() -> None:
    with pytest.raises(CommandError):
        report_killed("    portal.scope.x_scope__mutmut_1: not checked\n")
