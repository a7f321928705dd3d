"""The poll of the counters before Django: what it answers is what Django would, and nothing that has ended."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
import time_machine
from django.core.cache import cache
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from portal_backend.accounts.grants import renew_membership_grants
from portal_backend.accounts.locking import set_locked
from portal_backend.accounts.models import Token
from portal_backend.accounts.sessions import digest, lifetime, revoke
from portal_backend.base import generations
from portal_backend.base.generations import InRedis
from portal_backend.workflow import polling
from portal_backend.workflow.actions import change_service, delete_request, restore_request
from portal_backend.workflow.lists import INBOX_READERS, counters
from portal_backend.workflow.moves import move
from portal_backend.workflow.numbers import waiting_for_all
from portal_backend.workflow.process import PROCESSES
from tests import factories
from tests.caller import Caller
from tests.factories import Person
from tests.polls import Process, poll_of

pytestmark = pytest.mark.django_db(transaction=True)
REPAIR = "REPAIR"
OTHER = '"' + "0" * 32 + '"'


@pytest.fixture
def world() -> factories.World:
    return factories.world()


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    """Begin a web process."""
    begun: list[Process] = []

    def one(**how: Any) -> Process:
        begun.append(Process(**how))
        return begun[-1]

    yield one
    for each in begun:
        each.close()


@pytest.fixture
def _no_net(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read again for its age: what is noticed is noticed by its generation."""
    monkeypatch.setattr(generations, "OLDEST", float("inf"))


Start = Callable[..., Process]


def numbers(process: Process, person: Person) -> dict[str, int]:
    """What a poll tells, which must come without Django."""
    before = process.asked_django
    line = process.poll(person)
    assert (line.status, process.asked_django) == (200, before)
    return {row["requestType"]: row["total"] for row in json.loads(line.body)}


def recount(person: Person) -> dict[str, int]:
    return {row["requestType"]: row["total"] for row in counters(person.actor)}


def same(ours: Any, theirs: Any) -> None:
    """Byte for byte, but for the id that each answer has of its own."""
    assert (ours.status, ours.body) == (theirs.status, theirs.body)
    names = [name for name, _ in ours.sent[0]["headers"]]
    assert names == [name for name, _ in theirs.sent[0]["headers"]]
    one, other = ours.headers, theirs.headers
    assert len(one.pop("x-request-id")) == len(other.pop("x-request-id")) == 32
    assert one == other


def test_it_answers_as_django_does(world: factories.World, start: Start) -> None:
    factories.request(REPAIR, world)
    factories.request("REMOTE_SUPPORT", world, by=world.client2)
    ordinary, quick = start(shortcut=False), start()
    for person in (*world.one_of_each_role.values(), world.client2):
        etag = ordinary.poll(person).headers.get("etag", OTHER)
        cases = [
            {"if_none_match": seen, "lang": lang}
            for seen, lang in product(["", etag, f"W/{etag}", OTHER], ["en", "es"])
        ]
        answers = [ordinary.poll(person, **each) for each in cases]
        for each, answer in zip(cases, answers, strict=True):
            same(quick.poll(person, **each), answer)
        quick.shortcut._sessions._last = None
        before = quick.asked_django
        for each, answer in zip(cases, answers, strict=True):
            same(quick.poll(person, **each), answer)
        may_poll = person.role in INBOX_READERS
        assert (quick.asked_django == before) is may_poll, person.username


def test_whatever_is_unusual_is_django_s(world: factories.World, start: Start) -> None:
    ordinary, quick = start(shortcut=False), start()
    person = world.client
    quick.knows(person).knows(world.client2)
    etag = ordinary.poll(person).headers["etag"]
    tokens = ["", "nonsense", "Bearer", "é", "x" * 5000, factories.session(person.user, expired=True)]
    cases: list[tuple[Any, dict[str, str]]] = [(token, {}) for token in tokens]
    cases += [(person, {"verb": verb}) for verb in ("HEAD", "POST", "PUT", "DELETE", "OPTIONS", "PATCH")]
    names = ("username=client", "username=", "username=client2", "adminUsername=admin", "currentUsername=client", "x=1")
    cases += [(person, {"query": query}) for query in names]
    cases += [(person, {"host": host}) for host in ("", "evil.test", "LOCALHOST", "localhost:8000", "127.0.0.1")]
    cases += [(person, {"if_match": tag}) for tag in ("*", etag, '"x"')]
    cases += [(person, {"if_none_match": etag, "if_modified_since": "Mon, 01 Jun 2026 12:00:00 GMT"})]
    cases += [(person, {"x_forwarded_proto": "http"}), (person, {"x_forwarded_for": "10.9.9.9"})]
    cases += [(f"Bearer {person.token}", {}), (f" {person.token} ", {}), (person, {"accept_encoding": "gzip, br"})]
    odd = ("*", f"{OTHER}, {etag}", etag.strip('"'), '"', "é", f"{etag} ", f" {etag}")
    cases += [(person, {"if_none_match": seen}) for seen in odd]
    for who, how in cases:
        answer = ordinary.poll(who, **how)
        same(quick.poll(who, **how), answer)
        same(quick.poll(who, **how), answer)
    for header in ("authorization", "if-none-match"):
        request = poll_of(person, if_none_match=etag)
        request["headers"].append((header.encode(), b"other"))
        same(quick.send(request), ordinary.send(request))


def log_out(person: Person, here: factories.World) -> None:
    assert Caller().put("/contacts/logout", actor=person).ok


def lock(person: Person, here: factories.World) -> None:
    set_locked(person.username, True, actor=here.admin.actor)


def new_password(person: Person, here: factories.World) -> None:
    user = person.user
    body = {
        "oldUsername": user.username,
        "newUsername": user.username,
        "password": "Another-Word-7!",
        "firstName": "A",
        "lastName": "B",
        "email": user.email,
        "phone": user.phone,
    }
    assert Caller().put("/contacts/edit", body, actor=here.admin).status == 200


def new_role(person: Person, here: factories.World) -> None:
    revoke(person.user)


def ended_elsewhere(person: Person, here: factories.World) -> None:
    row = Token.objects.get(digest=digest(person.token))
    assert Caller().delete("/sessions", actor=factories.session(person.user), id=row.pk).status == 200


def all_others_ended(person: Person, here: factories.World) -> None:
    assert Caller().delete("/sessions/others", actor=factories.session(person.user)).status == 200


@pytest.mark.usefixtures("_no_net")
@pytest.mark.parametrize("end", [log_out, lock, new_password, new_role, ended_elsewhere, all_others_ended])
def test_a_revoked_token_is_refused_by_the_next_poll_in_every_process(
    world: factories.World, start: Start, end: Callable[..., None]
) -> None:
    person = world.client
    processes = [start().knows(person).knows(world.client2) for _ in range(2)]
    for each in processes:
        numbers(each, person)
    end(person, world)
    for each in processes:
        assert each.poll(person).status == 401
        assert each.poll(person).status == 401
        numbers(each, world.client2)


@pytest.mark.usefixtures("_no_net")
def test_a_deleted_grant_is_noticed_by_the_next_poll_in_every_process(world: factories.World, start: Start) -> None:
    person = world.service
    request = factories.request(REPAIR, world, "IN_WAITING_DIAGNOSTICS")
    assert request.waits_for == person.role
    processes = [start().knows(person) for _ in range(2)]
    assert [numbers(each, person)[REPAIR] for each in processes] == [1, 1]
    person.user.service = world.service2.user.service
    with transaction.atomic():
        person.user.save()
        renew_membership_grants(person.user)
    assert [numbers(each, person)[REPAIR] for each in processes] == [0, 0]


@pytest.mark.usefixtures("_no_net")
def test_numbers_follow_whatever_changes_them(world: factories.World, start: Start) -> None:
    people = [world.supervisor, world.client, world.service, world.service2]
    processes = [start() for _ in range(2)]
    for process, person in product(processes, people):
        process.knows(person)

    def hold() -> list[dict[str, int]]:
        wanted = [recount(person) for person in people]
        for process in processes:
            assert [numbers(process, person) for person in people] == wanted
        return wanted

    seen = [hold()]

    def changed() -> None:
        seen.append(hold())
        assert seen[-1] != seen[-2]

    request, admin = factories.request(REPAIR, world), world.admin.actor
    changed()
    for status in ("IN_SHIPPING_DETAILS", "IN_DIAGNOSTICS"):
        move(PROCESSES[REPAIR], request.pk, actor=admin, target=status)
        changed()
    service = world.service2.user.service_id
    assert service is not None
    change_service((REPAIR,), request.pk, service, actor=admin)
    changed()
    delete_request(PROCESSES[REPAIR], request.pk, actor=admin)
    changed()
    restore_request(request.number)
    changed()

    class Crash(Exception): ...

    @transaction.atomic
    def crash() -> None:
        move(PROCESSES[REPAIR], request.pk, actor=admin, target="NEW")
        raise Crash

    with pytest.raises(Crash):
        crash()
    assert hold() == seen[-1]
    cache.clear()  # which empties Redis
    assert hold() == seen[-1]
    move(PROCESSES[REPAIR], request.pk, actor=admin, target="NEW")
    changed()


@transaction.atomic
def test_everybody_is_counted_by_an_index(world: factories.World) -> None:
    factories.request(REPAIR, world)
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # which would read so few from the table
            cursor.execute("SET LOCAL enable_seqscan = off; SET LOCAL enable_bitmapscan = off")
    told = waiting_for_all().explain()
    assert "waiting_by_creation" in told
    assert connection.vendor == "sqlite" or "Index Only Scan" in told


def test_a_message_that_is_lost_costs_a_second(
    world: factories.World, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a process is killed between its commit and the message of it."""
    now = [100.0]
    for module in (generations, polling):
        monkeypatch.setattr(module, "monotonic", lambda: now[0])
    process = start().knows(world.supervisor).knows(world.client)
    now[0] += 1
    assert numbers(process, world.supervisor)[REPAIR] == 0
    with monkeypatch.context() as lost:
        lost.setattr(generations, "_begin", lambda subject: None)
        factories.request(REPAIR, world)
        revoke(world.client.user)
    assert (numbers(process, world.supervisor)[REPAIR], process.poll(world.client).status) == (0, 200), "the control"
    now[0] += 1
    assert (numbers(process, world.supervisor)[REPAIR], process.poll(world.client).status) == (1, 401)


@pytest.mark.usefixtures("_no_net")
def test_what_was_counted_before_a_commit_is_not_told_after_it(
    world: factories.World, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write comes between the counting and the keeping of what was counted."""
    count, writes = polling.count_all, list[Callable[[], Any]]()

    def counted() -> Any:
        result = count()
        while writes:
            writes.pop()()
        return result

    monkeypatch.setattr(polling, "count_all", counted)
    process = start().knows(world.supervisor)
    writes.append(lambda: factories.request(REPAIR, world))
    assert numbers(process, world.supervisor)[REPAIR] == 0, "it came before the write"
    assert numbers(process, world.supervisor)[REPAIR] == 1


def test_a_session_lives_by_polls_alone(world: factories.World, start: Start) -> None:
    begun = timezone.now()
    process = start().knows(world.client)
    with time_machine.travel(begun, tick=False) as travel:
        for minutes in range(6, 13 * 60, 60):
            travel.move_to(begun + timedelta(minutes=minutes))
            assert [process.poll(world.client).status for _ in range(2)] == [200, 200]
        ends = Token.objects.get(digest=digest(world.client.token)).expires_at
        assert ends == timezone.now() + lifetime()
        before = process.asked_django
        travel.shift(timedelta(minutes=4))
        assert process.poll(world.client).status == 200
        assert process.asked_django <= before + 1
        travel.move_to(ends)
        assert process.poll(world.client).status == 401
        assert json.loads(process.poll(world.client).body)["code"] == "TOKEN_EXPIRED"


def test_without_redis_or_database_django_is_asked(
    world: factories.World, start: Start, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = start(generations=InRedis("redis://127.0.0.1:1/0")).knows(world.client)
    before = process.asked_django
    assert [process.poll(world.client).status for _ in range(3)] == [200] * 3
    assert process.asked_django == before + 3

    def gone() -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(polling, "present", lambda digests: gone())
    process = start().knows(world.client)
    assert process.poll(world.client).status == 200
