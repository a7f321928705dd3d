"""Special cells of a sheet of an xlsx: formulas, errors and in-cell pictures."""

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.parsers import expat

from portal_backend.imports.sandbox.parts import CHUNK
from portal_backend.sandbox.child import Refused

ADDRESS = re.compile("([A-Z]{1,3})([0-9]{1,7})")
# markup of special cells, with any namespace prefix
WORTH = re.compile(rb"""<(?:[\w.-]+:)?f[\s/>]|\st\s*=\s*["']e["']|\svm\s*=""")
HIDDEN = re.compile(rb"""\shidden\s*=\s*["'](?:1|true)["']""")
LONGEST_WORTH = 100


@dataclass(slots=True)
class NotedCell:
    """Cell with a formula, an error or a picture."""

    #: Row and column, from 0.
    row: int
    column: int
    #: Type attribute (t): "e" for an error, "str" for the text of a formula.
    type: str
    #: Number of the picture among the value metadata (vm).
    picture: str | None = None
    formula: bool = False
    #: Text of the value; None if the cell has none.
    value: str | None = None

    @property
    def is_unread(self) -> bool:
        """Return whether the value of the formula was never calculated.

        Only a text may be an empty value.
        """
        return self.formula and (self.value is None or (not self.value and self.type != "str"))


def noted_cells(archive: zipfile.ZipFile, part: str) -> Iterator[NotedCell]:
    """Yield the cells of a sheet with a formula, an error or a picture.

    Raises FileRejectedError if the part is not valid XML.
    """
    if part not in archive.namelist() or not _is_worth(archive, part):
        return
    parser = expat.ParserCreate()
    parser.buffer_text = True
    sheet = _Sheet(parser)
    try:
        with archive.open(part) as stream:
            while chunk := stream.read(CHUNK):
                parser.Parse(chunk, False)
                yield from sheet.taken()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise Refused("broken") from error


def hidden_rows(archive: zipfile.ZipFile, part: str, limit: int) -> set[int]:
    """Find the hidden rows (from 0) of a sheet, up to a limit.

    Raises FileRejectedError if the part is not valid XML.
    """
    found: set[int] = set()
    if part not in archive.namelist() or not _is_worth(archive, part, HIDDEN):
        return found
    row = -1

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal row
        if name[name.find(":") + 1 :] == "row":
            number = attributes.get("r", "")
            row = int(number) - 1 if re.fullmatch("[0-9]{1,7}", number) else row + 1
            if attributes.get("hidden") in ("1", "true") and len(found) < limit:
                found.add(row)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    try:
        with archive.open(part) as stream:
            while chunk := stream.read(CHUNK):
                parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise Refused("broken") from error
    return found


def _is_worth(archive: zipfile.ZipFile, part: str, pattern: re.Pattern[bytes] = WORTH) -> bool:
    """Return whether a part contains some markup; a byte search is faster than XML."""
    tail = b""
    with archive.open(part) as stream:
        while chunk := stream.read(CHUNK):
            text = tail + chunk
            if pattern.search(text):
                return True
            tail = text[-LONGEST_WORTH:]
    return False


class _Sheet:
    """Parser of a sheet that collects its special cells.

    A row or cell without an address follows the previous one, as in calamine.
    """

    def __init__(self, parser: expat.XMLParserType) -> None:
        self.parser = parser
        self.row = self.column = -1
        self.cell: NotedCell | None = None
        self.found: list[NotedCell] = []
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end

    def taken(self) -> list[NotedCell]:
        """Return the cells found since the last time."""
        found, self.found = self.found, []
        return found

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        name = name[name.find(":") + 1 :]
        if name == "c":
            self._place(attributes.get("r", ""))
            self.cell = NotedCell(self.row, self.column, attributes.get("t", ""), attributes.get("vm"))
        elif name == "row":
            number = attributes.get("r", "")
            self.row = int(number) - 1 if re.fullmatch("[0-9]{1,7}", number) else self.row + 1
            self.column = -1
        elif self.cell is not None:
            if name == "f":
                self.cell.formula = True
            elif name in ("v", "is"):
                self.cell.value = ""
                if name == "v" and (self.cell.formula or self.cell.type == "e"):
                    self.parser.CharacterDataHandler = self._text

    def _place(self, address: str) -> None:
        self.column += 1
        if found := ADDRESS.fullmatch(address):
            self.row, self.column = int(found[2]) - 1, column_of(found[1])

    def _text(self, text: str) -> None:
        if self.cell is not None:
            self.cell.value = (self.cell.value or "") + text

    def _end(self, name: str) -> None:
        name = name[name.find(":") + 1 :]
        if name == "v":
            self.parser.CharacterDataHandler = None
        elif name == "c" and self.cell is not None:
            if self.cell.formula or self.cell.type == "e" or self.cell.picture:
                self.found.append(self.cell)
            self.cell = None


def column_of(letters: str) -> int:
    """Return the index of a column (from 0) by its letters."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column - 1
