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

from portal_backend.core import replica
from portal_backend.core.actor import Actor, Role

USER = 7


class FakeDatabase:
    """Fake database with a log position; `is_unreachable` makes queries fail."""

    in_atomic_block = False

    def __init__(self, place: str = "0/0") -> None:
        self.log_position = place
        self.is_unreachable = False
        self.close_count = 0
        self._row: Any = None

    @contextmanager
    def cursor(self) -> Iterator["FakeDatabase"]:
        """Yield itself as the cursor."""
        if self.is_unreachable:
            raise OperationalError("the server closed the connection\nunexpectedly")
        yield self

    def execute(self, statement: str, values: list[list[str]] | None = None) -> None:
        """Compute the result of a query on the log position.

        Positions in these tests compare as strings.
        """
        if "is_in_recovery" in statement:
            self._row = True
        else:
            self._row = (
                self.log_position if values is None else all(self.log_position >= position for position in values[0])
            )

    def fetchone(self) -> list[Any]:
        """Return the result."""
        return [self._row]

    def close(self) -> None:
        """Count the call."""
        self.close_count += 1


@pytest.fixture
def primary(monkeypatch: pytest.MonkeyPatch) -> FakeDatabase:
    database = FakeDatabase("0/1")
    monkeypatch.setattr(replica, "connection", database)
    return database


@pytest.fixture
def copy(monkeypatch: pytest.MonkeyPatch, primary: FakeDatabase) -> FakeDatabase:
    """Replica that has replayed everything."""
    database = FakeDatabase("0/1")
    monkeypatch.setitem(settings.DATABASES, replica.REPLICA_ALIAS, {})
    monkeypatch.setattr(replica, "connections", {replica.REPLICA_ALIAS: database})
    monkeypatch.setattr(replica, "_unavailable_until", 0.0)
    return database


def build_actor(user_id: int = USER, role: Role = Role.SUPERVISOR) -> Actor:
    return Actor(user_id, "ana", "Ana", role, None, None)


def get_read_alias() -> str:
    """Return the alias of the database that a list is read from."""
    return replica.ReplicaRouter().db_for_read(None)


def read_as(actor: Actor) -> str:
    return replica.read_from_replica(get_read_alias, actor=actor)


def call(method: str, actor: Actor | None, view: Callable[[], object] = lambda: None) -> None:
    """Send a request through the middleware."""

    def respond(request: HttpRequest) -> HttpResponse:
        request.auth = actor  # type: ignore[attr-defined]
        view()
        return HttpResponse()

    replica.track_writes_middleware(respond)(RequestFactory().generic(method, "/"))


def test_reads_from_primary_without_replica(primary: FakeDatabase) -> None:
    call("POST", build_actor())
    assert (read_as(build_actor()), get_read_alias()) == ("default", "default")
    assert cache.get(f"replica:{USER}") is None


def test_reads_only_lists_from_replica(copy: FakeDatabase) -> None:
    assert read_as(build_actor()) == "replica"
    assert get_read_alias() == "default"
    router = replica.ReplicaRouter()
    assert router.db_for_write(None) == "default"
    assert router.allow_relation(object(), object())
    assert [router.allow_migrate(name, "workflow") for name in ("default", "replica")] == [True, False]
    assert replica.is_replica_reachable()


def test_reads_own_writes_from_primary_until_replayed(copy: FakeDatabase, primary: FakeDatabase) -> None:
    primary.log_position = "0/2"
    call("POST", build_actor())
    assert read_as(build_actor()) == "default"
    assert read_as(build_actor(8)) == "replica", "others wait for nothing"
    copy.log_position = "0/2"
    assert read_as(build_actor()) == "replica"


def test_all_users_read_administrators_writes(copy: FakeDatabase, primary: FakeDatabase) -> None:
    primary.log_position = "0/2"
    call("PUT", build_actor(1, Role.ADMIN))
    assert read_as(build_actor()) == "default"


@pytest.mark.parametrize(("method", "actor"), [("GET", build_actor()), ("POST", None)])
def test_read_and_anonymous_requests_store_no_write_position(
    copy: FakeDatabase, primary: FakeDatabase, method: str, actor: Actor | None
) -> None:
    primary.log_position = "0/2"
    call(method, actor)
    assert read_as(build_actor()) == "replica"


def test_list_read_by_post_stores_no_write_position(copy: FakeDatabase, primary: FakeDatabase) -> None:
    primary.log_position = "0/2"
    call("POST", build_actor(), lambda: read_as(build_actor()))
    assert read_as(build_actor()) == "replica"


def test_transaction_reads_from_primary(copy: FakeDatabase, primary: FakeDatabase) -> None:
    primary.in_atomic_block = True
    assert read_as(build_actor()) == "default"


def test_skips_unreachable_replica_until_retry_time(
    copy: FakeDatabase, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: clock[0])
    copy.is_unreachable = True
    assert read_as(build_actor()) == "default"
    assert copy.close_count == 1
    assert "the server closed the connection" in caplog.text
    copy.is_unreachable = False
    clock[0] += replica.REPLICA_RETRY_AFTER - 1
    assert read_as(build_actor()) == "default", "not asked again so soon"
    clock[0] += 1
    assert read_as(build_actor()) == "replica"


def test_retries_failed_replica_read_on_primary(copy: FakeDatabase) -> None:
    aliases: list[str] = []

    def read() -> str:
        aliases.append(get_read_alias())
        if aliases[-1] == "replica":
            raise OperationalError("canceling statement due to conflict with recovery")
        return "all of it"

    assert replica.read_from_replica(read, actor=build_actor()) == "all of it"
    assert aliases == ["replica", "default"]
    assert get_read_alias() == "default"


def test_reads_from_primary_if_write_positions_are_unknown(
    copy: FakeDatabase, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RedisError("connection refused")

    monkeypatch.setattr(cache, "get_many", fail)
    assert read_as(build_actor()) == "default"
    assert copy.close_count == 0, "nothing is wrong with the replica"
    assert "connection refused" in caplog.text


def test_failure_to_store_write_position_is_only_logged(
    copy: FakeDatabase, primary: FakeDatabase, caplog: pytest.LogCaptureFixture
) -> None:
    primary.is_unreachable = True
    call("POST", build_actor())
    assert "write position not stored" in caplog.text
