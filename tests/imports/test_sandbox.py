"""Steps of the import sandbox, run without its process."""

import datetime as dt
import json
import zipfile
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from portal_backend.imports.sandbox import __main__ as sandbox
from portal_backend.imports.sandbox import delimited, ods, serialization, xlsx
from portal_backend.imports.sandbox.serialization import (
    MAX_PREVIEW_BYTES,
    MAX_PREVIEW_CELL_LENGTH,
    PreviewBudget,
    SheetPreview,
    count_stored_bytes,
    replace_oversized_cells,
    select_columns,
    serialize_cell,
    trim_row,
)
from portal_backend.imports.sandbox.workbooks import WorkbookReader, detect_file_type
from portal_backend.sandbox.child import FileRejectedError, LineWriter
from tests.imports.import_client import build_workbook

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ODS = "application/vnd.oasis.opendocument.spreadsheet"
OASIS = "urn:oasis:names:tc:opendocument:xmlns"


def build_zip(files: dict[str, str | bytes]) -> bytes:
    target = BytesIO()
    with zipfile.ZipFile(target, "w") as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return target.getvalue()


def open_zip(files: dict[str, str | bytes]) -> zipfile.ZipFile:
    return zipfile.ZipFile(BytesIO(build_zip(files)))


def encrypt_zip(content: bytes) -> bytes:
    """Return the same zip with its first file marked as encrypted."""
    position = content.index(b"PK\x01\x02") + 8
    return content[:position] + b"\x01" + content[position + 1 :]


@pytest.fixture
def stored_file(tmp_path: Path) -> Callable[[bytes], Path]:
    """Return a function that stores content as a file."""

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
        (build_workbook(["a"]), "xlsx"),
        (build_zip({"xl/workbook.bin": b""}), "xlsb"),
        (build_zip({"mimetype": ODS}), "ods"),
        (build_zip({"mimetype": ODS, "META-INF/manifest.xml": "<manifest/>"}), "ods"),
    ],
)
def test_detects_file_type_by_content(content: bytes, kind: str, stored_file: Keep) -> None:
    assert detect_file_type(stored_file(content)) == kind


@pytest.mark.parametrize(
    ("content", "word"),
    [
        (OLE + "EncryptedPackage".encode("utf-16-le"), "encrypted"),
        (build_zip({"mimetype": ODS, "META-INF/manifest.xml": "<encryption-data/>"}), "encrypted"),
        (encrypt_zip(build_workbook(["a"])), "encrypted"),
        (build_zip({"word/document.xml": ""}), "no_spreadsheet"),
        (b"PK and no more", "broken"),
    ],
)
def test_rejects_unsupported_file_with_reason(content: bytes, word: str, stored_file: Keep) -> None:
    with pytest.raises(FileRejectedError) as caught:
        detect_file_type(stored_file(content))
    assert caught.value.reason == word


def test_rejects_damaged_workbook_and_missing_sheet(stored_file: Keep) -> None:
    with pytest.raises(FileRejectedError):
        WorkbookReader(stored_file(build_zip({"xl/workbook.xml": "<workbook"})), "xlsx")
    whole = WorkbookReader(stored_file(build_workbook(["a"], sheet="One")), "xlsx")
    with pytest.raises(FileRejectedError):
        list(whole.iter_rows("Two"))


@pytest.mark.parametrize(
    ("value", "expected"),
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
        (dt.datetime(2026, 4, 3), {"d": "2026-04-03"}),  # noqa: DTZ001 - spreadsheets have no time zones
        (dt.datetime(2026, 4, 3, 5, 6), {"d": "2026-04-03T05:06:00"}),  # noqa: DTZ001
        (dt.date(2026, 4, 3), {"d": "2026-04-03"}),
        (dt.time(5, 6), {"d": "05:06:00"}),
        (dt.timedelta(hours=30), {"d": "1 day, 6:00:00"}),
    ],
)
def test_serializes_cell_with_its_type(value: Any, expected: Any) -> None:
    assert serialize_cell(value) == expected


def test_trims_empty_cells_and_limits_columns() -> None:
    assert trim_row(["a", None, "b", " ", None]) == ["a", None, "b"]
    assert trim_row([None, ""]) == []
    with pytest.raises(FileRejectedError):
        trim_row(["x"] * (serialization.MAX_COLUMNS + 1))


TOO_LONG = {"e": serialization.TOO_LONG}


def test_marks_cells_longer_than_any_field() -> None:
    long = "x" * (serialization.MAX_CELL_LENGTH + 1)
    assert replace_oversized_cells(["a", long, 7]) == ["a", TOO_LONG, 7]
    assert replace_oversized_cells([{"m": long}]) == [TOO_LONG]
    assert replace_oversized_cells(["x" * serialization.MAX_CELL_LENGTH]) == ["x" * serialization.MAX_CELL_LENGTH]


def test_marks_longest_cells_of_oversized_row() -> None:
    row = replace_oversized_cells(["a", *["\U0001f600" * serialization.MAX_CELL_LENGTH] * 11, "b"])
    assert (row[0], row[-1]) == ("a", "b")
    assert TOO_LONG in row
    assert count_stored_bytes(row) <= serialization.MAX_ROW_BYTES


def test_keeps_row_with_all_fields_at_maximum_length() -> None:
    row = ["Ж" * 4000, *["線" * 255] * 5]
    assert replace_oversized_cells(row) == row


def test_selects_mapped_columns() -> None:
    assert select_columns(["a", "b", "c"], {0, 2}) == ["a", None, "c"]


def test_truncates_preview_cells() -> None:
    preview = SheetPreview(60, MAX_PREVIEW_BYTES)
    preview.add(1, ["\U0001f600" * 32_767, {"m": "y" * 1000}, 7])
    ((line, (text, merged, number)),) = preview.rows
    assert (line, number) == (1, 7)
    assert len(text) == MAX_PREVIEW_CELL_LENGTH
    assert text.endswith("…")
    assert len(merged["m"]) == MAX_PREVIEW_CELL_LENGTH


def test_limits_total_size_of_previews() -> None:
    budget, previews = PreviewBudget(100), []
    for _ in range(100):
        preview = budget.create_preview(60)
        for line in range(60):
            preview.add(line, ["\U0001f600" * 32_767])
        budget.spend(preview)
        previews.append(preview.rows)
    assert len(json.dumps(previews)) <= MAX_PREVIEW_BYTES
    assert all(previews), "every sheet has a preview"


def test_preview_uses_unspent_budget_of_previous_sheets() -> None:
    budget = PreviewBudget(2)
    budget.spend(budget.create_preview(60))
    preview = budget.create_preview(60)
    for line in range(60):
        preview.add(line, ["x" * 150] * 100)
    assert len(preview.rows) == 60


def test_writer_limits_output_bytes(capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    line = '["row",1,["\U0001f600"]]\n'.encode()
    writer = LineWriter(2 * len(line) - 1)
    writer.write("row", 1, ["\U0001f600"])
    with pytest.raises(FileRejectedError):
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
def test_reads_text_in_any_encoding(content: bytes, stored_file: Keep) -> None:
    assert list(delimited.iter_rows(stored_file(content))) == [(1, ["Número", "Año"]), (2, ["1", "2"])]


def test_reads_text_in_single_byte_cyrillic(stored_file: Keep) -> None:
    words = "Наименование;Производитель;Количество\nДозиметр гамма-излучения;Полимастер;2\n" * 5
    assert next(delimited.iter_rows(stored_file(words.encode("cp1251"))))[1] == [
        "Наименование",
        "Производитель",
        "Количество",
    ]


@pytest.mark.parametrize(
    ("content", "word"),
    [(b"%PDF-1.7", "no_spreadsheet"), (b"a\0\0\0b\0c" * 9, "no_spreadsheet"), (b" <!DOCTYPE html>", "page")],
)
def test_rejects_file_that_is_not_delimited_text(content: bytes, word: str, stored_file: Keep) -> None:
    with pytest.raises(FileRejectedError) as caught:
        list(delimited.iter_rows(stored_file(content)))
    assert caught.value.reason == word


@pytest.mark.parametrize(
    ("text", "separator"),
    [("a\tb\n1\t2", "\t"), ("a;b\n1,5;2", ";"), ("a|b\n\n1|2", "|"), ("a,b\n1,2", ","), ("alone\n", ","), ("", ",")],
)
def test_detects_separator(text: str, separator: str) -> None:
    assert delimited.detect_separator(text) == separator


@pytest.mark.parametrize(
    ("max_rows", "expected"), [(2, ['["row",3,["a"]]', '["row",5,["b"]]', '["end",2,1]']), (1, None)]
)
def test_counts_blank_rows_and_limits_rows(
    max_rows: int, expected: list[str] | None, capsys: pytest.CaptureFixture[str]
) -> None:
    rows: list[tuple[int, list[Any]]] = [(1, ["head"]), (3, ["a"]), (4, [""]), (5, ["b"]), (6, [None])]
    request = {"after": 1, "max_rows": max_rows, "columns": [0]}
    if expected is None:
        with pytest.raises(FileRejectedError):
            sandbox.write_rows(rows, request, LineWriter(1000))
        return
    sandbox.write_rows(rows, request, LineWriter(1000))
    assert capsys.readouterr().out.splitlines() == expected


RELATIONS = (
    '<Relationships><Relationship Id="a" Target="worksheets/../sheet1.xml"/>'
    '<Relationship Id="b" Target="/xl/media/./1.png"/>'
    '<Relationship Id="c" Target="https://example.org" TargetMode="External"/></Relationships>'
)


def test_relationships_ignore_external_targets() -> None:
    archive = open_zip({"xl/_rels/workbook.xml.rels": RELATIONS})
    assert xlsx.get_related_parts(archive, "xl/workbook.xml") == {"a": "xl/sheet1.xml", "b": "xl/media/1.png"}
    assert xlsx.get_related_parts(archive, "xl/other.xml") == {}
    assert xlsx.get_sheet_parts(archive) == {}, "there is no workbook part"


def test_rejects_oversized_and_invalid_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx, "MAX_XML_BYTES", 10)
    archive = open_zip({"large.xml": "<a>1234567890</a>", "a.xml": "<a/>"})
    assert xlsx.read_part(archive, "a.xml") == b"<a/>"
    for read_rejected in (lambda: xlsx.read_part(archive, "large.xml"), lambda: xlsx.parse_xml(b"<a>")):
        with pytest.raises(FileRejectedError):
            read_rejected()


CONTENT = f"""<d xmlns:table="{OASIS}:table:1.0" xmlns:draw="{OASIS}:drawing:1.0" xmlns:x="http://www.w3.org/1999/xlink">
<table:table table:name="One">
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="3"/></table:table-row>
<table:table-row><table:table-cell table:number-columns-repeated="many"/>
<table:table-cell table:number-rows-spanned="3" table:number-columns-spanned="1"/>
<table:table-cell><draw:image x:href="./Pictures/a.png"/></table:table-cell></table:table-row></table:table>
<table:table table:name="Hidden"><table:table-row><table:table-cell><draw:image x:href="b.png"/></table:table-cell>
</table:table-row></table:table></d>"""


def test_finds_merged_cells_and_pictures_of_ods() -> None:
    archive = open_zip({"content.xml": CONTENT})
    assert ods.find_merged_ranges(archive, "One", 10) == [((2, 1), (4, 1))]
    assert ods.find_merged_ranges(archive, "One", 0) == []
    assert list(ods.iter_pictures(archive, ["Zero", "One"])) == [(1, (2, 2), "Pictures/a.png")]


@pytest.mark.parametrize("files", [{}, {"content.xml": "<d/>"}])
def test_ods_without_merged_cells_and_pictures(files: dict[str, str | bytes]) -> None:
    assert ods.find_merged_ranges(open_zip(files), "One", 10) == []
    assert list(ods.iter_pictures(open_zip(files), ["One"])) == []


def test_rejects_truncated_ods() -> None:
    with pytest.raises(FileRejectedError):
        ods.find_merged_ranges(open_zip({"content.xml": CONTENT[:-20]}), "One", 10)
