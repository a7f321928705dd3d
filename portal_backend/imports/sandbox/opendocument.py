"""What an ods holds beside the values of its cells: what is merged, and pictures."""

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
    """A cell that is merged with those below, or that pictures lie in."""

    sheet: str
    place: Place
    rows: int
    columns: int
    pictures: list[str] = field(default_factory=list)


def merged(packed: zipfile.ZipFile, sheet: str, most: int) -> list[tuple[Place, Place]]:
    """What is merged in a sheet: the first and the last cell of each range."""
    if not _mentions(packed, b"number-rows-spanned"):
        return []
    found: list[tuple[Place, Place]] = []
    for cell in _cells(packed):
        if cell.sheet == sheet and cell.rows > 1 and len(found) < most:
            (row, column) = cell.place
            found.append((cell.place, (row + cell.rows - 1, column + cell.columns - 1)))
    return found


def hidden_rows(packed: zipfile.ZipFile, sheet: str, most: int) -> set[int]:
    """The rows (from 0) of a sheet that are hidden or filtered out, a limited number."""
    found: set[int] = set()
    if not _mentions(packed, b"table:visibility"):
        return found
    name, row = "", 0
    with packed.open(CONTENT) as stream:
        try:
            for event, element in ET.iterparse(stream, events=("start", "end")):  # noqa: S314
                if event == "start" and element.tag == f"{TABLE}table":
                    name, row = element.get(f"{TABLE}name", ""), 0
                elif event == "end" and element.tag == f"{TABLE}table-row":
                    count = _count(element, "number-rows-repeated")
                    if name == sheet and element.get(f"{TABLE}visibility") in ("collapse", "filter"):
                        found.update(range(row, row + min(count, most - len(found))))
                    row += count
                    element.clear()
        except ET.ParseError as error:
            raise Refused("broken") from error
    return found


def pictures(packed: zipfile.ZipFile, names: list[str]) -> Iterator[tuple[int, Place, str]]:
    """The pictures of the sheets: the sheet, row and column (from 0), and the file inside."""
    if not _mentions(packed, b"draw:image"):
        return
    numbers = {name: index for index, name in enumerate(names)}
    for cell in _cells(packed):
        if cell.sheet in numbers:
            for picture in cell.pictures:
                yield numbers[cell.sheet], cell.place, picture


def _mentions(packed: zipfile.ZipFile, word: bytes) -> bool:
    """Whether a sheet need be gone through at all."""
    if CONTENT not in packed.namelist():
        return False
    rest = b""
    with packed.open(CONTENT) as stream:
        while chunk := stream.read(CHUNK):
            if word in rest + chunk:
                return True
            rest = chunk[-len(word) :]
    return False


def _cells(packed: zipfile.ZipFile) -> Iterator[Cell]:
    with packed.open(CONTENT) as stream:
        try:
            yield from _walk(stream)
        except ET.ParseError as error:
            raise Refused("broken") from error


def _walk(stream: IO[bytes]) -> Iterator[Cell]:
    """The cells that hold something of interest; rows are forgotten as they end. Entities end with this process."""
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


def _cell(sheet: str, place: Place, element: ET.Element) -> Cell:
    rows, columns = _count(element, "number-rows-spanned"), _count(element, "number-columns-spanned")
    links = [each.get(LINK, "").removeprefix("./") for each in element.iter(f"{DRAW}image")]
    return Cell(sheet, place, rows, columns, links)


def _count(element: ET.Element, name: str) -> int:
    text = element.get(TABLE + name, "1")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 8 else 1
