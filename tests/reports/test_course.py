"""The course of a request: who held it how long, who holds it since when, until when; whose eyes see what of it."""

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
def here() -> factories.World:
    return factories.world()


@pytest.fixture
def repair(here: factories.World) -> Request:
    """Two days with the supervisor, three with the client, seven with the service in two steps, then on its way."""
    with clock_at(BEGIN):
        made = factories.repair(here)
    for days, target in (
        (2, "IN_SHIPPING_DETAILS"),
        (5, "IN_WAITING_FOR_PICK_UP"),
        (6, "SETTING_TRACKING_NUMBER"),
        (12, "IN_TRANSIT"),
    ):
        with clock_at(BEGIN + timedelta(days=days)):
            move(REPAIR, made.pk, actor=here.admin.actor, target=target)
    return made


def test_the_days_of_each_holder_add_up(caller: Caller, here: factories.World, repair: Request) -> None:
    told = course(caller, repair, here.service, after=14.5)
    assert [(each["holder"], each["days"], each["isPresent"]) for each in told["held"]] == [
        ("CLIENT", 3, False),
        ("SUPERVISOR", 2, False),
        ("SERVICE", 7, False),
        ("COURIER", 2.5, True),
    ]
    assert (told["holderName"], told["since"]) == ("Courier", "2026-03-14T17:00:00Z")


def test_a_holder_of_steps_that_follow_each_other_has_it_since_the_first(
    caller: Caller, here: factories.World, repair: Request
) -> None:
    with clock_at(BEGIN + timedelta(days=13)):
        move(REPAIR, repair.pk, actor=here.admin.actor, target="IN_WAITING_DIAGNOSTICS")
    with clock_at(BEGIN + timedelta(days=15)):
        move(REPAIR, repair.pk, actor=here.admin.actor, target="IN_DIAGNOSTICS")
    told = course(caller, repair, here.admin, after=16, lang="es")
    assert (told["holderName"], told["since"]) == ("Servicio", "2026-03-15T17:00:00Z")


def test_what_has_ended_is_held_by_nobody(caller: Caller, here: factories.World, repair: Request) -> None:
    with clock_at(BEGIN + timedelta(days=20)):
        move(REPAIR, repair.pk, actor=here.admin.actor, target="COMPLETED")
    told = course(caller, repair, here.admin, after=99)
    assert (told["holder"], told["forecast"], told["isLate"]) == (None, None, False)
    assert sum(each["days"] for each in told["held"]) == 20


def test_the_end_is_foreseen_and_a_long_stay_is_late(caller: Caller, here: factories.World) -> None:
    ended(here, [(BEGIN - timedelta(days=99), [("NEW", 1 + n), ("IN_SERVICE", 10)]) for n in range(9)])
    renew_paces()
    with clock_at(BEGIN):
        made = factories.repair(here)
    assert course(caller, made, here.client)["forecast"] == {
        "earliest": "2026-03-13",
        "likely": "2026-03-17",
        "latest": "2026-03-21",
        "cases": 9,
    }
    later = course(caller, made, here.client, after=3.5)
    assert (later["forecast"]["earliest"], later["forecast"]["cases"], later["isLate"]) == ("2026-03-16", 6, False)
    stuck = course(caller, made, here.client, after=10)
    assert (stuck["forecast"], stuck["isLate"]) == (None, True)


def test_a_client_reads_what_happened_but_nobodys_name(caller: Caller, here: factories.World, repair: Request) -> None:
    told = course(caller, repair, here.client, after=14)
    assert [event["status"]["value"] for event in told["events"]][:2] == ["New", "Shipping details"]
    assert [set(event) for event in told["events"]] == [{"at", "status"}] * 5
    assert here.admin.user.first_name not in str(told)
    for person in (here.service, here.supervisor, here.admin, here.manager):
        assert course(caller, repair, person, after=14)["events"] == [], "they have a History tab"


def test_it_is_told_within_the_scope_alone(caller: Caller, here: factories.World, repair: Request) -> None:
    for person in (here.client2, here.service2):
        assert caller.get(COURSE, actor=person, requestId=repair.pk).verdict == "404 NOT_FOUND"
    Request.objects.filter(pk=repair.pk).update(deleted_at=BEGIN)
    assert caller.get(COURSE, actor=here.admin, requestId=repair.pk).verdict == "404 NOT_FOUND"


@pytest.mark.parametrize("kind", ["PARTS", "REMOTE_SUPPORT"])
def test_every_kind_has_a_course(caller: Caller, here: factories.World, kind: str) -> None:
    made = factories.request(kind, here)
    told = caller.get(COURSE, actor=here.client, requestId=made.pk).ok
    assert [each["holder"] for each in told["held"]] == ["SUPERVISOR"]
    assert len(told["events"]) == 1
