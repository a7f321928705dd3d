"""Serialization of rows and of previews of sheets, within size limits."""

import datetime as dt
import json
import math
from collections.abc import Collection
from typing import Any

from portal_backend.sandbox.child import FileRejectedError

# longest text of any field (see imports.schemas)
MAX_CELL_LENGTH = 5000
MAX_COLUMNS = 500
# bytes of a stored row whose fields all have their maximum length, in any alphabet
MAX_ROW_BYTES = 64_000
# an emoji as two escapes; a date and time
MAX_BYTES_PER_CHARACTER, MAX_BYTES_PER_VALUE = 12, 40
# largest range of integers that a float represents exactly
MAX_EXACT_INTEGER = 2**53
TOO_LONG = "TOO_LONG"
# marks whose value is a text: merged cell, literal quotes, hidden row
TEXT_MARKS = ("m", "l", "hidden")


def serialize_cell(value: Any) -> Any:
    """Convert a cell to a JSON value that preserves its type."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()  # lone surrogates
    if isinstance(value, bool) or value is None:
        return value
    if isinstance(value, float):
        if not math.isfinite(value):  # JSON cannot represent it
            return {"e": "#NUM!"}
        return int(value) if value.is_integer() and abs(value) < MAX_EXACT_INTEGER else value
    if isinstance(value, dt.datetime) and value.time() == dt.time():
        return {"d": value.date().isoformat()}
    if isinstance(value, dt.date | dt.time):
        return {"d": value.isoformat()}
    return value if isinstance(value, int) else {"d": str(value)}


def trim_row(cells: list[Any]) -> list[Any]:
    """Remove the empty cells at the end of a row; a blank row becomes empty.

    Raises FileRejectedError if the row has too many columns.
    """
    end = len(cells)
    while end and (cells[end - 1] is None or (isinstance(cells[end - 1], str) and not cells[end - 1].strip())):
        end -= 1
    if end > MAX_COLUMNS:
        raise FileRejectedError("too_many_columns", most=MAX_COLUMNS)
    return cells[:end]


def select_columns(cells: list[Any], columns: Collection[int]) -> list[Any]:
    """Keep only the mapped columns of a row."""
    return [cell if index in columns else None for index, cell in enumerate(cells)]


def replace_oversized_cells(cells: list[Any]) -> list[Any]:
    """Replace oversized cells with an error mark, so that no text is truncated.

    These are cells longer than any field, and the largest ones of a row that exceeds its size limit.
    """
    lengths = [_count_characters(each) for each in cells]
    row = [each if length <= MAX_CELL_LENGTH else {"e": TOO_LONG} for each, length in zip(cells, lengths, strict=True)]
    if MAX_BYTES_PER_CHARACTER * sum(lengths) + MAX_BYTES_PER_VALUE * len(row) <= MAX_ROW_BYTES:
        return row
    sizes = [count_stored_bytes(each) for each in row]
    total = sum(sizes)
    for index in sorted(range(len(row)), key=sizes.__getitem__, reverse=True):
        if total <= MAX_ROW_BYTES:
            break
        row[index] = {"e": TOO_LONG}
        total -= sizes[index]
    return row


def truncate_cell(value: Any, length: int) -> Any:
    """Truncate the texts of a cell for display."""
    if isinstance(value, str):
        return value if len(value) <= length else value[: length - 1] + "…"
    if isinstance(value, dict):
        return {mark: truncate_cell(text, length) if mark in TEXT_MARKS else text for mark, text in value.items()}
    return value


def count_stored_bytes(value: Any) -> int:
    """Count the bytes of a value in the database, whose JSON escapes non-ASCII text."""
    return len(json.dumps(value)) + len(", ")


def _count_characters(value: Any) -> int:
    """Count the characters of a text; 0 for any other cell."""
    texts = [value.get(mark) for mark in TEXT_MARKS] if isinstance(value, dict) else [value]
    return sum(len(text) for text in texts if isinstance(text, str))


MAX_PREVIEW_BYTES = 1_000_000
MAX_PREVIEW_CELL_LENGTH = 200


class SheetPreview:
    """First rows of a sheet, up to a number of rows and bytes."""

    def __init__(self, max_rows: int, max_bytes: int) -> None:
        self.rows: list[tuple[int, list[Any]]] = []
        self.byte_count = 0
        self._max_rows = max_rows
        self._max_bytes = max_bytes
        self._is_full = False

    def add(self, line: int, cells: list[Any]) -> None:
        """Add a row with long texts truncated, unless a previous row exceeded the limit."""
        if self._is_full or len(self.rows) >= self._max_rows:
            return
        row = (line, [truncate_cell(each, MAX_PREVIEW_CELL_LENGTH) for each in cells])
        size = count_stored_bytes(row)
        if self.byte_count + size > self._max_bytes:
            self._is_full = True
            return
        self.rows.append(row)
        self.byte_count += size


class PreviewBudget:
    """Budget of all previews of a file.

    Sheets share the remaining bytes, so that unused bytes of one are available to the next.
    """

    def __init__(self, sheets: int) -> None:
        self._remaining_sheets = sheets
        self._remaining_bytes = MAX_PREVIEW_BYTES

    def create_preview(self, max_rows: int) -> SheetPreview:
        """Create the preview of the next sheet; its size is reported to `spend`."""
        return SheetPreview(max_rows, self._remaining_bytes // max(self._remaining_sheets, 1))

    def spend(self, preview: SheetPreview) -> None:
        """Subtract the size of a sheet's preview from the budget."""
        self._remaining_sheets -= 1
        self._remaining_bytes -= preview.byte_count
