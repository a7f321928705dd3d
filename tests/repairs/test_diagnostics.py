"""Saving the diagnostics table, every branch of it (contract 4.2)."""

from typing import Any

import pytest

from portal_backend.base.actor import Role
from portal_backend.catalogue.models import PredefinedService
from portal_backend.repairs.models import ChosenType, RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.moves import move
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.contract.rows import dump
from tests.factories import World
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db
INFO = "0.diagnosticInfo"
COSTS = f"{INFO}.pricesOrPredefinedTypes"


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def desk(caller: Caller, here: World) -> Desk:
    return Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))


def services(here: World, kind: str) -> list[PredefinedService]:
    return list(here.part.predefined_services.filter(kind=kind).order_by("pk"))


def types(here: World, **wanted: int) -> dict[str, Any]:
    """The first so many types of each list."""
    kinds = {"diagnosticTypes": "DIAGNOSTICS", "repairTypes": "REPAIRS", "partsTypes": "PARTS"}
    return {name: [{"id": each.pk} for each in services(here, kinds[name])[:count]] for name, count in wanted.items()}


def by_types(costs: dict[str, Any]) -> dict[str, Any]:
    return {"withPredefinedTypes": True, "pricesOrPredefinedTypes": costs}


def save(desk: Desk, here: World, status: str | None = "FOR_REPAIR", **info: Any) -> Answered:
    return desk.post("save/part-in-diagnostic", [bodies.diagnosis(desk.units[0], status, **info)], here.service)


def test_prices_are_kept_and_summed(desk: Desk, here: World) -> None:
    told = save(desk, here).ok
    assert told == {"isAllowedToContinue": True, "version": desk.row.version}
    info = desk.parts(here.supervisor)[0]["diagnosticInfo"]
    assert info == {
        "status": {"key": "FOR_REPAIR", "value": "For repair"},
        "comment": "The detector is cracked",
        "withPredefinedTypes": False,
        "pricesOrPredefinedTypes": {"diagnosticPrice": 10, "repairPrice": 20.5, "partsPrice": 0},
        "totalCost": 30.5,
    }


@pytest.mark.parametrize(
    ("prices", "allowed", "total"),
    [
        ({}, False, 0),
        ({"repairPrice": 0}, True, 0),
        ({"diagnosticPrice": None, "repairPrice": "", "partsPrice": "12.50"}, True, 12.5),
        ({"diagnosticPrice": 9999999.99}, True, 9999999.99),
    ],
)
def test_at_least_one_price_and_zero_counts(
    prices: dict[str, Any], allowed: bool, total: float, desk: Desk, here: World
) -> None:
    assert save(desk, here, pricesOrPredefinedTypes=prices).ok["isAllowedToContinue"] is allowed
    assert desk.parts(here.admin)[0]["diagnosticInfo"]["totalCost"] == total
    if not allowed:
        refused = desk.go_on(here.service).refused(409, "NOT_ALLOWED_TO_CONTINUE")
        assert refused.fields == {
            f"parts.{desk.units[0]}.diagnosticInfo.pricesOrPredefinedTypes": ["Give a price or choose a type"]
        }


@pytest.mark.parametrize(
    ("status", "allowed"), [("IT_IS_WORKING", True), ("NON_REPAIRABLE", True), ("FOR_REPAIR", False), (None, False)]
)
def test_only_what_is_for_repair_needs_a_price(status: str | None, allowed: bool, desk: Desk, here: World) -> None:
    assert save(desk, here, status, pricesOrPredefinedTypes={}).ok["isAllowedToContinue"] is allowed


def test_types_are_kept_at_the_value_that_they_had(desk: Desk, here: World) -> None:
    costs = types(here, diagnosticTypes=1, repairTypes=2)
    assert save(desk, here, **by_types(costs)).ok["isAllowedToContinue"] is True
    PredefinedService.objects.update(value=1000)
    info = desk.parts(here.service)[0]["diagnosticInfo"]
    assert info["totalCost"] == 10 + 10 + 20
    assert {name: [each["value"] for each in rows] for name, rows in info["pricesOrPredefinedTypes"].items()} == {
        "diagnosticTypes": [10],
        "repairTypes": [10, 20],
        "partsTypes": [],
    }
    assert save(desk, here, **by_types(costs)).status == 200
    assert desk.parts(here.service)[0]["diagnosticInfo"]["totalCost"] == 40, "what is saved unchanged keeps its value"


def test_without_any_type_it_is_not_priced(desk: Desk, here: World) -> None:
    assert save(desk, here, **by_types({})).ok["isAllowedToContinue"] is False
    assert save(desk, here, **by_types(types(here, partsTypes=1))).ok["isAllowedToContinue"] is True


def test_going_from_types_to_prices_and_back_leaves_nothing_behind(desk: Desk, here: World) -> None:
    assert save(desk, here, **by_types(types(here, repairTypes=2))).status == 200
    assert save(desk, here).status == 200
    assert not ChosenType.objects.exists()
    assert desk.parts(here.admin)[0]["diagnosticInfo"]["totalCost"] == 30.5
    assert save(desk, here, **by_types(types(here, repairTypes=1))).status == 200
    unit = desk.unit()
    assert (unit.diagnostic_price, unit.repair_price, unit.parts_price) == (None, None, None)
    assert ChosenType.objects.count() == 1


def test_types_only_where_the_part_has_any(caller: Caller, here: World) -> None:
    plain = factories.part(types=0)
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS", parts=[plain]))
    refused = save(desk, here, **by_types({})).refused(400, "VALIDATION")
    assert refused.fields == {f"{INFO}.withPredefinedTypes": ["There are no predefined types for this part"]}
    assert desk.read(here.service)["availableTypes"] == {}


@pytest.mark.parametrize("count", [1, 0])
def test_types_of_a_unit_stay_valid_though_its_part_has_them_no_longer(count: int, desk: Desk, here: World) -> None:
    costs, more = types(here, repairTypes=count), types(here, repairTypes=2)
    assert save(desk, here, **by_types(costs)).status == 200
    here.part.predefined_services.clear()
    assert save(desk, here, comment="Another look", **by_types(costs)).status == 200
    assert (desk.unit().diagnostic_comment, ChosenType.objects.count()) == ("Another look", count)
    save(desk, here, **by_types(more)).refused(400, "VALIDATION")


def test_types_that_may_be_chosen_are_told_to_those_who_choose_while_they_do(desk: Desk, here: World) -> None:
    told = desk.read(here.service)["availableTypes"][str(here.part.pk)]
    assert {kind: len(rows) for kind, rows in told.items()} == {"DIAGNOSTICS": 2, "REPAIRS": 2, "PARTS": 2}
    assert set(told["REPAIRS"][0]) == {"id", "text", "shortText", "value"}
    readers = {role for role, who in here.one_of_each_role.items() if "availableTypes" in desk.read(who)}
    assert readers == {Role.ADMIN, Role.SERVICE}
    move(REPAIR, desk.id, actor=here.admin.actor, target="IN_SERVICE")
    assert "availableTypes" not in desk.read(here.service)


@pytest.mark.parametrize(
    ("costs", "field"),
    [
        ({"diagnosticTypes": ["REPAIRS"]}, "diagnosticTypes"),
        ({"repairTypes": ["foreign"]}, "repairTypes"),
        ({"partsTypes": ["missing"]}, "partsTypes"),
        ({"repairTypes": ["REPAIRS", "REPAIRS"]}, "repairTypes"),
    ],
)
def test_a_type_of_another_list_or_part_is_400(
    costs: dict[str, list[str]], field: str, desk: Desk, here: World
) -> None:
    ids = {
        "missing": 10**9,
        "foreign": factories.predefined("REPAIRS", 5).pk,
        "REPAIRS": services(here, "REPAIRS")[0].pk,
    }
    sent = {name: [{"id": ids[each]} for each in wanted] for name, wanted in costs.items()}
    before = dump()
    refused = save(desk, here, **by_types(sent)).refused(400, "VALIDATION")
    assert refused.fields == {f"{COSTS}.{field}": ["This choice is not available"]}
    assert dump() == before


def test_prices_and_types_are_not_mixed(desk: Desk, here: World) -> None:
    both = {**types(here, repairTypes=1), "repairPrice": 5}
    for mixed in (by_types(both), {"withPredefinedTypes": False, "pricesOrPredefinedTypes": both}):
        refused = save(desk, here, **mixed).refused(400, "VALIDATION")
        assert refused.fields == {COSTS: ["Give either prices or predefined types, not both"]}


def test_a_price_of_zero_beside_types_is_a_price(desk: Desk, here: World) -> None:
    mixed = by_types({**types(here, repairTypes=1), "repairPrice": 0})
    assert list(save(desk, here, **mixed).refused(400, "VALIDATION").fields) == [COSTS]


def test_a_part_that_was_rejected_is_not_diagnosed(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS", units=2))
    RepairPart.objects.filter(pk=desk.units[1]).update(initial_approval="REJECTED")
    before = dump()
    rows = [bodies.diagnosis(pk) for pk in desk.units]
    refused = desk.post("save/part-in-diagnostic", rows, here.service).refused(400, "VALIDATION")
    assert refused.fields == {"1.id": ["This unit was rejected and is not diagnosed"]}
    assert dump() == before


def test_rows_are_this_repairs_and_stand_once(caller: Caller, desk: Desk, here: World) -> None:
    other = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    own, foreign = bodies.diagnosis(desk.units[0]), bodies.diagnosis(other.units[0])
    before = dump()
    desk.post("save/part-in-diagnostic", [own, foreign], here.service).refused(404, "NOT_FOUND")
    desk.post("save/part-in-diagnostic", [own, own], here.service).refused(400, "VALIDATION")
    desk.post("save/part-in-diagnostic", [], here.service).refused(400, "VALIDATION")
    assert dump() == before


def repaired(desk: Desk, here: World) -> None:
    """Bring the unit as far as it gets, and back to diagnostics."""
    RepairPart.objects.filter(pk=desk.units[0]).update(repair_approval="APPROVED", repair_status="REPAIRED")


@pytest.mark.parametrize(
    "change",
    [
        {"status": "NON_REPAIRABLE"},
        {"comment": "Another look"},
        {"pricesOrPredefinedTypes": {"diagnosticPrice": 10, "repairPrice": 21, "partsPrice": 0}},
        {"pricesOrPredefinedTypes": {"diagnosticPrice": 10, "repairPrice": 20.5}},
    ],
)
def test_changed_data_wait_for_approval_again(change: dict[str, Any], desk: Desk, here: World) -> None:
    assert save(desk, here).status == 200
    repaired(desk, here)
    assert save(desk, here, **change).status == 200
    assert (desk.unit().repair_approval, desk.unit().repair_status) == ("WAITING_APPROVAL", "")


def test_other_types_wait_for_approval_again(desk: Desk, here: World) -> None:
    assert save(desk, here, **by_types(types(here, repairTypes=2))).status == 200
    repaired(desk, here)
    assert save(desk, here, **by_types(types(here, repairTypes=1))).status == 200
    assert (desk.unit().repair_approval, desk.unit().repair_status) == ("WAITING_APPROVAL", "")


def test_unchanged_data_keep_their_approval(desk: Desk, here: World) -> None:
    for info in ({}, by_types(types(here, repairTypes=2))):
        assert save(desk, here, **info).status == 200
        repaired(desk, here)
        row = {**bodies.diagnosis(desk.units[0], **info), "serialNumber": "TYPED-ANEW", "serviceTag": ""}
        assert desk.post("save/part-in-diagnostic", [row], here.service).status == 200
        unit = desk.unit()
        assert (unit.repair_approval, unit.repair_status) == ("APPROVED", "REPAIRED")
        assert (unit.serial_number, unit.service_tag) == ("TYPED-ANEW", "")


def test_a_mended_serial_number_is_found(caller: Caller, desk: Desk, here: World) -> None:
    row = {**bodies.diagnosis(desk.units[0]), "serialNumber": "MENDED-7"}
    assert desk.post("save/part-in-diagnostic", [row], here.service).status == 200
    assert caller.get("/requests/search", actor=here.client, word="mended-7").ok
    assert caller.get("/requests/search", actor=here.client, word="SN-1").ok == []
