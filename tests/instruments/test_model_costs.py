"""Units that count as costs of an instrument and of its model."""

from typing import Any

import pytest

from portal_backend.repairs.models import ReceiptLine, RepairUnit
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.api_client import ApiClient
from tests.factories import World
from tests.instruments.test_history import fetch_instrument, fetch_repair_hints, get_instrument_ids

pytestmark = pytest.mark.django_db
COST = 30.5


@pytest.fixture
def world() -> World:
    return factories.world()


def fetch_costs(caller: ApiClient, world: World, request: ServiceRequest) -> tuple[Any, Any, Any]:
    """Return the costs in a repair's hint for the supervisor."""
    [hint] = fetch_repair_hints(caller, request, world.supervisor)
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
def test_only_approved_work_counts_as_cost(
    change: dict[str, Any], counts: bool, caller: ApiClient, world: World
) -> None:
    before, request = (factories.repair(world, "IN_SERVICE") for _ in range(2))
    unit = RepairUnit.objects.get(repair_id=before.pk)
    for found in {"missing", "damaged"} & change.keys():
        ReceiptLine.objects.create(
            repair_id=before.pk, unit=unit, condition=found.upper(), recorded_at=before.created_at
        )
    ServiceRequest.objects.filter(pk=before.pk).update(status=change.get("status", before.status))
    fields = {name: value for name, value in change.items() if hasattr(unit, name)}
    RepairUnit.objects.filter(pk=unit.pk).update(**fields)
    assert fetch_costs(caller, world, request) == ((COST, COST, 1) if counts else (0, None, None))
    [instrument] = get_instrument_ids(request)
    page = fetch_instrument(caller, instrument, world.supervisor).ok
    assert page["totalCost"] == (2 * COST if counts else COST)
    assert [visit["isSpent"] for visit in page["visits"]] == [True, counts]


def test_excludes_viewed_request_from_costs(caller: ApiClient, world: World) -> None:
    request = factories.repair(world, "IN_REPAIR_APPROVAL")
    assert fetch_costs(caller, world, request) == (0, None, None)
    RepairUnit.objects.filter(repair_id=request.pk).update(repair_approval="APPROVED")
    assert fetch_costs(caller, world, request) == (0, None, None)
