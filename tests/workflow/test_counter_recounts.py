"""Counters and totals of lists equal a recount after random changes and failures.

`--changes N` sets the number of changes, `--seed` repeats a run. Transactions are real.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from random import Random, SystemRandom
from typing import Any

import pytest
from django.core.cache import cache
from django.db import transaction

from portal_backend.accounts.grants import set_followed_clients
from portal_backend.accounts.models import ClientGrant
from portal_backend.core.actor import Role
from portal_backend.workflow.actions import change_service, delete_request, restore_request
from portal_backend.workflow.hooks import workflow_hooks
from portal_backend.workflow.lists import ACTION_REQUIRED_READERS
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person

pytestmark = pytest.mark.thorough

LISTS = {
    "/repairing/fetch-by-criteria/active": lambda row: row.kind == "REPAIR" and row.completed_at is None,
    "/repairing/fetch-by-criteria/closed": lambda row: row.kind == "REPAIR" and row.completed_at is not None,
    "/parts/fetch-part-request-by-criteria": lambda row: row.kind == "PARTS",
    "/support/fetch-remote-support-by-criteria": lambda row: row.kind == "REMOTE_SUPPORT",
}
MAX_OPEN = 40  # further ones are deleted, to bound the cost of a recount


class SimulatedCrash(Exception):
    """Simulated death of the process."""


class RandomChanges:
    """Portal with random changes."""

    def __init__(self, random: Random, monkeypatch: pytest.MonkeyPatch) -> None:
        self.chance, self.monkeypatch, self.done = random, monkeypatch, list[str]()
        self.here = factories.world()
        _ = self.here.part  # created now, outside of a transaction that may fail
        self.people = [*self.here.one_of_each_role.values(), self.here.client2, self.here.service2]

    def change(self) -> None:
        """Change some request, now and then with a failure or an emptied Redis."""
        writes: list[Callable[[], None]] = [self.write] * 12
        self.chance.choice([*writes, self.break_off, self.break_in_the_middle, self.empty])()

    def write(self) -> None:
        """Take one of the users' actions."""
        rows = list(ServiceRequest.objects.filter(deleted_at=None))
        actions = [self.move] * 6 + [self.hand_over, self.delete, self.restore, self.follow]
        actions += [self.create] * (3 if len(rows) < MAX_OPEN else 0) + [self.delete] * (len(rows) - MAX_OPEN)
        action = self.chance.choice(actions) if rows else self.create
        self.done.append(action.__name__)
        action()

    def some(self) -> ServiceRequest:
        """Return any request."""
        return self.chance.choice(list(ServiceRequest.objects.filter(deleted_at=None).order_by("pk")))

    def create(self) -> None:
        by = self.chance.choice((self.here.client, self.here.client2))
        factories.request(self.chance.choice(list(PROCESSES)), self.here, by=by)

    def move(self) -> None:
        request = self.some()
        process = PROCESSES[request.kind]
        target = self.chance.choice([step.status for step in process.steps if step.status != request.status])
        transition(process, request.pk, actor=self.here.admin.actor, target_status=target)

    def hand_over(self) -> None:
        service = self.chance.choice((self.here.service, self.here.service2)).user.service_id
        open_ones = [row for row in ServiceRequest.objects.filter(deleted_at=None) if not row.completed_at]
        for request in [row for row in open_ones if row.service_id != service][:1]:
            assert service is not None
            change_service((request.kind,), request.pk, service, actor=self.here.admin.actor)

    def delete(self) -> None:
        request = self.some()
        delete_request(PROCESSES[request.kind], request.pk, actor=self.here.admin.actor)

    def restore(self) -> None:
        for request in ServiceRequest.objects.exclude(deleted_at=None).order_by("?")[:1]:
            restore_request(request.number)

    def follow(self) -> None:
        clients = [each.user.client for each in (self.here.client, self.here.client2) if self.chance.random() < 0.5]
        with transaction.atomic():
            set_followed_clients(self.here.manager.user, [client for client in clients if client])

    def break_off(self) -> None:
        """Fail at the end of a transaction."""

        @transaction.atomic
        def crash() -> None:
            self.write()
            raise SimulatedCrash

        with suppress(SimulatedCrash):
            crash()
        self.done.append("and broke off")

    def break_in_the_middle(self) -> None:
        """Fail after the request is written and before its history is."""

        def crash(*arguments: Any) -> None:
            raise SimulatedCrash

        with self.monkeypatch.context() as patch, suppress(SimulatedCrash):
            patch.setattr(workflow_hooks, "on_transition", crash)
            self.write()
        self.done.append("broke in the middle")

    def empty(self) -> None:
        """Empty Redis, which the counters do not depend on."""
        self.write()
        cache.clear()
        self.done.append("and Redis was emptied")

    def sees(self, person: Person, row: ServiceRequest) -> bool:
        """Return whether a user sees a request, without the portal's own conditions."""
        match person.role:
            case Role.CLIENT:
                return row.client_id == person.user.client_id
            case Role.SERVICE:
                return row.service_id == person.user.service_id
            case Role.SUSTAINABILITY_MANAGER:
                return ClientGrant.objects.filter(user=person.user, content_object=row.client_id).exists()
            case _:
                return True

    def hold(self, person: Person, caller: ApiClient) -> None:
        """Assert that the responses to a user equal a recount."""
        rows = [row for row in ServiceRequest.objects.filter(deleted_at=None) if self.sees(person, row)]
        if person.role in ACTION_REQUIRED_READERS:
            waiting = Counter(row.kind for row in rows if row.responsible_role == person.role)
            polled = caller.get("/requests/fetch-number/action-required", actor=person).ok
            counters = {row["requestType"]: row["total"] for row in polled}
            assert counters == {kind: waiting[kind] for kind in counters}, person.username
            assert set(waiting) <= set(counters)
        path, belongs = self.chance.choice(list(LISTS.items()))
        expected = sum(map(belongs, rows))
        page = self.chance.randrange(expected // 10 + 1)
        data = caller.get(path, actor=person, size=10, page=page).ok
        assert (data["totalElements"], len(data["content"])) == (expected, min(10, expected - 10 * page)), path


@pytest.mark.django_db(transaction=True)
def test_numbers_and_totals_equal_a_recount(
    caller: ApiClient,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
    record_property: Callable[[str, Any], None],
) -> None:
    option = request.config.getoption("--seed")
    seed = option if option is not None else SystemRandom().randrange(10**6)
    record_property("seed of the recount", f"--seed {seed}")
    changes = request.config.getoption("--changes")
    random = Random(seed)
    portal = RandomChanges(random, monkeypatch)
    portal.create()
    for _ in range(changes):
        portal.change()
        try:
            portal.hold(random.choice(portal.people), caller)
        except AssertionError as error:
            raise AssertionError(f"after {portal.done[-8:]}: {error}") from error
    record_property("changes recounted", changes)
