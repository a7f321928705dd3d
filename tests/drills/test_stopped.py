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
from environment import free_port

from tests.drills.conftest import Server, children_of
from tests.drills.deployed import Deployed, deployed
from tests.drills.test_mails_killed import SlowMailbox
from tests.figures import Figures
from tests.mailbox import serving

PEOPLE = 12
SECONDS = 4.0
SECONDS_TO_STOP = 25.0
SEND = "/api/v1/repairing/change/repair/status?repairId={}&status={}"
TARGETS = ("IN_TRANSIT", "IN_DIAGNOSTICS")


class Balanced:
    """Users whose requests alternate between two web servers.

    They fail over to the other where one accepts no connections.
    """

    def __init__(self, ports: list[int], world: dict[str, Any]) -> None:
        self.ports, self.world, self.over = ports, world, threading.Event()
        self.met, self.done, self.lock = Counter[str](), Counter[int](), threading.Lock()

    def work(self, number: int) -> None:
        """Move a repair to and fro as one user."""
        repair, calls = self.world["repairs"][number][0], 0
        while not self.over.is_set():
            status = self.call(SEND.format(repair, TARGETS[calls % 2]), self.world["movers"][number]["token"], calls)
            with self.lock:
                self.met[status] += 1
                self.done[repair] += status == "200"
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
                    self.met["went elsewhere"] += 1
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
def test_web_server_graceful_shutdown(server: Server, tmp_path: Path, figures: Figures, how: signal.Signals) -> None:
    """No request is lost after SIGTERM; after SIGKILL some are, as the control."""
    del server
    with deployed(tmp_path) as own:
        world = own.run("make", str(PEOPLE))
        own.start()
        second = free_port()
        own.web.append(own.start_web("--port", str(second)))
        wait_for(second)
        users = Balanced([own.server_port, second], world)
        with ThreadPoolExecutor(PEOPLE) as pool:
            working = [pool.submit(users.work, number) for number in range(PEOPLE)]
            time.sleep(SECONDS)
            began = time.monotonic()
            if how == signal.SIGTERM:
                own.web[1].terminate()
                own.web[1].wait(SECONDS_TO_STOP)
            else:
                os.killpg(children_of(own.web[1].pid)[0], how)
            stopped = time.monotonic() - began
            time.sleep(SECONDS)
            users.over.set()
            for each in working:
                each.result()
        state = own.run("state")
    broken = sum(count for status, count in users.met.items() if status != "200" and status != "went elsewhere")
    change_counts = {row["pk"]: len(row["changes"]) - 1 for row in state["requests"]}
    unanswered = sum(change_counts[repair] - count for repair, count in users.done.items())
    figures(answers=dict(users.met), broken=broken, done_but_unanswered=unanswered, stopped=stopped)
    if how == signal.SIGTERM:
        assert (broken, unanswered) == (0, 0)
        assert stopped < SECONDS_TO_STOP
    else:
        assert broken


def wait_for(port: int) -> None:
    """Wait until a server is ready."""
    give_up = time.monotonic() + 60
    while time.monotonic() < give_up:
        try:
            if Server("127.0.0.1", port, 0).ask("GET", "/readyz", seconds=5)[0] == 200:
                return
        except OSError:
            time.sleep(0.1)
    raise AssertionError(f"no server listens on {port}")


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_worker_graceful_shutdown(server: Server, tmp_path: Path, figures: Figures, how: signal.Signals) -> None:
    """After SIGTERM the email being sent completes; after SIGKILL it is sent again."""
    del server
    box = SlowMailbox()
    box.seconds = 0.5
    with serving(box) as (box, port), deployed(tmp_path, EMAIL_URL=f"smtp://127.0.0.1:{port}") as own:
        own.run("make", "8")  # one email for each repair
        own.start()
        give_up = time.monotonic() + 60
        while not (box.messages and box.in_flight) and time.monotonic() < give_up:
            time.sleep(0.01)
        began = time.monotonic()
        if how == signal.SIGTERM:
            own.workers[0].terminate()
            own.workers[0].wait(SECONDS_TO_STOP)
        else:
            os.killpg(children_of(own.workers[0].pid)[0], how)
            own.workers[0].terminate()
            own.workers[0].wait(SECONDS_TO_STOP)
        stopped = time.monotonic() - began
        mail_states = own.run("state")["mails"]
        own.workers[0] = own.start_worker()
        drained = drain(own)
        twice = len(box.messages) - len({mail["Message-ID"] for mail in box.messages})
    figures(stopped=stopped, left=mail_states, drained=drained, sent=len(box.messages), twice=twice)
    assert ("SENDING" in mail_states) == (how == signal.SIGKILL)
    assert twice <= (how == signal.SIGKILL)
    assert stopped < SECONDS_TO_STOP


def drain(own: Deployed) -> float:
    """Wait until every email is sent; return the seconds."""
    began = time.monotonic()
    while set((state := own.run("state"))["mails"]) != {"SENT"} or state["to be told"]:
        assert time.monotonic() - began < 60, state["mails"]
        time.sleep(0.5)
    return time.monotonic() - began
