"""Concurrency limits by traffic class and caller, queues, and cancellation."""

import asyncio
import json
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from pytest_django import Settings

from portal_backend.base.calls import REFUSAL, network_of, real_address
from portal_backend.base.cancellation import raise_if_canceled
from portal_backend.base.errors import crowded, invalid, too_large, unavailable
from portal_backend.front import application, lanes
from portal_backend.front.application import BODIES_OF_ONE, Front, Rules
from portal_backend.front.lanes import MIN_THREADS, Kind, Lane, places_of
from tests.front.lines import LIMITS, Answered, Line, scope


class Held:
    """Application that blocks on some paths until released or canceled."""

    def __init__(self, *paths: str) -> None:
        self.paths = paths
        self.going_on = threading.Event()
        self.begun: list[str] = []
        self._started = threading.Semaphore(0)
        self.ended: list[str] = []

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        """Respond, on blocking paths only after the release."""
        if error := environ.get(REFUSAL):
            start(f"{error.status} Refused", [])
            return Answered()
        path = environ["PATH_INFO"]
        self.begun.append(path)
        self._started.release()
        if path in self.paths:
            while not self.going_on.wait(0.01):
                raise_if_canceled()
        self.ended.append(path)
        start("200 OK", [])
        return Answered()

    async def has_begun(self, number: int) -> None:
        """Wait until `number` further requests have started."""
        for _ in range(number):
            await asyncio.to_thread(self._started.acquire)


def kind_of_call(path: str, size: int, prefix: bytes) -> Kind:
    """Classify the paths of these tests."""
    class_by_path = {"/export": Kind.HEAVY, "/spectra": Kind.HEAVY, "/upload": Kind.FILES, "/download": Kind.FILES}
    class_by_path["/preview"] = Kind.PREVIEW
    reserved_class_by_path = {
        "/healthz": Kind.HEALTH,
        "/readyz": Kind.READY,
        "/login": Kind.LOGIN,
        "/counters": Kind.COUNTERS,
    }
    return {**class_by_path, **reserved_class_by_path}.get(path, Kind.ORDINARY)


def rules_of(folder: Path, admit: Callable[[str], Any]) -> Rules:
    """Build the server configuration with the traffic classes of these tests."""
    return Rules(LIMITS, folder, admit, too_large, unavailable, crowded, invalid, kind_of_call=kind_of_call)


@pytest.fixture
def crowd(tmp_path: Path) -> Callable[..., None]:
    """Run a scenario against a server with 16 threads.

    The Authorization header names the user.
    """

    def run(application: Held, scenario: Callable[[Callable[..., tuple[Line, asyncio.Task[None]]]], Any]) -> None:
        async def run_with_server() -> None:
            server = Front(application, rules_of(tmp_path, lambda header: header or None), threads=16)

            def call(path: str, user: str = "", connection: Line | None = None) -> tuple[Line, asyncio.Task[None]]:
                connection = connection or Line([])
                headers = {"authorization": user} if user else {}
                return connection, asyncio.create_task(
                    server(scope("GET", path, **headers), connection.receive, connection.send)
                )

            try:
                await scenario(call)
            finally:
                application.going_on.set()

        asyncio.run(asyncio.wait_for(run_with_server(), 30))

    return run


Crowd = Callable[..., None]


def test_concurrency_limit_per_user_leaves_slots_to_others(crowd: Crowd) -> None:
    """Other users are served meanwhile, including their heavy requests."""
    app = Held("/export", "/spectra", "/upload", "/download", "/slow")

    async def scenario(call: Callable[..., Any]) -> None:
        for number in range(10):
            for path in app.paths:
                call(path, f"person{number % 2}")
        await app.has_begun(8)
        for path in ("/quick", "/healthz", "/login", "/counters"):
            connection, task = call(path, "eva" if path != "/login" else "")
            await task
            assert connection.status == 200, path
        assert not app.ended or set(app.ended) == {"/quick", "/healthz", "/login", "/counters"}
        assert len([each for each in app.begun if each in ("/export", "/spectra")]) <= 3
        assert len([each for each in app.begun if each in ("/upload", "/download")]) <= 4

    crowd(app, scenario)


def test_liveness_check_does_not_wait_for_readiness(crowd: Crowd) -> None:
    app = Held("/readyz")

    async def scenario(call: Callable[..., Any]) -> None:
        call("/readyz")
        await app.has_begun(1)
        connection, task = call("/healthz")
        await asyncio.wait_for(task, 10)
        assert (connection.status, app.ended) == (200, ["/healthz"])

    crowd(app, scenario)


def test_liveness_check_does_not_wait_for_threads(tmp_path: Path) -> None:
    """Liveness checks do not look up tokens."""
    app, looked_up = Held("/slow"), threading.Event()

    async def scenario() -> None:
        config = rules_of(tmp_path, lambda header: looked_up.wait(10) and None)
        server = Front(app, config, threads=1)
        connection = Line([])
        slow = asyncio.create_task(server(scope("GET", "/slow"), Line([]).receive, Line([]).send))
        try:
            await app.has_begun(1)
            request = scope("GET", "/healthz", authorization="new")
            await asyncio.wait_for(server(request, connection.receive, connection.send), 10)
            assert (connection.status, app.ended) == (200, ["/healthz"])
        finally:
            app.going_on.set()
            looked_up.set()
        await slow

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_token_lookups_use_no_request_threads(tmp_path: Path) -> None:
    app, looked_up = Held(), threading.Event()

    async def scenario() -> None:
        server = Front(app, rules_of(tmp_path, lambda header: looked_up.wait(10) and None), threads=16)
        anonymous = Line([])
        tokens = [scope("GET", "/quick", authorization=f"token{number}") for number in range(20)]
        connections = [Line([]) for _ in tokens]
        tasks = [
            asyncio.create_task(server(each, connection.receive, connection.send))
            for each, connection in zip(tokens, connections, strict=True)
        ]
        try:
            await asyncio.sleep(0)
            await asyncio.wait_for(server(scope("GET", "/quick"), anonymous.receive, anonymous.send), 5)
            assert (anonymous.status, app.ended) == (200, ["/quick"])
        finally:
            looked_up.set()
        await asyncio.gather(*tasks)
        assert {connection.status for connection in connections} == {200}

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_slots_remain_for_ordinary_requests() -> None:
    for threads in range(MIN_THREADS, 257):
        slots = places_of(threads)
        reserved = sum(slots[each] for each in (Kind.READY, Kind.LOGIN, Kind.COUNTERS))
        assert reserved + slots[Kind.ORDINARY] < threads
        assert slots[Kind.HEAVY] + slots[Kind.FILES] < slots[Kind.ORDINARY]


def test_concurrency_limit_of_file_requests(crowd: Crowd) -> None:
    app = Held("/upload", "/download")

    async def scenario(call: Callable[..., Any]) -> None:
        for number in range(30):
            call(app.paths[number % 2], f"person{number}")
        await app.has_begun(4)
        connection, task = call("/quick", "eva")
        await task
        assert connection.status == 200
        assert app.begun.count("/upload") + app.begun.count("/download") == 4

    crowd(app, scenario)


def test_serves_all_previews_of_one_address(crowd: Crowd) -> None:
    """Previews have no session, so all users of an address are one caller."""
    app = Held("/preview")

    async def scenario(call: Callable[..., Any]) -> None:
        previews = [call("/preview") for _ in range(180)]
        await app.has_begun(2)
        connection, task = call("/download", "ana")
        await task
        assert (connection.status, app.ended) == (200, ["/download"])
        app.going_on.set()
        await asyncio.gather(*(task for _, task in previews))
        assert {connection.status for connection, _ in previews} == {200}

    crowd(app, scenario)


def test_rejects_requests_that_wait_too_long(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 for a caller that uses all its slots, 503 for others; neither request runs."""
    monkeypatch.setattr(lanes, "WAIT_TIMEOUT", 0.05)
    app = Held("/export")

    async def scenario(call: Callable[..., Any]) -> None:
        calls = [call("/export", "ana"), call("/export", "ana"), call("/export", "eva")]
        await app.has_begun(3)
        own, task = call("/export", "ana")
        await task
        other, task = call("/export", "ida")
        await task
        assert (own.status, other.status) == (429, 503)
        app.going_on.set()
        await asyncio.gather(*(task for _, task in calls))
        assert [connection.status for connection, _ in calls] == [200, 200, 200]
        assert len(app.begun) == 3

    crowd(app, scenario)


def test_rejects_requests_beyond_queue_limits(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lanes, "MAX_WAITING_OF_ONE", 3)
    monkeypatch.setattr(lanes, "MAX_WAITING", 4)
    app = Held("/export")

    async def scenario(call: Callable[..., Any]) -> None:
        for user in ("ana", "ana", "eva", "ana", "ana", "ana"):
            call("/export", user)
        await app.has_begun(3)
        statuses = []
        for user in ("ana", "eva", "ida"):
            connection, task = call("/export", user)
            if user != "eva":
                await task
                statuses.append(connection.status)
            else:
                await asyncio.sleep(0)
        assert statuses == [429, 503]

    crowd(app, scenario)


def test_free_slot_goes_to_caller_with_fewest(crowd: Crowd) -> None:
    app = Held()
    served: list[str] = []

    async def wait(semaphore: Lane, caller: str) -> None:
        async with semaphore.place(caller):
            served.append(caller)
            await asyncio.sleep(0)

    async def scenario(call: Callable[..., Any]) -> None:
        semaphore = Lane(2, 2)
        first, second = semaphore.place("ana"), semaphore.place("eva")
        await first.__aenter__()
        await second.__aenter__()
        waiting = [asyncio.create_task(wait(semaphore, caller)) for caller in ("ana", "ana", "ida")]
        await asyncio.sleep(0)
        await second.__aexit__(None, None, None)
        await asyncio.gather(*waiting)
        await first.__aexit__(None, None, None)
        assert served == ["ida", "ana", "ana"]

    crowd(app, scenario)


def test_cancels_requests_of_disconnected_clients(crowd: Crowd) -> None:
    """Queued requests never start, running ones are canceled, and slots are released."""
    app = Held("/export")

    async def scenario(call: Callable[..., Any]) -> None:
        disconnect = asyncio.Event()

        class DisconnectingLine(Line):
            async def receive(self) -> dict[str, Any]:
                await disconnect.wait()
                return {"type": "http.disconnect"}

        tasks = [call("/export", "ana", DisconnectingLine([]))[1] for _ in range(6)]
        await app.has_begun(2)
        disconnect.set()
        await asyncio.gather(*tasks)
        assert (app.begun, app.ended) == (["/export"] * 2, [])
        app.going_on.set()
        connection, task = call("/export", "ana")
        await task
        assert connection.status == 200

    crowd(app, scenario)


def test_concurrency_limit_per_address(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests whose bodies never arrive count until they time out."""
    monkeypatch.setattr(application, "MAX_CALLS_OF_ONE_ADDRESS", 3)
    app = Held("/slow")

    async def scenario(call: Callable[..., Any]) -> None:
        slow = [call("/slow")[1] for _ in range(3)]
        await app.has_begun(3)
        connection, task = call("/quick")
        await task
        assert (connection.status, connection.headers["connection"]) == (429, "close")
        app.going_on.set()
        await asyncio.gather(*slow)
        connection, task = call("/quick")
        await task
        assert connection.status == 200

    crowd(app, scenario)


def test_rejects_large_body_that_waits_too_long_for_a_slot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: bodies beyond the limit per user used to wait forever."""
    monkeypatch.setattr(lanes, "WAIT_TIMEOUT", 0.05)
    monkeypatch.setattr(application, "FAREWELL", 0.01)

    async def scenario() -> None:
        config = Rules(LIMITS, tmp_path, lambda header: header or None, too_large, unavailable, crowded, invalid)
        server = Front(Held(), config, threads=16)
        headers = {"content_length": "500", "authorization": "ana"}
        silent_connections = [Line([]) for _ in range(BODIES_OF_ONE)]
        tasks = [asyncio.create_task(server(scope(**headers), each.receive, each.send)) for each in silent_connections]
        await asyncio.sleep(0)
        connection = Line([])
        await server(scope(**headers), connection.receive, connection.send)
        assert (connection.status, connection.headers["connection"]) == (429, "close")
        for task in tasks:
            task.cancel()

    asyncio.run(asyncio.wait_for(scenario(), 30))


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "phrase"), [("en", "too many operations"), ("es", "demasiadas operaciones")])
def test_concurrency_error_has_error_format_and_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, phrase: str
) -> None:
    monkeypatch.setattr(application, "MAX_CALLS_OF_ONE_ADDRESS", 0)
    config = Rules(LIMITS, tmp_path, lambda header: header or None, too_large, unavailable, crowded, invalid)
    connection, request = Line([]), scope("GET", "/api/v1/requests/search", host="localhost", lang=language)
    asyncio.run(Front(get_wsgi_application(), config, threads=2)(request, connection.receive, connection.send))
    error = json.loads(connection.body)
    assert (connection.status, error["code"], connection.headers["retry-after"]) == (429, "TOO_MANY_REQUESTS", "5")
    assert phrase in error["message"]
    assert {"x-request-id", "content-security-policy", "x-content-type-options"} <= connection.headers.keys()


def test_client_address_and_network(settings: Settings) -> None:
    """X-Forwarded-For counts only behind known proxies; an IPv6 /64 is one client."""
    settings.BEHIND_PROXY = 0
    assert real_address("10.0.0.1", "6.6.6.6") == "10.0.0.1"
    settings.BEHIND_PROXY = 1
    assert real_address("10.0.0.1", "6.6.6.6, 10.1.1.1") == "10.1.1.1"
    assert real_address("10.0.0.1", "") == "10.0.0.1"
    assert network_of("2001:db8:1:2:3::4") == network_of("2001:db8:1:2:ffff::") == "2001:db8:1:2::/64"
    assert network_of("10.1.1.1") == "10.1.1.1"
    assert network_of("unix:") == "unix:"
