"""Reading and serializing the rows of tables, limited to the values needed."""

from collections.abc import Iterable, Sequence
from typing import Any, cast

from django.db.models import QuerySet

from portal_backend.core.actor import Actor
from portal_backend.resources.resource import Column, Row, Table


def select_rows(sheet: Table, rows: Any, actor: Actor, columns: Sequence[Column] | None = None) -> Iterable[Row]:
    """Select the sources of the columns, by default of all that the actor may read.

    A queryset is read by `.values()`; computed rows are returned unchanged.
    """
    if not isinstance(rows, QuerySet):
        return cast("Iterable[Row]", rows)
    selected_columns = sheet.get_columns(actor) if columns is None else columns
    sources = {column.source for column in selected_columns if column.source}
    return cast("Iterable[Row]", rows.values(*sorted(sources | set(sheet.extra_sources))))


def get_cell_value(column: Column, row: Row, actor: Actor) -> object:
    """Return the value of a cell."""
    return column.value(row, actor) if column.value else row[column.source]


def serialize_rows(sheet: Table, rows: Any, actor: Actor) -> list[Row]:
    """Serialize rows for responses of both dialects."""
    columns = sheet.get_columns(actor)
    raw = list(select_rows(sheet, rows, actor))
    if sheet.prefetch:
        sheet.prefetch(raw)
    return [{column.key: get_cell_value(column, row, actor) for column in columns} for row in raw]
