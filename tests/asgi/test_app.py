"""ASGI server: body limits, slow and disconnected clients, conversion to WSGI."""

import asyncio
import io
import json
import threading
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from django.utils import timezone

from portal_backend.accounts.models import Token, User
from portal_backend.accounts.sessions import get_user_id_from_header
from portal_backend.asgi import timeouts
from portal_backend.asgi.app import MAX_LARGE_BODIES_PER_USER, BufferingApp
from portal_backend.asgi.response import FileWrapper
from tests import factories
from tests.asgi.connections import Connection, FullDisk, WsgiResult, body_messages, build_config, build_scope, echo


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Connection]]:
    """Send one request through the server and wait until it is finished."""
    monkeypatch.setattr("portal_backend.asgi.app.DRAIN_TIMEOUT", 0.01)

    def send_request(request: dict[str, Any], connection: Connection, application: Any = echo) -> Connection:
        config = build_config(tmp_path)
        asyncio.run(BufferingApp(application, config, threads=2)(request, connection.receive, connection.send))
        return connection

    yield send_request
    assert list(tmp_path.iterdir()) == [], "nothing stays on the disk"


Serve = Callable[..., Connection]


def test_reads_whole_body(serve: Serve) -> None:
    connection = serve(build_scope(content_length="6"), Connection(body_messages(b"abc", b"def")))
    assert (connection.status, connection.body, connection.headers["content-length"]) == (200, b"abcdef", "6")


def test_reads_whole_chunked_body(serve: Serve) -> None:
    connection = serve(
        build_scope(transfer_encoding="chunked", authorization="ana"), Connection(body_messages(b"a" * 500, b"b" * 500))
    )
    assert connection.body == b"a" * 500 + b"b" * 500


@pytest.mark.parametrize(
    ("headers", "size", "is_accepted"),
    [
        ({}, 100, True),
        ({}, 101, False),
        ({"authorization": "ana"}, 1000, True),
        ({"authorization": "ana"}, 1001, False),
        ({"authorization": "ana", "content_type": "multipart/form-data; boundary=x"}, 5000, True),
        ({"authorization": "ana", "content_type": "multipart/form-data; boundary=x"}, 5001, False),
        ({"content_type": "multipart/form-data; boundary=x"}, 101, False),
    ],
)
def test_body_limit_by_user_and_content_type(
    serve: Serve, headers: dict[str, str], size: int, is_accepted: bool
) -> None:
    connection = Connection(body_messages(b"x" * size))
    messages_read = []

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        messages_read.append(connection.messages_read)
        start("401 Unauthorized", [])
        return WsgiResult()

    serve(build_scope(content_length=str(size), **headers), connection, application)
    assert messages_read == [1 if is_accepted else 0], "what is too large is not even read before the response"
    assert connection.headers.get("connection") == (None if is_accepted else "close")


def test_rejects_chunked_body_above_limit(serve: Serve) -> None:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        with pytest.raises(Exception, match="MAX_UPLOAD_SIZE"):
            environ["wsgi.input"].read()
        start("413 Payload Too Large", [])
        return WsgiResult()

    connection = serve(
        build_scope(transfer_encoding="chunked"),
        Connection(body_messages(b"x" * 60, b"x" * 60, b"x" * 60)),
        application,
    )
    assert (connection.status, connection.headers["connection"]) == (413, "close")


def test_early_error_is_translated(serve: Serve) -> None:
    request = build_scope(path="/api/v1/contacts/login", content_length="8000000", lang="es", host="localhost")
    connection = serve(request, Connection([]), get_wsgi_application())
    error = json.loads(connection.body)
    assert (connection.status, error["code"], connection.headers["connection"]) == (413, "MAX_UPLOAD_SIZE", "close")
    assert "0.0001" in error["message"]


def test_missing_body_times_out_without_a_thread(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timeouts, "IDLE_TIMEOUT", 0.01)
    connection = serve(
        build_scope(content_length="10"),
        Connection(body_messages(b"abc", b"")[:1]),
        lambda *_: pytest.fail("a thread was taken"),
    )
    assert (connection.status, connection.headers["connection"]) == (408, "close")


def test_incomplete_body_is_400_and_reaches_no_endpoint(serve: Serve) -> None:
    """A client that is still connected, as after a malformed chunk, gets a response."""
    connection = serve(
        build_scope(path="/api/v1/contacts/login", content_length="10", host="localhost"),
        Connection([*body_messages(b"abc", b"")[:1], {"type": "http.disconnect"}]),
        get_wsgi_application(),
    )
    assert (connection.status, json.loads(connection.body)["code"], connection.headers["connection"]) == (
        400,
        "VALIDATION",
        "close",
    )
    assert {"x-request-id", "content-security-policy", "x-content-type-options"} <= connection.headers.keys()


def test_full_disk_is_503_after_reading_the_whole_body(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        with pytest.raises(Exception, match="UNAVAILABLE"):
            environ["wsgi.input"].read()
        start("503 Service Unavailable", [])
        return WsgiResult()

    monkeypatch.setattr("portal_backend.asgi.app.open_body_file", lambda *_: FullDisk())
    connection = serve(build_scope(content_length="6"), Connection(body_messages(b"abc", b"def")), application)
    assert connection.status == 503
    assert connection.messages_read == 2, "it was heard to its end"


@pytest.mark.parametrize("size", [70_000, 1_000_000])
def test_sends_large_response_in_blocks(serve: Serve, size: int) -> None:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        start("200 OK", [])
        return WsgiResult([b"x" * size])

    connection = serve(build_scope("GET"), Connection([]), application)
    assert connection.body == b"x" * size
    assert len(connection.sent) > size / 20_000
    assert connection.headers["content-length"] == str(size)


@pytest.mark.parametrize("disconnects", [False, True], ids=["takes nothing", "disconnects"])
def test_stops_sending_to_stalled_or_disconnected_client(
    serve: Serve, monkeypatch: pytest.MonkeyPatch, disconnects: bool
) -> None:
    monkeypatch.setattr(timeouts, "IDLE_TIMEOUT", 0.05)
    file = io.BytesIO(b"x" * 1_000_000)

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        start("200 OK", [])
        return FileWrapper(file)

    connection = Connection([{"type": "http.disconnect"}] if disconnects else [], stalls=not disconnects)
    serve(build_scope("GET"), connection, application)
    assert file.closed
    assert len(connection.body) < 500_000


def test_limits_concurrent_large_bodies_per_user(tmp_path: Path) -> None:
    """Other users are not delayed, and a further body waits for a free slot."""

    async def scenario() -> None:
        config = build_config(tmp_path)
        server = BufferingApp(echo, config, threads=2)
        started: asyncio.Queue[Connection] = asyncio.Queue()
        slow = {Connection([], started=started) for _ in range(MAX_LARGE_BODIES_PER_USER + 1)}
        tasks = {
            each: asyncio.create_task(
                server(build_scope(content_length="500", authorization="ana"), each.receive, each.send)
            )
            for each in slow
        }
        reading = {await started.get() for _ in range(MAX_LARGE_BODIES_PER_USER)}
        other = Connection(body_messages(b"x" * 500))
        await server(build_scope(content_length="500", authorization="eva"), other.receive, other.send)
        assert other.status == 200
        assert started.empty()
        tasks[reading.pop()].cancel()
        assert await started.get() not in reading
        for task in tasks.values():
            task.cancel()

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_drops_headers_with_underscore(serve: Serve) -> None:
    received_environ: dict[str, Any] = {}

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        received_environ.update(environ)
        start("200 OK", [])
        return WsgiResult()

    headers = {"x__forwarded__for": "6.6.6.6", "x__forwarded__proto": "https", "content__length": "9", "x_a": "1"}
    serve(build_scope("GET", "/a%2Fb/%C3%B1%ff", x_forwarded_for="10.1.1.1", **headers), Connection([]), application)
    assert received_environ["HTTP_X_FORWARDED_FOR"] == "10.1.1.1"
    assert "HTTP_X_FORWARDED_PROTO" not in received_environ
    assert (received_environ["CONTENT_LENGTH"], received_environ["HTTP_X_A"]) == ("0", "1")
    assert received_environ["PATH_INFO"].encode("latin-1") == b"/a/b/\xc3\xb1\xff"
    assert received_environ["REMOTE_ADDR"] == "10.0.0.1"


@pytest.mark.django_db
def test_large_body_limit_requires_valid_session() -> None:
    world = factories.world()
    token = world.client.token
    assert (
        get_user_id_from_header(token) == get_user_id_from_header(f"Bearer {token}") == str(world.client.actor.user_id)
    )
    assert get_user_id_from_header("") is None
    assert get_user_id_from_header("x" * 10_000) is None
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert get_user_id_from_header(token) is None
    Token.objects.update(expires_at=timezone.now() + timedelta(hours=1))
    User.objects.update(locked=True)
    assert get_user_id_from_header(token) is None


def test_runs_django_in_a_thread(serve: Serve) -> None:
    """Django runs in a thread and does not block other connections."""
    names = []

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        names.append(threading.current_thread().name)
        start("204 No Content", [])
        return WsgiResult()

    connection = serve(build_scope("GET"), Connection([]), application)
    assert names[0].startswith("portal")
    assert "content-length" not in connection.headers
