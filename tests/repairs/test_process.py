"""Process of a repair, step by step, except diagnostics (contract 4.2)."""

from typing import Any

import pytest

from portal_backend.repairs.models import RepairUnit
from portal_backend.shipping.models import Package
from portal_backend.workflow.models import StatusChange
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.contract.contract_tables import get_process_table
from tests.contract.database_dump import dump_database
from tests.factories import World
from tests.repairs.repair_client import RepairClient

pytestmark = pytest.mark.django_db
FIRST, MAIN = "change/initial/status/all", "change/main/status/all"


@pytest.fixture
def world() -> World:
    return factories.world()


def decisions(repair_client: RepairClient, *statuses: str) -> list[dict[str, Any]]:
    return [{"id": pk, "status": status} for pk, status in zip(repair_client.units, statuses, strict=False)]


def test_rejecting_every_unit_ends_request(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, units=2))
    data = repair_client.post(FIRST, decisions(repair_client, "REJECTED", "REJECTED"), world.supervisor).ok
    assert data["status"]["key"] == "NEW", "the decision alone moves nothing"
    assert data["isAllowedToContinue"] is True
    assert repair_client.advance(world.supervisor).ok["status"] == {"key": "REJECTED", "value": "Rejected"}
    assert (repair_client.request.completed_at is not None, repair_client.request.responsible_role) == (True, None)


def test_one_approved_unit_continues_request(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, units=2))
    assert (
        repair_client.post(FIRST, decisions(repair_client, "REJECTED"), world.supervisor).ok["isAllowedToContinue"]
        is False
    )
    half = [{"id": repair_client.units[1], "status": "APPROVED"}]
    assert repair_client.post(FIRST, half, world.admin).ok["isAllowedToContinue"] is True
    assert repair_client.advance(world.supervisor).ok["status"]["key"] == "IN_SHIPPING_DETAILS"


def test_approval_can_change_within_its_step(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world))
    for status, allowed in (("APPROVED", True), ("WAITING_APPROVAL", False), ("REJECTED", True), ("APPROVED", True)):
        data = repair_client.post(FIRST, decisions(repair_client, status), world.supervisor).ok
        assert data["isAllowedToContinue"] is allowed
        assert repair_client.get_unit().initial_approval == status
    assert StatusChange.objects.count() == 1


@pytest.mark.parametrize("path", [FIRST, MAIN])
def test_rejects_decision_on_unit_of_another_repair(path: str, caller: ApiClient, world: World) -> None:
    status = "NEW" if path == FIRST else "IN_REPAIR_APPROVAL"
    repair_client, other = (RepairClient(caller, factories.repair(world, status)) for _ in range(2))
    before = dump_database()
    mixed = [*decisions(repair_client, "APPROVED"), *decisions(other, "APPROVED")]
    assert repair_client.post(path, mixed, world.supervisor).assert_error(400, "VALIDATION").fields == {
        "1.id": ["This option isn't available"]
    }
    repair_client.post(path, [], world.supervisor).assert_error(400, "VALIDATION")
    assert dump_database() == before


@pytest.mark.parametrize("status", ["IT_IS_WORKING", "REJECTED"])
def test_rejects_decision_on_unit_without_approval(status: str, caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_REPAIR_APPROVAL", units=2))
    field = "initial_approval" if status == "REJECTED" else "diagnostic_status"
    RepairUnit.objects.filter(pk=repair_client.units[1]).update(**{field: status})
    before = dump_database()
    refused = repair_client.post(MAIN, decisions(repair_client, "APPROVED", "APPROVED"), world.supervisor).assert_error(
        400, "VALIDATION"
    )
    assert list(refused.fields) == ["1.id"]
    assert dump_database() == before
    assert (
        repair_client.post(MAIN, decisions(repair_client, "APPROVED"), world.supervisor).ok["isAllowedToContinue"]
        is True
    )


def test_skips_repair_approval_when_no_unit_needs_it(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    rows = [request_bodies.diagnosis(repair_client.units[0], "IT_IS_WORKING", pricesOrPredefinedTypes={})]
    assert repair_client.post("save/part-in-diagnostic", rows, world.service).ok["isAllowedToContinue"] is True
    assert repair_client.advance(world.service).ok["status"]["key"] == "IN_SERVICE"
    part = repair_client.read_units(world.service)[0]
    assert (part["needsApproval"], part["toRepair"]) == (False, False)
    moved = repair_client.advance(world.service).ok  # nothing is to repair
    assert {moved["status"]["key"]} == get_process_table("4.2")["IN_SERVICE"].next_statuses


def test_rejected_repair_is_displayed_and_not_repaired(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_REPAIR_APPROVAL", units=2))
    assert repair_client.post(MAIN, decisions(repair_client, "REJECTED", "APPROVED"), world.supervisor).status == 200
    assert repair_client.advance(world.supervisor).ok["status"]["key"] == "IN_SERVICE"
    one, two = repair_client.read_units(world.client)
    assert (one["repairStatus"], one["toRepair"], one["needsApproval"]) == ("REJECTED", False, True)
    assert (two["repairStatus"], two["toRepair"]) == (None, True)
    before = dump_database()
    rows = [request_bodies.repair_result(pk) for pk in repair_client.units]
    refused = repair_client.post("update/parts/repair/data/all", rows, world.service).assert_error(400, "VALIDATION")
    assert refused.fields == {"0.repairPartId": ["This unit doesn't need repair or wasn't approved"]}
    assert dump_database() == before


def test_continue_requires_final_status_of_every_unit(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_SERVICE", units=3))
    save = "update/parts/repair/data/all"
    data = repair_client.post(
        save, [request_bodies.repair_result(pk, "IN_PROGRESS", "") for pk in repair_client.units], world.service
    ).ok
    assert data["isAllowedToContinue"] is False
    ends = ("REPLACED", "REPAIRED", "NON_REPAIRABLE")
    rows = [request_bodies.repair_result(pk, status) for pk, status in zip(repair_client.units, ends, strict=True)]
    assert repair_client.post(save, rows, world.service).ok["isAllowedToContinue"] is True
    assert [part["repairStatus"] for part in repair_client.read_units(world.manager)] == list(ends)
    repair_client.post(save, [], world.service).assert_error(400, "VALIDATION")
    repair_client.post(save, [rows[0], rows[0]], world.service).assert_error(400, "VALIDATION")
    other = RepairClient(caller, factories.repair(world, "IN_SERVICE"))
    repair_client.post(save, [request_bodies.repair_result(other.units[0])], world.service).assert_error(
        404, "NOT_FOUND"
    )


def test_unit_added_in_diagnostics_is_approved_and_can_be_deleted(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    data = repair_client.post("add/repair-part", request_bodies.unit(world.part.pk, "FOUND"), world.service).ok
    assert (data["addedInDiagnostics"], data["initialApproval"], data["serialNumber"]) == (True, "APPROVED", "FOUND")
    assert (data["id"], data["version"]) == (repair_client.units[1], repair_client.request.version)
    assert caller.get("/requests/search", actor=world.client, word="found").ok
    sent = caller.delete("/repairing/delete/repair-part", actor=world.service, id=repair_client.units[0])
    sent.assert_error(403, "FORBIDDEN")
    assert caller.delete("/repairing/delete/repair-part", actor=world.admin, id=data["id"]).status == 200
    assert len(repair_client.units) == 1
    assert caller.get("/requests/search", actor=world.client, word="found").ok == []
    again = repair_client.post("add/repair-part", request_bodies.unit(world.part.pk), world.service).ok["id"]
    repair_client.set_status(world.admin, "IN_SERVICE")
    caller.delete("/repairing/delete/repair-part", actor=world.service, id=again).assert_error(409, "STALE")


@pytest.mark.parametrize("change", [{"enabled": False}, {"used_for": ("PARTS",)}])
def test_rejects_disabled_part_and_part_without_repair_service(
    change: dict[str, Any], caller: ApiClient, world: World
) -> None:
    part = factories.part(**change)
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    before = dump_database()
    wrong = ["This part can't be sent in for repair"]
    refused = repair_client.post("add/repair-part", request_bodies.unit(part.pk), world.service).assert_error(
        400, "VALIDATION"
    )
    assert refused.fields == {"partId": wrong}
    units = [request_bodies.unit(world.part.pk), request_bodies.unit(part.pk), request_bodies.unit(10**9)]
    refused = caller.post("/repairing/create", units, actor=world.client).assert_error(400, "VALIDATION")
    assert refused.fields == {"1.partId": wrong, "2.partId": wrong}
    assert dump_database() == before


def test_suggests_contact_and_address_of_creator(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_SHIPPING_DETAILS"))
    offered = repair_client.read(world.client_mate)["pickUpShippingDetails"]
    assert (offered["saved"], offered["packages"]) == (False, [])
    assert offered["contact"]["email"] == "client@example.org"
    assert (offered["address"]["companyName"], offered["address"]["country"]) == ("Customs", "ES")
    assert (offered["courierName"], offered["pickUpDate"], offered["trackingNumber"]) == ("", None, "")


def test_saving_shipping_replaces_packages_and_preserves_ids(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_SHIPPING_DETAILS"))
    two = request_bodies.shipping(
        packages=[request_bodies.package(dimensions="1/1/1"), request_bodies.package(dimensions="2/2/2")]
    )
    assert repair_client.post("save/shipping/data", two, world.client).ok["isAllowedToContinue"] is True
    first, second = repair_client.read(world.client)["pickUpShippingDetails"]["packages"]
    stored = request_bodies.package(id=second["id"], dimensions="3/3/3", weight=1.25)
    new = {"dimensions": "4/4/4", "weight": "7.5"}
    assert (
        repair_client.post("save/shipping/data", request_bodies.shipping(packages=[stored, new]), world.admin).status
        == 200
    )
    data = repair_client.read(world.service)["pickUpShippingDetails"]
    assert data["packages"][0] == {"id": second["id"], "dimensions": "3/3/3", "weight": 1.25}
    assert data["packages"][1]["dimensions"] == "4/4/4"
    assert first["id"] not in {package["id"] for package in data["packages"]}
    assert data["saved"] is True
    assert data["contact"]["lastName"] == "O'Brien"
    assert [email["value"] for email in data["contact"]["backupEmails"]] == ["office@example.org"]


def test_rejects_package_of_another_repair(caller: ApiClient, world: World) -> None:
    repair_client, other = (
        RepairClient(caller, factories.repair(world, "IN_SHIPPING_DETAILS", ready=True)) for _ in range(2)
    )
    foreign = Package.objects.get(request_id=other.id)
    own = Package.objects.get(request_id=repair_client.id)
    before = dump_database()
    theirs = request_bodies.shipping(packages=[request_bodies.package(id=foreign.pk)])
    repair_client.post("save/shipping/data", theirs, world.client).assert_error(404, "NOT_FOUND")
    twice = request_bodies.shipping(packages=[request_bodies.package(id=own.pk), request_bodies.package(id=own.pk)])
    repair_client.post("save/shipping/data", twice, world.client).assert_error(400, "VALIDATION")
    assert dump_database() == before


def test_continue_requires_package_after_last_one_is_deleted(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_SHIPPING_DETAILS", ready=True))
    package = Package.objects.get(request_id=repair_client.id)
    data = caller.delete("/repairing/delete/shipping-details", actor=world.client, id=package.pk).ok
    assert data == {"isAllowedToContinue": False, "version": repair_client.request.version}
    assert list(repair_client.advance(world.client).assert_error(409, "NOT_ALLOWED_TO_CONTINUE").fields) == ["packages"]
    caller.delete("/repairing/delete/shipping-details", actor=world.client, id=package.pk).assert_error(
        404, "NOT_FOUND"
    )


def test_saves_pick_up_in_both_of_its_statuses(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_WAITING_FOR_PICK_UP"))
    untracked = request_bodies.pick_up(trackingNumber="")
    assert repair_client.post("save/pick-up-shipping/data", untracked, world.service).ok["isAllowedToContinue"] is True
    assert repair_client.advance(world.service).ok["status"]["key"] == "SETTING_TRACKING_NUMBER"
    repair_client.advance(world.service).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    assert (
        repair_client.post("save/pick-up-shipping/data", request_bodies.pick_up(), world.service).ok[
            "isAllowedToContinue"
        ]
        is True
    )
    assert repair_client.advance(world.service).ok["status"]["key"] == "IN_PICK_UP_ARRANGED"
    assert repair_client.read(world.client)["pickUpShippingDetails"]["note"] == "Ring twice"
    assert repair_client.advance(world.client).ok["status"]["key"] == "IN_TRANSIT"


def test_dates_ignore_time_and_offset(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_WAITING_FOR_PICK_UP"))
    late = request_bodies.pick_up(
        pickUpDate="2026-03-02T23:59:59-11:00", estimateDeliveryDate="2026-03-02T00:00:00.000Z"
    )
    assert repair_client.post("save/pick-up-shipping/data", late, world.service).status == 200
    data = repair_client.read(world.client)["pickUpShippingDetails"]
    assert (data["pickUpDate"], data["estimateDeliveryDate"]) == ("2026-03-02", "2026-03-02")


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        ("2026-03-06", "2026-03-06T00:00:00Z"),
        ("2026-03-06T15:30:00Z", "2026-03-06T15:30:00Z"),
        ("2026-03-06T15:30:00+02:00", "2026-03-06T13:30:00Z"),
        ("2026-03-06T15:30:00", "2026-03-06T15:30:00Z"),
        (None, None),
        ("", None),
    ],
)
def test_converts_courier_arrival_to_utc(
    sent: str | None, expected: str | None, caller: ApiClient, world: World
) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_TRANSIT"))
    assert (
        repair_client.post("save/transit/data", request_bodies.transit(courierArrivingTime=sent), world.service).status
        == 200
    )
    assert repair_client.read(world.client)["transitInfo"] == {
        "courierArrivingTime": expected,
        "note": "At the back door",
    }


@pytest.mark.parametrize(
    "sent",
    ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-12:00", "1700000000000", "2026-03-06T25:00:00Z", "soonish"],
)
def test_rejects_invalid_courier_arrival(sent: str, caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_TRANSIT"))
    refused = repair_client.post("save/transit/data", request_bodies.transit(courierArrivingTime=sent), world.service)
    assert refused.assert_error(400, "VALIDATION").fields == {"courierArrivingTime": ["Enter a valid date"]}
