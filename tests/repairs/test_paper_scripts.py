"""Papers in every script that is accepted: nothing that is typed comes out as boxes."""

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
def here() -> World:
    return factories.world()


def papers(name: str) -> Papers:
    party = Party(name, name, (name,), "+995 32 212 34 56", "a@example.org")
    item = Item(1, name, "SN-1", parcel=1, value=Decimal(12000))
    parcel = Parcel(1, "40/30/20", Decimal("3.5"), "https://portal.test/#/en/process-repair/1?utm_source=label")
    return Papers("R-2026-000001", date(2026, 11, 25), party, party, (parcel,), (item,), ())


def read(content: bytes) -> list[str]:
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(content)).pages]


@pytest.mark.parametrize("script", FROM_LEFT)
def test_every_page_shows_a_name_in_its_script(script: str) -> None:
    name = FROM_LEFT[script]
    told = read(pdf_of(papers(name)))
    assert len(told) == 5
    for page in told:
        assert name.replace(" ", "") in page.replace(" ", ""), script


@pytest.mark.parametrize("script", FROM_RIGHT)
def test_words_read_from_the_right_are_joined_and_in_the_order_in_which_they_are_drawn(script: str) -> None:
    name = FROM_RIGHT[script]
    [line] = lines_from_right(name, PLAIN, 10, 500)
    assert unicodedata.normalize("NFKC", line[::-1]) == name
    assert (line[::-1] != name) == (script != "Hebrew"), "Arabic letters have the form that their place asks for"
    for page in read(pdf_of(papers(name))):
        assert len(page) > 20


def test_a_long_text_from_the_right_is_broken_within_its_column() -> None:
    name = " ".join([FROM_RIGHT["Arabic"]] * 8 + ["ش" * 200])
    lines = lines_from_right(name, PLAIN, 10, 120)
    assert len(lines) > 8
    assert all(width_of(line, PLAIN, 10) <= 120 for line in lines)
    first = unicodedata.normalize("NFKC", lines[0][::-1])
    assert name.startswith(first), "the first words stand in the first line"
    assert len(read(pdf_of(papers(name)))) >= 5


def test_latin_words_and_digits_keep_their_order_between_arabic_ones() -> None:
    [line] = lines_from_right("شارع 12 Building 7", PLAIN, 10, 500)
    assert line.startswith("Building 7")
    assert "12" in line


def test_a_font_has_every_letter_that_is_accepted() -> None:
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
def test_han_letters_look_as_their_readers_write_them(text: str, font: str) -> None:
    assert next(used for used, letters in runs(text, PLAIN) if "東" in letters) == font


def test_the_document_says_whose_it_is_and_in_which_language() -> None:
    reader = PdfReader(io.BytesIO(pdf_of(papers("Acme"))))
    assert reader.metadata is not None
    assert (reader.metadata.author, reader.metadata.subject) == ("Acme", "R-2026-000001")
    assert reader.metadata.title == "Shipping papers R-2026-000001"
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_amounts_have_separators_between_thousands() -> None:
    assert "12,000.00" in read(pdf_of(papers("Acme")))[2]


@pytest.mark.parametrize(
    ("country", "lines"),
    [
        ("US", ("501 Oak Street", "Sweetwater, TX 79556")),
        ("GE", ("Oak Street 501", "79556 Sweetwater", "TX")),
        ("GB", ("501 Oak Street", "Sweetwater 79556", "TX")),
    ],
)
def test_an_address_is_ordered_as_its_post_reads_it(country: str, lines: tuple[str, ...]) -> None:
    place = {"country": country, "street": "Oak Street", "building": "501", "city": "Sweetwater"}
    assert postal_lines({**place, "province": "TX", "postalCode": "79556"}) == lines


def test_a_printed_code_opens_in_the_language_of_whoever_scans_it() -> None:
    assert label_address("process-repair/7", 3).endswith("/#/en/process-repair/7?package=3&utm_source=label")
    assert label_address("process-part-request/7").endswith("/#/en/process-part-request/7?utm_source=label")


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["street", "companyName", "city", "building", "province", "postalCode"])
def test_letters_that_cannot_be_printed_are_refused_at_their_field(caller: Caller, here: World, key: str) -> None:
    desk = Desk(caller, factories.repair(here, "IN_SHIPPING_DETAILS"))
    body = bodies.shipping(packages=[bodies.package()])
    body["address"][key] = "Main सड़क 5"
    told = desk.post("save/shipping/data", body, here.client).refused(400, "VALIDATION")
    assert told.fields == {f"address.{key}": ["The shipping documents cannot show: स ड ़ क"]}
    for name in (*FROM_LEFT.values(), *FROM_RIGHT.values()) if key == "street" else ():
        body["address"][key] = name
        assert desk.post("save/shipping/data", body, here.client).status == 200, name
