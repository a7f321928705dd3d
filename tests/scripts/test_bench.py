"""scripts/bench: each of its rows is measured, on a handful of repairs, and told against its limits."""

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

pytest.importorskip("rest_framework", reason="requirements/bench.txt is not installed")

from benchmarks import __main__ as bench
from benchmarks import big_export
from benchmarks.clock import Meter, Ratio
from benchmarks.filled import everybody
from benchmarks.pairs import every_pair, requests
from benchmarks.pairs.pair import AT_SCALE, Figure, Pair
from benchmarks.report_rows import fill

ROWS = {
    *("active by createdAt", "closed by completedAt", "active as a client", "closed, a page half way down"),
    *("search, one hit", "login", "open", "move", "save a decision", "create", "export, a row"),
    *("report, rows", "report, charts", "open, 2 units", "save diagnostics, 2 units"),
}


def figure(name: str, hashes: float, *, growth: float | None = None) -> Figure:
    return Figure(Pair(name, str, growth=growth), Ratio(1, 1, 1, 1), hashes, None)


@pytest.mark.django_db(transaction=True)  # a server of its own answers the polls
def test_each_row_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "MANY", 2)
    fill(120, 4)
    meter = Meter()
    figures = [Figure.measured(pair, meter, 1, 60, pair.limit_at(AT_SCALE)) for pair in every_pair(everybody())]
    assert {each.pair.name for each in figures} >= ROWS
    assert all(each.ratio.value > 0 and each.hashes > 0 for each in figures)
    assert all(str(each).startswith(each.pair.name) for each in figures)


@pytest.mark.django_db  # on PostgreSQL a meter asks what the database worked
def test_a_slow_row_takes_fewer_rounds_and_a_quick_one_all() -> None:
    assert [len(Meter().alternate([str], 9, seconds)[0]) for seconds in (0, 60)] == [2, 9]


def test_a_row_over_its_limit_is_marked() -> None:
    pair = Pair("list", str, limit=0.25, least=AT_SCALE)
    few, lots = (Figure(pair, Ratio(3, 10, 0.2, 0.4), 1, pair.limit_at(size)) for size in (1_000, AT_SCALE))
    assert (few.within, lots.within) == (True, False), "a limit for many says nothing of few"
    assert str(lots).endswith("over")


def test_what_grows_with_the_number_of_requests_is_marked() -> None:
    sizes = {
        1_000: [figure("search", 1.0, growth=2), figure("move", 1.0, growth=1.25), figure("list", 1.0)],
        100_000: [figure("search", 1.9, growth=2), figure("move", 1.3, growth=1.25), figure("list", 9.0)],
        10**6: [figure("search", 3.0, growth=2), figure("move", 1.3, growth=1.25)],
    }
    told = list(bench.growth(sizes))
    assert [line.split()[0] for line, _ in told] == ["search", "move"], "what was not measured at each size is left out"
    assert [within for _, within in told] == [True, False]
    assert "1.90 x" in told[0][0]


def test_a_spreadsheet_that_is_too_slow_or_too_large_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {"portal": big_export.Cost(100, 1.0, 301), "openpyxl": big_export.Cost(100, 2.9, 80)}
    monkeypatch.setattr(big_export, "once", lambda writer, folder: costs[writer])
    monkeypatch.setattr(big_export, "keep_rows", lambda made: None)
    told = list(big_export.measured())
    assert [within for _, within in told] == [True, False, True, False]
    assert "2.90" in told[-1][0]


def test_the_same_rows_are_written_by_openpyxl(tmp_path: Path) -> None:
    book = Workbook()
    for row in (("Request", "Units"), ("R-1", 2)):
        book.worksheets[0].append(list(row))
    book.save(tmp_path / "portal.xlsx")
    big_export.keep_rows(tmp_path / "portal.xlsx")
    assert big_export.openpyxl(tmp_path / "openpyxl.xlsx") == 1
    again = load_workbook(tmp_path / "openpyxl.xlsx").worksheets[0]
    assert [[cell.value for cell in row] for row in again.iter_rows()] == [["Request", "Units"], ["R-1", 2]]
