"""Fast path of the counters: ended sessions and old counters are never served.

Changes are visible to all processes at their next poll.
"""

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
def _no_max_age(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the reload by age, so that only a new version causes a reload."""
    monkeypatch.setattr(generations, "OLDEST", float("inf"))


def recount(person: Person) -> dict[str, int]:
    return {row["requestType"]: row["total"] for row in counters(person.actor)}


@pytest.mark.usefixtures("_no_max_age")
@pytest.mark.parametrize("end", ENDINGS)
def test_next_poll_of_every_process_rejects_a_revoked_token(
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


@pytest.mark.usefixtures("_no_max_age")
def test_next_poll_of_every_process_applies_changed_grants(world: factories.World, start: StartProcess) -> None:
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


@pytest.mark.usefixtures("_no_max_age")
def test_counters_follow_every_kind_of_change(world: factories.World, start: StartProcess) -> None:
    people = [world.supervisor, world.client, world.service, world.service2]
    processes = [start() for _ in range(2)]
    for process, person in product(processes, people):
        process.knows(person)

    def assert_counters() -> list[dict[str, int]]:
        expected = [recount(person) for person in people]
        for process in processes:
            assert [process.numbers(person) for person in people] == expected
        return expected

    recorded = [assert_counters()]

    def assert_changed() -> None:
        recorded.append(assert_counters())
        assert recorded[-1] != recorded[-2]

    request, admin = factories.request(REPAIR, world), world.admin.actor
    assert_changed()
    for status in ("IN_SHIPPING_DETAILS", "IN_DIAGNOSTICS"):
        move(PROCESSES[REPAIR], request.pk, actor=admin, target=status)
        assert_changed()
    service = world.service2.user.service_id
    assert service is not None
    change_service((REPAIR,), request.pk, service, actor=admin)
    assert_changed()
    delete_request(PROCESSES[REPAIR], request.pk, actor=admin)
    assert_changed()
    restore_request(request.number)
    assert_changed()

    class Crash(Exception): ...

    @transaction.atomic
    def crash() -> None:
        move(PROCESSES[REPAIR], request.pk, actor=admin, target="NEW")
        raise Crash

    with pytest.raises(Crash):
        crash()
    assert assert_counters() == recorded[-1]
    cache.clear()  # empties Redis
    assert assert_counters() == recorded[-1]
    move(PROCESSES[REPAIR], request.pk, actor=admin, target="NEW")
    assert_changed()


@transaction.atomic
def test_counters_of_all_users_use_an_index(world: factories.World) -> None:
    factories.request(REPAIR, world)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # would use a sequential scan for so few rows
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    plan = waiting_for_all().explain()
    assert "waiting_by_" in plan
    assert connection.vendor == "sqlite" or "Index Only Scan" in plan


def test_lost_invalidation_delays_changes_by_one_second(
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process may be killed between its commit and the new cache version."""
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


@pytest.mark.usefixtures("_no_max_age")
def test_count_from_before_a_commit_is_not_served_after_it(
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write comes after the count and before the count is cached."""
    count, writes = polling.count_all, list[Callable[[], Any]]()

    def count_then_write() -> Any:
        result = count()
        while writes:
            writes.pop()()
        return result

    monkeypatch.setattr(polling, "count_all", count_then_write)
    process = start().knows(world.supervisor)
    writes.append(lambda: factories.request(REPAIR, world))
    assert process.numbers(world.supervisor)[REPAIR] == 0, "it came before the write"
    assert process.numbers(world.supervisor)[REPAIR] == 1
