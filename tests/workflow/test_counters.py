"""Counter poll: exact, up to date, and limited to the caller's scope.

See docs/decisions/0014.
"""

from collections import Counter
from collections.abc import Callable
from copy import copy
from datetime import timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.db import connection, transaction
from django.utils import timezone
from pytest_django import Settings

from portal_backend.accounts.grants import renew_membership_grants
from portal_backend.accounts.models import Token
from portal_backend.accounts.sessions import get_idle_timeout, hash_token
from portal_backend.core.actor import Role
from portal_backend.notifications import inbox
from portal_backend.notifications.events import expand_events
from portal_backend.notifications.inbox import count_unread, query_unread
from portal_backend.notifications.models import Mail
from portal_backend.workflow import counters
from portal_backend.workflow.actions import change_service, delete_request, restore_request
from portal_backend.workflow.counters import query_totals
from portal_backend.workflow.lists import ACTION_REQUIRED_READERS
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.session_endings import SESSION_ENDINGS
from tests.smtp_server import delete_mails

pytestmark = pytest.mark.django_db
COUNTERS, SEEN = "/requests/fetch-number/action-required", "/notifications/seen"
REPAIR = "REPAIR"


@pytest.fixture
def here() -> World:
    return factories.world()


def read_counters(caller: ApiClient, person: Person) -> dict[str, int]:
    """Poll as a user and return the counters by kind."""
    return {row["requestType"]: row["total"] for row in caller.get(COUNTERS, actor=person).ok}


def read_unread(caller: ApiClient, person: Person) -> int:
    """Poll as a user and return the number of unread notifications."""
    return int(caller.get(COUNTERS, actor=person).headers["Portal-Unread"])


def recount(person: Person) -> dict[str, int]:
    """Count what waits for a user from the rows, without the portal's scope."""
    user, rows = person.user, ServiceRequest.objects.filter(deleted_at=None, responsible_role=person.role)
    own = {
        Role.CLIENT: lambda row: row.client_id == user.client_id,
        Role.SERVICE: lambda row: row.service_id == user.service_id,
        Role.SUPERVISOR: lambda row: True,
    }[person.role]
    totals = Counter(row.kind for row in rows if own(row))
    return {kind: totals[kind] for kind in PROCESSES}


def test_each_user_gets_own_counters(caller: ApiClient, here: World) -> None:
    for kind, person in ((REPAIR, here.client), (REPAIR, here.client), ("PARTS", here.client2)):
        factories.request(kind, here, by=person)
    factories.repair(here, "IN_SHIPPING_DETAILS")
    factories.repair(here, "COMPLETED")
    deleted = factories.repair(here)
    ServiceRequest.objects.filter(pk=deleted.pk).update(deleted_at=deleted.created_at)
    people = (here.supervisor, here.client, here.client_mate, here.client2, here.service, here.service2)
    for person in people:
        assert read_counters(caller, person) == recount(person), person.username
    assert read_counters(caller, here.supervisor) == {REPAIR: 2, "PARTS": 1, "REMOTE_SUPPORT": 0}
    assert read_counters(caller, here.client) == read_counters(caller, here.client_mate)
    assert read_counters(caller, here.client) != read_counters(caller, here.client2)


def test_roles_without_tasks_may_not_poll(caller: ApiClient, here: World) -> None:
    for role, person in here.one_of_each_role.items():
        expected = 200 if role in ACTION_REQUIRED_READERS else 403
        assert caller.get(COUNTERS, actor=person).status == expected, role


def test_client_counter_sums_requests_of_several_services(caller: ApiClient, here: World) -> None:
    factories.repair(here, "IN_SHIPPING_DETAILS")
    transferred = factories.repair(here, "IN_SHIPPING_DETAILS")
    change_service((REPAIR,), transferred.pk, here.service2.user.service_id or 0, actor=here.admin.actor)
    for status in ("IN_TRANSIT", "IN_DIAGNOSTICS"):
        factories.repair(here, status)
    second = factories.repair(here, "IN_DIAGNOSTICS")
    change_service((REPAIR,), second.pk, here.service2.user.service_id or 0, actor=here.admin.actor)
    for person in (here.client, here.service, here.service2, here.supervisor):
        assert read_counters(caller, person) == recount(person), person.username
    assert read_counters(caller, here.client)[REPAIR] == 2


@pytest.mark.django_db(transaction=True)
def test_counters_follow_every_kind_of_change(caller: ApiClient, here: World) -> None:
    people = [here.supervisor, here.client, here.service, here.service2]

    def assert_counters() -> list[dict[str, int]]:
        polled = [read_counters(caller, person) for person in people]
        assert polled == [recount(person) for person in people]
        return polled

    recorded = [assert_counters()]

    def assert_changed() -> None:
        recorded.append(assert_counters())
        assert recorded[-1] != recorded[-2]

    request, admin = factories.request(REPAIR, here), here.admin.actor
    assert_changed()
    for status in ("IN_SHIPPING_DETAILS", "IN_DIAGNOSTICS"):
        transition(PROCESSES[REPAIR], request.pk, actor=admin, target_status=status)
        assert_changed()
    change_service((REPAIR,), request.pk, here.service2.user.service_id or 0, actor=admin)
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


@pytest.mark.parametrize("end", SESSION_ENDINGS)
def test_next_poll_rejects_a_revoked_token(
    caller: ApiClient, here: World, end: Callable[[Person, World], None]
) -> None:
    assert caller.get(COUNTERS, actor=here.client).status == 200
    end(here.client, here)
    for _ in range(2):
        caller.get(COUNTERS, actor=here.client).assert_error(401, "TOKEN_INVALID")
        assert caller.get(COUNTERS, actor=here.client2).status == 200


def test_next_poll_applies_changed_grants(caller: ApiClient, here: World) -> None:
    person = here.service
    request = factories.request(REPAIR, here, "IN_WAITING_DIAGNOSTICS")
    assert request.responsible_role == person.role
    assert read_counters(caller, person)[REPAIR] == 1
    person.user.service = here.service2.user.service
    person.user.save()
    renew_membership_grants(person.user)
    assert read_counters(caller, person)[REPAIR] == 0


def test_polls_extend_the_session(caller: ApiClient, here: World) -> None:
    started_at = timezone.now()
    with time_machine.travel(started_at, tick=False) as travel:
        for minutes in range(6, 13 * 60, 60):
            travel.move_to(started_at + timedelta(minutes=minutes))
            assert [caller.get(COUNTERS, actor=here.client).status for _ in range(2)] == [200, 200]
        expires_at = Token.objects.get(digest=hash_token(here.client.token)).expires_at
        assert expires_at == timezone.now() + get_idle_timeout()
        travel.shift(timedelta(minutes=4))
        assert caller.get(COUNTERS, actor=here.client).status == 200
        assert Token.objects.get(digest=hash_token(here.client.token)).expires_at == expires_at
        travel.move_to(expires_at)
        caller.get(COUNTERS, actor=here.client).assert_error(401, "TOKEN_EXPIRED")


def test_polls_need_no_redis(caller: ApiClient, here: World, settings: Settings) -> None:
    unreachable = {
        "BACKEND": "portal_backend.core.redis_cache.PersistentRedisCache",
        "LOCATION": "redis://127.0.0.1:1/0",
    }
    settings.CACHES = {**settings.CACHES, "default": unreachable}
    factories.request(REPAIR, here)
    assert read_counters(caller, here.supervisor)[REPAIR] == 1
    assert caller.put("/contacts/logout", actor=here.supervisor).ok
    caller.get(COUNTERS, actor=here.supervisor).assert_error(401, "TOKEN_INVALID")


def test_unchanged_response_is_304(caller: ApiClient, here: World) -> None:
    first = caller.get(COUNTERS, actor=here.client)
    assert first.headers["Cache-Control"] == "private, no-cache"
    etag = first.headers["ETag"]
    other = f'"{"0" * 32}"'
    assert len(etag) == len(other)
    for seen, status in ((etag, 304), (f"W/{etag}", 304), ("*", 304), (f"{other}, {etag}", 304), (other, 200)):
        for lang in ("en", "es"):
            response = caller.call("GET", COUNTERS, here.client, lang=lang, headers={"If-None-Match": seen})
            assert (response.status, response.headers["ETag"]) == (status, etag), seen


def test_new_notification_changes_etag_but_not_body(caller: ApiClient, here: World) -> None:
    repair = factories.request(REPAIR, here, "IN_TRANSIT")
    expand_events()
    delete_mails()
    before = caller.get(COUNTERS, actor=here.client_mate)
    seen = {"If-None-Match": before.headers["ETag"]}
    assert caller.get(COUNTERS, actor=here.client_mate, headers=seen).status == 304
    transition(PROCESSES[REPAIR], repair.pk, actor=here.admin.actor, target_status="IN_WAITING_DIAGNOSTICS")
    expand_events()
    after = caller.get(COUNTERS, actor=here.client_mate, headers=seen)
    assert (after.status, after.data, after.headers["Portal-Unread"]) == (200, before.data, "1")
    seen = {"If-None-Match": after.headers["ETag"]}
    assert caller.get(COUNTERS, actor=here.client_mate, headers=seen).status == 304


def test_changed_counter_changes_etag(caller: ApiClient, here: World) -> None:
    before = caller.get(COUNTERS, actor=here.supervisor).headers["ETag"]
    factories.request(REPAIR, here)
    after = caller.get(COUNTERS, actor=here.supervisor, headers={"If-None-Match": before})
    assert (after.status, after.headers["ETag"] == before) == (200, False)


def test_next_poll_has_the_unread_count(caller: ApiClient, here: World) -> None:
    people = (here.client_mate, here.supervisor, here.client2)

    def read_all() -> list[int]:
        return [read_unread(caller, person) for person in people]

    assert read_all() == [0, 0, 0]
    repair = factories.request(REPAIR, here)
    assert read_all() == [0, 0, 0], "a worker has not looked yet"
    expand_events()
    assert read_all() == [1, 1, 0]
    transition(PROCESSES[REPAIR], repair.pk, actor=here.admin.actor, target_status="IN_TRANSIT")
    expand_events()
    assert read_all() == [2, 1, 0]
    newest = Mail.objects.filter(user=here.client_mate.user).latest("pk").pk
    assert caller.put(SEEN, actor=here.client_mate, upTo=newest).ok is True
    assert read_all() == [0, 1, 0]


def test_unread_count_is_limited(here: World, monkeypatch: pytest.MonkeyPatch) -> None:
    for _ in range(4):
        factories.request("PARTS", here)
    expand_events()
    people = (here.client_mate, here.client2)
    for limit, expected in ((100, [4, 0]), (3, [3, 0])):
        for module in (inbox, counters):
            monkeypatch.setattr(module, "MAX_UNREAD_COUNT", limit)
        assert [count_unread(person.actor) for person in people] == expected
        assert [counters.load_counters(person.actor)[1] for person in people] == expected


def test_poll_uses_indexes(here: World) -> None:
    factories.request(REPAIR, here)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # would use a sequential scan for so few rows
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    assert "mail_unseen" in query_unread(here.client.actor).explain()
    # for a single row, any index costs the same
    closed = ServiceRequest.objects.get()
    closed.responsible_role, closed.completed_at = None, closed.created_at
    rows = []
    for number in range(2_000):
        row = copy(closed)
        row.pk, row.number = None, f"R-1999-{number:06}"
        rows.append(row)
    ServiceRequest.objects.bulk_create(rows)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute("ANALYZE workflow_servicerequest")
    for role in ACTION_REQUIRED_READERS:
        plan = query_totals(here.one_of_each_role[role].actor).explain()
        assert "waiting_of_" in plan, role
        assert connection.vendor == "sqlite" or "Index Only Scan" in plan, role
