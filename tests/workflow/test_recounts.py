"""Polled numbers and totals of lists equal a plain recount, whatever was done, broke off or got lost just before.

`--changes N` does more of it, `--seed` repeats a run. Transactions are real ones, and two processes answer.
"""

import os
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random, SystemRandom
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from portal_backend.accounts import presence
from portal_backend.accounts.grants import set_followed_clients
from portal_backend.accounts.models import ClientGrant
from portal_backend.base import generations
from portal_backend.base.actor import Role
from portal_backend.workflow import moves, polling
from portal_backend.workflow.actions import change_service, delete_request, restore_request
from portal_backend.workflow.lists import INBOX_READERS
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.caller import Caller
from tests.factories import Person
from tests.polls import Process, StartProcess

pytestmark = pytest.mark.thorough

LISTS = {
    "/repairing/fetch-by-criteria/active": lambda row: row.kind == "REPAIR" and row.completed_at is None,
    "/repairing/fetch-by-criteria/closed": lambda row: row.kind == "REPAIR" and row.completed_at is not None,
    "/parts/fetch-part-request-by-criteria": lambda row: row.kind == "PARTS",
    "/support/fetch-remote-support-by-criteria": lambda row: row.kind == "REMOTE_SUPPORT",
}
MOST_OPEN = 40  # more are deleted, so that a recount stays cheap


class Broken(Exception):
    """The process was killed here."""


class Lively:
    """A portal in which something happens all the time."""

    def __init__(self, chance: Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.chance, self.monkeypatch, self.done = chance, monkeypatch, list[str]()
        self.now = 100.0
        for module in (generations, polling, presence):
            monkeypatch.setattr(module, "monotonic", self.tick)
        self.here = factories.world()
        _ = self.here.part  # made now, and not in a transaction that breaks off
        self.people = [*self.here.one_of_each_role.values(), self.here.client2, self.here.service2]

    def tick(self) -> float:
        """A clock on which no time passes, but no moment comes twice."""
        self.now += 1e-6
        return self.now

    def change(self) -> None:
        """Do something to some request; now and then it breaks off, its message is lost, or Redis is emptied."""
        ways: list[Callable[[], None]] = [self.write] * 12
        self.chance.choice([*ways, self.break_off, self.break_in_the_middle, self.lose_the_message, self.empty])()

    def write(self) -> None:
        """One of the actions that people take."""
        rows = list(Request.objects.filter(deleted_at=None))
        actions = [self.move] * 6 + [self.hand_over, self.delete, self.restore, self.follow]
        actions += [self.create] * (3 if len(rows) < MOST_OPEN else 0) + [self.delete] * (len(rows) - MOST_OPEN)
        action = self.chance.choice(actions) if rows else self.create
        self.done.append(action.__name__)
        action()

    def some(self) -> Request:
        """Any request that is there."""
        return self.chance.choice(list(Request.objects.filter(deleted_at=None).order_by("pk")))

    def create(self) -> None:
        by = self.chance.choice((self.here.client, self.here.client2))
        factories.request(self.chance.choice(list(PROCESSES)), self.here, by=by)

    def move(self) -> None:
        request = self.some()
        process = PROCESSES[request.kind]
        target = self.chance.choice([step.status for step in process.steps if step.status != request.status])
        move(process, request.pk, actor=self.here.admin.actor, target=target)

    def hand_over(self) -> None:
        service = self.chance.choice((self.here.service, self.here.service2)).user.service_id
        open_ones = [row for row in Request.objects.filter(deleted_at=None) if not row.completed_at]
        for request in [row for row in open_ones if row.service_id != service][:1]:
            assert service is not None
            change_service((request.kind,), request.pk, service, actor=self.here.admin.actor)

    def delete(self) -> None:
        request = self.some()
        delete_request(PROCESSES[request.kind], request.pk, actor=self.here.admin.actor)

    def restore(self) -> None:
        for request in Request.objects.exclude(deleted_at=None).order_by("?")[:1]:
            restore_request(request.number)

    def follow(self) -> None:
        clients = [each.user.client for each in (self.here.client, self.here.client2) if self.chance.random() < 0.5]
        with transaction.atomic():
            set_followed_clients(self.here.manager.user, [client for client in clients if client])

    def break_off(self) -> None:
        """At the very end of a transaction."""

        @transaction.atomic
        def killed() -> None:
            self.write()
            raise Broken

        with suppress(Broken):
            killed()
        self.done.append("and broke off")

    def break_in_the_middle(self) -> None:
        """Between the request and its history, of which one is written."""

        def killed(*arguments: Any) -> None:
            raise Broken

        with self.monkeypatch.context() as patch, suppress(Broken):
            patch.setattr(moves, "track", killed)
            self.write()
        self.done.append("broke in the middle")

    def lose_the_message(self) -> None:
        """As where a process is killed between its commit and the message of it: a second later all is well."""
        with self.monkeypatch.context() as patch:
            patch.setattr(generations, "_begin", lambda subject: None)
            self.write()
        self.now += 1
        self.done.append("and the message was lost")

    def empty(self) -> None:
        """Redis is emptied, or what stands in its place; a second later all is well."""
        self.write()
        cache.clear()
        if not settings.REDIS_URL:
            os.truncate(settings.DATA_DIR / "generations", 0)
        self.now += 1
        self.done.append("and Redis was emptied")

    def sees(self, person: Person, row: Request) -> bool:
        """Who sees which request, told without the portal's own conditions."""
        match person.role:
            case Role.CLIENT:
                return row.client_id == person.user.client_id
            case Role.SERVICE:
                return row.service_id == person.user.service_id
            case Role.SUSTAINABILITY_MANAGER:
                return ClientGrant.objects.filter(user=person.user, content_object=row.client_id).exists()
            case _:
                return True

    def hold(self, person: Person, process: Process, caller: Caller) -> None:
        """What somebody is told equals a recount."""
        rows = [row for row in Request.objects.filter(deleted_at=None) if self.sees(person, row)]
        if person.role in INBOX_READERS:
            waiting = Counter(row.kind for row in rows if row.waits_for == person.role)
            told = process.numbers(person)
            assert told == {kind: waiting[kind] for kind in told}, person.username
            assert set(waiting) <= set(told)
        path, belongs = self.chance.choice(list(LISTS.items()))
        wanted = sum(map(belongs, rows))
        page = self.chance.randrange(wanted // 10 + 1)
        answer = caller.get(path, actor=person, size=10, page=page).ok
        assert (answer["totalElements"], len(answer["content"])) == (wanted, min(10, wanted - 10 * page)), path


@pytest.mark.django_db(transaction=True)
def test_numbers_and_totals_equal_a_recount(
    start: StartProcess,
    caller: Caller,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, Any], None],
) -> None:
    given = request.config.getoption("--seed")
    seed = given if given is not None else SystemRandom().randrange(10**6)
    record_property("seed of the recount", f"--seed {seed}")
    changes = request.config.getoption("--changes")
    chance = Random(seed)
    lively, processes = Lively(chance, monkeypatch), [start(), start()]
    lively.create()
    for process in processes:
        for person in lively.people:
            if person.role in INBOX_READERS:
                process.knows(person)
    for _ in range(changes):
        lively.change()
        try:
            lively.hold(chance.choice(lively.people), chance.choice(processes), caller)
        except AssertionError as error:
            raise AssertionError(f"after {lively.done[-8:]}: {error}") from error
    record_property("changes recounted", changes)
