"""Normalized form in which numbers, tags and search terms are compared."""

import sys
import unicodedata

import pytest
from django.db import connection

from portal_backend.core.normalization import is_placeholder_serial, normalize_key

TEXTS = (
    *(
        "KX‑77–123",
        "ＫＸ－７７",
        "Análisis de dirección",
        "Straße",
        "Łódź",
        "kaynağı İZMİR",
        "2СН-5841",
        "ΟΔΟΣ",
        "ΑΒΕ",
        "Ærø œuvre",
    ),
    *(
        "\u202eKX\u200b-\u00ad77\u202c",
        "ﬁlter ½",
        "თბილისი",
        "შეკეთება",
        "شارِع الملك",
        "株式会社",
        "한국어",
        "ไทย",
        "Київ",
        "50%_off\\x'",
    ),
    *("a\u00a0b\u2028c\td", "\U0001f4e1", "", "Ǆ", "ΐ", "ﷺ", "\ufeffx\ufe0f", "İ", "\U000e0041tag"),
)
IGNORED_CATEGORIES = ("Zs", "Zl", "Zp", "Cc", "Cf", "Pd")


@pytest.mark.parametrize(
    "written",
    [
        *(
            "KX-77-123",
            "kx-77 123",
            "KX‑77–123",
            "KX−77—123",
            "ＫＸ－７７－１２３",
            " KX77123 ",
            "“KX-77-123”.",
            "#KX 77 123",
        ),
        *("(kx-77-123)", "KX\u200b-77\u00ad-123", "\u202eKX-77-123\u202c", "ΚХ-77-123", "K\u00a0X\t77\u2009123"),
        "\ufeffKX-77-123",
    ],
)
def test_normalizes_all_spellings_of_a_number_equally(written: str) -> None:
    assert normalize_key(written) == "kx77123"


@pytest.mark.parametrize(
    ("written", "key"),
    [
        ("Análisis de dirección", "analisisdedireccion"),
        ("ANÁLISIS", "analisis"),
        ("Straße", "strasse"),
        ("Łódź", "lodz"),
        ("kaynağı İZMİR", "kaynagiizmir"),
        ("Ærø", "aero"),
        ("2СН-5841", "2ch5841"),
        ("ΑΒΕ-1", "abe1"),
        ("ΣΑΣ", "σaσ"),
        ("თბილისი", "თბილისი"),
        ("ﬁlter ½", "filter1⁄2"),
    ],
)
def test_folds_case_accents_and_look_alikes(written: str, key: str) -> None:
    assert normalize_key(written) == key


@pytest.mark.parametrize(("left", "right"), [("1/2", "12"), ("A.1", "A1"), ("VM-250", "VM-25O"), ("100", "1000")])
def test_distinguishes_different_numbers(left: str, right: str) -> None:
    assert normalize_key(left) != normalize_key(right)


@pytest.mark.parametrize("text", ["", " ", "-", "?", "—", "...", "\u200b"])
def test_key_of_only_symbols_is_empty(text: str) -> None:
    assert normalize_key(text) == ""


def test_normalization_is_idempotent() -> None:
    for text in ("“KX-77”", "İstanbul", "ﷺ", "½", "Ǆ", "ΐ", "한국"):
        assert normalize_key(normalize_key(text)) == normalize_key(text)


def test_removes_spaces_hyphens_controls_and_invisible_characters() -> None:
    remaining = [
        f"{code:04X}"
        for code in range(1, sys.maxunicode + 1)
        if unicodedata.category(chr(code)) in IGNORED_CATEGORIES and len(normalize_key(f"a{chr(code)}b")) > 2
    ]
    assert remaining == []


def test_removes_latin_greek_and_cyrillic_accents() -> None:
    for code in (*range(0xC0, 0x250), *range(0x370, 0x530), *range(0x1E00, 0x2000)):
        key = normalize_key(f"a{chr(code)}b")
        assert not any(map(unicodedata.combining, key)), hex(code)
        assert key == key.lower()


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "-",
            "--",
            "?",
            "???",
            "0",
            "0000",
            "00-00",
            "000 000",
            "n/a",
            "N.A.",
            "n.a",
            "NA",
            "none",
            "None.",
            "NULL",
        ),
        *("(null)", "unknown", "Unknown", "UNKNOWN ", "not specified", "xxx", "tbd", "s/n", "S/N:", "desconocido"),
        *("sin número", "Sin serie", "no aplica", "ninguno", "\u200bunknown"),
        *("N/D", "n.d.", "S/D", "s. d.", "no hay", "No hay.", "no disp."),
    ],
)
def test_recognizes_placeholder_serials(text: str) -> None:
    assert is_placeholder_serial(text)


@pytest.mark.parametrize(
    "text", ["1", "0001", "NA-1", "none-7", "X1", "SN33N-190022", "unknown-2", "DUP-001", "2СН-5841", "ND-1", "SD 12"]
)
def test_real_serial_numbers_are_not_placeholders(text: str) -> None:
    assert not is_placeholder_serial(text)


@pytest.mark.django_db
@pytest.mark.parametrize("text", TEXTS)
def test_database_normalizes_texts_like_python(text: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT portal_normalized(%s)", [text])
        [folded] = cursor.fetchone()
    assert normalize_key(folded) == normalize_key(text)
    assert normalize_key(text) in folded
