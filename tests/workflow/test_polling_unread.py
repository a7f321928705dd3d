"""The poll also tells, in a header, how many notices are new: at once in every process, and at no cost worth naming."""

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
def _no_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read again for its age: what is noticed is noticed by its generation."""
    for module, name in ((generations, "OLDEST"), (polling, "OLDEST_UNREAD")):
        monkeypatch.setattr(module, name, float("inf"))


@pytest.mark.usefixtures("_no_net")
def test_what_is_told_and_what_is_seen_is_known_to_the_next_poll_in_every_process(
    world: factories.World, start: StartProcess
) -> None:
    people = (world.client_mate, world.supervisor, world.client2)
    processes = [start(), start()]
    for process in processes:
        for person in people:
            process.knows(person)

    def told() -> list[int]:
        first, second = ([process.unread(person) for person in people] for process in processes)
        assert first == second
        return first

    assert told() == [0, 0, 0]
    repair = factories.request(REPAIR, world)
    assert told() == [0, 0, 0], "a worker has not looked yet"
    make_mails()
    assert told() == [1, 1, 0]
    move(PROCESSES[REPAIR], repair.pk, actor=world.admin.actor, target="IN_TRANSIT")
    make_mails()
    assert told() == [2, 1, 0]
    newest = Mail.objects.filter(user=world.client_mate.user).latest("pk").pk
    assert Caller().put(SEEN, actor=world.client_mate, upTo=newest).ok is True
    assert told() == [0, 1, 0]


def test_an_unchanged_number_is_no_news_and_another_one_is(world: factories.World, start: StartProcess) -> None:
    ordinary, quick = start(shortcut=False), start().knows(world.client_mate)
    repair = factories.request(REPAIR, world, "IN_TRANSIT")
    forget_mails()
    before = ordinary.poll(world.client_mate)
    for process in (ordinary, quick):
        assert process.poll(world.client_mate, if_none_match=before.headers["etag"]).status == 304
    move(PROCESSES[REPAIR], repair.pk, actor=world.admin.actor, target="IN_WAITING_DIAGNOSTICS")
    make_mails()
    for process in (ordinary, quick):
        after = process.poll(world.client_mate, if_none_match=before.headers["etag"])
        assert (after.status, after.body, after.headers["portal-unread"]) == (200, before.body, "1")
        assert process.poll(world.client_mate, if_none_match=after.headers["etag"]).status == 304


@pytest.mark.usefixtures("_no_net")
def test_is_read_once_for_everybody_and_again_only_after_a_write(
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = list[set[int]]()

    def counted(user_ids: Collection[int]) -> dict[int, int]:
        read.append(set(user_ids))
        return unread_of(user_ids)

    process = start().knows(world.client).knows(world.supervisor)
    monkeypatch.setattr(polling, "unread_of", counted)
    for _ in range(5):
        process.unread(world.client)
        process.unread(world.supervisor)
    both = {world.client.user.pk, world.supervisor.user.pk}
    assert read == [both]
    factories.request(REPAIR, world)
    process.unread(world.client)
    assert read == [both], "a move by itself is nothing new for the bell"
    make_mails()
    process.unread(world.client)
    assert read == [both, both]
    # who comes later is read alone
    process.knows(world.client2)
    process.unread(world.client)
    process.unread(world.client2)
    assert read[-1] == {world.client2.user.pk} or world.client2.user.pk in read[-1]


def test_is_counted_in_one_statement_by_an_index_and_no_further_than_is_shown(
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
        if connection.vendor == "postgresql":  # which would read so few from the table
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
        explain = "EXPLAIN" if connection.vendor == "postgresql" else "EXPLAIN QUERY PLAN"
        cursor.execute(f"{explain} {statement}")
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return str(rows)
