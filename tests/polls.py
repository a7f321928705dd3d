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

from portal_backend.accounts.sessions import digest
from portal_backend.base.errors import crowded, invalid, too_large, unavailable
from portal_backend.base.generations import SUBJECTS, Generations, InRedis, new_generations
from portal_backend.front.answering import Reply
from portal_backend.front.application import Front, Rules
from portal_backend.workflow.polling import COUNTERS, CounterPoll
from tests.caller import HasToken
from tests.front.lines import LIMITS, Line, scope

Asked = dict[str, Any]
T = TypeVar("T")


def poll_of(user: HasToken | str | None, *, verb: str = "GET", query: str = "", **headers: str) -> Asked:
    """Build the ASGI scope of a poll; a header with the value "" is not sent."""
    token = user if isinstance(user, str) else user.token if user else ""
    header_values = {"host": "localhost", "lang": "en", "authorization": token, **headers}
    request_scope = scope(verb, COUNTERS, **{name: value for name, value in header_values.items() if value})
    return {**request_scope, "query_string": query.encode()}


class Process:
    """Web process that counts how often a request reaches Django."""

    def __init__(self, *, shortcut: bool = True, generations: Generations | None = None) -> None:
        self._runner = asyncio.Runner()
        self._django = get_wsgi_application()
        self.asked_django = 0
        self.shortcut = CounterPoll(generations or new_generations())
        rules = Rules(LIMITS, Path(), lambda header: None, too_large, unavailable, crowded, invalid)
        if shortcut:
            rules = Rules(**{**vars(rules), "shortcuts": {COUNTERS: self.shortcut}})
        self._front = Front(self._answer, rules, threads=1)

    def _answer(self, environ: Asked, start: Callable[..., Any]) -> Any:
        self.asked_django += 1
        return self._django(environ, start)

    def poll(self, user: HasToken | str | None, **kwargs: str) -> Line:
        """Poll as a user."""
        return self.send(poll_of(user, **kwargs))

    def numbers(self, user: HasToken) -> dict[str, int]:
        """Return the counters of a poll that must be served without Django."""
        before = self.asked_django
        connection = self.poll(user)
        assert (connection.status, self.asked_django) == (200, before)
        return {row["requestType"]: row["total"] for row in json.loads(connection.body)}

    def unread(self, user: HasToken) -> int:
        """Return the unread count of a poll that must be served without Django."""
        before = self.asked_django
        connection = self.poll(user)
        assert (connection.status, self.asked_django) == (200, before)
        return int(connection.headers["portal-unread"])

    def send(self, request: Asked) -> Line:
        """Send a request over a new connection."""
        connection = Line([])
        self._runner.run(self._front(request, connection.receive, connection.send))
        return connection

    def knows(self, user: HasToken) -> "Process":
        """Return the process after a user polled, so that it serves later polls itself."""
        etag = self.poll(user).headers["etag"]
        self.poll(user, if_none_match=etag)
        # discard cached values, which would otherwise be used for up to a second
        self.shortcut._sessions.last = self.shortcut._numbers.last = self.shortcut._unread.last = None
        return self

    def close(self) -> None:
        """Close all connections."""
        for threads in (self._front._threads, self.shortcut._threads):
            threads.submit(connections.close_all).result()
            threads.shutdown()
        if isinstance(self.shortcut._generations, InRedis):
            self._runner.run(self.shortcut._generations.close())
        self._runner.close()


StartProcess = Callable[..., Process]


@pytest.fixture
def start() -> Iterator[StartProcess]:
    """Start web processes, which are closed after the test."""
    processes: list[Process] = []

    def start_one(**kwargs: Any) -> Process:
        processes.append(Process(**kwargs))
        return processes[-1]

    yield start_one
    for each in processes:
        each.close()


class Inside(CounterPoll):
    """Counter poll that reads in the transaction of the test."""

    def __init__(self) -> None:
        super().__init__(new_generations())
        if isinstance(self._generations, InRedis):
            self._generations.current = self._current  # type: ignore[method-assign]

    async def _current(self) -> Any:
        versions = cast("InRedis", self._generations)
        return dict(zip(SUBJECTS, cast("list[Any]", versions._writer.mget(versions._keys)), strict=True))

    async def _aside(self, read: Callable[[], T]) -> T:
        return read()

    def poll(self, user: HasToken) -> bytes | None:
        """Return the response of a process with a warm cache, or None if it needs Django."""
        request = poll_of(user)
        if not self._polling.get(digest(user.token)):
            self.learn(request, Reply(HTTPStatus.OK, []))
            self._sessions.last = None
        try:
            self.answer(request).send(None)
        except StopIteration as stop:  # the coroutine never suspends
            return stop.value.content if stop.value else None
        raise AssertionError("it waits for something")
