"""Web processes that serve the counter poll, each with its own cache."""

import asyncio
import json
from collections.abc import Callable, Iterator
from http import HTTPStatus
from pathlib import Path
from typing import Any, TypeVar, cast

import pytest
from django.core.wsgi import get_wsgi_application
from django.db import connections

from portal_backend.accounts.sessions import hash_token
from portal_backend.asgi.app import BufferingApp, ServerConfig
from portal_backend.asgi.response import BufferedResponse
from portal_backend.core.cache_versions import (
    CACHE_SUBJECTS,
    CacheVersions,
    RedisCacheVersions,
    create_cache_versions,
)
from portal_backend.core.errors import invalid, over_capacity, too_large, unavailable
from portal_backend.workflow.counters_fast_path import COUNTERS_PATH, CountersFastPath
from tests.api_client import HasToken
from tests.asgi.connections import LIMITS, Connection, build_scope

RequestScope = dict[str, Any]
T = TypeVar("T")


def build_poll(user: HasToken | str | None, *, verb: str = "GET", query: str = "", **headers: str) -> RequestScope:
    """Build the ASGI scope of a poll; a header with the value "" is not sent."""
    token = user if isinstance(user, str) else user.token if user else ""
    header_values = {"host": "localhost", "lang": "en", "authorization": token, **headers}
    request_scope = build_scope(verb, COUNTERS_PATH, **{name: value for name, value in header_values.items() if value})
    return {**request_scope, "query_string": query.encode()}


class WebProcess:
    """Web process that counts how often a request reaches Django."""

    def __init__(self, *, fast_path: bool = True, versions: CacheVersions | None = None) -> None:
        self._runner = asyncio.Runner()
        self._django = get_wsgi_application()
        self.django_calls = 0
        self.fast_path = CountersFastPath(versions or create_cache_versions())
        rules = ServerConfig(LIMITS, Path(), lambda header: None, too_large, unavailable, over_capacity, invalid)
        if fast_path:
            rules = ServerConfig(**{**vars(rules), "fast_paths": {COUNTERS_PATH: self.fast_path}})
        self._app = BufferingApp(self._answer, rules, threads=1)

    def _answer(self, environ: RequestScope, start: Callable[..., Any]) -> Any:
        self.django_calls += 1
        return self._django(environ, start)

    def poll(self, user: HasToken | str | None, **kwargs: str) -> Connection:
        """Poll as a user."""
        return self.send(build_poll(user, **kwargs))

    def read_counters(self, user: HasToken) -> dict[str, int]:
        """Return the counters of a poll that must be served without Django."""
        before = self.django_calls
        connection = self.poll(user)
        assert (connection.status, self.django_calls) == (200, before)
        return {row["requestType"]: row["total"] for row in json.loads(connection.body)}

    def read_unread_count(self, user: HasToken) -> int:
        """Return the unread count of a poll that must be served without Django."""
        before = self.django_calls
        connection = self.poll(user)
        assert (connection.status, self.django_calls) == (200, before)
        return int(connection.headers["portal-unread"])

    def send(self, request: RequestScope) -> Connection:
        """Send a request over a new connection."""
        connection = Connection([])
        self._runner.run(self._app(request, connection.receive, connection.send))
        return connection

    def warm_up(self, user: HasToken) -> "WebProcess":
        """Return the process after a user polled, so that it serves later polls itself."""
        etag = self.poll(user).headers["etag"]
        self.poll(user, if_none_match=etag)
        # discard cached values, which would otherwise be used for up to a second
        self.fast_path._sessions.cached = self.fast_path._counters.cached = self.fast_path._unread_by_user.cached = None
        return self

    def close(self) -> None:
        """Close all connections."""
        for threads in (self._app._request_threads, self.fast_path._executor):
            threads.submit(connections.close_all).result()
            threads.shutdown()
        if isinstance(self.fast_path._cache_versions, RedisCacheVersions):
            self._runner.run(self.fast_path._cache_versions.close())
        self._runner.close()


StartProcess = Callable[..., WebProcess]


@pytest.fixture
def start() -> Iterator[StartProcess]:
    """Start web processes, which are closed after the test."""
    processes: list[WebProcess] = []

    def start_one(**kwargs: Any) -> WebProcess:
        processes.append(WebProcess(**kwargs))
        return processes[-1]

    yield start_one
    for each in processes:
        each.close()


class InTransactionCounterPoll(CountersFastPath):
    """Counter poll that reads in the transaction of the test."""

    def __init__(self) -> None:
        super().__init__(create_cache_versions())
        if isinstance(self._cache_versions, RedisCacheVersions):
            self._cache_versions.get_all = self._get_all_versions  # type: ignore[method-assign]

    async def _get_all_versions(self) -> Any:
        versions = cast("RedisCacheVersions", self._cache_versions)
        return dict(zip(CACHE_SUBJECTS, cast("list[Any]", versions._client.mget(versions._keys)), strict=True))

    async def _run_in_thread(self, read: Callable[[], T]) -> T:
        return read()

    def poll(self, user: HasToken) -> bytes | None:
        """Return the response of a process with a warm cache, or None if it needs Django."""
        request = build_poll(user)
        if not self._last_poll_by_session.get(hash_token(user.token)):
            self.observe(request, BufferedResponse(HTTPStatus.OK, []))
            self._sessions.cached = None
        try:
            self.respond(request).send(None)
        except StopIteration as stop:  # the coroutine never suspends
            return stop.value.content if stop.value else None
        raise AssertionError("it waits for something")
