"""Detection of the header row, and mapping of columns to fields."""

from typing import Any

import pytest

from portal_backend.catalogue.admin_lists import PARTS
from portal_backend.imports.column_matching import HeadingMatcher, find_header_row, match_columns
from portal_backend.imports.file_reader import SheetSummary
from portal_backend.resources.import_targets import IMPORT_TARGETS

Rows = list[list[Any]]


def build_sheet(rows: Rows) -> SheetSummary:
    return SheetSummary("", len(rows), list(enumerate(rows, 1)))


@pytest.fixture
def headings() -> HeadingMatcher:
    return HeadingMatcher(IMPORT_TARGETS[PARTS.name], "en", {})


@pytest.mark.parametrize(
    ("rows", "line"),
    [
        ([["num_articulo1", "descripcion1"], ["A-100", "Fan"], ["A-200", "Filter 12"]], 1),
        (
            [
                ["\u0410\u0440\u0442\u0438\u043a\u0443\u043b", "\u0426\u0435\u043d\u0430 1"],
                ["A-1", "12,50"],
                ["A-2", "7"],
            ],
            1,
        ),
        ([["Price list 2026"], ["x1", "y2"], ["A-1", "12.50"], ["A-2", "7"]], 2),
        ([["A-100", "Fan", "12.50"], ["A-200", "Filter", "3.10"]], 0),
        ([["A-100", "Fan 12 inch"], ["A-200", "Filter 3 inch"]], 0),
        ([["R-400", "Probe"], ["R-500", "Cable 3"]], 0),
    ],
)
def test_finds_header_row_by_rows_below(headings: HeadingMatcher, rows: Rows, line: int) -> None:
    assert find_header_row(build_sheet(rows), headings) == line


def map_columns(headings: HeadingMatcher, *rows: list[Any]) -> dict[str, tuple[str | None, bool]]:
    columns = match_columns(build_sheet(list(rows)), 1, headings, IMPORT_TARGETS[PARTS.name])
    return {each["heading"]: (each["field"], each["sure"]) for each in columns}


def test_prefers_column_with_content(headings: HeadingMatcher) -> None:
    found = map_columns(headings, ["Comments", "Discription"], [None, "Fan"], ["", "Filter"])
    assert found == {"Comments": (None, False), "Discription": ("descriptionEn", False)}


@pytest.mark.parametrize(
    ("heading", "field"),
    [("Item Description", "descriptionEn"), ("Model Number", "model"), ("Modelo/Tipo", "model")],
)
def test_matches_common_headings(headings: HeadingMatcher, heading: str, field: str) -> None:
    assert map_columns(headings, [heading, "Maker"], ["A", "B"])[heading] == (field, True)


@pytest.mark.parametrize("heading", ["Order Number", "Codigo SAP"])
def test_ambiguous_heading_requires_confirmation(headings: HeadingMatcher, heading: str) -> None:
    assert map_columns(headings, [heading, "Maker"], ["A-1", "B"])[heading] == ("number", False)
