"""The guards of a part request and every note under its table (contract 4.3)."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from pytest_django import Settings

from portal_backend.part_requests.models import RequestedPart
from portal_backend.shipping.models import Shipment
from portal_backend.workflow.models import Request
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.contract.rows import dump
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
ADD, APPROVE = "/parts/new-part-request-items", "/parts/update/part-request/initial-approval"
MOVE, TRANSPORT = "/parts/update-part-request-status", "/parts/update/part-request/transport-arrangement"


@pytest.fixture
def here() -> World:
    return factories.world()


def picture(caller: Caller, actor: Person) -> dict[str, str]:
    """An uploaded picture."""
    stream = BytesIO()
    Image.new("RGB", (8, 8), "red").save(stream, "PNG")
    stream.seek(0)
    stream.name = "photo.png"
    return {"id": caller.upload("/files/upload", {"file": stream}, actor).ok["id"]}


def add(caller: Caller, actor: Person, *items: dict[str, Any], to: Request | None = None) -> Answered:
    body = {**bodies.part_request(1), "parts": list(items)}
    return caller.post(ADD, body, actor=actor, partRequestId=to.pk if to else None)


def items(request: Request) -> list[tuple[str, int, str]]:
    rows = RequestedPart.objects.filter(part_request_id=request.pk).order_by("pk")
    return [(row.name, row.quantity, row.initial_approval) for row in rows]


def decide(caller: Caller, request: Request, actor: Person, *statuses: str) -> Answered:
    ids = RequestedPart.objects.filter(part_request_id=request.pk).order_by("pk").values_list("pk", flat=True)
    body = [{"id": pk, "initialApproval": status} for pk, status in zip(ids, statuses, strict=False)]
    return caller.post(APPROVE, body, actor=actor, id=request.pk)


def go_on(caller: Caller, request: Request, actor: Person) -> Answered:
    return caller.put(MOVE, actor=actor, partRequestId=request.pk)


def test_it_goes_from_its_items_to_done(caller: Caller, here: World) -> None:
    request = factories.request("PARTS", here, parts=[factories.part(), factories.part()])
    go_on(caller, request, here.supervisor).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    assert decide(caller, request, here.supervisor, "APPROVED").ok["isAllowedToContinue"] is False
    assert decide(caller, request, here.supervisor, "APPROVED", "REJECTED").ok["isAllowedToContinue"] is True
    assert go_on(caller, request, here.supervisor).ok["status"]["key"] == "IN_ONE_WAY_SHIPPING"
    assert go_on(caller, request, here.client).ok["status"]["key"] == "IN_WAITING_FOR_PICK_UP", "given at creation"
    go_on(caller, request, here.service).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    assert caller.post(TRANSPORT, bodies.leg(), actor=here.service, id=request.pk).ok["isAllowedToContinue"] is True
    assert go_on(caller, request, here.service).ok["status"]["key"] == "WAITING_CONFIRMATION"
    assert go_on(caller, request, here.client).ok["status"]["key"] == "DONE"


def test_every_item_rejected_ends_it(caller: Caller, here: World) -> None:
    request = factories.request("PARTS", here)
    assert decide(caller, request, here.admin, "REJECTED").status == 200
    assert go_on(caller, request, here.supervisor).ok["status"]["key"] == "REJECTED"


def test_an_item_already_there_adds_to_its_quantity_and_waits_again(caller: Caller, here: World) -> None:
    other = factories.part("Other", types=0)
    request = factories.request("PARTS", here, units=98)
    assert decide(caller, request, here.supervisor, "APPROVED").status == 200
    two, new = {"partId": here.part.pk, "quantity": 2}, {"partId": other.pk, "quantity": 1}
    assert add(caller, here.client, two, new, to=request).ok == {"id": request.pk, "requestId": request.number}
    assert items(request) == [(here.part.model, 100, "WAITING_APPROVAL"), ("Other", 1, "WAITING_APPROVAL")]
    before = dump()
    refused = add(caller, here.client, {"partId": here.part.pk, "quantity": 1}, to=request).refused(400, "VALIDATION")
    assert refused.fields == {"parts.0.quantity": ["The number may be at most 100"]}
    assert dump() == before
    assert decide(caller, request, here.supervisor, "APPROVED", "APPROVED").status == 200
    assert go_on(caller, request, here.supervisor).status == 200
    add(caller, here.client, new, to=request).refused(409, "STALE")


def test_items_are_added_to_ones_own_request(caller: Caller, here: World) -> None:
    request = factories.request("PARTS", here)
    item = {"partId": here.part.pk, "quantity": 1}
    add(caller, here.client2, item, to=request).refused(404, "NOT_FOUND")
    add(caller, here.supervisor, item, to=request).refused(403, "FORBIDDEN")


def test_a_proposed_item_has_a_name_and_one_to_five_pictures(caller: Caller, here: World) -> None:
    proposed: dict[str, Any] = {"id": -1, "partName": "A brush", "quantity": 3}
    wrong = {
        "parts.0.images": proposed,
        "parts.1.partName": {**proposed, "partName": "", "images": [picture(caller, here.client)]},
    }
    assert set(add(caller, here.client, *wrong.values()).refused(400, "VALIDATION").fields) == set(wrong)
    six = {**proposed, "images": [picture(caller, here.client) for _ in range(6)]}
    assert list(add(caller, here.client, six).refused(400, "VALIDATION").fields) == ["parts.0.images"]
    text = caller.upload("/files/upload", {"file": BytesIO(b"no picture")}, here.client).ok
    refused = add(caller, here.client, {**proposed, "images": [{"id": text["id"]}]}).refused(400, "VALIDATION")
    assert list(refused.fields) == ["parts.0.images.0"]
    made = add(caller, here.client, {**proposed, "image": picture(caller, here.client)}).ok
    told = caller.get("/parts/fetch/part-request", actor=here.service, id=made["id"]).ok["requestedParts"][0]
    assert (told["partId"], told["partName"], told["quantity"], len(told["images"])) == (None, "A brush", 3, 1)
    assert told["images"][0]["previewUrl"]


def test_pictures_of_a_proposed_item_are_small_and_five_in_all(caller: Caller, here: World, settings: Settings) -> None:
    def proposed(count: int) -> dict[str, Any]:
        return {"partName": "A brush", "quantity": 1, "images": [picture(caller, here.client) for _ in range(count)]}

    made = Request.objects.get(pk=add(caller, here.client, proposed(3)).ok["id"])
    too_many = add(caller, here.client, proposed(3), to=made).refused(400, "VALIDATION")
    assert list(too_many.fields) == ["parts.0.images"]
    assert items(made) == [("A brush", 1, "WAITING_APPROVAL")]
    assert add(caller, here.client, proposed(2), to=made).status == 200
    settings.INLINE_BYTES = 10
    too_large = add(caller, here.client, proposed(1)).refused(400, "VALIDATION")
    assert list(too_large.fields) == ["parts.0.images.0"]


def test_parts_are_not_sent_to_nobody(caller: Caller, here: World) -> None:
    request = factories.request("PARTS", here, "IN_ONE_WAY_SHIPPING")
    Shipment.objects.all().delete()  # as of a request that came from the portal before this one
    told = go_on(caller, request, here.client).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    assert list(told.fields) == ["contact"]


@pytest.mark.parametrize("quantity", [0, 101, -1, 1.5, "2", None])
def test_a_quantity_is_a_whole_number_up_to_a_hundred(quantity: Any, caller: Caller, here: World) -> None:
    refused = add(caller, here.client, {"partId": here.part.pk, "quantity": quantity}).refused(400, "VALIDATION")
    assert list(refused.fields) == ["parts.0.quantity"]


@pytest.mark.parametrize("change", [{"enabled": False}, {"used_for": ("REPAIR",)}])
def test_only_enabled_parts_that_can_be_requested(change: dict[str, Any], caller: Caller, here: World) -> None:
    part = factories.part(**change)
    refused = add(caller, here.client, {"partId": part.pk, "quantity": 1}).refused(400, "VALIDATION")
    assert refused.fields == {"parts.0.partId": ["This part cannot be requested"]}


def test_the_admin_makes_a_proposed_item_a_part(caller: Caller, here: World) -> None:
    made = add(caller, here.client, {"partName": "A brush", "quantity": 1, "image": picture(caller, here.client)}).ok
    item = RequestedPart.objects.get(part_request_id=made["id"])
    path = "/parts/update/part-request/item-part"
    caller.put(path, actor=here.admin, itemId=item.pk, partId=10**9).refused(400, "VALIDATION")
    assert caller.put(path, actor=here.admin, itemId=item.pk, partId=here.part.pk).status == 200
    told = caller.get("/parts/fetch/part-request", actor=here.client, id=made["id"]).ok["requestedParts"][0]
    assert (told["partId"], told["partName"]) == (here.part.pk, here.part.model)


def test_transport_takes_the_four_courier_fields_alone(caller: Caller, here: World) -> None:
    request = factories.request("PARTS", here, "IN_WAITING_FOR_PICK_UP")
    refused = caller.post(TRANSPORT, bodies.pick_up(), actor=here.service, id=request.pk).refused(400, "VALIDATION")
    assert refused.fields == {"note": ["Unknown field"]}
    untracked = bodies.leg(trackingNumber="")
    caller.post(TRANSPORT, untracked, actor=here.service, id=request.pk).refused(400, "VALIDATION")


def test_the_admin_reads_the_statuses_that_may_be_set(caller: Caller, here: World) -> None:
    request = factories.request("PARTS", here, "IN_ONE_WAY_SHIPPING")
    told = caller.get("/parts/fetch/part-request/statuses", actor=here.admin, id=request.pk).ok
    assert [each["key"] for each in told] == [
        "INITIAL",
        "IN_WAITING_FOR_PICK_UP",
        "WAITING_CONFIRMATION",
        "DONE",
        "REJECTED",
    ]
