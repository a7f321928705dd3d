"""Killed processes of the server are restarted, also several times in a row."""

import os
import signal
import time

from tests.drills.conftest import Server
from tests.figures import Figures

SECONDS_TO_COME_BACK = 30.0


def test_restarts_killed_web_workers(server: Server, figures: Figures) -> None:
    away = []
    for _ in range(3):
        for worker in server.family()[2:]:
            os.kill(worker, signal.SIGKILL)
        away.append(_seconds_until_served(server))
    figures(away=max(away))
    assert max(away) < SECONDS_TO_COME_BACK


def test_restarts_killed_web_server(server: Server, figures: Figures) -> None:
    os.kill(server.family()[1], signal.SIGKILL)
    away = _seconds_until_served(server)
    figures(away=away, processes=len(server.family()))
    assert away < SECONDS_TO_COME_BACK
    assert len(server.family()) < 6, "what the killed one left is gone"


def _seconds_until_served(server: Server) -> float:
    began = time.monotonic()
    time.sleep(0.5)
    while time.monotonic() - began < SECONDS_TO_COME_BACK:
        try:
            if server.ask("GET", "/readyz", seconds=5)[0] == 200:
                break
        except OSError:
            time.sleep(0.1)
    return time.monotonic() - began
