"""Shipping documents in every accepted script, without missing glyphs."""

import io
import sys
import unicodedata
from datetime import date
from decimal import Decimal

import pytest
from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import getFont

from portal_backend.core.types import PRINTABLE_PATTERN
from portal_backend.shipping.documents.content import (
    DocumentItem,
    DocumentPackage,
    Party,
    ShippingDocuments,
    build_label_url,
    format_postal_address,
)
from portal_backend.shipping.documents.pages import build_pdf
from portal_backend.shipping.documents.text_shaping import (
    FONT_FILES,
    REGULAR_FONT,
    break_right_to_left_lines,
    measure_width,
    register_font,
    split_font_runs,
)
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import World
from tests.repairs.repair_client import RepairClient

LEFT_TO_RIGHT = {
    "Georgian": "თბილისი, ვახტანგ გორგასლის ქუჩა 16",
    "Armenian": "Երևան, Մաշտոցի պողոտա",
    "Thai": "กรมศุลกากร คลองเตย",
    "Chinese": "中华人民共和国海关总署",
    "Japanese": "株式会社テスト 東京都港区",
    "Korean": "관세청 대전광역시",
    "Latin": "Łódź Đà Nẵng Ærø Ğ",
}
RIGHT_TO_LEFT = {"Arabic": "شارع الملك فهد", "Hebrew": "רחוב הרצל תל אביב", "Persian": "خیابان ولیعصر"}


@pytest.fixture
def world() -> World:
    return factories.world()


def make_documents(name: str) -> ShippingDocuments:
    party = Party(name, name, (name,), "+995 32 212 34 56", "a@example.org")
    item = DocumentItem(1, name, "SN-1", package_number=1, customs_value=Decimal(12000))
    package = DocumentPackage(
        1, "40/30/20", Decimal("3.5"), "https://portal.test/#/en/process-repair/1?utm_source=label"
    )
    return ShippingDocuments("R-2026-000001", date(2026, 11, 25), party, party, (package,), (item,), ())


def read_lines(content: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


@pytest.mark.parametrize("script", LEFT_TO_RIGHT)
def test_every_page_shows_name_in_its_script(script: str) -> None:
    name = LEFT_TO_RIGHT[script]
    data = read_lines(build_pdf(make_documents(name)))
    assert len(data) == 5
    for page in data:
        assert name.replace(" ", "") in page.replace(" ", ""), script


@pytest.mark.parametrize("script", RIGHT_TO_LEFT)
def test_right_to_left_text_is_shaped_in_visual_order(script: str) -> None:
    name = RIGHT_TO_LEFT[script]
    [line] = break_right_to_left_lines(name, REGULAR_FONT, 10, 500)
    assert unicodedata.normalize("NFKC", line[::-1]) == name
    assert (line[::-1] != name) == (script != "Hebrew"), "Arabic letters have the form that their place asks for"
    for page in read_lines(build_pdf(make_documents(name))):
        assert len(page) > 20


def test_long_right_to_left_text_wraps_within_its_column() -> None:
    name = " ".join([RIGHT_TO_LEFT["Arabic"]] * 8 + ["ش" * 200])
    lines = break_right_to_left_lines(name, REGULAR_FONT, 10, 120)
    assert len(lines) > 8
    assert all(measure_width(line, REGULAR_FONT, 10) <= 120 for line in lines)
    first = unicodedata.normalize("NFKC", lines[0][::-1])
    assert name.startswith(first), "the first words stand in the first line"
    assert len(read_lines(build_pdf(make_documents(name)))) >= 5


def test_latin_words_and_digits_stay_ordered_between_arabic() -> None:
    [line] = break_right_to_left_lines("شارع 12 Building 7", REGULAR_FONT, 10, 500)
    assert line.startswith("Building 7")
    assert "12" in line


def test_fonts_have_every_printable_character() -> None:
    glyphs = {code for name in FONT_FILES for code in getFont(register_font(name)).face.charToGlyph}
    missing = [
        f"{code:04X}"
        for code in range(0x20, sys.maxunicode + 1)
        if PRINTABLE_PATTERN.fullmatch(chr(code))
        and code not in glyphs
        and unicodedata.category(chr(code)) not in ("Cn", "Cf")
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("text", "font"), [("東京とうきょう", "KurintoJP"), ("東京", "KurintoSC"), ("東 서울", "KurintoKR")]
)
def test_chooses_han_font_by_neighboring_script(text: str, font: str) -> None:
    assert next(used for used, letters in split_font_runs(text, REGULAR_FONT) if "東" in letters) == font


def test_pdf_metadata_names_author_number_and_language() -> None:
    reader = PdfReader(io.BytesIO(build_pdf(make_documents("Acme"))))
    assert reader.metadata is not None
    assert (reader.metadata.author, reader.metadata.subject) == ("Acme", "R-2026-000001")
    assert reader.metadata.title == "Shipping documents R-2026-000001"
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_amounts_have_thousands_separators() -> None:
    assert "12,000.00" in read_lines(build_pdf(make_documents("Acme")))[2]


@pytest.mark.parametrize(
    ("country", "lines"),
    [
        ("US", ("501 Oak Street", "Sweetwater, TX 79556")),
        ("GE", ("Oak Street 501", "79556 Sweetwater", "TX")),
        ("GB", ("501 Oak Street", "Sweetwater 79556", "TX")),
    ],
)
def test_orders_postal_address_by_country(country: str, lines: tuple[str, ...]) -> None:
    address = {"country": country, "street": "Oak Street", "building": "501", "city": "Sweetwater"}
    assert format_postal_address({**address, "province": "TX", "postalCode": "79556"}) == lines


def test_label_url_has_language_package_and_source() -> None:
    assert build_label_url("process-repair/7", 3).endswith("/#/en/process-repair/7?package=3&utm_source=label")
    assert build_label_url("process-part-request/7").endswith("/#/en/process-part-request/7?utm_source=label")


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["street", "companyName", "city", "building", "province", "postalCode"])
def test_rejects_unprintable_characters_by_field(caller: ApiClient, world: World, key: str) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_SHIPPING_DETAILS"))
    body = request_bodies.shipping(packages=[request_bodies.package()])
    body["address"][key] = "Main सड़क 5"
    response = repair_client.post("save/shipping/data", body, world.client).assert_error(400, "VALIDATION")
    assert response.fields == {f"address.{key}": ["Shipping documents can't show these characters: स ड ़ क"]}
    for name in (*LEFT_TO_RIGHT.values(), *RIGHT_TO_LEFT.values()) if key == "street" else ():
        body["address"][key] = name
        assert repair_client.post("save/shipping/data", body, world.client).status == 200, name
