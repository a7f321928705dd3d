"""Layout of the shipping documents: tags, labels, tables, long and hostile texts."""

import io
from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from django.utils import translation
from pypdf import PageObject, PdfReader

from portal_backend.core.actor import Actor, Role
from portal_backend.core.errors import ApiError
from portal_backend.sandbox.runner import ParserLimits
from portal_backend.shipping.documents import rendering
from portal_backend.shipping.documents.compiler import TEMPLATES_DIRECTORY
from portal_backend.shipping.documents.content import DocumentItem, DocumentPackage, Party, ShippingDocuments
from portal_backend.shipping.documents.rendering import build_pdf, render_documents
from portal_backend.shipping.documents.template_data import LabelLayout, format_number
from tests.pdf_runs import read_runs, read_text

ANA = Actor(1, "ana", "Ana", Role.ADMIN, None, None)
A4, A6 = (210, 297), (105, 148)
ADDRESS = "https://portal.test/#/en/process-repair/1"
PARTY = Party(
    "Customs laboratory", "Ann Lee", ("Harbor street 5", "12345 Town", "Germany (DE)"), "+49 30 12", "ann@example.org"
)


def make_documents(
    *, units: int = 2, packages: int = 1, party: Party = PARTY, address: str = ADDRESS, **changes: Any
) -> ShippingDocuments:
    item = DocumentItem(1, "Maker Model", "SN-1", package_number=1, customs_value=Decimal("1250.5"), hs_code="9030.10")
    return ShippingDocuments(
        number="R-2026-000001",
        issued_on=date(2026, 3, 4),
        sender=party,
        receiver=party,
        packages=tuple(DocumentPackage(each + 1, "40/30/20", Decimal("1003.5"), address) for each in range(packages)),
        items=tuple(replace(item, number=each, identifier=f"SN-{each}", **changes) for each in range(1, units + 1)),
        rejected_items=(),
    )


def read_pdf(documents: ShippingDocuments, labels: LabelLayout = "SHEET", language: str = "en") -> PdfReader:
    with translation.override(language):
        return PdfReader(io.BytesIO(build_pdf(documents, labels)))


def get_size(page: PageObject) -> tuple[int, int]:
    width, height = (int(float(side) * 25.4 / 72 + 0.1) for side in page.mediabox[2:])
    return width, height


def read_words(page: PageObject) -> str:
    return " ".join(page.extract_text().split())


@pytest.mark.parametrize("language", ["en", "es"])
def test_pdf_is_tagged_with_title_language_and_author(language: str) -> None:
    reader = read_pdf(make_documents(), language=language)
    root = reader.trailer["/Root"]
    assert root["/MarkInfo"]["/Marked"].value is True
    assert root["/Lang"] == language
    assert root["/ViewerPreferences"]["/DisplayDocTitle"].value is True
    assert reader.metadata is not None
    assert reader.metadata.author == "Customs laboratory"
    assert "R-2026-000001" in str(reader.metadata.title)
    roles = collect_roles(root["/StructTreeRoot"])
    assert {"/H1", "/H2", "/P", "/Table", "/TH", "/TD", "/Figure", "/Link"} <= roles


def collect_roles(element: Any) -> set[str]:
    element = element.get_object()
    if isinstance(element, list):
        return {role for each in element for role in collect_roles(each)}
    if not isinstance(element, dict):
        return set()
    if element.get("/S") == "/Figure":
        assert ADDRESS in element["/Alt"], "the alternative text of a code is its address"
    own = {str(element["/S"])} if "/S" in element else set()
    return own | (collect_roles(element["/K"]) if "/K" in element else set())


def test_same_contents_give_same_file() -> None:
    assert build_pdf(make_documents()) == build_pdf(make_documents())


@pytest.mark.parametrize(("packages", "sheets"), [(1, 1), (2, 1), (4, 1), (5, 2)])
def test_labels_are_four_to_a_sheet(packages: int, sheets: int) -> None:
    pages = read_pdf(make_documents(packages=packages)).pages
    assert len(pages) == 1 + packages + 2 + sheets
    assert {get_size(page) for page in pages} == {A4}
    for number in range(1, packages + 1):
        page = pages[len(pages) - sheets + (number - 1) // 4]
        half_width, half_height = (float(side) / 2 for side in page.mediabox[2:])
        place = next(run for run in read_runs(page) if run.text == f"{number} / {packages}")
        assert (place.x > half_width) == (number % 2 == 0)
        assert (place.y > half_height) == ((number - 1) % 4 < 2)


@pytest.mark.parametrize("address", [ADDRESS, "https://portal.test/" + "x" * 200])
@pytest.mark.parametrize("line", ["Harbor street 5", "A very long street name " * 40, "شارع الميناء " * 40])
def test_label_fits_one_page_of_label_size(line: str, address: str) -> None:
    party = replace(PARTY, lines=(line, *PARTY.lines[1:]))
    pages = read_pdf(make_documents(packages=2, party=party, address=address), "SINGLE").pages
    labels = [page.extract_text() for page in pages[-2:]]
    assert {get_size(page) for page in pages[:-2]} == {A4}
    assert [get_size(page) for page in pages[-2:]] == [A6, A6]
    assert ["package 1 of 2" in labels[0], "package 2 of 2" in labels[1]] == [True, True]
    assert all(label.count("ann@example.org") == 2 for label in labels)
    for page in pages[-2:]:
        assert all(0 < run.y < float(page.mediabox.height) for run in read_runs(page))


@pytest.mark.parametrize("name", ["Maker Model", "A manufacturer with a long name, model of a long name " * 3])
def test_long_table_repeats_header_and_keeps_rows_whole(name: str) -> None:
    pages = read_pdf(make_documents(units=60, name=name)).pages
    invoice = [page for page in pages if read_words(page).partition(" Page ")[0].endswith("Proforma invoice")]
    assert len(invoice) > 1
    seen: list[str] = []
    for page in invoice:
        texts = [run.text for run in read_runs(page)]
        serials = [text for text in texts if text.startswith("SN-")]
        assert ("Serial number" in texts) == bool(serials)
        assert texts.count("1,250.50") == len(serials), "the value is on the page of its row"
        assert "".join(texts).replace(" ", "").count(name.replace(" ", "")) == len(serials), "and its name"
        assert texts.count("R-2026-000001") >= 1
        seen += serials
    assert seen == [f"SN-{each}" for each in range(1, 61)]
    last = read_words(invoice[-1])
    assert "Total value: 75,030.00 USD, quantity: 60" in last
    assert "Signature" in last


@pytest.mark.parametrize(
    "text",
    ["W" * 255, "i" * 255, "a\u0301" * 127, "ش" * 255, "東京" * 127, "\U0001f600" * 200, "walter.brandt@" + "x" * 200],
)
def test_text_stays_on_the_page(text: str) -> None:
    party = Party(text, text, (text,), text, text)
    for page in read_pdf(make_documents(party=party, name=text)).pages:
        for run in read_runs(page):
            assert run.x > 0
            assert run.x + run.width < float(page.mediabox.width)
    assert text in read_text(page) or "\U0001f600" in text


@pytest.mark.parametrize("text", ['#read("/etc/passwd")', "$x$ *b* @a <l> #[x]", "\\u{41} // --- ~ 'q'", "#sys.inputs"])
def test_text_is_never_parsed_as_markup(text: str) -> None:
    for page in read_pdf(make_documents(party=replace(PARTY, company=text), name=text)).pages:
        assert text.replace(" ", "") in read_text(page)


def test_templates_evaluate_no_text_and_load_no_package() -> None:
    for path in TEMPLATES_DIRECTORY.iterdir():
        source = path.read_text(encoding="utf-8")
        assert not any(word in source for word in ("eval(", "mode:", "@preview", "@local", "plugin(", "read(")), path


@pytest.mark.parametrize(("language", "total"), [("en", "Total value: 2,501.00 USD"), ("es", "total: USD 2,501.00")])
def test_numbers_have_a_decimal_point_in_both_languages(language: str, total: str) -> None:
    pages = read_pdf(make_documents(), language=language).pages
    invoice = read_words(pages[2])
    assert "1,250.50" in invoice
    assert total in invoice
    assert "2,501.00 USD" in invoice, "in English, too"
    assert "1,003.50 kg" in read_words(pages[1])


def test_formats_numbers_of_each_type() -> None:
    assert [format_number(1234567), format_number(Decimal("0.5"))] == ["1,234,567", "0.50"]


@pytest.mark.parametrize(
    "limits",
    [
        ParserLimits(memory=1_000_000_000, seconds=10, output=100),
        ParserLimits(50_000_000, seconds=10, output=1_000_000),
    ],
)
def test_documents_beyond_limits_are_unavailable(limits: ParserLimits, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rendering, "_compute_limits", lambda documents: limits)
    with pytest.raises(ApiError) as raised:
        render_documents(make_documents(), "SHEET", actor=ANA)
    assert (raised.value.status, raised.value.retry_after) == (503, 5)
