"""Spreadsheets that an import gives out: a template to start from, and the wrong rows alone."""

import tempfile
from collections.abc import Sequence
from functools import partial
from typing import BinaryIO, cast

from django.http import FileResponse
from openpyxl import Workbook
from openpyxl.styles import Font
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from portal_backend.base.actor import Actor
from portal_backend.base.answers import attachment
from portal_backend.base.words import word
from portal_backend.imports.answers import spoken
from portal_backend.imports.cells import shown
from portal_backend.imports.lists import IMPORTERS, run_of
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.resources.cells import cleaned
from portal_backend.resources.field import FormField
from portal_backend.resources.resource import Column, Row, Sheet
from portal_backend.resources.targets import TARGETS, Target
from portal_backend.resources.xlsx import sheet_name

WIDTH, WIDE = 24, 60
MOST_CHOICES = 200
# what a spreadsheet keeps of a number
EXACT = 10**15
MAX_FILE_NAME = 100
# so many rows of a template offer their choices as lists
TEMPLATE_ROWS = 2_000


def template(target: Target, actor: Actor) -> FileResponse:
    """Build a workbook to start from: headings, an example row, drop-down lists, and a sheet that explains columns."""
    title, book = word(f"resources.{target.name}"), Workbook()
    rows, explained = _first_sheet(book, title), book.create_sheet(sheet_name(word("imports.sheet.columns")))
    _append(rows, [each.label for each in target.fields], bold=True)
    _append(rows, [_example(each, target, actor) for each in target.fields])
    headings = [word(f"imports.sheet.{key}") for key in ("column", "needed", "takes", "choices")]
    _append(explained, headings, bold=True)
    for index, field in enumerate(target.fields, 1):
        choices = _choices(field, actor)
        _append(explained, _explained(field, choices))
        if choices and field.kind == "choice":
            _add_drop_down(rows, book, index, choices)
    for page, wide in ((rows, ()), (explained, (3, 4))):
        page.freeze_panes = "A2"
        for index in range(1, page.max_column + 1):
            page.column_dimensions[get_column_letter(index)].width = WIDE if index in wide else WIDTH
    file = cast("BinaryIO", tempfile.TemporaryFile(suffix=".xlsx"))  # noqa: SIM115 - the answer closes it
    book.save(file)
    file.seek(0)
    return attachment(file, f"{title}.xlsx")


def _first_sheet(book: Workbook, title: str) -> Worksheet:
    page = book.worksheets[0]
    page.title = sheet_name(title)
    return page


def _append(page: Worksheet, texts: Sequence[str], *, bold: bool = False) -> None:
    """Append a row of texts, none of which becomes a formula."""
    row = page.max_row + 1 if page.cell(1, 1).value is not None else 1
    for index, text in enumerate(texts, 1):
        cell = page.cell(row, index)
        cell.value = cleaned(text)
        cell.data_type = "s" if text else "n"
        cell.font = Font(bold=bold)


def _add_drop_down(rows: Worksheet, book: Workbook, index: int, choices: Sequence[str]) -> None:
    """Offer the choices of a column as a list, kept in a hidden sheet: a rule itself holds 255 characters."""
    lists = book["lists"] if "lists" in book.sheetnames else book.create_sheet("lists")
    lists.sheet_state = "hidden"
    letter = get_column_letter(index)
    for row, choice in enumerate(choices, 1):
        cell = lists.cell(row, index)
        cell.value, cell.data_type = cleaned(choice), "s"
    # other texts are refused by the import, with the reason at the cell; here they are only not offered
    rule = DataValidation("list", formula1=f"lists!${letter}$1:${letter}${len(choices)}", showErrorMessage=False)
    rule.add(f"{letter}2:{letter}{TEMPLATE_ROWS}")
    rows.add_data_validation(rule)


def _choices(field: FormField, actor: Actor) -> list[str]:
    offered = [str(choice["name"]) for choice in field.choices(actor)] if field.choices else []
    return offered[:MOST_CHOICES]


def _example(field: FormField, target: Target, actor: Actor) -> str:
    """What the filled row of a template shows: what is declared, in the reader's words where it is a choice."""
    given = target.importing.example.get(field.key, "")
    if not field.choices:
        return given
    offered = {str(each["key"]): str(each["name"]) for each in field.choices(actor)}
    return offered.get(given) or given or next(iter(offered.values()), "")


def _explained(field: FormField, choices: Sequence[str]) -> list[str]:
    """Describe what a column takes: name, whether it is needed, kind, choices."""
    needed = word("yes" if field.required and field.kind != "boolean" else "no")
    return [field.label, needed, word(f"imports.takes.{field.kind}", value=field.max_length), ", ".join(choices)]


def _wrong_rows_of(actor: Actor, run_id: int) -> Sheet:
    """The wrong rows of an import: its own columns, and one more that says what is wrong. Raises 404."""
    run = run_of(run_id, actor, without=("sheets",))
    labels = {each.key: each.label for each in TARGETS[run.target].fields}
    columns = [
        Column(key, source="cells", value=partial(_cell, key), heading=heading)
        for key, heading in _headings(run, labels).items()
    ]
    error = Column(
        "error", "longText", source="errors", value=partial(_errors, labels), heading=word("imports.sheet.error")
    )
    name = (run.file_name.rpartition(".")[0] or run.file_name)[:MAX_FILE_NAME]
    return Sheet(
        WRONG_ROWS.name,
        (*columns, error),
        lambda actor, parent: ImportRow.objects.filter(run=run, verdict=Verdict.WRONG).order_by("number"),
        IMPORTERS,
        WRONG_ROWS.parent,
        given_title=f"{name} - {WRONG_ROWS.title}",
    )


def _headings(run: ImportRun, labels: dict[str, str]) -> dict[str, str]:
    """The headings of the file by field; the field's own where there is none, or two are alike."""
    given = {each["field"]: cleaned(each["heading"]) for each in run.columns if each["field"]}
    for key in run.fixed:
        given.setdefault(key, None)
    taken = [*given.values(), *labels.values(), word("imports.sheet.error")]
    return {
        key: heading if heading and taken.count(heading) - (heading == labels[key]) == 1 else labels[key]
        for key, heading in given.items()
    }


def _cell(key: str, row: Row, actor: Actor) -> object:
    """A cell as it came or was corrected, of the kind that it came as."""
    cell = row["cells"].get(key)
    is_number = isinstance(cell, int | float) and not isinstance(cell, bool) and abs(cell) < EXACT
    return cell if is_number else shown(cell)


def _errors(labels: dict[str, str], row: Row, actor: Actor) -> str:
    """Describe the errors of a row."""
    told = [
        f"{labels[key]}: {spoken(each)}" if key in labels else spoken(each)
        for key, errors in row["errors"].items()
        for each in errors
    ]
    return "; ".join(told)


WRONG_ROWS = Sheet("import-wrong-rows", (), lambda actor, parent: [], IMPORTERS, "id", of_record=_wrong_rows_of)
