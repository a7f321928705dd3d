"""Conversion of values to spreadsheet cells."""

import io
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

import openpyxl
import pytest

from portal_backend.core.actor import Actor, Role
from portal_backend.resources.resource import Column, Table
from portal_backend.resources.xlsx import MAX_CELL_LENGTH, Export, build_converter, sanitize_cell_text

ANA = Actor(1, "ana", "Ana", Role.ADMIN, None, None)
NOON = datetime(2026, 7, 1, 16, tzinfo=UTC)


def convert(value: object, **column: Any) -> object:
    return build_converter(Column("x", source="x", **column), ANA, None)({"x": value})


@pytest.mark.parametrize(
    ("value", "cell"),
    [
        ("text", "text"),
        ("", None),
        (None, None),
        (True, "Yes"),
        (False, "No"),
        (7, 7),
        (10**15 - 1, 10**15 - 1),
        (10**15, "1000000000000000"),  # a number would lose digits
        (-(10**15), "-1000000000000000"),
        (Decimal("10.50"), 10.5),
        (NOON, datetime(2026, 7, 1, 12)),  # noqa: DTZ001 - as cells hold it
        (date(2026, 7, 1), date(2026, 7, 1)),
        (date(1899, 12, 31), "1899-12-31"),  # spreadsheet dates begin in 1900
        (datetime(1850, 1, 1, 12, tzinfo=UTC), "1850-01-01 07:03:58"),
        (["a", "b"], "['a', 'b']"),
    ],
)
def test_converts_values_by_type(value: object, cell: object) -> None:
    assert convert(value) == cell


def test_converts_keys_to_translated_messages() -> None:
    assert convert("ADMIN", message_prefix="roles") == "Administrator"
    assert convert(None, message_prefix="roles") is None
    assert convert("REPAIR", message_prefix=lambda row: "kinds") == "Repair"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("a\x00b\x0b\x1f\x7f\x85c\r", "abc"),
        ("two\nlines\tand a tab", "two\nlines\tand a tab"),
        ("lone \ud83d surrogates \udc00", "lone  surrogates "),
        ("no \ufffe\uffff characters", "no  characters"),
        ("señal Ж 信号 😀", "señal Ж 信号 😀"),
        ("_x0041_", "_x0041_"),
        ("é" * 40_000, "é" * MAX_CELL_LENGTH),
        ("😀" * 20_000, "😀" * (MAX_CELL_LENGTH // 2)),  # two code units each; no surrogate pair is split
        ("\x00", None),
    ],
)
def test_sanitizes_cell_text(text: str, kept: str | None) -> None:
    assert sanitize_cell_text(text) == kept


def test_file_is_readable_with_any_cell_values() -> None:
    values = [
        *("=1+1", "+1", "-1", "@SUM(A1)", '=HYPERLINK("http://evil.test","x")', "http://evil.test", "mailto:a@b.c"),
        *(" lead", "trail ", "<b>&amp;", "]]>", "\ud800", "😀" * 20_000, "'quoted", "007", "1e5"),
        *(10**18, Decimal("1e-9"), date(1, 1, 1), NOON, None, True),
    ]
    sheet = Table("contacts", (Column("username", source="x"),), lambda actor, parent: [])
    target = io.BytesIO()
    number = Export(sheet, sheet.columns, [{"x": value} for value in values], ANA).write(target)
    assert number == len(values)
    page = openpyxl.load_workbook(target).active
    assert page is not None
    cells = [row[0] for row in page.iter_rows(min_row=2)]
    assert [cell.value for cell in cells] == [convert(value) for value in values]
    assert {cell.data_type for cell in cells} <= {"s", "inlineStr", "n", "d"}
    assert all(cell.hyperlink is None for cell in cells)
