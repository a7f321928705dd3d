"""Timeouts of a read-only, unresponsive or unreachable PostgreSQL.

Requests get 503 in time, and the portal is not ready.
"""

import copy
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from django.db import InternalError, OperationalError, connection
from django.test import Client

from portal_backend.config.api import to_api_error
from portal_backend.core.databases import apply_web_timeouts, build_postgres_settings
from portal_backend.core.postgres import base
from portal_backend.core.postgres.base import DatabaseWrapper, get_breaker
from tests import factories, request_bodies
from tests.api_client import ApiClient

on_postgres = pytest.mark.skipif("connection.vendor != 'postgresql'", reason="SQLite is a file")


@pytest.fixture(autouse=True)
def _reset_breakers() -> Iterator[None]:
    get_breaker.cache_clear()
    yield
    get_breaker.cache_clear()


@contextmanager
def database(url: str = "", **options: Any) -> Iterator[DatabaseWrapper]:
    """Yield a separate connection with the settings of a web server."""
    database_settings = copy.deepcopy(connection.settings_dict)
    if url:
        database_settings.update(build_postgres_settings(url))
    apply_web_timeouts(database_settings)
    database_settings["OPTIONS"].update(options)
    web_connection = DatabaseWrapper(database_settings, "default")
    try:
        yield web_connection
    finally:
        web_connection.close()


@pytest.fixture
def silent_port() -> Iterator[tuple[int, socket.socket]]:
    """Server that accepts connections but never responds.

    The kernel does the same for a stopped process.
    """
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server.getsockname()[1], server


def count_connections(server: socket.socket) -> int:
    count = 0
    while True:
        try:
            server.accept()[0].close()
        except BlockingIOError:
            return count
        count += 1


@pytest.mark.parametrize("state", ["25006", "25P02", "25P03", "57P01", "57P02", "57P03"])
def test_unavailable_server_states_are_503(state: str) -> None:
    error = InternalError("cannot execute INSERT in a read-only transaction")
    error.__cause__ = type("Refused", (Exception,), {"sqlstate": state})()
    api_error = to_api_error(error)
    assert api_error is not None
    assert (api_error.status, api_error.code, api_error.retry_after) == (503, "UNAVAILABLE", 5)


def test_other_internal_errors_are_500() -> None:
    error = InternalError("invalid page in block 7")
    error.__cause__ = type("Broken", (Exception,), {"sqlstate": "XX001"})()
    assert to_api_error(error) is None


@pytest.mark.django_db
def test_unresponsive_server_times_out_once(silent_port: tuple[int, socket.socket]) -> None:
    port, server = silent_port
    with database(f"postgres://portal@127.0.0.1:{port}/portal", connect_timeout=1) as web_connection:
        for _ in range(3):
            with pytest.raises(OperationalError):
                web_connection.ensure_connection()
    assert count_connections(server) == 1


def test_web_server_has_statement_and_idle_timeouts() -> None:
    web_settings = build_postgres_settings("postgres://portal@127.0.0.1:1/portal")
    plain_settings = copy.deepcopy(web_settings)
    apply_web_timeouts(web_settings)
    for option in ("statement_timeout=60000", "idle_in_transaction_session_timeout=10000"):
        assert option in web_settings["OPTIONS"]["options"]
        assert option not in plain_settings["OPTIONS"]["options"], "migrations, backups and jobs take their time"
    assert "tcp_keepalives_idle" in plain_settings["OPTIONS"]["options"]
    assert web_settings["OPTIONS"]["connect_timeout"] <= 2


def test_embedded_database_has_no_timeout_options() -> None:
    embedded = copy.deepcopy(settings.DATABASES["default"])
    if connection.vendor == "sqlite":
        apply_web_timeouts(embedded)
        assert embedded == settings.DATABASES["default"]


@on_postgres
@pytest.mark.django_db
def test_server_accepts_timeout_options() -> None:
    with database() as web_connection, web_connection.cursor() as cursor:
        for name, value in {"statement_timeout": "1min", "idle_in_transaction_session_timeout": "10s"}.items():
            cursor.execute(f"SHOW {name}")
            assert cursor.fetchone() == (value,)


@on_postgres
@pytest.mark.django_db
def test_closes_connection_after_response_timeout() -> None:
    with database(response_timeout=0.3) as web_connection:
        web_connection.ensure_connection()
        with pytest.raises(OperationalError, match="does not respond"), web_connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(5)")
        assert web_connection.connection.closed
        web_connection.close()
        with pytest.raises(OperationalError, match="skipped"):
            web_connection.ensure_connection()


@on_postgres
@pytest.mark.django_db
def test_open_breaker_ends_running_queries(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(base, "PROBE_TIMEOUT", 0.3)
    with database() as web_connection:
        web_connection.ensure_connection()
        get_breaker("default").record_timeout("no answer to another")
        with pytest.raises(OperationalError, match="does not respond"), web_connection.cursor() as cursor:
            cursor.execute("SELECT pg_sleep(5)")
        assert not web_connection.is_usable()


@on_postgres
@pytest.mark.django_db(transaction=True)
def test_read_only_database_rejects_writes_and_is_not_ready() -> None:
    world, part = factories.world(), factories.part()
    with connection.cursor() as cursor:
        cursor.execute("SET default_transaction_read_only = on")
    try:
        response = (
            ApiClient()
            .post("/repairing/create", [request_bodies.unit(part.pk)], world.client)
            .assert_error(503, "UNAVAILABLE")
        )
        assert response.headers["Retry-After"] == "5"
        login = {"username": "client", "password": factories.PASSWORD}
        ApiClient().post("/contacts/login", login).assert_error(503, "UNAVAILABLE")
        ready = Client().get("/readyz")
        assert (ready.status_code, ready.json()["missing"]) == (503, ["database"])
        assert ApiClient().get("/repairing/fetch-by-criteria/active", world.client).status == 200
    finally:
        with connection.cursor() as cursor:
            cursor.execute("SET default_transaction_read_only = off")
