"""Concurrent creations of one kind are neither blocked nor numbered twice.

Not even by a web server that freezes, or by many users at once.
"""

import json
import random
import threading
import time
import uuid
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from environment import free_port

from tests import bodies
from tests.drills.busy import CREATE
from tests.drills.conftest import Server
from tests.drills.deployed import Deployed, deployed
from tests.drills.test_dependencies import stopped
from tests.drills.test_stopped import wait_for
from tests.figures import Figures

CREATORS, OTHERS = 8, 14
SECONDS_OF_A_CREATION = 2.0
CROWD, SECONDS_OF_A_CROWD, SECONDS_TO_THINK = 200, 60.0, 30.0


def create(server: Server, world: dict[str, Any], seconds: float = 60.0) -> tuple[str, float]:
    """Create a repair of one unit; return the status or error and the seconds."""
    serial = f"DRILL-{uuid.uuid4().hex[:12]}"
    body = json.dumps([bodies.unit(world["part"], serial)]).encode()
    began = time.monotonic()
    try:
        key = uuid.uuid4().hex
        status, _, _ = server.ask(
            "POST", CREATE, body, seconds=seconds, Authorization=world["client"], Idempotency_Key=key
        )
    except OSError as error:
        return type(error).__name__, time.monotonic() - began
    return str(status), time.monotonic() - began


def numbers(own: Deployed) -> list[int]:
    """Return the sequence numbers of all requests."""
    return sorted(int(row["number"].rpartition("-")[2]) for row in own.run("state")["requests"])


def test_frozen_web_server_does_not_block_creations(server: Server, tmp_path: Path, figures: Figures) -> None:
    del server
    with deployed(tmp_path) as own:
        world = own.run("make", "2")
        own.start()
        second = free_port()
        own.web.append(own.start_web("--port", str(second)))
        wait_for(second)
        other = Server("127.0.0.1", second, own.web[1].pid)
        create(other, world)
        over = threading.Event()

        def creating() -> None:
            while not over.is_set():
                create(own.server, world, seconds=1.0)

        with ThreadPoolExecutor(CREATORS) as pool:
            for _ in range(CREATORS):
                pool.submit(creating)
            time.sleep(3)
            with stopped(*own.server.family()):
                results = [create(other, world) for _ in range(OTHERS)]
                over.set()
        own.wait_until_ready()
        retry = create(own.server, world)
        sequence = numbers(own)
    figures(
        answers=dict(Counter(status for status, _ in results)),
        longest=max(seconds for _, seconds in results),
        after=retry,
    )
    assert {status for status, _ in results} == {"200"}
    assert max(seconds for _, seconds in results) < SECONDS_OF_A_CREATION
    assert sequence == list(range(1, len(sequence) + 1)), "without gaps or doubles"


def test_creation_response_time_with_200_users(server: Server, tmp_path: Path, figures: Figures) -> None:
    """200 people, each of whom creates a repair twice a minute."""
    del server
    with deployed(tmp_path) as own:
        world = own.run("make", "2")
        own.start()
        results, give_up = list[tuple[str, float]](), time.monotonic() + SECONDS_OF_A_CROWD

        def work(chance: random.Random) -> None:
            time.sleep(chance.uniform(0, SECONDS_TO_THINK))
            while time.monotonic() < give_up:
                results.append(create(own.server, world))
                time.sleep(chance.uniform(SECONDS_TO_THINK / 2, SECONDS_TO_THINK * 1.5))

        with ThreadPoolExecutor(CROWD) as pool:
            for number in range(CROWD):
                pool.submit(work, random.Random(number))
        sequence = numbers(own)
    durations = sorted(seconds for _, seconds in results)
    figures(
        creations=len(results),
        answers=dict(Counter(status for status, _ in results)),
        p50=durations[len(durations) // 2],
        p95=durations[len(durations) * 95 // 100],
        longest=durations[-1],
    )
    assert durations[len(durations) * 95 // 100] < SECONDS_OF_A_CREATION
    assert sequence == list(range(1, len(sequence) + 1)), "without gaps or doubles"
