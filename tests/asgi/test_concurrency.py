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

from portal_backend.asgi import app, concurrency
from portal_backend.asgi.app import MAX_LARGE_BODIES_PER_USER, BufferingApp
from portal_backend.asgi.concurrency import MIN_THREADS, FairSemaphore, TrafficClass, compute_slots
from portal_backend.core.cancellation import raise_if_canceled
from portal_backend.core.request_context import EARLY_ERROR_KEY, resolve_client_ip
from tests.asgi.connections import Connection, WsgiResult, build_config, build_scope


class BlockingApp:
    """Application that blocks on some paths until released or canceled."""

    def __init__(self, *paths: str) -> None:
        self.paths = paths
        self.release = threading.Event()
        self.started_paths: list[str] = []
        self._started = threading.Semaphore(0)
        self.finished_paths: list[str] = []

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Any:
        """Respond, on blocking paths only after the release."""
        if error := environ.get(EARLY_ERROR_KEY):
            start(f"{error.status} Refused", [])
            return WsgiResult()
        path = environ["PATH_INFO"]
        self.started_paths.append(path)
        self._started.release()
        if path in self.paths:
            while not self.release.wait(0.01):
                raise_if_canceled()
        self.finished_paths.append(path)
        start("200 OK", [])
        return WsgiResult()

    async def wait_until_started(self, number: int) -> None:
        """Wait until `number` further requests have started."""
        for _ in range(number):
            await asyncio.to_thread(self._started.acquire)


def classify_request(path: str, size: int, prefix: bytes) -> TrafficClass:
    """Classify the paths of these tests."""
    class_by_path = {
        "/export": TrafficClass.HEAVY,
        "/spectra": TrafficClass.HEAVY,
        "/upload": TrafficClass.FILES,
        "/download": TrafficClass.FILES,
    }
    class_by_path["/preview"] = TrafficClass.PREVIEW
    reserved_class_by_path = {
        "/healthz": TrafficClass.HEALTH,
        "/readyz": TrafficClass.READY,
        "/login": TrafficClass.LOGIN,
        "/counters": TrafficClass.COUNTERS,
    }
    return {**class_by_path, **reserved_class_by_path}.get(path, TrafficClass.ORDINARY)


@pytest.fixture
def crowd(tmp_path: Path) -> Callable[..., None]:
    """Run a scenario against a server with 16 threads.

    The Authorization header names the user.
    """

    def run(
        application: BlockingApp, scenario: Callable[[Callable[..., tuple[Connection, asyncio.Task[None]]]], Any]
    ) -> None:
        async def run_with_server() -> None:
            server = BufferingApp(application, build_config(tmp_path, classify_request=classify_request), threads=16)

            def call(
                path: str, user: str = "", connection: Connection | None = None
            ) -> tuple[Connection, asyncio.Task[None]]:
                connection = connection or Connection([])
                headers = {"authorization": user} if user else {}
                return connection, asyncio.create_task(
                    server(build_scope("GET", path, **headers), connection.receive, connection.send)
                )

            try:
                await scenario(call)
            finally:
                application.release.set()

        asyncio.run(asyncio.wait_for(run_with_server(), 30))

    return run


RunScenario = Callable[..., None]


def test_concurrency_limit_per_user_leaves_slots_to_others(crowd: RunScenario) -> None:
    """Other users are served meanwhile, including their heavy requests."""
    app = BlockingApp("/export", "/spectra", "/upload", "/download", "/slow")

    async def scenario(call: Callable[..., Any]) -> None:
        for number in range(10):
            for path in app.paths:
                call(path, f"person{number % 2}")
        await app.wait_until_started(8)
        for path in ("/quick", "/healthz", "/login", "/counters"):
            connection, task = call(path, "eva" if path != "/login" else "")
            await task
            assert connection.status == 200, path
        assert not app.finished_paths or set(app.finished_paths) == {"/quick", "/healthz", "/login", "/counters"}
        assert len([each for each in app.started_paths if each in ("/export", "/spectra")]) <= 3
        assert len([each for each in app.started_paths if each in ("/upload", "/download")]) <= 4

    crowd(app, scenario)


def test_liveness_check_does_not_wait_for_readiness(crowd: RunScenario) -> None:
    app = BlockingApp("/readyz")

    async def scenario(call: Callable[..., Any]) -> None:
        call("/readyz")
        await app.wait_until_started(1)
        connection, task = call("/healthz")
        await asyncio.wait_for(task, 10)
        assert (connection.status, app.finished_paths) == (200, ["/healthz"])

    crowd(app, scenario)


def test_liveness_check_does_not_wait_for_threads(tmp_path: Path) -> None:
    """Liveness checks do not look up tokens."""
    app, looked_up = BlockingApp("/slow"), threading.Event()

    async def scenario() -> None:
        config = build_config(
            tmp_path, identify_user=lambda header: looked_up.wait(10) and None, classify_request=classify_request
        )
        server = BufferingApp(app, config, threads=1)
        connection = Connection([])
        slow = asyncio.create_task(server(build_scope("GET", "/slow"), Connection([]).receive, Connection([]).send))
        try:
            await app.wait_until_started(1)
            request = build_scope("GET", "/healthz", authorization="new")
            await asyncio.wait_for(server(request, connection.receive, connection.send), 10)
            assert (connection.status, app.finished_paths) == (200, ["/healthz"])
        finally:
            app.release.set()
            looked_up.set()
        await slow

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_token_lookups_use_no_request_threads(tmp_path: Path) -> None:
    app, looked_up = BlockingApp(), threading.Event()

    async def scenario() -> None:
        server = BufferingApp(
            app,
            build_config(
                tmp_path, identify_user=lambda header: looked_up.wait(10) and None, classify_request=classify_request
            ),
            threads=16,
        )
        anonymous = Connection([])
        tokens = [build_scope("GET", "/quick", authorization=f"token{number}") for number in range(20)]
        connections = [Connection([]) for _ in tokens]
        tasks = [
            asyncio.create_task(server(each, connection.receive, connection.send))
            for each, connection in zip(tokens, connections, strict=True)
        ]
        try:
            await asyncio.sleep(0)
            await asyncio.wait_for(server(build_scope("GET", "/quick"), anonymous.receive, anonymous.send), 5)
            assert (anonymous.status, app.finished_paths) == (200, ["/quick"])
        finally:
            looked_up.set()
        await asyncio.gather(*tasks)
        assert {connection.status for connection in connections} == {200}

    asyncio.run(asyncio.wait_for(scenario(), 30))


def test_slots_remain_for_ordinary_requests() -> None:
    for threads in range(MIN_THREADS, 257):
        slots = compute_slots(threads)
        reserved = sum(slots[each] for each in (TrafficClass.READY, TrafficClass.LOGIN, TrafficClass.COUNTERS))
        assert reserved + slots[TrafficClass.ORDINARY] < threads
        assert slots[TrafficClass.HEAVY] + slots[TrafficClass.FILES] < slots[TrafficClass.ORDINARY]


def test_concurrency_limit_of_file_requests(crowd: RunScenario) -> None:
    app = BlockingApp("/upload", "/download")

    async def scenario(call: Callable[..., Any]) -> None:
        for number in range(30):
            call(app.paths[number % 2], f"person{number}")
        await app.wait_until_started(4)
        connection, task = call("/quick", "eva")
        await task
        assert connection.status == 200
        assert app.started_paths.count("/upload") + app.started_paths.count("/download") == 4

    crowd(app, scenario)


def test_serves_all_previews_of_one_address(crowd: RunScenario) -> None:
    """Previews have no session, so all users of an address are one caller."""
    app = BlockingApp("/preview")

    async def scenario(call: Callable[..., Any]) -> None:
        previews = [call("/preview") for _ in range(180)]
        await app.wait_until_started(2)
        connection, task = call("/download", "ana")
        await task
        assert (connection.status, app.finished_paths) == (200, ["/download"])
        app.release.set()
        await asyncio.gather(*(task for _, task in previews))
        assert {connection.status for connection, _ in previews} == {200}

    crowd(app, scenario)


def test_rejects_requests_that_wait_too_long(crowd: RunScenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """429 for a caller that uses all its slots, 503 for others; neither request runs."""
    monkeypatch.setattr(concurrency, "WAIT_TIMEOUT", 0.05)
    app = BlockingApp("/export")

    async def scenario(call: Callable[..., Any]) -> None:
        calls = [call("/export", "ana"), call("/export", "ana"), call("/export", "eva")]
        await app.wait_until_started(3)
        own, task = call("/export", "ana")
        await task
        other, task = call("/export", "ida")
        await task
        assert (own.status, other.status) == (429, 503)
        app.release.set()
        await asyncio.gather(*(task for _, task in calls))
        assert [connection.status for connection, _ in calls] == [200, 200, 200]
        assert len(app.started_paths) == 3

    crowd(app, scenario)


def test_rejects_requests_beyond_queue_limits(crowd: RunScenario, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(concurrency, "MAX_WAITING_PER_CALLER", 3)
    monkeypatch.setattr(concurrency, "MAX_WAITING", 4)
    app = BlockingApp("/export")

    async def scenario(call: Callable[..., Any]) -> None:
        for user in ("ana", "ana", "eva", "ana", "ana", "ana"):
            call("/export", user)
        await app.wait_until_started(3)
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


def test_free_slot_goes_to_caller_with_fewest(crowd: RunScenario) -> None:
    app = BlockingApp()
    served: list[str] = []

    async def wait(semaphore: FairSemaphore, caller: str) -> None:
        async with semaphore.acquire(caller):
            served.append(caller)
            await asyncio.sleep(0)

    async def scenario(call: Callable[..., Any]) -> None:
        semaphore = FairSemaphore(2, 2)
        first, second = semaphore.acquire("ana"), semaphore.acquire("eva")
        await first.__aenter__()
        await second.__aenter__()
        waiting = [asyncio.create_task(wait(semaphore, caller)) for caller in ("ana", "ana", "ida")]
        await asyncio.sleep(0)
        await second.__aexit__(None, None, None)
        await asyncio.gather(*waiting)
        await first.__aexit__(None, None, None)
        assert served == ["ida", "ana", "ana"]

    crowd(app, scenario)


def test_cancels_requests_of_disconnected_clients(crowd: RunScenario) -> None:
    """Queued requests never start, running ones are canceled, and slots are released."""
    app = BlockingApp("/export")

    async def scenario(call: Callable[..., Any]) -> None:
        disconnect = asyncio.Event()

        class DisconnectingLine(Connection):
            async def receive(self) -> dict[str, Any]:
                await disconnect.wait()
                return {"type": "http.disconnect"}

        tasks = [call("/export", "ana", DisconnectingLine([]))[1] for _ in range(6)]
        await app.wait_until_started(2)
        disconnect.set()
        await asyncio.gather(*tasks)
        assert (app.started_paths, app.finished_paths) == (["/export"] * 2, [])
        app.release.set()
        connection, task = call("/export", "ana")
        await task
        assert connection.status == 200

    crowd(app, scenario)


def test_concurrency_limit_per_address(crowd: RunScenario, monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests whose bodies never arrive count until they time out."""
    monkeypatch.setattr("portal_backend.asgi.app.MAX_REQUESTS_PER_ADDRESS", 3)
    app = BlockingApp("/slow")

    async def scenario(call: Callable[..., Any]) -> None:
        slow = [call("/slow")[1] for _ in range(3)]
        await app.wait_until_started(3)
        connection, task = call("/quick")
        await task
        assert (connection.status, connection.headers["connection"]) == (429, "close")
        app.release.set()
        await asyncio.gather(*slow)
        connection, task = call("/quick")
        await task
        assert connection.status == 200

    crowd(app, scenario)


def test_rejects_large_body_that_waits_too_long_for_a_slot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Regression: bodies beyond the limit per user used to wait forever."""
    monkeypatch.setattr(concurrency, "WAIT_TIMEOUT", 0.05)
    monkeypatch.setattr(app, "DRAIN_TIMEOUT", 0.01)

    async def scenario() -> None:
        config = build_config(tmp_path)
        server = BufferingApp(BlockingApp(), config, threads=16)
        headers = {"content_length": "500", "authorization": "ana"}
        silent_connections = [Connection([]) for _ in range(MAX_LARGE_BODIES_PER_USER)]
        tasks = [
            asyncio.create_task(server(build_scope(**headers), each.receive, each.send)) for each in silent_connections
        ]
        await asyncio.sleep(0)
        connection = Connection([])
        await server(build_scope(**headers), connection.receive, connection.send)
        assert (connection.status, connection.headers["connection"]) == (429, "close")
        for task in tasks:
            task.cancel()

    asyncio.run(asyncio.wait_for(scenario(), 30))


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "phrase"), [("en", "too many operations"), ("es", "demasiadas operaciones")])
def test_concurrency_error_has_error_format_and_headers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, phrase: str
) -> None:
    monkeypatch.setattr(app, "MAX_REQUESTS_PER_ADDRESS", 0)
    config = build_config(tmp_path)
    connection, request = Connection([]), build_scope("GET", "/api/v1/requests/search", host="localhost", lang=language)
    asyncio.run(BufferingApp(get_wsgi_application(), config, threads=2)(request, connection.receive, connection.send))
    error = json.loads(connection.body)
    assert (connection.status, error["code"], connection.headers["retry-after"]) == (429, "TOO_MANY_REQUESTS", "5")
    assert phrase in error["message"]
    assert {"x-request-id", "content-security-policy", "x-content-type-options"} <= connection.headers.keys()


def test_forwarded_address_counts_only_behind_known_proxies(settings: Settings) -> None:
    settings.BEHIND_PROXY = 0
    assert resolve_client_ip("10.0.0.1", "6.6.6.6") == "10.0.0.1"
    settings.BEHIND_PROXY = 1
    assert resolve_client_ip("10.0.0.1", "6.6.6.6, 10.1.1.1") == "10.1.1.1"
    assert resolve_client_ip("10.0.0.1", "") == "10.0.0.1"
