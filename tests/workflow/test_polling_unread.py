"""Number of unread notifications in the header of a poll.

It is up to date in all processes, and is loaded by one index-only query.
"""

from collections.abc import Collection
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from portal_backend.base import generations
from portal_backend.notifications import bell
from portal_backend.notifications.bell import unread_of
from portal_backend.notifications.events import make_mails
from portal_backend.notifications.models import Mail
from portal_backend.workflow import polling
from portal_backend.workflow.moves import move
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.caller import Caller
from tests.mailbox import forget_mails
from tests.polls import StartProcess

pytestmark = pytest.mark.django_db(transaction=True)
REPAIR = "REPAIR"
SEEN = "/notifications/seen"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def _no_max_age(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the reload by age, so that only a new version causes a reload."""
    for module, name in ((generations, "OLDEST"), (polling, "OLDEST_UNREAD")):
        monkeypatch.setattr(module, name, float("inf"))


@pytest.mark.usefixtures("_no_max_age")
def test_next_poll_of_every_process_has_the_unread_count(world: factories.World, start: StartProcess) -> None:
    people = (world.client_mate, world.supervisor, world.client2)
    processes = [start(), start()]
    for process in processes:
        for person in people:
            process.knows(person)

    def read_unread() -> list[int]:
        first, second = ([process.unread(person) for person in people] for process in processes)
        assert first == second
        return first

    assert read_unread() == [0, 0, 0]
    repair = factories.request(REPAIR, world)
    assert read_unread() == [0, 0, 0], "a worker has not looked yet"
    make_mails()
    assert read_unread() == [1, 1, 0]
    move(PROCESSES[REPAIR], repair.pk, actor=world.admin.actor, target="IN_TRANSIT")
    make_mails()
    assert read_unread() == [2, 1, 0]
    newest = Mail.objects.filter(user=world.client_mate.user).latest("pk").pk
    assert Caller().put(SEEN, actor=world.client_mate, upTo=newest).ok is True
    assert read_unread() == [0, 1, 0]


def test_unread_count_changes_the_etag(world: factories.World, start: StartProcess) -> None:
    ordinary, fast = start(shortcut=False), start().knows(world.client_mate)
    repair = factories.request(REPAIR, world, "IN_TRANSIT")
    forget_mails()
    before = ordinary.poll(world.client_mate)
    for process in (ordinary, fast):
        assert process.poll(world.client_mate, if_none_match=before.headers["etag"]).status == 304
    move(PROCESSES[REPAIR], repair.pk, actor=world.admin.actor, target="IN_WAITING_DIAGNOSTICS")
    make_mails()
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
        return unread_of(user_ids)

    process = start().knows(world.client).knows(world.supervisor)
    monkeypatch.setattr(polling, "unread_of", record_call)
    for _ in range(5):
        process.unread(world.client)
        process.unread(world.supervisor)
    both = {world.client.user.pk, world.supervisor.user.pk}
    assert calls == [both]
    factories.request(REPAIR, world)
    process.unread(world.client)
    assert calls == [both], "a transition does not change the count before its event is expanded"
    make_mails()
    process.unread(world.client)
    assert calls == [both, both]
    # a user who signs in later is counted separately
    process.knows(world.client2)
    process.unread(world.client)
    process.unread(world.client2)
    assert calls[-1] == {world.client2.user.pk} or world.client2.user.pk in calls[-1]


def test_unread_count_uses_one_index_query_up_to_the_limit(
    world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(4):
        factories.request("PARTS", world)
    make_mails()
    people = [world.client_mate.user.pk, world.client2.user.pk]
    with CaptureQueriesContext(connection) as captured:
        assert unread_of(people) == dict(zip(people, (4, 0), strict=True))
    assert len(captured) == 1
    monkeypatch.setattr(bell, "MOST_COUNTED", 3)
    assert unread_of(people) == dict(zip(people, (3, 0), strict=True))
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
