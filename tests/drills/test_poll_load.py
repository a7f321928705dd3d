"""A thousand tabs poll the counters every ten seconds, alone and at work.

In the control the people who work do not pause: then the polls are slow.
"""

import asyncio
import random
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

from tests.drills.conftest import Server
from tests.drills.deployed_portal import DeployedPortal, run_deployed_portal
from tests.drills.simulated_users import COUNTERS_PATH, SimulatedUser, UserBehavior, UserResults
from tests.measurements import ReportMeasurements

DESK_COUNT, USER_COUNT = 1000, 50
POLL_INTERVAL, POLLS_PER_DESK, START_DELAY = 10.0, 6, 3.0
MEAN_THINK_SECONDS = 5.0
MAX_POLL_SECONDS, MAX_POLL_SECONDS_DURING_WORK = 0.2, 0.5
ETAG_PATTERN = re.compile(rb"etag: (\S+)", re.IGNORECASE)


@dataclass
class PollResults:
    """Statuses and response times of the polls."""

    statuses: Counter[str] = field(default_factory=Counter)
    seconds: list[float] = field(default_factory=list)

    def get_percentile(self, share: int) -> float:
        """Return a percentile of the response times."""
        return sorted(self.seconds)[len(self.seconds) * share // 100]


async def poll_as_desk(port: int, token: str, begin: float, results: PollResults) -> None:
    """Poll as one person over one connection, as a browser does."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    etag = b""
    for turn in range(POLLS_PER_DESK):
        await asyncio.sleep(max(0.0, begin + turn * POLL_INTERVAL - time.monotonic()))
        sent_at = time.monotonic()
        condition = b"If-None-Match: %s\r\n" % etag if etag else b""
        head = f"GET {COUNTERS_PATH} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: {token}\r\nLang: en\r\n".encode()
        writer.write(head + condition + b"\r\n")
        response = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        status = response[9:12].decode()
        if status != "304" and (length := re.search(rb"content-length: (\d+)", response, re.IGNORECASE)):
            await reader.readexactly(int(length[1]))
        results.statuses[status] += 1
        if b"connection: close" in response.lower():
            writer.close()
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
        if turn:  # the first response comes after a login and is not counted as a poll
            results.seconds.append(time.monotonic() - sent_at)
        if tag := ETAG_PATTERN.search(response):
            etag = tag[1]
    writer.close()


async def poll_as_all_desks(port: int, tokens: list[str]) -> PollResults:
    """Poll as all people, their polls spread evenly."""
    results, begin = PollResults(), time.monotonic() + START_DELAY
    waits = (POLL_INTERVAL * place / len(tokens) for place in range(len(tokens)))
    await asyncio.gather(
        *(poll_as_desk(port, token, begin + wait, results) for token, wait in zip(tokens, waits, strict=True))
    )
    return results


async def read_cpu_after_first_polls(server: Server) -> float:
    """Return the web server's CPU seconds after the first poll of each desk."""
    await asyncio.sleep(START_DELAY + POLL_INTERVAL)
    return server.get_cpu_seconds()


def poll_and_measure(own: DeployedPortal, world: dict[str, Any]) -> tuple[PollResults, float]:
    """Poll as all people; also return the web server's cores after the first polls."""

    async def poll() -> tuple[PollResults, float]:
        return await asyncio.gather(
            poll_as_all_desks(own.server_port, world["desks"]), read_cpu_after_first_polls(own.server)
        )

    polls, before = asyncio.run(poll())
    return polls, (own.server.get_cpu_seconds() - before) / ((POLLS_PER_DESK - 1) * POLL_INTERVAL)


@contextmanager
def run_users(own: DeployedPortal, world: dict[str, Any], think: Callable[[], object]) -> Iterator[UserResults]:
    """Run fifty simulated users in the background."""
    met, over = UserResults(), threading.Event()
    people = [SimulatedUser(lambda: own.server, world, number, met, UserBehavior()) for number in range(USER_COUNT)]
    with ThreadPoolExecutor(USER_COUNT) as pool:
        working = [pool.submit(each.run, over.is_set, think) for each in people]
        try:
            yield met
        finally:
            over.set()
        for each in working:
            each.result()


def think() -> None:
    """Pause for a random time: people do not work in step."""
    time.sleep(random.uniform(0, 2 * MEAN_THINK_SECONDS))


def test_poll_response_time_under_load(server: Server, tmp_path: Path, figures: ReportMeasurements) -> None:
    del server
    with run_deployed_portal(tmp_path) as own:
        world = own.run_drill_program("make", str(USER_COUNT), str(DESK_COUNT))
        own.start()
        polls_alone, cores_alone = poll_and_measure(own, world)
        with run_users(own, world, think) as work_results:
            polls, cores = poll_and_measure(own, world)
    slowest = sorted(work_results.seconds)[len(work_results.seconds) * 99 // 100]
    figures(
        polls=polls.statuses.total(),
        responses=dict(polls.statuses),
        p50=polls.get_percentile(50),
        p99=polls.get_percentile(99),
        p99_alone=polls_alone.get_percentile(99),
        moves=work_results.move_count,
        creates=len(work_results.created_ids),
        statuses_at_work=dict(work_results.statuses),
        p99_at_work=slowest,
        cores_polls_alone=cores_alone,
        cores=cores,
    )
    for results in (polls_alone, polls):
        assert results.statuses.total() == DESK_COUNT * POLLS_PER_DESK
        assert set(results.statuses) <= {"200", "304"}
        assert results.statuses["304"] > results.statuses["200"] / 10
    assert work_results.move_count >= USER_COUNT
    assert not work_results.wrong_responses
    assert polls_alone.get_percentile(99) < MAX_POLL_SECONDS
    assert polls.get_percentile(99) < MAX_POLL_SECONDS_DURING_WORK


def test_control_detects_slow_polls(server: Server, tmp_path: Path, figures: ReportMeasurements) -> None:
    """The same checks detect slow polls when the users who work do not pause."""
    del server
    with run_deployed_portal(tmp_path) as own:
        world = own.run_drill_program("make", str(USER_COUNT), str(DESK_COUNT))
        own.start()
        with run_users(own, world, lambda: None):
            polls = asyncio.run(poll_as_all_desks(own.server_port, world["desks"]))
    figures(responses=dict(polls.statuses), p50=polls.get_percentile(50), p99=polls.get_percentile(99))
    assert polls.get_percentile(99) > MAX_POLL_SECONDS_DURING_WORK
