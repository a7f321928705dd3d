"""Process and guards of part requests (contract 4.3)."""

from io import BytesIO
from typing import Any

import pytest
from PIL import Image
from pytest_django import Settings

from portal_backend.part_requests.models import RequestedPart
from portal_backend.shipping.models import Shipment
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.contract.database_dump import dump_database
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
ADD, APPROVE = "/parts/new-part-request-items", "/parts/update/part-request/initial-approval"
MOVE, TRANSPORT = "/parts/update-part-request-status", "/parts/update/part-request/transport-arrangement"


@pytest.fixture
def world() -> World:
    return factories.world()


def upload_picture(caller: ApiClient, actor: Person) -> dict[str, str]:
    """Upload a picture."""
    stream = BytesIO()
    Image.new("RGB", (8, 8), "red").save(stream, "PNG")
    stream.seek(0)
    stream.name = "photo.png"
    return {"id": caller.upload("/files/upload", {"file": stream}, actor).ok["id"]}


def add_items(
    caller: ApiClient, actor: Person, *items: dict[str, Any], to: ServiceRequest | None = None
) -> ClientResponse:
    body = {**request_bodies.part_request(1), "parts": list(items)}
    return caller.post(ADD, body, actor=actor, partRequestId=to.pk if to else None)


def list_items(request: ServiceRequest) -> list[tuple[str, int, str]]:
    rows = RequestedPart.objects.filter(part_request_id=request.pk).order_by("pk")
    return [(row.name, row.quantity, row.initial_approval) for row in rows]


def decide(caller: ApiClient, request: ServiceRequest, actor: Person, *statuses: str) -> ClientResponse:
    ids = RequestedPart.objects.filter(part_request_id=request.pk).order_by("pk").values_list("pk", flat=True)
    body = [{"id": pk, "initialApproval": status} for pk, status in zip(ids, statuses, strict=False)]
    return caller.post(APPROVE, body, actor=actor, id=request.pk)


def advance(caller: ApiClient, request: ServiceRequest, actor: Person) -> ClientResponse:
    return caller.put(MOVE, actor=actor, partRequestId=request.pk)


def test_request_passes_the_process(caller: ApiClient, world: World) -> None:
    request = factories.request("PARTS", world, parts=[factories.part(), factories.part()])
    advance(caller, request, world.supervisor).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    assert decide(caller, request, world.supervisor, "APPROVED").ok["isAllowedToContinue"] is False
    assert decide(caller, request, world.supervisor, "APPROVED", "REJECTED").ok["isAllowedToContinue"] is True
    assert advance(caller, request, world.supervisor).ok["status"]["key"] == "IN_ONE_WAY_SHIPPING"
    assert advance(caller, request, world.client).ok["status"]["key"] == "IN_WAITING_FOR_PICK_UP", "given at creation"
    advance(caller, request, world.service).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    assert (
        caller.post(TRANSPORT, request_bodies.courier_leg(), actor=world.service, id=request.pk).ok[
            "isAllowedToContinue"
        ]
        is True
    )
    assert advance(caller, request, world.service).ok["status"]["key"] == "WAITING_CONFIRMATION"
    assert advance(caller, request, world.client).ok["status"]["key"] == "DONE"


def test_rejecting_every_item_ends_request(caller: ApiClient, world: World) -> None:
    request = factories.request("PARTS", world)
    assert decide(caller, request, world.admin, "REJECTED").status == 200
    assert advance(caller, request, world.supervisor).ok["status"]["key"] == "REJECTED"


def test_adding_present_item_adds_quantity_and_resets_approval(caller: ApiClient, world: World) -> None:
    other = factories.part("Other", types=0)
    request = factories.request("PARTS", world, units=98)
    assert decide(caller, request, world.supervisor, "APPROVED").status == 200
    two, new = {"partId": world.part.pk, "quantity": 2}, {"partId": other.pk, "quantity": 1}
    assert add_items(caller, world.client, two, new, to=request).ok == {"id": request.pk, "requestId": request.number}
    assert list_items(request) == [(world.part.model, 100, "WAITING_APPROVAL"), ("Other", 1, "WAITING_APPROVAL")]
    before = dump_database()
    refused = add_items(caller, world.client, {"partId": world.part.pk, "quantity": 1}, to=request).assert_error(
        400, "VALIDATION"
    )
    assert refused.fields == {"parts.0.quantity": ["The number must be at most 100"]}
    assert dump_database() == before
    assert decide(caller, request, world.supervisor, "APPROVED", "APPROVED").status == 200
    assert advance(caller, request, world.supervisor).status == 200
    add_items(caller, world.client, new, to=request).assert_error(409, "STALE")


def test_rejects_items_for_request_of_another_client(caller: ApiClient, world: World) -> None:
    request = factories.request("PARTS", world)
    item = {"partId": world.part.pk, "quantity": 1}
    add_items(caller, world.client2, item, to=request).assert_error(404, "NOT_FOUND")
    add_items(caller, world.supervisor, item, to=request).assert_error(403, "FORBIDDEN")


def test_proposed_item_requires_name_and_one_to_five_images(caller: ApiClient, world: World) -> None:
    proposed: dict[str, Any] = {"id": -1, "partName": "A brush", "quantity": 3}
    wrong = {
        "parts.0.images": proposed,
        "parts.1.partName": {**proposed, "partName": "", "images": [upload_picture(caller, world.client)]},
    }
    assert set(add_items(caller, world.client, *wrong.values()).assert_error(400, "VALIDATION").fields) == set(wrong)
    six = {**proposed, "images": [upload_picture(caller, world.client) for _ in range(6)]}
    assert list(add_items(caller, world.client, six).assert_error(400, "VALIDATION").fields) == ["parts.0.images"]
    text = caller.upload("/files/upload", {"file": BytesIO(b"no picture")}, world.client).ok
    refused = add_items(caller, world.client, {**proposed, "images": [{"id": text["id"]}]}).assert_error(
        400, "VALIDATION"
    )
    assert list(refused.fields) == ["parts.0.images.0"]
    made = add_items(caller, world.client, {**proposed, "image": upload_picture(caller, world.client)}).ok
    data = caller.get("/parts/fetch/part-request", actor=world.service, id=made["id"]).ok["requestedParts"][0]
    assert (data["partId"], data["partName"], data["quantity"], len(data["images"])) == (None, "A brush", 3, 1)
    assert data["images"][0]["previewUrl"]


def test_enforces_size_and_total_number_of_images(caller: ApiClient, world: World, settings: Settings) -> None:
    def proposed(count: int) -> dict[str, Any]:
        return {
            "partName": "A brush",
            "quantity": 1,
            "images": [upload_picture(caller, world.client) for _ in range(count)],
        }

    made = ServiceRequest.objects.get(pk=add_items(caller, world.client, proposed(3)).ok["id"])
    too_many = add_items(caller, world.client, proposed(3), to=made).assert_error(400, "VALIDATION")
    assert list(too_many.fields) == ["parts.0.images"]
    assert list_items(made) == [("A brush", 1, "WAITING_APPROVAL")]
    assert add_items(caller, world.client, proposed(2), to=made).status == 200
    settings.MAX_INLINE_BYTES = 10
    too_large = add_items(caller, world.client, proposed(1)).assert_error(400, "VALIDATION")
    assert list(too_large.fields) == ["parts.0.images.0"]


def test_continue_requires_contact(caller: ApiClient, world: World) -> None:
    request = factories.request("PARTS", world, "IN_ONE_WAY_SHIPPING")
    Shipment.objects.all().delete()  # as in a request imported from the previous portal
    response = advance(caller, request, world.client).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    assert list(response.fields) == ["contact"]


@pytest.mark.parametrize("quantity", [0, 101, -1, 1.5, "2", None])
def test_rejects_invalid_quantity(quantity: Any, caller: ApiClient, world: World) -> None:
    refused = add_items(caller, world.client, {"partId": world.part.pk, "quantity": quantity}).assert_error(
        400, "VALIDATION"
    )
    assert list(refused.fields) == ["parts.0.quantity"]


@pytest.mark.parametrize("change", [{"enabled": False}, {"used_for": ("REPAIR",)}])
def test_rejects_disabled_part_and_part_without_parts_service(
    change: dict[str, Any], caller: ApiClient, world: World
) -> None:
    part = factories.part(**change)
    refused = add_items(caller, world.client, {"partId": part.pk, "quantity": 1}).assert_error(400, "VALIDATION")
    assert refused.fields == {"parts.0.partId": ["This part can't be requested"]}


def test_admin_assigns_part_to_proposed_item(caller: ApiClient, world: World) -> None:
    made = add_items(
        caller, world.client, {"partName": "A brush", "quantity": 1, "image": upload_picture(caller, world.client)}
    ).ok
    item = RequestedPart.objects.get(part_request_id=made["id"])
    path = "/parts/update/part-request/item-part"
    caller.put(path, actor=world.admin, itemId=item.pk, partId=10**9).assert_error(400, "VALIDATION")
    assert caller.put(path, actor=world.admin, itemId=item.pk, partId=world.part.pk).status == 200
    data = caller.get("/parts/fetch/part-request", actor=world.client, id=made["id"]).ok["requestedParts"][0]
    assert (data["partId"], data["partName"]) == (world.part.pk, world.part.model)


def test_transport_requires_exactly_four_courier_fields(caller: ApiClient, world: World) -> None:
    request = factories.request("PARTS", world, "IN_WAITING_FOR_PICK_UP")
    refused = caller.post(TRANSPORT, request_bodies.pick_up(), actor=world.service, id=request.pk).assert_error(
        400, "VALIDATION"
    )
    assert refused.fields == {"note": ["Unknown field"]}
    untracked = request_bodies.courier_leg(trackingNumber="")
    caller.post(TRANSPORT, untracked, actor=world.service, id=request.pk).assert_error(400, "VALIDATION")


def test_admin_reads_statuses_to_set(caller: ApiClient, world: World) -> None:
    request = factories.request("PARTS", world, "IN_ONE_WAY_SHIPPING")
    data = caller.get("/parts/fetch/part-request/statuses", actor=world.admin, id=request.pk).ok
    assert [each["key"] for each in data] == [
        "INITIAL",
        "IN_WAITING_FOR_PICK_UP",
        "WAITING_CONFIRMATION",
        "DONE",
        "REJECTED",
    ]
