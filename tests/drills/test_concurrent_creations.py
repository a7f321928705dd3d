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

from environment import find_free_port

from tests import request_bodies
from tests.drills.conftest import Server
from tests.drills.deployed_portal import DeployedPortal, run_deployed_portal
from tests.drills.simulated_users import CREATE_PATH
from tests.drills.test_dependency_outages import suspend_processes
from tests.drills.test_graceful_shutdown import wait_until_listening
from tests.measurements import ReportMeasurements

CREATOR_COUNT, OTHER_COUNT = 8, 14
MAX_CREATION_SECONDS = 2.0
CROWD_SIZE, MAX_CROWD_SECONDS, THINK_SECONDS = 200, 60.0, 30.0


def create_repair(server: Server, world: dict[str, Any], timeout: float = 60.0) -> tuple[str, float]:
    """Create a repair of one unit; return the status or error and the seconds."""
    serial = f"DRILL-{uuid.uuid4().hex[:12]}"
    body = json.dumps([request_bodies.unit(world["part"], serial)]).encode()
    began = time.monotonic()
    try:
        key = uuid.uuid4().hex
        status, _, _ = server.send_request(
            "POST", CREATE_PATH, body, timeout=timeout, Authorization=world["client"], Idempotency_Key=key
        )
    except OSError as error:
        return type(error).__name__, time.monotonic() - began
    return str(status), time.monotonic() - began


def get_request_numbers(own: DeployedPortal) -> list[int]:
    """Return the sequence numbers of all requests."""
    return sorted(int(row["number"].rpartition("-")[2]) for row in own.run_drill_program("state")["requests"])


def test_frozen_web_server_does_not_block_creations(
    server: Server, tmp_path: Path, figures: ReportMeasurements
) -> None:
    del server
    with run_deployed_portal(tmp_path) as own:
        world = own.run_drill_program("make", "2")
        own.start()
        second = find_free_port()
        own.web_servers.append(own.start_web_server("--port", str(second)))
        wait_until_listening(second)
        other = Server("127.0.0.1", second, own.web_servers[1].pid)
        create_repair(other, world)
        over, frozen = threading.Event(), Counter[str]()

        def creating() -> None:
            while not over.is_set():
                frozen[create_repair(own.server, world, timeout=1.0)[0]] += 1

        with ThreadPoolExecutor(CREATOR_COUNT) as pool:
            creators = [pool.submit(creating) for _ in range(CREATOR_COUNT)]
            time.sleep(3)
            with suspend_processes(*own.server.get_process_ids()):
                results = [create_repair(other, world) for _ in range(OTHER_COUNT)]
                time.sleep(1.5)  # longer than the creators wait
                over.set()
            for each in creators:
                each.result()
        own.wait_until_ready()
        retry = create_repair(own.server, world)
        sequence = get_request_numbers(own)
    figures(
        responses=dict(Counter(status for status, _ in results)),
        longest=max(seconds for _, seconds in results),
        frozen=dict(frozen),
        after=retry,
    )
    assert frozen["200"], "the server created repairs before it froze"
    assert frozen["TimeoutError"] >= CREATOR_COUNT, "and then each creator waited in vain"
    assert retry[0] == "200"
    assert {status for status, _ in results} == {"200"}
    assert max(seconds for _, seconds in results) < MAX_CREATION_SECONDS
    assert sequence == list(range(1, len(sequence) + 1)), "without gaps or doubles"


def test_creation_response_time_with_200_users(server: Server, tmp_path: Path, figures: ReportMeasurements) -> None:
    """200 people, each of whom creates a repair twice a minute."""
    del server
    with run_deployed_portal(tmp_path) as own:
        world = own.run_drill_program("make", "2")
        own.start()
        results, give_up = list[tuple[str, float]](), time.monotonic() + MAX_CROWD_SECONDS

        def work(chance: random.Random) -> None:
            time.sleep(chance.uniform(0, THINK_SECONDS))
            while time.monotonic() < give_up:
                results.append(create_repair(own.server, world))
                time.sleep(chance.uniform(THINK_SECONDS / 2, THINK_SECONDS * 1.5))

        with ThreadPoolExecutor(CROWD_SIZE) as pool:
            for each in [pool.submit(work, random.Random(number)) for number in range(CROWD_SIZE)]:
                each.result()
        sequence = get_request_numbers(own)
    durations = sorted(seconds for _, seconds in results)
    figures(
        creations=len(results),
        responses=dict(Counter(status for status, _ in results)),
        p50=durations[len(durations) // 2],
        p95=durations[len(durations) * 95 // 100],
        longest=durations[-1],
    )
    assert {status for status, _ in results} == {"200"}, "a refusal is fast"
    assert len(results) >= CROWD_SIZE
    assert durations[len(durations) * 95 // 100] < MAX_CREATION_SECONDS
    assert sequence == list(range(1, len(sequence) + 1)), "without gaps or doubles"
