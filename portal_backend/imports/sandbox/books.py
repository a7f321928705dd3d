"""Workbooks: xlsx, xlsm, xlsb, xls and ods.

Adds what the fast reader (calamine) omits: errors, formulas without values, merged cells, hidden rows and pictures.
"""

import zipfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetTypeEnum

from portal_backend.imports.sandbox import opendocument, pictures
from portal_backend.imports.sandbox.cells import hidden_rows, noted_cells
from portal_backend.imports.sandbox.parts import sheet_parts, small
from portal_backend.imports.sandbox.telling import cell
from portal_backend.sandbox.child import Refused

UNPACKED = 100_000_000
RATIO = 100
# small archives may have any compression ratio
SMALL = 1_000_000
MOST_FILES = 10_000
MAX_FLAGS = 10_000
MOST_SHEETS = 100
Flags = dict[tuple[int, int], Any]
Range = tuple[tuple[int, int], tuple[int, int]]


def kind_of(path: Path) -> str:
    """Detect the type of a file by its content: an extension of workbooks, or "text".

    Raises FileRejectedError.
    """
    with path.open("rb") as stream:
        head = stream.read(8)
        if head == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
            encrypted = "EncryptedPackage".encode("utf-16-le") in stream.read()
            if encrypted:
                raise Refused("encrypted")
            return "xls"
    if not head.startswith(b"PK"):
        return "text"
    try:
        with zipfile.ZipFile(path) as archive:
            return _kind_of_zip(archive)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise Refused("broken") from error


def _kind_of_zip(archive: zipfile.ZipFile) -> str:
    files = archive.infolist()
    names = {each.filename for each in files}
    if is_bomb(files):
        raise Refused("unpacked", most=UNPACKED // 1_000_000)
    if any(each.flag_bits & 1 for each in files):
        raise Refused("encrypted")
    if "xl/workbook.xml" in names:
        return "xlsx"
    if "xl/workbook.bin" in names:
        return "xlsb"
    if "mimetype" in names and b"opendocument.spreadsheet" in archive.read("mimetype")[:200]:
        manifest = "META-INF/manifest.xml"
        if manifest in names and b"encryption-data" in small(archive, manifest):
            raise Refused("encrypted")
        return "ods"
    raise Refused("no_spreadsheet")


def is_bomb(files: list[zipfile.ZipInfo]) -> bool:
    """Return whether a zip is a zip bomb, by the sizes it declares."""
    unpacked, size = sum(each.file_size for each in files), sum(each.compress_size for each in files)
    return unpacked > UNPACKED or len(files) > MOST_FILES or (unpacked > SMALL and unpacked > RATIO * max(size, 1))


class Book:
    """Reader of a workbook, sheet by sheet."""

    def __init__(self, path: Path, kind: str) -> None:
        self.path = path
        self.kind = kind
        named = path.with_suffix(f".{kind}")  # calamine detects the format by the extension
        if not named.exists():
            named.symlink_to(path.name)
        try:
            self.book = CalamineWorkbook.from_path(named)
        except PasswordError as error:
            raise Refused("encrypted") from error
        except CalamineError as error:
            raise Refused("broken") from error
        self.names = [each.name for each in self.book.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]

    def rows(self, name: str) -> Iterator[tuple[int, list[Any]]]:
        """Yield the rows of a sheet with their row numbers.

        Errors, formulas without values, merged cells and cells of hidden rows are marked. Raises FileRejectedError.
        """
        try:
            sheet = self.book.get_sheet_by_name(name)
        except CalamineError as error:
            raise Refused("broken") from error
        first_column = sheet.start[1] if sheet.start else 0
        flags = self._flags(name)
        flags.update(_merged(sheet, sheet.merged_cell_ranges or self._merged_ranges(name)))
        hidden = self._hidden_rows(name)
        by_row: dict[int, list[tuple[int, Any]]] = {}
        for (row, column), flag in flags.items():
            by_row.setdefault(row, []).append((column, flag))
        for line, values in enumerate(sheet.iter_rows() if sheet.start else ()):
            cells = [None] * first_column + [cell(each) for each in values]
            flagged = _with(by_row.pop(line, ()), cells)
            yield line + 1, [_hidden(each) for each in flagged] if line in hidden else flagged
        for line in sorted(by_row):
            yield line + 1, _with(by_row[line], [])

    def pictures(self) -> Iterator[tuple[int, tuple[int, int], str]]:
        """Yield the pictures of an xlsx or ods.

        Each is a sheet index, a position (row and column from 0), and the name of the file in the zip.
        """
        with zipfile.ZipFile(self.path) as archive:
            entry_names = set(archive.namelist())
            iter_pictures = pictures.of_sheets if self.kind == "xlsx" else opendocument.pictures
            for sheet, position, name in iter_pictures(archive, self.names[:MOST_SHEETS]):
                if name in entry_names:
                    yield sheet, position, name

    def _merged_ranges(self, name: str) -> list[Range]:
        """Find the merged ranges of a sheet of an ods, which calamine does not return."""
        if self.kind != "ods":
            return []
        with zipfile.ZipFile(self.path) as archive:
            return opendocument.merged(archive, name, MAX_FLAGS)

    def _hidden_rows(self, name: str) -> Collection[int]:
        """Find the hidden or filtered rows (from 0) of a sheet of an xlsx or ods."""
        if self.kind not in ("xlsx", "ods"):
            return ()
        with zipfile.ZipFile(self.path) as archive:
            if self.kind == "ods":
                return opendocument.hidden_rows(archive, name, MAX_FLAGS)
            part = sheet_parts(archive).get(name)
            return hidden_rows(archive, part, MAX_FLAGS) if part else ()

    def _flags(self, name: str) -> Flags:
        """Find the cells of an xlsx with an error, or a formula without a stored value.

        Calamine returns them as empty cells.
        """
        if self.kind != "xlsx":
            return {}
        with zipfile.ZipFile(self.path) as archive:
            part = sheet_parts(archive).get(name)
            return _flagged(archive, part) if part else {}


def _with(flags: Iterable[tuple[int, Any]], cells: list[Any]) -> list[Any]:
    """Fill the empty cells of a row with their flags."""
    for column, flag in flags:
        cells += [None] * (column + 1 - len(cells))
        if cells[column] in ("", None):
            cells[column] = flag
    return cells


def _hidden(cell: Any) -> Any:
    """Mark a cell of a hidden row, unless it is empty or has another mark."""
    return cell if cell in ("", None) or isinstance(cell, dict) else {"hidden": cell}


def _flagged(archive: zipfile.ZipFile, part: str) -> Flags:
    flags: Flags = {}
    for each in noted_cells(archive, part):
        if len(flags) >= MAX_FLAGS:
            break
        if each.type == "e":
            flags[each.row, each.column] = {"e": (each.value or "#")[:20]}
        elif each.is_unread:
            flags[each.row, each.column] = {"e": "FORMULA"}
    return flags


def _merged(sheet: CalamineSheet, merged: Iterable[Range]) -> Flags:
    """Flag the lower cells of ranges merged in one column with the first value."""
    flags: Flags = {}
    ranges = [(top, bottom, left) for (top, left), (bottom, right) in merged if left == right and bottom > top]
    tops = {(top, left): bottom for top, bottom, left in ranges if bottom - top < MAX_FLAGS}
    if not tops:
        return flags
    start = sheet.start[1] if sheet.start else 0
    for line, values in enumerate(sheet.iter_rows()):
        for column, value in enumerate(values, start=start):
            bottom = tops.get((line, column))
            if bottom is not None and value != "" and len(flags) < MAX_FLAGS:
                flags.update({(row, column): {"m": cell(value)} for row in range(line + 1, bottom + 1)})
    return flags
