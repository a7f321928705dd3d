"""The poll of the counters before Django: what it answers is what Django would."""

import json
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
import time_machine
from django.db import OperationalError
from django.utils import timezone

from portal_backend.accounts.models import Token
from portal_backend.accounts.presence import lifetime
from portal_backend.accounts.sessions import digest
from portal_backend.base.generations import InRedis
from portal_backend.workflow import polling
from portal_backend.workflow.lists import INBOX_READERS
from tests import factories
from tests.polls import StartProcess, poll_of

pytestmark = pytest.mark.django_db(transaction=True)
REPAIR = "REPAIR"
OTHER = '"' + "0" * 32 + '"'


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def same(ours: Any, theirs: Any) -> None:
    """Byte for byte, but for the id that each answer has of its own."""
    assert (ours.status, ours.body) == (theirs.status, theirs.body)
    names = [name for name, _ in ours.sent[0]["headers"]]
    assert names == [name for name, _ in theirs.sent[0]["headers"]]
    one, other = ours.headers, theirs.headers
    assert len(one.pop("x-request-id")) == len(other.pop("x-request-id")) == 32
    assert one == other


def test_it_answers_as_django_does(world: factories.World, start: StartProcess) -> None:
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
        quick.shortcut._sessions.last = None
        before = quick.asked_django
        for each, answer in zip(cases, answers, strict=True):
            same(quick.poll(person, **each), answer)
        may_poll = person.role in INBOX_READERS
        assert (quick.asked_django == before) is may_poll, person.username


def test_whatever_is_unusual_is_django_s(world: factories.World, start: StartProcess) -> None:
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


def test_a_session_lives_by_polls_alone(world: factories.World, start: StartProcess) -> None:
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
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
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


@pytest.mark.parametrize("most", ["MOST_SESSIONS", "MOST_PLACES"])
def test_what_a_process_remembers_is_bounded_and_the_rest_is_djangos(
    most: str, world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = start().knows(world.client)
    before = process.asked_django
    assert process.poll(world.client).status == 200
    assert process.asked_django == before
    monkeypatch.setattr(polling, most, 0)
    full = start()
    assert [full.poll(world.client).status for _ in range(3)] == [200] * 3
    assert full.asked_django == 3
