"""Values as the reader of a spreadsheet wants them: words in place of keys, the shown clock in place of UTC.

How a column is converted is decided once; what is left to each cell is a look at its type.
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
LONGEST_CELL = 32_767  # in units of UTF-16
FIRST_YEAR = 1900
EXACT_DIGITS = 10**15
# what no XML holds, and what shows as nothing or as a box
CONTROL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")


def converter(column: Column, actor: Actor, offset_minutes: int | None) -> Convert:
    """What makes a column's cell of a row."""
    if clock := column.clock:
        return lambda row: clock(row, offset_minutes)
    if column.text:
        told = column.text
        return lambda row: cleaned(told(row))
    plain = _plain(offset_minutes)
    value = column.value
    read: Callable[[Row], Any] = (lambda row: value(row, actor)) if value else itemgetter(column.source)
    if column.words:
        return _worded(column.words, read, plain)

    def convert(row: Row) -> Cell:
        found = read(row)
        return plain.get(found.__class__, _as_text)(found)

    return convert


def _plain(offset_minutes: int | None) -> dict[type, Callable[[Any], Cell]]:
    """How a value of each type is told."""
    yes, no = word("yes"), word("no")

    def moment(value: datetime) -> Cell:
        shown = local(value, offset_minutes)
        return shown if shown.year >= FIRST_YEAR else shown.isoformat(" ")

    return {
        str: cleaned,
        type(None): lambda value: None,
        bool: lambda value: yes if value else no,
        int: lambda value: value if -EXACT_DIGITS < value < EXACT_DIGITS else str(value),
        float: lambda value: value,
        Decimal: float,
        datetime: moment,
        date: lambda value: value if value.year >= FIRST_YEAR else value.isoformat(),
    }


def _worded(
    words: Callable[[Row], str] | str, read: Callable[[Row], Any], plain: dict[type, Callable[[Any], Cell]]
) -> Convert:
    """Keys are told by their words, which are looked up once for each prefix."""
    known: dict[str, dict[str, str]] = {}

    def convert(row: Row) -> Cell:
        key = read(row)
        if key is None or key == "":
            return None
        if key.__class__ is datetime:
            return plain[datetime](key)
        prefix = words if isinstance(words, str) else words(row)
        if (named := known.get(prefix)) is None:
            named = known[prefix] = words_of(prefix)
        return named[str(key)]

    return convert


def _as_text(value: object) -> Cell:
    return cleaned(str(value))


def cleaned(text: str) -> str | None:
    """Text without what would make a file unreadable, and no longer than a cell holds; nothing where it is empty."""
    if not text.isprintable():
        text = CONTROL.sub("", text)
    if len(text) > LONGEST_CELL // 2:
        text = text.encode("utf-16-le")[: LONGEST_CELL * 2].decode("utf-16-le", "ignore")
    return text or None
