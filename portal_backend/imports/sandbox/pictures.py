"""Pictures of an xlsx: anchored over cells, or placed in cells."""

import re
import zipfile
from collections.abc import Iterator
from xml.etree import ElementTree as ET

from portal_backend.imports.sandbox.cells import noted_cells
from portal_backend.imports.sandbox.parts import RELATION, parsed, related_parts, sheet_parts, small, spelled
from portal_backend.sandbox.child import Refused

BLIP = "{http://schemas.openxmlformats.org/drawingml/2006/main}blip"
EMBEDDED = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}embed"
LOCAL_IMAGE = "_rvRel:LocalImageIdentifier"
Place = tuple[int, int]
Placed = tuple[Place, str]


def of_sheets(archive: zipfile.ZipFile, names: list[str]) -> Iterator[tuple[int, Place, str]]:
    """Yield the pictures of the sheets.

    Each is a sheet index, a position (row and column from 0), and the name of the file in the zip.
    """
    parts = sheet_parts(archive)
    in_cells = _rich_pictures(archive)
    for index, name in enumerate(names):
        part = parts.get(name)
        if part is None or part not in archive.namelist():
            continue
        for position, picture in _anchored(archive, part):
            yield index, position, picture
        if in_cells:
            for position, picture in _placed(archive, part, in_cells):
                yield index, position, picture


def _anchored(archive: zipfile.ZipFile, part: str) -> Iterator[Placed]:
    """Yield pictures over cells; each belongs to the cell at its upper left corner."""
    entry_names = set(archive.namelist())
    for drawing in related_parts(archive, part).values():
        folder, _, name = drawing.lower().rpartition("/")
        if drawing not in entry_names or folder != "xl/drawings" or not name.endswith(".xml"):
            continue
        media = related_parts(archive, drawing)
        for anchor in parsed(small(archive, drawing)):
            corner = next((each for each in anchor if each.tag.endswith("}from")), None)
            if corner is None:
                continue
            position = _number(corner, "row"), _number(corner, "col")
            for blip in anchor.iter(BLIP):
                if (picture := media.get(blip.get(EMBEDDED, ""))) in entry_names and picture is not None:
                    yield position, picture


def _number(element: ET.Element, name: str) -> int:
    text = next((each.text for each in element if each.tag.endswith("}" + name)), None)
    if text is None or not re.fullmatch("[0-9]{1,7}", text.strip()):
        raise Refused("broken")
    return int(text)


def _rich_pictures(archive: zipfile.ZipFile) -> dict[int, str]:
    """Return the files of in-cell pictures by the number of the value metadata (vm)."""
    names = {"values": "xl/richData/rdrichvalue.xml", "kinds": "xl/richData/rdrichvaluestructure.xml"}
    names |= {"metadata": "xl/metadata.xml", "relations": "xl/richData/richValueRel.xml"}
    names = {key: spelled(archive, name) for key, name in names.items()}
    if not set(names.values()) <= set(archive.namelist()):
        return {}
    roots = {key: parsed(small(archive, name)) for key, name in names.items()}
    files = related_parts(archive, names["relations"])
    media = [files.get(each.get(RELATION, ""), "") for each in roots["relations"]]
    kinds = [[key.get("n") for key in kind] for kind in roots["kinds"]]
    values = [_local_image(each, kinds, media) for each in roots["values"]]
    found = {}
    for number, value in enumerate(_values_of_cells(roots["metadata"]), start=1):
        if value is not None and value < len(values) and values[value] in set(archive.namelist()):
            found[number] = values[value]
    return found


def _local_image(value: ET.Element, kinds: list[list[str | None]], media: list[str]) -> str:
    """Return the file of a rich value, or "" if it is not an embedded picture."""
    kind = _whole(value.get("s"))
    keys = kinds[kind] if kind is not None and kind < len(kinds) else []
    if LOCAL_IMAGE not in keys or len(value) <= keys.index(LOCAL_IMAGE):
        return ""
    index = _whole(value[keys.index(LOCAL_IMAGE)].text)
    return media[index] if index is not None and index < len(media) else ""


def _values_of_cells(metadata: ET.Element) -> Iterator[int | None]:
    """Yield the rich value index of each entry of the value metadata, in order."""
    rich: list[int | None] = []
    kinds: list[str | None] = []
    cells: list[ET.Element] = []
    for part in metadata:
        if part.tag.endswith("}metadataTypes"):
            kinds = [each.get("name") for each in part]
        elif part.tag.endswith("}futureMetadata") and part.get("name") == "XLRICHVALUE":
            rich = [next((_whole(e.get("i")) for e in each.iter() if e.tag.endswith("}rvb")), None) for each in part]
        elif part.tag.endswith("}valueMetadata"):
            cells = list(part)
    for each in cells:
        record = next((e for e in each if e.tag.endswith("}rc")), None)
        kind, index = (None, None) if record is None else (_whole(record.get("t")), _whole(record.get("v")))
        is_rich = kind is not None and 0 < kind <= len(kinds) and kinds[kind - 1] == "XLRICHVALUE"
        yield rich[index] if is_rich and index is not None and index < len(rich) else None


def _whole(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch("[0-9]{1,9}", text) else None


def _placed(archive: zipfile.ZipFile, part: str, pictures: dict[int, str]) -> Iterator[Placed]:
    """Yield the cells of a sheet whose value is a picture."""
    for each in noted_cells(archive, part):
        number = _whole(each.picture)
        if number is not None and number in pictures:
            yield (each.row, each.column), pictures[number]
