"""Creations of one kind at one moment: neither a web server that freezes nor a crowd keeps them waiting."""

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
    """Send in one instrument; what came of it, and how long it took."""
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
    """Those of all requests."""
    return sorted(int(row["number"].rpartition("-")[2]) for row in own.run("state")["requests"])


def test_a_web_server_that_freezes_keeps_no_creation_waiting(server: Server, tmp_path: Path, figures: Figures) -> None:
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
                met = [create(other, world) for _ in range(OTHERS)]
                over.set()
        own.wait_until_ready()
        again = create(own.server, world)
        kept = numbers(own)
    figures(answers=dict(Counter(status for status, _ in met)), longest=max(seconds for _, seconds in met), after=again)
    assert {status for status, _ in met} == {"200"}
    assert max(seconds for _, seconds in met) < SECONDS_OF_A_CREATION
    assert kept == list(range(1, len(kept) + 1)), "without gaps or doubles"


def test_a_crowd_creates(server: Server, tmp_path: Path, figures: Figures) -> None:
    """200 people, each of whom sends in something twice a minute."""
    del server
    with deployed(tmp_path) as own:
        world = own.run("make", "2")
        own.start()
        met, give_up = list[tuple[str, float]](), time.monotonic() + SECONDS_OF_A_CROWD

        def work(chance: random.Random) -> None:
            time.sleep(chance.uniform(0, SECONDS_TO_THINK))
            while time.monotonic() < give_up:
                met.append(create(own.server, world))
                time.sleep(chance.uniform(SECONDS_TO_THINK / 2, SECONDS_TO_THINK * 1.5))

        with ThreadPoolExecutor(CROWD) as pool:
            for number in range(CROWD):
                pool.submit(work, random.Random(number))
        kept = numbers(own)
    took = sorted(seconds for _, seconds in met)
    figures(
        creations=len(met),
        answers=dict(Counter(status for status, _ in met)),
        p50=took[len(took) // 2],
        p95=took[len(took) * 95 // 100],
        longest=took[-1],
    )
    assert took[len(took) * 95 // 100] < SECONDS_OF_A_CREATION
    assert kept == list(range(1, len(kept) + 1)), "without gaps or doubles"
