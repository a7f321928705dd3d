"""Workbooks: xlsx, xlsm, xlsb, xls and ods.

Adds what the fast reader (calamine) omits: errors, formulas without values, merged cells, hidden rows and pictures.
"""

import zipfile
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

from python_calamine import CalamineError, CalamineSheet, CalamineWorkbook, PasswordError, SheetTypeEnum

from portal_backend.imports.sandbox import ods, xlsx
from portal_backend.imports.sandbox.serialization import serialize_cell
from portal_backend.imports.sandbox.xlsx import find_hidden_rows, get_sheet_parts, iter_special_cells, read_part
from portal_backend.sandbox.child import FileRejectedError

MAX_UNPACKED_BYTES = 100_000_000
MAX_COMPRESSION_RATIO = 100
# small archives may have any compression ratio
RATIO_EXEMPT_BYTES = 1_000_000
MAX_ARCHIVE_FILES = 10_000
MAX_FLAGGED_CELLS = 10_000
MAX_SHEETS = 100
CellFlags = dict[tuple[int, int], Any]
CellRange = tuple[tuple[int, int], tuple[int, int]]


def detect_file_type(path: Path) -> str:
    """Detect the type of a file by its content: an extension of workbooks, or "text".

    Raises FileRejectedError.
    """
    with path.open("rb") as stream:
        head = stream.read(8)
        if head == b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1":
            encrypted = "EncryptedPackage".encode("utf-16-le") in stream.read()
            if encrypted:
                raise FileRejectedError("encrypted")
            return "xls"
    if not head.startswith(b"PK"):
        return "text"
    try:
        with zipfile.ZipFile(path) as archive:
            return _detect_zip_type(archive)
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise FileRejectedError("broken") from error


def _detect_zip_type(archive: zipfile.ZipFile) -> str:
    files = archive.infolist()
    names = {each.filename for each in files}
    if is_zip_bomb(files):
        raise FileRejectedError("unpacked", most=MAX_UNPACKED_BYTES // 1_000_000)
    if any(each.flag_bits & 1 for each in files):
        raise FileRejectedError("encrypted")
    if "xl/workbook.xml" in names:
        return "xlsx"
    if "xl/workbook.bin" in names:
        return "xlsb"
    if "mimetype" in names and b"opendocument.spreadsheet" in archive.read("mimetype")[:200]:
        manifest = "META-INF/manifest.xml"
        if manifest in names and b"encryption-data" in read_part(archive, manifest):
            raise FileRejectedError("encrypted")
        return "ods"
    raise FileRejectedError("no_spreadsheet")


def is_zip_bomb(files: list[zipfile.ZipInfo]) -> bool:
    """Return whether a zip is a zip bomb, by the sizes it declares."""
    unpacked, size = sum(each.file_size for each in files), sum(each.compress_size for each in files)
    return (
        unpacked > MAX_UNPACKED_BYTES
        or len(files) > MAX_ARCHIVE_FILES
        or (unpacked > RATIO_EXEMPT_BYTES and unpacked > MAX_COMPRESSION_RATIO * max(size, 1))
    )


class WorkbookReader:
    """Reader of a workbook, sheet by sheet."""

    def __init__(self, path: Path, kind: str) -> None:
        self.path = path
        self.file_type = kind
        named = path.with_suffix(f".{kind}")  # calamine detects the format by the extension
        if not named.exists():
            named.symlink_to(path.name)
        try:
            self.workbook = CalamineWorkbook.from_path(named)
        except PasswordError as error:
            raise FileRejectedError("encrypted") from error
        except CalamineError as error:
            raise FileRejectedError("broken") from error
        self.sheet_names = [each.name for each in self.workbook.sheets_metadata if each.typ == SheetTypeEnum.WorkSheet]

    def iter_rows(self, name: str) -> Iterator[tuple[int, list[Any]]]:
        """Yield the rows of a sheet with their row numbers.

        Errors, formulas without values, merged cells and cells of hidden rows are marked. Raises FileRejectedError.
        """
        try:
            sheet = self.workbook.get_sheet_by_name(name)
        except CalamineError as error:
            raise FileRejectedError("broken") from error
        first_column = sheet.start[1] if sheet.start else 0
        flags = self._find_flags(name)
        flags.update(_flag_merged_cells(sheet, sheet.merged_cell_ranges or self._find_merged_ranges(name)))
        hidden = self._find_hidden_rows(name)
        by_row: dict[int, list[tuple[int, Any]]] = {}
        for (row, column), flag in flags.items():
            by_row.setdefault(row, []).append((column, flag))
        for line, values in enumerate(sheet.iter_rows() if sheet.start else ()):
            cells = [None] * first_column + [serialize_cell(each) for each in values]
            flagged = _apply_flags(by_row.pop(line, ()), cells)
            yield line + 1, [_mark_hidden(each) for each in flagged] if line in hidden else flagged
        for line in sorted(by_row):
            yield line + 1, _apply_flags(by_row[line], [])

    def iter_pictures(self) -> Iterator[tuple[int, tuple[int, int], str]]:
        """Yield the pictures of an xlsx or ods.

        Each is a sheet index, a position (row and column from 0), and the name of the file in the zip.
        """
        with zipfile.ZipFile(self.path) as archive:
            entry_names = set(archive.namelist())
            iter_pictures = xlsx.iter_pictures if self.file_type == "xlsx" else ods.iter_pictures
            for sheet, position, name in iter_pictures(archive, self.sheet_names[:MAX_SHEETS]):
                if name in entry_names:
                    yield sheet, position, name

    def _find_merged_ranges(self, name: str) -> list[CellRange]:
        """Find the merged ranges of a sheet of an ods, which calamine does not return."""
        if self.file_type != "ods":
            return []
        with zipfile.ZipFile(self.path) as archive:
            return ods.find_merged_ranges(archive, name, MAX_FLAGGED_CELLS)

    def _find_hidden_rows(self, name: str) -> Collection[int]:
        """Find the hidden or filtered rows (from 0) of a sheet of an xlsx or ods."""
        if self.file_type not in ("xlsx", "ods"):
            return ()
        with zipfile.ZipFile(self.path) as archive:
            if self.file_type == "ods":
                return ods.find_hidden_rows(archive, name, MAX_FLAGGED_CELLS)
            part = get_sheet_parts(archive).get(name)
            return find_hidden_rows(archive, part, MAX_FLAGGED_CELLS) if part else ()

    def _find_flags(self, name: str) -> CellFlags:
        """Find the cells of an xlsx with an error, or a formula without a stored value.

        Calamine returns them as empty cells.
        """
        if self.file_type != "xlsx":
            return {}
        with zipfile.ZipFile(self.path) as archive:
            part = get_sheet_parts(archive).get(name)
            return _flag_special_cells(archive, part) if part else {}


def _apply_flags(flags: Iterable[tuple[int, Any]], cells: list[Any]) -> list[Any]:
    """Fill the empty cells of a row with their flags."""
    for column, flag in flags:
        cells += [None] * (column + 1 - len(cells))
        if cells[column] in ("", None):
            cells[column] = flag
    return cells


def _mark_hidden(cell: Any) -> Any:
    """Mark a cell of a hidden row, unless it is empty or has another mark."""
    return cell if cell in ("", None) or isinstance(cell, dict) else {"hidden": cell}


def _flag_special_cells(archive: zipfile.ZipFile, part: str) -> CellFlags:
    flags: CellFlags = {}
    for each in iter_special_cells(archive, part):
        if len(flags) >= MAX_FLAGGED_CELLS:
            break
        if each.type == "e":
            flags[each.row, each.column] = {"e": (each.value or "#")[:20]}
        elif each.is_uncalculated:
            flags[each.row, each.column] = {"e": "FORMULA"}
    return flags


def _flag_merged_cells(sheet: CalamineSheet, merged: Iterable[CellRange]) -> CellFlags:
    """Flag the lower cells of ranges merged in one column with the first value."""
    flags: CellFlags = {}
    ranges = [(top, bottom, left) for (top, left), (bottom, right) in merged if left == right and bottom > top]
    tops = {(top, left): bottom for top, bottom, left in ranges if bottom - top < MAX_FLAGGED_CELLS}
    if not tops:
        return flags
    start = sheet.start[1] if sheet.start else 0
    for line, values in enumerate(sheet.iter_rows()):
        for column, value in enumerate(values, start=start):
            bottom = tops.get((line, column))
            if bottom is not None and value != "" and len(flags) < MAX_FLAGGED_CELLS:
                flags.update({(row, column): {"m": serialize_cell(value)} for row in range(line + 1, bottom + 1)})
    return flags
