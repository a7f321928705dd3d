"""Shipping documents of a repair, read back from the PDF."""

import io
from dataclasses import replace
from typing import Any

import pytest
from django.utils import translation
from pypdf import PdfReader

from portal_backend.accounts.models import Address, Service, User
from portal_backend.catalogue.models import Part
from portal_backend.core.clock import today
from portal_backend.files import bounded_queue
from portal_backend.files.bounded_queue import BoundedQueue
from portal_backend.repairs.models import ReceiptLine, RepairUnit, UnitPacking
from portal_backend.shipping.documents import rendering
from portal_backend.shipping.documents.content import DocumentItem, Party, ShippingDocuments
from portal_backend.shipping.documents.rendering import build_pdf
from portal_backend.shipping.models import Package
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.factories import World
from tests.repairs.repair_client import RepairClient

pytestmark = [pytest.mark.django_db, pytest.mark.split]
SHIPPING = "IN_SHIPPING_DETAILS"
DOCUMENTS_PATH = "/files/export/repair-papers/pdf"
HOSTILE = '<b>&amp;</b><a href="http://evil.test"><img src="file:///etc/passwd"/> =1+1 %s {0} \\'
NAMES = {
    "Cyrillic": "Щербаківська митниця Ґава",
    "Greek": "Τελωνείο Αλεξανδρούπολης Ωρίων",
    "Vietnamese": "Nguyễn Thị Phượng Đặng Ưỡn",
    "Spanish": "Aduana de Logroño, Núñez y Ibáñez",
}


@pytest.fixture
def world() -> World:
    return factories.world()


def make_shipped_repair(caller: ApiClient, world: World, units: int = 3, packages: int = 2) -> RepairClient:
    """Return a repair with saved shipping data and its last unit rejected."""
    repair_client = RepairClient(caller, factories.repair(world, "NEW", units=units))
    decisions = [{"id": pk, "status": "APPROVED"} for pk in repair_client.units[:-1]]
    decisions.append({"id": repair_client.units[-1], "status": "REJECTED"})
    _ = repair_client.post("change/initial/status/all", decisions, world.supervisor).ok
    _ = repair_client.advance(world.supervisor).ok
    body = request_bodies.shipping(packages=[request_bodies.package() for _ in range(packages)])
    _ = repair_client.post("save/shipping/data", body, world.client).ok
    return repair_client


def save_packing(repair_client: RepairClient, actor: Any, *rows: dict[str, Any]) -> ClientResponse:
    """Save the packing of units; the packages stay."""
    packages = [request_bodies.package(id=pk) for pk in get_package_ids(repair_client)]
    return repair_client.post("save/shipping/data", request_bodies.shipping(packages=packages, units=rows), actor)


def get_package_ids(repair_client: RepairClient) -> list[int]:
    return list(Package.objects.filter(request=repair_client.id).order_by("position").values_list("pk", flat=True))


def read_pages(repair_client: RepairClient, actor: Any, lang: str = "en") -> list[str]:
    """Return the text of each page with its lines joined.

    Line breaks depend on the layout.
    """
    response = repair_client.caller.get(DOCUMENTS_PATH, actor=actor, repairId=repair_client.id, lang=lang)
    assert response.status == 200, response.data
    assert response.headers["Content-Type"] == "application/pdf"
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(response.data)).pages]


def test_each_package_has_packing_list_and_label(caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world)
    RepairUnit.objects.filter(pk=repair_client.units[0]).update(serial_number="SN-FIRST")
    RepairUnit.objects.filter(pk=repair_client.units[1]).update(serial_number="SN-SECOND")
    _ = save_packing(
        repair_client,
        world.client,
        {"id": repair_client.units[0], "package": 2},
        {"id": repair_client.units[1], "package": 1},
    ).ok
    overview, one, two, invoice, declaration, labels = read_pages(repair_client, world.client)
    assert repair_client.request.number in overview
    assert "package 1 of 2" in one
    assert ("SN-SECOND" in one, "SN-FIRST" in one) == (True, False)
    assert ("SN-SECOND" in two, "SN-FIRST" in two) == (False, True)
    assert "Repair and return – not for sale" in invoice
    assert "free of radioactive contamination" in declaration
    assert "package 1 of 2" in labels
    assert "package 2 of 2" in labels


def test_single_package_contains_all_approved_units(caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world, packages=1)
    RepairUnit.objects.filter(pk=repair_client.units[2]).update(serial_number="SN-REFUSED")
    overview, packed, *rest = read_pages(repair_client, world.client)
    assert "SN-1" in packed
    assert "SN-2" in packed
    assert "Do not ship" in overview
    assert "SN-REFUSED" in overview
    assert not any("SN-REFUSED" in page for page in (packed, *rest))


def test_inbound_documents_list_returned_units(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_SERVICE", units=3))
    for place, pk in enumerate(repair_client.units, 1):
        RepairUnit.objects.filter(pk=pk).update(serial_number=f"SN-{place}")
    ReceiptLine.objects.create(
        repair_id=repair_client.id,
        unit_id=repair_client.units[2],
        condition="MISSING",
        recorded_at=repair_client.request.created_at,
    )
    row = request_bodies.repair_result(repair_client.units[0], "REPLACED", replacementSerial="NEW-1")
    _ = repair_client.post("update/parts/repair/data/all", [row], world.service).ok
    response = caller.get(DOCUMENTS_PATH, actor=world.service, repairId=repair_client.id, direction="BACK")
    texts = [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(response.ok)).pages]
    invoice = next(text for text in texts if "Proforma invoice Page" in text)
    assert "NEW-1" in invoice
    assert "SN-2" in invoice
    assert "SN-3" not in invoice, "it never arrived"
    assert "The goods are the property of the recipient" in invoice
    label = texts[-1]
    assert label.index("Customs Laboratory") < label.index("Service Tester"), "to the client, from the service"
    caller.get(DOCUMENTS_PATH, actor=world.service, repairId=repair_client.id, direction="UP").assert_error(
        400, "VALIDATION"
    )


def test_documents_name_unit_by_manufacturer_and_model(caller: ApiClient, world: World) -> None:
    Part.objects.filter(pk=world.part.pk).update(number="N-4711", manufacturer="Acme", model="Probe 5")
    invoice = next(
        text for text in read_pages(make_shipped_repair(caller, world), world.client) if "Proforma invoice Page" in text
    )
    assert "Acme Probe 5" in invoice
    assert "N-4711" not in invoice


def test_overview_lists_units_without_package(caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world)
    _ = save_packing(repair_client, world.client, {"id": repair_client.units[0], "package": 1}).ok
    overview = read_pages(repair_client, world.client)[0]
    assert "Not assigned to a package" in overview
    assert "SN-2" in overview.partition("Not assigned to a package")[2]
    assert "SN-1" not in overview


def test_invoice_has_customs_data_of_unit_or_catalog(caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world, packages=1)
    Part.objects.update(hs_code="9030.10", origin="BY")
    row = {"id": repair_client.units[0], "customsValue": 1250.5, "hsCode": "8543.70", "origin": "DE"}
    _ = save_packing(repair_client, world.client, row, {"id": repair_client.units[1], "customsValue": "700"}).ok
    invoice = read_pages(repair_client, world.client)[2]
    assert "SN-1 8543.70 DE 1 1,250.50" in invoice
    assert "SN-2 9030.10 BY 1 700.00" in invoice
    assert "Total value: 1,950.50 USD, quantity: 2" in invoice


def test_declaration_has_check_boxes_for_missing_data(caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world, packages=1)
    row = {"id": repair_client.units[0], "battery": "LITHIUM_ION", "checkSource": "INSIDE"}
    _ = save_packing(repair_client, world.client, row).ok
    declaration = read_pages(repair_client, world.client)[3]
    assert "SN-1 Lithium-ion Source enclosed" in declaration
    assert all(text in declaration for text in ("UN 3481", "UN 2911", "No batteries", "No source"))


def test_service_without_contact_user_is_named(caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world, packages=1)
    Service.objects.update(contact_user=None)
    label = read_pages(repair_client, world.client)[-1]
    assert "Service one" in label
    assert world.service.user.last_name not in label


def test_documents_in_spanish_include_english(caller: ApiClient, world: World) -> None:
    texts = read_pages(make_shipped_repair(caller, world, packages=1), world.client, "es")
    assert "No enviar" in texts[0]
    assert "Do not ship" in texts[0]
    assert "Mercancía para reparación y devolución; no destinada a la venta" in texts[2]
    assert "Repair and return – not for sale" in texts[2]


@pytest.mark.parametrize("script", NAMES)
def test_text_of_names_can_be_extracted(script: str, caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world, packages=1)
    body = request_bodies.shipping(address=request_bodies.address(companyName=NAMES[script], street=NAMES[script]))
    _ = repair_client.post("save/shipping/data", body, world.client).ok
    texts = read_pages(repair_client, world.service, "es")
    assert all(NAMES[script] in page for page in (texts[0], texts[1], texts[-1]))


def test_user_text_is_not_parsed_as_markup(caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world, packages=1)
    endless = "W" * 255
    RepairUnit.objects.filter(pk=repair_client.units[0]).update(serial_number=HOSTILE)
    RepairUnit.objects.filter(pk=repair_client.units[1]).update(serial_number=endless)
    Part.objects.update(model=endless, manufacturer="ع中𝒳" * 60)
    User.objects.filter(pk=world.service.id).update(first_name=HOSTILE)
    Address.objects.update(street=HOSTILE)
    texts = read_pages(repair_client, world.client)
    assert HOSTILE.replace(" ", "") in texts[1].replace(" ", "")
    assert endless in texts[1].replace(" ", "")


def test_table_of_300_units_repeats_header_on_each_page(caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world, units=301, packages=1)
    texts = read_pages(repair_client, world.client)
    lists = [page for page in texts if "SN-300" in page.split()]
    assert len(texts) > 15
    assert len(lists) == 3, "in the packing list, the invoice and the declaration"
    assert all("Serial number" in page for page in lists), "the head of the table stands on each page"
    assert f"Page {len(texts)} of {len(texts)}" in texts[-1]


def test_rejects_packing_outside_own_repair(caller: ApiClient, world: World) -> None:
    repair_client, other = make_shipped_repair(caller, world), make_shipped_repair(caller, world)
    sent, refused = repair_client.units[0], repair_client.units[-1]
    too_many = save_packing(repair_client, world.client, {"id": sent, "package": 3}).assert_error(400, "VALIDATION")
    assert set(too_many.fields) == {"units.0.package"}
    rejected = save_packing(repair_client, world.client, {"id": sent}, {"id": refused, "package": 1}).assert_error(
        400, "VALIDATION"
    )
    assert set(rejected.fields) == {"units.1.id"}
    save_packing(repair_client, world.client, {"id": other.units[0]}).assert_error(404, "NOT_FOUND")
    assert not UnitPacking.objects.exists()


@pytest.mark.parametrize(
    ("field", "value"),
    [("hsCode", "90"), ("hsCode", "9030.1x"), ("origin", "XX"), ("battery", "NUCLEAR"), ("customsValue", -1)],
)
def test_rejects_invalid_customs_data(field: str, value: Any, caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world, packages=1)
    response = save_packing(repair_client, world.client, {"id": repair_client.units[0], field: value})
    assert set(response.assert_error(400, "VALIDATION").fields) == {f"units.0.{field}"}


def test_deleting_package_unassigns_its_units(caller: ApiClient, world: World) -> None:
    repair_client = make_shipped_repair(caller, world)
    _ = save_packing(
        repair_client,
        world.client,
        {"id": repair_client.units[0], "package": 1},
        {"id": repair_client.units[1], "package": 2},
    ).ok
    second = get_package_ids(repair_client)[1]
    body = request_bodies.shipping(packages=[request_bodies.package(id=second)])
    _ = repair_client.post("save/shipping/data", body, world.client).ok
    assigned = [part["packing"]["packageId"] for part in repair_client.read_units(world.client)]
    assert assigned == [None, second, None], "and the others stay where they are"


@pytest.mark.parametrize("status", ["NEW", SHIPPING, "COMPLETED"])
def test_documents_are_available_in_any_status(status: str, caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, status))
    Package.objects.create(request_id=repair_client.id, dimensions="10/10/10", weight=1)
    assert repair_client.request.number in read_pages(repair_client, world.manager)[0]


@pytest.mark.parametrize("units", range(9, 24, 3))
def test_signature_stays_with_its_content(units: int) -> None:
    item = DocumentItem(number=1, name="Maker Model", identifier="SN-1", battery="LITHIUM_ION", check_source="INSIDE")
    party = Party("Company", "Person", ("Street 1", "Town"), "", "")
    documents = ShippingDocuments(
        "R-1", today(), party, party, (), tuple(replace(item, number=each) for each in range(units)), ()
    )
    with translation.override("es"):
        texts = [page.extract_text() for page in PdfReader(io.BytesIO(build_pdf(documents))).pages]
    invoice, declaration = (page for page in texts if "Signature" in page)
    assert "Total value" in invoice
    assert "UN 2911" in declaration


def test_busy_render_queue_returns_503(caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    repair_client = make_shipped_repair(caller, world)
    monkeypatch.setattr(bounded_queue, "WAIT_TIMEOUT", 0)
    monkeypatch.setattr(rendering, "RENDER_QUEUE", BoundedQueue(concurrency=2))
    with rendering.RENDER_QUEUE.slot(world.client.id):
        response = caller.get(DOCUMENTS_PATH, actor=world.client, repairId=repair_client.id).assert_error(
            503, "UNAVAILABLE"
        )
        assert response.headers["Retry-After"] == "5"
        assert caller.get(DOCUMENTS_PATH, actor=world.service, repairId=repair_client.id).status == 200
    assert caller.get(DOCUMENTS_PATH, actor=world.client, repairId=repair_client.id).status == 200
