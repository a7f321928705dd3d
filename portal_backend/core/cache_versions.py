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

from portal_backend.core.logs import RECURRING
from portal_backend.core.redis_client import REDIS_BREAKER, CircuitBreakerRedis

log = logging.getLogger("portal.cache_versions")
CacheSubject = Literal["sessions", "requests", "notices"]
CACHE_SUBJECTS: tuple[CacheSubject, ...] = get_args(CacheSubject)
VERSION_BYTES = 8
MAX_AGE = 1.0
REDIS_TIMEOUT = 0.5  # seconds to wait for Redis
T = TypeVar("T")
CacheVersion = bytes | str | None


class CacheVersions(Protocol):
    """Store of the current cache versions."""

    def bump(self, subject: CacheSubject) -> None:
        """Set a new version. Raises OSError or RedisError."""

    def get(self, subject: CacheSubject) -> CacheVersion:
        """Return the current version of a subject. Raises OSError or RedisError."""

    async def get_all(self) -> dict[CacheSubject, CacheVersion]:
        """Return the current versions of all subjects. Raises OSError or RedisError."""


class FileCacheVersions:
    """Cache versions in a file that all processes of this machine open."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _file(self) -> int:
        return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)

    def bump(self, subject: CacheSubject) -> None:
        """Set a new version."""
        os.pwrite(self._file, secrets.token_bytes(VERSION_BYTES), VERSION_BYTES * CACHE_SUBJECTS.index(subject))

    def get(self, subject: CacheSubject) -> CacheVersion:
        """Return the current version of a subject."""
        return os.pread(self._file, VERSION_BYTES, VERSION_BYTES * CACHE_SUBJECTS.index(subject)).ljust(
            VERSION_BYTES, b"\0"
        )

    async def get_all(self) -> dict[CacheSubject, CacheVersion]:
        """Return the current versions of all subjects."""
        return {subject: self.get(subject) for subject in CACHE_SUBJECTS}


class RedisCacheVersions:
    """Cache versions in Redis, shared by all machines.

    Every poll reads them. A single command that is packed once and sent over a dedicated connection costs half as much
    as a call of the Redis client.
    """

    def __init__(self, url: str) -> None:
        self._keys = [f"portal:generation:{subject}" for subject in CACHE_SUBJECTS]
        self._client = CircuitBreakerRedis.from_url(
            url, socket_timeout=REDIS_TIMEOUT, socket_connect_timeout=REDIS_TIMEOUT
        )
        self._connection = ConnectionPool.from_url(url).make_connection()  # type: ignore[no-untyped-call]
        self._mget_command = self._connection.pack_command("MGET", *self._keys)
        self._lock = asyncio.Lock()

    def bump(self, subject: CacheSubject) -> None:
        """Set a new version."""
        self._client.set(self._keys[CACHE_SUBJECTS.index(subject)], secrets.token_bytes(VERSION_BYTES))

    def get(self, subject: CacheSubject) -> CacheVersion:
        """Return the current version of a subject."""
        version: CacheVersion = self._client.get(self._keys[CACHE_SUBJECTS.index(subject)])
        return version

    async def get_all(self) -> dict[CacheSubject, CacheVersion]:
        """Return the current versions of all subjects; reconnects if necessary."""
        if REDIS_BREAKER.is_open:
            raise RedisConnectionError("Redis is skipped, it did not answer in time")
        async with asyncio.timeout(REDIS_TIMEOUT), self._lock:
            await self._connection.send_packed_command(self._mget_command)
            return dict(zip(CACHE_SUBJECTS, await self._connection.read_response(), strict=True))

    async def close(self) -> None:
        """Close the connection."""
        await self._connection.disconnect()


def create_cache_versions() -> CacheVersions:
    """Create a store of cache versions with a connection of its own."""
    if settings.REDIS_URL:
        return RedisCacheVersions(str(settings.CACHES["default"]["LOCATION"]))
    return FileCacheVersions(settings.DATA_DIR / "generations")


_get_cache_versions = cache(create_cache_versions)


def get_cache_version(subject: CacheSubject) -> CacheVersion:
    """Return the current version of a subject. Raises OSError or RedisError."""
    return _get_cache_versions().get(subject)


def invalidate_cache(subject: CacheSubject) -> None:
    """Invalidate cached values of a subject when the current transaction commits."""
    transaction.on_commit(partial(_bump, subject))


def _bump(subject: CacheSubject) -> None:
    try:
        _get_cache_versions().bump(subject)
    except (OSError, RedisError) as error:
        log.error("kept for up to a second: %s", error, extra=RECURRING)  # noqa: TRY400 - its trace is Redis's own


class CachedValue(NamedTuple, Generic[T]):
    """Cached value with the time of its read and the version seen before the read."""

    value: T
    version: CacheVersion
    read_at: float

    def is_valid(self, version: CacheVersion, requested_at: float, max_age: float | None = None) -> bool:
        """Return whether the value is valid for a request that then saw this version.

        `requested_at` is the time of the request, `max_age` the maximum age in seconds.
        """
        return self.version == version and requested_at - self.read_at < (MAX_AGE if max_age is None else max_age)


class VersionedCache(Generic[T]):
    """Cache of the latest value of a subject.

    A value is used while its version is current and its age is below `max_age` seconds (default MAX_AGE). Concurrent
    requests share one read. A read also serves every request that arrived before it started, whatever version that
    request saw, so a value read before a commit is never returned to a request that came after it.
    """

    def __init__(self, read: Callable[[], Awaitable[T]], max_age: float | None = None) -> None:
        self._read = read
        self._max_age = max_age
        self._lock = asyncio.Lock()
        self.cached: CachedValue[T] | None = None

    async def get(self, version: CacheVersion, requested_at: float) -> T:
        """Return the value for a request that arrived at `requested_at` and saw `version`.

        The version must have been read after the request arrived.
        """
        if (cached := self._get_valid(version, requested_at)) is None:
            async with self._lock:
                if (cached := self._get_valid(version, requested_at)) is None:
                    read_at = monotonic()
                    self.cached = cached = CachedValue(await self._read(), version, read_at)
        return cached.value

    def _get_valid(self, version: CacheVersion, requested_at: float) -> CachedValue[T] | None:
        cached = self.cached
        return (
            cached
            if cached and (cached.read_at >= requested_at or cached.is_valid(version, requested_at, self._max_age))
            else None
        )
