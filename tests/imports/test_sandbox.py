"""What the process that reads the files of strangers makes of one, step by step and without the process."""

import datetime as dt
import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from portal_backend.imports.sandbox import __main__ as sandbox
from portal_backend.imports.sandbox import opendocument, parts, telling, texts
from portal_backend.imports.sandbox.books import Book, kind_of
from portal_backend.imports.sandbox.previews import MAX_PREVIEW_BYTES, MAX_PREVIEW_CELL, Preview, PreviewBudget
from portal_backend.imports.sandbox.telling import cell, chosen, stored_bytes, trimmed, within_budget
from portal_backend.sandbox.child import Refused, Writer
from tests.imports.importing import book

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def zipped(files: dict[str, str | bytes]) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as made:
        for name, content in files.items():
            made.writestr(name, content)
    return target.getvalue()


def opened(files: dict[str, str | bytes]) -> zipfile.ZipFile:
    return zipfile.ZipFile(BytesIO(zipped(files)))


def locked(content: bytes) -> bytes:
    """The same zip, whose first file says that it is encrypted."""
    place = content.index(b"PK\x01\x02") + 8
    return content[:place] + b"\x01" + content[place + 1 :]


@pytest.fixture
def kept(tmp_path: Path) -> Callable[[bytes], Path]:
    """Put a file where it can be read."""

    def keep(content: bytes) -> Path:
        path = tmp_path / "upload"
        path.write_bytes(content)
        return path

    return keep


Keep = Callable[[bytes], Path]


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"a;b\n", "text"),
        (OLE + b"\0" * 600, "xls"),
        (book(["a"]), "xlsx"),
        (zipped({"xl/workbook.bin": b""}), "xlsb"),
        (zipped({"mimetype": ODS}), "ods"),
        (zipped({"mimetype": ODS, "META-INF/manifest.xml": "<manifest/>"}), "ods"),
    ],
)
def test_a_file_is_known_by_its_content(content: bytes, kind: str, kept: Keep) -> None:
    assert kind_of(kept(content)) == kind


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        (zipped({"mimetype": ODS, "META-INF/manifest.xml": "<encryption-data/>"}), "encrypted"),
        (locked(book(["a"])), "encrypted"),
        (zipped({"word/document.xml": ""}), "no_spreadsheet"),
        (b"PK and no more", "broken"),
    ],
)
def test_a_file_that_is_not_read_says_why(content: bytes, word: str, kept: Keep) -> None:
    with pytest.raises(Refused) as caught:
        kind_of(kept(content))
    assert caught.value.word == word


def test_a_workbook_without_its_sheets_and_a_sheet_that_is_not_there(kept: Keep) -> None:
    with pytest.raises(Refused):
        Book(kept(zipped({"xl/workbook.xml": "<workbook"})), "xlsx")
    whole = Book(kept(book(["a"], sheet="One")), "xlsx")
    with pytest.raises(Refused):
        list(whole.rows("Two"))


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ("text", "text"),
        ("\ud800", "?"),
        (float("inf"), {"e": "#NUM!"}),
        (float("nan"), {"e": "#NUM!"}),
        (None, None),
        (True, True),
        (7, 7),
        (7.0, 7),
        (7.5, 7.5),
        (1e300, 1e300),
        (dt.datetime(2026, 4, 3), {"d": "2026-04-03"}),  # noqa: DTZ001 - a spreadsheet knows no zones
        (dt.datetime(2026, 4, 3, 5, 6), {"d": "2026-04-03T05:06:00"}),  # noqa: DTZ001
        (dt.date(2026, 4, 3), {"d": "2026-04-03"}),
        (dt.time(5, 6), {"d": "05:06:00"}),
        (dt.timedelta(hours=30), {"d": "1 day, 6:00:00"}),
    ],
)
def test_a_cell_keeps_its_kind(value: Any, told: Any) -> None:
    assert cell(value) == told


def test_a_row_ends_with_its_last_cell() -> None:
    assert trimmed(["a", None, "b", " ", None]) == ["a", None, "b"]
    assert trimmed([None, ""]) == []
    with pytest.raises(Refused):
        trimmed(["x"] * (telling.MOST_COLUMNS + 1))


TOO_LONG = {"e": telling.TOO_LONG}


def test_marks_a_cell_that_no_field_could_take() -> None:
    long = "x" * (telling.LONGEST_CELL + 1)
    assert within_budget(["a", long, 7]) == ["a", TOO_LONG, 7]
    assert within_budget([{"m": long}]) == [TOO_LONG]
    assert within_budget(["x" * telling.LONGEST_CELL]) == ["x" * telling.LONGEST_CELL]


def test_marks_the_longest_cells_of_a_row_that_is_too_large() -> None:
    row = within_budget(["a", *["\U0001f600" * telling.LONGEST_CELL] * 11, "b"])
    assert (row[0], row[-1]) == ("a", "b")
    assert TOO_LONG in row
    assert stored_bytes(row) <= telling.MAX_ROW_BYTES


def test_keeps_a_row_with_every_field_filled_to_its_end_in_another_alphabet() -> None:
    row = ["Ж" * 4000, *["線" * 255] * 5]
    assert within_budget(row) == row


def test_carries_only_the_columns_that_are_read() -> None:
    assert chosen(["a", "b", "c"], {0, 2}) == ["a", None, "c"]


def test_cuts_the_cells_of_a_preview() -> None:
    preview = Preview(60, MAX_PREVIEW_BYTES)
    preview.add(1, ["\U0001f600" * 32_767, {"m": "y" * 1000}, 7])
    ((line, (text, merged, number)),) = preview.rows
    assert (line, number) == (1, 7)
    assert len(text) == MAX_PREVIEW_CELL
    assert text.endswith("…")
    assert len(merged["m"]) == MAX_PREVIEW_CELL


def test_limits_the_previews_of_all_sheets_together_by_the_bytes_stored() -> None:
    budget, kept = PreviewBudget(100), []
    for _ in range(100):
        preview = budget.next(60)
        for line in range(60):
            preview.add(line, ["\U0001f600" * 32_767])
        budget.spend(preview)
        kept.append(preview.rows)
    assert len(json.dumps(kept)) <= MAX_PREVIEW_BYTES
    assert all(kept), "every sheet has some"


def test_a_sheet_takes_the_room_that_those_before_it_left() -> None:
    budget = PreviewBudget(2)
    budget.spend(budget.next(60))
    preview = budget.next(60)
    for line in range(60):
        preview.add(line, ["x" * 150] * 100)
    assert len(preview.rows) == 60


def test_counts_bytes_and_stops_who_writes_too_many(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    line = '["row",1,["\U0001f600"]]\n'.encode()
    writer = Writer(2 * len(line) - 1)
    writer.write("row", 1, ["\U0001f600"])
    with pytest.raises(Refused):
        writer.write("row", 1, ["\U0001f600"])
    assert capsysbinary.readouterr().out == line


@pytest.mark.parametrize(
    "content",
    [
        "Número;Año\n1;2\n".encode(),
        "Número;Año\n1;2\n".encode("utf-8-sig"),
        "Número;Año\n1;2\n".encode("utf-16"),
        "Número;Año\n1;2\n".encode("utf-16-le"),
        "Número;Año\n1;2\n".encode("utf-16-be"),
        "Número;Año\n1;2\n".encode("cp1252"),
    ],
)
def test_a_text_in_whatever_encoding(content: bytes, kept: Keep) -> None:
    assert list(texts.rows(kept(content))) == [(1, ["Número", "Año"]), (2, ["1", "2"])]


def test_a_text_in_cyrillic_letters_of_one_byte(kept: Keep) -> None:
    words = "Наименование;Производитель;Количество\nДозиметр гамма-излучения;Полимастер;2\n" * 5
    assert next(texts.rows(kept(words.encode("cp1251"))))[1] == ["Наименование", "Производитель", "Количество"]


@pytest.mark.parametrize(
    ("content", "word"),
    [(b"%PDF-1.7", "no_spreadsheet"), (b"a\0\0\0b\0c" * 9, "no_spreadsheet"), (b" <!DOCTYPE html>", "page")],
)
def test_what_is_no_text_of_cells(content: bytes, word: str, kept: Keep) -> None:
    with pytest.raises(Refused) as caught:
        list(texts.rows(kept(content)))
    assert caught.value.word == word


@pytest.mark.parametrize(
    ("text", "separator"),
    [("a\tb\n1\t2", "\t"), ("a;b\n1,5;2", ";"), ("a|b\n\n1|2", "|"), ("a,b\n1,2", ","), ("alone\n", ","), ("", ",")],
)
def test_what_separates_the_cells(text: str, separator: str) -> None:
    assert texts.separator_of(text) == separator


@pytest.mark.parametrize(("most", "told"), [(2, ['["row",3,["a"]]', '["row",5,["b"]]', '["end",2,1]']), (1, None)])
def test_blank_rows_between_others_are_counted_and_rows_are_limited(
    most: int, told: list[str] | None, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[tuple[int, list[Any]]] = [(1, ["head"]), (3, ["a"]), (4, [""]), (5, ["b"]), (6, [None])]
    order = {"after": 1, "rows": most, "columns": [0]}
    if told is None:
        with pytest.raises(Refused):
            sandbox.tell(rows, order, Writer(1000))
        return
    sandbox.tell(rows, order, Writer(1000))
    assert capsys.readouterr().out.splitlines() == told


RELATIONS = (
    '<Relationships><Relationship Id="a" Target="worksheets/../sheet1.xml"/>'
    '<Relationship Id="b" Target="/xl/media/./1.png"/>'
    '<Relationship Id="c" Target="https://example.org" TargetMode="External"/></Relationships>'
)


def test_a_file_inside_refers_to_others_inside_alone() -> None:
    packed = opened({"xl/_rels/workbook.xml.rels": RELATIONS})
    assert parts.related_parts(packed, "xl/workbook.xml") == {"a": "xl/sheet1.xml", "b": "xl/media/1.png"}
    assert parts.related_parts(packed, "xl/other.xml") == {}
    assert parts.sheet_parts(packed) == {}, "there is no workbook to name them"


def test_a_file_inside_that_no_honest_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "SMALL_XML", 10)
    packed = opened({"large.xml": "<a>1234567890</a>", "a.xml": "<a/>"})
    assert parts.small(packed, "a.xml") == b"<a/>"
    for refused in (lambda: parts.small(packed, "large.xml"), lambda: parts.parsed(b"<a>")):
        with pytest.raises(Refused):
            refused()


CONTENT = f"""<d xmlns:table="{OASIS}:table:1.0" xmlns:draw="{OASIS}:drawing:1.0" xmlns:x="http://www.w3.org/1999/xlink">
<table:table table:name="One">
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3"/></table:table-row>
<table:table-row><table:table-cell table:number-columns-repeated="many"/>
<table:table-cell table:number-rows-spanned="3" table:number-columns-spanned="1"/>
<table:table-cell><draw:image x:href="./Pictures/a.png"/></table:table-cell></table:table-row></table:table>
<table:table table:name="Hidden"><table:table-row><table:table-cell><draw:image x:href="b.png"/></table:table-cell>
</table:table-row></table:table></d>"""


def test_what_is_merged_and_what_is_drawn_in_an_ods() -> None:
    packed = opened({"content.xml": CONTENT})
    assert opendocument.merged(packed, "One", 10) == [((2, 1), (4, 1))]
    assert opendocument.merged(packed, "One", 0) == []
    assert list(opendocument.pictures(packed, ["Zero", "One"])) == [(1, (2, 2), "Pictures/a.png")]


@pytest.mark.parametrize("files", [{}, {"content.xml": "<d/>"}])
def test_an_ods_that_has_neither(files: dict[str, str | bytes]) -> None:
    assert opendocument.merged(opened(files), "One", 10) == []
    assert list(opendocument.pictures(opened(files), ["One"])) == []


def test_an_ods_that_breaks_off() -> None:
    with pytest.raises(Refused):
        opendocument.merged(opened({"content.xml": CONTENT[:-20]}), "One", 10)
