"""Rows of a list or a sheet, read with no more than its columns need."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.db.models import QuerySet

from portal_backend.base.actor import Actor
from portal_backend.resources.resource import Column, Row, Sheet


def raw_rows(sheet: Sheet, rows: Any, actor: Actor, columns: Sequence[Column] | None = None) -> Iterable[Row]:
    """Rows with the sources of some columns, or of all that the actor reads.

    A queryset is read by `.values()`, computed rows are taken as they are.
    """
    if not isinstance(rows, QuerySet):
        return cast("Iterable[Row]", rows)
    wanted = sheet.columns_for(actor) if columns is None else columns
    sources = {column.source for column in wanted if column.source}
    return cast("Iterable[Row]", rows.values(*sorted(sources | set(sheet.carried))))


def cell(column: Column, row: Row, actor: Actor) -> object:
    """The value of one cell."""
    return column.value(row, actor) if column.value else row[column.source]


def wire_rows(sheet: Sheet, rows: Any, actor: Actor) -> list[Row]:
    """Rows as both dialects answer them."""
    columns = sheet.columns_for(actor)
    raw = list(raw_rows(sheet, rows, actor))
    if sheet.complete:
        sheet.complete(raw)
    return [{column.key: cell(column, row, actor) for column in columns} for row in raw]
