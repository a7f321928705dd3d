"""Versioned in-memory cache: no value is used after a write set a new version."""

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from pytest_django import Settings
from redis.exceptions import RedisError

from portal_backend.core import cache_versions
from portal_backend.core.cache_versions import (
    CACHE_SUBJECTS,
    FileCacheVersions,
    RedisCacheVersions,
    VersionedCache,
)


class CachedRow:
    """Database value with a version, whose read can be paused before it returns."""

    def __init__(self) -> None:
        self.value, self.version, self.reads = 0, b"0", 0
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.has_read = asyncio.Event()
        self.cache = VersionedCache(self._read)

    async def _read(self) -> int:
        read, self.reads = self.value, self.reads + 1
        self.has_read.set()
        await self.go_on.wait()
        return read

    def write(self) -> None:
        """Commit a new value and then set a new version."""
        self.value += 1
        self.version = str(self.value).encode()

    async def read(self) -> int:
        """Read as a request that arrives now."""
        arrived, generation = cache_versions.monotonic(), self.version
        return await self.cache.get(generation, arrived)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Clock whose time the test advances."""
    now = [100.0]
    monkeypatch.setattr(cache_versions, "monotonic", lambda: now[0])

    def advance(seconds: float) -> None:
        now[0] += seconds

    return advance


def run_scenario(scenario: Callable[[CachedRow], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(scenario(CachedRow()), 30))


def test_reads_once_per_version_and_max_age(clock: Callable[[float], None]) -> None:
    async def scenario(row: CachedRow) -> None:
        assert [await row.read(), await row.read()] == [0, 0]
        clock(0.9)
        await row.read()
        assert row.reads == 1
        row.write()
        assert await row.read() == 1
        row.value = 7  # its version change is lost
        clock(0.9)
        assert await row.read() == 1
        clock(0.1)
        assert await row.read() == 7

    run_scenario(scenario)


def test_does_not_cache_value_read_before_a_commit(clock: Callable[[float], None]) -> None:
    async def scenario(row: CachedRow) -> None:
        row.go_on.clear()
        slow = asyncio.create_task(row.read())
        await row.has_read.wait()
        row.write()
        clock(0.01)
        later = asyncio.create_task(row.read())
        await asyncio.sleep(0)
        row.go_on.set()
        assert await slow == 0, "it came before the write"
        assert await later == 1, "it came after the write, and did not share what was read before"
        assert await row.read() == 1

    run_scenario(scenario)


def test_concurrent_requests_share_one_read(clock: Callable[[float], None]) -> None:
    async def scenario(row: CachedRow) -> None:
        row.go_on.clear()
        first = asyncio.create_task(row.read())
        await row.has_read.wait()
        row.write()
        clock(0.01)
        waiting = [asyncio.create_task(row.read()) for _ in range(20)]
        await asyncio.sleep(0)
        row.write()
        clock(0.01)
        row.go_on.set()
        assert await first == 0
        assert {await each for each in waiting} == {2}
        assert row.reads == 2

    run_scenario(scenario)


def test_does_not_cache_failed_read(clock: Callable[[float], None]) -> None:
    async def scenario(row: CachedRow) -> None:
        await row.read()
        clock(1)
        row.go_on.clear()
        canceled = asyncio.create_task(row.read())
        await asyncio.sleep(0)
        canceled.cancel()
        with pytest.raises(asyncio.CancelledError):
            await canceled
        row.value = 5
        row.go_on.set()
        assert await row.read() == 5

    run_scenario(scenario)


def test_without_redis_processes_share_versions_in_a_file(settings: Settings, tmp_path: Path) -> None:
    settings.REDIS_URL, settings.DATA_DIR = "", tmp_path
    ours, theirs = cache_versions.create_cache_versions(), cache_versions.create_cache_versions()
    before = theirs.get(CACHE_SUBJECTS[0])
    ours.bump(CACHE_SUBJECTS[0])
    assert isinstance(theirs, FileCacheVersions)
    assert theirs.get(CACHE_SUBJECTS[0]) != before
    assert [each.name for each in tmp_path.iterdir()] == ["generations"]


def test_every_process_sees_a_new_version(tmp_path: Path) -> None:
    writer, reader = (FileCacheVersions(tmp_path / "generations") for _ in range(2))

    def current() -> dict[Any, Any]:
        return asyncio.run(reader.get_all())

    versions = [current()]
    for subject in ("requests", "sessions", "requests"):
        writer.bump(subject)
        versions.append(current())
        changed = {each for each in versions[-1] if versions[-1][each] != versions[-2][each]}
        assert changed == {subject}


class RedisProxy:
    """TCP proxy to Redis that can hang or disconnect.

    Redis itself serves other tests at the same time.
    """

    def __init__(self, port: int) -> None:
        self._port = port
        self._connections: list[asyncio.StreamWriter] = []
        self.flowing = asyncio.Event()
        self.flowing.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        upstream_reader, upstream_writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._connections += [writer, upstream_writer]
        await asyncio.gather(self._forward(reader, upstream_writer), self._forward(upstream_reader, writer))

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while block := await reader.read(65_536):
                await self.flowing.wait()
                writer.write(block)
        writer.close()

    def disconnect(self) -> None:
        while self._connections:
            self._connections.pop().close()


@pytest.mark.skipif(not settings.REDIS_URL, reason="scripts/test postgres has Redis")
def test_reconnects_to_redis_and_times_out_when_it_hangs(monkeypatch: pytest.MonkeyPatch) -> None:
    url = urlsplit(str(settings.CACHES["default"]["LOCATION"]))

    async def scenario() -> None:
        proxy = RedisProxy(url.port or 6379)
        server = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        reader, writer = RedisCacheVersions(f"redis://127.0.0.1:{port}{url.path}"), RedisCacheVersions(url.geturl())
        assert await reader.get_all() == dict.fromkeys(CACHE_SUBJECTS)
        writer.bump("requests")
        versions = await reader.get_all()
        assert (versions["sessions"], versions["requests"] is None) == (None, False)
        proxy.disconnect()
        await asyncio.sleep(0)
        with pytest.raises(RedisError):
            await reader.get_all()
        assert await reader.get_all() == versions
        monkeypatch.setattr(cache_versions, "REDIS_TIMEOUT", 0.05)
        proxy.flowing.clear()
        hanging = await asyncio.gather(*(reader.get_all() for _ in range(50)), return_exceptions=True)
        assert {type(each) for each in hanging} == {TimeoutError}, "they wait together, not one after the other"
        proxy.flowing.set()
        monkeypatch.setattr(cache_versions, "REDIS_TIMEOUT", 10)
        assert await reader.get_all() == versions, "the answer to an old question is not taken for that to a new one"
        await reader.close()
        proxy.disconnect()
        server.close()

    asyncio.run(scenario())
