"""A thousand people keep the portal open, which asks every ten seconds what waits for them, while fifty work.

The control has those who work never stop to think: then the same eyes see that people wait.
"""

import asyncio
import re
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.drills.busy import COUNTERS, Habits, Met, Person
from tests.drills.conftest import Server
from tests.drills.deployed import Deployed, deployed
from tests.figures import Figures

DESKS, PEOPLE = 1000, 50
SECONDS_BETWEEN_POLLS, POLLS = 10.0, 6
SECONDS_TO_THINK = 5.0
SECONDS_TO_BE_TOLD = 0.5
ETAG = re.compile(rb"etag: (\S+)", re.IGNORECASE)


@dataclass
class Told:
    """What the desks were told, and how long each answer took."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def within(self, share: int) -> float:
        """So many of a hundred took no longer."""
        return sorted(self.seconds)[len(self.seconds) * share // 100]


async def sit(port: int, token: str, begin: float, told: Told) -> None:
    """One desk polls over one connection, as a browser does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    seen = b""
    for turn in range(POLLS):
        await asyncio.sleep(max(0.0, begin + turn * SECONDS_BETWEEN_POLLS - time.monotonic()))
        asked = time.monotonic()
        known = b"If-None-Match: %s\r\n" % seen if seen else b""
        head = f"GET {COUNTERS} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {token}\r\nLang: en\r\n".encode()
        writer.write(head + known + b"\r\n")
        answer = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        if length := re.search(rb"content-length: (\d+)", answer, re.IGNORECASE):
            await reader.readexactly(int(length[1]) if answer[9:12] == b"200" else 0)
        told.statuses[answer[9:12].decode()] += 1
        if turn:  # the first of all is a login's, not a poll's
            told.seconds.append(time.monotonic() - asked)
        if tag := ETAG.search(answer):
            seen = tag[1]
    writer.close()


async def crowd(port: int, tokens: list[str]) -> Told:
    """All desks, their polls spread evenly."""
    told, begin = Told(), time.monotonic() + 3
    waits = (SECONDS_BETWEEN_POLLS * place / len(tokens) for place in range(len(tokens)))
    await asyncio.gather(*(sit(port, token, begin + wait, told) for token, wait in zip(tokens, waits, strict=True)))
    return told


@contextmanager
def at_work(own: Deployed, world: dict[str, Any], think: Callable[[], object]) -> Iterator[Met]:
    """Fifty people work meanwhile."""
    met, over = Met(), threading.Event()
    people = [Person(lambda: own.server, world, number, met, Habits()) for number in range(PEOPLE)]
    with ThreadPoolExecutor(PEOPLE) as pool:
        working = [pool.submit(each.work, over.is_set, think) for each in people]
        try:
            yield met
        finally:
            over.set()
        for each in working:
            each.result()


def test_nobody_waits_to_be_told(server: Server, tmp_path: Path, figures: Figures) -> None:
    del server
    with deployed(tmp_path) as own:
        world = own.run("make", str(PEOPLE), str(DESKS))
        own.start()
        with at_work(own, world, lambda: time.sleep(SECONDS_TO_THINK)) as met:
            before = own.server.processor_seconds()
            told = asyncio.run(crowd(own.server_port, world["desks"]))
            cores = (own.server.processor_seconds() - before) / (POLLS * SECONDS_BETWEEN_POLLS)
    slowest = sorted(met.seconds)[len(met.seconds) * 99 // 100]
    figures(
        polls=told.statuses.total(),
        answers=dict(told.statuses),
        p50=told.within(50),
        p99=told.within(99),
        moves=met.moves,
        creates=len(met.created),
        answers_at_work=dict(met.statuses),
        p99_at_work=slowest,
        cores=cores,
    )
    assert told.statuses.total() == DESKS * POLLS
    assert set(told.statuses) <= {"200", "304"}
    assert told.statuses["304"] > told.statuses["200"] / 10
    assert not met.wrong
    assert told.within(99) < SECONDS_TO_BE_TOLD


def test_control(server: Server, tmp_path: Path, figures: Figures) -> None:
    """The same eyes see that people wait where those who work never stop to think."""
    del server
    with deployed(tmp_path) as own:
        world = own.run("make", str(PEOPLE), str(DESKS))
        own.start()
        with at_work(own, world, lambda: None):
            told = asyncio.run(crowd(own.server_port, world["desks"]))
    figures(answers=dict(told.statuses), p50=told.within(50), p99=told.within(99))
    assert told.within(99) > SECONDS_TO_BE_TOLD
