"""Workbooks to download: the template of a target, wrong rows of an import."""

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

from portal_backend.core.actor import Actor
from portal_backend.core.responses import build_download
from portal_backend.core.translations import translate
from portal_backend.imports.cells import format_cell
from portal_backend.imports.lists import IMPORTERS, get_import_run
from portal_backend.imports.models import ImportRow, ImportRun, Verdict
from portal_backend.imports.serializers import translate_stored_message
from portal_backend.resources.field import FormField
from portal_backend.resources.import_targets import IMPORT_TARGETS, ImportTarget
from portal_backend.resources.resource import Column, Row, Table
from portal_backend.resources.xlsx import sanitize_cell_text, sanitize_sheet_name

COLUMN_WIDTH, WIDE_COLUMN_WIDTH = 24, 60
MAX_CHOICES = 200
# spreadsheet programs store 15 significant digits of a number
MAX_EXACT_NUMBER = 10**15
MAX_FILE_NAME_LENGTH = 100
# rows of a template that have drop-down lists
DROP_DOWN_ROWS = 2_000


def build_template(target: ImportTarget, actor: Actor) -> FileResponse:
    """Build the template of a target.

    It has headings, an example row, drop-down lists, and a sheet that describes the columns.
    """
    title, book = translate(f"resources.{target.name}"), Workbook()
    rows, description = (
        _get_first_sheet(book, title),
        book.create_sheet(sanitize_sheet_name(translate("imports.sheet.columns"))),
    )
    _append_row(rows, [each.label for each in target.fields], bold=True)
    _append_row(rows, [_get_example(each, target, actor) for each in target.fields])
    headings = [translate(f"imports.sheet.{key}") for key in ("column", "needed", "takes", "choices")]
    _append_row(description, headings, bold=True)
    for index, field in enumerate(target.fields, 1):
        choices = _get_choice_names(field, actor)
        _append_row(description, _describe_column(field, choices))
        if choices and field.kind == "choice":
            _add_drop_down(rows, book, index, choices)
    for page, wide_columns in ((rows, ()), (description, (3, 4))):
        page.freeze_panes = "A2"
        for index in range(1, page.max_column + 1):
            page.column_dimensions[get_column_letter(index)].width = (
                WIDE_COLUMN_WIDTH if index in wide_columns else COLUMN_WIDTH
            )
    file = cast("BinaryIO", tempfile.TemporaryFile(suffix=".xlsx"))  # noqa: SIM115 - the response closes it
    book.save(file)
    file.seek(0)
    return build_download(file, f"{title}.xlsx")


def _get_first_sheet(book: Workbook, title: str) -> Worksheet:
    page = book.worksheets[0]
    page.title = sanitize_sheet_name(title)
    return page


def _append_row(page: Worksheet, texts: Sequence[str], *, bold: bool = False) -> None:
    """Append a row of texts, none of which becomes a formula."""
    row = page.max_row + 1 if page.cell(1, 1).value is not None else 1
    for index, text in enumerate(texts, 1):
        cell = page.cell(row, index)
        cell.value = sanitize_cell_text(text)
        cell.data_type = "s" if text else "n"
        cell.font = Font(bold=bold)


def _add_drop_down(rows: Worksheet, book: Workbook, index: int, choices: Sequence[str]) -> None:
    """Offer the choices of a column as a drop-down list.

    The choices are in a hidden sheet, as a validation rule itself is limited to 255 characters.
    """
    lists = book["lists"] if "lists" in book.sheetnames else book.create_sheet("lists")
    lists.sheet_state = "hidden"
    letter = get_column_letter(index)
    for row, choice in enumerate(choices, 1):
        cell = lists.cell(row, index)
        cell.value, cell.data_type = sanitize_cell_text(choice), "s"
    # no error message: the import rejects other texts with the reason at the cell
    rule = DataValidation("list", formula1=f"lists!${letter}$1:${letter}${len(choices)}", showErrorMessage=False)
    rule.add(f"{letter}2:{letter}{DROP_DOWN_ROWS}")
    rows.add_data_validation(rule)


def _get_choice_names(field: FormField, actor: Actor) -> list[str]:
    names = [str(choice["name"]) for choice in field.choices(actor)] if field.choices else []
    return names[:MAX_CHOICES]


def _get_example(field: FormField, target: ImportTarget, actor: Actor) -> str:
    """Return the example of a field: as declared, or the name of a choice."""
    example = target.import_spec.example.get(field.key, "")
    if not field.choices:
        return example
    name_by_key = {str(each["key"]): str(each["name"]) for each in field.choices(actor)}
    return name_by_key.get(example) or example or next(iter(name_by_key.values()), "")


def _describe_column(field: FormField, choices: Sequence[str]) -> list[str]:
    """Describe a column: label, whether it is required, accepted values, choices."""
    is_required = translate("yes" if field.required and field.kind != "boolean" else "no")
    return [
        field.label,
        is_required,
        translate(f"imports.takes.{field.kind}", value=field.max_length),
        ", ".join(choices),
    ]


def _build_wrong_rows_export(actor: Actor, run_id: int) -> Table:
    """Build the export of the wrong rows of an import.

    It has the columns of the file and one for the errors. Raises 404.
    """
    run = get_import_run(run_id, actor, defer=("sheets",))
    labels = {each.key: each.label for each in IMPORT_TARGETS[run.target].fields}
    columns = [
        Column(key, source="cells", value=partial(_get_cell_value, key), custom_heading=heading)
        for key, heading in _get_headings(run, labels).items()
    ]
    error = Column(
        "error",
        "longText",
        source="errors",
        value=partial(_format_errors, labels),
        custom_heading=translate("imports.sheet.error"),
    )
    name = (run.file_name.rpartition(".")[0] or run.file_name)[:MAX_FILE_NAME_LENGTH]
    return Table(
        WRONG_ROWS.name,
        (*columns, error),
        lambda actor, parent: ImportRow.objects.filter(run=run, verdict=Verdict.WRONG).order_by("number"),
        IMPORTERS,
        WRONG_ROWS.parent_parameter,
        custom_title=f"{name} - {WRONG_ROWS.title}",
    )


def _get_headings(run: ImportRun, labels: dict[str, str]) -> dict[str, str]:
    """Return the headings of the file by field.

    The label of the field replaces a heading that is missing or occurs twice.
    """
    heading_by_field = {each["field"]: sanitize_cell_text(each["heading"]) for each in run.columns if each["field"]}
    for key in run.fixed:
        heading_by_field.setdefault(key, None)
    taken = [*heading_by_field.values(), *labels.values(), translate("imports.sheet.error")]
    return {
        key: heading if heading and taken.count(heading) - (heading == labels[key]) == 1 else labels[key]
        for key, heading in heading_by_field.items()
    }


def _get_cell_value(key: str, row: Row, actor: Actor) -> object:
    """Return a cell as read or corrected, as a number if it is one."""
    cell = row["cells"].get(key)
    is_number = isinstance(cell, int | float) and not isinstance(cell, bool) and abs(cell) < MAX_EXACT_NUMBER
    return cell if is_number else format_cell(cell)


def _format_errors(labels: dict[str, str], row: Row, actor: Actor) -> str:
    """Format the errors of a row."""
    messages = [
        f"{labels[key]}: {translate_stored_message(each)}" if key in labels else translate_stored_message(each)
        for key, errors in row["errors"].items()
        for each in errors
    ]
    return "; ".join(messages)


WRONG_ROWS = Table(
    "import-wrong-rows", (), lambda actor, parent: [], IMPORTERS, "id", build_for_record=_build_wrong_rows_export
)
