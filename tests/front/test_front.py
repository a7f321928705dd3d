"""The front: what reaches Django of a request, and what it does with lines that are slow, gone or too talkative."""

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
from portal_backend.accounts.sessions import person_of
from portal_backend.base.errors import crowded, invalid, too_large, unavailable
from portal_backend.front import pace
from portal_backend.front.answering import OpenFile
from portal_backend.front.application import BODIES_OF_ONE, Front, Rules
from tests import factories
from tests.front.lines import LIMITS, Answered, FullDisk, Line, echo, parts, scope


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Line]]:
    """Send one request through a front and wait until it is dealt with."""
    monkeypatch.setattr("portal_backend.front.application.FAREWELL", 0.01)

    def run(request: dict[str, Any], line: Line, application: Any = echo) -> Line:
        rules = Rules(LIMITS, tmp_path, lambda header: header or None, too_large, unavailable, crowded, invalid)
        asyncio.run(Front(application, rules, threads=2)(request, line.receive, line.send))
        return line

    yield run
    assert list(tmp_path.iterdir()) == [], "nothing stays on the disk"


Serve = Callable[..., Line]


def test_a_body_comes_whole(serve: Serve) -> None:
    line = serve(scope(content_length="6"), Line(parts(b"abc", b"def")))
    assert (line.status, line.body, line.headers["content-length"]) == (200, b"abcdef", "6")


def test_a_body_that_does_not_tell_its_length_comes_whole(serve: Serve) -> None:
    line = serve(scope(transfer_encoding="chunked", authorization="ana"), Line(parts(b"a" * 500, b"b" * 500)))
    assert line.body == b"a" * 500 + b"b" * 500


@pytest.mark.parametrize(
    ("headers", "size", "taken"),
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
def test_how_much_is_taken_of_whom(serve: Serve, headers: dict[str, str], size: int, taken: bool) -> None:
    line = Line(parts(b"x" * size))
    seen = []

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        seen.append(line.taken)
        start("401 Unauthorized", [])
        return Answered()

    serve(scope(content_length=str(size), **headers), line, application)
    assert seen == [1 if taken else 0], "what is too large is not even read before the answer"
    assert line.headers.get("connection") == (None if taken else "close")


def test_a_length_that_is_not_told_is_measured(serve: Serve) -> None:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        with pytest.raises(Exception, match="MAX_UPLOAD_SIZE"):
            environ["wsgi.input"].read()
        start("413 Payload Too Large", [])
        return Answered()

    line = serve(scope(transfer_encoding="chunked"), Line(parts(b"x" * 60, b"x" * 60, b"x" * 60)), application)
    assert (line.status, line.headers["connection"]) == (413, "close")


def test_a_stranger_is_told_in_his_language(serve: Serve) -> None:
    request = scope(path="/api/v1/contacts/login", content_length="8000000", lang="es", host="localhost")
    line = serve(request, Line([]), get_wsgi_application())
    answer = json.loads(line.body)
    assert (line.status, answer["code"], line.headers["connection"]) == (413, "MAX_UPLOAD_SIZE", "close")
    assert "0.0001" in answer["message"]


def test_a_body_that_never_comes_takes_no_thread_and_is_given_up(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pace, "SILENCE", 0.01)
    line = serve(scope(content_length="10"), Line(parts(b"abc", b"")[:1]), lambda *_: pytest.fail("a thread was taken"))
    assert (line.status, line.headers["connection"]) == (408, "close")


def test_a_body_that_breaks_off_reaches_no_endpoint(serve: Serve) -> None:
    """A sender who is still there, as after a malformed chunk, is told so with our headers."""
    line = serve(
        scope(path="/api/v1/contacts/login", content_length="10", host="localhost"),
        Line([*parts(b"abc", b"")[:1], {"type": "http.disconnect"}]),
        get_wsgi_application(),
    )
    assert (line.status, json.loads(line.body)["code"], line.headers["connection"]) == (400, "VALIDATION", "close")
    assert {"x-request-id", "content-security-policy", "x-content-type-options"} <= line.headers.keys()


def test_a_disk_that_is_full_is_told_as_such(serve: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        with pytest.raises(Exception, match="UNAVAILABLE"):
            environ["wsgi.input"].read()
        start("503 Service Unavailable", [])
        return Answered()

    monkeypatch.setattr("portal_backend.front.application.new_body", lambda *_: FullDisk())
    line = serve(scope(content_length="6"), Line(parts(b"abc", b"def")), application)
    assert line.status == 503
    assert line.taken == 2, "it was heard to its end"


@pytest.mark.parametrize("size", [70_000, 1_000_000])
def test_a_large_answer_comes_in_blocks(serve: Serve, size: int) -> None:
    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        start("200 OK", [])
        return Answered([b"x" * size])

    line = serve(scope("GET"), Line([]), application)
    assert line.body == b"x" * size
    assert len(line.sent) > size / 20_000
    assert line.headers["content-length"] == str(size)


@pytest.mark.parametrize("gone", [False, True], ids=["takes nothing", "is gone"])
def test_a_reader_who_stays_away_is_given_up(serve: Serve, monkeypatch: pytest.MonkeyPatch, gone: bool) -> None:
    monkeypatch.setattr(pace, "SILENCE", 0.05)
    file = io.BytesIO(b"x" * 1_000_000)

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        start("200 OK", [])
        return OpenFile(file)

    line = Line([{"type": "http.disconnect"}] if gone else [], stalls=not gone)
    serve(scope("GET"), line, application)
    assert file.closed
    assert len(line.body) < 500_000


def test_one_person_has_a_few_large_bodies_at_once(tmp_path: Path) -> None:
    """Others are not kept waiting by who fills his places, and he goes on when one is free."""

    async def drill() -> None:
        rules = Rules(LIMITS, tmp_path, lambda header: header or None, too_large, unavailable, crowded, invalid)
        front = Front(echo, rules, threads=2)
        begun: asyncio.Queue[Line] = asyncio.Queue()
        slow = {Line([], begun=begun) for _ in range(BODIES_OF_ONE + 1)}
        tasks = {
            each: asyncio.create_task(front(scope(content_length="500", authorization="ana"), each.receive, each.send))
            for each in slow
        }
        reading = {await begun.get() for _ in range(BODIES_OF_ONE)}
        other = Line(parts(b"x" * 500))
        await front(scope(content_length="500", authorization="eva"), other.receive, other.send)
        assert other.status == 200
        assert begun.empty()
        tasks[reading.pop()].cancel()
        assert await begun.get() not in reading
        for task in tasks.values():
            task.cancel()

    asyncio.run(asyncio.wait_for(drill(), 30))


def test_a_header_with_an_underscore_is_no_header(serve: Serve) -> None:
    seen: dict[str, Any] = {}

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        seen.update(environ)
        start("200 OK", [])
        return Answered()

    headers = {"x__forwarded__for": "6.6.6.6", "x__forwarded__proto": "https", "content__length": "9", "x_a": "1"}
    serve(scope("GET", "/a%2Fb/%C3%B1%ff", x_forwarded_for="10.1.1.1", **headers), Line([]), application)
    assert seen["HTTP_X_FORWARDED_FOR"] == "10.1.1.1"
    assert "HTTP_X_FORWARDED_PROTO" not in seen
    assert (seen["CONTENT_LENGTH"], seen["HTTP_X_A"]) == ("0", "1")
    assert seen["PATH_INFO"].encode("latin-1") == b"/a/b/\xc3\xb1\xff"
    assert seen["REMOTE_ADDR"] == "10.0.0.1"


@pytest.mark.django_db
def test_who_may_send_much_is_who_is_signed_in() -> None:
    world = factories.world()
    token = world.client.token
    assert person_of(token) == person_of(f"Bearer {token}") == str(world.client.actor.user_id)
    assert person_of("") is None
    assert person_of("x" * 10_000) is None
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert person_of(token) is None
    Token.objects.update(expires_at=timezone.now() + timedelta(hours=1))
    User.objects.update(locked=True)
    assert person_of(token) is None


def test_work_is_done_aside(serve: Serve) -> None:
    """What Django does keeps nobody's line waiting."""
    names = []

    def application(environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        names.append(threading.current_thread().name)
        start("204 No Content", [])
        return Answered()

    line = serve(scope("GET"), Line([]), application)
    assert names[0].startswith("portal")
    assert "content-length" not in line.headers
