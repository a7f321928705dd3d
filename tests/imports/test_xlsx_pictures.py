"""Detection of pictures in the cells of a workbook by the sandbox."""

import zipfile
from io import BytesIO

import pytest

from portal_backend.imports.sandbox import ods
from portal_backend.imports.sandbox.xlsx import iter_pictures
from portal_backend.sandbox.child import FileRejectedError
from tests.imports.picture_files import OASIS, PACKAGE, REL, build_zip

DRAWING = "http://schemas.openxmlformats.org/drawingml/2006/main"
SHEET = "xl/worksheets/sheet1.xml"


def build_relations(**targets: str) -> bytes:
    """Build the relationships of a part, by id."""
    each = "".join(f'<Relationship Id="{key}" Target="{target}"/>' for key, target in targets.items())
    return f'<Relationships xmlns="{PACKAGE}">{each}</Relationships>'.encode()


WORKBOOK = {
    "xl/workbook.xml": f'<w xmlns="m" xmlns:r="{REL}"><sheet name="S" r:id="s"/></w>'.encode(),
    "xl/_rels/workbook.xml.rels": build_relations(s="worksheets/sheet1.xml"),
    SHEET: b"<worksheet/>",
    "xl/media/1.png": b"one",
    "xl/media/2.png": b"two",
}


def find_pictures(files: dict[str, bytes]) -> list[tuple[int, tuple[int, int], str]]:
    """Return the pictures of the only sheet: sheet, position, file."""
    return list(iter_pictures(zipfile.ZipFile(BytesIO(build_zip({**WORKBOOK, **files}))), ["S"]))


def build_drawing(*anchors: str) -> dict[str, bytes]:
    """Build a drawing over the sheet, with relationships `p` and `q` to pictures."""
    spaces = f'xmlns="d" xmlns:a="{DRAWING}" xmlns:r="{REL}"'
    return {
        "xl/worksheets/_rels/sheet1.xml.rels": build_relations(d="../drawings/drawing1.xml"),
        "xl/drawings/drawing1.xml": f"<wsDr {spaces}>{''.join(anchors)}</wsDr>".encode(),
        "xl/drawings/_rels/drawing1.xml.rels": build_relations(p="../media/1.png", q="../media/2.png"),
    }


def build_anchor(row: str, column: str, blip: str) -> str:
    return f"<oneCellAnchor><from><col>{column}</col><row>{row}</row></from>{blip}</oneCellAnchor>"


def test_ignores_unanchored_and_linked_pictures() -> None:
    files = build_drawing(
        '<absoluteAnchor><pos x="1" y="1"/><a:blip r:embed="q"/></absoluteAnchor>',
        build_anchor("3", "0", '<a:blip r:link="p"/>'),
        build_anchor("4", "2", '<a:blip r:embed="p"/>'),
    )
    assert find_pictures(files) == [(0, (4, 2), "xl/media/1.png")]


@pytest.mark.parametrize("row", ["", "two", "-1", "12345678"])
def test_rejects_picture_with_invalid_anchor_row(row: str) -> None:
    with pytest.raises(FileRejectedError) as caught:
        find_pictures(build_drawing(build_anchor(row, "0", '<a:blip r:embed="p"/>')))
    assert caught.value.reason == "broken"


def test_finds_only_embedded_pictures_among_rich_values() -> None:
    # rich values of Excel: a spilled formula, a stock, a web picture, a missing file, an existing file
    files = {
        SHEET: b'<d><c r="A1" cm="1"/><c r="B2" vm="1"/><c r="B3" vm="2"/><c r="B4" vm="3"/>'
        b'<c r="AB5" t="e" vm="4"><v/></c><c r="B6" vm="5"/></d>',
        "xl/metadata.xml": b'<m xmlns="m" xmlns:x="x"><metadataTypes><t name="XLDAPR"/><t name="XLRICHVALUE"/>'
        b'</metadataTypes><futureMetadata name="XLDAPR"><bk><x:rvb i="3"/></bk></futureMetadata>'
        b'<futureMetadata name="XLRICHVALUE"><bk><x:rvb i="0"/></bk><bk><x:rvb i="1"/></bk><bk><x:rvb i="2"/></bk>'
        b'<bk><x:rvb i="3"/></bk></futureMetadata><cellMetadata><bk><rc t="1" v="0"/></bk></cellMetadata>'
        b'<valueMetadata><bk><rc t="2" v="0"/></bk><bk><rc t="2" v="1"/></bk><bk><rc t="2" v="2"/></bk>'
        b'<bk><rc t="2" v="3"/></bk></valueMetadata><extLst/></m>',
        "xl/richData/rdrichvaluestructure.xml": b'<s xmlns="r"><s t="_stock"><k n="Price"/></s>'
        b'<s t="_webimage"><k n="WebImageIdentifier"/></s>'
        b'<s t="_localImage"><k n="_rvRel:LocalImageIdentifier"/></s></s>',
        "xl/richData/rdrichvalue.xml": b'<r xmlns="r"><rv s="0"><v>1</v></rv><rv s="1"><v>0</v></rv>'
        b'<rv s="2"><v>0</v></rv><rv s="2"><v>1</v></rv></r>',
        "xl/richData/richValueRel.xml": f'<r xmlns="r" xmlns:r="{REL}"><rel r:id="gone"/><rel r:id="p"/></r>'.encode(),
        "xl/richData/_rels/richValueRel.xml.rels": build_relations(gone="../media/9.png", p="../media/1.png"),
    }
    assert find_pictures(files) == [(0, (4, 27), "xl/media/1.png")]


def test_ignores_ods_rows_outside_of_sheets() -> None:
    cell = '<t:table-row><t:table-cell><draw:image x:href="{}"/></t:table-cell></t:table-row>'
    spaces = f'xmlns:t="{OASIS}:table:1.0" xmlns:draw="{OASIS}:drawing:1.0" xmlns:x="http://www.w3.org/1999/xlink"'
    sheet = f'<t:table t:name="S">{cell.format("b.png")}</t:table>'
    content = f"<o {spaces}>{cell.format('a.png')}{sheet}</o>"
    archive = zipfile.ZipFile(BytesIO(build_zip({"content.xml": content.encode()})))
    assert list(ods.iter_pictures(archive, ["S"])) == [(0, (0, 0), "b.png")]
