"""Spreadsheets: real dates, real numbers, localised headings, and text that stays text (contract section 5)."""

import logging
import tempfile
import unicodedata
from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from typing import Any

import xlsxwriter
from django.db.models import QuerySet
from django.http import FileResponse
from xlsxwriter.worksheet import Worksheet

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import local
from portal_backend.base.words import word
from portal_backend.resources.resource import Column, Row, Sheet, cell, raw_rows

log = logging.getLogger("portal.lists")
BATCH = 2000
LONGEST_CELL = 32_767
WIDTHS = {"datetime": 22, "date": 14, "number": 12, "money": 12, "status": 26, "role": 18, "boolean": 10}


def spreadsheet(sheet: Sheet, rows: Any, actor: Actor, offset_minutes: int | None = None) -> FileResponse:
    """The file of `rows`, written row by row to disk and streamed from there, whatever its size."""
    target = tempfile.TemporaryFile(suffix=".xlsx")  # noqa: SIM115 - the answer closes it once it is sent
    options = {"constant_memory": True, "strings_to_formulas": False, "strings_to_urls": False, "in_memory": False}
    book = xlsxwriter.Workbook(target, options)
    page = book.add_worksheet(_sheet_name(sheet.title))
    heading = book.add_format({"bold": True, "bottom": 1})
    formats = {
        "datetime": book.add_format({"num_format": "mm/dd/yyyy hh:mm AM/PM"}),
        "date": book.add_format({"num_format": "mm/dd/yyyy"}),
        "money": book.add_format({"num_format": "#,##0.00"}),
    }
    # the address of a picture is signed and expires
    columns = [column for column in sheet.columns_for(actor) if column.shown and column.kind != "image"]
    for index, column in enumerate(columns):
        page.set_column(index, index, WIDTHS.get(column.kind, 28))
        page.write_string(0, index, column.label(offset_minutes), heading)
    page.freeze_panes(1, 0)
    last = 0
    for last, row in enumerate(_streamed(sheet, rows, actor), start=1):
        for index, column in enumerate(columns):
            _write(page, last, index, exported(column, row, actor, offset_minutes), formats.get(column.kind))
    if columns:
        page.autofilter(0, 0, last, len(columns) - 1)
    book.close()
    target.seek(0)
    log.info("export %s user=%s role=%s rows=%s", sheet.name, actor.username, actor.role, last)
    answer = FileResponse(target, as_attachment=True, filename=f"{sheet.title}.xlsx")
    answer["Cache-Control"] = "private, no-store"
    return answer


def _streamed(sheet: Sheet, rows: Any, actor: Actor) -> Iterator[Row]:
    raw = raw_rows(sheet, rows, actor)
    remaining = iter(raw.iterator(chunk_size=BATCH) if isinstance(raw, QuerySet) else raw)
    while batch := list(islice(remaining, BATCH)):
        if sheet.complete:
            sheet.complete(batch)
        yield from batch


def _sheet_name(title: str) -> str:
    return "".join(char for char in title if char not in "[]:*?/\\")[:31]


def exported(column: Column, row: Row, actor: Actor, offset_minutes: int | None) -> object:
    """A cell as the reader of a spreadsheet wants it: words in place of keys, the shown clock in place of UTC."""
    if column.text:
        return column.text(row)
    value = cell(column, row, actor)
    if isinstance(value, datetime):
        return local(value, offset_minutes)
    if column.words and value not in (None, ""):
        prefix = column.words if isinstance(column.words, str) else column.words(row)
        return word(f"{prefix}.{value}")
    if isinstance(value, bool):
        return word("yes" if value else "no")
    return value


def _write(page: Worksheet, row: int, column: int, value: object, style: Any) -> None:
    if value is None or value == "":
        return
    if isinstance(value, datetime | date):
        page.write_datetime(row, column, value, style)
    elif isinstance(value, int | float | Decimal):
        page.write_number(row, column, float(value), style)
    else:
        page.write_string(row, column, _harmless(str(value)))


def _harmless(text: str) -> str:
    """Text without control characters, which would make the file unreadable, and no longer than a cell holds."""
    kept = (char for char in text if char in "\n\t" or unicodedata.category(char) not in ("Cc", "Cs"))
    return "".join(kept)[:LONGEST_CELL]
