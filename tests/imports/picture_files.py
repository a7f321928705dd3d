"""Files with pictures: over cells, in cells, in an ods, or in a zip."""

import zipfile
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from django.core.files.storage import default_storage
from openpyxl import Workbook
from openpyxl.drawing.image import Image
from PIL import Image as Drawing

from portal_backend.catalogue.models import Part
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import ImportClient, build_workbook, save_workbook, upload

HEADINGS = ["Category", "Number", "Model", "Manufacturer", "Description (English)", "Picture"]
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006/relationships"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def draw_picture(color: str, kind: str = "PNG") -> bytes:
    """Return a small picture of one color."""
    target = BytesIO()
    Drawing.new("RGB", (40, 30), color).save(target, kind)
    return target.getvalue()


RED, BLUE, GREEN = draw_picture("red"), draw_picture("blue"), draw_picture("green")


def build_part_row(number: Any, picture: Any = None) -> list[Any]:
    """Build a part as a row of a file."""
    return ["Handheld", number, "M", "Acme", "A thing", picture]


def build_workbook_with_pictures(rows: Sequence[Sequence[Any]], pictures: Mapping[str, bytes]) -> bytes:
    """Build a workbook of parts with pictures over cells."""
    return build_pictured_workbook([HEADINGS, *rows], pictures)


def build_pictured_workbook(rows: Sequence[Sequence[Any]], pictures: Mapping[str, bytes]) -> bytes:
    """Build a workbook with pictures over cells."""
    workbook = Workbook()
    worksheet = workbook.worksheets[0]
    for cells in rows:
        worksheet.append(list(cells))
    for cell, content in pictures.items():
        worksheet.add_image(Image(BytesIO(content)), cell)
    return save_workbook(workbook)


def build_in_cell_picture_workbook(content: bytes) -> bytes:
    """Build a workbook with a picture placed in a cell of the second row by Excel."""
    extra_files = {
        "xl/media/image1.png": content,
        "xl/metadata.xml": '<metadata xmlns="m" xmlns:x="x"><metadataTypes><metadataType name="XLRICHVALUE"/>'
        '</metadataTypes><futureMetadata name="XLRICHVALUE"><bk><extLst><ext><x:rvb i="0"/></ext></extLst></bk>'
        '</futureMetadata><valueMetadata><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>',
        "xl/richData/rdrichvaluestructure.xml": '<s xmlns="r"><s t="_localImage">'
        '<k n="_rvRel:LocalImageIdentifier" t="i"/><k n="CalcOrigin" t="i"/></s></s>',
        "xl/richData/rdrichvalue.xml": '<r xmlns="r"><rv s="0"><v>0</v><v>5</v></rv></r>',
        "xl/richData/richValueRel.xml": f'<r xmlns="r" xmlns:r="{REL}"><rel r:id="rId1"/></r>',
        "xl/richData/_rels/richValueRel.xml.rels": f'<Relationships xmlns="{PACKAGE}">'
        '<Relationship Id="rId1" Type="image" Target="../media/image1.png"/></Relationships>',
    }
    source, target = zipfile.ZipFile(BytesIO(build_workbook(HEADINGS, build_part_row("N1", "#VALUE!")))), BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in source.infolist():
            text = source.read(each)
            if each.filename == "xl/worksheets/sheet1.xml":
                start = text.index(b'<c r="F2"')
                end = text.index(b"</c>", start)
                text = text[:start] + b'<c r="F2" t="e" vm="1"><v>#VALUE!</v>' + text[end:]
            archive.writestr(each, text)
        for name, written in extra_files.items():
            archive.writestr(name, written)
    return target.getvalue()


def build_ods(*rows: str, pictures: Mapping[str, bytes] | None = None) -> bytes:
    """Build an ods of rows, given as XML."""
    names = {"office": "office", "table": "table", "text": "text", "draw": "drawing"}
    spaces = " ".join(f'xmlns:{short}="{OASIS}:{name}:1.0"' for short, name in names.items())
    head = f'<office:document-content {spaces} xmlns:xlink="http://www.w3.org/1999/xlink">'
    body = f'<office:body><office:spreadsheet><table:table table:name="S">{"".join(rows)}</table:table>'
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.spreadsheet")
        archive.writestr("META-INF/manifest.xml", f'<m:manifest xmlns:m="{OASIS}:manifest:1.0"/>')
        archive.writestr("content.xml", f"{head}{body}</office:spreadsheet></office:body></office:document-content>")
        for name, content in (pictures or {}).items():
            archive.writestr(name, content)
    return target.getvalue()


def build_ods_row(*texts: str | None, **attributes: str) -> str:
    """Build a row of an ods.

    A text is a cell, None a covered cell, XML is inserted as it is; `a0="..."` are attributes of a cell.
    """
    cells = []
    for index, text in enumerate(texts):
        if text is None:
            cells.append("<table:covered-table-cell/>")
            continue
        inside = text if text.startswith("<") else f"<text:p>{text}</text:p>"
        kind = f'office:value-type="string" {attributes.get(f"a{index}", "")}'
        cells.append(f"<table:table-cell {kind}>{inside}</table:table-cell>")
    return f"<table:table-row>{''.join(cells)}</table:table-row>"


def build_zip(files: Mapping[str, bytes]) -> bytes:
    """Build a zip of files."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def get_part_image(number: str) -> bytes | None:
    """Return the content of a part's picture."""
    file = Part.objects.get(number=number).image
    return file.content.open("rb").read() if file else None


def upload_with_zip(caller: ApiClient, world: World, rows: list[list[Any]], pictures: dict[str, bytes]) -> ImportClient:
    """Import rows with a zip of pictures."""
    return upload(caller, world.admin, build_workbook(HEADINGS, *rows), "parts.xlsx", pictures=build_zip(pictures))


def list_stored_files() -> set[str]:
    """Return the names of the files in storage."""
    folders = default_storage.listdir("files")[0] if default_storage.exists("files") else []
    return {name for each in folders for name in default_storage.listdir(f"files/{each}")[1]}
