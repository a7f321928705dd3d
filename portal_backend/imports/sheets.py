"""Spreadsheets that an import gives out: a template to start from, and the wrong rows alone."""

import tempfile
from collections.abc import Sequence
from functools import partial
from typing import BinaryIO, cast

from django.http import FileResponse
from rustpy_xlsxwriter import FastExcel, Format

from portal_backend.base.actor import Actor
from portal_backend.base.answers import attachment
from portal_backend.base.words import word
from portal_backend.imports.answers import spoken
from portal_backend.imports.cells import shown
from portal_backend.imports.lists import IMPORTERS, run_of
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.resources.cells import Cell, cleaned
from portal_backend.resources.field import FormField
from portal_backend.resources.resource import Column, Row, Sheet
from portal_backend.resources.targets import TARGETS, Target
from portal_backend.resources.xlsx import panics_told, sheet_name

WIDTH, WIDE = 24, 60
MOST_CHOICES = 200
# what a spreadsheet keeps of a number
EXACT = 10**15
MAX_FILE_NAME = 100
Record = dict[str, Cell]


def template(target: Target, actor: Actor) -> FileResponse:
    """A file to start from: the headings, a filled row, and a sheet that tells what each column takes."""
    title = word(f"resources.{target.name}")
    file = cast("BinaryIO", tempfile.TemporaryFile(suffix=".xlsx"))  # noqa: SIM115 - the answer closes it
    book = FastExcel(file).freeze(row=1)
    _add(book, title, [{each.label: cleaned(_example(each, target, actor)) for each in target.fields}])
    _add(book, word("imports.sheet.columns"), [_explained(each, actor) for each in target.fields], wide=(2, 3))
    with panics_told():
        book.save()
    file.seek(0)
    return attachment(file, f"{title}.xlsx")


def _add(book: FastExcel, title: str, rows: Sequence[Record], wide: Sequence[int] = ()) -> None:
    widths: list[float] = [WIDE if index in wide else WIDTH for index in range(len(rows[0]))]
    book.sheet(sheet_name(title), iter(rows), header_format=Format().set_bold(), column_widths=widths)


def _example(field: FormField, target: Target, actor: Actor) -> str:
    """What the filled row of a template shows: what is declared, in the reader's words where it is a choice."""
    given = target.importing.example.get(field.key, "")
    if not field.choices:
        return given
    offered = {str(each["key"]): str(each["name"]) for each in field.choices(actor)}
    return offered.get(given) or given or next(iter(offered.values()), "")


def _explained(field: FormField, actor: Actor) -> Record:
    """What a column takes."""
    offered = [str(choice["name"]) for choice in field.choices(actor)] if field.choices else []
    told = {
        "column": field.label,
        "needed": word("yes" if field.required and field.kind != "boolean" else "no"),
        "takes": word(f"imports.takes.{field.kind}", value=field.max_length),
        "choices": ", ".join(offered[:MOST_CHOICES]),
    }
    return {word(f"imports.sheet.{key}"): cleaned(text) for key, text in told.items()}


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
    """What is wrong with a row."""
    told = [
        f"{labels[key]}: {spoken(each)}" if key in labels else spoken(each)
        for key, errors in row["errors"].items()
        for each in errors
    ]
    return "; ".join(told)


WRONG_ROWS = Sheet("import-wrong-rows", (), lambda actor, parent: [], IMPORTERS, "id", of_record=_wrong_rows_of)
