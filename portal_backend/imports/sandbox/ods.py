"""Merged cells, hidden rows and pictures of an ods."""

import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO
from xml.etree import ElementTree as ET

from portal_backend.imports.sandbox.xlsx import contains_markup
from portal_backend.sandbox.child import FileRejectedError

CONTENT = "content.xml"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
TABLE_NAMESPACE, DRAW_NAMESPACE = f"{{{OASIS}:table:1.0}}", f"{{{OASIS}:drawing:1.0}}"
CELL_TAGS = (f"{TABLE_NAMESPACE}table-cell", f"{TABLE_NAMESPACE}covered-table-cell")
# content without such markup is not parsed
MERGED_CELL_MARKUP, HIDDEN_ROW_MARKUP = re.compile(b"number-rows-spanned"), re.compile(b"table:visibility")
PICTURE_MARKUP = re.compile(b"draw:image")
HREF = "{http://www.w3.org/1999/xlink}href"
Position = tuple[int, int]


@dataclass
class OdsCell:
    """Cell that is merged with others or contains pictures."""

    sheet: str
    #: Row and column, from 0.
    position: Position
    #: Number of rows and columns that the cell spans.
    row_span: int
    column_span: int
    #: Names of files in the zip.
    pictures: list[str] = field(default_factory=list)


def find_merged_ranges(archive: zipfile.ZipFile, sheet: str, limit: int) -> list[tuple[Position, Position]]:
    """Find the merged ranges of a sheet: the first and the last cell of each."""
    if not contains_markup(archive, CONTENT, MERGED_CELL_MARKUP):
        return []
    found: list[tuple[Position, Position]] = []
    for cell in _iter_cells(archive):
        if cell.sheet == sheet and cell.row_span > 1 and len(found) < limit:
            (row, column) = cell.position
            found.append((cell.position, (row + cell.row_span - 1, column + cell.column_span - 1)))
    return found


def find_hidden_rows(archive: zipfile.ZipFile, sheet: str, limit: int) -> set[int]:
    """Find the hidden or filtered rows (from 0) of a sheet, up to a limit.

    Raises FileRejectedError.
    """
    found: set[int] = set()
    if not contains_markup(archive, CONTENT, HIDDEN_ROW_MARKUP):
        return found
    name, row = "", 0
    with archive.open(CONTENT) as stream:
        try:
            for event, element in ET.iterparse(stream, events=("start", "end")):  # noqa: S314
                if event == "start" and element.tag == f"{TABLE_NAMESPACE}table":
                    name, row = element.get(f"{TABLE_NAMESPACE}name", ""), 0
                elif event == "end" and element.tag == f"{TABLE_NAMESPACE}table-row":
                    count = _parse_count(element, "number-rows-repeated")
                    if name == sheet and element.get(f"{TABLE_NAMESPACE}visibility") in ("collapse", "filter"):
                        found.update(range(row, row + min(count, limit - len(found))))
                    row += count
                    element.clear()
        except ET.ParseError as error:
            raise FileRejectedError("broken") from error
    return found


def iter_pictures(archive: zipfile.ZipFile, names: list[str]) -> Iterator[tuple[int, Position, str]]:
    """Yield the pictures of the sheets.

    Each is a sheet index, a position (row and column from 0), and the name of the file in the zip.
    """
    if not contains_markup(archive, CONTENT, PICTURE_MARKUP):
        return
    numbers = {name: index for index, name in enumerate(names)}
    for cell in _iter_cells(archive):
        if cell.sheet in numbers:
            for picture in cell.pictures:
                yield numbers[cell.sheet], cell.position, picture


def _iter_cells(archive: zipfile.ZipFile) -> Iterator[OdsCell]:
    with archive.open(CONTENT) as stream:
        try:
            yield from _parse_cells(stream)
        except ET.ParseError as error:
            raise FileRejectedError("broken") from error


def _parse_cells(stream: IO[bytes]) -> Iterator[OdsCell]:
    """Yield the merged cells and the cells with pictures.

    Rows are freed as they end. Expanding entities are stopped by the memory limit of the process.
    """
    sheet, row, column = "", 0, 0
    table: ET.Element | None = None
    for event, element in ET.iterparse(stream, events=("start", "end")):  # noqa: S314
        if event == "start":
            if element.tag == f"{TABLE_NAMESPACE}table":
                sheet, row, table = element.get(f"{TABLE_NAMESPACE}name", ""), 0, element
            elif element.tag == f"{TABLE_NAMESPACE}table-row":
                column = 0
        elif element.tag in CELL_TAGS:
            cell = _build_cell(sheet, (row, column), element)
            if cell.pictures or cell.row_span > 1:
                yield cell
            column += _parse_count(element, "number-columns-repeated")
            element.clear()
        elif element.tag == f"{TABLE_NAMESPACE}table-row":
            row += _parse_count(element, "number-rows-repeated")
            if table is not None:
                table.clear()


def _build_cell(sheet: str, position: Position, element: ET.Element) -> OdsCell:
    rows, columns = _parse_count(element, "number-rows-spanned"), _parse_count(element, "number-columns-spanned")
    links = [each.get(HREF, "").removeprefix("./") for each in element.iter(f"{DRAW_NAMESPACE}image")]
    return OdsCell(sheet, position, rows, columns, links)


def _parse_count(element: ET.Element, name: str) -> int:
    text = element.get(TABLE_NAMESPACE + name, "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 1
