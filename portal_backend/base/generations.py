"""Generations of what a process keeps in memory: a write begins a new one, and what was read in an older is not used.

They stand where every process sees them at once: in Redis, or without it in a file beside the data, on one machine.
A generation that got lost (its process was killed after the commit, Redis was away or emptied) does no lasting harm:
nothing that matters is kept for more than a second.
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
PATIENCE = 0.5  # seconds in which Redis must answer
T = TypeVar("T")
Generation = bytes | str | None


class Generations(Protocol):
    """Where generations stand."""

    def begin(self, subject: Subject) -> None:
        """A new one. Raises OSError or RedisError."""

    def told(self, subject: Subject) -> Generation:
        """The present one. Raises OSError or RedisError."""

    async def current(self) -> dict[Subject, Generation]:
        """Those of all subjects. Raises OSError or RedisError."""


class InFile:
    """In a file that all processes of this machine have open."""

    def __init__(self, path: Path) -> None:
        self._path = path

    @cached_property
    def _file(self) -> int:
        return os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)

    def begin(self, subject: Subject) -> None:
        """A new one."""
        os.pwrite(self._file, secrets.token_bytes(SIZE), SIZE * SUBJECTS.index(subject))

    def told(self, subject: Subject) -> Generation:
        """The present one."""
        return os.pread(self._file, SIZE, SIZE * SUBJECTS.index(subject)).ljust(SIZE, b"\0")

    async def current(self) -> dict[Subject, Generation]:
        """Those of all subjects."""
        return {subject: self.told(subject) for subject in SUBJECTS}


class InRedis:
    """In Redis, which all machines of the portal share.

    They are asked for with every poll: one command, packed once, over one connection costs half of what it costs
    through the client.
    """

    def __init__(self, url: str) -> None:
        self._keys = [f"portal:generation:{subject}" for subject in SUBJECTS]
        self._writer = BreakingRedis.from_url(url, socket_timeout=PATIENCE, socket_connect_timeout=PATIENCE)
        self._line = ConnectionPool.from_url(url).make_connection()  # type: ignore[no-untyped-call]
        self._question = self._line.pack_command("MGET", *self._keys)
        self._turn = asyncio.Lock()

    def begin(self, subject: Subject) -> None:
        """A new one."""
        self._writer.set(self._keys[SUBJECTS.index(subject)], secrets.token_bytes(SIZE))

    def told(self, subject: Subject) -> Generation:
        """The present one."""
        told: Generation = self._writer.get(self._keys[SUBJECTS.index(subject)])
        return told

    async def current(self) -> dict[Subject, Generation]:
        """Those of all subjects; a line that broke is opened again."""
        if REDIS.is_open:
            raise RedisConnectionError("Redis is skipped, it did not answer in time")
        async with asyncio.timeout(PATIENCE), self._turn:
            await self._line.send_packed_command(self._question)
            return dict(zip(SUBJECTS, await self._line.read_response(), strict=True))

    async def close(self) -> None:
        """Hang up."""
        await self._line.disconnect()


def new_generations() -> Generations:
    """A connection of its own to where this portal's stand."""
    if settings.REDIS_URL:
        return InRedis(str(settings.CACHES["default"]["LOCATION"]))
    return InFile(settings.DATA_DIR / "generations")


_writing = cache(new_generations)


def generation_of(subject: Subject) -> Generation:
    """The present one, for who then reads the subject, or has read it. Raises OSError or RedisError."""
    return _writing().told(subject)


def begin_generation(subject: Subject) -> None:
    """What was read of a subject so far counts no longer, from the moment that this transaction is committed."""
    transaction.on_commit(partial(_begin, subject))


def _begin(subject: Subject) -> None:
    try:
        _writing().begin(subject)
    except (OSError, RedisError) as error:
        log.error("kept for up to a second: %s", error, extra=RECURRING)  # noqa: TRY400 - its trace is Redis's own


class Reading(NamedTuple, Generic[T]):
    """What was read, the generation that was seen before, and when the reading began."""

    value: T
    generation: Generation
    began: float

    def holds(self, generation: Generation, arrived: float, oldest: float | None = None) -> bool:
        """Whether it counts for one who arrived then, and saw this generation afterwards."""
        return self.generation == generation and arrived - self.began < (OLDEST if oldest is None else oldest)


class Kept(Generic[T]):
    """What was read last of a subject, as long as its generation lasts and no longer than a second, or `oldest`.

    Many who ask at once share one reading. It counts for whoever came before it began, whatever generation they saw:
    so what was read before a commit is never taken for what came after.
    """

    def __init__(self, read: Callable[[], Awaitable[T]], oldest: float | None = None) -> None:
        self._read = read
        self._oldest = oldest
        self._lock = asyncio.Lock()
        self.last: Reading[T] | None = None

    async def value(self, generation: Generation, arrived: float) -> T:
        """As it is for one who arrived then and saw this generation afterwards."""
        if (last := self._fresh(generation, arrived)) is None:
            async with self._lock:
                if (last := self._fresh(generation, arrived)) is None:
                    began = monotonic()
                    self.last = last = Reading(await self._read(), generation, began)
        return last.value

    def _fresh(self, generation: Generation, arrived: float) -> Reading[T] | None:
        last = self.last
        return last if last and (last.began >= arrived or last.holds(generation, arrived, self._oldest)) else None
