"""Who was let in a moment ago: remembered for reading, and never a moment longer than the session lasts."""

from collections.abc import Callable

import pytest
from django.core.cache import cache
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext
from redis.exceptions import RedisError

from portal_backend.accounts import presence
from portal_backend.accounts.grants import renew_membership_grants, set_followed_clients
from portal_backend.accounts.presence import Remembered, remembered
from portal_backend.accounts.sessions import revoke
from portal_backend.base import generations
from tests import factories
from tests.caller import Caller
from tests.endings import ENDINGS
from tests.factories import Person
from tests.polls import StartProcess

pytestmark = pytest.mark.django_db(transaction=True)
CLIENTS, LIST = "/client/fetch/all", "/repairing/fetch-by-criteria/active"
EDIT, LOGOUT = "/contacts/edit", "/contacts/logout"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def _no_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read again for its age: what is noticed is noticed by its generation."""
    monkeypatch.setattr(generations, "OLDEST", float("inf"))


def statements(call: Callable[[], object]) -> int:
    with CaptureQueriesContext(connection) as asked:
        call()
    return len(asked)


@pytest.mark.usefixtures("_no_net")
def test_who_reads_is_looked_up_once(caller: Caller, world: factories.World) -> None:
    def read(actor: Person) -> int:
        return statements(lambda: caller.get(CLIENTS, actor=actor).ok)

    first, second = read(world.admin), read(world.admin)
    assert (first, second) == (2, 1)
    assert read(world.supervisor) == 2, "somebody else"
    cache.clear()  # which empties Redis
    read(world.admin)
    assert read(world.admin) == 1


@pytest.mark.usefixtures("_no_net")
def test_who_polls_is_not_looked_up_at_all(caller: Caller, world: factories.World, start: StartProcess) -> None:
    process = start().knows(world.client)
    remembered._asking.clear()
    process.numbers(world.client)
    assert statements(lambda: caller.get("/client/fetch/all", actor=world.client)) == 0, "it is forbidden to a CLIENT"
    assert statements(lambda: caller.get(LIST, actor=world.client).ok) == 1


@pytest.mark.usefixtures("_no_net")
@pytest.mark.parametrize("end", ENDINGS)
def test_a_session_that_ended_reads_nothing_more(
    caller: Caller, world: factories.World, start: StartProcess, end: Callable[..., None]
) -> None:
    person = world.client
    start().knows(person).numbers(person)
    assert caller.get(LIST, actor=person).status == 200
    end(person, world)
    for _ in range(2):
        caller.get(LIST, actor=person).refused(401, "TOKEN_INVALID")
        assert caller.get(LIST, actor=world.client2).status == 200


@pytest.mark.usefixtures("_no_net")
def test_what_is_granted_counts_from_the_next_call_on(caller: Caller, world: factories.World) -> None:
    def shown(actor: Person) -> int:
        return int(caller.get(LIST, actor=actor).ok["totalElements"])

    factories.repair(world)
    assert [shown(each) for each in (world.service, world.manager)] == [1, 1]
    with transaction.atomic():
        set_followed_clients(world.manager.user, [])
        world.service.user.service = world.service2.user.service
        world.service.user.save()
        renew_membership_grants(world.service.user)
        assert shown(world.manager) == 0, "what an open transaction changed"
    assert [shown(each) for each in (world.service, world.manager)] == [0, 0]


@pytest.mark.usefixtures("_no_net")
def test_a_new_name_counts_from_the_next_call_on(caller: Caller, world: factories.World) -> None:
    person = world.supervisor
    assert caller.get(LIST, actor=person, username="supervisor").status == 200
    user = person.user
    names = {"firstName": "A", "lastName": "B", "email": user.email, "phone": user.phone}
    body = {"oldUsername": "supervisor", "newUsername": "renamed", **names}
    assert caller.put(EDIT, body, actor=person).status == 200
    assert caller.get(LIST, actor=person, username="renamed").status == 200
    caller.get(LIST, actor=person, username="supervisor").refused(403, "FORBIDDEN")


def test_where_the_message_is_lost_nobody_writes_and_reading_ends_within_a_second(
    caller: Caller, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    for module in (generations, presence):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])
    person = world.client
    assert caller.get(LIST, actor=person).status == 200
    monkeypatch.setattr(generations, "_begin", lambda subject: None)
    revoke(person.user)
    now[0] += 0.9
    assert caller.get(LIST, actor=person).status == 200, "the control"
    caller.put(LOGOUT, actor=person).refused(401, "TOKEN_INVALID")
    now[0] += 0.1
    caller.get(LIST, actor=person).refused(401, "TOKEN_INVALID")


def test_where_generations_cannot_be_told_everybody_is_looked_up(
    caller: Caller, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = list[str]()

    def gone(subject: str) -> bytes:
        asked.append(subject)
        raise RedisError

    monkeypatch.setattr(presence, "generation_of", gone)
    monkeypatch.setattr("portal_backend.accounts.sessions.remembered", Remembered())
    assert [statements(lambda: caller.get(CLIENTS, actor=world.admin).ok) for _ in range(3)] == [2, 2, 2]
    assert len(asked) == 1, "who did not answer is left in peace for a while"


def test_those_who_ask_are_not_kept_without_end(world: factories.World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presence, "MOST_REMEMBERED", 2)
    own = Remembered()
    for person in world.one_of_each_role.values():
        assert own.actor(presence.Token.objects.get(user=person.user).digest) == person.actor
        assert len(own._asking) <= 2
    assert own.actor("0" * 64) is None
