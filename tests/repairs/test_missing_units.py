"""Missing units: no further steps, no costs, and still listed."""

import base64
import io
from typing import Any

import openpyxl
import pytest

from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.factories import World
from tests.repairs.repair_client import RepairClient
from tests.repairs.test_goods_receipt import SAVE, make_photo, save_receipt

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return factories.world()


@pytest.fixture
def repair_client(caller: ApiClient, world: World) -> RepairClient:
    return RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS", units=2))


def diagnose(repair_client: RepairClient, world: World, *places: int) -> ClientResponse:
    rows = [
        {**request_bodies.diagnosis(repair_client.units[place]), "serialNumber": f"SN-{place + 1}"} for place in places
    ]
    return repair_client.post("save/part-in-diagnostic", rows, world.service)


def test_missing_unit_needs_no_diagnosis_approval_or_repair(repair_client: RepairClient, world: World) -> None:
    _ = save_receipt(repair_client, world.service, "THERE", "MISSING").ok
    assert diagnose(repair_client, world, 0).ok["isAllowedToContinue"] is True
    refused = diagnose(repair_client, world, 1).assert_error(400, "VALIDATION")
    assert set(refused.fields) == {"0.id"}
    _ = repair_client.advance(world.service).ok
    approve = [{"id": pk, "status": "APPROVED"} for pk in repair_client.units]
    repair_client.post("change/main/status/all", approve, world.supervisor).assert_error(400, "VALIDATION")
    _ = repair_client.post("change/main/status/all", approve[:1], world.supervisor).ok
    _ = repair_client.advance(world.supervisor).ok
    refused = repair_client.post(
        "update/parts/repair/data/all", [request_bodies.repair_result(repair_client.units[1])], world.service
    )
    refused.assert_error(400, "VALIDATION")
    _ = repair_client.post(
        "update/parts/repair/data/all", [request_bodies.repair_result(repair_client.units[0])], world.service
    ).ok
    _ = repair_client.advance(world.service).ok
    unit = repair_client.read_units(world.client)[1]
    assert (unit["isMissing"], unit["toRepair"], unit["needsApproval"], unit["repairStatus"]) == (
        True,
        False,
        False,
        None,
    )


def test_missing_unit_needs_diagnosis_once_received(repair_client: RepairClient, world: World) -> None:
    _ = save_receipt(repair_client, world.service, "THERE", "MISSING").ok
    _ = diagnose(repair_client, world, 0).ok
    _ = save_receipt(repair_client, world.service, "THERE", "DAMAGED").ok
    assert repair_client.read(world.service)["isAllowedToContinue"] is False
    assert diagnose(repair_client, world, 1).ok["isAllowedToContinue"] is True


def test_missing_unit_has_no_cost(caller: ApiClient, repair_client: RepairClient, world: World) -> None:
    _ = diagnose(repair_client, world, 0, 1).ok
    _ = save_receipt(repair_client, world.service, "THERE", "MISSING").ok
    first, second = repair_client.read_units(world.service)
    assert (first["diagnosticInfo"]["totalCost"], second["diagnosticInfo"]["totalCost"]) == (30.5, 0)
    assert second["diagnosticInfo"]["status"] is None
    repair_client.set_status(world.admin, "IN_SERVICE")
    for tab in ("repair-diagnostics-tab", "repair-approval-tab", "repair-tab"):
        content = caller.get(f"/files/export/{tab}/xlsx", actor=world.supervisor, repairId=repair_client.id).ok
        rows = list(openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True))  # type: ignore[union-attr]
        assert "Not received" in rows[2]
        assert "Not received" not in rows[1]
        assert 30.5 not in rows[2]


def photos(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "base64": base64.b64encode(make_photo()).decode()} for name in names]


def test_rejects_sixth_photo_of_a_unit(repair_client: RepairClient, world: World) -> None:
    unit = {"id": repair_client.units[0], "found": "DAMAGED"}
    _ = repair_client.post(SAVE, {"units": [{**unit, "photos": photos("a.png", "b.png", "c.png")}]}, world.service).ok
    stored = [{"id": each["id"]} for each in repair_client.read(world.service)["arrivals"]["units"][0]["photos"]]
    more = {**unit, "photos": [*stored, *photos("d.png", "e.png", "f.png")]}
    response = repair_client.post(SAVE, {"units": [more]}, world.service).assert_error(400, "VALIDATION")
    assert set(response.fields) == {"units.0.photos"}
    assert len(repair_client.read(world.service)["arrivals"]["units"][0]["photos"]) == 3


def test_rejects_repeated_photo(repair_client: RepairClient, world: World) -> None:
    unit = {"id": repair_client.units[0], "found": "DAMAGED"}
    _ = repair_client.post(SAVE, {"units": [{**unit, "photos": photos("a.png")}]}, world.service).ok
    [stored] = repair_client.read(world.service)["arrivals"]["units"][0]["photos"]
    twice = [{"id": stored["id"]}, {"id": stored["id"]}]
    response = repair_client.post(SAVE, {"units": [{**unit, "photos": twice}]}, world.service).assert_error(
        400, "VALIDATION"
    )
    assert set(response.fields) == {"units.0.photos"}
