"""Conversion of row values to spreadsheet cells: translated labels, local times.

The converter of a column is built once; for each cell only the type of the value is looked up.
"""

import re
from collections.abc import Callable
from datetime import date, datetime
from decimal import Decimal
from operator import itemgetter
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.newyork import local
from portal_backend.base.words import word, words_of
from portal_backend.resources.resource import Column, Row

Cell = str | int | float | bool | date | None
Convert = Callable[[Row], Cell]
LONGEST_CELL = 32_767  # in UTF-16 code units
FIRST_YEAR = 1900
EXACT_DIGITS = 10**15
# characters that XML does not allow, or that appear as nothing or as a box
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def converter(column: Column, actor: Actor, offset_minutes: int | None) -> Convert:
    """Build the function that returns a column's cell of a row."""
    if clock := column.clock:
        return lambda row: clock(row, offset_minutes)
    if column.text:
        export_text = column.text
        return lambda row: cleaned(export_text(row))
    plain = _plain(offset_minutes)
    value = column.value
    read: Callable[[Row], Any] = (lambda row: value(row, actor)) if value else itemgetter(column.source)
    if column.words:
        return _worded(column.words, read, plain)

    def convert(row: Row) -> Cell:
        result = read(row)
        return plain.get(result.__class__, _as_text)(result)

    return convert


def _plain(offset_minutes: int | None) -> dict[type, Callable[[Any], Cell]]:
    """Build the converters of plain values by type."""
    yes, no = word("yes"), word("no")

    def convert_datetime(value: datetime) -> Cell:
        local_time = local(value, offset_minutes)
        return local_time if local_time.year >= FIRST_YEAR else local_time.isoformat(" ")

    return {
        str: cleaned,
        type(None): lambda value: None,
        bool: lambda value: yes if value else no,
        int: lambda value: value if -EXACT_DIGITS < value < EXACT_DIGITS else str(value),
        float: lambda value: value,
        Decimal: float,
        datetime: convert_datetime,
        date: lambda value: value if value.year >= FIRST_YEAR else value.isoformat(),
    }


def _worded(
    message_prefix: Callable[[Row], str] | str, read: Callable[[Row], Any], plain: dict[type, Callable[[Any], Cell]]
) -> Convert:
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
            messages = messages_by_prefix[prefix] = words_of(prefix)
        return messages[str(key)]

    return convert


def _as_text(value: object) -> Cell:
    return cleaned(str(value))


def cleaned(text: str) -> str | None:
    """Remove unprintable characters and cut text to the cell limit.

    Characters that XML does not allow would make a file unreadable. Returns None for an empty text.
    """
    if not text.isprintable():
        text = CONTROL.sub("", text)
    if len(text) > LONGEST_CELL // 2:
        text = text.encode("utf-16-le")[: LONGEST_CELL * 2].decode("utf-16-le", "ignore")
    return text or None
