"""Rows as the process answers them: cells whose kind stays known, none larger than any field takes."""

import datetime as dt
import json
import math
from collections.abc import Collection
from typing import Any

from portal_backend.sandbox.child import Refused

# no field takes more characters (see imports.schemas)
LONGEST_CELL = 5000
MOST_COLUMNS = 500
# as a row is stored: with every field of a list filled to its end in any alphabet
MAX_ROW_BYTES = 64_000
# an emoji as a pair of escapes; a time
MAX_BYTES_OF_CHARACTER, MAX_BYTES_OF_VALUE = 12, 40
# what a float holds of a whole number
EXACT = 2**53
TOO_LONG = "TOO_LONG"
# under these a cell holds a text: of a merged cell, one whose quotes are meant as they are, and one of a hidden row
TEXT_MARKS = ("m", "l", "hidden")


def cell(value: Any) -> Any:
    """A cell as JSON: its kind stays known."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # lone surrogates
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float):
        if not math.isfinite(value):  # JSON has no word for it
            return {"e": "#NUM!"}
        return int(value) if value.is_integer() and abs(value) < EXACT else value
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return {"d": value.date().isoformat()}
    if isinstance(value, dt.date | dt.time):
        return {"d": value.isoformat()}
    return value if isinstance(value, int) else {"d": str(value)}


def trimmed(cells: list[Any]) -> list[Any]:
    """A row without the empty cells at its end; empty where it is blank. Raises Refused where it is too wide."""
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
    """A row in which a mark stands for cells that no field could take, so that it is said at them and nothing is cut.

    Those are cells that are too long, and the longest ones where all together take more than a row may.
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
    """A cell as it is shown, with the beginning of a text."""
    if isinstance(value, str):
        return value if len(value) <= length else value[: length - 1] + "…"
    if isinstance(value, dict):
        return {mark: cut(text, length) if mark in TEXT_MARKS else text for mark, text in value.items()}
    return value


def stored_bytes(value: Any) -> int:
    """Count the bytes of a value as stored: the database's JSON writes other alphabets as escapes."""
    return len(json.dumps(value)) + len(", ")


def _length(value: Any) -> int:
    """Count the characters of a text; 0 for any other cell."""
    texts = [value.get(mark) for mark in TEXT_MARKS] if isinstance(value, dict) else [value]
    return sum(len(text) for text in texts if isinstance(text, str))
