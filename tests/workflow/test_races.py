"""The same decision by two people at one moment, many times: one wins, the other is told who did.

`scripts/test drills` holds 1,000 of them on each database (`--races` for another number).
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any

import pytest

from portal_backend.repairs.models import RepairPart
from portal_backend.workflow.models import Request, StatusChange
from tests import bodies, factories
from tests.factories import Person, World
from tests.together import Call, together, verdicts

pytestmark = pytest.mark.django_db(transaction=True)
# the whole of it lasts minutes
MOST = 5000
MOVES = {
    "REPAIR": ("POST", "/repairing/change/repair/status", "repairId"),
    "PARTS": ("PUT", "/parts/update-part-request-status", "partRequestId"),
    "REMOTE_SUPPORT": ("PUT", "/support/update-status", "remoteSupportId"),
}
Race = Callable[[World, int], None]


@pytest.fixture
def here() -> World:
    return factories.world()


def judge(request: Request, people: Sequence[Person], calls: Sequence[Call], moves: int) -> int:
    """Hold one race of two: one is kept, and the other hears whose it was. The place of the winner."""
    answers = together(*calls)
    assert verdicts(answers) == {"200": 1, "409 STALE": 1}
    won = [answer.status for answer in answers].index(200)
    now, told = Request.objects.get(pk=request.pk), answers[1 - won].data["current"]
    assert (told["changedBy"], told["version"]) == (people[won].user.full_name, request.version + 1)
    assert (now.version, now.updated_by_id) == (request.version + 1, people[won].id)
    changes = StatusChange.objects.filter(request=request).exclude(old_status="NONE").values_list("user_id", flat=True)
    assert list(changes) == [people[won].id] * moves
    return won


def continuing(kind: str) -> Race:
    """Two supervisors press Continue, each with what was seen."""
    verb, path, name = MOVES[kind]

    def race(here: World, number: int) -> None:
        made = factories.request(kind, here, ready=True)
        seen = {"version": made.version} if number % 2 else {"expectedStatus": made.status}
        people = (here.supervisor, here.supervisor2)
        calls: list[Call] = [
            lambda own, who=who: own.call(verb, path, who, **{name: made.pk}, **seen)  # type: ignore[misc]
            for who in people
        ]
        judge(made, people, calls, moves=1)

    return race


def choosing(here: World, number: int) -> None:
    """A supervisor continues where an administrator chooses another status."""
    made, people = factories.repair(here, ready=True), (here.supervisor, here.admin)
    verb, path, name = MOVES["REPAIR"]
    seen: dict[str, Any] = {name: made.pk, "version": made.version}
    calls: list[Call] = [
        lambda own: own.call(verb, path, here.supervisor, **seen),
        lambda own: own.call(verb, path, here.admin, **seen, status="IN_TRANSIT"),
    ]
    won = judge(made, people, calls, moves=1)
    assert Request.objects.get(pk=made.pk).status == ("IN_SHIPPING_DETAILS", "IN_TRANSIT")[won]


def approving_a_unit(here: World, number: int) -> None:
    """One approves a unit that the other rejects."""
    made, people = factories.repair(here), (here.supervisor, here.supervisor2)
    unit, seen = RepairPart.objects.get(repair_id=made.pk), {"repairId": made.pk, "version": made.version}
    path, words = "/repairing/change/initial/status/all", ("APPROVED", "REJECTED")
    calls: list[Call] = [
        lambda own, who=who, word=word: own.post(path, [{"id": unit.pk, "status": word}], who, **seen)  # type: ignore[misc]
        for who, word in zip(people, words, strict=True)
    ]
    won = judge(made, people, calls, moves=0)
    assert RepairPart.objects.get(pk=unit.pk).initial_approval == words[won]


def approving_support(here: World, number: int) -> None:
    """One approves remote support that the other rejects."""
    made, people = factories.request("REMOTE_SUPPORT", here), (here.supervisor, here.supervisor2)
    seen, words = {"remoteSupportId": made.pk, "version": made.version}, ("APPROVED", "REJECTED")
    calls: list[Call] = [
        lambda own, who=who, word=word: own.post(  # type: ignore[misc]
            "/support/update/initial-approval", actor=who, status=word, **seen
        )
        for who, word in zip(people, words, strict=True)
    ]
    judge(made, people, calls, moves=0)


def creating(here: World, number: int) -> None:
    """One form is sent from two windows under its key: both are answered the one repair."""
    before, key = Request.objects.count(), {"Idempotency-Key": f"race-{number}"}
    body = [bodies.unit(here.part.pk)]
    send: Call = lambda own: own.post("/repairing/create", body, actor=here.client, headers=key)  # noqa: E731
    answers = together(send, send)
    assert answers[0].ok == answers[1].ok
    assert Request.objects.count() == before + 1
    assert RepairPart.objects.filter(repair_id=answers[0].data["id"]).count() == 1


RACES: dict[str, Race] = {
    **{f"continue {kind}": continuing(kind) for kind in MOVES},
    "continue or choose": choosing,
    "approve or reject a unit": approving_a_unit,
    "approve or reject support": approving_support,
    "create under one key": creating,
}


def held(here: World) -> Iterator[str]:
    """One race after another, each kind in turn."""
    number = 0
    while True:
        for name, race in RACES.items():
            number += 1
            race(here, number)
            yield name


def test_one_wins_and_the_other_is_told_who_did(
    here: World, request: pytest.FixtureRequest, record_property: Callable[[str, Any], None]
) -> None:
    races = min(request.config.getoption("--races"), MOST)
    done = Counter(islice(held(here), races))
    record_property("races held", dict(done))
    assert done.total() == races
    changes = StatusChange.objects.exclude(old_status="NONE")
    moved = sum(number for name, number in done.items() if name.startswith("continue"))
    assert changes.count() == moved
