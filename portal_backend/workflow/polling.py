"""The poll of the counters, answered before Django: from what is kept in memory, if nothing about it is unusual.

It is asked every few seconds by everybody at a desk. Whatever is not plainly a poll of a live session goes the
ordinary way, and so does the first of each: what Django answered then says with which headers the next are answered.
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
# a body, or a condition other than If-None-Match
UNUSUAL = frozenset(
    (b"content-length", b"transfer-encoding", b"if-match", b"if-modified-since", b"if-unmodified-since", b"range")
)
# who has not polled for so long is forgotten until the next time
AWAY = 120.0
MOST_SESSIONS = 5_000
MOST_PLACES = 50
OLDEST_UNREAD = 30.0  # nobody waits for the bell
REST = 1.0  # seconds in which Redis is not asked again after it did not answer
UNREAD_HEADER = UNREAD.lower().encode()
ETAG = re.compile(rb'"[0-9a-f]{32}"')
T = TypeVar("T")
Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Poll:
    """A request that is plainly a poll; `place` is all that its answer's headers hang on."""

    whose: str
    seen: bytes | None
    place: tuple[bytes | str | None, ...]


def plain_poll(scope: Scope) -> Poll | None:
    """A request as a poll, or None where anything about it is unusual."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if scope["method"] != "GET" or scope["query_string"] or len(headers) != len(scope["headers"]):
        return None
    token = bare(headers.get(b"authorization", b"").decode("latin-1"))
    if not token or headers.keys() & UNUSUAL:
        return None
    place = (scope["scheme"], headers.get(b"host"), headers.get(b"x-forwarded-proto"))
    return Poll(digest(token), headers.get(b"if-none-match"), place)


class CounterPoll:
    """A shortcut of the front's."""

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
        """The answer that Django would give, or None: then Django is asked."""
        arrived, poll = monotonic(), plain_poll(scope)
        if poll is None or poll.whose not in self._polling or arrived < self._resting_until:
            return None
        self._polling[poll.whose] = arrived
        try:
            badges = await self._badges(poll.whose, arrived)
        except (OperationalError, InterfaceError):
            return None
        except (OSError, RedisError):
            self._resting_until = arrived + REST
            return None
        return None if badges is None else self._reply(poll, badges)

    def learn(self, scope: Scope, reply: Reply) -> None:
        """What Django answered instead: of whom it knows, and with which headers it answers."""
        poll = plain_poll(scope)
        if poll is None or reply.blocks is not None or reply.status not in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            return
        if len(self._headers) < MOST_PLACES:
            self._headers[(reply.status, poll.place)] = reply.headers
        if len(self._polling) < MOST_SESSIONS:
            self._polling[poll.whose] = monotonic()

    async def _badges(self, whose: str, arrived: float) -> Badges | None:
        generations = await self._generations.current()
        session = (await self._sessions.value(generations["sessions"], arrived)).get(whose)
        remembered.polling = self._sessions.last
        if session is None or session.actor.role not in INBOX_READERS or not session.needs_nothing():
            return None
        user_id = session.actor.user_id
        unread = await self._unread.value(generations["notices"], arrived)
        if user_id not in unread:  # who has come since
            unread |= await self._aside(partial(unread_of, [user_id]))
        numbers = await self._numbers.value(generations["requests"], arrived)
        return numbers.badges(session.actor, unread.get(user_id, 0))

    async def _read_sessions(self) -> Sessions:
        since = monotonic() - AWAY
        self._polling = {whose: asked for whose, asked in self._polling.items() if asked > since}
        return await self._aside(partial(present, list(self._polling)))

    async def _read_unread(self) -> dict[int, int]:
        known = self._sessions.last.value.values() if self._sessions.last else ()
        readers = {each.actor.user_id for each in known if each.actor.role in INBOX_READERS}
        return await self._aside(partial(unread_of, readers))

    async def _aside(self, read: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._threads, _connected, read)

    def _reply(self, poll: Poll, badges: Badges) -> Reply | None:
        seen = None if poll.seen is None else poll.seen.removeprefix(b"W/")
        if seen is not None and not ETAG.fullmatch(seen):
            return None
        unchanged = seen == badges.etag
        status, content = (HTTPStatus.NOT_MODIFIED, b"") if unchanged else (HTTPStatus.OK, badges.content)
        if (headers := self._headers.get((status, poll.place))) is None:
            return None
        own = {
            b"etag": badges.etag,
            UNREAD_HEADER: badges.unread,
            b"x-request-id": uuid.uuid4().hex.encode(),
            b"content-length": str(len(content)).encode(),
        }
        return Reply(status, [(name, own.get(name, value)) for name, value in headers], content)


def _connected(read: Callable[[], T]) -> T:
    close_old_connections()  # as before each request: one may have been lost since
    return read()
