"""Which database a list is read from: a replica that has all that its reader is to see, else the primary."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.core.cache import cache
from django.db import OperationalError
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory
from redis.exceptions import RedisError

from portal_backend.base import replica
from portal_backend.base.actor import Actor, Role

USER = 7


class Database:
    """A database of a pair, and how far its log has come; `away` is one that does not answer."""

    in_atomic_block = False

    def __init__(self, place: str = "0/0") -> None:
        self.place = place
        self.away = False
        self.closed = 0
        self._answer: Any = None

    @contextmanager
    def cursor(self) -> Iterator["Database"]:
        """Itself."""
        if self.away:
            raise OperationalError("the server closed the connection\nunexpectedly")
        yield self

    def execute(self, statement: str, values: list[list[str]] | None = None) -> None:
        """Answer what the portal asks of a log; places of these tests compare as texts."""
        if "is_in_recovery" in statement:
            self._answer = True
        else:
            self._answer = self.place if values is None else all(self.place >= place for place in values[0])

    def fetchone(self) -> list[Any]:
        """The answer."""
        return [self._answer]

    def close(self) -> None:
        """Count it."""
        self.closed += 1


@pytest.fixture
def primary(monkeypatch: pytest.MonkeyPatch) -> Database:
    database = Database("0/1")
    monkeypatch.setattr(replica, "connection", database)
    return database


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch, primary: Database) -> Database:
    """A replica that has all of the primary."""
    database = Database("0/1")
    monkeypatch.setitem(settings.DATABASES, replica.REPLICA, {})
    monkeypatch.setattr(replica, "connections", {replica.REPLICA: database})
    monkeypatch.setattr(replica, "_away_until", 0.0)
    return database


def reader(user_id: int = USER, role: Role = Role.SUPERVISOR) -> Actor:
    return Actor(user_id, "ana", "Ana", role, None, None)


def where() -> str:
    """Where a list is read from."""
    return replica.Router().db_for_read(None)


def read_by(actor: Actor) -> str:
    return replica.from_replica(where, actor=actor)


def call(method: str, actor: Actor | None, view: Callable[[], object] = lambda: None) -> None:
    """A call through the middleware."""

    def answer(request: HttpRequest) -> HttpResponse:
        request.auth = actor  # type: ignore[attr-defined]
        view()
        return HttpResponse()

    replica.note_writes(answer)(RequestFactory().generic(method, "/"))


def test_without_a_replica_all_is_read_from_the_primary(primary: Database) -> None:
    call("POST", reader())
    assert (read_by(reader()), where()) == ("default", "default")
    assert cache.get(f"replica:{USER}") is None


def test_lists_come_from_the_replica_and_nothing_else_does(copy: Database) -> None:
    assert read_by(reader()) == "replica"
    assert where() == "default"
    router = replica.Router()
    assert router.db_for_write(None) == "default"
    assert router.allow_relation(object(), object())
    assert [router.allow_migrate(name, "workflow") for name in ("default", "replica")] == [True, False]
    assert replica.is_reached()


def test_who_wrote_reads_from_the_primary_until_the_replica_has_it(copy: Database, primary: Database) -> None:
    primary.place = "0/2"
    call("POST", reader())
    assert read_by(reader()) == "default"
    assert read_by(reader(8)) == "replica", "others wait for nothing"
    copy.place = "0/2"
    assert read_by(reader()) == "replica"


def test_what_an_administrator_changed_nobody_misses(copy: Database, primary: Database) -> None:
    primary.place = "0/2"
    call("PUT", reader(1, Role.ADMIN))
    assert read_by(reader()) == "default"


@pytest.mark.parametrize(("method", "actor"), [("GET", reader()), ("POST", None)])
def test_who_only_reads_or_is_nobody_waits_for_nothing(
    copy: Database, primary: Database, method: str, actor: Actor | None
) -> None:
    primary.place = "0/2"
    call(method, actor)
    assert read_by(reader()) == "replica"


def test_a_report_that_is_asked_for_by_post_writes_nothing(copy: Database, primary: Database) -> None:
    primary.place = "0/2"
    call("POST", reader(), lambda: read_by(reader()))
    assert read_by(reader()) == "replica"


def test_a_transaction_reads_from_where_it_writes(copy: Database, primary: Database) -> None:
    primary.in_atomic_block = True
    assert read_by(reader()) == "default"


def test_a_replica_that_is_away_is_left_alone_for_a_while(
    copy: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    copy.away = True
    assert read_by(reader()) == "default"
    assert copy.closed == 1
    assert "the server closed the connection" in caplog.text
    copy.away = False
    clock[0] += replica.AWAY_SECONDS - 1
    assert read_by(reader()) == "default", "not asked again so soon"
    clock[0] += 1
    assert read_by(reader()) == "replica"


def test_a_list_that_fails_half_way_is_read_again_from_the_primary(copy: Database) -> None:
    tried: list[str] = []

    def read() -> str:
        tried.append(where())
        if tried[-1] == "replica":
            raise OperationalError("canceling statement due to conflict with recovery")
        return "all of it"

    assert replica.from_replica(read, actor=reader()) == "all of it"
    assert tried == ["replica", "default"]
    assert where() == "default"


def test_where_nobody_knows_who_wrote_the_primary_is_read(
    copy: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RedisError("connection refused")

    monkeypatch.setattr(cache, "get_many", fail)
    assert read_by(reader()) == "default"
    assert copy.closed == 0, "nothing is wrong with the replica"
    assert "connection refused" in caplog.text


def test_a_call_whose_place_is_not_kept_is_answered_all_the_same(
    copy: Database, primary: Database, caplog: pytest.LogCaptureFixture
) -> None:
    primary.away = True
    call("POST", reader())
    assert "a place in the log was not kept" in caplog.text
