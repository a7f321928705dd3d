"""Shutdown of a web process: requests under way are answered before it ends."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connection, transaction
from django.db.backends.signals import connection_created

from portal_backend.accounts.models import Client
from portal_backend.asgi import app, shutdown
from portal_backend.asgi.app import BufferingApp
from portal_backend.core import cancellation, databases
from portal_backend.core.cancellation import Canceled, CancellationToken, raise_if_canceled
from portal_backend.core.request_context import EARLY_ERROR_KEY
from tests.asgi.connections import Connection, WsgiResult, body_messages, build_config, build_scope

Work = Callable[[], None]


@pytest.fixture(autouse=True)
def process_shutdown(monkeypatch: pytest.MonkeyPatch) -> CancellationToken:
    """Replace the token of this process, and shorten the countdown."""
    token = CancellationToken()
    for module in (cancellation, shutdown, app, databases):
        monkeypatch.setattr(module, "shutdown", token)
    monkeypatch.setattr(shutdown, "CANCEL_AFTER", 0.0)
    monkeypatch.setattr(shutdown, "INTERRUPT_AFTER", 0.01)
    monkeypatch.setattr(app, "DRAIN_TIMEOUT", 0.01)
    return token


@pytest.fixture
def statement_wrappers(transactional_db: None) -> Iterator[list[Any]]:
    """Return the statement wrappers of the connection, without those of other tests."""
    connection.execute_wrappers.clear()
    yield connection.execute_wrappers
    # not restored: they would cancel the statements that empty the tables
    connection.execute_wrappers.clear()


def serve_until_shutdown(tmp_path: Path, work: Work, **headers: str) -> Connection:
    """Send a request whose thread does `work`, and begin the shutdown once it runs."""
    django = get_wsgi_application()
    working = threading.Event()

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        if EARLY_ERROR_KEY in environ:
            return django(environ, start)
        working.set()
        work()
        start("200 OK", [])
        return WsgiResult([b"done"])

    async def scenario() -> Connection:
        config = build_config(tmp_path)
        server = BufferingApp(application, config, threads=2)
        client = Connection(body_messages(b""))
        scope = build_scope("GET", "/api/v1/any", host="localhost", **headers)
        serving = asyncio.create_task(server(scope, client.receive, client.send))
        await asyncio.get_running_loop().run_in_executor(None, working.wait)
        server.shutdown.begin()
        server.shutdown.begin()
        await serving
        return client

    return asyncio.run(asyncio.wait_for(scenario(), 30))


def assert_unavailable(client: Connection) -> None:
    assert (client.status, json.loads(client.body)["code"]) == (503, "UNAVAILABLE")
    assert client.headers["retry-after"]
    assert client.headers["connection"] == "close"


def test_request_that_does_not_end_is_503(tmp_path: Path) -> None:
    over = threading.Event()
    timer = threading.Timer(20.0, over.set)  # asyncio.run waits for no thread of the server, but its exit does
    timer.start()
    client = serve_until_shutdown(tmp_path, lambda: over.wait() and None)
    assert not over.is_set()
    over.set()
    timer.cancel()
    assert_unavailable(client)


def test_canceled_work_is_503(tmp_path: Path, process_shutdown: CancellationToken) -> None:
    def work() -> None:
        assert process_shutdown.wait(20)
        raise_if_canceled()

    assert_unavailable(serve_until_shutdown(tmp_path, work))


def test_work_that_ends_in_time_is_answered(
    tmp_path: Path, process_shutdown: CancellationToken, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutdown, "CANCEL_AFTER", 60.0)
    monkeypatch.setattr(shutdown, "INTERRUPT_AFTER", 60.0)
    client = serve_until_shutdown(tmp_path, lambda: None)
    assert (client.status, client.body) == (200, b"done")
    assert not process_shutdown.is_canceled()


def test_statements_are_canceled_and_nothing_is_saved(
    process_shutdown: CancellationToken, statement_wrappers: list[Any]
) -> None:
    """A transaction is rolled back even if only its commit is left."""

    @transaction.atomic
    def save() -> None:
        Client.objects.create(name="Customs")
        with connection.execute_wrapper(shut_down_meanwhile):
            Client.objects.create(name="Another")

    def shut_down_meanwhile(execute: Callable[..., Any], *arguments: Any) -> Any:
        process_shutdown.cancel()
        return execute(*arguments)

    databases.cancel_statements_at_shutdown(connection)
    with pytest.raises(Canceled):
        save()
    with pytest.raises(Canceled):
        Client.objects.exists()
    statement_wrappers.clear()
    assert not Client.objects.exists()


def test_reconnecting_wraps_statements_once(statement_wrappers: list[Any]) -> None:
    """Statements do not become slower with each reconnection."""
    connection_created.connect(databases.cancel_statements_at_shutdown)
    try:
        for _ in range(3):
            connection.close()
            connection.ensure_connection()
    finally:
        connection_created.disconnect(databases.cancel_statements_at_shutdown)
    assert len(statement_wrappers) == 1
