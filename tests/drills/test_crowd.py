"""A thousand open tabs poll the counters every ten seconds while 50 people work.

In the control the people who work do not pause: then the polls are slow.
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
    """Statuses and response times of the polls."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def within(self, share: int) -> float:
        """Return a percentile of the response times."""
        return sorted(self.seconds)[len(self.seconds) * share // 100]


async def sit(port: int, token: str, begin: float, results: Told) -> None:
    """Poll as one person over one connection, as a browser does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    etag = b""
    for turn in range(POLLS):
        await asyncio.sleep(max(0.0, begin + turn * SECONDS_BETWEEN_POLLS - time.monotonic()))
        sent_at = time.monotonic()
        condition = b"If-None-Match: %s\r\n" % etag if etag else b""
        head = f"GET {COUNTERS} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {token}\r\nLang: en\r\n".encode()
        writer.write(head + condition + b"\r\n")
        response = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        if length := re.search(rb"content-length: (\d+)", response, re.IGNORECASE):
            await reader.readexactly(int(length[1]) if response[9:12] == b"200" else 0)
        results.statuses[response[9:12].decode()] += 1
        if turn:  # the first response comes after a login and is not counted as a poll
            results.seconds.append(time.monotonic() - sent_at)
        if tag := ETAG.search(response):
            etag = tag[1]
    writer.close()


async def crowd(port: int, tokens: list[str]) -> Told:
    """Poll as all people, their polls spread evenly."""
    results, begin = Told(), time.monotonic() + 3
    waits = (SECONDS_BETWEEN_POLLS * place / len(tokens) for place in range(len(tokens)))
    await asyncio.gather(*(sit(port, token, begin + wait, results) for token, wait in zip(tokens, waits, strict=True)))
    return results


@contextmanager
def at_work(own: Deployed, world: dict[str, Any], think: Callable[[], object]) -> Iterator[Met]:
    """Run fifty simulated users in the background."""
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


def test_poll_response_time_under_load(server: Server, tmp_path: Path, figures: Figures) -> None:
    del server
    with deployed(tmp_path) as own:
        world = own.run("make", str(PEOPLE), str(DESKS))
        own.start()
        with at_work(own, world, lambda: time.sleep(SECONDS_TO_THINK)) as work_results:
            before = own.server.processor_seconds()
            polls = asyncio.run(crowd(own.server_port, world["desks"]))
            cores = (own.server.processor_seconds() - before) / (POLLS * SECONDS_BETWEEN_POLLS)
    slowest = sorted(work_results.seconds)[len(work_results.seconds) * 99 // 100]
    figures(
        polls=polls.statuses.total(),
        answers=dict(polls.statuses),
        p50=polls.within(50),
        p99=polls.within(99),
        moves=work_results.moves,
        creates=len(work_results.created),
        answers_at_work=dict(work_results.statuses),
        p99_at_work=slowest,
        cores=cores,
    )
    assert polls.statuses.total() == DESKS * POLLS
    assert set(polls.statuses) <= {"200", "304"}
    assert polls.statuses["304"] > polls.statuses["200"] / 10
    assert not work_results.wrong
    assert polls.within(99) < SECONDS_TO_BE_TOLD


def test_control_detects_slow_polls(server: Server, tmp_path: Path, figures: Figures) -> None:
    """The same checks detect slow polls when the users who work do not pause."""
    del server
    with deployed(tmp_path) as own:
        world = own.run("make", str(PEOPLE), str(DESKS))
        own.start()
        with at_work(own, world, lambda: None):
            polls = asyncio.run(crowd(own.server_port, world["desks"]))
    figures(answers=dict(polls.statuses), p50=polls.within(50), p99=polls.within(99))
    assert polls.within(99) > SECONDS_TO_BE_TOLD
