"""Shipping documents in every accepted script, without missing glyphs."""

import io
import json
import sys
import unicodedata
from datetime import date
from decimal import Decimal

import pytest
import typst
from pypdf import PageObject, PdfReader

from portal_backend.core.types import PRINTABLE_PATTERN
from portal_backend.shipping.documents.addresses import format_postal_address
from portal_backend.shipping.documents.compiler import TEMPLATES_DIRECTORY, load_fonts
from portal_backend.shipping.documents.content import (
    DocumentItem,
    DocumentPackage,
    Party,
    ShippingDocuments,
    build_label_url,
)
from portal_backend.shipping.documents.rendering import build_pdf
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import World
from tests.pdf_runs import Run, read_runs, read_text
from tests.repairs.repair_client import RepairClient

pytestmark = pytest.mark.split

LEFT_TO_RIGHT = {
    "Georgian": "თბილისი, ვახტანგ გორგასლის ქუჩა 16",
    "Armenian": "Երևան, Մաշտոցի պողոտա",
    "Thai": "กรมศุลกากร คลองเตย",
    "Chinese": "中华人民共和国海关总署",
    "Japanese": "株式会社テスト 東京都港区",
    "Korean": "관세청 대전광역시",
    "Latin": "Łódź Đà Nẵng Ærø Ğ",
}
# Text that is read from these has letters twice where Typst moves a mark above or below its letter.
INDIC = {
    "Devanagari": "राष्ट्रीय मार्ग, मुंबई",
    "Bengali": "চট্টগ্রাম কক্সবাজার",
    "Gurmukhi": "ਅੰਮ੍ਰਿਤਸਰ",
    "Gujarati": "અમદાવાદ ક્ષેત્ર",
    "Tamil": "தமிழ்நாடு சென்னை",
    "Telugu": "హైదరాబాద్ స్త్రీ",
    "Kannada": "ಕರ್ನಾಟಕ ಸ್ತ್ರೀ",
    "Malayalam": "തിരുവനന്തപുരം ക്ഷേത്രം",
    "Lao": "ວຽງຈັນ",
    "Ethiopic": "አዲስ አበባ",
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


def read_pages(content: bytes) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(content)).pages)


def has_every_glyph(content: bytes) -> bool:
    """Return whether the PDF claims PDF/UA.

    It does unless a letter is drawn as a box.
    """
    return b"pdfuaid:part" in content


@pytest.mark.parametrize("script", LEFT_TO_RIGHT)
def test_every_page_shows_name_in_its_script(script: str) -> None:
    name = LEFT_TO_RIGHT[script]
    pages = read_pages(build_pdf(make_documents(name)))
    assert len(pages) == 5
    for page in pages:
        assert name.replace(" ", "") in read_text(page), script


@pytest.mark.parametrize("script", INDIC)
def test_indic_scripts_are_shaped_without_missing_glyphs(script: str) -> None:
    name = INDIC[script]
    content = build_pdf(make_documents(name))
    assert has_every_glyph(content)
    runs = [run for run in read_runs(read_pages(content)[1]) if run.font.startswith("Kurinto")]
    assert {run.font for run in runs} <= {"KurintoSans-Rg", "KurintoSans-Bd"}
    if script in ("Devanagari", "Bengali", "Gujarati"):
        assert any(len(run.glyphs) < len(run.text) for run in runs), "letters join"


@pytest.mark.parametrize("script", RIGHT_TO_LEFT)
def test_right_to_left_text_is_shaped_in_visual_order(script: str) -> None:
    name = RIGHT_TO_LEFT[script]
    letters = name.replace(" ", "")
    pages = read_pages(build_pdf(make_documents(name)))
    for page in pages:
        assert letters[::-1] in read_text(page)
    isolated = read_pages(build_pdf(make_documents(" ".join(letters))))
    widths = [round(sum(run.width for run in get_kurinto_runs(each)), 2) for each in (pages[0], isolated[0])]
    assert (widths[0] != widths[1]) == (script != "Hebrew"), "Arabic letters join"


def get_kurinto_runs(page: PageObject) -> list[Run]:
    return [run for run in read_runs(page) if run.font == "KurintoSans-Rg"]


def test_long_right_to_left_text_wraps_within_its_column() -> None:
    name = " ".join([RIGHT_TO_LEFT["Arabic"]] * 8 + ["ش" * 200])
    page = read_pages(build_pdf(make_documents(name)))[0]
    half = float(page.mediabox.width) / 2
    title = next(run.y for run in read_runs(page) if run.text.startswith("Shipping documents"))
    sender = [run for run in get_kurinto_runs(page) if run.x < half and run.y < title]
    assert all(run.x + run.width < half for run in sender)
    lines = [round(run.y) for run in sender]
    assert len(set(lines)) > 8
    first = "".join(run.text for run in sorted(sender, key=lambda run: run.x) if round(run.y) == max(lines))
    assert name.replace(" ", "").startswith(first[::-1].replace(" ", "")), "the first words are on the first line"


def test_latin_words_and_digits_stay_ordered_between_arabic() -> None:
    page = read_pages(build_pdf(make_documents("شارع 12 Building 7")))[0]
    runs = read_runs(page)
    arabic = next(run for run in runs if run.font == "KurintoSans-Rg")
    line = sorted((run for run in runs if round(run.y) == round(arabic.y) and run.x < 250), key=lambda run: run.x)
    assert "".join(run.text for run in line) == "Building 7 12 " + "شارع"[::-1]


@pytest.mark.thorough
def test_fonts_have_every_printable_character() -> None:
    letters = [
        chr(code)
        for code in range(0x20, sys.maxunicode + 1)
        if PRINTABLE_PATTERN.fullmatch(chr(code)) and unicodedata.category(chr(code)) not in ("Cn", "Cf")
    ]
    source = """
        #import "layout.typ": all-fonts
        #set document(title: "Letters")
        #set text(font: all-fonts, fallback: false)
        #for line in json(bytes(sys.inputs.lines)) {
          par(line)
          par(text(weight: 600, line))
        }
    """
    inputs = {"lines": json.dumps([" ".join(letters[start : start + 500]) for start in range(0, len(letters), 500)])}
    # raises an error that names the first letter without a glyph
    typst.compile(
        source.encode(), root=TEMPLATES_DIRECTORY, font_paths=load_fonts(), sys_inputs=inputs, pdf_standards=["ua-1"]
    )


def test_letter_without_glyph_is_shown_as_box() -> None:
    content = build_pdf(make_documents("Acme \U00013000"))
    assert not has_every_glyph(content)
    reader = PdfReader(io.BytesIO(content))
    assert reader.trailer["/Root"]["/MarkInfo"]["/Marked"]
    assert all("Acme" in page.extract_text() for page in reader.pages)


@pytest.mark.parametrize(
    ("text", "font"), [("東京とうきょう", "KurintoSansJP"), ("東京", "KurintoSansSC"), ("東 서울", "KurintoSansKR")]
)
def test_chooses_han_font_by_neighboring_script(text: str, font: str) -> None:
    runs = read_runs(read_pages(build_pdf(make_documents(text)))[0])
    assert {run.font.rpartition("-")[0] for run in runs if "東" in run.text} == {font}


def test_pdf_metadata_names_author_number_and_language() -> None:
    reader = PdfReader(io.BytesIO(build_pdf(make_documents("Acme"))))
    assert reader.metadata is not None
    assert (reader.metadata.author, reader.metadata.subject) == ("Acme", "R-2026-000001")
    assert reader.metadata.title == "Shipping documents R-2026-000001"
    assert reader.trailer["/Root"]["/Lang"] == "en"


def test_amounts_have_thousands_separators() -> None:
    assert "12,000.00" in read_pages(build_pdf(make_documents("Acme")))[2].extract_text()


@pytest.mark.parametrize(
    ("country", "lines"),
    [
        ("US", ("501 Oak Street", "Sweetwater, TX 79556")),
        ("GE", ("Oak Street 501", "79556 Sweetwater", "TX")),
        ("GB", ("501 Oak Street", "Sweetwater", "TX", "79556")),
        ("DE", ("Oak Street 501", "79556 Sweetwater", "TX")),
        ("JP", ("Oak Street 501", "Sweetwater, TX", "79556")),
        ("ES", ("Oak Street 501", "79556 Sweetwater TX")),
        ("CH", ("Oak Street 501", "CH-79556 Sweetwater", "TX")),
        ("HN", ("Oak Street 501", "Sweetwater, TX", "79556")),
        ("ZW", ("Oak Street 501", "79556 Sweetwater", "TX")),
        ("", ("Oak Street 501", "79556 Sweetwater", "TX")),
    ],
)
def test_orders_postal_address_by_country(country: str, lines: tuple[str, ...]) -> None:
    address = {"country": country, "street": "Oak Street", "building": "501", "city": "Sweetwater"}
    assert format_postal_address({**address, "province": "TX", "postalCode": "79556"}) == lines


@pytest.mark.parametrize(
    ("address", "lines"),
    [
        ({"country": "US", "city": "Sweetwater", "postalCode": "79556"}, ("Sweetwater 79556",)),
        ({"country": "US", "city": "Sweetwater", "province": "TX"}, ("Sweetwater, TX",)),
        ({"country": "CH", "city": "Bern", "postalCode": "CH-3000"}, ("CH-3000 Bern",)),
        ({"country": "GE", "city": "Tbilisi", "province": "Tbilisi", "postalCode": "0160"}, ("0160 Tbilisi",)),
        ({"country": "SG", "city": "Singapore", "postalCode": "018956"}, ("SINGAPORE 018956",)),
        (
            {"country": "JP", "province": "東京都", "city": "千代田区", "street": "丸の内", "postalCode": "100-0005"},
            ("〒100-0005", "東京都千代田区", "丸の内"),
        ),
        ({"country": "TR", "city": "Ankara", "street": "Atatürk", "building": "B Blok"}, ("Atatürk, B Blok", "Ankara")),
        ({"country": "DE"}, ()),
    ],
)
def test_incomplete_and_local_addresses(address: dict[str, str], lines: tuple[str, ...]) -> None:
    assert format_postal_address(address) == lines


def test_label_url_has_language_package_and_source() -> None:
    assert build_label_url("process-repair/7", 3).endswith("/#/en/process-repair/7?package=3&utm_source=label")
    assert build_label_url("process-part-request/7").endswith("/#/en/process-part-request/7?utm_source=label")


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["street", "companyName", "city", "building", "province", "postalCode"])
def test_rejects_unprintable_characters_by_field(caller: ApiClient, world: World, key: str) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_SHIPPING_DETAILS"))
    body = request_bodies.shipping(packages=[request_bodies.package()])
    body["address"][key] = "Main ភ្នំ 5"
    response = repair_client.post("save/shipping/data", body, world.client).assert_error(400, "VALIDATION")
    assert response.fields == {f"address.{key}": ["Shipping documents can't show these characters: ភ ្ ន ំ"]}
    for name in (*LEFT_TO_RIGHT.values(), *INDIC.values(), *RIGHT_TO_LEFT.values()) if key == "street" else ():
        body["address"][key] = name
        assert repair_client.post("save/shipping/data", body, world.client).status == 200, name
