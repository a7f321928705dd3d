"""What scripts/test mutants makes of mutmut's results."""

import pytest
from children import Problem
from mutating import tell_noticed

NOTICED = [f"    portal.scope.x_scope__mutmut_{number}: killed" for number in range(18)]


def test_each_module_is_counted_and_what_was_not_noticed_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [*NOTICED, "    portal.moves.x_move__mutmut_1: timeout", "    portal.moves.x_move__mutmut_2: survived"]
    assert tell_noticed("\n".join([*lines, "    portal.lists.x_rows__mutmut_1: not checked"])) == 0
    told = capsys.readouterr().out
    assert [line.split() for line in told.splitlines()[2:5]] == [
        ["portal.moves", "1", "of", "2"],
        ["portal.scope", "18", "of", "18"],
        ["all", "19", "of", "20,", "95.0", "in", "100", "(at", "least", "95)"],
    ]
    assert told.splitlines()[-1] == "  survived: portal.moves.x_move__mutmut_2"


def test_fewer_than_95_in_100_are_too_few(capsys: pytest.CaptureFixture[str]) -> None:
    assert tell_noticed("\n".join([*NOTICED, "    portal.scope.x_covers__mutmut_1: no tests"])) == 1
    assert "no tests: portal.scope.x_covers__mutmut_1" in capsys.readouterr().out


def test_nothing_tried_is_no_success() -> None:
    with pytest.raises(Problem):
        tell_noticed("    portal.scope.x_scope__mutmut_1: not checked\n")
