"""The embedded worker does what beat would start, each task in its time, and lives through a database that is away."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from django.db import OperationalError

from portal_backend.celery import app
from portal_backend.worker import Worker, schedule_of

ROOT = Path(__file__).resolve().parents[1]


def test_each_task_comes_in_its_time(caplog: pytest.LogCaptureFixture) -> None:
    done: list[str] = []
    clock = [0.0]

    def fail() -> None:
        done.append("away")
        raise OperationalError("no such host")

    worker = Worker({"often": (lambda: done.append("often"), 1.0), "away": (fail, 3.0)}, clock=lambda: clock[0])
    for moment in range(5):
        clock[0] = float(moment)
        worker.turn()
    assert done == ["often", "away", "often", "often", "often", "away", "often"]
    assert "no such host" in caplog.text


def test_what_beat_starts_is_known() -> None:
    schedule = schedule_of(app)
    assert {"send mails", "forget old mails"} <= schedule.keys()
    assert all(callable(task) and seconds > 0 for task, seconds in schedule.values())


def test_ends_when_it_is_told_to(tmp_path: Path) -> None:
    environment = {"PATH": os.environ["PATH"], "PORTAL_DATA_DIR": str(tmp_path), "DATABASE_URL": "", "REDIS_URL": ""}
    with subprocess.Popen(
        [sys.executable, "-m", "portal_backend.worker"], cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True
    ) as worker:
        assert worker.stderr is not None
        assert "unavailable" in worker.stderr.readline(), "a database without tables is tried again"
        worker.send_signal(signal.SIGTERM)
        give_up = time.monotonic() + 30
        while worker.poll() is None and time.monotonic() < give_up:
            time.sleep(0.05)
        assert worker.returncode == 0
