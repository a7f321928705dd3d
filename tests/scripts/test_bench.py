"""Tests of scripts/bench: each row is measured on a few repairs and marked."""

from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook

pytest.importorskip("rest_framework", reason="requirements/bench.txt is not installed")

from benchmarks import __main__ as bench
from benchmarks import big_export
from benchmarks.cpu_meter import Meter, Ratio
from benchmarks.databases import get_world
from benchmarks.pairs import iter_pairs, requests
from benchmarks.pairs.pair import LARGE_SIZE, Figure, Pair
from benchmarks.sample_repairs import fill_database

ROWS = {
    *("active by createdAt", "closed by completedAt", "active as a client", "closed, a page half way down"),
    *("search, one hit", "login", "open", "move", "save a decision", "create", "export, a row"),
    *("report, rows", "report, charts", "open, 2 units", "save diagnostics, 2 units"),
}


def build_figure(name: str, hashes: float, *, growth: float | None = None) -> Figure:
    return Figure(Pair(name, str, max_growth=growth), Ratio(1, 1, 1, 1), hashes, None)


@pytest.mark.django_db(transaction=True)  # a separate server process responds to the polls
def test_measures_each_row(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(requests, "UNIT_COUNT", 2)
    fill_database(120, 4)
    meter = Meter()
    figures = [Figure.measure(pair, meter, 1, 60, pair.get_limit(LARGE_SIZE)) for pair in iter_pairs(get_world())]
    assert {each.pair.name for each in figures} >= ROWS
    assert all(each.ratio.value > 0 and each.hashes > 0 for each in figures)
    assert all(str(each).startswith(each.pair.name) for each in figures)


@pytest.mark.django_db  # on PostgreSQL a meter queries the database
def test_time_limit_reduces_rounds() -> None:
    assert [len(Meter().measure_alternating([str], 9, seconds)[0]) for seconds in (0, 60)] == [2, 9]


def test_marks_row_over_limit() -> None:
    pair = Pair("list", str, limit=0.25, min_size=LARGE_SIZE)
    few, lots = (Figure(pair, Ratio(3, 10, 0.2, 0.4), 1, pair.get_limit(size)) for size in (1_000, LARGE_SIZE))
    assert (few.is_within_limit, lots.is_within_limit) == (True, False), (
        "a limit for large sizes does not apply to small ones"
    )
    assert str(lots).endswith("over")


def test_marks_growth_over_limit() -> None:
    sizes = {
        1_000: [
            build_figure("search", 1.0, growth=2),
            build_figure("move", 1.0, growth=1.25),
            build_figure("list", 1.0),
        ],
        100_000: [
            build_figure("search", 1.9, growth=2),
            build_figure("move", 1.3, growth=1.25),
            build_figure("list", 9.0),
        ],
        10**6: [build_figure("search", 3.0, growth=2), build_figure("move", 1.3, growth=1.25)],
    }
    lines = list(bench.check_growth(sizes))
    assert [line.split()[0] for line, _ in lines] == ["search", "move"], "rows not measured at each size are omitted"
    assert [within for _, within in lines] == [True, False]
    assert "1.90 x" in lines[0][0]


def test_marks_export_over_time_or_memory_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {"portal": big_export.ExportCost(100, 1.0, 301), "openpyxl": big_export.ExportCost(100, 2.9, 80)}
    monkeypatch.setattr(big_export, "measure_once", lambda writer, folder: costs[writer])
    monkeypatch.setattr(big_export, "dump_rows", lambda made: None)
    lines = list(big_export.measure_exports())
    assert [within for _, within in lines] == [True, False, True, False]
    assert "2.90" in lines[-1][0]


def test_openpyxl_writes_the_same_rows(tmp_path: Path) -> None:
    book = Workbook()
    for row in (("Request", "Units"), ("R-1", 2)):
        book.worksheets[0].append(list(row))
    book.save(tmp_path / "portal.xlsx")
    big_export.dump_rows(tmp_path / "portal.xlsx")
    assert big_export.write_with_openpyxl(tmp_path / "openpyxl.xlsx") == 1
    again = load_workbook(tmp_path / "openpyxl.xlsx").worksheets[0]
    assert [[cell.value for cell in row] for row in again.iter_rows()] == [["Request", "Units"], ["R-1", 2]]
