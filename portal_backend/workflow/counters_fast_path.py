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

from portal_backend.accounts.session_cache import SessionsByDigest, cached_sessions, load_sessions
from portal_backend.accounts.sessions import hash_token, parse_token
from portal_backend.asgi.response import BufferedResponse
from portal_backend.asgi.wsgi_environ import Scope
from portal_backend.core.cache_versions import CacheVersions, VersionedCache
from portal_backend.notifications.inbox import count_unread_by_user
from portal_backend.workflow.counters import UNREAD_COUNT_HEADER, CounterResponse, Counters, load_counters
from portal_backend.workflow.lists import ACTION_REQUIRED_READERS

COUNTERS_PATH = "/api/v1/requests/fetch-number/action-required"
# headers of a body, or of a condition other than If-None-Match
BYPASS_HEADERS = frozenset(
    (b"content-length", b"transfer-encoding", b"if-match", b"if-modified-since", b"if-unmodified-since", b"range")
)
# seconds after its last poll in which the session is cached
POLLER_IDLE_TIMEOUT = 120.0
MAX_POLLING_SESSIONS = 5_000
MAX_HEADER_VARIANTS = 50
UNREAD_MAX_AGE = 30.0  # seconds; a delayed number of unread notifications is acceptable
REDIS_RETRY_AFTER = 1.0  # seconds for which Redis is skipped after an error
UNREAD_COUNT_HEADER_BYTES = UNREAD_COUNT_HEADER.lower().encode()
ETAG_PATTERN = re.compile(rb'"[0-9a-f]{32}"')
T = TypeVar("T")
RawHeaders = list[tuple[bytes, bytes]]


@dataclass(frozen=True)
class Poll:
    """Parsed poll; the response headers depend on `vary_key` alone."""

    session_digest: str
    if_none_match: bytes | None
    vary_key: tuple[bytes | str | None, ...]


def parse_poll(scope: Scope) -> Poll | None:
    """Parse a request as a poll; None if it has anything unusual."""
    headers: dict[bytes, bytes] = dict(scope["headers"])
    if scope["method"] != "GET" or scope["query_string"] or len(headers) != len(scope["headers"]):
        return None
    token = parse_token(headers.get(b"authorization", b"").decode("latin-1"))
    if not token or headers.keys() & BYPASS_HEADERS:
        return None
    vary_key = (scope["scheme"], headers.get(b"host"), headers.get(b"x-forwarded-proto"))
    return Poll(hash_token(token), headers.get(b"if-none-match"), vary_key)


class CountersFastPath:
    """Fast path of the ASGI server for polls of the counters."""

    def __init__(self, cache_versions: CacheVersions) -> None:
        self._cache_versions = cache_versions
        self._executor = ThreadPoolExecutor(1, "poll")
        self._last_poll_by_session: dict[str, float] = {}
        self._headers_by_variant: dict[tuple[object, ...], RawHeaders] = {}
        self._sessions: VersionedCache[SessionsByDigest] = VersionedCache(self._load_sessions)
        self._counters: VersionedCache[Counters] = VersionedCache(partial(self._run_in_thread, load_counters))
        self._unread_by_user: VersionedCache[dict[int, int]] = VersionedCache(self._load_unread, UNREAD_MAX_AGE)
        self._redis_retry_at = 0.0

    async def respond(self, scope: Scope) -> BufferedResponse | None:
        """Return the response that Django would give; None passes the request to Django."""
        received_at, poll = monotonic(), parse_poll(scope)
        if poll is None or poll.session_digest not in self._last_poll_by_session or received_at < self._redis_retry_at:
            return None
        self._last_poll_by_session[poll.session_digest] = received_at
        try:
            response = await self._get_response(poll.session_digest, received_at)
        except (OperationalError, InterfaceError):
            return None
        except (OSError, RedisError):
            self._redis_retry_at = received_at + REDIS_RETRY_AFTER
            return None
        return None if response is None else self._build_reply(poll, response)

    def observe(self, scope: Scope, reply: BufferedResponse) -> None:
        """Record the session and the response headers of a poll handled by Django."""
        poll = parse_poll(scope)
        if poll is None or reply.blocks is not None or reply.status not in (HTTPStatus.OK, HTTPStatus.NOT_MODIFIED):
            return
        if len(self._headers_by_variant) < MAX_HEADER_VARIANTS:
            self._headers_by_variant[(reply.status, poll.vary_key)] = reply.headers
        if len(self._last_poll_by_session) < MAX_POLLING_SESSIONS:
            self._last_poll_by_session[poll.session_digest] = monotonic()

    async def _get_response(self, session_digest: str, received_at: float) -> CounterResponse | None:
        versions = await self._cache_versions.get_all()
        session = (await self._sessions.get(versions["sessions"], received_at)).get(session_digest)
        cached_sessions.polled_sessions = self._sessions.cached
        if session is None or session.actor.role not in ACTION_REQUIRED_READERS or not session.is_fresh():
            return None
        user_id = session.actor.user_id
        unread = await self._unread_by_user.get(versions["notices"], received_at)
        if user_id not in unread:  # signed in after the counts were loaded
            unread |= await self._run_in_thread(partial(count_unread_by_user, [user_id]))
        counters = await self._counters.get(versions["requests"], received_at)
        return counters.build_response(session.actor, unread.get(user_id, 0))

    async def _load_sessions(self) -> SessionsByDigest:
        since = monotonic() - POLLER_IDLE_TIMEOUT
        self._last_poll_by_session = {
            session_digest: polled_at
            for session_digest, polled_at in self._last_poll_by_session.items()
            if polled_at > since
        }
        return await self._run_in_thread(partial(load_sessions, list(self._last_poll_by_session)))

    async def _load_unread(self) -> dict[int, int]:
        sessions = self._sessions.cached.value.values() if self._sessions.cached else ()
        user_ids = {session.actor.user_id for session in sessions if session.actor.role in ACTION_REQUIRED_READERS}
        return await self._run_in_thread(partial(count_unread_by_user, user_ids))

    async def _run_in_thread(self, read: Callable[[], T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._executor, _run_with_live_connection, read)

    def _build_reply(self, poll: Poll, response: CounterResponse) -> BufferedResponse | None:
        seen = None if poll.if_none_match is None else poll.if_none_match.removeprefix(b"W/")
        if seen is not None and not ETAG_PATTERN.fullmatch(seen):
            return None
        unchanged = seen == response.etag
        status, content = (HTTPStatus.NOT_MODIFIED, b"") if unchanged else (HTTPStatus.OK, response.content)
        if (headers := self._headers_by_variant.get((status, poll.vary_key))) is None:
            return None
        own_headers = {
            b"etag": response.etag,
            UNREAD_COUNT_HEADER_BYTES: response.unread,
            b"x-request-id": uuid.uuid4().hex.encode(),
            b"content-length": str(len(content)).encode(),
        }
        return BufferedResponse(status, [(name, own_headers.get(name, value)) for name, value in headers], content)


def _run_with_live_connection(read: Callable[[], T]) -> T:
    close_old_connections()  # as Django does before each request; the connection may be lost
    return read()
