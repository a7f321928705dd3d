"""Malicious and damaged files: limits and reasons for rejection."""

import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from openpyxl import Workbook
from openpyxl.styles import PatternFill

from portal_backend.catalogue.models import Part
from portal_backend.core.errors import ApiError
from portal_backend.imports import file_reader
from portal_backend.imports.models import ImportRow
from portal_backend.imports.sandbox import workbooks
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import ImportClient, build_workbook, paste, save_workbook, upload

pytestmark = [pytest.mark.django_db, pytest.mark.split]
HEADINGS = ["Category", "Number", "Model", "Manufacturer", "Description (English)"]
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"


def build_zip(**files: bytes | str) -> bytes:
    """Build a zip; in names, two underscores become a dot and three a slash."""
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name.replace("___", "/").replace("__", "."), content)
    return target.getvalue()


def build_part_row(number: Any, **more: Any) -> list[Any]:
    return ["Handheld", number, more.get("model", "M"), more.get("manufacturer", "Acme"), more.get("text", "A thing")]


REJECTED_FILES = {
    "a bomb": (
        build_zip(xl___workbook__xml="<workbook/>", bomb=b"\0" * 50_000_000),
        "The file's contents are too large",
    ),
    "empty rows without end": (
        build_zip(xl___workbook__xml="<workbook/>", xl___worksheets___sheet1__xml=b"<row></row>" * 10_000_000),
        "The file's contents are too large",
    ),
    "a renamed picture": (b"\x89PNG\r\n\x1a\n" + b"\0" * 100, "This file isn't a spreadsheet"),
    "a renamed program": (b"\x7fELF" + bytes(range(256)) * 10, "This file isn't a spreadsheet"),
    "a document": (build_zip(word___document__xml="<w/>"), "This file isn't a spreadsheet"),
    "a page": (b"<html><table><tr><td>1</td></tr></table></html>", "This is a web page"),
    "a protected workbook": (OLE + b"\0" * 600 + "EncryptedPackage".encode("utf-16-le"), "password-protected"),
    "half a zip": (build_workbook(["a", "b"])[:-40], "This file is damaged"),
    "half an old workbook": (OLE + b"\0" * 600, "This file is damaged"),
    "entities that grow": (
        build_zip(
            xl___workbook__xml='<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "'
            + "&b;" * 1000
            + '"><!ENTITY d "'
            + "&c;" * 1000
            + '"><!ENTITY e "'
            + "&d;" * 1000
            + '">]><workbook>&e;</workbook>'
        ),
        "This file is damaged",
    ),
    "nothing but blanks": (b"\n\n , , \n", "The file has no rows"),
    "one column too many": ((",".join(["x"] * 501) + "\n").encode(), "more than 500 columns"),
}


@pytest.mark.parametrize("name", REJECTED_FILES)
def test_rejects_file_with_reason(name: str, caller: ApiClient, world: World) -> None:
    content, reason = REJECTED_FILES[name]
    importing = upload(caller, world.admin, content, "parts.xlsx")
    assert importing.run["state"] == "FAILED"
    assert reason in importing.run["error"]["message"]
    assert not ImportRow.objects.exists()


def test_rejects_more_rows_than_setting(caller: ApiClient, world: World, settings: Any) -> None:
    settings.MAX_IMPORT_ROWS = 100
    importing = paste(caller, world.admin, "\n".join(f"N{each}\tM" for each in range(102)))
    assert "more than 100 rows" in importing.run["error"]["message"]


def test_rejects_rows_after_setting_was_lowered(caller: ApiClient, world: World, settings: Any) -> None:
    importing = paste(
        caller, world.admin, "\n".join("\t".join(row) for row in [HEADINGS, *map(build_part_row, "abcdefghijkl")])
    )
    settings.MAX_IMPORT_ROWS = 10
    importing.set_columns(importing.fields)
    assert "more than 10 rows" in importing.run["error"]["message"]
    assert not ImportRow.objects.exists()


# more than a process requires to start, less than these files require
@pytest.mark.parametrize(
    ("limit", "most", "text", "times", "reason"),
    [
        ("MAX_CPU_SECONDS", 1, b",,,,,,,,,,,,,,,,,,,\n", 2_000_000, "takes too long"),
        ("MAX_MEMORY_BYTES", 250_000_000, b"x", 150_000_000, "too large to process"),
    ],
)
def test_limits_time_and_memory_of_parser(
    limit: str, most: int, text: bytes, times: int, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reader, limit, most)
    path = tmp_path / "upload"
    path.write_bytes(text * times)
    with pytest.raises(ApiError) as caught:
        file_reader.inspect_file(path)
    assert reason in str(caught.value.message)


def test_rejects_million_rows_of_text(caller: ApiClient, world: World) -> None:
    importing = upload(caller, world.admin, b"N1,M,Acme\n" * 1_000_000, "parts.csv")
    assert "more than 200000 rows" in importing.run["error"]["message"]


def test_skips_blank_rows_with_fill_color(caller: ApiClient, world: World) -> None:
    made = Workbook()
    page = made.worksheets[0]
    page.append(HEADINGS)
    page.append(build_part_row("N1"))
    for line in range(3, 2003):
        page.cell(line, 1).fill = PatternFill("solid", fgColor="FFFF00")
    page.append(build_part_row("N2"))
    importing = upload(caller, world.admin, save_workbook(made), "parts.xlsx")
    assert importing.counts == (2, 0, 0, 0)
    assert importing.run["counts"]["skipped"] == 2000


def test_reports_formula_without_value(caller: ApiClient, world: World) -> None:
    importing = upload(
        caller,
        world.admin,
        build_workbook(HEADINGS, build_part_row("=1+1"), build_part_row("N2", model="=1/0")),
        "parts.xlsx",
    )
    assert [each["verdict"] for each in importing.rows()] == ["WRONG", "WRONG"]
    assert "formula has no saved value" in importing.row(2)["errors"]["number"][0]


def test_reports_error_cell(caller: ApiClient, world: World) -> None:
    made = Workbook()
    page = made.worksheets[0]
    page.append(HEADINGS)
    page.append(build_part_row("#N/A"))
    page["B2"].data_type = "e"
    importing = upload(caller, world.admin, save_workbook(made), "parts.xlsx")
    assert importing.row(2)["errors"]["number"] == ["This cell contains the error #N/A"]


def test_text_like_formula_is_imported_as_text(caller: ApiClient, world: World) -> None:
    texts = ["=1+1", "+1", "-2", "@SUM(A1)", '=HYPERLINK("http://evil.test")']
    rows = "\n".join("\t".join(build_part_row(text)) for text in texts)
    paste(caller, world.admin, "\t".join(HEADINGS) + "\n" + rows).write()
    assert set(Part.objects.filter(manufacturer="Acme").values_list("number", flat=True)) == set(texts)


def test_ignores_macros_and_external_links(caller: ApiClient, world: World) -> None:
    source, target = zipfile.ZipFile(BytesIO(build_workbook(HEADINGS, build_part_row("N1")))), BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for each in source.infolist():
            made.writestr(each, source.read(each))
        made.writestr("xl/vbaProject.bin", OLE)
        made.writestr("xl/externalLinks/externalLink1.xml", '<externalLink xmlns:r="x"/>')
    importing = upload(caller, world.admin, target.getvalue(), "parts.xlsm")
    assert importing.counts == (1, 0, 0, 0)


def test_notes_every_interpretation(caller: ApiClient, world: World) -> None:
    made = Workbook()
    page = made.worksheets[0]
    page.append(HEADINGS)
    page.append(build_part_row("007"))
    page.append(build_part_row(7, model=12345678901234567890))
    page.append(build_part_row("N3", manufacturer="Прибор ООО", text="線量計"))
    page.append(build_part_row("N4", manufacturer="ALPS"))
    page.append(build_part_row("N5", manufacturer=None))
    page.merge_cells("D5:D6")
    importing = upload(caller, world.admin, save_workbook(made), "parts.xlsx")
    assert importing.counts == (5, 0, 0, 0)
    assert "read as 7" in importing.row(3)["notes"]["number"][0]
    assert "more than 15 digits" in importing.row(3)["notes"]["model"][0]
    assert importing.row(6)["cells"]["manufacturer"] == "ALPS"
    assert "Merged cell" in importing.row(6)["notes"]["manufacturer"][0]
    importing.write()
    assert Part.objects.filter(number="007").exists()
    assert Part.objects.get(number="N3").description_en == "線量計"
    assert Part.objects.get(number="N5").manufacturer == "ALPS"


ENCODED = {
    "utf-8": "utf-8",
    "utf-8 with its mark": "utf-8-sig",
    "utf-16": "utf-16",
    "utf-16 without a mark": "utf-16-le",
    "Windows": "cp1252",
}
OTHER_ALPHABETS = {
    "cp1251": "Дозиметр гамма-излучения, поверен и готов к работе",
    "gb18030": "核辐射探测器用于测量环境中的伽马射线",
}


@pytest.mark.parametrize("name", ENCODED)
@pytest.mark.parametrize("separator", ["\t", ";", ",", "|"])
def test_reads_any_encoding_and_separator(name: str, separator: str, caller: ApiClient, world: World) -> None:
    rows = [
        HEADINGS,
        build_part_row("Ñ-1", model="Cámara", text="Año “x” – más señal"),
        build_part_row("2"),
        build_part_row("3"),
    ]
    text = "\r\n".join(separator.join(f'"{each}"' for each in row) for row in rows)
    importing = upload(caller, world.admin, text.encode(ENCODED[name]), "piezas.csv")
    assert importing.counts == (3, 0, 0, 0)
    assert importing.row(2)["cells"]["descriptionEn"] == "Año “x” – más señal"


@pytest.mark.parametrize("name", OTHER_ALPHABETS)
def test_reads_national_encodings(name: str, caller: ApiClient, world: World) -> None:
    text = OTHER_ALPHABETS[name]
    rows = "\n".join(
        ";".join(each) for each in [HEADINGS, *(build_part_row(f"N{line}", text=text) for line in range(9))]
    )
    importing = upload(caller, world.admin, rows.encode(name), "parts.csv")
    assert importing.row(2)["cells"]["descriptionEn"] == text


def test_unpacked_size_and_compression_ratio_limits() -> None:
    assert (workbooks.MAX_UNPACKED_BYTES, workbooks.MAX_COMPRESSION_RATIO) == (100_000_000, 100)


def test_stores_few_preview_rows_of_large_file(caller: ApiClient, world: World) -> None:
    importing = upload(caller, world.admin, b"N1,M,Acme\n" * 150_000, "parts.csv")
    assert isinstance(importing, ImportClient)
    assert importing.run["sheets"][0]["rows"] == 150_000
    assert len(importing.run["preview"]) <= 20
