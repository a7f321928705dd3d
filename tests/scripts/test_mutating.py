"""Tests of the report on mutmut's results."""

import pytest
from children import Problem
from mutating import tell_noticed

NOTICED = [f"    portal.scope.x_scope__mutmut_{number}: killed" for number in range(18)]


def test_counts_mutants_per_module_and_lists_survivors(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [*NOTICED, "    portal.moves.x_move__mutmut_1: timeout", "    portal.moves.x_move__mutmut_2: survived"]
    assert tell_noticed("\n".join([*lines, "    portal.lists.x_rows__mutmut_1: not checked"])) == 0
    output = capsys.readouterr().out
    assert [line.split() for line in output.splitlines()[2:5]] == [
        ["portal.moves", "1", "of", "2"],
        ["portal.scope", "18", "of", "18"],
        ["all", "19", "of", "20,", "95.0", "in", "100", "(at", "least", "95)"],
    ]
    assert output.splitlines()[-1] == "  survived: portal.moves.x_move__mutmut_2"


def test_fails_when_fewer_than_95_percent_are_killed(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell_noticed("\n".join([*NOTICED, "    portal.scope.x_covers__mutmut_1: no tests"])) == 1
    assert "no tests: portal.scope.x_covers__mutmut_1" in capsys.readouterr().out


def test_rejects_results_without_checked_mutants() -> None:
    with pytest.raises(Problem):
        tell_noticed("    portal.scope.x_scope__mutmut_1: not checked\n")
