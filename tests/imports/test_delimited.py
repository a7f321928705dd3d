"""Delimited text files: encoding detection and correction, and quotes."""

from collections.abc import Callable
from pathlib import Path

import pytest

from portal_backend.imports.sandbox import delimited, encodings
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import HEADER_LINE, build_workbook, upload

pytestmark = pytest.mark.django_db
Keep = Callable[[bytes], Path]
WRITTEN = {
    "cp1250": ("Pręt mocujący", "Šroub;závěs;příslušenství", "szűrő;csavar", "łączność; część zapasowa"),
    "cp1251": ("Датчик;Кабель", "Прибор дозиметр;Блок детектирования", "ДАТЧИК"),
    "cp1252": (
        "Válvula de presión;cañón",
        "Prüfgerät;Größe",
        "pièce détachée",
        "año",
        "sensor de radiação",
        "5 µSv – 3°",
    ),
    "cp1253": ("Ανιχνευτής;καλώδιο",),
    "cp1254": ("kaynağı;ışık;değiştirme", "Sınır kapısı;güvenlik;şube"),
    "cp1255": ("גלאי;כבל",),
    "cp1256": ("كاشف;كابل الإشعاع",),
    "cp1257": ("spinduliuotės matuoklis;ąžuolas", "mērīšanas ierīce;šķērsgriezums"),
    "cp1258": ("Ma\u0301y đo liê\u0300u ca\u0301p",),
    "cp850": ("Descripción;Válvula;cañón", "Gerät;Prüfgerät;Größe"),
    "cp852": ("Pręt mocujący;łożysko",),
    "cp866": ("Датчик;Кабель", "ТЕСТ"),
    "iso8859_5": ("Датчик;Кабель", "Прибор дозиметр;Блок детектирования"),
    "koi8_r": ("Прибор дозиметр;Кабель",),
    "mac_roman": ("Descripción;Válvula;cañón", "Gerät;Prüfgerät;Größe"),
    "cp874": ("เครื่องตรวจจับ",),
    "cp932": ("検出器;ケーブル", "検出器;電源", "放射線測定器"),
    "gb18030": ("探测器;电缆",),
    "cp949": ("검출기;케이블",),
}
QUOTED = "Number;Model;Manufacturer;Description;Category\n"


@pytest.fixture
def stored_file(tmp_path: Path) -> Keep:
    def keep(content: bytes) -> Path:
        path = tmp_path / "upload"
        path.write_bytes(content)
        return path

    return keep


@pytest.mark.split
@pytest.mark.parametrize(("name", "text"), [(name, text) for name, written in WRITTEN.items() for text in written])
def test_guesses_encoding_from_few_words(name: str, text: str, stored_file: Keep) -> None:
    content = f"number;description;text\nA-1;{text};10\n".encode(name)
    guess = delimited.detect_encoding(stored_file(content))
    assert content.decode(guess) == content.decode(name), guess


SIGNS = (
    *("±5 °C", "5 °C", "µSv/h", "don’t", "5–10", "100 €", "nº 5", "½", "§ 4", "© Acme", "“Pro”", "10 m³", "ACME®", "¶"),
    *("cœur €", "l’été", "100 € – año", "5 °C;días", "Größe ±5 µm", "12 € à Paris", "«œuvre»", "1ª válvula"),
)


@pytest.mark.split
@pytest.mark.parametrize("text", SIGNS)
def test_reads_symbols_with_western_letters_as_cp1252(text: str, stored_file: Keep) -> None:
    content = f"number;description;text\nA-1;{text};10\n".encode("cp1252")
    assert content.decode(delimited.detect_encoding(stored_file(content))) == content.decode("cp1252")


@pytest.mark.split
def test_samples_non_ascii_lines_at_end_of_file(stored_file: Keep) -> None:
    content = b"number;text\n" + b"A-1;plain\n" * 40_000 + "B-1;Pręt mocujący\n".encode("cp1250")
    path = stored_file(content)
    assert delimited.detect_encoding(path) == "cp1250"
    assert encodings.build_samples(path, "cp1250") == ["B-1;Pręt mocujący"]


@pytest.mark.split
@pytest.mark.parametrize("name", ["utf-16", "utf-16-le", "utf-16-be"])
def test_samples_lines_of_utf16(name: str, stored_file: Keep) -> None:
    path = stored_file("number;text\nA-1;plain\nB-1;Pręt\nB-2;Łódź\n".encode(name))
    assert encodings.build_samples(path, delimited.detect_encoding(path)) == ["B-1;Pręt", "B-2;Łódź"]


@pytest.mark.split
@pytest.mark.parametrize(
    ("chosen", "detected", "codec"),
    [
        ("utf-16", "utf-16", "utf-16"),
        ("utf-16", "utf-16-be", "utf-16-be"),
        ("utf-16", "cp1252", "utf-16-le"),
        ("cp1250", "cp1252", "cp1250"),
    ],
)
def test_utf16_without_a_mark_has_a_byte_order(chosen: str, detected: str, codec: str) -> None:
    assert encodings.get_codec(chosen, detected) == codec


def build_row(number: str, description: str) -> str:
    return f"{number};M;Acme;{description};Handheld\n"


@pytest.mark.split
def test_inch_sign_does_not_swallow_rows(stored_file: Keep) -> None:
    lines = [
        build_row("Q-1", "plain"),
        build_row("Q-3", '"12 inch fan'),
        build_row("Q-4", "fan"),
        build_row("Q-5", 'Monitor 19"'),
        build_row("Q-6", "x"),
    ]
    rows = list(delimited.iter_rows(stored_file((QUOTED + "".join(lines)).encode())))
    assert [line for line, _ in rows] == [1, 2, 3, 4, 5, 6]
    assert [cells[0] for _, cells in rows[1:]] == ["Q-1", "Q-3", "Q-4", "Q-5", "Q-6"]
    assert rows[2][1][3] == {"l": '"12 inch fan'}


@pytest.mark.split
@pytest.mark.parametrize("text", ['"5" cable', '5" cable', '"', '"" x', '"a"b"'])
def test_keeps_quotes_that_do_not_enclose_cell(text: str, stored_file: Keep) -> None:
    [_, (_, cells)] = list(delimited.iter_rows(stored_file((QUOTED + build_row("Q-1", text)).encode())))
    found = cells[3]
    assert (found["l"] if isinstance(found, dict) else found) == text


@pytest.mark.split
def test_removes_quotes_that_enclose_cell(stored_file: Keep) -> None:
    lines = [build_row("Q-1", '"two\nlines; and ""more"""'), build_row("Q-2", '"a;b"'), build_row("Q-3", '""')]
    rows = list(delimited.iter_rows(stored_file((QUOTED + "".join(lines)).encode())))
    assert [(line, cells[3]) for line, cells in rows[1:]] == [(2, 'two\nlines; and "more"'), (4, "a;b"), (5, "")]


@pytest.mark.split
def test_unterminated_quotes_are_parsed_in_bounded_time(stored_file: Keep) -> None:
    lines = [build_row(f"Q-{number}", '"12 inch') for number in range(2000)]
    assert len(list(delimited.iter_rows(stored_file((QUOTED + "".join(lines)).encode())))) == 2001


@pytest.mark.split
def test_notes_literal_quotes(caller: ApiClient, world: World) -> None:
    head = HEADER_LINE.replace("\t", ";")
    text = f'{head}Handheld;Q-3;M;Acme;"12 inch fan;Repair\nHandheld;Q-4;M;Acme;fan;Repair\n'
    importing = upload(caller, world.admin, text.encode(), "parts.csv")
    assert importing.counts == (2, 0, 0, 0)
    assert importing.row(2)["cells"]["descriptionEn"] == '"12 inch fan'
    assert "Quotation marks in this row are kept" in importing.row(2)["notes"]["descriptionEn"][0]


def test_chosen_encoding_is_remembered(caller: ApiClient, world: World) -> None:
    head = HEADER_LINE.replace("\t", ";")
    content = f"{head}Handheld;1;M;Acme;algılayıcı;Repair\n".encode("cp1254")
    importing = upload(caller, world.admin, content, "parts.csv")
    assert importing.run["encoding"] == "cp1250"
    assert importing.run["samples"] == ["Handheld;1;M;Acme;algýlayýcý;Repair"]
    assert {"key": "cp1254", "name": "Turkish (Windows-1254)"} in importing.run["encodings"]
    body = {"sheet": 0, "headerRow": 1, "columns": [], "encoding": "cp1254"}
    version = importing.run["version"]
    caller.put(f"{importing.path}/columns", {**body, "encoding": "rot13"}, actor=world.admin).assert_error(
        400, "VALIDATION"
    )
    assert caller.put(f"{importing.path}/columns", body, actor=world.admin, version=version).ok["state"] == "READING"
    caller.put(f"{importing.path}/columns", body, actor=world.admin, version=version).assert_error(409, "STALE")
    importing.run_jobs()
    assert (importing.run["state"], importing.run["encoding"]) == ("REVIEW", "cp1254")
    assert importing.row(2)["cells"]["descriptionEn"] == "algılayıcı"
    again = upload(caller, world.admin, content, "more.csv")
    assert (again.run["encoding"], again.row(2)["cells"]["descriptionEn"]) == ("cp1254", "algılayıcı")
    other = upload(caller, world.admin, f"{head}Handheld;1;M;Acme;año;Repair\n".encode("cp1252"), "other.csv")
    assert other.run["encoding"] == "cp1252", "another detected encoding is not replaced"


@pytest.mark.split
def test_workbook_has_no_encoding(caller: ApiClient, world: World) -> None:
    importing = upload(caller, world.admin, build_workbook(["Number"], ["1"]), "parts.xlsx")
    assert (importing.run["encoding"], importing.run["encodings"], importing.run["samples"]) == (None, [], [])
    body = {"sheet": 0, "headerRow": 1, "columns": [], "encoding": "cp1254"}
    caller.put(f"{importing.path}/columns", body, actor=world.admin).assert_error(400, "VALIDATION")
