"""The session cache authenticates reads and never outlives the session."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from redis.exceptions import RedisError

from portal_backend.accounts import session_cache
from portal_backend.accounts.grants import renew_membership_grants, set_followed_clients
from portal_backend.accounts.session_cache import SessionCache, cached_sessions
from portal_backend.accounts.sessions import revoke_sessions
from portal_backend.core import cache_versions
from tests import factories
from tests.api_client import ApiClient
from tests.counter_polls import StartProcess
from tests.factories import Person
from tests.session_endings import SESSION_ENDINGS

pytestmark = pytest.mark.django_db(transaction=True)
CLIENTS, LIST = "/client/fetch/all", "/repairing/fetch-by-criteria/active"
EDIT, LOGOUT = "/contacts/edit", "/contacts/logout"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def _disable_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable the maximum age of cached values.

    Then only invalidation updates them.
    """
    monkeypatch.setattr(cache_versions, "MAX_AGE", float("inf"))


def count_statements(call: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as queries:
        call()
    return len(queries)


@pytest.mark.usefixtures("_disable_network")
def test_session_is_loaded_once_for_repeated_reads(caller: ApiClient, world: factories.World) -> None:
    def count_read_queries(actor: Person) -> int:
        return count_statements(lambda: caller.get(CLIENTS, actor=actor).ok)

    first, second = count_read_queries(world.admin), count_read_queries(world.admin)
    assert (first, second) == (2, 1)
    assert count_read_queries(world.supervisor) == 2, "another user"
    cache.clear()  # empties Redis
    count_read_queries(world.admin)
    assert count_read_queries(world.admin) == 1


@pytest.mark.usefixtures("_disable_network")
def test_session_of_polling_client_is_not_loaded_again(
    caller: ApiClient, world: factories.World, start: StartProcess
) -> None:
    process = start().warm_up(world.client)
    cached_sessions._single_sessions.clear()
    process.read_counters(world.client)
    assert count_statements(lambda: caller.get("/client/fetch/all", actor=world.client)) == 0, (
        "it is forbidden to a CLIENT"
    )
    assert count_statements(lambda: caller.get(LIST, actor=world.client).ok) == 1


@pytest.mark.usefixtures("_disable_network")
@pytest.mark.parametrize("end", SESSION_ENDINGS)
def test_ended_session_cannot_read_from_cache(
    caller: ApiClient, world: factories.World, start: StartProcess, end: Callable[..., None]
) -> None:
    person = world.client
    start().warm_up(person).read_counters(person)
    assert caller.get(LIST, actor=person).status == 200
    end(person, world)
    for _ in range(2):
        caller.get(LIST, actor=person).assert_error(401, "TOKEN_INVALID")
        assert caller.get(LIST, actor=world.client2).status == 200


@pytest.mark.usefixtures("_disable_network")
def test_changed_grants_apply_to_next_request(caller: ApiClient, world: factories.World) -> None:
    def count_rows(actor: Person) -> int:
        return int(caller.get(LIST, actor=actor).ok["totalElements"])

    factories.repair(world)
    assert [count_rows(each) for each in (world.service, world.manager)] == [1, 1]
    with transaction.atomic():
        set_followed_clients(world.manager.user, [])
        world.service.user.service = world.service2.user.service
        world.service.user.save()
        renew_membership_grants(world.service.user)
        assert count_rows(world.manager) == 0, "what an open transaction changed"
    assert [count_rows(each) for each in (world.service, world.manager)] == [0, 0]


@pytest.mark.usefixtures("_disable_network")
def test_changed_username_applies_to_next_request(caller: ApiClient, world: factories.World) -> None:
    person = world.supervisor
    assert caller.get(LIST, actor=person, username="supervisor").status == 200
    user = person.user
    names = {"firstName": "A", "lastName": "B", "email": user.email, "phone": user.phone}
    body = {"oldUsername": "supervisor", "newUsername": "renamed", **names}
    assert caller.put(EDIT, body, actor=person).status == 200
    assert caller.get(LIST, actor=person, username="renamed").status == 200
    caller.get(LIST, actor=person, username="supervisor").assert_error(403, "FORBIDDEN")


def test_lost_invalidation_never_allows_writes_and_reads_for_one_second_only(
    caller: ApiClient, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    for module in (cache_versions, session_cache):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])
    person = world.client
    assert caller.get(LIST, actor=person).status == 200
    monkeypatch.setattr(cache_versions, "_bump", lambda subject: None)
    revoke_sessions(person.user)
    now[0] += 0.9
    assert caller.get(LIST, actor=person).status == 200, "the control"
    caller.put(LOGOUT, actor=person).assert_error(401, "TOKEN_INVALID")
    now[0] += 0.1
    caller.get(LIST, actor=person).assert_error(401, "TOKEN_INVALID")


def test_sessions_are_loaded_from_database_without_redis(
    caller: ApiClient, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    subjects = list[str]()

    def fail(subject: str) -> bytes:
        subjects.append(subject)
        raise RedisError

    monkeypatch.setattr(session_cache, "get_cache_version", fail)
    monkeypatch.setattr("portal_backend.accounts.sessions.cached_sessions", SessionCache())
    assert [count_statements(lambda: caller.get(CLIENTS, actor=world.admin).ok) for _ in range(3)] == [2, 2, 2]
    assert len(subjects) == 1, "who did not answer is left in peace for a while"


def test_session_cache_size_is_limited(world: factories.World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_cache, "MAX_CACHED_SESSIONS", 2)
    own = SessionCache()
    for person in world.one_of_each_role.values():
        assert own.get_actor(session_cache.Token.objects.get(user=person.user).digest) == person.actor
        assert len(own._single_sessions) <= 2
    assert own.get_actor("0" * 64) is None
