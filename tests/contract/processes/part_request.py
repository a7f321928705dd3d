"""API calls of part requests (contract 4.3, 6.3 and 6.6)."""

from portal_backend.base.actor import Role
from portal_backend.part_requests.models import RequestedPart
from portal_backend.workflow.models import Request
from tests import bodies
from tests.contract.registry import (
    DOWNLOAD,
    SPECTRA,
    Call,
    Entry,
    Target,
    attach_a_file,
    changing_service,
    comment,
    deleting,
    history_of_list,
    moving,
    nothing,
    read,
    row_of_list,
    save,
    shared_ids,
    statuses,
)
from tests.contract.tables import process_table

PACKERS = frozenset({Role.ADMIN, Role.SERVICE})
OPEN = ("INITIAL", "IN_ONE_WAY_SHIPPING", "IN_WAITING_FOR_PICK_UP", "WAITING_CONFIRMATION")


def equip(request: Request) -> None:
    """Attach a file, like the picture of a proposed item."""
    attach_a_file(request)


def aim(request: Request) -> Target:
    """Build the target of a part request with its first item."""
    item = RequestedPart.objects.filter(part_request_id=request.pk).order_by("pk")[0]
    return Target(request.pk, request.status, {**shared_ids(request), "item": item.pk, "catalogue": item.part_id})


PARTS = Entry(
    kind="PARTS",
    table=process_table("4.3"),
    opening=lambda world, by, size: ("POST", "/parts/new-part-request-items", bodies.part_request(world.part.pk, size)),
    creators=frozenset({Role.CLIENT}),
    lists={"/parts/fetch-part-request-by-criteria": "all"},
    exports={"/files/export/part-request/xlsx": "all"},
    # contact and address are set at creation (notes under 4.3)
    satisfied=frozenset({"IN_ONE_WAY_SHIPPING"}),
    equip=equip,
    aim=aim,
    missing=nothing("INITIAL", "item"),
    calls=(
        read("/parts/fetch/part-request", "id"),
        read("/parts/fetch/part-request/history", "id"),
        read("/parts/fetch/part-request/statuses", "id"),
        read("/files/export/part-request-detail-tab/xlsx", "partRequestId"),
        read("/files/export/part-request-history-tab/xlsx", "partRequestId"),
        read("/files/export/part-request-papers/pdf", "partRequestId", roles=PACKERS),
        DOWNLOAD,
        SPECTRA,
        row_of_list("part-requests"),
        history_of_list("part-request-history", "id"),
        *moving("PUT", "/parts/update-part-request-status", "partRequestId", "IN_WAITING_FOR_PICK_UP", "REJECTED"),
        Call(
            "POST",
            "/parts/new-part-request-items",
            "add",
            query=lambda target: {"partRequestId": target.id},
            body=lambda target: bodies.part_request(target.ids["catalogue"]),
            statuses=statuses("INITIAL"),
            versioned=True,
            id_in="partRequestId",
        ),
        save(
            "POST",
            "/parts/update/part-request/initial-approval",
            "id",
            lambda target: [{"id": target.ids["item"], "initialApproval": "APPROVED"}],
            "INITIAL",
        ),
        save(
            "POST",
            "/parts/update/part-request/one-way-shipping",
            "id",
            lambda target: {"contact": bodies.contact(), "address": bodies.address()},
            "IN_ONE_WAY_SHIPPING",
        ),
        save(
            "POST",
            "/parts/update/part-request/transport-arrangement",
            "id",
            lambda target: bodies.leg(),
            "IN_WAITING_FOR_PICK_UP",
        ),
        save(
            "POST",
            "/parts/update/part-request/packing",
            "id",
            lambda target: {"packages": [bodies.package()], "items": [{"id": target.ids["item"], "package": 1}]},
            "IN_WAITING_FOR_PICK_UP",
            roles=PACKERS,
        ),
        Call(
            "PUT",
            "/parts/update/part-request/item-part",
            "save",
            query=lambda target: {"itemId": target.ids["item"], "partId": target.ids["catalogue"]},
            statuses=statuses(*OPEN),
            versioned=True,
            id_in="itemId",
        ),
        comment("/parts/save/request/approval/comment", "", "INITIAL"),
        comment("/parts/save/item/approval/comment", "item", "INITIAL"),
        deleting("/parts/delete/shipping-details", "id"),
        changing_service("/requests/change/service", *OPEN),
    ),
)
