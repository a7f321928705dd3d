"""Pictures in an xlsx: those that lie over its cells, and those that were placed in them."""

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


def of_sheets(packed: zipfile.ZipFile, names: list[str]) -> Iterator[tuple[int, Place, str]]:
    """The pictures of the sheets: the sheet, row and column (from 0), and the file inside."""
    parts = sheet_parts(packed)
    in_cells = _rich_pictures(packed)
    for index, name in enumerate(names):
        part = parts.get(name)
        if part is None or part not in packed.namelist():
            continue
        for place, picture in _anchored(packed, part):
            yield index, place, picture
        if in_cells:
            for place, picture in _placed(packed, part, in_cells):
                yield index, place, picture


def _anchored(packed: zipfile.ZipFile, part: str) -> Iterator[Placed]:
    """What lies over cells: a picture belongs to the one below its upper left corner."""
    there = set(packed.namelist())
    for drawing in related_parts(packed, part).values():
        folder, _, name = drawing.lower().rpartition("/")
        if drawing not in there or folder != "xl/drawings" or not name.endswith(".xml"):
            continue
        media = related_parts(packed, drawing)
        for anchor in parsed(small(packed, drawing)):
            corner = next((each for each in anchor if each.tag.endswith("}from")), None)
            if corner is None:
                continue
            place = _number(corner, "row"), _number(corner, "col")
            for blip in anchor.iter(BLIP):
                if (picture := media.get(blip.get(EMBEDDED, ""))) in there and picture is not None:
                    yield place, picture


def _number(element: ET.Element, name: str) -> int:
    text = next((each.text for each in element if each.tag.endswith("}" + name)), None)
    if text is None or not re.fullmatch("[0-9]{1,7}", text.strip()):
        raise Refused("broken")
    return int(text)


def _rich_pictures(packed: zipfile.ZipFile) -> dict[int, str]:
    """The files of the pictures placed in cells, by the number that a cell knows its value by (vm)."""
    names = {"values": "xl/richData/rdrichvalue.xml", "kinds": "xl/richData/rdrichvaluestructure.xml"}
    names |= {"metadata": "xl/metadata.xml", "relations": "xl/richData/richValueRel.xml"}
    names = {key: spelled(packed, name) for key, name in names.items()}
    if not set(names.values()) <= set(packed.namelist()):
        return {}
    roots = {key: parsed(small(packed, name)) for key, name in names.items()}
    files = related_parts(packed, names["relations"])
    media = [files.get(each.get(RELATION, ""), "") for each in roots["relations"]]
    kinds = [[key.get("n") for key in kind] for kind in roots["kinds"]]
    values = [_local_image(each, kinds, media) for each in roots["values"]]
    found = {}
    for number, value in enumerate(_values_of_cells(roots["metadata"]), start=1):
        if value is not None and value < len(values) and values[value] in set(packed.namelist()):
            found[number] = values[value]
    return found


def _local_image(value: ET.Element, kinds: list[list[str | None]], media: list[str]) -> str:
    """The file of a rich value, "" where it is no picture of the workbook's own."""
    kind = _whole(value.get("s"))
    keys = kinds[kind] if kind is not None and kind < len(kinds) else []
    if LOCAL_IMAGE not in keys or len(value) <= keys.index(LOCAL_IMAGE):
        return ""
    place = _whole(value[keys.index(LOCAL_IMAGE)].text)
    return media[place] if place is not None and place < len(media) else ""


def _values_of_cells(metadata: ET.Element) -> Iterator[int | None]:
    """The rich value behind each value of cells, in their order."""
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
        kind, place = (None, None) if record is None else (_whole(record.get("t")), _whole(record.get("v")))
        is_rich = kind is not None and 0 < kind <= len(kinds) and kinds[kind - 1] == "XLRICHVALUE"
        yield rich[place] if is_rich and place is not None and place < len(rich) else None


def _whole(text: str | None) -> int | None:
    return int(text) if text is not None and re.fullmatch("[0-9]{1,9}", text) else None


def _placed(packed: zipfile.ZipFile, part: str, pictures: dict[int, str]) -> Iterator[Placed]:
    """The cells of a sheet whose value is a picture."""
    for each in noted_cells(packed, part):
        number = _whole(each.picture)
        if number is not None and number in pictures:
            yield (each.row, each.column), pictures[number]
