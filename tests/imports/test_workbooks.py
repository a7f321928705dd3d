"""Workbooks of other and older programs: values, errors, merged and hidden cells."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from portal_backend.imports.sandbox import workbooks, xlsx
from portal_backend.imports.sandbox.workbooks import WorkbookReader, detect_file_type
from portal_backend.sandbox.child import FileRejectedError
from tests.imports.import_client import build_workbook, rewrite_zip, save_workbook
from tests.imports.legacy_xls import build_xls
from tests.imports.picture_files import (
    BLUE,
    PACKAGE,
    RED,
    REL,
    build_ods,
    build_ods_row,
    build_pictured_workbook,
)

SHEET = "xl/worksheets/sheet1.xml"


@pytest.fixture
def open_workbook(tmp_path: Path) -> Callable[[bytes], WorkbookReader]:
    """Return a function that opens a workbook as the sandbox does."""

    def open_book(content: bytes) -> WorkbookReader:
        path = tmp_path / "upload"
        path.write_bytes(content)
        return WorkbookReader(path, detect_file_type(path))

    return open_book


Open = Callable[[bytes], WorkbookReader]


def read_rows(found: WorkbookReader) -> list[tuple[int, list[Any]]]:
    """Return the rows of the first sheet with their row numbers."""
    return list(found.iter_rows(found.sheet_names[0]))


def test_reads_xls(open_workbook: Open) -> None:
    found = open_workbook(build_xls(["Número", "Precio"], ["N1", 7.5]))
    assert (found.sheet_names, read_rows(found)) == (["Old"], [(1, ["Número", "Precio"]), (2, ["N1", 7.5])])


def test_rejects_xls_with_password(open_workbook: Open) -> None:
    with pytest.raises(FileRejectedError) as caught:
        open_workbook(build_xls(["Number"], protected=True))
    assert caught.value.reason == "encrypted"


def test_marks_formulas_without_values_in_otherwise_blank_rows(open_workbook: Open) -> None:
    unread = {"e": "FORMULA"}
    found = open_workbook(build_workbook(["Number"], ["=1+1"], [None], [None, "=A1"]))
    assert read_rows(found) == [(1, ["Number"]), (2, [unread]), (4, [None, unread])]


def test_limits_flagged_cells(open_workbook: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workbooks, "MAX_FLAGGED_CELLS", 2)
    found = open_workbook(build_workbook(["Number"], ["=1"], ["=2"], ["=3"]))
    assert [line for line, _ in read_rows(found)] == [1, 2, 3]


def test_merged_cell_keeps_its_own_value(open_workbook: Open) -> None:
    workbook = Workbook()
    worksheet = workbook.worksheets[0]
    for value in ("Acme", "Alps", None):
        worksheet.append([value, "x"])
    worksheet.merged_cells.add("A1:A3")  # unlike merge_cells, this keeps the second value, as some programs do
    found = read_rows(open_workbook(save_workbook(workbook)))
    assert found[1] == (2, ["Alps", "x"])
    assert found[2][1][0] == {"m": "Acme"}


def build_sheet_workbook(sheet: str) -> bytes:
    """Build a workbook whose sheet is the given XML."""
    return rewrite_zip(build_workbook(["Number"]), lambda name, text: (name, sheet.encode() if name == SHEET else text))


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TEXT = '<c t="inlineStr"><is><t>{}</t></is></c>'


def test_cells_without_address_follow_previous_cell(open_workbook: Open) -> None:
    heads, broken = TEXT.format("Number") + TEXT.format("Model"), TEXT.format("N2") + '<c t="e"><v>#REF!</v></c>'
    unread, placed = TEXT.format("N1") + "<c><f>1+1</f></c>", '<c r="B7"><f>A1</f></c><c t="e"><v>#N/A</v></c>'
    lines = "".join(f"<row>{each}</row>" for each in (heads, unread, broken)) + f'<row r="7">{placed}</row>'
    found = open_workbook(build_sheet_workbook(f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'))
    assert [
        (line, values) for line, row in read_rows(found) if (values := [each or None for each in row]) != [None] * 3
    ] == [
        (1, ["Number", "Model", None]),
        (2, ["N1", {"e": "FORMULA"}, None]),
        (3, ["N2", {"e": "#REF!"}, None]),
        (7, [None, {"e": "FORMULA"}, {"e": "#N/A"}]),
    ]


@pytest.mark.parametrize(
    "cell", ["<x:c r='B1' t='e'><x:v>#REF!</x:v></x:c>", '<x:c r="B1" t = "e"><x:v>#REF!</x:v></x:c>']
)
def test_marks_errors_with_any_namespace_prefix(open_workbook: Open, cell: str) -> None:
    row = f'<x:row r="1"><x:c r="A1"><x:v>7</x:v></x:c>{cell}</x:row>'
    found = open_workbook(
        build_sheet_workbook(f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{row}</x:sheetData></x:worksheet>')
    )
    assert read_rows(found) == [(1, [7, {"e": "#REF!"}])]


@pytest.mark.parametrize(
    ("cell", "is_unread"),
    [
        ('<c r="B1"><f>A1</f></c>', True),
        ('<c r="B1"><f>A1</f><v/></c>', True),
        ('<c r="B1" t="str"><f>A1</f></c>', True),
        ('<c r="B1" t="str"><f>A1</f><v></v></c>', False),
        ('<c r="B1" t="b"/>', False),
    ],
)
def test_formula_without_value_is_uncalculated_except_empty_text(
    open_workbook: Open, cell: str, is_unread: bool
) -> None:
    row = f'<row r="1"><c r="A1"><v>7</v></c>{cell}</row>'
    found = open_workbook(build_sheet_workbook(f'<worksheet xmlns="{MAIN}"><sheetData>{row}</sheetData></worksheet>'))
    [(_, row_cells)] = read_rows(found)
    assert row_cells[0] == 7
    assert row_cells[1:] in ([[{"e": "FORMULA"}]] if is_unread else [[], [""], [None]])


def test_finds_formula_across_chunk_boundary(open_workbook: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    written = build_workbook(["Number", "=1+1"])
    for size in range(1, 40):
        monkeypatch.setattr(xlsx, "CHUNK_BYTES", size)
        assert read_rows(open_workbook(written)) == [(1, ["Number", {"e": "FORMULA"}])]


def test_rejects_truncated_sheet_xml(open_workbook: Open) -> None:
    row = '<row r="1"><c r="A1"><f>1</f><v>7</v></c></row>'
    with pytest.raises(FileRejectedError) as caught:
        read_rows(
            open_workbook(
                build_sheet_workbook(f'<worksheet xmlns="{MAIN}"><sheetData>{row}</sheetData><a></b></worksheet>')
            )
        )
    assert caught.value.reason == "broken"


def test_part_names_are_case_insensitive(open_workbook: Open) -> None:
    def capital(name: str, text: bytes) -> tuple[str, bytes]:
        is_kept = name in ("[Content_Types].xml", "xl/workbook.xml", "_rels/.rels")
        return (name if is_kept else name.title()), text

    found = open_workbook(rewrite_zip(build_pictured_workbook([["N1", None, "=1+1"]], {"B1": RED}), capital))
    assert read_rows(found) == [(1, ["N1", None, {"e": "FORMULA"}])]
    [(sheet, place, name)] = found.iter_pictures()
    assert (sheet, place) == (0, (0, 1))
    assert zipfile.ZipFile(found.path).read(name) == RED


def test_missing_sheet_part_has_no_special_cells() -> None:
    packed = zipfile.ZipFile(BytesIO(build_workbook(["=1+1"])))
    assert len(list(xlsx.iter_special_cells(packed, SHEET))) == 1
    assert list(xlsx.iter_special_cells(packed, f"xl/{SHEET}")) == []


def test_ignores_sheet_without_part() -> None:
    files = {
        "xl/workbook.xml": f'<w xmlns="m" xmlns:r="{REL}"><sheet name="A" r:id="a"/><sheet name="B" r:id="b"/></w>',
        "xl/_rels/workbook.xml.rels": f'<R xmlns="{PACKAGE}"><R Id="b" Target="worksheets/b.xml"/></R>',
    }
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
    assert xlsx.get_sheet_parts(zipfile.ZipFile(target)) == {"B": "xl/worksheets/b.xml"}


def test_ignores_linked_and_missing_pictures_of_ods(open_workbook: Open) -> None:
    frames = (f'<draw:image xlink:href="{href}"/>' for href in ("https://evil.test/a.png", "Pictures/gone.png"))
    row = build_ods_row(*frames, '<draw:image xlink:href="Pictures/b.png"/>')
    found = open_workbook(build_ods(row, pictures={"Pictures/b.png": BLUE}))
    assert list(found.iter_pictures()) == [(0, (0, 2), "Pictures/b.png")]


def test_marks_cells_of_hidden_xlsx_rows(open_workbook: Open) -> None:
    workbook = Workbook()
    worksheet = workbook.worksheets[0]
    for number in (1, 2, 3):
        worksheet.append([f"N{number}", number])
    worksheet.row_dimensions[2].hidden = True
    assert read_rows(open_workbook(save_workbook(workbook))) == [
        (1, ["N1", 1]),
        (2, [{"hidden": "N2"}, {"hidden": 2}]),
        (3, ["N3", 3]),
    ]


@pytest.mark.parametrize("visibility", ["collapse", "filter"])
def test_marks_cells_of_hidden_ods_rows(open_workbook: Open, visibility: str) -> None:
    hidden = build_ods_row("N1").replace("<table:table-row", f'<table:table-row table:visibility="{visibility}"', 1)
    assert read_rows(open_workbook(build_ods(hidden, build_ods_row("N2")))) == [(1, [{"hidden": "N1"}]), (2, ["N2"])]
