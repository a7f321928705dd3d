"""Processes that answer the poll of the counters, for tests: each with its own memory, before one Django."""

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


def poll_of(who: HasToken | str | None, *, verb: str = "GET", query: str = "", **headers: str) -> Asked:
    """A poll as the server hands it over; a header that is "" is not sent."""
    token = who if isinstance(who, str) else who.token if who else ""
    told = {"host": "localhost", "lang": "en", "authorization": token, **headers}
    made = scope(verb, COUNTERS, **{name: value for name, value in told.items() if value})
    return {**made, "query_string": query.encode()}


class Process:
    """A web process: what it answers, and how often it asked Django for it."""

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

    def poll(self, who: HasToken | str | None, **how: str) -> Line:
        """Poll as somebody."""
        return self.send(poll_of(who, **how))

    def numbers(self, who: HasToken) -> dict[str, int]:
        """What a poll tells, which must come without Django."""
        before = self.asked_django
        line = self.poll(who)
        assert (line.status, self.asked_django) == (200, before)
        return {row["requestType"]: row["total"] for row in json.loads(line.body)}

    def unread(self, who: HasToken) -> int:
        """How many notices a poll says are new, which must come without Django."""
        before = self.asked_django
        line = self.poll(who)
        assert (line.status, self.asked_django) == (200, before)
        return int(line.headers["portal-unread"])

    def send(self, request: Asked) -> Line:
        """Send a request over a line of its own."""
        line = Line([])
        self._runner.run(self._front(request, line.receive, line.send))
        return line

    def knows(self, who: HasToken) -> "Process":
        """The same process after somebody polled, so that it can answer the next ones by itself."""
        etag = self.poll(who).headers["etag"]
        self.poll(who, if_none_match=etag)
        # else it comes to know them within a second
        self.shortcut._sessions.last = self.shortcut._numbers.last = self.shortcut._unread.last = None
        return self

    def close(self) -> None:
        """Leave no connection behind."""
        for threads in (self._front._threads, self.shortcut._threads):
            threads.submit(connections.close_all).result()
            threads.shutdown()
        if isinstance(self.shortcut._generations, InRedis):
            self._runner.run(self.shortcut._generations.close())
        self._runner.close()


StartProcess = Callable[..., Process]


@pytest.fixture
def start() -> Iterator[StartProcess]:
    """Begin a web process."""
    begun: list[Process] = []

    def one(**how: Any) -> Process:
        begun.append(Process(**how))
        return begun[-1]

    yield one
    for each in begun:
        each.close()


class Inside(CounterPoll):
    """Reads in the transaction of a test, where it is asked."""

    def __init__(self) -> None:
        super().__init__(new_generations())
        if isinstance(self._generations, InRedis):
            self._generations.current = self._current  # type: ignore[method-assign]

    async def _current(self) -> Any:
        kept = cast("InRedis", self._generations)
        return dict(zip(SUBJECTS, cast("list[Any]", kept._writer.mget(kept._keys)), strict=True))

    async def _aside(self, read: Callable[[], T]) -> T:
        return read()

    def poll(self, who: HasToken) -> bytes | None:
        """What a process that knows the caller answers without Django, or None."""
        request = poll_of(who)
        if not self._polling.get(digest(who.token)):
            self.learn(request, Reply(HTTPStatus.OK, []))
            self._sessions.last = None
        try:
            self.answer(request).send(None)
        except StopIteration as answered:  # nothing of it waits
            return answered.value.content if answered.value else None
        raise AssertionError("it waits for something")
