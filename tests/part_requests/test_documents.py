"""Shipping documents of part requests, read back from the PDF."""

import io
from typing import Any

import pytest
from pypdf import PdfReader

from portal_backend.catalogue.models import Part
from portal_backend.part_requests.models import ItemPacking, RequestedPart
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import Approval, ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
READ, PACK = "/parts/fetch/part-request", "/parts/update/part-request/packing"
DOCUMENTS_PATH = "/files/export/part-request-papers/pdf"
ARRANGING = "IN_WAITING_FOR_PICK_UP"


@pytest.fixture
def world() -> World:
    return factories.world()


@pytest.fixture
def part_request(world: World) -> ServiceRequest:
    """Return a request with two catalog items and a proposed one, ready to send."""
    parts = [factories.part(f"Tube {each}", number=f"T-{each}") for each in (1, 2, 3)]
    request = factories.request("PARTS", world, ARRANGING, parts=parts)
    own = RequestedPart.objects.filter(part_request_id=request.pk).order_by("pk")
    RequestedPart.objects.filter(pk=own[2].pk).update(part=None, suggested_name="Odd gasket")
    RequestedPart.objects.filter(pk=own[0].pk).update(quantity=4)
    return request


def get_item_ids(request: ServiceRequest) -> list[int]:
    rows = RequestedPart.objects.filter(part_request_id=request.pk)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def save_packing(
    caller: ApiClient, request: ServiceRequest, actor: Person, *items: dict[str, Any], packages: int = 2
) -> ClientResponse:
    body = {"packages": [request_bodies.package() for _ in range(packages)], "items": list(items)}
    return caller.post(PACK, body, actor=actor, id=request.pk)


def read_pages(caller: ApiClient, request: ServiceRequest, actor: Person, lang: str = "en") -> list[str]:
    """Return the text of each page with its lines joined."""
    response = caller.get(DOCUMENTS_PATH, actor=actor, partRequestId=request.pk, lang=lang)
    assert response.status == 200, response.data
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(response.data)).pages]


@pytest.mark.split
def test_each_package_has_packing_list_and_label(caller: ApiClient, world: World, part_request: ServiceRequest) -> None:
    first, second, third = get_item_ids(part_request)
    Part.objects.update(hs_code="9030.90", origin="DE")
    rows = (
        {"id": first, "package": 1, "customsValue": 12.5},
        {"id": second, "package": 2, "customsValue": 100, "hsCode": "8540.89", "origin": "CZ"},
        {"id": third, "package": 2, "hsCode": "4016.93", "origin": "ES"},
    )
    _ = save_packing(caller, part_request, world.service, *rows).ok
    overview, one, two, invoice, labels = read_pages(caller, part_request, world.service)
    assert part_request.number in overview
    assert ("Maker Tube 1 T-1 4" in one, "Tube 2" in one) == (True, False)
    assert all(text in two for text in ("Maker Tube 2 T-2 1", "Odd gasket 1"))
    assert "Maker Tube 1 T-1 9030.90 DE 4 12.50 50.00" in invoice
    assert "T-2 8540.89 CZ 1 100.00 100.00" in invoice
    assert "Odd gasket 4016.93 ES 1" in invoice
    assert "Items without a value: 1" in invoice
    assert "other items total 150.00 USD" in invoice, "four pieces at 12.50, one at 100"
    assert "package 1 of 2" in labels
    assert "package 2 of 2" in labels
    assert not any("contamination" in page for page in (overview, invoice)), "nothing was in a field"


@pytest.mark.split
def test_service_is_sender_and_client_is_receiver(
    caller: ApiClient, world: World, part_request: ServiceRequest
) -> None:
    overview = read_pages(caller, part_request, world.service)[0]
    sender, _, receiver = overview.partition("Recipient")
    assert "Service" in sender
    assert request_bodies.contact()["lastName"] in receiver


@pytest.mark.split
def test_assumes_one_package_of_unknown_size_before_packing(
    caller: ApiClient, world: World, part_request: ServiceRequest
) -> None:
    _, packed, _, label = read_pages(caller, part_request, world.service)
    assert all(text in packed for text in ("Tube 1", "Tube 2", "Odd gasket"))
    assert "package 1 of 1" in label
    assert "kg" not in label


@pytest.mark.split
def test_documents_warn_about_rejected_items(caller: ApiClient, world: World, part_request: ServiceRequest) -> None:
    RequestedPart.objects.filter(pk=get_item_ids(part_request)[1]).update(initial_approval=Approval.REJECTED)
    overview, *rest = read_pages(caller, part_request, world.service)
    assert "Tube 2" in overview.partition("Do not ship")[2]
    assert not any("Tube 2" in page for page in rest)
    response = save_packing(
        caller, part_request, world.service, {"id": get_item_ids(part_request)[1], "package": 1}
    ).assert_error(400, "VALIDATION")
    assert set(response.fields) == {"items.0.id"}


@pytest.mark.split
def test_documents_in_spanish_include_english(caller: ApiClient, world: World, part_request: ServiceRequest) -> None:
    texts = read_pages(caller, part_request, world.service, "es")
    assert all(each in texts[2] for each in ("Piezas de repuesto", "Spare parts sent on request"))


@pytest.mark.split
def test_hides_documents_and_customs_values_from_other_roles(
    caller: ApiClient, world: World, part_request: ServiceRequest
) -> None:
    _ = save_packing(
        caller,
        part_request,
        world.service,
        {"id": get_item_ids(part_request)[0], "package": 1, "customsValue": 8642.97},
    ).ok
    for person in (world.client, world.supervisor, world.manager):
        caller.get(DOCUMENTS_PATH, actor=person, partRequestId=part_request.pk).assert_error(403, "FORBIDDEN")
        response = caller.get(READ, actor=person, id=part_request.pk)
        assert "packing" not in response.ok
        assert "8642" not in str(response.ok)
    for sender in (world.service, world.admin):
        assert caller.get(READ, actor=sender, id=part_request.pk).ok["packing"]["items"][0]["customsValue"] == 8642.97
    caller.get(DOCUMENTS_PATH, actor=world.service2, partRequestId=part_request.pk).assert_error(404, "NOT_FOUND")


def test_saving_packing_again_replaces_it(caller: ApiClient, world: World, part_request: ServiceRequest) -> None:
    item = get_item_ids(part_request)[0]
    _ = save_packing(caller, part_request, world.service, {"id": item, "package": 2, "customsValue": 5}).ok
    _ = save_packing(caller, part_request, world.service, {"id": item, "package": 1, "customsValue": ""}, packages=1).ok
    stored = ItemPacking.objects.get(pk=item)
    assert (stored.package, stored.customs_value) == (Package.objects.get(request=part_request), None)


@pytest.mark.split
def test_rejects_packing_of_other_items_and_packages(
    caller: ApiClient, world: World, part_request: ServiceRequest
) -> None:
    other = factories.request("PARTS", world, ARRANGING)
    save_packing(caller, part_request, world.service, {"id": get_item_ids(other)[0]}).assert_error(404, "NOT_FOUND")
    save_packing(caller, part_request, world.service, *[{"id": get_item_ids(part_request)[0]}] * 2).assert_error(
        400, "VALIDATION"
    )
    response = save_packing(
        caller, part_request, world.service, {"id": get_item_ids(part_request)[0], "package": 3}
    ).assert_error(400, "VALIDATION")
    assert set(response.fields) == {"items.0.package"}
    save_packing(caller, part_request, world.service, packages=0).assert_error(400, "VALIDATION")
    assert not ItemPacking.objects.exists()
    assert not Package.objects.exists()
