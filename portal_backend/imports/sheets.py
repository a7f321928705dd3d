"""Spreadsheets that an import gives out: a template to start from, and the wrong rows alone."""

import tempfile
from collections.abc import Sequence
from typing import Any

from django.http import FileResponse
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter

from portal_backend.base.actor import Actor
from portal_backend.base.words import word
from portal_backend.imports.answers import spoken
from portal_backend.imports.cells import Cell, shown
from portal_backend.imports.models import ImportRun, Verdict
from portal_backend.resources.cells import cleaned
from portal_backend.resources.field import FormField
from portal_backend.resources.targets import TARGETS, Target

WIDTH, WIDE = 24, 60
MOST_CHOICES = 200
# what a spreadsheet keeps of a number
EXACT = 10**15


def template(target: Target, actor: Actor) -> FileResponse:
    """A file to start from: the headings, a filled row, and a sheet that tells what each column takes."""
    title, book = word(f"resources.{target.name}"), Workbook(write_only=True)
    rows = _sheet(book, title, [each.label for each in target.fields])
    _append(rows, [_example(each, target, actor) for each in target.fields])
    _explain(book, target, actor)
    return _answer(book, title)


def wrong_rows(run: ImportRun, actor: Actor) -> FileResponse:
    """The wrong rows alone, their cells as they came or were corrected, with what is wrong in a column more."""
    fields, book = {each.key: each for each in TARGETS[run.target].fields}, Workbook(write_only=True)
    headings = {each["field"]: each["heading"] or fields[each["field"]].label for each in run.columns if each["field"]}
    for key in run.fixed:
        headings.setdefault(key, fields[key].label)
    title = word("imports.sheet.wrong")
    rows = _sheet(book, title, [*headings.values(), word("imports.sheet.error")])
    for row in run.rows.filter(verdict=Verdict.WRONG).order_by("number").iterator(chunk_size=1000):
        said = [
            f"{fields[key].label}: {spoken(each)}" if key in fields else spoken(each)
            for key, errors in row.errors.items()
            for each in errors
        ]
        _append(rows, [*(row.cells.get(key) for key in headings), "; ".join(said)])
    return _answer(book, f"{run.file_name.rpartition('.')[0] or run.file_name} - {title}")


def _sheet(book: Workbook, title: str, headings: list[str], wide: Sequence[int] = ()) -> Any:
    page: Any = book.create_sheet("".join(char for char in title if char not in "[]:*?/\\")[:31])
    for index in range(len(headings)):
        page.column_dimensions[get_column_letter(index + 1)].width = WIDE if index in wide else WIDTH
    page.freeze_panes = "A2"
    _append(page, list(headings), bold=True)
    return page


def _append(page: Any, values: Sequence[Cell], *, bold: bool = False) -> None:
    """A row, each cell of the kind that it came as; no text becomes a formula."""
    cells = []
    for value in values:
        is_number = isinstance(value, int | float) and abs(value) < EXACT
        cell = WriteOnlyCell(page, value if is_number else cleaned(shown(value)))
        if not is_number and cell.value is not None:
            cell.data_type = "s"
        cell.font = Font(bold=bold)
        cells.append(cell)
    page.append(cells)


def _example(field: FormField, target: Target, actor: Actor) -> str:
    """What the filled row of a template shows: what is declared, in the reader's words where it is a choice."""
    given = target.importing.example.get(field.key, "")
    if not field.choices:
        return given
    offered = {str(each["key"]): str(each["name"]) for each in field.choices(actor)}
    return offered.get(given) or given or next(iter(offered.values()), "")


def _explain(book: Workbook, target: Target, actor: Actor) -> None:
    """What each column takes."""
    headings = [word(f"imports.sheet.{key}") for key in ("column", "needed", "takes", "choices")]
    page = _sheet(book, word("imports.sheet.columns"), headings, wide=(2, 3))
    for each in target.fields:
        offered = [str(choice["name"]) for choice in each.choices(actor)] if each.choices else []
        needed = word("yes" if each.required and each.kind != "boolean" else "no")
        takes = word(f"imports.takes.{each.kind}", value=each.max_length)
        _append(page, [each.label, needed, takes, ", ".join(offered[:MOST_CHOICES])])


def _answer(book: Workbook, title: str) -> FileResponse:
    file = tempfile.TemporaryFile(suffix=".xlsx")  # noqa: SIM115 - the answer closes it once it is sent
    book.save(file)
    file.seek(0)
    answer = FileResponse(file, as_attachment=True, filename=f"{title}.xlsx")
    answer["Cache-Control"] = "private, no-store"
    return answer
