"""Saving of the diagnostics table (contract 4.2)."""

from typing import Any

import pytest

from portal_backend.catalogue.models import PredefinedService
from portal_backend.core.actor import Role
from portal_backend.repairs.models import RepairUnit, SelectedService
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.transitions import transition
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.contract.database_dump import dump_database
from tests.factories import World
from tests.repairs.repair_client import RepairClient

pytestmark = pytest.mark.django_db
INFO = "0.diagnosticInfo"
COSTS = f"{INFO}.pricesOrPredefinedTypes"


@pytest.fixture
def world() -> World:
    return factories.world()


@pytest.fixture
def repair_client(caller: ApiClient, world: World) -> RepairClient:
    return RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))


def make_services(world: World, kind: str) -> list[PredefinedService]:
    return list(world.part.predefined_services.filter(kind=kind).order_by("pk"))


def select_services(world: World, **counts: int) -> dict[str, Any]:
    """Return the first services of each list."""
    kinds = {"diagnosticTypes": "DIAGNOSTICS", "repairTypes": "REPAIRS", "partsTypes": "PARTS"}
    return {
        name: [{"id": each.pk} for each in make_services(world, kinds[name])[:count]] for name, count in counts.items()
    }


def build_info_with_services(costs: dict[str, Any]) -> dict[str, Any]:
    return {"withPredefinedTypes": True, "pricesOrPredefinedTypes": costs}


def save(repair_client: RepairClient, world: World, status: str | None = "FOR_REPAIR", **info: Any) -> ClientResponse:
    return repair_client.post(
        "save/part-in-diagnostic", [request_bodies.diagnosis(repair_client.units[0], status, **info)], world.service
    )


def test_saves_prices_and_returns_total(repair_client: RepairClient, world: World) -> None:
    data = save(repair_client, world).ok
    assert data == {"isAllowedToContinue": True, "version": repair_client.request.version}
    info = repair_client.read_units(world.supervisor)[0]["diagnosticInfo"]
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
def test_requires_a_price_and_accepts_zero(
    prices: dict[str, Any], allowed: bool, total: float, repair_client: RepairClient, world: World
) -> None:
    assert save(repair_client, world, pricesOrPredefinedTypes=prices).ok["isAllowedToContinue"] is allowed
    assert repair_client.read_units(world.admin)[0]["diagnosticInfo"]["totalCost"] == total
    if not allowed:
        refused = repair_client.advance(world.service).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
        assert refused.fields == {
            f"parts.{repair_client.units[0]}.diagnosticInfo.pricesOrPredefinedTypes": [
                "Enter a price or choose a service"
            ]
        }


@pytest.mark.split
@pytest.mark.parametrize(
    ("status", "allowed"), [("IT_IS_WORKING", True), ("NON_REPAIRABLE", True), ("FOR_REPAIR", False), (None, False)]
)
def test_requires_price_for_repair_only(
    status: str | None, allowed: bool, repair_client: RepairClient, world: World
) -> None:
    assert save(repair_client, world, status, pricesOrPredefinedTypes={}).ok["isAllowedToContinue"] is allowed


def test_selected_services_keep_their_price(repair_client: RepairClient, world: World) -> None:
    costs = select_services(world, diagnosticTypes=1, repairTypes=2)
    assert save(repair_client, world, **build_info_with_services(costs)).ok["isAllowedToContinue"] is True
    PredefinedService.objects.update(value=1000)
    info = repair_client.read_units(world.service)[0]["diagnosticInfo"]
    assert info["totalCost"] == 10 + 10 + 20
    assert {name: [each["value"] for each in rows] for name, rows in info["pricesOrPredefinedTypes"].items()} == {
        "diagnosticTypes": [10],
        "repairTypes": [10, 20],
        "partsTypes": [],
    }
    assert save(repair_client, world, **build_info_with_services(costs)).status == 200
    assert repair_client.read_units(world.service)[0]["diagnosticInfo"]["totalCost"] == 40, (
        "what is saved unchanged keeps its value"
    )


def test_requires_at_least_one_service(repair_client: RepairClient, world: World) -> None:
    assert save(repair_client, world, **build_info_with_services({})).ok["isAllowedToContinue"] is False
    assert (
        save(repair_client, world, **build_info_with_services(select_services(world, partsTypes=1))).ok[
            "isAllowedToContinue"
        ]
        is True
    )


def test_switching_between_services_and_prices_removes_the_other(repair_client: RepairClient, world: World) -> None:
    assert save(repair_client, world, **build_info_with_services(select_services(world, repairTypes=2))).status == 200
    assert save(repair_client, world).status == 200
    assert not SelectedService.objects.exists()
    assert repair_client.read_units(world.admin)[0]["diagnosticInfo"]["totalCost"] == 30.5
    assert save(repair_client, world, **build_info_with_services(select_services(world, repairTypes=1))).status == 200
    unit = repair_client.get_unit()
    assert (unit.diagnostic_price, unit.repair_price, unit.parts_price) == (None, None, None)
    assert SelectedService.objects.count() == 1


def test_rejects_services_for_part_without_any(caller: ApiClient, world: World) -> None:
    plain = factories.part(types=0)
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS", parts=[plain]))
    refused = save(repair_client, world, **build_info_with_services({})).assert_error(400, "VALIDATION")
    assert refused.fields == {f"{INFO}.withPredefinedTypes": ["This part has no predefined services"]}
    assert repair_client.read(world.service)["availableTypes"] == {}


@pytest.mark.split
@pytest.mark.parametrize("count", [1, 0])
def test_selected_services_stay_valid_when_part_drops_them(
    count: int, repair_client: RepairClient, world: World
) -> None:
    costs, more = select_services(world, repairTypes=count), select_services(world, repairTypes=2)
    assert save(repair_client, world, **build_info_with_services(costs)).status == 200
    world.part.predefined_services.clear()
    assert save(repair_client, world, comment="Another look", **build_info_with_services(costs)).status == 200
    assert (repair_client.get_unit().diagnostic_comment, SelectedService.objects.count()) == ("Another look", count)
    save(repair_client, world, **build_info_with_services(more)).assert_error(400, "VALIDATION")


def test_returns_available_services_to_editors_during_diagnostics(repair_client: RepairClient, world: World) -> None:
    data = repair_client.read(world.service)["availableTypes"][str(world.part.pk)]
    assert {kind: len(rows) for kind, rows in data.items()} == {"DIAGNOSTICS": 2, "REPAIRS": 2, "PARTS": 2}
    assert set(data["REPAIRS"][0]) == {"id", "text", "shortText", "value"}
    readers = {
        role for role, person in world.one_of_each_role.items() if "availableTypes" in repair_client.read(person)
    }
    assert readers == {Role.ADMIN, Role.SERVICE}
    transition(REPAIR, repair_client.id, actor=world.admin.actor, target_status="IN_SERVICE")
    assert "availableTypes" not in repair_client.read(world.service)


@pytest.mark.split
@pytest.mark.parametrize(
    ("costs", "field"),
    [
        ({"diagnosticTypes": ["REPAIRS"]}, "diagnosticTypes"),
        ({"repairTypes": ["foreign"]}, "repairTypes"),
        ({"partsTypes": ["missing"]}, "partsTypes"),
        ({"repairTypes": ["REPAIRS", "REPAIRS"]}, "repairTypes"),
    ],
)
def test_rejects_service_of_another_list_or_part(
    costs: dict[str, list[str]], field: str, repair_client: RepairClient, world: World
) -> None:
    ids = {
        "missing": 10**9,
        "foreign": factories.predefined_service("REPAIRS", 5).pk,
        "REPAIRS": make_services(world, "REPAIRS")[0].pk,
    }
    sent = {name: [{"id": ids[each]} for each in names] for name, names in costs.items()}
    before = dump_database()
    refused = save(repair_client, world, **build_info_with_services(sent)).assert_error(400, "VALIDATION")
    assert refused.fields == {f"{COSTS}.{field}": ["This option isn't available"]}
    assert dump_database() == before


@pytest.mark.split
def test_rejects_prices_mixed_with_services(repair_client: RepairClient, world: World) -> None:
    both = {**select_services(world, repairTypes=1), "repairPrice": 5}
    for mixed in (build_info_with_services(both), {"withPredefinedTypes": False, "pricesOrPredefinedTypes": both}):
        refused = save(repair_client, world, **mixed).assert_error(400, "VALIDATION")
        assert refused.fields == {COSTS: ["Enter prices or choose predefined services, not both"]}


@pytest.mark.split
def test_rejects_price_of_zero_mixed_with_services(repair_client: RepairClient, world: World) -> None:
    mixed = build_info_with_services({**select_services(world, repairTypes=1), "repairPrice": 0})
    assert list(save(repair_client, world, **mixed).assert_error(400, "VALIDATION").fields) == [COSTS]


def test_rejects_diagnosis_of_rejected_unit(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS", units=2))
    RepairUnit.objects.filter(pk=repair_client.units[1]).update(initial_approval="REJECTED")
    before = dump_database()
    rows = [request_bodies.diagnosis(pk) for pk in repair_client.units]
    refused = repair_client.post("save/part-in-diagnostic", rows, world.service).assert_error(400, "VALIDATION")
    assert refused.fields == {"1.id": ["This unit was rejected and can't be diagnosed"]}
    assert dump_database() == before


def test_rejects_repeated_rows_and_rows_of_another_repair(
    caller: ApiClient, repair_client: RepairClient, world: World
) -> None:
    other = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    own, foreign = request_bodies.diagnosis(repair_client.units[0]), request_bodies.diagnosis(other.units[0])
    before = dump_database()
    repair_client.post("save/part-in-diagnostic", [own, foreign], world.service).assert_error(404, "NOT_FOUND")
    repair_client.post("save/part-in-diagnostic", [own, own], world.service).assert_error(400, "VALIDATION")
    repair_client.post("save/part-in-diagnostic", [], world.service).assert_error(400, "VALIDATION")
    assert dump_database() == before


def mark_repaired(repair_client: RepairClient, world: World) -> None:
    """Set the unit to approved and repaired."""
    RepairUnit.objects.filter(pk=repair_client.units[0]).update(repair_approval="APPROVED", repair_status="REPAIRED")


@pytest.mark.split
@pytest.mark.parametrize(
    "change",
    [
        {"status": "NON_REPAIRABLE"},
        {"comment": "Another look"},
        {"pricesOrPredefinedTypes": {"diagnosticPrice": 10, "repairPrice": 21, "partsPrice": 0}},
        {"pricesOrPredefinedTypes": {"diagnosticPrice": 10, "repairPrice": 20.5}},
    ],
)
def test_changed_data_reset_repair_approval(change: dict[str, Any], repair_client: RepairClient, world: World) -> None:
    assert save(repair_client, world).status == 200
    mark_repaired(repair_client, world)
    assert save(repair_client, world, **change).status == 200
    assert (repair_client.get_unit().repair_approval, repair_client.get_unit().repair_status) == (
        "WAITING_APPROVAL",
        "",
    )


def test_changed_services_reset_repair_approval(repair_client: RepairClient, world: World) -> None:
    assert save(repair_client, world, **build_info_with_services(select_services(world, repairTypes=2))).status == 200
    mark_repaired(repair_client, world)
    assert save(repair_client, world, **build_info_with_services(select_services(world, repairTypes=1))).status == 200
    assert (repair_client.get_unit().repair_approval, repair_client.get_unit().repair_status) == (
        "WAITING_APPROVAL",
        "",
    )


def test_unchanged_data_keep_repair_approval(repair_client: RepairClient, world: World) -> None:
    for info in ({}, build_info_with_services(select_services(world, repairTypes=2))):
        assert save(repair_client, world, **info).status == 200
        mark_repaired(repair_client, world)
        row = {
            **request_bodies.diagnosis(repair_client.units[0], **info),
            "serialNumber": "TYPED-ANEW",
            "serviceTag": "",
        }
        assert repair_client.post("save/part-in-diagnostic", [row], world.service).status == 200
        unit = repair_client.get_unit()
        assert (unit.repair_approval, unit.repair_status) == ("APPROVED", "REPAIRED")
        assert (unit.serial_number, unit.service_tag) == ("TYPED-ANEW", "")


def test_search_finds_corrected_serial_number(caller: ApiClient, repair_client: RepairClient, world: World) -> None:
    row = {**request_bodies.diagnosis(repair_client.units[0]), "serialNumber": "MENDED-7"}
    assert repair_client.post("save/part-in-diagnostic", [row], world.service).status == 200
    assert caller.get("/requests/search", actor=world.client, word="mended-7").ok
    assert caller.get("/requests/search", actor=world.client, word="SN-1").ok == []
