"""Everything starts and serves without the broker and the mail server.

Pending emails are sent once they are available.
"""

import json
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from environment import find_free_port

from tests.drills.conftest import Server, get_child_pids
from tests.drills.deployed_portal import DeployedPortal, run_deployed_portal
from tests.drills.simulated_users import COUNTERS_PATH, MOVE_PATH
from tests.measurements import ReportMeasurements
from tests.smtp_server import Mailbox, run_smtp_server

MOVE_COUNT = 40
DELIVERY_TIMEOUT = 120.0
MAX_RESPONSE_SECONDS = 4.0
DrillState = dict[str, Any]


def wait_until(own: DeployedPortal, holds: Callable[[DrillState], bool]) -> tuple[float, DrillState]:
    """Wait until a condition holds; return the seconds it took and the state."""
    began = time.monotonic()
    while not holds(state := own.run_drill_program("state")):
        assert time.monotonic() - began < DELIVERY_TIMEOUT, (state["mails"], state["to be told"])
        time.sleep(0.5)
    return time.monotonic() - began, state


def wait_until_served(own: DeployedPortal) -> float:
    """Wait until requests are served; return the seconds it took."""
    began = time.monotonic()
    while True:
        try:
            if own.server.send_request("GET", "/healthz", timeout=5)[0] == 200:
                return time.monotonic() - began
        except OSError:
            assert time.monotonic() - began < DELIVERY_TIMEOUT, own.log.read_text()[-500:]
            time.sleep(0.05)


def move_and_poll(own: DeployedPortal, world: DrillState) -> tuple[Counter[int], float]:
    """Move a repair to and fro and poll counters; return statuses and the slowest."""
    responses, slowest = Counter[int](), 0.0
    [repair, _], token = world["repairs"][0], world["movers"][0]["token"]
    for number in range(MOVE_COUNT):
        target = ("IN_TRANSIT", "IN_DIAGNOSTICS")[number % 2]
        for verb, path, who in (
            ("POST", f"{MOVE_PATH}?repairId={repair}&status={target}", token),
            ("GET", COUNTERS_PATH, world["pollers"][number % 3]),
        ):
            began = time.monotonic()
            responses[own.server.send_request(verb, path, Authorization=who)[0]] += 1
            slowest = max(slowest, time.monotonic() - began)
    return responses, slowest


def test_starts_without_broker_and_mail_server(server: Server, tmp_path: Path, figures: ReportMeasurements) -> None:
    del server
    port = find_free_port()
    with run_deployed_portal(tmp_path, EMAIL_URL=f"smtp://127.0.0.1:{port}") as own:
        world = own.run_drill_program("make", "1")
        own.redis.kill()
        own.prepare_data()
        own.start(ready=False)
        started = wait_until_served(own)
        status, _, raw = own.server.send_request("GET", "/readyz")
        responses, slowest = move_and_poll(own, world)
        without = own.run_drill_program("state")
        own.redis.start()
        # the workers were not restarted: those that found no broker keep trying
        woken, refused = wait_until(own, lambda state: not state["to be told"] and state["mails"])
        ready_after = own.wait_until_ready()
        exit_codes = [each.poll() for each in own.workers]
        with run_smtp_server(Mailbox(), port) as (box, _):
            drained, state = wait_until(own, lambda state: set(state["mails"]) == {"SENT"} and not state["to be told"])
        sent = Counter(int(mail["Message-ID"].strip("<>").split(".")[0]) for mail in box.messages)
        alive = [bool(get_child_pids(each.pid)) for each in own.workers]
    history = next(row for row in state["requests"] if row["pk"] == world["repairs"][0][0])
    figures(
        started=started,
        responses=dict(responses),
        slowest_call=slowest,
        waiting_without_broker=without["to be told"] + sum(without["mails"].values()),
        worker_goes_on_after=woken,
        ready_after=ready_after,
        waiting_without_mail_server=refused["mails"],
        drained=drained,
        sent=len(box.messages),
        missing=len(set(state["ids"]) - set(sent)),
        twice=len(box.messages) - len(sent),
    )
    assert (status, json.loads(raw)["missing"]) == (503, ["broker"])
    assert set(responses) == {200}
    assert slowest < MAX_RESPONSE_SECONDS, "requests do not wait for the broker"
    assert len(history["changes"]) == MOVE_COUNT + 1
    assert "SENT" not in without["mails"]
    assert "SENT" not in refused["mails"]
    assert set(exit_codes) == {None}
    assert all(alive)
    assert len(state["ids"]) == MOVE_COUNT + 1, "one for each move, and one for the new repair"
    assert set(state["ids"]) == set(sent)
    assert len(box.messages) == len(sent)
