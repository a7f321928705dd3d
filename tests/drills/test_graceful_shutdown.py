"""A web server or worker that is stopped under load completes its work."""

import http.client
import os
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest
from environment import find_free_port

from tests.drills.conftest import Server, get_child_pids
from tests.drills.deployed_portal import DeployedPortal, run_deployed_portal
from tests.drills.test_mail_delivery import SlowMailbox
from tests.measurements import ReportMeasurements
from tests.smtp_server import run_smtp_server

USER_COUNT = 12
LOAD_SECONDS = 4.0
STOP_TIMEOUT = 10.0
MOVE_PATH = "/api/v1/repairing/change/repair/status?repairId={}&status={}"
TARGETS = ("IN_TRANSIT", "IN_DIAGNOSTICS")


class LoadBalancedUsers:
    """Users whose requests alternate between two web servers.

    They fail over to the other where one accepts no connections.
    """

    def __init__(self, ports: list[int], world: dict[str, Any]) -> None:
        self.ports, self.world, self.over = ports, world, threading.Event()
        self.status_counts, self.acknowledged_moves, self.lock = Counter[str](), Counter[int](), threading.Lock()

    def run(self, number: int) -> None:
        """Move a repair to and fro as one user."""
        repair, calls = self.world["repairs"][number][0], 0
        while not self.over.is_set():
            status = self.call(
                MOVE_PATH.format(repair, TARGETS[calls % 2]), self.world["movers"][number]["token"], calls
            )
            with self.lock:
                self.status_counts[status] += 1
                self.acknowledged_moves[repair] += status == "200"
            calls += status == "200"

    def call(self, path: str, token: str, turn: int) -> str:
        """Send a request to the first server that accepts the connection.

        Returns the status, or the error if the connection broke afterwards.
        """
        for port in (self.ports[turn % 2], self.ports[1 - turn % 2]):
            connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
            try:
                connection.connect()
            except ConnectionError:
                with self.lock:
                    self.status_counts["went elsewhere"] += 1
                continue
            try:
                connection.request("POST", path, headers={"Authorization": token})
                response = connection.getresponse()
                response.read()
                return str(response.status)
            except (OSError, http.client.HTTPException) as error:
                return f"broken: {type(error).__name__}"
            finally:
                connection.close()
        return "no server available"


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_web_server_graceful_shutdown(
    server: Server, tmp_path: Path, figures: ReportMeasurements, how: signal.Signals
) -> None:
    """No request is lost after SIGTERM; after SIGKILL some are, as the control."""
    del server
    with run_deployed_portal(tmp_path) as own:
        world = own.run_drill_program("make", str(USER_COUNT))
        own.start()
        second = find_free_port()
        own.web_servers.append(own.start_web_server("--port", str(second)))
        wait_until_listening(second)
        users = LoadBalancedUsers([own.server_port, second], world)
        with ThreadPoolExecutor(USER_COUNT) as pool:
            working = [pool.submit(users.run, number) for number in range(USER_COUNT)]
            time.sleep(LOAD_SECONDS)
            began = time.monotonic()
            if how == signal.SIGTERM:
                own.web_servers[1].terminate()
                own.web_servers[1].wait(STOP_TIMEOUT)
            else:
                os.killpg(get_child_pids(own.web_servers[1].pid)[0], how)
            stopped = time.monotonic() - began
            time.sleep(LOAD_SECONDS)
            users.over.set()
            for each in working:
                each.result()
        state = own.run_drill_program("state")
    broken = sum(
        count for status, count in users.status_counts.items() if status not in ("200", "503", "went elsewhere")
    )
    change_counts = {row["pk"]: len(row["changes"]) - 1 for row in state["requests"]}
    unacknowledged = sum(change_counts[repair] - count for repair, count in users.acknowledged_moves.items())
    figures(responses=dict(users.status_counts), broken=broken, done_but_unacknowledged=unacknowledged, stopped=stopped)
    assert users.status_counts["200"] > USER_COUNT
    if how == signal.SIGTERM:
        assert (broken, unacknowledged) == (0, 0)
        assert users.status_counts["503"] <= 1
        assert users.status_counts["went elsewhere"], "no user met the stopped server"
        assert stopped < STOP_TIMEOUT
    else:
        assert broken


def wait_until_listening(port: int) -> None:
    """Wait until a server is ready."""
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up:
        try:
            if Server("127.0.0.1", port, 0).send_request("GET", "/readyz", timeout=5)[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"no server listens on {port}")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_worker_graceful_shutdown(
    server: Server, tmp_path: Path, figures: ReportMeasurements, how: signal.Signals
) -> None:
    """After SIGTERM the email being sent completes; after SIGKILL it is sent again."""
    del server
    box = SlowMailbox()
    box.delivery_seconds = 0.5
    with (
        run_smtp_server(box) as (box, port),
        run_deployed_portal(tmp_path, EMAIL_URL=f"smtp://127.0.0.1:{port}") as own,
    ):
        own.run_drill_program("make", "8")  # one email for each repair
        own.start()
        give_up = time.monotonic() + 60
        # two senders may begin at once: after two emails, the one in flight has just begun
        while not (len(box.messages) > 1 and box.in_flight) and time.monotonic() < give_up:
            time.sleep(0.01)
        assert box.in_flight, "no email is being sent"
        began = time.monotonic()
        if how == signal.SIGTERM:
            own.workers[0].terminate()
            own.workers[0].wait(STOP_TIMEOUT)
        else:
            os.killpg(get_child_pids(own.workers[0].pid)[0], how)
            own.workers[0].terminate()
            own.workers[0].wait(STOP_TIMEOUT)
        stopped = time.monotonic() - began
        mail_states = own.run_drill_program("state")["mails"]
        own.workers[0] = own.start_mail_worker()
        drained = wait_until_mails_sent(own)
        twice = len(box.messages) - len({mail["Message-ID"] for mail in box.messages})
    figures(stopped=stopped, left=mail_states, drained=drained, sent=len(box.messages), twice=twice)
    assert ("SENDING" in mail_states) == (how == signal.SIGKILL)
    assert twice <= (how == signal.SIGKILL)
    assert stopped < STOP_TIMEOUT


def wait_until_mails_sent(own: DeployedPortal) -> float:
    """Wait until every email is sent; return the seconds."""
    began = time.monotonic()
    while set((state := own.run_drill_program("state"))["mails"]) != {"SENT"} or state["to be told"]:
        assert time.monotonic() - began < 60, state["mails"]
        time.sleep(0.5)
    return time.monotonic() - began
