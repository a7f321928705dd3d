"""Fast path of the counters: ended sessions and old counters are never served.

Changes are visible to all processes at their next poll.
"""

from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from portal_backend.accounts import session_cache
from portal_backend.accounts.grants import renew_membership_grants
from portal_backend.accounts.sessions import revoke_sessions
from portal_backend.core import cache_versions
from portal_backend.workflow import counters_fast_path
from portal_backend.workflow.actions import change_service, delete_request, restore_request
from portal_backend.workflow.counters import query_waiting_totals
from portal_backend.workflow.lists import get_counters
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.counter_polls import StartProcess
from tests.factories import Person
from tests.session_endings import SESSION_ENDINGS

pytestmark = pytest.mark.django_db(transaction=True)
REPAIR = "REPAIR"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def _no_max_age(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the reload by age, so that only a new version causes a reload."""
    monkeypatch.setattr(cache_versions, "MAX_AGE", float("inf"))


def recount(person: Person) -> dict[str, int]:
    return {row["requestType"]: row["total"] for row in get_counters(person.actor)}


@pytest.mark.usefixtures("_no_max_age")
@pytest.mark.parametrize("end", SESSION_ENDINGS)
def test_next_poll_of_every_process_rejects_a_revoked_token(
    world: factories.World, start: StartProcess, end: Callable[..., None]
) -> None:
    person = world.client
    processes = [start().warm_up(person).warm_up(world.client2) for _ in range(2)]
    for each in processes:
        each.read_counters(person)
    end(person, world)
    for each in processes:
        assert each.poll(person).status == 401
        assert each.poll(person).status == 401
        each.read_counters(world.client2)


@pytest.mark.usefixtures("_no_max_age")
def test_next_poll_of_every_process_applies_changed_grants(world: factories.World, start: StartProcess) -> None:
    person = world.service
    request = factories.request(REPAIR, world, "IN_WAITING_DIAGNOSTICS")
    assert request.responsible_role == person.role
    processes = [start().warm_up(person) for _ in range(2)]
    assert [each.read_counters(person)[REPAIR] for each in processes] == [1, 1]
    person.user.service = world.service2.user.service
    with transaction.atomic():
        person.user.save()
        renew_membership_grants(person.user)
    assert [each.read_counters(person)[REPAIR] for each in processes] == [0, 0]


@pytest.mark.usefixtures("_no_max_age")
def test_counters_follow_every_kind_of_change(world: factories.World, start: StartProcess) -> None:
    people = [world.supervisor, world.client, world.service, world.service2]
    processes = [start() for _ in range(2)]
    for process, person in product(processes, people):
        process.warm_up(person)

    def assert_counters() -> list[dict[str, int]]:
        expected = [recount(person) for person in people]
        for process in processes:
            assert [process.read_counters(person) for person in people] == expected
        return expected

    recorded = [assert_counters()]

    def assert_changed() -> None:
        recorded.append(assert_counters())
        assert recorded[-1] != recorded[-2]

    request, admin = factories.request(REPAIR, world), world.admin.actor
    assert_changed()
    for status in ("IN_SHIPPING_DETAILS", "IN_DIAGNOSTICS"):
        transition(PROCESSES[REPAIR], request.pk, actor=admin, target_status=status)
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
        transition(PROCESSES[REPAIR], request.pk, actor=admin, target_status="NEW")
        raise Crash

    with pytest.raises(Crash):
        crash()
    assert assert_counters() == recorded[-1]
    cache.clear()  # empties Redis
    assert assert_counters() == recorded[-1]
    transition(PROCESSES[REPAIR], request.pk, actor=admin, target_status="NEW")
    assert_changed()


@transaction.atomic
def test_counters_of_all_users_use_an_index(world: factories.World) -> None:
    factories.request(REPAIR, world)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # would use a sequential scan for so few rows
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    plan = query_waiting_totals().explain()
    assert "waiting_by_" in plan
    assert connection.vendor == "sqlite" or "Index Only Scan" in plan


def test_lost_invalidation_delays_changes_by_one_second(
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process may be killed between its commit and the new cache version."""
    now = [100.0]
    for module in (cache_versions, counters_fast_path, session_cache):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])
    process = start().warm_up(world.supervisor).warm_up(world.client)
    now[0] += 1
    assert process.read_counters(world.supervisor)[REPAIR] == 0
    with monkeypatch.context() as lost:
        lost.setattr(cache_versions, "_bump", lambda subject: None)
        factories.request(REPAIR, world)
        revoke_sessions(world.client.user)
    assert (process.read_counters(world.supervisor)[REPAIR], process.poll(world.client).status) == (0, 200), (
        "the control"
    )
    now[0] += 1
    assert (process.read_counters(world.supervisor)[REPAIR], process.poll(world.client).status) == (1, 401)


@pytest.mark.usefixtures("_no_max_age")
def test_count_from_before_a_commit_is_not_served_after_it(
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write comes after the count and before the count is cached."""
    count, writes = counters_fast_path.load_counters, list[Callable[[], Any]]()

    def count_then_write() -> Any:
        result = count()
        while writes:
            writes.pop()()
        return result

    monkeypatch.setattr(counters_fast_path, "load_counters", count_then_write)
    process = start().warm_up(world.supervisor)
    writes.append(lambda: factories.request(REPAIR, world))
    assert process.read_counters(world.supervisor)[REPAIR] == 0, "it came before the write"
    assert process.read_counters(world.supervisor)[REPAIR] == 1
