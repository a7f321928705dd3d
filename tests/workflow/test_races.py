"""Concurrent decisions: of two users one succeeds, the other gets a 409.

`scripts/test drills` runs 1,000 races on each database (`--races` for another number).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import ServiceRequest, StatusChange
from tests import factories, request_bodies
from tests.concurrent_calls import ApiCall, count_outcomes, run_concurrently
from tests.factories import Person, World

pytestmark = pytest.mark.django_db(transaction=True)
# upper limit, as all of them take minutes
MAX_RACES = 5000
MOVES = {
    "REPAIR": ("POST", "/repairing/change/repair/status", "repairId"),
    "PARTS": ("PUT", "/parts/update-part-request-status", "partRequestId"),
    "REMOTE_SUPPORT": ("PUT", "/support/update-status", "remoteSupportId"),
}
Race = Callable[[World, int], None]


@pytest.fixture
def here() -> World:
    return factories.world()


def run_race(request: ServiceRequest, users: Sequence[Person], calls: Sequence[ApiCall], moves: int) -> int:
    """Run a race of two requests, check both outcomes, and return the winner's index."""
    responses = run_concurrently(*calls)
    assert count_outcomes(responses) == {"200": 1, "409 STALE": 1}
    winner = [response.status for response in responses].index(200)
    now, current = ServiceRequest.objects.get(pk=request.pk), responses[1 - winner].data["current"]
    assert (current["changedBy"], current["version"]) == (users[winner].user.full_name, request.version + 1)
    assert (now.version, now.updated_by_id) == (request.version + 1, users[winner].id)
    changes = StatusChange.objects.filter(request=request).exclude(old_status="NONE").values_list("user_id", flat=True)
    assert list(changes) == [users[winner].id] * moves
    return winner


def build_continue_race(kind: str) -> Race:
    """Return a race of two supervisors who continue."""
    verb, path, name = MOVES[kind]

    def race(here: World, number: int) -> None:
        new = factories.request(kind, here, ready=True)
        seen = {"version": new.version} if number % 2 else {"expectedStatus": new.status}
        users = (here.supervisor, here.supervisor2)
        calls: list[ApiCall] = [
            lambda own, user=user: own.call(verb, path, user, **{name: new.pk}, **seen)  # type: ignore[misc]
            for user in users
        ]
        run_race(new, users, calls, moves=1)

    return race


def race_direct_choice(here: World, number: int) -> None:
    """Race a supervisor's Continue against an administrator's direct choice."""
    new, users = factories.repair(here, ready=True), (here.supervisor, here.admin)
    verb, path, name = MOVES["REPAIR"]
    seen: dict[str, Any] = {name: new.pk, "version": new.version}
    calls: list[ApiCall] = [
        lambda own: own.call(verb, path, here.supervisor, **seen),
        lambda own: own.call(verb, path, here.admin, **seen, status="IN_TRANSIT"),
    ]
    winner = run_race(new, users, calls, moves=1)
    assert ServiceRequest.objects.get(pk=new.pk).status == ("IN_SHIPPING_DETAILS", "IN_TRANSIT")[winner]


def race_unit_approval(here: World, number: int) -> None:
    """Race the approval of a unit against its rejection."""
    new, users = factories.repair(here), (here.supervisor, here.supervisor2)
    unit, seen = (
        RepairUnit.objects.get(repair_id=new.pk),
        {"repairId": new.pk, "version": new.version},
    )
    path, statuses = "/repairing/change/initial/status/all", ("APPROVED", "REJECTED")
    calls: list[ApiCall] = [
        lambda own, user=user, word=word: own.post(path, [{"id": unit.pk, "status": word}], user, **seen)  # type: ignore[misc]
        for user, word in zip(users, statuses, strict=True)
    ]
    winner = run_race(new, users, calls, moves=0)
    assert RepairUnit.objects.get(pk=unit.pk).initial_approval == statuses[winner]


def race_support_approval(here: World, number: int) -> None:
    """Race the approval of remote support against its rejection."""
    new, users = factories.request("REMOTE_SUPPORT", here), (here.supervisor, here.supervisor2)
    seen, statuses = (
        {"remoteSupportId": new.pk, "version": new.version},
        ("APPROVED", "REJECTED"),
    )
    calls: list[ApiCall] = [
        lambda own, user=user, word=word: own.post(  # type: ignore[misc]
            "/support/update/initial-approval", actor=user, status=word, **seen
        )
        for user, word in zip(users, statuses, strict=True)
    ]
    run_race(new, users, calls, moves=0)


def race_creation(here: World, number: int) -> None:
    """Race two creations with one idempotency key; both return the same repair."""
    before, key = ServiceRequest.objects.count(), {"Idempotency-Key": f"race-{number}"}
    body = [request_bodies.unit(here.part.pk)]
    send: ApiCall = lambda own: own.post("/repairing/create", body, actor=here.client, headers=key)  # noqa: E731
    responses = run_concurrently(send, send)
    assert responses[0].ok == responses[1].ok
    assert ServiceRequest.objects.count() == before + 1
    assert RepairUnit.objects.filter(repair_id=responses[0].data["id"]).count() == 1


RACES: dict[str, Race] = {
    **{f"continue {kind}": build_continue_race(kind) for kind in MOVES},
    "continue or choose": race_direct_choice,
    "approve or reject a unit": race_unit_approval,
    "approve or reject support": race_support_approval,
    "create under one key": race_creation,
}


def run_races(here: World) -> Iterator[str]:
    """Run races one after another, each kind in turn, and yield their names."""
    number = 0
    while True:
        for name, race in RACES.items():
            number += 1
            race(here, number)
            yield name


def test_one_succeeds_and_the_other_gets_a_version_conflict(
    here: World, request: pytest.FixtureRequest, record_property: Callable[[str, Any], None]
) -> None:
    races = min(request.config.getoption("--races"), MAX_RACES)
    done = Counter(islice(run_races(here), races))
    record_property("races held", dict(done))
    assert done.total() == races
    changes = StatusChange.objects.exclude(old_status="NONE")
    moved = sum(number for name, number in done.items() if name.startswith("continue"))
    assert changes.count() == moved
