"""Celery workers of `scripts/run`, with a folder as their queue, survive kills.

Workers and beat are killed while jobs are enqueued; at the end `scripts/run` itself is.
"""

import json
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.drills.conftest import Server, get_child_pids
from tests.drills.portal_run import PortalRun
from tests.measurements import ReportMeasurements

ROUNDS = 4
JOB_TIMEOUT = 100.0  # a job whose worker was killed is claimed again after a minute
RECOVERY_TIMEOUT = 60.0
END_TIMEOUT = 20.0
EXPORT_PATH = "/api/v1/files/export"
WORKERS = {"worker": b"celery,mails", "jobs": b"jobs"}


@pytest.fixture
def run(server: Server, tmp_path: Path) -> Iterator[PortalRun]:
    """Start a portal of its own, which exports four rows and more by jobs."""
    del server
    own = PortalRun(tmp_path / "var", PORTAL_DEMO="1", PORTAL_EXPORT_SYNC_MAX_ROWS="3", PORTAL_MAX_OPEN_JOBS="100")
    try:
        own.start()
        yield own
    finally:
        own.kill()


def find_worker(run: PortalRun, queues: bytes) -> int:
    """Return the process id of the worker that serves these queues."""
    give_up = time.monotonic() + RECOVERY_TIMEOUT
    while time.monotonic() < give_up:
        for pid in run.server.get_process_ids():
            try:
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            except (FileNotFoundError, ProcessLookupError):  # it has ended meanwhile
                continue
            if b"--queues" in words and words[words.index(b"--queues") + 1] == queues:
                return pid
        time.sleep(0.05)
    pytest.fail(f"no worker serves {queues!r}")


def find_beat(run: PortalRun) -> int:
    """Return the process id of beat, a child of the worker."""
    give_up = time.monotonic() + RECOVERY_TIMEOUT
    while time.monotonic() < give_up:
        if children := get_child_pids(find_worker(run, WORKERS["worker"])):
            return children[0]
        time.sleep(0.05)
    pytest.fail("beat does not run")


def get_degraded(run: PortalRun) -> list[str]:
    """Return the parts that /readyz reports as missing."""
    degraded: list[str] = json.loads(run.server.send_request("GET", "/readyz")[2])["degraded"]
    return degraded


def start_job(run: PortalRun, token: str, number: int = 0) -> str:
    """Start an export and return the id of its job; another number is another job."""
    status, _, raw = run.server.send_request(
        "GET", f"{EXPORT_PATH}/active-repairs/xlsx", Authorization=token, Locale_Offset=str(number)
    )
    assert status == 202, raw
    return str(json.loads(raw)["jobId"])


def wait_for_job(run: PortalRun, token: str, job: str) -> float:
    """Wait until a job is done; return the seconds."""
    began = time.monotonic()
    while time.monotonic() - began < JOB_TIMEOUT:
        _, _, raw = run.server.send_request("GET", f"{EXPORT_PATH}/jobs/{job}", Authorization=token)
        state = json.loads(raw)["state"]
        if state == "DONE":
            return time.monotonic() - began
        assert state in ("WAITING", "RUNNING"), raw
        time.sleep(0.02)
    pytest.fail(f"{job} is not done after {JOB_TIMEOUT} s")


def test_workers_survive_kills(run: PortalRun, tmp_path: Path, figures: ReportMeasurements) -> None:
    token = run.server.log_in("admin")
    wait_for_job(run, token, start_job(run, token))  # the first one loads modules
    seconds = sorted(wait_for_job(run, token, start_job(run, token)) for _ in range(10))

    after_kill = []
    for number in range(ROUNDS):
        jobs = [start_job(run, token, each) for each in range(3)]
        time.sleep(number / 10)  # at another moment of their work each time
        os.kill(find_worker(run, WORKERS["jobs"]), signal.SIGKILL)
        os.kill(find_worker(run, WORKERS["worker"]), signal.SIGKILL)
        after_kill.append(max(wait_for_job(run, token, job) for job in jobs))

    beat = find_beat(run)
    os.kill(beat, signal.SIGKILL)
    began = time.monotonic()
    while find_beat(run) == beat and time.monotonic() - began < RECOVERY_TIMEOUT:
        time.sleep(0.1)
    beat_after = time.monotonic() - began
    degraded = get_degraded(run)
    messages = len(list((tmp_path / "var" / "queue").iterdir()))

    family = run.server.get_process_ids()
    assert run.process is not None
    run.process.kill()
    began = time.monotonic()
    while any(_is_alive(pid) for pid in family) and time.monotonic() - began < END_TIMEOUT:
        run.process.poll()
        time.sleep(0.1)
    ended = time.monotonic() - began

    figures(
        job=seconds[len(seconds) // 2],
        slowest_job=seconds[-1],
        after_kill=max(after_kill),
        beat_after=beat_after,
        messages=messages,
        processes=len(family),
        ended=ended,
    )
    assert beat_after < RECOVERY_TIMEOUT
    assert degraded == []
    assert messages <= 12, "one of each task"
    assert ended < END_TIMEOUT, "nothing goes on without scripts/run"


def _is_alive(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
