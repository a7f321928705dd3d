"""Request timeline: days per holder, current holder, forecast, events and scope."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from portal_backend.core.clock import freeze_time
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.forecasts import refresh_all_forecasts, refresh_duration_statistics
from portal_backend.reports.models import DurationStatistics
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.api_client import ApiClient
from tests.reports.request_histories import create_completed_requests

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 3, 2, 17, tzinfo=UTC)
TIMELINE_PATH = "/requests/fetch/course"


def fetch_timeline(
    caller: ApiClient, request: ServiceRequest, actor: factories.Person, *, days_later: float = 0, **more: Any
) -> Any:
    with freeze_time(BEGIN + timedelta(days=days_later)):
        return caller.get(TIMELINE_PATH, actor=actor, requestId=request.pk, **more).ok


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def repair(world: factories.World) -> ServiceRequest:
    """Create a repair in transit.

    It was with the supervisor for two days, the client for three and the service, in two steps, for seven.
    """
    with freeze_time(BEGIN):
        request = factories.repair(world)
    for days, target in (
        (2, "IN_SHIPPING_DETAILS"),
        (5, "IN_WAITING_FOR_PICK_UP"),
        (6, "SETTING_TRACKING_NUMBER"),
        (12, "IN_TRANSIT"),
    ):
        with freeze_time(BEGIN + timedelta(days=days)):
            transition(REPAIR, request.pk, actor=world.admin.actor, target_status=target)
    return request


def test_sums_days_per_party(caller: ApiClient, world: factories.World, repair: ServiceRequest) -> None:
    timeline = fetch_timeline(caller, repair, world.service, days_later=14.5)
    assert [(each["holder"], each["days"], each["isPresent"]) for each in timeline["held"]] == [
        ("CLIENT", 3, False),
        ("SUPERVISOR", 2, False),
        ("SERVICE", 7, False),
        ("COURIER", 2.5, True),
    ]
    assert (timeline["holderName"], timeline["since"]) == ("Courier", "2026-03-14T17:00:00Z")


def test_party_since_spans_consecutive_steps(caller: ApiClient, world: factories.World, repair: ServiceRequest) -> None:
    with freeze_time(BEGIN + timedelta(days=13)):
        transition(REPAIR, repair.pk, actor=world.admin.actor, target_status="IN_WAITING_DIAGNOSTICS")
    with freeze_time(BEGIN + timedelta(days=15)):
        transition(REPAIR, repair.pk, actor=world.admin.actor, target_status="IN_DIAGNOSTICS")
    timeline = fetch_timeline(caller, repair, world.admin, days_later=16, lang="es")
    assert (timeline["holderName"], timeline["since"]) == ("Servicio", "2026-03-15T17:00:00Z")


def test_ended_request_has_no_party(caller: ApiClient, world: factories.World, repair: ServiceRequest) -> None:
    with freeze_time(BEGIN + timedelta(days=20)):
        transition(REPAIR, repair.pk, actor=world.admin.actor, target_status="COMPLETED")
    timeline = fetch_timeline(caller, repair, world.admin, days_later=99)
    assert (timeline["holder"], timeline["forecast"], timeline["isLate"]) == (None, None, False)
    assert sum(each["days"] for each in timeline["held"]) == 20


def test_forecasts_end_and_marks_long_waits_as_late(caller: ApiClient, world: factories.World) -> None:
    create_completed_requests(
        world, [(BEGIN - timedelta(days=99), [("NEW", 1 + n), ("IN_SERVICE", 10)]) for n in range(9)]
    )
    refresh_duration_statistics()
    with freeze_time(BEGIN):
        request = factories.repair(world)
    assert fetch_timeline(caller, request, world.client)["forecast"] == {
        "earliest": "2026-03-13",
        "likely": "2026-03-17",
        "latest": "2026-03-21",
        "cases": 9,
    }
    later = fetch_timeline(caller, request, world.client, days_later=3.5)
    assert (later["forecast"]["earliest"], later["forecast"]["cases"], later["isLate"]) == ("2026-03-16", 6, False)
    stuck = fetch_timeline(caller, request, world.client, days_later=10)
    assert (stuck["forecast"], stuck["isLate"]) == (None, True)


def test_client_gets_events_without_names(caller: ApiClient, world: factories.World, repair: ServiceRequest) -> None:
    timeline = fetch_timeline(caller, repair, world.client, days_later=14)
    assert [event["status"]["value"] for event in timeline["events"]][:2] == ["New", "Shipping details"]
    assert [set(event) for event in timeline["events"]] == [{"at", "status"}] * 5
    assert world.admin.user.first_name not in str(timeline)
    for person in (world.service, world.supervisor, world.admin, world.manager):
        assert fetch_timeline(caller, repair, person, days_later=14)["events"] == [], "they have a History tab"


def test_timeline_is_limited_to_scope(caller: ApiClient, world: factories.World, repair: ServiceRequest) -> None:
    for person in (world.client2, world.service2):
        assert caller.get(TIMELINE_PATH, actor=person, requestId=repair.pk).outcome == "404 NOT_FOUND"
    ServiceRequest.objects.filter(pk=repair.pk).update(deleted_at=BEGIN)
    assert caller.get(TIMELINE_PATH, actor=world.admin, requestId=repair.pk).outcome == "404 NOT_FOUND"


@pytest.mark.parametrize("kind", ["PARTS", "REMOTE_SUPPORT"])
def test_every_kind_has_a_timeline(caller: ApiClient, world: factories.World, kind: str) -> None:
    request = factories.request(kind, world)
    timeline = caller.get(TIMELINE_PATH, actor=world.client, requestId=request.pk).ok
    assert [each["holder"] for each in timeline["held"]] == ["SUPERVISOR"]
    assert len(timeline["events"]) == 1


@pytest.mark.parametrize(("kind", "status"), [("REPAIR", "IN_WAITING_COMPLETED"), ("PARTS", "WAITING_CONFIRMATION")])
def test_courier_date_replaces_the_forecast_until_it_is_overdue(
    kind: str, status: str, caller: ApiClient, world: factories.World
) -> None:
    with freeze_time(BEGIN):
        request = factories.request(kind, world, status)
        refresh_all_forecasts()
        DurationStatistics.objects.create(kind=kind, status=status, samples=[[10**8, 10**8]] * 9, p90_seconds=10**8)
    request.refresh_from_db()
    deadline = request.confirm_delivery_by
    assert deadline
    day = f"{deadline - timedelta(days=2)}"
    assert f"{request.expected_on}" == day
    last = (deadline - BEGIN.date()).days
    forecast = fetch_timeline(caller, request, world.client, days_later=last)["forecast"]
    assert forecast == {"earliest": day, "likely": day, "latest": day, "cases": 0}
    assert fetch_timeline(caller, request, world.client, days_later=last + 1)["forecast"]["cases"] == 9


@pytest.mark.parametrize(("kind", "status"), [("REPAIR", "IN_WAITING_COMPLETED"), ("PARTS", "WAITING_CONFIRMATION")])
def test_client_has_a_delivery_from_the_day_on_which_it_is_due(
    kind: str, status: str, caller: ApiClient, world: factories.World
) -> None:
    """The sentence of the page changes on the same day."""
    with freeze_time(BEGIN):
        request = factories.request(kind, world, status)
    request.refresh_from_db()
    assert request.confirm_delivery_by
    days = (request.confirm_delivery_by - timedelta(days=2) - BEGIN.date()).days
    # BEGIN is at noon in New York
    before = fetch_timeline(caller, request, world.client, days_later=days - 0.6)
    assert (before["holder"], before["since"]) == ("COURIER", "2026-03-02T17:00:00Z")
    due = fetch_timeline(caller, request, world.client, days_later=days + 0.5)
    assert (due["holder"], due["since"]) == ("CLIENT", f"{BEGIN.date() + timedelta(days=days)}T05:00:00Z")
    held = [(each["holder"], each["days"], each["isPresent"]) for each in due["held"]]
    assert held == [("CLIENT", 1, True), ("COURIER", days - 0.5, False)]
