"""Every note under the repair's table, as a test (contract 4.2), diagnostics apart."""

from typing import Any

import pytest

from portal_backend.repairs.models import RepairPart
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import StatusChange
from tests import bodies, factories
from tests.caller import Caller
from tests.contract.rows import dump
from tests.factories import World
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db
FIRST, MAIN = "change/initial/status/all", "change/main/status/all"


@pytest.fixture
def here() -> World:
    return factories.world()


def decisions(desk: Desk, *statuses: str) -> list[dict[str, Any]]:
    return [{"id": pk, "status": status} for pk, status in zip(desk.units, statuses, strict=False)]


def test_every_part_rejected_ends_the_request(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, units=2))
    told = desk.post(FIRST, decisions(desk, "REJECTED", "REJECTED"), here.supervisor).ok
    assert told["status"]["key"] == "NEW", "the decision alone moves nothing"
    assert told["isAllowedToContinue"] is True
    assert desk.go_on(here.supervisor).ok["status"] == {"key": "REJECTED", "value": "Rejected"}
    assert (desk.row.completed_at is not None, desk.row.waits_for) == (True, None)


def test_one_approved_part_sends_it_on(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, units=2))
    assert desk.post(FIRST, decisions(desk, "REJECTED"), here.supervisor).ok["isAllowedToContinue"] is False
    half = [{"id": desk.units[1], "status": "APPROVED"}]
    assert desk.post(FIRST, half, here.admin).ok["isAllowedToContinue"] is True
    assert desk.go_on(here.supervisor).ok["status"]["key"] == "IN_SHIPPING_DETAILS"


def test_approvals_may_go_back_and_forth_within_their_step(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here))
    for status, allowed in (("APPROVED", True), ("WAITING_APPROVAL", False), ("REJECTED", True), ("APPROVED", True)):
        told = desk.post(FIRST, decisions(desk, status), here.supervisor).ok
        assert told["isAllowedToContinue"] is allowed
        assert desk.unit().initial_approval == status
    assert StatusChange.objects.count() == 1


@pytest.mark.parametrize("path", [FIRST, MAIN])
def test_parts_of_another_repair_cannot_be_decided(path: str, caller: Caller, here: World) -> None:
    status = "NEW" if path == FIRST else "IN_REPAIR_APPROVAL"
    desk, other = (Desk(caller, factories.repair(here, status)) for _ in range(2))
    before = dump()
    mixed = [*decisions(desk, "APPROVED"), *decisions(other, "APPROVED")]
    assert desk.post(path, mixed, here.supervisor).refused(400, "VALIDATION").fields == {
        "1.id": ["This choice is not available"]
    }
    desk.post(path, [], here.supervisor).refused(400, "VALIDATION")
    assert dump() == before


@pytest.mark.parametrize("status", ["IT_IS_WORKING", "REJECTED"])
def test_a_part_that_needs_no_approval_cannot_be_decided(status: str, caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_REPAIR_APPROVAL", units=2))
    field = "initial_approval" if status == "REJECTED" else "diagnostic_status"
    RepairPart.objects.filter(pk=desk.units[1]).update(**{field: status})
    before = dump()
    refused = desk.post(MAIN, decisions(desk, "APPROVED", "APPROVED"), here.supervisor).refused(400, "VALIDATION")
    assert list(refused.fields) == ["1.id"]
    assert dump() == before
    assert desk.post(MAIN, decisions(desk, "APPROVED"), here.supervisor).ok["isAllowedToContinue"] is True


def test_where_nothing_needs_an_approval_service_follows_diagnostics(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    rows = [bodies.diagnosis(desk.units[0], "IT_IS_WORKING", pricesOrPredefinedTypes={})]
    assert desk.post("save/part-in-diagnostic", rows, here.service).ok["isAllowedToContinue"] is True
    assert desk.go_on(here.service).ok["status"]["key"] == "IN_SERVICE"
    part = desk.parts(here.service)[0]
    assert (part["needsApproval"], part["toRepair"]) == (False, False)
    assert desk.go_on(here.service).ok["status"]["key"] == "IN_TRANSIT_BACK", "nothing is to repair"


def test_a_rejected_repair_is_shown_as_rejected_and_not_repaired(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_REPAIR_APPROVAL", units=2))
    assert desk.post(MAIN, decisions(desk, "REJECTED", "APPROVED"), here.supervisor).status == 200
    assert desk.go_on(here.supervisor).ok["status"]["key"] == "IN_SERVICE"
    one, two = desk.parts(here.client)
    assert (one["repairStatus"], one["toRepair"], one["needsApproval"]) == ("REJECTED", False, True)
    assert (two["repairStatus"], two["toRepair"]) == (None, True)
    before = dump()
    rows = [bodies.repaired(pk) for pk in desk.units]
    refused = desk.post("update/parts/repair/data/all", rows, here.service).refused(400, "VALIDATION")
    assert refused.fields == {"0.repairPartId": ["This unit is not to be repaired"]}
    assert dump() == before


def test_service_ends_when_every_part_has_an_end(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_SERVICE", units=3))
    save = "update/parts/repair/data/all"
    told = desk.post(save, [bodies.repaired(pk, "IN_PROGRESS", "") for pk in desk.units], here.service).ok
    assert told["isAllowedToContinue"] is False
    ends = ("REPLACED", "REPAIRED", "NON_REPAIRABLE")
    rows = [bodies.repaired(pk, status) for pk, status in zip(desk.units, ends, strict=True)]
    assert desk.post(save, rows, here.service).ok["isAllowedToContinue"] is True
    assert [part["repairStatus"] for part in desk.parts(here.manager)] == list(ends)
    desk.post(save, [], here.service).refused(400, "VALIDATION")
    desk.post(save, [rows[0], rows[0]], here.service).refused(400, "VALIDATION")
    other = Desk(caller, factories.repair(here, "IN_SERVICE"))
    desk.post(save, [bodies.repaired(other.units[0])], here.service).refused(404, "NOT_FOUND")


def test_a_part_added_in_diagnostics_is_approved_and_can_go_again(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    told = desk.post("add/repair-part", bodies.unit(here.part.pk, "FOUND"), here.service).ok
    assert (told["addedInDiagnostics"], told["initialApproval"], told["serialNumber"]) == (True, "APPROVED", "FOUND")
    assert (told["id"], told["version"]) == (desk.units[1], desk.row.version)
    assert caller.get("/requests/search", actor=here.client, word="found").ok
    sent = caller.delete("/repairing/delete/repair-part", actor=here.service, id=desk.units[0])
    sent.refused(403, "FORBIDDEN")
    assert caller.delete("/repairing/delete/repair-part", actor=here.admin, id=told["id"]).status == 200
    assert len(desk.units) == 1
    assert caller.get("/requests/search", actor=here.client, word="found").ok == []
    again = desk.post("add/repair-part", bodies.unit(here.part.pk), here.service).ok["id"]
    desk.jump(here.admin, "IN_SERVICE")
    caller.delete("/repairing/delete/repair-part", actor=here.service, id=again).refused(409, "STALE")


@pytest.mark.parametrize("change", [{"enabled": False}, {"used_for": ("PARTS",)}])
def test_only_an_enabled_part_for_repairs_can_be_sent_or_added(
    change: dict[str, Any], caller: Caller, here: World
) -> None:
    part = factories.part(**change)
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    before = dump()
    wrong = ["This part cannot be chosen for a repair"]
    refused = desk.post("add/repair-part", bodies.unit(part.pk), here.service).refused(400, "VALIDATION")
    assert refused.fields == {"partId": wrong}
    units = [bodies.unit(here.part.pk), bodies.unit(part.pk), bodies.unit(10**9)]
    refused = caller.post("/repairing/create", units, actor=here.client).refused(400, "VALIDATION")
    assert refused.fields == {"1.partId": wrong, "2.partId": wrong}
    assert dump() == before


def test_shipping_is_offered_with_the_creators_contact_and_address(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_SHIPPING_DETAILS"))
    offered = desk.read(here.client_mate)["pickUpShippingDetails"]
    assert (offered["saved"], offered["packages"]) == (False, [])
    assert offered["contact"]["email"] == "client@example.org"
    assert (offered["address"]["companyName"], offered["address"]["country"]) == ("Customs", "ES")
    assert (offered["courierName"], offered["pickUpDate"], offered["trackingNumber"]) == ("", None, "")


def test_saving_shipping_replaces_packages_and_keeps_their_ids(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_SHIPPING_DETAILS"))
    two = bodies.shipping(packages=[bodies.package(dimensions="1/1/1"), bodies.package(dimensions="2/2/2")])
    assert desk.post("save/shipping/data", two, here.client).ok["isAllowedToContinue"] is True
    first, second = desk.read(here.client)["pickUpShippingDetails"]["packages"]
    kept = bodies.package(id=second["id"], dimensions="3/3/3", weight=1.25)
    new = {"dimensions": "4/4/4", "weight": "7.5"}
    assert desk.post("save/shipping/data", bodies.shipping(packages=[kept, new]), here.admin).status == 200
    told = desk.read(here.service)["pickUpShippingDetails"]
    assert told["packages"][0] == {"id": second["id"], "dimensions": "3/3/3", "weight": 1.25}
    assert told["packages"][1]["dimensions"] == "4/4/4"
    assert first["id"] not in {package["id"] for package in told["packages"]}
    assert told["saved"] is True
    assert told["contact"]["lastName"] == "O'Brien"
    assert [email["value"] for email in told["contact"]["backupEmails"]] == ["office@example.org"]


def test_packages_of_another_repair_are_404(caller: Caller, here: World) -> None:
    desk, other = (Desk(caller, factories.repair(here, "IN_SHIPPING_DETAILS", ready=True)) for _ in range(2))
    foreign = Package.objects.get(request_id=other.id)
    own = Package.objects.get(request_id=desk.id)
    before = dump()
    theirs = bodies.shipping(packages=[bodies.package(id=foreign.pk)])
    desk.post("save/shipping/data", theirs, here.client).refused(404, "NOT_FOUND")
    twice = bodies.shipping(packages=[bodies.package(id=own.pk), bodies.package(id=own.pk)])
    desk.post("save/shipping/data", twice, here.client).refused(400, "VALIDATION")
    assert dump() == before


def test_without_its_last_package_a_repair_waits_again(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_SHIPPING_DETAILS", ready=True))
    package = Package.objects.get(request_id=desk.id)
    told = caller.delete("/repairing/delete/shipping-details", actor=here.client, id=package.pk).ok
    assert told == {"isAllowedToContinue": False, "version": desk.row.version}
    assert list(desk.go_on(here.client).refused(409, "NOT_ALLOWED_TO_CONTINUE").fields) == ["packages"]
    caller.delete("/repairing/delete/shipping-details", actor=here.client, id=package.pk).refused(404, "NOT_FOUND")


def test_pick_up_is_saved_in_both_of_its_statuses(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_WAITING_FOR_PICK_UP"))
    untracked = bodies.pick_up(trackingNumber="")
    assert desk.post("save/pick-up-shipping/data", untracked, here.service).ok["isAllowedToContinue"] is True
    assert desk.go_on(here.service).ok["status"]["key"] == "SETTING_TRACKING_NUMBER"
    desk.go_on(here.service).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    assert desk.post("save/pick-up-shipping/data", bodies.pick_up(), here.service).ok["isAllowedToContinue"] is True
    assert desk.go_on(here.service).ok["status"]["key"] == "IN_PICK_UP_ARRANGED"
    assert desk.read(here.client)["pickUpShippingDetails"]["note"] == "Ring twice"
    assert desk.go_on(here.client).ok["status"]["key"] == "IN_TRANSIT"


def test_days_are_never_shifted_and_of_a_time_the_date_is_taken(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_WAITING_FOR_PICK_UP"))
    late = bodies.pick_up(pickUpDate="2026-03-02T23:59:59-11:00", estimateDeliveryDate="2026-03-02T00:00:00.000Z")
    assert desk.post("save/pick-up-shipping/data", late, here.service).status == 200
    told = desk.read(here.client)["pickUpShippingDetails"]
    assert (told["pickUpDate"], told["estimateDeliveryDate"]) == ("2026-03-02", "2026-03-02")


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ("2026-03-06", "2026-03-06T00:00:00Z"),
        ("2026-03-06T15:30:00Z", "2026-03-06T15:30:00Z"),
        ("2026-03-06T15:30:00+02:00", "2026-03-06T13:30:00Z"),
        ("2026-03-06T15:30:00", "2026-03-06T15:30:00Z"),
        (None, None),
        ("", None),
    ],
)
def test_the_couriers_arrival_is_a_time_in_utc(sent: str | None, told: str | None, caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_TRANSIT"))
    assert desk.post("save/transit/data", bodies.transit(courierArrivingTime=sent), here.service).status == 200
    assert desk.read(here.client)["transitInfo"] == {"courierArrivingTime": told, "note": "At the back door"}


@pytest.mark.parametrize(
    "sent",
    ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "1700000000000", "2026-03-06T25:00:00Z", "soonish"],
)
def test_an_arrival_out_of_this_world_is_400(sent: str, caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_TRANSIT"))
    refused = desk.post("save/transit/data", bodies.transit(courierArrivingTime=sent), here.service)
    assert refused.refused(400, "VALIDATION").fields == {"courierArrivingTime": ["Must be a valid date"]}
