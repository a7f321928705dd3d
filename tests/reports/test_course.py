"""Request timeline: days per holder, current holder, forecast, events and scope."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from portal_backend.base.newyork import clock_at
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.paces import renew_paces
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move
from tests import factories
from tests.caller import Caller
from tests.reports.histories import ended

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 3, 2, 17, tzinfo=UTC)
COURSE = "/requests/fetch/course"


def course(caller: Caller, request: Request, actor: factories.Person, *, after: float = 0, **more: Any) -> Any:
    with clock_at(BEGIN + timedelta(days=after)):
        return caller.get(COURSE, actor=actor, requestId=request.pk, **more).ok


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def repair(world: factories.World) -> Request:
    """Create a repair in transit.

    It was with the supervisor for two days, the client for three and the service, in two steps, for seven.
    """
    with clock_at(BEGIN):
        request = factories.repair(world)
    for days, target in (
        (2, "IN_SHIPPING_DETAILS"),
        (5, "IN_WAITING_FOR_PICK_UP"),
        (6, "SETTING_TRACKING_NUMBER"),
        (12, "IN_TRANSIT"),
    ):
        with clock_at(BEGIN + timedelta(days=days)):
            move(REPAIR, request.pk, actor=world.admin.actor, target=target)
    return request


def test_sums_days_per_holder(caller: Caller, world: factories.World, repair: Request) -> None:
    timeline = course(caller, repair, world.service, after=14.5)
    assert [(each["holder"], each["days"], each["isPresent"]) for each in timeline["held"]] == [
        ("CLIENT", 3, False),
        ("SUPERVISOR", 2, False),
        ("SERVICE", 7, False),
        ("COURIER", 2.5, True),
    ]
    assert (timeline["holderName"], timeline["since"]) == ("Courier", "2026-03-14T17:00:00Z")


def test_holder_since_spans_consecutive_steps(caller: Caller, world: factories.World, repair: Request) -> None:
    with clock_at(BEGIN + timedelta(days=13)):
        move(REPAIR, repair.pk, actor=world.admin.actor, target="IN_WAITING_DIAGNOSTICS")
    with clock_at(BEGIN + timedelta(days=15)):
        move(REPAIR, repair.pk, actor=world.admin.actor, target="IN_DIAGNOSTICS")
    timeline = course(caller, repair, world.admin, after=16, lang="es")
    assert (timeline["holderName"], timeline["since"]) == ("Servicio", "2026-03-15T17:00:00Z")


def test_ended_request_has_no_holder(caller: Caller, world: factories.World, repair: Request) -> None:
    with clock_at(BEGIN + timedelta(days=20)):
        move(REPAIR, repair.pk, actor=world.admin.actor, target="COMPLETED")
    timeline = course(caller, repair, world.admin, after=99)
    assert (timeline["holder"], timeline["forecast"], timeline["isLate"]) == (None, None, False)
    assert sum(each["days"] for each in timeline["held"]) == 20


def test_forecasts_end_and_marks_long_waits_as_late(caller: Caller, world: factories.World) -> None:
    ended(world, [(BEGIN - timedelta(days=99), [("NEW", 1 + n), ("IN_SERVICE", 10)]) for n in range(9)])
    renew_paces()
    with clock_at(BEGIN):
        request = factories.repair(world)
    assert course(caller, request, world.client)["forecast"] == {
        "earliest": "2026-03-13",
        "likely": "2026-03-17",
        "latest": "2026-03-21",
        "cases": 9,
    }
    later = course(caller, request, world.client, after=3.5)
    assert (later["forecast"]["earliest"], later["forecast"]["cases"], later["isLate"]) == ("2026-03-16", 6, False)
    stuck = course(caller, request, world.client, after=10)
    assert (stuck["forecast"], stuck["isLate"]) == (None, True)


def test_client_gets_events_without_names(caller: Caller, world: factories.World, repair: Request) -> None:
    timeline = course(caller, repair, world.client, after=14)
    assert [event["status"]["value"] for event in timeline["events"]][:2] == ["New", "Shipping details"]
    assert [set(event) for event in timeline["events"]] == [{"at", "status"}] * 5
    assert world.admin.user.first_name not in str(timeline)
    for person in (world.service, world.supervisor, world.admin, world.manager):
        assert course(caller, repair, person, after=14)["events"] == [], "they have a History tab"


def test_timeline_is_limited_to_scope(caller: Caller, world: factories.World, repair: Request) -> None:
    for person in (world.client2, world.service2):
        assert caller.get(COURSE, actor=person, requestId=repair.pk).verdict == "404 NOT_FOUND"
    Request.objects.filter(pk=repair.pk).update(deleted_at=BEGIN)
    assert caller.get(COURSE, actor=world.admin, requestId=repair.pk).verdict == "404 NOT_FOUND"


@pytest.mark.parametrize("kind", ["PARTS", "REMOTE_SUPPORT"])
def test_every_kind_has_a_timeline(caller: Caller, world: factories.World, kind: str) -> None:
    request = factories.request(kind, world)
    timeline = caller.get(COURSE, actor=world.client, requestId=request.pk).ok
    assert [each["holder"] for each in timeline["held"]] == ["SUPERVISOR"]
    assert len(timeline["events"]) == 1
