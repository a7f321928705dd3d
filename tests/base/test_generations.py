"""What is kept in memory: never used once a write has begun a new generation, whatever came in between."""

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

from portal_backend.base import generations
from portal_backend.base.generations import SUBJECTS, InFile, InRedis, Kept


class Row:
    """One value of a database, with its generation, and a reader that can be held up between reading and telling."""

    def __init__(self) -> None:
        self.value, self.generation, self.reads = 0, b"0", 0
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.has_read = asyncio.Event()
        self.kept = Kept(self._read)

    async def _read(self) -> int:
        read, self.reads = self.value, self.reads + 1
        self.has_read.set()
        await self.go_on.wait()
        return read

    def write(self) -> None:
        """Commit, and then begin a generation."""
        self.value += 1
        self.generation = str(self.value).encode()

    async def ask(self) -> int:
        """As somebody who arrives now."""
        arrived, generation = generations.monotonic(), self.generation
        return await self.kept.value(generation, arrived)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Lets time pass."""
    now = [100.0]
    monkeypatch.setattr(generations, "monotonic", lambda: now[0])

    def passing(seconds: float) -> None:
        now[0] += seconds

    return passing


def run(drill: Callable[[Row], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(drill(Row()), 30))


def test_it_is_read_once_in_a_generation_and_a_second(clock: Callable[[float], None]) -> None:
    async def drill(row: Row) -> None:
        assert [await row.ask(), await row.ask()] == [0, 0]
        clock(0.9)
        await row.ask()
        assert row.reads == 1
        row.write()
        assert await row.ask() == 1
        row.value = 7  # and the message of it is lost
        clock(0.9)
        assert await row.ask() == 1
        clock(0.1)
        assert await row.ask() == 7

    run(drill)


def test_what_was_read_before_a_commit_and_told_after_it_is_not_kept(clock: Callable[[float], None]) -> None:
    async def drill(row: Row) -> None:
        row.go_on.clear()
        slow = asyncio.create_task(row.ask())
        await row.has_read.wait()
        row.write()
        clock(0.01)
        later = asyncio.create_task(row.ask())
        await asyncio.sleep(0)
        row.go_on.set()
        assert await slow == 0, "it came before the write"
        assert await later == 1, "it came after the write, and did not share what was read before"
        assert await row.ask() == 1

    run(drill)


def test_those_who_come_before_it_is_read_share_it(clock: Callable[[float], None]) -> None:
    async def drill(row: Row) -> None:
        row.go_on.clear()
        first = asyncio.create_task(row.ask())
        await row.has_read.wait()
        row.write()
        clock(0.01)
        waiting = [asyncio.create_task(row.ask()) for _ in range(20)]
        await asyncio.sleep(0)
        row.write()
        clock(0.01)
        row.go_on.set()
        assert await first == 0
        assert {await each for each in waiting} == {2}
        assert row.reads == 2

    run(drill)


def test_a_reading_that_fails_is_not_kept(clock: Callable[[float], None]) -> None:
    async def drill(row: Row) -> None:
        await row.ask()
        clock(1)
        row.go_on.clear()
        broken = asyncio.create_task(row.ask())
        await asyncio.sleep(0)
        broken.cancel()
        with pytest.raises(asyncio.CancelledError):
            await broken
        row.value = 5
        row.go_on.set()
        assert await row.ask() == 5

    run(drill)


def test_without_redis_the_processes_of_this_machine_share_a_file(settings: Settings, tmp_path: Path) -> None:
    settings.REDIS_URL, settings.DATA_DIR = "", tmp_path
    ours, theirs = generations.new_generations(), generations.new_generations()
    before = theirs.told(SUBJECTS[0])
    ours.begin(SUBJECTS[0])
    assert isinstance(theirs, InFile)
    assert theirs.told(SUBJECTS[0]) != before
    assert [each.name for each in tmp_path.iterdir()] == ["generations"]


def test_a_generation_is_seen_by_every_process(tmp_path: Path) -> None:
    writer, reader = (InFile(tmp_path / "generations") for _ in range(2))

    def current() -> dict[Any, Any]:
        return asyncio.run(reader.current())

    seen = [current()]
    for subject in ("requests", "sessions", "requests"):
        writer.begin(subject)
        seen.append(current())
        changed = {each for each in seen[-1] if seen[-1][each] != seen[-2][each]}
        assert changed == {subject}


class Relay:
    """A line to Redis that hangs or breaks off when told to: Redis itself serves the tests beside this one too."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._lines: list[asyncio.StreamWriter] = []
        self.flowing = asyncio.Event()
        self.flowing.set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, questions = await asyncio.open_connection("127.0.0.1", self._port)
        self._lines += [writer, questions]
        await asyncio.gather(self._carry(reader, questions), self._carry(answers, writer))

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while block := await reader.read(65_536):
                await self.flowing.wait()
                writer.write(block)
        writer.close()

    def break_off(self) -> None:
        while self._lines:
            self._lines.pop().close()


@pytest.mark.skipif(not settings.REDIS_URL, reason="scripts/test postgres has Redis")
def test_redis_that_breaks_off_or_hangs_is_asked_again_and_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    place = urlsplit(str(settings.CACHES["default"]["LOCATION"]))

    async def drill() -> None:
        relay = Relay(place.port or 6379)
        server = await asyncio.start_server(relay.serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        reader, writer = InRedis(f"redis://127.0.0.1:{port}{place.path}"), InRedis(place.geturl())
        assert await reader.current() == dict.fromkeys(SUBJECTS)
        writer.begin("requests")
        seen = await reader.current()
        assert (seen["sessions"], seen["requests"] is None) == (None, False)
        relay.break_off()
        await asyncio.sleep(0)
        with pytest.raises(RedisError):
            await reader.current()
        assert await reader.current() == seen
        monkeypatch.setattr(generations, "PATIENCE", 0.05)
        relay.flowing.clear()
        hanging = await asyncio.gather(*(reader.current() for _ in range(50)), return_exceptions=True)
        assert {type(each) for each in hanging} == {TimeoutError}, "they wait together, not one after the other"
        relay.flowing.set()
        monkeypatch.setattr(generations, "PATIENCE", 10)
        assert await reader.current() == seen, "the answer to an old question is not taken for that to a new one"
        await reader.close()
        relay.break_off()
        server.close()

    asyncio.run(drill())
