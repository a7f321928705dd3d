"""API calls of repairs (contract 4.2, 6.5 and 6.6)."""

from portal_backend.core.actor import Role
from portal_backend.repairs.models import RepairUnit
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import ServiceRequest
from tests import request_bodies
from tests.contract.calls import (
    ALL_ROLES,
    DOWNLOAD_CALL,
    MISSING_ID,
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
    build_nested_save_call,
    build_nonexistent_target,
    build_read_call,
    build_save_call,
    build_transition_calls,
    get_shared_ids,
)
from tests.contract.contract_tables import get_open_statuses, get_process_table

BASE_PATH = "/repairing"
OPEN_STATUSES = get_open_statuses("4.2")
CLOSED_STATUSES = ("COMPLETED", "REJECTED")


def add_nested_rows(request: ServiceRequest) -> None:
    """Create a package, a repair unit added in diagnostics, and an attachment."""
    unit = RepairUnit.objects.filter(repair_id=request.pk).first()
    assert unit is not None
    Package.objects.create(request=request, dimensions="10/10/10", weight=1)
    RepairUnit.objects.create(
        repair_id=request.pk,
        part_id=unit.part_id,
        serial_number="SN-ADDED",
        initial_approval="APPROVED",
        diagnostic_status="IT_IS_WORKING",
        added_in_diagnostics=True,
    )
    unit.files.add(attach_file(request))


def build_target(request: ServiceRequest) -> CallTarget:
    """Build the target of a repair with the ids of its nested objects."""
    units = RepairUnit.objects.filter(repair_id=request.pk).order_by("pk")
    sent = units.filter(added_in_diagnostics=False)
    added = units.filter(added_in_diagnostics=True).first()
    package = Package.objects.filter(request=request).last()
    return CallTarget(
        request.pk,
        request.status,
        {
            **get_shared_ids(request),
            "unit": sent[0].pk,
            "added": added.pk if added else MISSING_ID,
            "package": package.pk if package else MISSING_ID,
            "catalogue": sent[0].part_id,
            "instrument": sent[0].instrument_id,
        },
    )


def _build_decision_body(target: CallTarget) -> list[dict[str, object]]:
    return [{"id": target.ids["unit"], "status": "APPROVED"}]


REPAIR = ProcessSpec(
    kind="REPAIR",
    table=get_process_table("4.2"),
    build_create_call=lambda world, by, size: (
        "POST",
        f"{BASE_PATH}/create",
        [request_bodies.unit(world.part.pk, f"SN-{i}") for i in range(size)],
    ),
    creators=frozenset({Role.CLIENT}),
    lists={
        f"{BASE_PATH}/fetch-by-criteria/active": "open",
        f"{BASE_PATH}/fetch-by-criteria/closed": "closed",
        f"{BASE_PATH}/fetch-by-criteria/action-required": "waiting",
    },
    exports={"/files/export/active-repairs/xlsx": "open", "/files/export/closed-repairs/xlsx": "closed"},
    add_nested_rows=add_nested_rows,
    build_target=build_target,
    missing_target=build_nonexistent_target("NEW", "unit", "added", "package", "instrument"),
    calls=(
        build_read_call(f"{BASE_PATH}/fetch/repair", "repairId"),
        build_read_call(f"{BASE_PATH}/fetch-history-by-criteria", "repairId"),
        build_read_call("/files/export/repair-detail-tab/xlsx", "repairId"),
        build_read_call("/files/export/repair-diagnostics-tab/xlsx", "repairId"),
        build_read_call("/files/export/repair-approval-tab/xlsx", "repairId"),
        build_read_call("/files/export/repair-tab/xlsx", "repairId"),
        build_read_call("/files/export/repair-history-tab/xlsx", "repairId"),
        build_read_call("/files/export/repair-papers/pdf", "repairId", roles=ALL_ROLES),
        build_read_call("/instruments/of-repair", "repairId", roles=ALL_ROLES),
        build_read_call("/requests/fetch/course", "requestId", roles=ALL_ROLES),
        Call(
            "GET",
            "/instruments/fetch",
            "read",
            query=lambda target: {"instrumentId": target.ids["instrument"]},
            roles=ALL_ROLES,
            id_parameter="instrumentId",
            is_shared=True,
        ),
        Call(
            "GET",
            "/api/rest/instruments/{instrument}",
            "read",
            query=lambda target: {},
            roles=ALL_ROLES,
            is_shared=True,
        ),
        DOWNLOAD_CALL,
        SPECTRA_CALL,
        build_list_row_call("active-repairs", *OPEN_STATUSES),
        build_list_row_call("closed-repairs", *CLOSED_STATUSES),
        build_list_history_call("repair-history", "repairId"),
        *build_transition_calls("POST", f"{BASE_PATH}/change/repair/status", "repairId", "IN_TRANSIT", "REJECTED"),
        build_save_call("POST", f"{BASE_PATH}/change/initial/status/all", "repairId", _build_decision_body, "NEW"),
        build_save_call(
            "POST", f"{BASE_PATH}/change/main/status/all", "repairId", _build_decision_body, "IN_REPAIR_APPROVAL"
        ),
        build_save_call(
            "POST",
            f"{BASE_PATH}/save/shipping/data",
            "repairId",
            lambda target: request_bodies.shipping(),
            "IN_SHIPPING_DETAILS",
        ),
        build_nested_save_call("DELETE", f"{BASE_PATH}/delete/shipping-details", "package", "IN_SHIPPING_DETAILS"),
        build_save_call(
            "POST",
            f"{BASE_PATH}/save/pick-up-shipping/data",
            "repairId",
            lambda target: request_bodies.pick_up(),
            "IN_WAITING_FOR_PICK_UP",
            "SETTING_TRACKING_NUMBER",
        ),
        build_save_call(
            "POST", f"{BASE_PATH}/save/transit/data", "repairId", lambda target: request_bodies.transit(), "IN_TRANSIT"
        ),
        build_save_call(
            "POST",
            f"{BASE_PATH}/save/arrivals",
            "repairId",
            lambda target: {"units": [{"id": target.ids["unit"], "found": "DAMAGED"}]},
            "IN_TRANSIT",
            "IN_WAITING_DIAGNOSTICS",
            "IN_DIAGNOSTICS",
            roles=frozenset({Role.ADMIN, Role.SERVICE}),
        ),
        build_save_call(
            "POST",
            f"{BASE_PATH}/save/diagnostic-start-date",
            "repairId",
            lambda target: None,
            "IN_WAITING_DIAGNOSTICS",
            query=lambda: {"startDate": request_bodies.DAY},
        ),
        build_save_call(
            "POST",
            f"{BASE_PATH}/save/part-in-diagnostic",
            "repairId",
            lambda target: [request_bodies.diagnosis(target.ids["unit"])],
            "IN_DIAGNOSTICS",
        ),
        build_save_call(
            "POST",
            f"{BASE_PATH}/add/repair-part",
            "repairId",
            lambda target: request_bodies.unit(target.ids["catalogue"]),
            "IN_DIAGNOSTICS",
        ),
        build_nested_save_call("DELETE", f"{BASE_PATH}/delete/repair-part", "added", "IN_DIAGNOSTICS"),
        build_save_call(
            "POST",
            f"{BASE_PATH}/update/parts/repair/data/all",
            "repairId",
            lambda target: [request_bodies.repair_result(target.ids["unit"])],
            "IN_SERVICE",
        ),
        build_save_call(
            "POST",
            f"{BASE_PATH}/save/transit-back-shipping/data",
            "repairId",
            lambda target: request_bodies.courier_leg(),
            "IN_TRANSIT_BACK",
        ),
        build_comment_call(f"{BASE_PATH}/save/request/approval/comment", "", "NEW", "IN_REPAIR_APPROVAL"),
        build_comment_call(f"{BASE_PATH}/save/part/approval/comment", "unit", "NEW", "IN_REPAIR_APPROVAL"),
        build_delete_call(f"{BASE_PATH}/delete", "repairId"),
        build_change_service_call("/requests/change/service", *OPEN_STATUSES),
    ),
)
