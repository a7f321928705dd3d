"""Parts of an xlsx package and their relationships."""

import zipfile
from xml.etree import ElementTree as ET

from portal_backend.sandbox.child import Refused

SMALL_XML = 5_000_000
CHUNK = 1_000_000
RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"


def sheet_parts(archive: zipfile.ZipFile) -> dict[str, str]:
    """Return the part name of each sheet of an xlsx, by sheet name."""
    try:
        related = related_parts(archive, "xl/workbook.xml")
        book = parsed(small(archive, "xl/workbook.xml"))
    except KeyError:
        return {}
    found = {}
    for each in book.iter():
        if each.tag.endswith("}sheet"):
            part = related.get(each.get(RELATION, ""))
            if part:
                found[each.get("name", "")] = part
    return found


def spelled(archive: zipfile.ZipFile, name: str) -> str:
    """Find the name of a zip entry, ignoring case as OPC requires."""
    names = archive.namelist()
    return name if name in names else next((each for each in names if each.lower() == name.lower()), name)


def parsed(content: bytes) -> ET.Element:
    """Parse untrusted XML.

    Expanding entities are stopped by the memory limit of the process. Raises FileRejectedError.
    """
    try:
        return ET.fromstring(content)  # noqa: S314
    except ET.ParseError as error:
        raise Refused("broken") from error


def related_parts(archive: zipfile.ZipFile, part: str) -> dict[str, str]:
    """Return the parts that a part refers to, by relationship id."""
    folder, _, name = part.rpartition("/")
    relationships = spelled(archive, f"{folder}/_rels/{name}.rels")
    if relationships not in archive.namelist():
        return {}
    found = {}
    for each in parsed(small(archive, relationships)):
        target = each.get("Target", "")
        if each.get("TargetMode") == "External":
            continue
        segments: list[str] = [] if target.startswith("/") else folder.split("/")
        for segment in target.split("/"):
            segments = segments[:-1] if segment == ".." else segments if segment in ("", ".") else [*segments, segment]
        found[each.get("Id", "")] = spelled(archive, "/".join(segments))
    return found


def small(archive: zipfile.ZipFile, name: str) -> bytes:
    """Return the content of a part that is always small in valid files.

    Raises FileRejectedError.
    """
    with archive.open(name) as stream:
        content = stream.read(SMALL_XML + 1)
    if len(content) > SMALL_XML:
        raise Refused("broken")
    return content
