"""Merged cells, hidden rows and pictures of an ods."""

import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import IO
from xml.etree import ElementTree as ET

from portal_backend.imports.sandbox.parts import CHUNK
from portal_backend.sandbox.child import Refused

CONTENT = "content.xml"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"
TABLE, DRAW = f"{{{OASIS}:table:1.0}}", f"{{{OASIS}:drawing:1.0}}"
CELLS = (f"{TABLE}table-cell", f"{TABLE}covered-table-cell")
LINK = "{http://www.w3.org/1999/xlink}href"
Place = tuple[int, int]


@dataclass
class Cell:
    """Cell that is merged with others or contains pictures."""

    sheet: str
    #: Row and column, from 0.
    place: Place
    #: Number of rows and columns that the cell spans.
    rows: int
    columns: int
    #: Names of files in the zip.
    pictures: list[str] = field(default_factory=list)


def merged(archive: zipfile.ZipFile, sheet: str, limit: int) -> list[tuple[Place, Place]]:
    """Find the merged ranges of a sheet: the first and the last cell of each."""
    if not _mentions(archive, b"number-rows-spanned"):
        return []
    found: list[tuple[Place, Place]] = []
    for cell in _cells(archive):
        if cell.sheet == sheet and cell.rows > 1 and len(found) < limit:
            (row, column) = cell.place
            found.append((cell.place, (row + cell.rows - 1, column + cell.columns - 1)))
    return found


def hidden_rows(archive: zipfile.ZipFile, sheet: str, limit: int) -> set[int]:
    """Find the hidden or filtered rows (from 0) of a sheet, up to a limit.

    Raises FileRejectedError.
    """
    found: set[int] = set()
    if not _mentions(archive, b"table:visibility"):
        return found
    name, row = "", 0
    with archive.open(CONTENT) as stream:
        try:
            for event, element in ET.iterparse(stream, events=("start", "end")):  # noqa: S314
                if event == "start" and element.tag == f"{TABLE}table":
                    name, row = element.get(f"{TABLE}name", ""), 0
                elif event == "end" and element.tag == f"{TABLE}table-row":
                    count = _count(element, "number-rows-repeated")
                    if name == sheet and element.get(f"{TABLE}visibility") in ("collapse", "filter"):
                        found.update(range(row, row + min(count, limit - len(found))))
                    row += count
                    element.clear()
        except ET.ParseError as error:
            raise Refused("broken") from error
    return found


def pictures(archive: zipfile.ZipFile, names: list[str]) -> Iterator[tuple[int, Place, str]]:
    """Yield the pictures of the sheets.

    Each is a sheet index, a position (row and column from 0), and the name of the file in the zip.
    """
    if not _mentions(archive, b"draw:image"):
        return
    numbers = {name: index for index, name in enumerate(names)}
    for cell in _cells(archive):
        if cell.sheet in numbers:
            for picture in cell.pictures:
                yield numbers[cell.sheet], cell.place, picture


def _mentions(archive: zipfile.ZipFile, markup: bytes) -> bool:
    """Return whether the content contains some markup; if not, it is not parsed."""
    if CONTENT not in archive.namelist():
        return False
    tail = b""
    with archive.open(CONTENT) as stream:
        while chunk := stream.read(CHUNK):
            if markup in tail + chunk:
                return True
            tail = chunk[-len(markup) :]
    return False


def _cells(archive: zipfile.ZipFile) -> Iterator[Cell]:
    with archive.open(CONTENT) as stream:
        try:
            yield from _walk(stream)
        except ET.ParseError as error:
            raise Refused("broken") from error


def _walk(stream: IO[bytes]) -> Iterator[Cell]:
    """Yield the merged cells and the cells with pictures.

    Rows are freed as they end. Expanding entities are stopped by the memory limit of the process.
    """
    sheet, row, column = "", 0, 0
    table: ET.Element | None = None
    for event, element in ET.iterparse(stream, events=("start", "end")):  # noqa: S314
        if event == "start":
            if element.tag == f"{TABLE}table":
                sheet, row, table = element.get(f"{TABLE}name", ""), 0, element
            elif element.tag == f"{TABLE}table-row":
                column = 0
        elif element.tag in CELLS:
            cell = _cell(sheet, (row, column), element)
            if cell.pictures or cell.rows > 1:
                yield cell
            column += _count(element, "number-columns-repeated")
            element.clear()
        elif element.tag == f"{TABLE}table-row":
            row += _count(element, "number-rows-repeated")
            if table is not None:
                table.clear()


def _cell(sheet: str, position: Place, element: ET.Element) -> Cell:
    rows, columns = _count(element, "number-rows-spanned"), _count(element, "number-columns-spanned")
    links = [each.get(LINK, "").removeprefix("./") for each in element.iter(f"{DRAW}image")]
    return Cell(sheet, position, rows, columns, links)


def _count(element: ET.Element, name: str) -> int:
    text = element.get(TABLE + name, "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 1
