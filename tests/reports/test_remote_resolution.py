"""Count of remote support requests that needed no shipment, in the report."""

from typing import Any

import pytest

from portal_backend.workflow.actions import delete_request
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
SINCE_FILTER = {"createdFrom": "2020-01-01T00:00:00"}


@pytest.fixture
def world() -> World:
    return factories.world()


def fetch_counts(caller: ApiClient, actor: Person, **filters: Any) -> Any:
    counts = caller.post("/reports/general/charts", filters or SINCE_FILTER, actor=actor).ok["remote"]
    return counts and (counts["solved"], counts["ended"])


def create_repair(caller: ApiClient, world: World, origin: ServiceRequest) -> int:
    unit = [request_bodies.unit(world.part.pk)]
    repair_id: int = caller.post("/repairing/create", unit, actor=world.client, originId=origin.pk).ok["id"]
    return repair_id


def test_counts_remote_support_without_follow_up(caller: ApiClient, world: World) -> None:
    ended = [factories.request("REMOTE_SUPPORT", world, "DONE") for _ in range(3)]
    factories.request("REMOTE_SUPPORT", world, "WAITING_COMPLETION")
    assert fetch_counts(caller, world.admin) == (3, 3)
    repair = create_repair(caller, world, ended[0])
    create_repair(caller, world, ended[1])
    create_repair(caller, world, ended[1])
    assert fetch_counts(caller, world.admin) == (1, 3)
    delete_request(PROCESSES["REPAIR"], repair, actor=world.admin.actor)
    assert fetch_counts(caller, world.admin) == (2, 3)


def test_remote_support_count_is_limited_to_scope_and_filters(caller: ApiClient, world: World) -> None:
    factories.request("REMOTE_SUPPORT", world, "DONE")
    other = factories.request("REMOTE_SUPPORT", world, "DONE", by=world.client2)
    assert [fetch_counts(caller, each) for each in (world.supervisor, world.manager)] == [(2, 2), (1, 1)]
    assert fetch_counts(caller, world.admin, clientId=other.client_id) == (1, 1)
    assert fetch_counts(caller, world.admin, serviceId=other.service_id) == (1, 1)
    assert fetch_counts(caller, world.admin, createdTo="2020-01-01T00:00:00") == (0, 0)


def test_omits_remote_support_count_for_repair_only_filters(caller: ApiClient, world: World) -> None:
    factories.request("REMOTE_SUPPORT", world, "DONE")
    assert fetch_counts(caller, world.admin, status="NEW") is None
    assert fetch_counts(caller, world.admin, **SINCE_FILTER, serialNumber="x") is None
