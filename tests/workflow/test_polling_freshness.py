"""The poll of the counters before Django: nothing that has ended or changed is told, by whatever process."""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from portal_backend.accounts import presence
from portal_backend.accounts.grants import renew_membership_grants
from portal_backend.accounts.sessions import revoke
from portal_backend.base import generations
from portal_backend.workflow import polling
from portal_backend.workflow.actions import change_service, delete_request, restore_request
from portal_backend.workflow.lists import counters
from portal_backend.workflow.moves import move
from portal_backend.workflow.numbers import waiting_for_all
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.endings import ENDINGS
from tests.factories import Person
from tests.polls import StartProcess

pytestmark = pytest.mark.django_db(transaction=True)
REPAIR = "REPAIR"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def _no_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read again for its age: what is noticed is noticed by its generation."""
    monkeypatch.setattr(generations, "OLDEST", float("inf"))


def recount(person: Person) -> dict[str, int]:
    return {row["requestType"]: row["total"] for row in counters(person.actor)}


@pytest.mark.usefixtures("_no_net")
@pytest.mark.parametrize("end", ENDINGS)
def test_a_revoked_token_is_refused_by_the_next_poll_in_every_process(
    world: factories.World, start: StartProcess, end: Callable[..., None]
) -> None:
    person = world.client
    processes = [start().knows(person).knows(world.client2) for _ in range(2)]
    for each in processes:
        each.numbers(person)
    end(person, world)
    for each in processes:
        assert each.poll(person).status == 401
        assert each.poll(person).status == 401
        each.numbers(world.client2)


@pytest.mark.usefixtures("_no_net")
def test_a_deleted_grant_is_noticed_by_the_next_poll_in_every_process(
    world: factories.World, start: StartProcess
) -> None:
    person = world.service
    request = factories.request(REPAIR, world, "IN_WAITING_DIAGNOSTICS")
    assert request.waits_for == person.role
    processes = [start().knows(person) for _ in range(2)]
    assert [each.numbers(person)[REPAIR] for each in processes] == [1, 1]
    person.user.service = world.service2.user.service
    with transaction.atomic():
        person.user.save()
        renew_membership_grants(person.user)
    assert [each.numbers(person)[REPAIR] for each in processes] == [0, 0]


@pytest.mark.usefixtures("_no_net")
def test_numbers_follow_whatever_changes_them(world: factories.World, start: StartProcess) -> None:
    people = [world.supervisor, world.client, world.service, world.service2]
    processes = [start() for _ in range(2)]
    for process, person in product(processes, people):
        process.knows(person)

    def hold() -> list[dict[str, int]]:
        wanted = [recount(person) for person in people]
        for process in processes:
            assert [process.numbers(person) for person in people] == wanted
        return wanted

    seen = [hold()]

    def changed() -> None:
        seen.append(hold())
        assert seen[-1] != seen[-2]

    request, admin = factories.request(REPAIR, world), world.admin.actor
    changed()
    for status in ("IN_SHIPPING_DETAILS", "IN_DIAGNOSTICS"):
        move(PROCESSES[REPAIR], request.pk, actor=admin, target=status)
        changed()
    service = world.service2.user.service_id
    assert service is not None
    change_service((REPAIR,), request.pk, service, actor=admin)
    changed()
    delete_request(PROCESSES[REPAIR], request.pk, actor=admin)
    changed()
    restore_request(request.number)
    changed()

    class Crash(Exception): ...

    @transaction.atomic
    def crash() -> None:
        move(PROCESSES[REPAIR], request.pk, actor=admin, target="NEW")
        raise Crash

    with pytest.raises(Crash):
        crash()
    assert hold() == seen[-1]
    cache.clear()  # which empties Redis
    assert hold() == seen[-1]
    move(PROCESSES[REPAIR], request.pk, actor=admin, target="NEW")
    changed()


@transaction.atomic
def test_everybody_is_counted_by_an_index(world: factories.World) -> None:
    factories.request(REPAIR, world)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # which would read so few from the table
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    told = waiting_for_all().explain()
    assert "waiting_by_" in told
    assert connection.vendor == "sqlite" or "Index Only Scan" in told


def test_a_message_that_is_lost_costs_a_second(
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a process is killed between its commit and the message of it."""
    now = [100.0]
    for module in (generations, polling, presence):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])
    process = start().knows(world.supervisor).knows(world.client)
    now[0] += 1
    assert process.numbers(world.supervisor)[REPAIR] == 0
    with monkeypatch.context() as lost:
        lost.setattr(generations, "_begin", lambda subject: None)
        factories.request(REPAIR, world)
        revoke(world.client.user)
    assert (process.numbers(world.supervisor)[REPAIR], process.poll(world.client).status) == (0, 200), "the control"
    now[0] += 1
    assert (process.numbers(world.supervisor)[REPAIR], process.poll(world.client).status) == (1, 401)


@pytest.mark.usefixtures("_no_net")
def test_what_was_counted_before_a_commit_is_not_told_after_it(
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write comes between the counting and the keeping of what was counted."""
    count, writes = polling.count_all, list[Callable[[], Any]]()

    def counted() -> Any:
        result = count()
        while writes:
            writes.pop()()
        return result

    monkeypatch.setattr(polling, "count_all", counted)
    process = start().knows(world.supervisor)
    writes.append(lambda: factories.request(REPAIR, world))
    assert process.numbers(world.supervisor)[REPAIR] == 0, "it came before the write"
    assert process.numbers(world.supervisor)[REPAIR] == 1
