"""XLSX exports with real dates and numbers, and with formulas kept as text.

See contract section 5.
"""

import errno
import os
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date, datetime
from decimal import Decimal
from itertools import islice
from operator import itemgetter
from typing import Any, BinaryIO

from django.db.models import QuerySet
from rustpy_xlsxwriter import FastExcel, Format

from portal_backend.core.actor import Actor
from portal_backend.core.cancellation import raise_if_canceled
from portal_backend.core.clock import to_local
from portal_backend.core.errors import ApiError, invalid_field
from portal_backend.core.translations import get_messages, translate
from portal_backend.resources.query import select_rows
from portal_backend.resources.resource import Column, Resource, Row, Table

Cell = str | int | float | bool | date | None
CellConverter = Callable[[Row], Cell]
MAX_CELL_LENGTH = 32_767  # in UTF-16 code units
MIN_YEAR = 1900
MAX_EXACT_INTEGER = 10**15
# characters that XML does not allow, or that appear as nothing or as a box
UNPRINTABLE_PATTERN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def build_converter(column: Column, actor: Actor, offset_minutes: int | None) -> CellConverter:
    """Build the function that returns a column's cell of a row."""
    if clock := column.export_time:
        return lambda row: clock(row, offset_minutes)
    if column.export_text:
        export_text = column.export_text
        return lambda row: sanitize_cell_text(export_text(row))
    plain = _build_type_converters(offset_minutes)
    value = column.value
    read: Callable[[Row], Any] = (lambda row: value(row, actor)) if value else itemgetter(column.source)
    if column.message_prefix:
        return _build_message_converter(column.message_prefix, read, plain)

    def convert(row: Row) -> Cell:
        result = read(row)
        return plain.get(result.__class__, _convert_to_text)(result)

    return convert


def _build_type_converters(offset_minutes: int | None) -> dict[type, Callable[[Any], Cell]]:
    """Build the converters of plain values by type."""
    yes, no = translate("yes"), translate("no")

    def convert_datetime(value: datetime) -> Cell:
        local_time = to_local(value, offset_minutes)
        return local_time if local_time.year >= MIN_YEAR else local_time.isoformat(" ")

    return {
        str: sanitize_cell_text,
        type(None): lambda value: None,
        bool: lambda value: yes if value else no,
        int: lambda value: value if -MAX_EXACT_INTEGER < value < MAX_EXACT_INTEGER else str(value),
        float: lambda value: value,
        Decimal: float,
        datetime: convert_datetime,
        date: lambda value: value if value.year >= MIN_YEAR else value.isoformat(),
    }


def _build_message_converter(
    message_prefix: Callable[[Row], str] | str, read: Callable[[Row], Any], plain: dict[type, Callable[[Any], Cell]]
) -> CellConverter:
    """Build a converter that translates keys, loading the messages once per prefix."""
    messages_by_prefix: dict[str, dict[str, str]] = {}

    def convert(row: Row) -> Cell:
        key = read(row)
        if key is None or key == "":
            return None
        if key.__class__ is datetime:
            return plain[datetime](key)
        prefix = message_prefix if isinstance(message_prefix, str) else message_prefix(row)
        if (messages := messages_by_prefix.get(prefix)) is None:
            messages = messages_by_prefix[prefix] = get_messages(prefix)
        return messages[str(key)]

    return convert


def _convert_to_text(value: object) -> Cell:
    return sanitize_cell_text(str(value))


def sanitize_cell_text(text: str) -> str | None:
    """Remove unprintable characters and cut text to the cell limit.

    Characters that XML does not allow would make a file unreadable. Returns None for an empty text.
    """
    if not text.isprintable():
        text = UNPRINTABLE_PATTERN.sub("", text)
    if len(text) > MAX_CELL_LENGTH // 2:
        text = text.encode("utf-16-le")[: MAX_CELL_LENGTH * 2].decode("utf-16-le", "ignore")
    return text or None


MAX_SHEET_ROWS = 1_048_575  # the limit of Excel, less the heading
BATCH_SIZE = 2000
COLUMN_WIDTHS = {"datetime": 22, "date": 14, "number": 12, "money": 14, "status": 26, "role": 18, "boolean": 10}
DEFAULT_WIDTH, LONG_TEXT_WIDTH, MAX_WIDTH = 28, 50, 60
FILTER_BUTTON_WIDTH = 4
DATE_FORMATS = {"datetime": "mm/dd/yyyy hh:mm AM/PM", "date": "mm/dd/yyyy"}
ProgressCallback = Callable[[int], None]


def get_exportable_columns(sheet: Table, actor: Actor) -> list[Column]:
    """Return the columns of the interface that the actor may export.

    Images are excluded, since their URLs expire.
    """
    return [each for each in sheet.get_columns(actor) if each.in_interface and each.kind != "image"]


def select_columns(sheet: Table, actor: Actor, keys: Sequence[str]) -> list[Column]:
    """Return the requested columns in order, or all.

    Raises 400 for unknown and repeated columns; columns hidden from the actor get the error of unknown ones.
    """
    known = {each.key: each for each in get_exportable_columns(sheet, actor)}
    if not set(keys) <= set(known):
        raise invalid_field("columns", "choice")
    if len(set(keys)) != len(keys):
        raise invalid_field("columns", "twice")
    selected = [known[key] for key in keys] or list(known.values())
    return [each for column in selected for each in expand_languages(sheet, column)]


def expand_languages(sheet: Table, column: Column) -> list[Column]:
    """Replace a translated column with one per language, if the list accepts imports.

    The file can then be imported again.
    """
    form = sheet.form if isinstance(sheet, Resource) and sheet.import_spec else None
    fields = {each.key: each for each in form.fields if each.language} if form else {}
    return [
        replace(
            column, key=key, heading_key=column.key, source=f"{column.source}_{each.language}", language=each.language
        )
        for key, each in fields.items()
        if each.heading_key == column.key
    ] or [column]


@dataclass(frozen=True)
class Export:
    """The content of an export: columns of a table for an actor, over rows."""

    table: Table
    columns: Sequence[Column]
    rows: Any
    actor: Actor
    offset_minutes: int | None = None

    def write(self, target: BinaryIO, on_progress: ProgressCallback = lambda done: None) -> int:
        """Write the file and return the number of rows.

        `on_progress` is called after each batch with the number of rows written so far. Raises 413 MAX_ROWS above the
        limit of a sheet.
        """
        labels = [column.label(self.offset_minutes) for column in self.columns]
        row_count = 0

        def report_progress(done: int) -> None:
            nonlocal row_count
            row_count = done
            on_progress(done)

        book = FastExcel(target).format(datetime_format=DATE_FORMATS["datetime"]).freeze(row=1)
        book.sheet(
            sanitize_sheet_name(self.table.title),
            self._iter_records(labels, report_progress),
            autofilter=True,
            header_format=Format().set_bold().set_border_bottom("thin").set_align("top"),
            column_widths=[_compute_width(*each) for each in zip(self.columns, labels, strict=True)],
            column_formats={
                label: style
                for column, label in zip(self.columns, labels, strict=True)
                if (style := _get_cell_format(column)) is not None
            },
        )
        with translate_panics():
            book.save()
        return row_count

    def _iter_records(self, labels: Sequence[str], on_progress: ProgressCallback) -> Iterator[dict[str, Cell]]:
        converters = [build_converter(column, self.actor, self.offset_minutes) for column in self.columns]
        done = 0
        for batch in self._iter_batches():
            for row in batch:
                raise_if_canceled()
                yield dict(zip(labels, [convert(row) for convert in converters], strict=True))
            done += len(batch)
            if done > MAX_SHEET_ROWS:
                raise ApiError(413, "MAX_ROWS")
            on_progress(done)
        if not done:  # without any row the headings would be missing
            yield dict.fromkeys(labels)

    def _iter_batches(self) -> Iterator[list[Row]]:
        raw = select_rows(self.table, self.rows, self.actor, self.columns)
        remaining: Iterator[Row] = iter(raw.iterator(chunk_size=BATCH_SIZE) if isinstance(raw, QuerySet) else raw)
        while batch := list(islice(remaining, BATCH_SIZE)):
            if self.table.prefetch:
                self.table.prefetch(batch, self.actor)
            yield batch


@contextmanager
def translate_panics() -> Iterator[None]:
    """Translate panics of the writer to exceptions.

    A panic is not a subclass of Exception. A full disk raises OSError, any other panic RuntimeError.
    """
    try:
        yield
    except BaseException as panic:
        if type(panic).__name__ != "PanicException":
            raise
        if "StorageFull" in str(panic):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from None
        raise RuntimeError(str(panic)) from None


def sanitize_sheet_name(title: str) -> str:
    """Remove characters that sheet names must not contain, and cut to 31 characters."""
    return "".join(char for char in title if char not in "[]:*?/\\").strip("'")[:31]


def _compute_width(column: Column, label: str) -> float:
    default = LONG_TEXT_WIDTH if column.kind in ("longText", "items") else COLUMN_WIDTHS.get(column.kind, DEFAULT_WIDTH)
    return min(max(default, len(label) + FILTER_BUTTON_WIDTH), MAX_WIDTH)


def _get_cell_format(column: Column) -> Format | None:
    if column.kind in DATE_FORMATS:
        return Format().set_num_format(DATE_FORMATS[column.kind])
    if column.kind == "money":
        return Format().set_num_format("#,##0.00")
    if column.kind in ("longText", "items"):
        return Format().set_text_wrap().set_align("top")
    return None
