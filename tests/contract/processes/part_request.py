"""API calls of part requests (contract 4.3, 6.3 and 6.6)."""

from portal_backend.core.actor import Role
from portal_backend.part_requests.models import RequestedPart
from portal_backend.workflow.models import ServiceRequest
from tests import request_bodies
from tests.contract.calls import (
    DOWNLOAD_CALL,
    SPECTRA_CALL,
    Call,
    CallTarget,
    ProcessSpec,
    attach_file,
    build_change_service_call,
    build_comment_call,
    build_delete_call,
    build_list_history_call,
    build_list_row_call,
    build_nonexistent_target,
    build_read_call,
    build_save_call,
    build_transition_calls,
    get_shared_ids,
    statuses,
)
from tests.contract.contract_tables import get_open_statuses, get_process_table

PACKING_ROLES = frozenset({Role.ADMIN, Role.SERVICE})
OPEN_STATUSES = get_open_statuses("4.3")


def add_nested_rows(request: ServiceRequest) -> None:
    """Attach a file, like the picture of a proposed item."""
    attach_file(request)


def build_target(request: ServiceRequest) -> CallTarget:
    """Build the target of a part request with its first item."""
    item = RequestedPart.objects.filter(part_request_id=request.pk).order_by("pk")[0]
    return CallTarget(
        request.pk, request.status, {**get_shared_ids(request), "item": item.pk, "catalogue": item.part_id}
    )


PARTS = ProcessSpec(
    kind="PARTS",
    table=get_process_table("4.3"),
    build_create_call=lambda world, by, size: (
        "POST",
        "/parts/new-part-request-items",
        request_bodies.part_request(world.part.pk, size),
    ),
    creators=frozenset({Role.CLIENT}),
    lists={"/parts/fetch-part-request-by-criteria": "all"},
    exports={"/files/export/part-request/xlsx": "all"},
    # contact and address are set at creation (notes under 4.3)
    satisfied_guards=frozenset({"IN_ONE_WAY_SHIPPING"}),
    add_nested_rows=add_nested_rows,
    build_target=build_target,
    missing_target=build_nonexistent_target("INITIAL", "item"),
    calls=(
        build_read_call("/parts/fetch/part-request", "id"),
        build_read_call("/parts/fetch/part-request/history", "id"),
        build_read_call("/parts/fetch/part-request/statuses", "id"),
        build_read_call("/files/export/part-request-detail-tab/xlsx", "partRequestId"),
        build_read_call("/files/export/part-request-history-tab/xlsx", "partRequestId"),
        build_read_call("/files/export/part-request-papers/pdf", "partRequestId", roles=PACKING_ROLES),
        DOWNLOAD_CALL,
        SPECTRA_CALL,
        build_list_row_call("part-requests"),
        build_list_history_call("part-request-history", "id"),
        *build_transition_calls(
            "PUT", "/parts/update-part-request-status", "partRequestId", "IN_WAITING_FOR_PICK_UP", "REJECTED"
        ),
        Call(
            "POST",
            "/parts/new-part-request-items",
            "add",
            query=lambda target: {"partRequestId": target.id},
            body=lambda target: request_bodies.part_request(target.ids["catalogue"]),
            statuses=statuses("INITIAL"),
            has_version=True,
            id_parameter="partRequestId",
        ),
        build_save_call(
            "POST",
            "/parts/update/part-request/initial-approval",
            "id",
            lambda target: [{"id": target.ids["item"], "initialApproval": "APPROVED"}],
            "INITIAL",
        ),
        build_save_call(
            "POST",
            "/parts/update/part-request/one-way-shipping",
            "id",
            lambda target: {"contact": request_bodies.contact(), "address": request_bodies.address()},
            "IN_ONE_WAY_SHIPPING",
        ),
        build_save_call(
            "POST",
            "/parts/update/part-request/transport-arrangement",
            "id",
            lambda target: request_bodies.courier_leg(),
            "IN_WAITING_FOR_PICK_UP",
        ),
        build_save_call(
            "POST",
            "/parts/update/part-request/packing",
            "id",
            lambda target: {
                "packages": [request_bodies.package()],
                "items": [{"id": target.ids["item"], "package": 1}],
            },
            "IN_WAITING_FOR_PICK_UP",
            roles=PACKING_ROLES,
        ),
        Call(
            "PUT",
            "/parts/update/part-request/item-part",
            "save",
            query=lambda target: {"itemId": target.ids["item"], "partId": target.ids["catalogue"]},
            statuses=statuses(*OPEN_STATUSES),
            has_version=True,
            id_parameter="itemId",
        ),
        build_comment_call("/parts/save/request/approval/comment", "", "INITIAL"),
        build_comment_call("/parts/save/item/approval/comment", "item", "INITIAL"),
        build_delete_call("/parts/delete/shipping-details", "id"),
        build_change_service_call("/requests/change/service", *OPEN_STATUSES),
    ),
)
