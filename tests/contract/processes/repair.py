"""The calls of a repair (contract 4.2 and 6.5, and those of 6.6 that are about one repair)."""

import io
import json

from portal_backend.accounts.models import Service
from portal_backend.base.actor import Role
from portal_backend.files.actions import claim, store
from portal_backend.files.models import StoredFile
from portal_backend.repairs.models import RepairPart
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import Request
from tests import bodies
from tests.contract.registry import (
    EVERY,
    Call,
    Entry,
    Target,
    by_nested_id,
    comment,
    read,
    row_of_list,
    save,
    statuses,
)

NOWHERE = 10**9
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
    """A package, a unit that was added in diagnostics, and an attachment."""
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
    file = store(io.BytesIO(b"a measurement"), "measured.txt", 13, actor=None)
    claim([file], request)
    unit.files.add(file)


def aim(request: Request) -> Target:
    """A repair with the ids of what belongs to it."""
    units = RepairPart.objects.filter(repair_id=request.pk).order_by("pk")
    return Target(
        request.pk,
        request.status,
        {
            "unit": units.filter(added_in_diagnostics=False)[0].pk,
            "added": units.filter(added_in_diagnostics=True)[0].pk,
            "package": Package.objects.filter(request=request).latest("pk").pk,
            "file": StoredFile.objects.filter(request=request)[0].pk,
            "catalogue": units[0].part_id,
            "service": Service.objects.exclude(pk=request.service_id)[0].pk,
        },
    )


MISSING = Target(
    NOWHERE,
    "NEW",
    {
        "unit": NOWHERE,
        "added": NOWHERE,
        "package": NOWHERE,
        "file": "not-there",
        "catalogue": 1,
        "service": 1,
    },
)


def _decision(target: Target) -> list[dict[str, object]]:
    return [{"id": target.ids["unit"], "status": "APPROVED"}]


REPAIR = Entry(
    kind="REPAIR",
    section="4.2",
    equip=equip,
    aim=aim,
    missing=MISSING,
    calls=(
        read(f"{AT}/fetch/repair", "repairId"),
        read(f"{AT}/fetch-history-by-criteria", "repairId"),
        read("/files/export/repair-detail-tab/xlsx", "repairId"),
        read("/files/export/repair-diagnostics-tab/xlsx", "repairId"),
        read("/files/export/repair-approval-tab/xlsx", "repairId"),
        read("/files/export/repair-tab/xlsx", "repairId"),
        read("/files/export/repair-history-tab/xlsx", "repairId"),
        Call("GET", "/files/download/{file}", "read", query=lambda target: {}),
        row_of_list("active-repairs", *OPEN),
        row_of_list("closed-repairs", *CLOSED),
        Call(
            "GET",
            "/api/rest/repair-history",
            "read",
            query=lambda target: {"filter": json.dumps({"repairId": target.id})},
            roles=EVERY - {Role.CLIENT},
        ),
        Call(
            "POST",
            f"{AT}/change/repair/status",
            "continue",
            query=lambda target: {"repairId": target.id},
            versioned=True,
            id_in="repairId",
        ),
        Call(
            "POST",
            f"{AT}/change/repair/status",
            "choice",
            query=lambda target: {
                "repairId": target.id,
                "status": "IN_TRANSIT" if target.status != "IN_TRANSIT" else "REJECTED",
            },
            versioned=True,
            id_in="repairId",
        ),
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
        Call(
            "DELETE",
            f"{AT}/delete",
            "delete",
            query=lambda target: {"repairId": target.id},
            versioned=True,
            id_in="repairId",
        ),
        Call(
            "PUT",
            "/requests/change/service",
            "service",
            query=lambda target: {"requestId": target.id, "serviceId": target.ids["service"]},
            statuses=statuses(*OPEN),
            id_in="requestId",
        ),
    ),
)
