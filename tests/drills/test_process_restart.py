"""Killed processes of the server are restarted, also several times in a row."""

import http.client
import os
import signal
import time

from supervisor import SHORT_RUN_SECONDS

from tests.drills.conftest import Server
from tests.measurements import ReportMeasurements

RECOVERY_TIMEOUT = 30.0


def test_restarts_killed_web_workers(server: Server, figures: ReportMeasurements) -> None:
    time.sleep(SHORT_RUN_SECONDS)  # a server that exits sooner counts as unable to start
    away = []
    for _ in range(3):
        workers = server.get_process_ids()[2:]
        assert workers
        for worker in workers:
            os.kill(worker, signal.SIGKILL)
        away.append(_measure_recovery_seconds(server))
        assert not set(workers) & set(server.get_process_ids())
    figures(away=max(away))
    assert max(away) < RECOVERY_TIMEOUT


def test_restarts_killed_web_server(server: Server, figures: ReportMeasurements) -> None:
    os.kill(server.get_process_ids()[1], signal.SIGKILL)
    away = _measure_recovery_seconds(server)
    figures(away=away, processes=len(server.get_process_ids()))
    assert away < RECOVERY_TIMEOUT
    assert len(server.get_process_ids()) < 6, "what the killed one left is gone"


def _measure_recovery_seconds(server: Server) -> float:
    began = time.monotonic()
    time.sleep(0.5)
    while time.monotonic() - began < RECOVERY_TIMEOUT:
        try:
            if server.send_request("GET", "/readyz", timeout=5)[0] == 200:
                break
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
    return time.monotonic() - began
