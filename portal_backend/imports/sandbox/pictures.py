"""Pictures that stand in a sheet of an xlsx, by the cell that they begin in."""

import zipfile
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree as ET

from portal_backend.imports.sandbox.books import RELATION, SMALL_XML, parsed, related_parts, sheet_parts

MOST_PICTURES = 5_000
LARGEST = 20_000_000
EMBED = RELATION.replace("}id", "}embed")


def pictures_of(path: Path, sheet: str, folder: Path) -> Iterator[tuple[int, int, str]]:
    """Put the pictures of a sheet into a folder; answers the line, the column and the file of each."""
    with zipfile.ZipFile(path) as packed:
        part = sheet_parts(packed).get(sheet, "")
        for drawing in related_parts(packed, part).values():
            if "/drawings/" not in drawing or drawing not in packed.namelist():
                continue
            if packed.getinfo(drawing).file_size > SMALL_XML:
                continue
            yield from _drawn(packed, drawing, folder)


def _drawn(packed: zipfile.ZipFile, drawing: str, folder: Path) -> Iterator[tuple[int, int, str]]:
    media = related_parts(packed, drawing)
    count = 0
    for anchor in parsed(packed.read(drawing)):
        place = {_name(each): each for each in anchor}.get("from")
        picture = next((each for each in anchor.iter() if _name(each) == "blip"), None)
        if place is None or picture is None or count >= MOST_PICTURES:
            continue
        source = media.get(picture.get(EMBED, ""), "")
        if source not in packed.namelist() or packed.getinfo(source).file_size > LARGEST:
            continue
        cells = {_name(each): int(each.text or 0) for each in place if _name(each) in ("row", "col")}
        count += 1
        name = f"{count}{Path(source).suffix.lower()[:8]}"
        (folder / name).write_bytes(packed.read(source))
        yield cells.get("row", 0) + 1, cells.get("col", 0), name


def _name(element: ET.Element) -> str:
    return element.tag.rpartition("}")[2]
