"""API calls of repairs (contract 4.2, 6.5 and 6.6)."""

from portal_backend.base.actor import Role
from portal_backend.repairs.models import RepairPart
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import Request
from tests import bodies
from tests.contract.registry import (
    DOWNLOAD,
    EVERY,
    NOWHERE,
    SPECTRA,
    Call,
    Entry,
    Target,
    attach_a_file,
    by_nested_id,
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
)
from tests.contract.tables import process_table

AT = "/repairing"
CLOSED = ("COMPLETED", "REJECTED")
OPEN = (
    "NEW",
    "IN_SHIPPING_DETAILS",
    "IN_WAITING_FOR_PICK_UP",
    "SETTING_TRACKING_NUMBER",
    "IN_PICK_UP_ARRANGED",
    "IN_TRANSIT",
    "IN_WAITING_DIAGNOSTICS",
    "IN_DIAGNOSTICS",
    "IN_REPAIR_APPROVAL",
    "IN_SERVICE",
    "IN_TRANSIT_BACK",
    "IN_WAITING_COMPLETED",
)


def equip(request: Request) -> None:
    """Create a package, a repair unit added in diagnostics, and an attachment."""
    unit = RepairPart.objects.filter(repair_id=request.pk).first()
    assert unit is not None
    Package.objects.create(request=request, dimensions="10/10/10", weight=1)
    RepairPart.objects.create(
        repair_id=request.pk,
        part_id=unit.part_id,
        serial_number="SN-ADDED",
        initial_approval="APPROVED",
        diagnostic_status="IT_IS_WORKING",
        added_in_diagnostics=True,
    )
    unit.files.add(attach_a_file(request))


def aim(request: Request) -> Target:
    """Build the target of a repair with the ids of its nested objects."""
    units = RepairPart.objects.filter(repair_id=request.pk).order_by("pk")
    sent = units.filter(added_in_diagnostics=False)
    added = units.filter(added_in_diagnostics=True).first()
    package = Package.objects.filter(request=request).last()
    return Target(
        request.pk,
        request.status,
        {
            **shared_ids(request),
            "unit": sent[0].pk,
            "added": added.pk if added else NOWHERE,
            "package": package.pk if package else NOWHERE,
            "catalogue": sent[0].part_id,
            "instrument": sent[0].instrument_id,
        },
    )


def _decision(target: Target) -> list[dict[str, object]]:
    return [{"id": target.ids["unit"], "status": "APPROVED"}]


REPAIR = Entry(
    kind="REPAIR",
    table=process_table("4.2"),
    opening=lambda world, by, size: (
        "POST",
        f"{AT}/create",
        [bodies.unit(world.part.pk, f"SN-{i}") for i in range(size)],
    ),
    creators=frozenset({Role.CLIENT}),
    lists={
        f"{AT}/fetch-by-criteria/active": "open",
        f"{AT}/fetch-by-criteria/closed": "closed",
        f"{AT}/fetch-by-criteria/action-required": "waiting",
    },
    exports={"/files/export/active-repairs/xlsx": "open", "/files/export/closed-repairs/xlsx": "closed"},
    equip=equip,
    aim=aim,
    missing=nothing("NEW", "unit", "added", "package", "instrument"),
    calls=(
        read(f"{AT}/fetch/repair", "repairId"),
        read(f"{AT}/fetch-history-by-criteria", "repairId"),
        read("/files/export/repair-detail-tab/xlsx", "repairId"),
        read("/files/export/repair-diagnostics-tab/xlsx", "repairId"),
        read("/files/export/repair-approval-tab/xlsx", "repairId"),
        read("/files/export/repair-tab/xlsx", "repairId"),
        read("/files/export/repair-history-tab/xlsx", "repairId"),
        read("/files/export/repair-papers/pdf", "repairId", roles=EVERY),
        read("/instruments/of-repair", "repairId", roles=EVERY),
        read("/requests/fetch/course", "requestId", roles=EVERY),
        Call(
            "GET",
            "/instruments/fetch",
            "read",
            query=lambda target: {"instrumentId": target.ids["instrument"]},
            roles=EVERY,
            id_in="instrumentId",
            of_many=True,
        ),
        Call("GET", "/api/rest/instruments/{instrument}", "read", query=lambda target: {}, roles=EVERY, of_many=True),
        DOWNLOAD,
        SPECTRA,
        row_of_list("active-repairs", *OPEN),
        row_of_list("closed-repairs", *CLOSED),
        history_of_list("repair-history", "repairId"),
        *moving("POST", f"{AT}/change/repair/status", "repairId", "IN_TRANSIT", "REJECTED"),
        save("POST", f"{AT}/change/initial/status/all", "repairId", _decision, "NEW"),
        save("POST", f"{AT}/change/main/status/all", "repairId", _decision, "IN_REPAIR_APPROVAL"),
        save("POST", f"{AT}/save/shipping/data", "repairId", lambda target: bodies.shipping(), "IN_SHIPPING_DETAILS"),
        by_nested_id("DELETE", f"{AT}/delete/shipping-details", "package", "IN_SHIPPING_DETAILS"),
        save(
            "POST",
            f"{AT}/save/pick-up-shipping/data",
            "repairId",
            lambda target: bodies.pick_up(),
            "IN_WAITING_FOR_PICK_UP",
            "SETTING_TRACKING_NUMBER",
        ),
        save("POST", f"{AT}/save/transit/data", "repairId", lambda target: bodies.transit(), "IN_TRANSIT"),
        save(
            "POST",
            f"{AT}/save/arrivals",
            "repairId",
            lambda target: {"units": [{"id": target.ids["unit"], "found": "DAMAGED"}]},
            "IN_TRANSIT",
            "IN_WAITING_DIAGNOSTICS",
            "IN_DIAGNOSTICS",
            roles=frozenset({Role.ADMIN, Role.SERVICE}),
        ),
        save(
            "POST",
            f"{AT}/save/diagnostic-start-date",
            "repairId",
            lambda target: None,
            "IN_WAITING_DIAGNOSTICS",
            query=lambda: {"startDate": bodies.DAY},
        ),
        save(
            "POST",
            f"{AT}/save/part-in-diagnostic",
            "repairId",
            lambda target: [bodies.diagnosis(target.ids["unit"])],
            "IN_DIAGNOSTICS",
        ),
        save(
            "POST",
            f"{AT}/add/repair-part",
            "repairId",
            lambda target: bodies.unit(target.ids["catalogue"]),
            "IN_DIAGNOSTICS",
        ),
        by_nested_id("DELETE", f"{AT}/delete/repair-part", "added", "IN_DIAGNOSTICS"),
        save(
            "POST",
            f"{AT}/update/parts/repair/data/all",
            "repairId",
            lambda target: [bodies.repaired(target.ids["unit"])],
            "IN_SERVICE",
        ),
        save(
            "POST",
            f"{AT}/save/transit-back-shipping/data",
            "repairId",
            lambda target: bodies.leg(),
            "IN_TRANSIT_BACK",
        ),
        comment(f"{AT}/save/request/approval/comment", "", "NEW", "IN_REPAIR_APPROVAL"),
        comment(f"{AT}/save/part/approval/comment", "unit", "NEW", "IN_REPAIR_APPROVAL"),
        deleting(f"{AT}/delete", "repairId"),
        changing_service("/requests/change/service", *OPEN),
    ),
)
