"""Fast path for polls of the counters: served from memory, ahead of Django.

All open clients poll every few seconds. A request that is not clearly a poll of a live session goes to Django, and so
does the first poll of each session; the fast path reuses the headers of Django's responses.
"""

import asyncio
import re
import uuid
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from time import monotonic
from typing import TypeVar

from django.db import InterfaceError, OperationalError, close_old_connections
from redis.exceptions import RedisError

from portal_backend.accounts.presence import Sessions, present, remembered
from portal_backend.accounts.sessions import bare, digest
from portal_backend.base.generations import Generations, Kept
from portal_backend.front.answering import Reply
from portal_backend.front.asking import Scope
from portal_backend.notifications.bell import unread_of
from portal_backend.workflow.lists import INBOX_READERS
from portal_backend.workflow.numbers import UNREAD, Badges, Numbers, count_all

COUNTERS = "/api/v1/requests/fetch-number/action-required"
# headers of a body, or of a condition other than If-None-Match
UNUSUAL = frozenset(
    (b"content-length", b"transfer-encoding", b"if-match", b"if-modified-since", b"if-unmodified-since", b"range")
)
# seconds after its last poll in which the session is cached
AWAY = 120.0
MOST_SESSIONS = 5_000
MOST_PLACES = 50
OLDEST_UNREAD = 30.0  # seconds; a delayed number of unread notifications is acceptable
REST = 1.0  # seconds for which Redis is skipped after an error
UNREAD_HEADER = UNREAD.lower().encode()
ETAG = re.compile(rb'"[0-9a-f]{32}"')
T = TypeVar("T")
Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Poll:
    """Parsed poll; the response headers depend on `vary_key` alone."""

    whose: str
    seen: bytes | None
    place: tuple[bytes | str | None, ...]


def plain_poll(scope: Scope) -> Poll | None:
    """Parse a request as a poll; None if it has anything unusual."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if scope["method"] != "GET" or scope["query_string"] or len(headers) != len(scope["headers"]):
        return None
    token = bare(headers.get(b"authorization", b"").decode("latin-1"))
    if not token or headers.keys() & UNUSUAL:
        return None
    vary_key = (scope["scheme"], headers.get(b"host"), headers.get(b"x-forwarded-proto"))
    return Poll(digest(token), headers.get(b"if-none-match"), vary_key)


class CounterPoll:
    """Fast path of the ASGI server for polls of the counters."""

    def __init__(self, generations: Generations) -> None:
        self._generations = generations
        self._threads = ThreadPoolExecutor(1, "poll")
        self._polling: dict[str, float] = {}
        self._headers: dict[tuple[object, ...], Headers] = {}
        self._sessions: Kept[Sessions] = Kept(self._read_sessions)
        self._numbers: Kept[Numbers] = Kept(partial(self._aside, count_all))
        self._unread: Kept[dict[int, int]] = Kept(self._read_unread, OLDEST_UNREAD)
        self._resting_until = 0.0

    async def answer(self, scope: Scope) -> Reply | None:
        """Return the response that Django would give; None passes the request to Django."""
        received_at, poll = monotonic(), plain_poll(scope)
        if poll is None or poll.whose not in self._polling or received_at < self._resting_until:
            return None
        self._polling[poll.whose] = received_at
        try:
            response = await self._badges(poll.whose, received_at)
        except (OperationalError, InterfaceError):
            return None
        except (OSError, RedisError):
            self._resting_until = received_at + REST
            return None
        return None if response is None else self._reply(poll, response)

    def learn(self, scope: Scope, reply: Reply) -> None:
        """Record the session and the response headers of a poll handled by Django."""
        poll = plain_poll(scope)
        if poll is None or reply.blocks is not None or reply.status not in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            return
        if len(self._headers) < MOST_PLACES:
            self._headers[(reply.status, poll.place)] = reply.headers
        if len(self._polling) < MOST_SESSIONS:
            self._polling[poll.whose] = monotonic()

    async def _badges(self, session_digest: str, received_at: float) -> Badges | None:
        versions = await self._generations.current()
        session = (await self._sessions.value(versions["sessions"], received_at)).get(session_digest)
        remembered.polling = self._sessions.last
        if session is None or session.actor.role not in INBOX_READERS or not session.needs_nothing():
            return None
        user_id = session.actor.user_id
        unread = await self._unread.value(versions["notices"], received_at)
        if user_id not in unread:  # signed in after the counts were loaded
            unread |= await self._aside(partial(unread_of, [user_id]))
        counters = await self._numbers.value(versions["requests"], received_at)
        return counters.badges(session.actor, unread.get(user_id, 0))

    async def _read_sessions(self) -> Sessions:
        since = monotonic() - AWAY
        self._polling = {
            session_digest: polled_at for session_digest, polled_at in self._polling.items() if polled_at > since
        }
        return await self._aside(partial(present, list(self._polling)))

    async def _read_unread(self) -> dict[int, int]:
        sessions = self._sessions.last.value.values() if self._sessions.last else ()
        user_ids = {session.actor.user_id for session in sessions if session.actor.role in INBOX_READERS}
        return await self._aside(partial(unread_of, user_ids))

    async def _aside(self, read: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, _connected, read)

    def _reply(self, poll: Poll, response: Badges) -> Reply | None:
        seen = None if poll.seen is None else poll.seen.removeprefix(b"W/")
        if seen is not None and not ETAG.fullmatch(seen):
            return None
        unchanged = seen == response.etag
        status, content = (HTTPStatus.NOT_MODIFIED, b"") if unchanged else (HTTPStatus.OK, response.content)
        if (headers := self._headers.get((status, poll.place))) is None:
            return None
        own_headers = {
            b"etag": response.etag,
            UNREAD_HEADER: response.unread,
            b"x-request-id": uuid.uuid4().hex.encode(),
            b"content-length": str(len(content)).encode(),
        }
        return Reply(status, [(name, own_headers.get(name, value)) for name, value in headers], content)


def _connected(read: Callable[[], T]) -> T:
    close_old_connections()  # as Django does before each request; the connection may be lost
    return read()
