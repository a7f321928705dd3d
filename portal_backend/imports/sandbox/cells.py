"""The cells of a sheet of an xlsx that say more than their value: a formula, an error, a picture placed in them."""

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.parsers import expat

from portal_backend.imports.sandbox.parts import CHUNK
from portal_backend.sandbox.child import Refused

ADDRESS = re.compile("([A-Z]{1,3})([0-9]{1,7})")
# what a cell worth a note has in it, whatever the prefix of its namespace
WORTH = re.compile(rb"""<(?:[\w.-]+:)?f[\s/>]|\st\s*=\s*["']e["']|\svm\s*=""")
HIDDEN = re.compile(rb"""\shidden\s*=\s*["'](?:1|true)["']""")
LONGEST_WORTH = 100


@dataclass(slots=True)
class NotedCell:
    """A cell (row and column from 0), its type, the number of its picture; `value` is None where it has none."""

    row: int
    column: int
    type: str
    picture: str | None = None
    formula: bool = False
    value: str | None = None

    @property
    def is_unread(self) -> bool:
        """Whether no program has worked out its formula: a text may be empty, nothing else may."""
        return self.formula and (self.value is None or (not self.value and self.type != "str"))


def noted_cells(packed: zipfile.ZipFile, part: str) -> Iterator[NotedCell]:
    """The cells of a sheet with a formula, an error or a picture. Raises Refused where it is no XML."""
    if part not in packed.namelist() or not _is_worth(packed, part):
        return
    parser = expat.ParserCreate()
    parser.buffer_text = True
    sheet = _Sheet(parser)
    try:
        with packed.open(part) as stream:
            while chunk := stream.read(CHUNK):
                parser.Parse(chunk, False)
                yield from sheet.taken()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise Refused("broken") from error


def hidden_rows(packed: zipfile.ZipFile, part: str, most: int) -> set[int]:
    """The rows (from 0) of a sheet that are hidden, a limited number. Raises Refused where it is no XML."""
    found: set[int] = set()
    if part not in packed.namelist() or not _is_worth(packed, part, HIDDEN):
        return found
    row = -1

    def start(name: str, attributes: Mapping[str, str]) -> None:
        nonlocal row
        if name[name.find(":") + 1 :] == "row":
            number = attributes.get("r", "")
            row = int(number) - 1 if re.fullmatch("[0-9]{1,7}", number) else row + 1
            if attributes.get("hidden") in ("1", "true") and len(found) < most:
                found.add(row)

    parser = expat.ParserCreate()
    parser.StartElementHandler = start
    try:
        with packed.open(part) as stream:
            while chunk := stream.read(CHUNK):
                parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise Refused("broken") from error
    return found


def _is_worth(packed: zipfile.ZipFile, part: str, worth: re.Pattern[bytes] = WORTH) -> bool:
    """Whether there is such a cell or row at all; to look for the bytes is quicker than to read the XML."""
    rest = b""
    with packed.open(part) as stream:
        while chunk := stream.read(CHUNK):
            text = rest + chunk
            if worth.search(text):
                return True
            rest = text[-LONGEST_WORTH:]
    return False


class _Sheet:
    """Listens to a parser. A row or cell without an address follows the one before, as the reader has it too."""

    def __init__(self, parser: expat.XMLParserType) -> None:
        self.parser = parser
        self.row = self.column = -1
        self.cell: NotedCell | None = None
        self.found: list[NotedCell] = []
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end

    def taken(self) -> list[NotedCell]:
        """What was found since it was last asked."""
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
    """The number of a column (from 0) by its letters."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column - 1
