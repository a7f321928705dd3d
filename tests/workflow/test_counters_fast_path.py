"""Fast path of the counters: its responses equal those of Django."""

import json
from datetime import timedelta
from itertools import product
from typing import Any

import pytest
import time_machine
from django.db import OperationalError
from django.utils import timezone

from portal_backend.accounts.models import Token
from portal_backend.accounts.session_cache import get_idle_timeout
from portal_backend.accounts.sessions import hash_token
from portal_backend.core.cache_versions import RedisCacheVersions
from portal_backend.workflow import counters_fast_path
from portal_backend.workflow.lists import ACTION_REQUIRED_READERS
from tests import factories
from tests.counter_polls import StartProcess, build_poll

pytestmark = pytest.mark.django_db(transaction=True)
REPAIR = "REPAIR"
OTHER = '"' + "0" * 32 + '"'


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def assert_same_response(actual: Any, expected: Any) -> None:
    """Assert equal responses byte for byte, except for the request id."""
    assert (actual.status, actual.body) == (expected.status, expected.body)
    names = [name for name, _ in actual.sent[0]["headers"]]
    assert names == [name for name, _ in expected.sent[0]["headers"]]
    one, other = actual.headers, expected.headers
    assert len(one.pop("x-request-id")) == len(other.pop("x-request-id")) == 32
    assert one == other


def test_fast_path_response_equals_djangos(world: factories.World, start: StartProcess) -> None:
    factories.request(REPAIR, world)
    factories.request("REMOTE_SUPPORT", world, by=world.client2)
    ordinary, fast = start(fast_path=False), start()
    for person in (*world.one_of_each_role.values(), world.client2):
        etag = ordinary.poll(person).headers.get("etag", OTHER)
        cases = [
            {"if_none_match": seen, "lang": lang}
            for seen, lang in product(["", etag, f"W/{etag}", OTHER], ["en", "es"])
        ]
        responses = [ordinary.poll(person, **each) for each in cases]
        for each, response in zip(cases, responses, strict=True):
            assert_same_response(fast.poll(person, **each), response)
        fast.fast_path._sessions.cached = None
        before = fast.django_calls
        for each, response in zip(cases, responses, strict=True):
            assert_same_response(fast.poll(person, **each), response)
        may_poll = person.role in ACTION_REQUIRED_READERS
        assert (fast.django_calls == before) is may_poll, person.username


def test_unusual_requests_go_to_django(world: factories.World, start: StartProcess) -> None:
    ordinary, fast = start(fast_path=False), start()
    person = world.client
    fast.warm_up(person).warm_up(world.client2)
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
    for user, options in cases:
        response = ordinary.poll(user, **options)
        assert_same_response(fast.poll(user, **options), response)
        assert_same_response(fast.poll(user, **options), response)
    for header in ("authorization", "if-none-match"):
        request = build_poll(person, if_none_match=etag)
        request["headers"].append((header.encode(), b"other"))
        assert_same_response(fast.send(request), ordinary.send(request))


def test_polls_extend_the_session(world: factories.World, start: StartProcess) -> None:
    started_at = timezone.now()
    process = start().warm_up(world.client)
    with time_machine.travel(started_at, tick=False) as travel:
        for minutes in range(6, 13 * 60, 60):
            travel.move_to(started_at + timedelta(minutes=minutes))
            assert [process.poll(world.client).status for _ in range(2)] == [200, 200]
        expires_at = Token.objects.get(digest=hash_token(world.client.token)).expires_at
        assert expires_at == timezone.now() + get_idle_timeout()
        before = process.django_calls
        travel.shift(timedelta(minutes=4))
        assert process.poll(world.client).status == 200
        assert process.django_calls <= before + 1
        travel.move_to(expires_at)
        assert process.poll(world.client).status == 401
        assert json.loads(process.poll(world.client).body)["code"] == "TOKEN_EXPIRED"


def test_requests_go_to_django_without_redis_or_database(
    world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = start(versions=RedisCacheVersions("redis://127.0.0.1:1/0")).warm_up(world.client)
    before = process.django_calls
    assert [process.poll(world.client).status for _ in range(3)] == [200] * 3
    assert process.django_calls == before + 3

    def raise_connection_error() -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(counters_fast_path, "load_sessions", lambda digests: raise_connection_error())
    process = start().warm_up(world.client)
    assert process.poll(world.client).status == 200


@pytest.mark.parametrize("limit", ["MAX_POLLING_SESSIONS", "MAX_HEADER_VARIANTS"])
def test_cache_limits_send_further_requests_to_django(
    limit: str, world: factories.World, start: StartProcess, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = start().warm_up(world.client)
    before = process.django_calls
    assert process.poll(world.client).status == 200
    assert process.django_calls == before
    monkeypatch.setattr(counters_fast_path, limit, 0)
    full = start()
    assert [full.poll(world.client).status for _ in range(3)] == [200] * 3
    assert full.django_calls == 3
