"""Parts, relationships, special cells and pictures of an xlsx package."""

import re
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from xml.etree import ElementTree as ET
from xml.parsers import expat

from portal_backend.sandbox.child import FileRejectedError

MAX_XML_BYTES = 5_000_000
CHUNK_BYTES = 1_000_000
RELATION_ID = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def get_sheet_parts(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the part name of each sheet of an xlsx, by sheet name."""
    try:
        related = get_related_parts(archive, "xl/workbook.xml")
        book = parse_xml(read_part(archive, "xl/workbook.xml"))
    except KeyError:
        return {}
    found = {}
    for each in book.iter():
        if each.tag.endswith("}sheet"):
            part = related.get(each.get(RELATION_ID, ""))
            if part:
                found[each.get("name", "")] = part
    return found


def find_entry_name(archive: zipfile.ZipFile, name: str) -> str:
    """Find the name of a zip entry, ignoring case as OPC requires."""
    names = archive.namelist()
    return name if name in names else next((each for each in names if each.lower() == name.lower()), name)


def parse_xml(content: bytes) -> ET.Element:
    """Parse untrusted XML.

    Expanding entities are stopped by the memory limit of the process. Raises FileRejectedError.
    """
    try:
        return ET.fromstring(content)  # noqa: S314
    except ET.ParseError as error:
        raise FileRejectedError("broken") from error


def get_related_parts(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Return the parts that a part refers to, by relationship id."""
    folder, _, name = part.rpartition("/")
    relationships = find_entry_name(archive, f"{folder}/_rels/{name}.rels")
    if relationships not in archive.namelist():
        return {}
    found = {}
    for each in parse_xml(read_part(archive, relationships)):
        target = each.get("Target", "")
        if each.get("TargetMode") == "External":
            continue
        segments: list[str] = [] if target.startswith("/") else folder.split("/")
        for segment in target.split("/"):
            segments = segments[:-1] if segment == ".." else segments if segment in ("", ".") else [*segments, segment]
        found[each.get("Id", "")] = find_entry_name(archive, "/".join(segments))
    return found


def read_part(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the content of a part that is always small in valid files.

    Raises FileRejectedError.
    """
    with archive.open(name) as stream:
        content = stream.read(MAX_XML_BYTES + 1)
    if len(content) > MAX_XML_BYTES:
        raise FileRejectedError("broken")
    return content


CELL_ADDRESS = re.compile("([A-Z]{1,3})([0-9]{1,7})")
# markup of special cells, with any namespace prefix
SPECIAL_CELL_MARKUP = re.compile(rb"""<(?:[\w.-]+:)?f[\s/>]|\st\s*=\s*["']e["']|\svm\s*=""")
HIDDEN_ROW_MARKUP = re.compile(rb"""\shidden\s*=\s*["'](?:1|true)["']""")
MAX_MARKUP_LENGTH = 100


@dataclass(slots=True)
class SpecialCell:
    """Cell with a formula, an error or a picture."""

    #: Row and column, from 0.
    row: int
    column: int
    #: Type attribute (t): "e" for an error, "str" for the text of a formula.
    type: str
    #: Number of the picture among the value metadata (vm).
    picture_number: str | None = None
    has_formula: bool = False
    #: Text of the value; None if the cell has none.
    value: str | None = None

    @property
    def is_uncalculated(self) -> bool:
        """Return whether the value of the formula was never calculated.

        Only a text may be an empty value.
        """
        return self.has_formula and (self.value is None or (not self.value and self.type != "str"))


def iter_special_cells(archive: zipfile.ZipFile, part: str) -> Iterator[SpecialCell]:
    """Yield the cells of a sheet with a formula, an error or a picture.

    Raises FileRejectedError if the part is not valid XML.
    """
    if not contains_markup(archive, part, SPECIAL_CELL_MARKUP):
        return
    parser = expat.ParserCreate()
    parser.buffer_text = True
    sheet = _SheetParser(parser)
    try:
        with archive.open(part) as stream:
            while chunk := stream.read(CHUNK_BYTES):
                parser.Parse(chunk, False)
                yield from sheet.take_pending()
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise FileRejectedError("broken") from error


def find_hidden_rows(archive: zipfile.ZipFile, part: str, limit: int) -> set[int]:
    """Find the hidden rows (from 0) of a sheet, up to a limit.

    Raises FileRejectedError if the part is not valid XML.
    """
    found: set[int] = set()
    if not contains_markup(archive, part, HIDDEN_ROW_MARKUP):
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
            while chunk := stream.read(CHUNK_BYTES):
                parser.Parse(chunk, False)
        parser.Parse(b"", True)
    except expat.ExpatError as error:
        raise FileRejectedError("broken") from error
    return found


def contains_markup(archive: zipfile.ZipFile, part: str, pattern: re.Pattern[bytes]) -> bool:
    """Return whether a part exists and contains some markup.

    A byte search is faster than XML.
    """
    if part not in archive.namelist():
        return False
    tail = b""
    with archive.open(part) as stream:
        while chunk := stream.read(CHUNK_BYTES):
            text = tail + chunk
            if pattern.search(text):
                return True
            tail = text[-MAX_MARKUP_LENGTH:]
    return False


class _SheetParser:
    """Parser of a sheet that collects its special cells.

    A row or cell without an address follows the previous one, as in calamine.
    """

    def __init__(self, parser: expat.XMLParserType) -> None:
        self.parser = parser
        self.row = self.column = -1
        self.cell: SpecialCell | None = None
        self.pending: list[SpecialCell] = []
        parser.StartElementHandler = self._start_element
        parser.EndElementHandler = self._end_element

    def take_pending(self) -> list[SpecialCell]:
        """Return the cells found since the last time."""
        found, self.pending = self.pending, []
        return found

    def _start_element(self, name: str, attributes: Mapping[str, str]) -> None:
        name = name[name.find(":") + 1 :]
        if name == "c":
            self._set_position(attributes.get("r", ""))
            self.cell = SpecialCell(self.row, self.column, attributes.get("t", ""), attributes.get("vm"))
        elif name == "row":
            number = attributes.get("r", "")
            self.row = int(number) - 1 if re.fullmatch("[0-9]{1,7}", number) else self.row + 1
            self.column = -1
        elif self.cell is not None:
            if name == "f":
                self.cell.has_formula = True
            elif name in ("v", "is"):
                self.cell.value = ""
                if name == "v" and (self.cell.has_formula or self.cell.type == "e"):
                    self.parser.CharacterDataHandler = self._append_text

    def _set_position(self, address: str) -> None:
        self.column += 1
        if found := CELL_ADDRESS.fullmatch(address):
            self.row, self.column = int(found[2]) - 1, parse_column_letters(found[1])

    def _append_text(self, text: str) -> None:
        if self.cell is not None:
            self.cell.value = (self.cell.value or "") + text

    def _end_element(self, name: str) -> None:
        name = name[name.find(":") + 1 :]
        if name == "v":
            self.parser.CharacterDataHandler = None
        elif name == "c" and self.cell is not None:
            if self.cell.has_formula or self.cell.type == "e" or self.cell.picture_number:
                self.pending.append(self.cell)
            self.cell = None


def parse_column_letters(letters: str) -> int:
    """Return the index of a column (from 0) by its letters."""
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter) - 64
    return column - 1


BLIP = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
EMBEDDED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
LOCAL_IMAGE = "_rvRel:LocalImageIdentifier"
Position = tuple[int, int]
PlacedPicture = tuple[Position, str]


def iter_pictures(archive: zipfile.ZipFile, names: list[str]) -> Iterator[tuple[int, Position, str]]:
    """Yield the pictures of the sheets.

    Each is a sheet index, a position (row and column from 0), and the name of the file in the zip.
    """
    parts = get_sheet_parts(archive)
    in_cells = _get_rich_pictures(archive)
    for index, name in enumerate(names):
        part = parts.get(name)
        if part is None or part not in archive.namelist():
            continue
        for position, picture in _iter_anchored_pictures(archive, part):
            yield index, position, picture
        if in_cells:
            for position, picture in _iter_in_cell_pictures(archive, part, in_cells):
                yield index, position, picture


def _iter_anchored_pictures(archive: zipfile.ZipFile, part: str) -> Iterator[PlacedPicture]:
    """Yield pictures over cells; each belongs to the cell at its upper left corner."""
    entry_names = set(archive.namelist())
    for drawing in get_related_parts(archive, part).values():
        folder, _, name = drawing.lower().rpartition("/")
        if drawing not in entry_names or folder != "xl/drawings" or not name.endswith(".xml"):
            continue
        media = get_related_parts(archive, drawing)
        for anchor in parse_xml(read_part(archive, drawing)):
            corner = next((each for each in anchor if each.tag.endswith("}from")), None)
            if corner is None:
                continue
            position = _parse_anchor_number(corner, "row"), _parse_anchor_number(corner, "col")
            for blip in anchor.iter(BLIP):
                if (picture := media.get(blip.get(EMBEDDED, ""))) in entry_names and picture is not None:
                    yield position, picture


def _parse_anchor_number(element: ET.Element, name: str) -> int:
    text = next((each.text for each in element if each.tag.endswith("}" + name)), None)
    if text is None or not re.fullmatch("[0-9]{1,7}", text.strip()):
        raise FileRejectedError("broken")
    return int(text)


def _get_rich_pictures(archive: zipfile.ZipFile) -> dict[int, str]:
    """Return the files of in-cell pictures by the number of the value metadata (vm)."""
    names = {"values": "xl/richData/rdrichvalue.xml", "kinds": "xl/richData/rdrichvaluestructure.xml"}
    names |= {"metadata": "xl/metadata.xml", "relations": "xl/richData/richValueRel.xml"}
    names = {key: find_entry_name(archive, name) for key, name in names.items()}
    if not set(names.values()) <= set(archive.namelist()):
        return {}
    roots = {key: parse_xml(read_part(archive, name)) for key, name in names.items()}
    files = get_related_parts(archive, names["relations"])
    media = [files.get(each.get(RELATION_ID, ""), "") for each in roots["relations"]]
    kinds = [[key.get("n") for key in kind] for kind in roots["kinds"]]
    values = [_get_local_image(each, kinds, media) for each in roots["values"]]
    found = {}
    for number, value in enumerate(_iter_rich_values(roots["metadata"]), start=1):
        if value is not None and value < len(values) and values[value] in set(archive.namelist()):
            found[number] = values[value]
    return found


def _get_local_image(value: ET.Element, kinds: list[list[str | None]], media: list[str]) -> str:
    """Return the file of a rich value, or "" if it is not an embedded picture."""
    kind = _parse_integer(value.get("s"))
    keys = kinds[kind] if kind is not None and kind < len(kinds) else []
    if LOCAL_IMAGE not in keys or len(value) <= keys.index(LOCAL_IMAGE):
        return ""
    index = _parse_integer(value[keys.index(LOCAL_IMAGE)].text)
    return media[index] if index is not None and index < len(media) else ""


def _iter_rich_values(metadata: ET.Element) -> Iterator[int | None]:
    """Yield the rich value index of each entry of the value metadata, in order."""
    rich: list[int | None] = []
    kinds: list[str | None] = []
    cells: list[ET.Element] = []
    for part in metadata:
        if part.tag.endswith("}metadataTypes"):
            kinds = [each.get("name") for each in part]
        elif part.tag.endswith("}futureMetadata") and part.get("name") == "XLRICHVALUE":
            rich = [
                next((_parse_integer(e.get("i")) for e in each.iter() if e.tag.endswith("}rvb")), None) for each in part
            ]
        elif part.tag.endswith("}valueMetadata"):
            cells = list(part)
    for each in cells:
        record = next((e for e in each if e.tag.endswith("}rc")), None)
        kind, index = (
            (None, None) if record is None else (_parse_integer(record.get("t")), _parse_integer(record.get("v")))
        )
        is_rich = kind is not None and 0 < kind <= len(kinds) and kinds[kind - 1] == "XLRICHVALUE"
        yield rich[index] if is_rich and index is not None and index < len(rich) else None


def _parse_integer(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch("[0-9]{1,9}", text) else None


def _iter_in_cell_pictures(archive: zipfile.ZipFile, part: str, pictures: dict[int, str]) -> Iterator[PlacedPicture]:
    """Yield the cells of a sheet whose value is a picture."""
    for each in iter_special_cells(archive, part):
        number = _parse_integer(each.picture_number)
        if number is not None and number in pictures:
            yield (each.row, each.column), pictures[number]
