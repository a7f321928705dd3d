"""Previews of sheets: their first rows, within a size limit."""

from typing import Any

from portal_backend.imports.sandbox.telling import cut, stored_bytes

MAX_PREVIEW_BYTES = 1_000_000
MAX_PREVIEW_CELL = 200


class Preview:
    """First rows of a sheet, up to a number of rows and bytes."""

    def __init__(self, max_rows: int, max_bytes: int) -> None:
        self.rows: list[tuple[int, list[Any]]] = []
        self.bytes = 0
        self._max_rows = max_rows
        self._max_bytes = max_bytes
        self._is_full = False

    def add(self, line: int, cells: list[Any]) -> None:
        """Add a row with long texts truncated, unless a previous row exceeded the limit."""
        if self._is_full or len(self.rows) >= self._max_rows:
            return
        row = (line, [cut(each, MAX_PREVIEW_CELL) for each in cells])
        size = stored_bytes(row)
        if self.bytes + size > self._max_bytes:
            self._is_full = True
            return
        self.rows.append(row)
        self.bytes += size


class PreviewBudget:
    """Budget of all previews of a file.

    Sheets share the remaining bytes, so that unused bytes of one are available to the next.
    """

    def __init__(self, sheets: int) -> None:
        self._sheets = sheets
        self._left = MAX_PREVIEW_BYTES

    def next(self, max_rows: int) -> Preview:
        """Create the preview of the next sheet; its size is reported to `spend`."""
        return Preview(max_rows, self._left // max(self._sheets, 1))

    def spend(self, preview: Preview) -> None:
        """Subtract the size of a sheet's preview from the budget."""
        self._sheets -= 1
        self._left -= preview.bytes
