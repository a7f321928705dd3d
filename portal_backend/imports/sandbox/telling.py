"""Serialization of rows, with cell types preserved and sizes limited."""

import datetime as dt
import json
import math
from collections.abc import Collection
from typing import Any

from portal_backend.sandbox.child import Refused

# longest text of any field (see imports.schemas)
LONGEST_CELL = 5000
MOST_COLUMNS = 500
# bytes of a stored row whose fields all have their maximum length, in any alphabet
MAX_ROW_BYTES = 64_000
# an emoji as two escapes; a date and time
MAX_BYTES_OF_CHARACTER, MAX_BYTES_OF_VALUE = 12, 40
# largest range of integers that a float represents exactly
EXACT = 2**53
TOO_LONG = "TOO_LONG"
# marks whose value is a text: merged cell, literal quotes, hidden row
TEXT_MARKS = ("m", "l", "hidden")


def cell(value: Any) -> Any:
    """Convert a cell to a JSON value that preserves its type."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # lone surrogates
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float):
        if not math.isfinite(value):  # JSON cannot represent it
            return {"e": "#NUM!"}
        return int(value) if value.is_integer() and abs(value) < EXACT else value
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return {"d": value.date().isoformat()}
    if isinstance(value, dt.date | dt.time):
        return {"d": value.isoformat()}
    return value if isinstance(value, int) else {"d": str(value)}


def trimmed(cells: list[Any]) -> list[Any]:
    """Remove the empty cells at the end of a row; a blank row becomes empty.

    Raises FileRejectedError if the row has too many columns.
    """
    end = len(cells)
    while end and (cells[end - 1] is None or (isinstance(cells[end - 1], str) and not cells[end - 1].strip())):
        end -= 1
    if end > MOST_COLUMNS:
        raise Refused("too_many_columns", most=MOST_COLUMNS)
    return cells[:end]


def chosen(cells: list[Any], columns: Collection[int]) -> list[Any]:
    """Keep only the mapped columns of a row."""
    return [cell if index in columns else None for index, cell in enumerate(cells)]


def within_budget(cells: list[Any]) -> list[Any]:
    """Replace oversized cells with an error mark, so that no text is truncated.

    These are cells longer than any field, and the largest ones of a row that exceeds its size limit.
    """
    lengths = [_length(each) for each in cells]
    row = [each if length <= LONGEST_CELL else {"e": TOO_LONG} for each, length in zip(cells, lengths, strict=True)]
    if MAX_BYTES_OF_CHARACTER * sum(lengths) + MAX_BYTES_OF_VALUE * len(row) <= MAX_ROW_BYTES:
        return row
    sizes = [stored_bytes(each) for each in row]
    total = sum(sizes)
    for index in sorted(range(len(row)), key=sizes.__getitem__, reverse=True):
        if total <= MAX_ROW_BYTES:
            break
        row[index] = {"e": TOO_LONG}
        total -= sizes[index]
    return row


def cut(value: Any, length: int) -> Any:
    """Truncate the texts of a cell for display."""
    if isinstance(value, str):
        return value if len(value) <= length else value[: length - 1] + "…"
    if isinstance(value, dict):
        return {mark: cut(text, length) if mark in TEXT_MARKS else text for mark, text in value.items()}
    return value


def stored_bytes(value: Any) -> int:
    """Count the bytes of a value in the database, whose JSON escapes non-ASCII text."""
    return len(json.dumps(value)) + len(", ")


def _length(value: Any) -> int:
    """Count the characters of a text; 0 for any other cell."""
    texts = [value.get(mark) for mark in TEXT_MARKS] if isinstance(value, dict) else [value]
    return sum(len(text) for text in texts if isinstance(text, str))
