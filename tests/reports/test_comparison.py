"""Comparison of the general report with the period before."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from portal_backend.core.clock import freeze_time
from portal_backend.reports.comparison import get_previous_period
from portal_backend.workflow.models import ServiceRequest
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person, World

pytestmark = pytest.mark.django_db
MARCH = {"createdFrom": "2026-03-01T00:00:00", "createdTo": "2026-03-31T23:59:59"}


@pytest.fixture
def world() -> World:
    return factories.world()


def create_repair(world: World, created_at: datetime, days: int | None = None, by: Person | None = None) -> None:
    """Create a repair, completed after a number of days if given."""
    with freeze_time(created_at):
        request = factories.repair(world, "COMPLETED" if days else "NEW", **({"by": by} if by else {}))
    ended = created_at + timedelta(days=days) if days else None
    ServiceRequest.objects.filter(pk=request.pk).update(created_at=created_at, completed_at=ended)


def fetch_previous(caller: ApiClient, actor: Person, **filters: Any) -> Any:
    return caller.post("/reports/general/charts", filters, actor=actor).ok["previous"]


def test_previous_period_has_same_length_and_filters(caller: ApiClient, world: World) -> None:
    for day, days in ((1, 10), (10, 20), (20, None)):
        create_repair(world, datetime(2026, 2, day, 12, tzinfo=UTC), days)
    create_repair(world, datetime(2026, 1, 1, 12, tzinfo=UTC), 5)
    create_repair(world, datetime(2026, 3, 5, 12, tzinfo=UTC), 5)
    previous = fetch_previous(caller, world.admin, **MARCH)
    assert (previous["createdFrom"], previous["createdTo"]) == ("2026-01-29", "2026-02-28")
    assert (previous["requests"], previous["done"]) == (3, 2)
    assert previous["turnaround"] == {"median": 10, "p90": 20, "total": 2}
    assert previous["remote"] == {"ended": 0, "solved": 0}
    assert fetch_previous(caller, world.admin, **MARCH, status="NEW")["requests"] == 1
    assert fetch_previous(caller, world.admin, **MARCH, clientId=world.client2.user.client_id)["requests"] == 0


def test_previous_period_is_as_long_as_the_elapsed_part(caller: ApiClient, world: World) -> None:
    create_repair(world, datetime(2026, 2, 10, 12, tzinfo=UTC))
    with freeze_time(datetime(2026, 3, 6, 4, 59, 59, tzinfo=UTC)):
        previous = fetch_previous(caller, world.admin, **MARCH)
        assert fetch_previous(caller, world.admin, createdFrom="2026-03-07T00:00:00") is None
    assert (previous["createdFrom"], previous["createdTo"], previous["requests"]) == ("2026-02-24", "2026-02-28", 0)


def test_previous_period_is_limited_to_scope(caller: ApiClient, world: World) -> None:
    create_repair(world, datetime(2026, 2, 10, 12, tzinfo=UTC))
    create_repair(world, datetime(2026, 2, 11, 12, tzinfo=UTC), by=world.client2)
    counts = [fetch_previous(caller, each, **MARCH)["requests"] for each in (world.supervisor, world.manager)]
    assert counts == [2, 1]


def test_report_without_start_has_no_previous_period(caller: ApiClient, world: World) -> None:
    assert fetch_previous(caller, world.admin, createdTo="2026-03-31T23:59:59") is None


def test_previous_period_follows_new_york_clock() -> None:
    # the month begins in winter time and ends in summer time
    start = datetime(2026, 3, 1, 5, tzinfo=UTC)
    first, last = get_previous_period(start, datetime(2026, 4, 1, 3, 59, 59, tzinfo=UTC))
    assert (str(first), str(last)) == ("2026-01-29 00:00:00-05:00", "2026-02-28 23:59:59-05:00")
