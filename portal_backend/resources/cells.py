"""Conversion of row values to spreadsheet cells: translated labels, local times.

The converter of a column is built once; for each cell only the type of the value is looked up.
"""

import re
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from operator import itemgetter
from typing import Any

from portal_backend.core.actor import Actor
from portal_backend.core.clock import to_local
from portal_backend.core.translations import get_messages, translate
from portal_backend.resources.resource import Column, Row

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
