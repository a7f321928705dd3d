"""Number of unread notifications in the header of a poll.

It is up to date in all processes, and is loaded by one index-only query.
"""

from collections.abc import Collection
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from portal_backend.core import cache_versions
from portal_backend.notifications import inbox
from portal_backend.notifications.events import expand_events
from portal_backend.notifications.inbox import count_unread_by_user
from portal_backend.notifications.models import Mail
from portal_backend.workflow import counters_fast_path
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.api_client import ApiClient
from tests.counter_polls import StartProcess
from tests.smtp_server import delete_mails

pytestmark = pytest.mark.django_db(transaction=True)
REPAIR = "REPAIR"
SEEN = "/notifications/seen"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def _no_max_age(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the reload by age, so that only a new version causes a reload."""
    for module, name in ((cache_versions, "MAX_AGE"), (counters_fast_path, "UNREAD_MAX_AGE")):
        monkeypatch.setattr(module, name, float("inf"))


@pytest.mark.usefixtures("_no_max_age")
def test_next_poll_of_every_process_has_the_unread_count(world: factories.World, start: StartProcess) -> None:
    people = (world.client_mate, world.supervisor, world.client2)
    processes = [start(), start()]
    for process in processes:
        for person in people:
            process.warm_up(person)

    def read_unread() -> list[int]:
        first, second = ([process.read_unread_count(person) for person in people] for process in processes)
        assert first == second
        return first

    assert read_unread() == [0, 0, 0]
    repair = factories.request(REPAIR, world)
    assert read_unread() == [0, 0, 0], "a worker has not looked yet"
    expand_events()
    assert read_unread() == [1, 1, 0]
    transition(PROCESSES[REPAIR], repair.pk, actor=world.admin.actor, target_status="IN_TRANSIT")
    expand_events()
    assert read_unread() == [2, 1, 0]
    newest = Mail.objects.filter(user=world.client_mate.user).latest("pk").pk
    assert ApiClient().put(SEEN, actor=world.client_mate, upTo=newest).ok is True
    assert read_unread() == [0, 1, 0]


def test_unread_count_changes_the_etag(world: factories.World, start: StartProcess) -> None:
    ordinary, fast = start(fast_path=False), start().warm_up(world.client_mate)
    repair = factories.request(REPAIR, world, "IN_TRANSIT")
    delete_mails()
    before = ordinary.poll(world.client_mate)
    for process in (ordinary, fast):
        assert process.poll(world.client_mate, if_none_match=before.headers["etag"]).status == 304
    transition(PROCESSES[REPAIR], repair.pk, actor=world.admin.actor, target_status="IN_WAITING_DIAGNOSTICS")
    expand_events()
    for process in (ordinary, fast):
        after = process.poll(world.client_mate, if_none_match=before.headers["etag"])
        assert (after.status, after.body, after.headers["portal-unread"]) == (200, before.body, "1")
        assert process.poll(world.client_mate, if_none_match=after.headers["etag"]).status == 304


@pytest.mark.usefixtures("_no_max_age")
def test_unread_counts_are_loaded_once_for_all_users_until_a_write(
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = list[set[int]]()

    def record_call(user_ids: Collection[int]) -> dict[int, int]:
        calls.append(set(user_ids))
        return count_unread_by_user(user_ids)

    process = start().warm_up(world.client).warm_up(world.supervisor)
    monkeypatch.setattr(counters_fast_path, "count_unread_by_user", record_call)
    for _ in range(5):
        process.read_unread_count(world.client)
        process.read_unread_count(world.supervisor)
    both = {world.client.user.pk, world.supervisor.user.pk}
    assert calls == [both]
    factories.request(REPAIR, world)
    process.read_unread_count(world.client)
    assert calls == [both], "a transition does not change the count before its event is expanded"
    expand_events()
    process.read_unread_count(world.client)
    assert calls == [both, both]
    # a user who signs in later is counted separately
    process.warm_up(world.client2)
    process.read_unread_count(world.client)
    process.read_unread_count(world.client2)
    assert calls[-1] == {world.client2.user.pk} or world.client2.user.pk in calls[-1]


def test_unread_count_uses_one_index_query_up_to_the_limit(
    world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        factories.request("PARTS", world)
    expand_events()
    people = [world.client_mate.user.pk, world.client2.user.pk]
    with CaptureQueriesContext(connection) as captured:
        assert count_unread_by_user(people) == dict(zip(people, (4, 0), strict=True))
    assert len(captured) == 1
    monkeypatch.setattr(inbox, "MAX_UNREAD_COUNT", 3)
    assert count_unread_by_user(people) == dict(zip(people, (3, 0), strict=True))
    assert "mail_unseen" in _plan(captured[0]["sql"])


@transaction.atomic
def _plan(statement: str) -> str:
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # would use a sequential scan for so few rows
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        cursor.execute(f"{explain} {statement}")
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return str(rows)
