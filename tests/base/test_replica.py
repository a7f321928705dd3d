"""Choice of the database that a list is read from: the replica only if current."""

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
    """Fake database with a log position; `is_unreachable` makes queries fail."""

    in_atomic_block = False

    def __init__(self, place: str = "0/0") -> None:
        self.place = place
        self.away = False
        self.closed = 0
        self._answer: Any = None

    @contextmanager
    def cursor(self) -> Iterator["Database"]:
        """Yield itself as the cursor."""
        if self.away:
            raise OperationalError("the server closed the connection\nunexpectedly")
        yield self

    def execute(self, statement: str, values: list[list[str]] | None = None) -> None:
        """Compute the result of a query on the log position.

        Positions in these tests compare as strings.
        """
        if "is_in_recovery" in statement:
            self._answer = True
        else:
            self._answer = self.place if values is None else all(self.place >= position for position in values[0])

    def fetchone(self) -> list[Any]:
        """Return the result."""
        return [self._answer]

    def close(self) -> None:
        """Count the call."""
        self.closed += 1


@pytest.fixture
def primary(monkeypatch: pytest.MonkeyPatch) -> Database:
    database = Database("0/1")
    monkeypatch.setattr(replica, "connection", database)
    return database


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch, primary: Database) -> Database:
    """Replica that has replayed everything."""
    database = Database("0/1")
    monkeypatch.setitem(settings.DATABASES, replica.REPLICA, {})
    monkeypatch.setattr(replica, "connections", {replica.REPLICA: database})
    monkeypatch.setattr(replica, "_away_until", 0.0)
    return database


def reader(user_id: int = USER, role: Role = Role.SUPERVISOR) -> Actor:
    return Actor(user_id, "ana", "Ana", role, None, None)


def where() -> str:
    """Return the alias of the database that a list is read from."""
    return replica.Router().db_for_read(None)


def read_by(actor: Actor) -> str:
    return replica.from_replica(where, actor=actor)


def call(method: str, actor: Actor | None, view: Callable[[], object] = lambda: None) -> None:
    """Send a request through the middleware."""

    def respond(request: HttpRequest) -> HttpResponse:
        request.auth = actor  # type: ignore[attr-defined]
        view()
        return HttpResponse()

    replica.note_writes(respond)(RequestFactory().generic(method, "/"))


def test_reads_from_primary_without_replica(primary: Database) -> None:
    call("POST", reader())
    assert (read_by(reader()), where()) == ("default", "default")
    assert cache.get(f"replica:{USER}") is None


def test_reads_only_lists_from_replica(copy: Database) -> None:
    assert read_by(reader()) == "replica"
    assert where() == "default"
    router = replica.Router()
    assert router.db_for_write(None) == "default"
    assert router.allow_relation(object(), object())
    assert [router.allow_migrate(name, "workflow") for name in ("default", "replica")] == [True, False]
    assert replica.is_reached()


def test_reads_own_writes_from_primary_until_replayed(copy: Database, primary: Database) -> None:
    primary.place = "0/2"
    call("POST", reader())
    assert read_by(reader()) == "default"
    assert read_by(reader(8)) == "replica", "others wait for nothing"
    copy.place = "0/2"
    assert read_by(reader()) == "replica"


def test_all_users_read_administrators_writes(copy: Database, primary: Database) -> None:
    primary.place = "0/2"
    call("PUT", reader(1, Role.ADMIN))
    assert read_by(reader()) == "default"


@pytest.mark.parametrize(("method", "actor"), [("GET", reader()), ("POST", None)])
def test_read_and_anonymous_requests_store_no_write_position(
    copy: Database, primary: Database, method: str, actor: Actor | None
) -> None:
    primary.place = "0/2"
    call(method, actor)
    assert read_by(reader()) == "replica"


def test_list_read_by_post_stores_no_write_position(copy: Database, primary: Database) -> None:
    primary.place = "0/2"
    call("POST", reader(), lambda: read_by(reader()))
    assert read_by(reader()) == "replica"


def test_transaction_reads_from_primary(copy: Database, primary: Database) -> None:
    primary.in_atomic_block = True
    assert read_by(reader()) == "default"


def test_skips_unreachable_replica_until_retry_time(
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


def test_retries_failed_replica_read_on_primary(copy: Database) -> None:
    aliases: list[str] = []

    def read() -> str:
        aliases.append(where())
        if aliases[-1] == "replica":
            raise OperationalError("canceling statement due to conflict with recovery")
        return "all of it"

    assert replica.from_replica(read, actor=reader()) == "all of it"
    assert aliases == ["replica", "default"]
    assert where() == "default"


def test_reads_from_primary_if_write_positions_are_unknown(
    copy: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RedisError("connection refused")

    monkeypatch.setattr(cache, "get_many", fail)
    assert read_by(reader()) == "default"
    assert copy.closed == 0, "nothing is wrong with the replica"
    assert "connection refused" in caplog.text


def test_failure_to_store_write_position_is_only_logged(
    copy: Database, primary: Database, caplog: pytest.LogCaptureFixture
) -> None:
    primary.away = True
    call("POST", reader())
    assert "a place in the log was not kept" in caplog.text
