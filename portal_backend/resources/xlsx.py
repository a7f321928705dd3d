"""XLSX exports with real dates and numbers, and with formulas kept as text.

See contract section 5.
"""

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any, BinaryIO

from django.db.models import QuerySet
from rustpy_xlsxwriter import FastExcel, Format

from portal_backend.base.actor import Actor
from portal_backend.base.cancellation import raise_if_canceled
from portal_backend.base.errors import Refusal, invalid_field
from portal_backend.resources.cells import Cell, converter
from portal_backend.resources.reading import raw_rows
from portal_backend.resources.resource import Column, Resource, Row, Sheet

MOST_ROWS = 1_048_575  # the limit of Excel, less the heading
BATCH = 2000
WIDTHS = {"datetime": 22, "date": 14, "number": 12, "money": 14, "status": 26, "role": 18, "boolean": 10}
WIDTH, WIDE, WIDEST = 28, 50, 60
FILTER_BUTTON = 4
DATE_FORMATS = {"datetime": "mm/dd/yyyy hh:mm AM/PM", "date": "mm/dd/yyyy"}
Tell = Callable[[int], None]


def exportable(sheet: Sheet, actor: Actor) -> list[Column]:
    """Return the columns of the interface that the actor may export.

    Images are excluded, since their URLs expire.
    """
    return [each for each in sheet.columns_for(actor) if each.shown and each.kind != "image"]


def chosen_columns(sheet: Sheet, actor: Actor, keys: Sequence[str]) -> list[Column]:
    """Return the requested columns in order, or all.

    Raises 400 for unknown and repeated columns; columns hidden from the actor get the error of unknown ones.
    """
    known = {each.key: each for each in exportable(sheet, actor)}
    if not set(keys) <= set(known):
        raise invalid_field("columns", "choice")
    if len(set(keys)) != len(keys):
        raise invalid_field("columns", "twice")
    selected = [known[key] for key in keys] or list(known.values())
    return [each for column in selected for each in spoken(sheet, column)]


def spoken(sheet: Sheet, column: Column) -> list[Column]:
    """Replace a translated column with one per language, if the list accepts imports.

    The file can then be imported again.
    """
    form = sheet.form if isinstance(sheet, Resource) and sheet.importing else None
    fields = {each.key: each for each in form.fields if each.language} if form else {}
    return [
        replace(column, key=key, name=column.key, source=f"{column.source}_{each.language}", language=each.language)
        for key, each in fields.items()
        if each.column == column.key
    ] or [column]


@dataclass(frozen=True)
class Export:
    """The content of an export: columns of a table for an actor, over rows."""

    sheet: Sheet
    columns: Sequence[Column]
    rows: Any
    actor: Actor
    offset_minutes: int | None = None

    def write(self, target: BinaryIO, on_progress: Tell = lambda done: None) -> int:
        """Write the file and return the number of rows.

        `on_progress` is called after each batch with the number of rows written so far. Raises 413 MAX_ROWS above the
        limit of a sheet.
        """
        labels = [column.label(self.offset_minutes) for column in self.columns]
        written = Counted(self._records(labels, on_progress))
        book = FastExcel(target).format(datetime_format=DATE_FORMATS["datetime"]).freeze(row=1)
        book.sheet(
            sheet_name(self.sheet.title),
            # without any row the headings would be missing
            chain(written, _nothing(written, labels)),
            autofilter=True,
            header_format=Format().set_bold().set_border_bottom("thin").set_align("top"),
            column_widths=[_width(*each) for each in zip(self.columns, labels, strict=True)],
            column_formats={
                label: style
                for column, label in zip(self.columns, labels, strict=True)
                if (style := _format(column)) is not None
            },
        )
        with panics_told():
            book.save()
        return written.number

    def _records(self, labels: Sequence[str], on_progress: Tell) -> Iterator[dict[str, Cell]]:
        converters = [converter(column, self.actor, self.offset_minutes) for column in self.columns]
        done = 0
        for batch in self._batches():
            for row in batch:
                raise_if_canceled()
                yield dict(zip(labels, [convert(row) for convert in converters], strict=True))
            done += len(batch)
            if done > MOST_ROWS:
                raise Refusal(413, "MAX_ROWS")
            on_progress(done)

    def _batches(self) -> Iterator[list[Row]]:
        raw = raw_rows(self.sheet, self.rows, self.actor, self.columns)
        remaining: Iterator[Row] = iter(raw.iterator(chunk_size=BATCH) if isinstance(raw, QuerySet) else raw)
        while batch := list(islice(remaining, BATCH)):
            if self.sheet.complete:
                self.sheet.complete(batch)
            yield batch


@contextmanager
def panics_told() -> Iterator[None]:
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


class Counted(Iterator[dict[str, Cell]]):
    """An iterator that counts its rows."""

    def __init__(self, rows: Iterable[dict[str, Cell]]) -> None:
        self._rows = iter(rows)
        self.number = 0

    def __next__(self) -> dict[str, Cell]:
        row = next(self._rows)
        self.number += 1
        return row


def _nothing(written: Counted, labels: Sequence[str]) -> Iterator[dict[str, Cell]]:
    if not written.number:
        yield dict.fromkeys(labels)


def sheet_name(title: str) -> str:
    """Remove characters that sheet names must not contain, and cut to 31 characters."""
    return "".join(char for char in title if char not in "[]:*?/\\").strip("'")[:31]


def _width(column: Column, label: str) -> float:
    default = WIDE if column.kind in ("longText", "items") else WIDTHS.get(column.kind, WIDTH)
    return min(max(default, len(label) + FILTER_BUTTON), WIDEST)


def _format(column: Column) -> Format | None:
    if column.kind in DATE_FORMATS:
        return Format().set_num_format(DATE_FORMATS[column.kind])
    if column.kind == "money":
        return Format().set_num_format("#,##0.00")
    if column.kind in ("longText", "items"):
        return Format().set_text_wrap().set_align("top")
    return None
