"""Units that count as costs of an instrument and of its model."""

from typing import Any

import pytest

from portal_backend.repairs.models import Arrival, RepairPart
from portal_backend.workflow.models import Request
from tests import factories
from tests.caller import Caller
from tests.factories import World
from tests.instruments.test_story import instruments_of, of_repair, passport

pytestmark = pytest.mark.django_db
COST = 30.5


@pytest.fixture
def world() -> World:
    return factories.world()


def told(caller: Caller, world: World, request: Request) -> tuple[Any, Any, Any]:
    """Return the costs in a repair's hint for the supervisor."""
    [hint] = of_repair(caller, request, world.supervisor)
    return hint["totalCost"], hint.get("modelCost"), hint.get("modelCases")


@pytest.mark.parametrize(
    ("change", "counts"),
    [
        ({}, True),
        ({"repair_approval": "REJECTED"}, False),
        ({"repair_approval": "WAITING_APPROVAL"}, False),
        ({"repair_approval": "WAITING_APPROVAL", "diagnostic_status": "IT_IS_WORKING"}, True),
        ({"initial_approval": "REJECTED"}, False),
        ({"status": "REJECTED"}, False),
        ({"missing": True}, False),
        ({"damaged": True}, True),
    ],
)
def test_only_approved_work_counts_as_cost(change: dict[str, Any], counts: bool, caller: Caller, world: World) -> None:
    before, request = (factories.repair(world, "IN_SERVICE") for _ in range(2))
    unit = RepairPart.objects.get(repair_id=before.pk)
    for found in {"missing", "damaged"} & change.keys():
        Arrival.objects.create(repair_id=before.pk, unit=unit, found=found.upper(), at=before.created_at)
    Request.objects.filter(pk=before.pk).update(status=change.get("status", before.status))
    fields = {name: value for name, value in change.items() if hasattr(unit, name)}
    RepairPart.objects.filter(pk=unit.pk).update(**fields)
    assert told(caller, world, request) == ((COST, COST, 1) if counts else (0, None, None))
    [instrument] = instruments_of(request)
    page = passport(caller, instrument, world.supervisor).ok
    assert page["totalCost"] == (2 * COST if counts else COST)
    assert [visit["isSpent"] for visit in page["visits"]] == [True, counts]


def test_excludes_viewed_request_from_costs(caller: Caller, world: World) -> None:
    request = factories.repair(world, "IN_REPAIR_APPROVAL")
    assert told(caller, world, request) == (0, None, None)
    RepairPart.objects.filter(repair_id=request.pk).update(repair_approval="APPROVED")
    assert told(caller, world, request) == (0, None, None)
