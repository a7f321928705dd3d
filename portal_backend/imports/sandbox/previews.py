"""The first rows of a sheet, of which no more is kept than a screen shows."""

from typing import Any

from portal_backend.imports.sandbox.telling import cut, stored_bytes

MAX_PREVIEW_BYTES = 1_000_000
MAX_PREVIEW_CELL = 200


class Preview:
    """Keeps the first rows of a sheet, as long as they fit."""

    def __init__(self, max_rows: int, max_bytes: int) -> None:
        self.rows: list[tuple[int, list[Any]]] = []
        self.bytes = 0
        self._max_rows = max_rows
        self._max_bytes = max_bytes
        self._is_full = False

    def add(self, line: int, cells: list[Any]) -> None:
        """Keep a row, its long texts cut; not after one that did not fit."""
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
    """Shares out what all previews of a file may take: what one sheet leaves the others may have."""

    def __init__(self, sheets: int) -> None:
        self._sheets = sheets
        self._left = MAX_PREVIEW_BYTES

    def next(self, max_rows: int) -> Preview:
        """The preview of the next sheet; `spend` is told how much it took."""
        return Preview(max_rows, self._left // max(self._sheets, 1))

    def spend(self, preview: Preview) -> None:
        """Note what the preview of a sheet has taken."""
        self._sheets -= 1
        self._left -= preview.bytes
