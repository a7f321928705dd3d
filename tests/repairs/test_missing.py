"""Units that did not arrive: they need nothing more, cost nothing, and are listed to the end."""

import base64
import io
from typing import Any

import openpyxl
import pytest

from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.factories import World
from tests.repairs.calling import Desk
from tests.repairs.test_arrivals import SAVE, picture, tick

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def desk(caller: Caller, here: World) -> Desk:
    return Desk(caller, factories.repair(here, "IN_DIAGNOSTICS", units=2))


def diagnose(desk: Desk, here: World, *places: int) -> Answered:
    rows = [{**bodies.diagnosis(desk.units[place]), "serialNumber": f"SN-{place + 1}"} for place in places]
    return desk.post("save/part-in-diagnostic", rows, here.service)


def test_missing_unit_needs_nothing_more(desk: Desk, here: World) -> None:
    _ = tick(desk, here.service, "THERE", "MISSING").ok
    assert diagnose(desk, here, 0).ok["isAllowedToContinue"] is True
    refused = diagnose(desk, here, 1).refused(400, "VALIDATION")
    assert set(refused.fields) == {"0.id"}
    _ = desk.go_on(here.service).ok
    approve = [{"id": pk, "status": "APPROVED"} for pk in desk.units]
    desk.post("change/main/status/all", approve, here.supervisor).refused(400, "VALIDATION")
    _ = desk.post("change/main/status/all", approve[:1], here.supervisor).ok
    _ = desk.go_on(here.supervisor).ok
    refused = desk.post("update/parts/repair/data/all", [bodies.repaired(desk.units[1])], here.service)
    refused.refused(400, "VALIDATION")
    _ = desk.post("update/parts/repair/data/all", [bodies.repaired(desk.units[0])], here.service).ok
    _ = desk.go_on(here.service).ok
    unit = desk.parts(here.client)[1]
    assert (unit["isMissing"], unit["toRepair"], unit["needsApproval"], unit["repairStatus"]) == (
        True,
        False,
        False,
        None,
    )


def test_unit_is_worked_on_once_it_is_recorded_as_received(desk: Desk, here: World) -> None:
    _ = tick(desk, here.service, "THERE", "MISSING").ok
    _ = diagnose(desk, here, 0).ok
    _ = tick(desk, here.service, "THERE", "DAMAGED").ok
    assert desk.read(here.service)["isAllowedToContinue"] is False
    assert diagnose(desk, here, 1).ok["isAllowedToContinue"] is True


def test_missing_unit_counts_in_no_cost(caller: Caller, desk: Desk, here: World) -> None:
    _ = diagnose(desk, here, 0, 1).ok
    _ = tick(desk, here.service, "THERE", "MISSING").ok
    first, second = desk.parts(here.service)
    assert (first["diagnosticInfo"]["totalCost"], second["diagnosticInfo"]["totalCost"]) == (30.5, 0)
    assert second["diagnosticInfo"]["status"] is None
    desk.jump(here.admin, "IN_SERVICE")
    for tab in ("repair-diagnostics-tab", "repair-approval-tab", "repair-tab"):
        content = caller.get(f"/files/export/{tab}/xlsx", actor=here.supervisor, repairId=desk.id).ok
        rows = list(openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True))  # type: ignore[union-attr]
        assert "Not received" in rows[2]
        assert "Not received" not in rows[1]
        assert 30.5 not in rows[2]


def photos(*names: str) -> list[dict[str, Any]]:
    return [{"name": name, "base64": base64.b64encode(picture()).decode()} for name in names]


def test_rejects_sixth_photo_of_a_unit(desk: Desk, here: World) -> None:
    unit = {"id": desk.units[0], "found": "DAMAGED"}
    _ = desk.post(SAVE, {"units": [{**unit, "photos": photos("a.png", "b.png", "c.png")}]}, here.service).ok
    kept = [{"id": each["id"]} for each in desk.read(here.service)["arrivals"]["units"][0]["photos"]]
    more = {**unit, "photos": [*kept, *photos("d.png", "e.png", "f.png")]}
    told = desk.post(SAVE, {"units": [more]}, here.service).refused(400, "VALIDATION")
    assert set(told.fields) == {"units.0.photos"}
    assert len(desk.read(here.service)["arrivals"]["units"][0]["photos"]) == 3


def test_rejects_photo_named_twice(desk: Desk, here: World) -> None:
    unit = {"id": desk.units[0], "found": "DAMAGED"}
    _ = desk.post(SAVE, {"units": [{**unit, "photos": photos("a.png")}]}, here.service).ok
    [kept] = desk.read(here.service)["arrivals"]["units"][0]["photos"]
    twice = [{"id": kept["id"]}, {"id": kept["id"]}]
    told = desk.post(SAVE, {"units": [{**unit, "photos": twice}]}, here.service).refused(400, "VALIDATION")
    assert set(told.fields) == {"units.0.photos"}
