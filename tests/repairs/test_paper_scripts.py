"""Shipping documents in every accepted script, without missing glyphs."""

import io
import sys
import unicodedata
from datetime import date
from decimal import Decimal

import pytest
from pypdf import PdfReader
from reportlab.pdfbase.pdfmetrics import getFont

from portal_backend.base.printing import PRINTABLE
from portal_backend.shipping.papers.content import Item, Papers, Parcel, Party
from portal_backend.shipping.papers.pages import pdf_of
from portal_backend.shipping.papers.parties import label_address, postal_lines
from portal_backend.shipping.papers.scripts import FILES, PLAIN, known_font, lines_from_right, runs, width_of
from tests import bodies, factories
from tests.caller import Caller
from tests.factories import World
from tests.repairs.calling import Desk

FROM_LEFT = {
    "Georgian": "თბილისი, ვახტანგ გორგასლის ქუჩა 16",
    "Armenian": "Երևան, Մաշտոցի պողոտա",
    "Thai": "กรมศุลกากร คลองเตย",
    "Chinese": "中华人民共和国海关总署",
    "Japanese": "株式会社テスト 東京都港区",
    "Korean": "관세청 대전광역시",
    "Latin": "Łódź Đà Nẵng Ærø Ğ",
}
FROM_RIGHT = {"Arabic": "شارع الملك فهد", "Hebrew": "רחוב הרצל תל אביב", "Persian": "خیابان ولیعصر"}


@pytest.fixture
def world() -> World:
    return factories.world()


def papers(name: str) -> Papers:
    party = Party(name, name, (name,), "+995 32 212 34 56", "a@example.org")
    item = Item(1, name, "SN-1", parcel=1, value=Decimal(12000))
    package = Parcel(1, "40/30/20", Decimal("3.5"), "https://portal.test/#/en/process-repair/1?utm_source=label")
    return Papers("R-2026-000001", date(2026, 11, 25), party, party, (package,), (item,), ())


def read(content: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


@pytest.mark.parametrize("script", FROM_LEFT)
def test_every_page_shows_name_in_its_script(script: str) -> None:
    name = FROM_LEFT[script]
    data = read(pdf_of(papers(name)))
    assert len(data) == 5
    for page in data:
        assert name.replace(" ", "") in page.replace(" ", ""), script


@pytest.mark.parametrize("script", FROM_RIGHT)
def test_right_to_left_text_is_shaped_in_visual_order(script: str) -> None:
    name = FROM_RIGHT[script]
    [line] = lines_from_right(name, PLAIN, 10, 500)
    assert unicodedata.normalize("NFKC", line[::-1]) == name
    assert (line[::-1] != name) == (script != "Hebrew"), "Arabic letters have the form that their place asks for"
    for page in read(pdf_of(papers(name))):
        assert len(page) > 20


def test_long_right_to_left_text_wraps_within_its_column() -> None:
    name = " ".join([FROM_RIGHT["Arabic"]] * 8 + ["ش" * 200])
    lines = lines_from_right(name, PLAIN, 10, 120)
    assert len(lines) > 8
    assert all(width_of(line, PLAIN, 10) <= 120 for line in lines)
    first = unicodedata.normalize("NFKC", lines[0][::-1])
    assert name.startswith(first), "the first words stand in the first line"
    assert len(read(pdf_of(papers(name)))) >= 5


def test_latin_words_and_digits_stay_ordered_between_arabic() -> None:
    [line] = lines_from_right("شارع 12 Building 7", PLAIN, 10, 500)
    assert line.startswith("Building 7")
    assert "12" in line


def test_fonts_have_every_printable_character() -> None:
    glyphs = {code for name in FILES for code in getFont(known_font(name)).face.charToGlyph}
    missing = [
        f"{code:04X}"
        for code in range(0x20, sys.maxunicode + 1)
        if PRINTABLE.fullmatch(chr(code)) and code not in glyphs and unicodedata.category(chr(code)) not in ("Cn", "Cf")
    ]
    assert missing == []


@pytest.mark.parametrize(
    ("text", "font"), [("東京とうきょう", "KurintoJP"), ("東京", "KurintoSC"), ("東 서울", "KurintoKR")]
)
def test_chooses_han_font_by_neighboring_script(text: str, font: str) -> None:
    assert next(used for used, letters in runs(text, PLAIN) if "東" in letters) == font


def test_pdf_metadata_names_author_number_and_language() -> None:
    reader = PdfReader(io.BytesIO(pdf_of(papers("Acme"))))
    assert reader.metadata is not None
    assert (reader.metadata.author, reader.metadata.subject) == ("Acme", "R-2026-000001")
    assert reader.metadata.title == "Shipping papers R-2026-000001"
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_amounts_have_thousands_separators() -> None:
    assert "12,000.00" in read(pdf_of(papers("Acme")))[2]


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
    assert postal_lines({**address, "province": "TX", "postalCode": "79556"}) == lines


def test_label_url_has_language_package_and_source() -> None:
    assert label_address("process-repair/7", 3).endswith("/#/en/process-repair/7?package=3&utm_source=label")
    assert label_address("process-part-request/7").endswith("/#/en/process-part-request/7?utm_source=label")


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["street", "companyName", "city", "building", "province", "postalCode"])
def test_rejects_unprintable_characters_by_field(caller: Caller, world: World, key: str) -> None:
    repair_client = Desk(caller, factories.repair(world, "IN_SHIPPING_DETAILS"))
    body = bodies.shipping(packages=[bodies.package()])
    body["address"][key] = "Main सड़क 5"
    response = repair_client.post("save/shipping/data", body, world.client).refused(400, "VALIDATION")
    assert response.fields == {f"address.{key}": ["The shipping documents cannot show: स ड ़ क"]}
    for name in (*FROM_LEFT.values(), *FROM_RIGHT.values()) if key == "street" else ():
        body["address"][key] = name
        assert repair_client.post("save/shipping/data", body, world.client).status == 200, name
