"""The files inside of an xlsx, and how they refer to each other."""

import zipfile
from xml.etree import ElementTree as ET

from portal_backend.sandbox.child import Refused

SMALL_XML = 5_000_000
CHUNK = 1_000_000
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def sheet_parts(packed: zipfile.ZipFile) -> dict[str, str]:
    """The file of each sheet of an xlsx, by name."""
    try:
        related = related_parts(packed, "xl/workbook.xml")
        book = parsed(small(packed, "xl/workbook.xml"))
    except KeyError:
        return {}
    found = {}
    for each in book.iter():
        if each.tag.endswith("}sheet"):
            part = related.get(each.get(RELATION, ""))
            if part:
                found[each.get("name", "")] = part
    return found


def spelled(packed: zipfile.ZipFile, name: str) -> str:
    """How a zip spells the name of a file: in a package capitals do not count (OPC), and not all programs agree."""
    names = packed.namelist()
    return name if name in names else next((each for each in names if each.lower() == name.lower()), name)


def parsed(content: bytes) -> ET.Element:
    """The XML of a file of a stranger: entities that grow end with this process, whose memory is limited."""
    try:
        return ET.fromstring(content)  # noqa: S314
    except ET.ParseError as error:
        raise Refused("broken") from error


def related_parts(packed: zipfile.ZipFile, part: str) -> dict[str, str]:
    """What a file of an xlsx refers to inside of it, by the ids of its relations."""
    folder, _, name = part.rpartition("/")
    listed = spelled(packed, f"{folder}/_rels/{name}.rels")
    if listed not in packed.namelist():
        return {}
    found = {}
    for each in parsed(small(packed, listed)):
        target = each.get("Target", "")
        if each.get("TargetMode") == "External":
            continue
        steps: list[str] = [] if target.startswith("/") else folder.split("/")
        for step in target.split("/"):
            steps = steps[:-1] if step == ".." else steps if step in ("", ".") else [*steps, step]
        found[each.get("Id", "")] = spelled(packed, "/".join(steps))
    return found


def small(packed: zipfile.ZipFile, name: str) -> bytes:
    """A file of which no honest one is large. Raises Refused."""
    with packed.open(name) as stream:
        content = stream.read(SMALL_XML + 1)
    if len(content) > SMALL_XML:
        raise Refused("broken")
    return content
