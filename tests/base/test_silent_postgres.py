"""A PostgreSQL that is read-only, frozen or gone: calls are answered 503 in time, and the portal is not ready."""

import copy
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import InternalError, OperationalError, connection
from django.test import Client

from portal_backend.api import refusal_of
from portal_backend.base.databases import bound_web_calls, postgres_database
from portal_backend.base.postgres import base
from portal_backend.base.postgres.base import DatabaseWrapper, breaker_of
from tests import bodies, factories
from tests.caller import Caller

on_postgres = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite is a file")


@pytest.fixture(autouse=True)
def _closed_breakers() -> Iterator[None]:
    breaker_of.cache_clear()
    yield
    breaker_of.cache_clear()


@contextmanager
def database(url: str = "", **options: Any) -> Iterator[DatabaseWrapper]:
    """A connection of a web server's own."""
    named = copy.deepcopy(connection.settings_dict)
    if url:
        named.update(postgres_database(url))
    bound_web_calls(named)
    named["OPTIONS"].update(options)
    line = DatabaseWrapper(named, "default")
    try:
        yield line
    finally:
        line.close()


@pytest.fixture
def silent_port() -> Iterator[tuple[int, socket.socket]]:
    """A server that takes connections, as the kernel does for a stopped process, and never says anything."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server.getsockname()[1], server


def connections(server: socket.socket) -> int:
    found = 0
    while True:
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return found
        found += 1


@pytest.mark.parametrize("state", ["25006", "25P02", "25P03", "57P01", "57P02", "57P03"])
def test_a_state_of_the_server_is_no_fault_of_ours(state: str) -> None:
    error = InternalError("cannot execute INSERT in a read-only transaction")
    error.__cause__ = type("Refused", (Exception,), {"sqlstate": state})()
    refusal = refusal_of(error)
    assert refusal is not None
    assert (refusal.status, refusal.code, refusal.retry_after) == (503, "UNAVAILABLE", 5)


def test_any_other_internal_error_is_a_fault() -> None:
    error = InternalError("invalid page in block 7")
    error.__cause__ = type("Broken", (Exception,), {"sqlstate": "XX001"})()
    assert refusal_of(error) is None


@pytest.mark.django_db
def test_a_silent_server_is_waited_for_once(silent_port: tuple[int, socket.socket]) -> None:
    port, server = silent_port
    with database(f"postgres://portal@127.0.0.1:{port}/portal", connect_timeout=1) as line:
        for _ in range(3):
            with pytest.raises(OperationalError):
                line.ensure_connection()
    assert connections(server) == 1


def test_a_web_server_bounds_each_statement_and_each_silence() -> None:
    named = postgres_database("postgres://portal@127.0.0.1:1/portal")
    other = copy.deepcopy(named)
    bound_web_calls(named)
    for bound in ("statement_timeout=60000", "idle_in_transaction_session_timeout=10000"):
        assert bound in named["OPTIONS"]["options"]
        assert bound not in other["OPTIONS"]["options"], "migrations, backups and jobs take their time"
    assert "tcp_keepalives_idle" in other["OPTIONS"]["options"]
    assert named["OPTIONS"]["connect_timeout"] <= 2


def test_the_embedded_database_has_no_such_options() -> None:
    embedded = copy.deepcopy(settings.DATABASES["default"])
    if connection.vendor == "sqlite":
        bound_web_calls(embedded)
        assert embedded == settings.DATABASES["default"]


@on_postgres
@pytest.mark.django_db
def test_the_server_takes_the_options() -> None:
    with database() as line, line.cursor() as cursor:
        for name, value in {"statement_timeout": "1min", "idle_in_transaction_session_timeout": "10s"}.items():
            cursor.execute(f"SHOW {name}")
            assert cursor.fetchone() == (value,)


@on_postgres
@pytest.mark.django_db
def test_a_server_that_does_not_answer_is_given_up() -> None:
    with database(response_timeout=0.3) as line:
        line.ensure_connection()
        with pytest.raises(OperationalError, match="does not answer"), line.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(5)")
        assert line.connection.closed
        line.close()
        with pytest.raises(OperationalError, match="skipped"):
            line.ensure_connection()


@on_postgres
@pytest.mark.django_db
def test_calls_under_way_end_when_another_finds_the_server_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "PROBE_TIMEOUT", 0.3)
    with database() as line:
        line.ensure_connection()
        breaker_of("default").record_timeout("no answer to another")
        with pytest.raises(OperationalError, match="does not answer"), line.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(5)")
        assert not line.is_usable()


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_a_read_only_database_is_unavailable_for_writes_and_not_ready() -> None:
    here, part = factories.world(), factories.part()
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        refused = Caller().post("/repairing/create", [bodies.unit(part.pk)], here.client).refused(503, "UNAVAILABLE")
        assert refused.headers["Retry-After"] == "5"
        login = {"username": "client", "password": factories.PASSWORD}
        Caller().post("/contacts/login", login).refused(503, "UNAVAILABLE")
        ready = Client().get("/readyz")
        assert (ready.status_code, ready.json()["missing"]) == (503, ["database"])
        assert Caller().get("/repairing/fetch-by-criteria/active", here.client).status == 200
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")
