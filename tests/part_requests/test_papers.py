"""The papers that a service puts into its parcels of parts: read back from the PDF, and read by nobody else."""

import io
from typing import Any

import pytest
from pypdf import PdfReader

from portal_backend.catalogue.models import Part
from portal_backend.part_requests.models import PackedItem, RequestedPart
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import Approval, Request
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
READ, PACK = "/parts/fetch/part-request", "/parts/update/part-request/packing"
PAPERS = "/files/export/part-request-papers/pdf"
ARRANGING = "IN_WAITING_FOR_PICK_UP"


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def wanted(here: World) -> Request:
    """Three items that a service is to send: two of the catalogue, and one that is in no catalogue."""
    parts = [factories.part(f"Tube {each}", number=f"T-{each}") for each in (1, 2, 3)]
    request = factories.request("PARTS", here, ARRANGING, parts=parts)
    own = RequestedPart.objects.filter(part_request_id=request.pk).order_by("pk")
    RequestedPart.objects.filter(pk=own[2].pk).update(part=None, suggested_name="Odd gasket")
    RequestedPart.objects.filter(pk=own[0].pk).update(quantity=4)
    return request


def ids(request: Request) -> list[int]:
    rows = RequestedPart.objects.filter(part_request_id=request.pk)
    return list(rows.order_by("pk").values_list("pk", flat=True))


def pack(caller: Caller, request: Request, actor: Person, *items: dict[str, Any], packages: int = 2) -> Answered:
    body = {"packages": [bodies.package() for _ in range(packages)], "items": list(items)}
    return caller.post(PACK, body, actor=actor, id=request.pk)


def pages(caller: Caller, request: Request, actor: Person, lang: str = "en") -> list[str]:
    """The text of each page, lines joined."""
    told = caller.get(PAPERS, actor=actor, partRequestId=request.pk, lang=lang)
    assert told.status == 200, told.data
    return [" ".join(page.extract_text().split()) for page in PdfReader(io.BytesIO(told.data)).pages]


def test_each_package_has_its_list_and_its_label(caller: Caller, here: World, wanted: Request) -> None:
    first, second, third = ids(wanted)
    Part.objects.update(hs_code="9030.90", origin="DE")
    rows = (
        {"id": first, "package": 1, "customsValue": 12.5},
        {"id": second, "package": 2, "customsValue": 100, "hsCode": "8540.89", "origin": "CZ"},
        {"id": third, "package": 2, "hsCode": "4016.93", "origin": "ES"},
    )
    _ = pack(caller, wanted, here.service, *rows).ok
    overview, one, two, invoice, label, other = pages(caller, wanted, here.service)
    assert wanted.number in overview
    assert ("Maker Tube 1 T-1 4" in one, "Tube 2" in one) == (True, False)
    assert all(told in two for told in ("Maker Tube 2 T-2 1", "Odd gasket 1"))
    assert "Maker Tube 1 T-1 9030.90 DE 4 12.50" in invoice
    assert "T-2 8540.89 CZ 1 100.00" in invoice
    assert "Odd gasket 4016.93 ES 1" in invoice
    assert "Without a value: 1" in invoice
    assert "come to 150.00 USD" in invoice, "four pieces at 12.50, one at 100"
    assert "package 1 of 2" in label
    assert "package 2 of 2" in other
    assert not any("contamination" in page for page in (overview, invoice)), "nothing was in a field"


def test_they_go_from_the_service_to_the_client(caller: Caller, here: World, wanted: Request) -> None:
    overview = pages(caller, wanted, here.service)[0]
    sender, _, receiver = overview.partition("Receiver")
    assert "Service" in sender
    assert bodies.contact()["lastName"] in receiver


def test_before_anybody_packed_there_is_one_package_that_nobody_measured(
    caller: Caller, here: World, wanted: Request
) -> None:
    _, packed, _, label = pages(caller, wanted, here.service)
    assert all(told in packed for told in ("Tube 1", "Tube 2", "Odd gasket"))
    assert "package 1 of 1" in label
    assert "kg" not in label


def test_what_was_rejected_must_not_be_in_the_parcel(caller: Caller, here: World, wanted: Request) -> None:
    RequestedPart.objects.filter(pk=ids(wanted)[1]).update(initial_approval=Approval.REJECTED)
    overview, *rest = pages(caller, wanted, here.service)
    assert "Tube 2" in overview.partition("Must not be in the parcel")[2]
    assert not any("Tube 2" in page for page in rest)
    told = pack(caller, wanted, here.service, {"id": ids(wanted)[1], "package": 1}).refused(400, "VALIDATION")
    assert set(told.fields) == {"items.0.id"}


def test_they_are_in_both_languages(caller: Caller, here: World, wanted: Request) -> None:
    told = pages(caller, wanted, here.service, "es")
    assert all(each in told[2] for each in ("Piezas de repuesto", "Spare parts, sent on request"))


def test_who_does_not_send_them_reads_neither_papers_nor_values(caller: Caller, here: World, wanted: Request) -> None:
    _ = pack(caller, wanted, here.service, {"id": ids(wanted)[0], "package": 1, "customsValue": 8642.97}).ok
    for person in (here.client, here.supervisor, here.manager):
        caller.get(PAPERS, actor=person, partRequestId=wanted.pk).refused(403, "FORBIDDEN")
        told = caller.get(READ, actor=person, id=wanted.pk)
        assert "packing" not in told.ok
        assert "8642" not in str(told.ok)
    for sender in (here.service, here.admin):
        assert caller.get(READ, actor=sender, id=wanted.pk).ok["packing"]["items"][0]["customsValue"] == 8642.97
    caller.get(PAPERS, actor=here.service2, partRequestId=wanted.pk).refused(404, "NOT_FOUND")


def test_packing_again_replaces_what_was_said(caller: Caller, here: World, wanted: Request) -> None:
    item = ids(wanted)[0]
    _ = pack(caller, wanted, here.service, {"id": item, "package": 2, "customsValue": 5}).ok
    _ = pack(caller, wanted, here.service, {"id": item, "package": 1, "customsValue": ""}, packages=1).ok
    kept = PackedItem.objects.get(pk=item)
    assert (kept.package, kept.customs_value) == (Package.objects.get(request=wanted), None)


def test_only_what_is_sent_is_packed(caller: Caller, here: World, wanted: Request) -> None:
    other = factories.request("PARTS", here, ARRANGING)
    pack(caller, wanted, here.service, {"id": ids(other)[0]}).refused(404, "NOT_FOUND")
    pack(caller, wanted, here.service, *[{"id": ids(wanted)[0]}] * 2).refused(400, "VALIDATION")
    told = pack(caller, wanted, here.service, {"id": ids(wanted)[0], "package": 3}).refused(400, "VALIDATION")
    assert set(told.fields) == {"items.0.package"}
    pack(caller, wanted, here.service, packages=0).refused(400, "VALIDATION")
    assert not PackedItem.objects.exists()
    assert not Package.objects.exists()
