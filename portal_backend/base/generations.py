"""Versions of the data that web processes cache in memory.

A write sets a new version, and values that were cached under an older one are no longer used. The versions are shared
by all processes: in Redis, or without it in a file in the data directory (one machine). A lost version (process killed
after the commit, Redis unreachable or emptied) does no lasting harm, as cached values also expire after MAX_AGE.
"""

import asyncio
import logging
import os
import secrets
from collections.abc import Awaitable, Callable
from functools import cache, cached_property, partial
from pathlib import Path
from time import monotonic
from typing import Generic, Literal, NamedTuple, Protocol, TypeVar, get_args

from django.conf import settings
from django.db import transaction
from redis.asyncio import ConnectionPool
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import RedisError

from portal_backend.base.logs import RECURRING
from portal_backend.base.redis_client import REDIS, BreakingRedis

log = logging.getLogger("portal.generations")
Subject = Literal["sessions", "requests", "notices"]
SUBJECTS: tuple[Subject, ...] = get_args(Subject)
SIZE = 8
OLDEST = 1.0
PATIENCE = 0.5  # seconds to wait for Redis
T = TypeVar("T")
Generation = bytes | str | None


class Generations(Protocol):
    """Store of the current cache versions."""

    def begin(self, subject: Subject) -> None:
        """Set a new version. Raises OSError or RedisError."""

    def told(self, subject: Subject) -> Generation:
        """Return the current version of a subject. Raises OSError or RedisError."""

    async def current(self) -> dict[Subject, Generation]:
        """Return the current versions of all subjects. Raises OSError or RedisError."""


class InFile:
    """Cache versions in a file that all processes of this machine open."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _file(self) -> int:
        return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)

    def begin(self, subject: Subject) -> None:
        """Set a new version."""
        os.pwrite(self._file, secrets.token_bytes(SIZE), SIZE * SUBJECTS.index(subject))

    def told(self, subject: Subject) -> Generation:
        """Return the current version of a subject."""
        return os.pread(self._file, SIZE, SIZE * SUBJECTS.index(subject)).ljust(SIZE, b"\0")

    async def current(self) -> dict[Subject, Generation]:
        """Return the current versions of all subjects."""
        return {subject: self.told(subject) for subject in SUBJECTS}


class InRedis:
    """Cache versions in Redis, shared by all machines.

    Every poll reads them. A single command that is packed once and sent over a dedicated connection costs half as much
    as a call of the Redis client.
    """

    def __init__(self, url: str) -> None:
        self._keys = [f"portal:generation:{subject}" for subject in SUBJECTS]
        self._writer = BreakingRedis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._line = ConnectionPool.from_url(url).make_connection()  # type: ignore[no-untyped-call]
        self._question = self._line.pack_command("MGET", *self._keys)
        self._turn = asyncio.Lock()

    def begin(self, subject: Subject) -> None:
        """Set a new version."""
        self._writer.set(self._keys[SUBJECTS.index(subject)], secrets.token_bytes(SIZE))

    def told(self, subject: Subject) -> Generation:
        """Return the current version of a subject."""
        version: Generation = self._writer.get(self._keys[SUBJECTS.index(subject)])
        return version

    async def current(self) -> dict[Subject, Generation]:
        """Return the current versions of all subjects; reconnects if necessary."""
        if REDIS.is_open:
            raise RedisConnectionError("Redis is skipped, it did not answer in time")
        async with asyncio.timeout(PATIENCE), self._turn:
            await self._line.send_packed_command(self._question)
            return dict(zip(SUBJECTS, await self._line.read_response(), strict=True))

    async def close(self) -> None:
        """Close the connection."""
        await self._line.disconnect()


def new_generations() -> Generations:
    """Create a store of cache versions with a connection of its own."""
    if settings.REDIS_URL:
        return InRedis(str(settings.CACHES["default"]["LOCATION"]))
    return InFile(settings.DATA_DIR / "generations")


_writing = cache(new_generations)


def generation_of(subject: Subject) -> Generation:
    """Return the current version of a subject. Raises OSError or RedisError."""
    return _writing().told(subject)


def begin_generation(subject: Subject) -> None:
    """Invalidate cached values of a subject when the current transaction commits."""
    transaction.on_commit(partial(_begin, subject))


def _begin(subject: Subject) -> None:
    try:
        _writing().begin(subject)
    except (OSError, RedisError) as error:
        log.error("kept for up to a second: %s", error, extra=RECURRING)  # noqa: TRY400 - its trace is Redis's own


class Reading(NamedTuple, Generic[T]):
    """Cached value with the time of its read and the version seen before the read."""

    value: T
    generation: Generation
    began: float

    def holds(self, generation: Generation, arrived: float, oldest: float | None = None) -> bool:
        """Return whether the value is valid for a request that then saw this version.

        `arrived` is the time of the request, `oldest` the maximum age in seconds.
        """
        return self.generation == generation and arrived - self.began < (OLDEST if oldest is None else oldest)


class Kept(Generic[T]):
    """Cache of the latest value of a subject.

    A value is used while its version is current and its age is below `oldest` seconds (default MAX_AGE). Concurrent
    requests share one read. A read also serves every request that arrived before it started, whatever version that
    request saw, so a value read before a commit is never returned to a request that came after it.
    """

    def __init__(self, read: Callable[[], Awaitable[T]], oldest: float | None = None) -> None:
        self._read = read
        self._oldest = oldest
        self._lock = asyncio.Lock()
        self.last: Reading[T] | None = None

    async def value(self, generation: Generation, arrived: float) -> T:
        """Return the value for a request that arrived at `arrived` and saw `generation`.

        The version must have been read after the request arrived.
        """
        if (cached := self._fresh(generation, arrived)) is None:
            async with self._lock:
                if (cached := self._fresh(generation, arrived)) is None:
                    read_at = monotonic()
                    self.last = cached = Reading(await self._read(), generation, read_at)
        return cached.value

    def _fresh(self, generation: Generation, arrived: float) -> Reading[T] | None:
        cached = self.last
        return (
            cached if cached and (cached.began >= arrived or cached.holds(generation, arrived, self._oldest)) else None
        )
