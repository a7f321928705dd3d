"""Workbooks as other programs and older ones write them: their rows are read, and what is in none is not lost."""

import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook

from portal_backend.imports.sandbox import books, parts
from portal_backend.imports.sandbox.books import Book, kind_of
from portal_backend.imports.sandbox.telling import Refused
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
    monkeypatch.setattr(books, "MOST_FLAGS", 2)
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


def test_cells_without_an_address_stand_one_after_the_other(opened: Open) -> None:
    def nameless(name: str, content: bytes) -> tuple[str, bytes]:
        if name == SHEET:
            for cell in ("A1", "B1", "A2", "B2"):
                content = content.replace(f' r="{cell}"'.encode(), b"")
        return name, content

    found = opened(rewritten(book(["Number", "Model"], ["N1", "=1+1"]), nameless))
    assert [cells[:1] for _, cells in rows(found)] == [["Number"], ["N1"]]


def test_a_sheet_whose_file_is_spelled_otherwise_is_read(opened: Open) -> None:
    found = opened(
        rewritten(pictured([["N1"]], {"B1": RED}), lambda name, text: (name.replace(SHEET, SHEET.title()), text))
    )
    assert rows(found) == [(1, ["N1"])]
    assert list(found.pictures()) == []


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
