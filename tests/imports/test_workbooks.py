"""Workbooks as other programs and older ones write them: their rows are read, and what is in none is not lost."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from portal_backend.imports.sandbox import books, cells, parts
from portal_backend.imports.sandbox.books import Book, kind_of
from portal_backend.sandbox.child import Refused
from tests.imports.importing import book, rewritten, saved
from tests.imports.olden import old_book
from tests.imports.picturing import BLUE, PACKAGE, RED, REL, ods, ods_row, pictured

SHEET = "xl/worksheets/sheet1.xml"


@pytest.fixture
def opened(tmp_path: Path) -> Callable[[bytes], Book]:
    """Open a workbook as the process that reads it does."""

    def open_book(content: bytes) -> Book:
        path = tmp_path / "upload"
        path.write_bytes(content)
        return Book(path, kind_of(path))

    return open_book


Open = Callable[[bytes], Book]


def rows(found: Book) -> list[tuple[int, list[Any]]]:
    """The rows of the first sheet with their lines."""
    return list(found.rows(found.names[0]))


def test_an_old_workbook_is_read(opened: Open) -> None:
    found = opened(old_book(["Número", "Precio"], ["N1", 7.5]))
    assert (found.names, rows(found)) == (["Old"], [(1, ["Número", "Precio"]), (2, ["N1", 7.5])])


def test_an_old_workbook_with_a_password_says_so(opened: Open) -> None:
    with pytest.raises(Refused) as caught:
        opened(old_book(["Number"], protected=True))
    assert caught.value.word == "encrypted"


def test_rows_of_nothing_but_unread_formulas_are_told_of(opened: Open) -> None:
    unread = {"e": "FORMULA"}
    found = opened(book(["Number"], ["=1+1"], [None], [None, "=A1"]))
    assert rows(found) == [(1, ["Number"]), (2, [unread]), (4, [None, unread])]


def test_more_errors_than_are_told_apart_end_the_search(opened: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(books, "MAX_FLAGS", 2)
    found = opened(book(["Number"], ["=1"], ["=2"], ["=3"]))
    assert [line for line, _ in rows(found)] == [1, 2, 3]


def test_a_merged_cell_below_keeps_a_value_of_its_own(opened: Open) -> None:
    made = Workbook()
    page = made.worksheets[0]
    for value in ("Acme", "Alps", None):
        page.append([value, "x"])
    page.merged_cells.add("A1:A3")  # merge_cells would empty the second one, as a person's Excel does and others do not
    told = rows(opened(saved(made)))
    assert told[1] == (2, ["Alps", "x"])
    assert told[2][1][0] == {"m": "Acme"}


def as_written(sheet: str) -> bytes:
    """A workbook whose sheet another program wrote."""
    return rewritten(book(["Number"]), lambda name, text: (name, sheet.encode() if name == SHEET else text))


MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
TEXT = '<c t="inlineStr"><is><t>{}</t></is></c>'


def test_cells_without_an_address_stand_one_after_the_other(opened: Open) -> None:
    heads, broken = TEXT.format("Number") + TEXT.format("Model"), TEXT.format("N2") + '<c t="e"><v>#REF!</v></c>'
    unread, placed = TEXT.format("N1") + "<c><f>1+1</f></c>", '<c r="B7"><f>A1</f></c><c t="e"><v>#N/A</v></c>'
    lines = "".join(f"<row>{each}</row>" for each in (heads, unread, broken)) + f'<row r="7">{placed}</row>'
    found = opened(as_written(f'<worksheet xmlns="{MAIN}"><sheetData>{lines}</sheetData></worksheet>'))
    assert [(line, told) for line, row in rows(found) if (told := [each or None for each in row]) != [None] * 3] == [
        (1, ["Number", "Model", None]),
        (2, ["N1", {"e": "FORMULA"}, None]),
        (3, ["N2", {"e": "#REF!"}, None]),
        (7, [None, {"e": "FORMULA"}, {"e": "#N/A"}]),
    ]


@pytest.mark.parametrize(
    "cell", ["<x:c r='B1' t='e'><x:v>#REF!</x:v></x:c>", '<x:c r="B1" t = "e"><x:v>#REF!</x:v></x:c>']
)
def test_errors_are_told_of_however_the_file_is_spelled(opened: Open, cell: str) -> None:
    row = f'<x:row r="1"><x:c r="A1"><x:v>7</x:v></x:c>{cell}</x:row>'
    found = opened(as_written(f'<x:worksheet xmlns:x="{MAIN}"><x:sheetData>{row}</x:sheetData></x:worksheet>'))
    assert rows(found) == [(1, [7, {"e": "#REF!"}])]


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
def test_a_formula_is_unread_unless_it_makes_an_empty_text(opened: Open, cell: str, is_unread: bool) -> None:
    row = f'<row r="1"><c r="A1"><v>7</v></c>{cell}</row>'
    found = opened(as_written(f'<worksheet xmlns="{MAIN}"><sheetData>{row}</sheetData></worksheet>'))
    [(_, told)] = rows(found)
    assert told[0] == 7
    assert told[1:] in ([[{"e": "FORMULA"}]] if is_unread else [[], [""], [None]])


def test_a_formula_on_the_edge_of_what_is_read_at_once_is_told_of(
    opened: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = book(["Number", "=1+1"])
    for size in range(1, 40):
        monkeypatch.setattr(cells, "CHUNK", size)
        assert rows(opened(written)) == [(1, ["Number", {"e": "FORMULA"}])]


def test_a_sheet_whose_xml_breaks_off_is_broken(opened: Open) -> None:
    row = '<row r="1"><c r="A1"><f>1</f><v>7</v></c></row>'
    with pytest.raises(Refused) as caught:
        rows(opened(as_written(f'<worksheet xmlns="{MAIN}"><sheetData>{row}</sheetData><a></b></worksheet>')))
    assert caught.value.word == "broken"


def test_what_lies_in_a_sheet_whose_file_is_spelled_otherwise_is_told_of(opened: Open) -> None:
    def capital(name: str, text: bytes) -> tuple[str, bytes]:
        is_kept = name in ("[Content_Types].xml", "xl/workbook.xml", "_rels/.rels")
        return (name if is_kept else name.title()), text

    found = opened(rewritten(pictured([["N1", None, "=1+1"]], {"B1": RED}), capital))
    assert rows(found) == [(1, ["N1", None, {"e": "FORMULA"}])]
    [(sheet, place, name)] = found.pictures()
    assert (sheet, place) == (0, (0, 1))
    assert zipfile.ZipFile(found.path).read(name) == RED


def test_a_sheet_whose_file_is_not_where_it_should_be_has_no_cells_to_note() -> None:
    packed = zipfile.ZipFile(BytesIO(book(["=1+1"])))
    assert len(list(cells.noted_cells(packed, SHEET))) == 1
    assert list(cells.noted_cells(packed, f"xl/{SHEET}")) == []


def test_a_sheet_that_no_file_belongs_to_has_none() -> None:
    files = {
        "xl/workbook.xml": f'<w xmlns="m" xmlns:r="{REL}"><sheet name="A" r:id="a"/><sheet name="B" r:id="b"/></w>',
        "xl/_rels/workbook.xml.rels": f'<R xmlns="{PACKAGE}"><R Id="b" Target="worksheets/b.xml"/></R>',
    }
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, text in files.items():
            made.writestr(name, text)
    assert parts.sheet_parts(zipfile.ZipFile(target)) == {"B": "xl/worksheets/b.xml"}


def test_a_picture_that_an_ods_only_refers_to_is_not_looked_for(opened: Open) -> None:
    frames = (f'<draw:image xlink:href="{place}"/>' for place in ("https://evil.test/a.png", "Pictures/gone.png"))
    row = ods_row(*frames, '<draw:image xlink:href="Pictures/b.png"/>')
    found = opened(ods(row, pictures={"Pictures/b.png": BLUE}))
    assert list(found.pictures()) == [(0, (0, 2), "Pictures/b.png")]


def test_cells_of_a_hidden_row_of_an_xlsx_say_so(opened: Open) -> None:
    made = Workbook()
    page = made.worksheets[0]
    for number in (1, 2, 3):
        page.append([f"N{number}", number])
    page.row_dimensions[2].hidden = True
    assert rows(opened(saved(made))) == [(1, ["N1", 1]), (2, [{"hidden": "N2"}, {"hidden": 2}]), (3, ["N3", 3])]


@pytest.mark.parametrize("visibility", ["collapse", "filter"])
def test_cells_of_a_hidden_row_of_an_ods_say_so(opened: Open, visibility: str) -> None:
    hidden = ods_row("N1").replace("<table:table-row", f'<table:table-row table:visibility="{visibility}"', 1)
    assert rows(opened(ods(hidden, ods_row("N2")))) == [(1, [{"hidden": "N1"}]), (2, ["N2"])]
