"""TERM of scripts/run in the middle of a large import ends every process in time; a second start goes on with it."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from environment import free_port

from tests.drills.conftest import Server
from tests.figures import Figures

ROOT = Path(__file__).resolve().parents[2]
ROWS = 150_000
SECONDS_TO_END = 10.0
SECONDS_TO_BE_READY = 300.0
SECONDS_OF_WORK = 1800.0
FORM = "multipart/form-data; boundary=drill"
HEADINGS = "Category,Number,Model,Manufacturer,Service categories\n"


class Run:
    """`scripts/run` on a data folder of its own, started and stopped again and again."""

    def __init__(self, folder: Path) -> None:
        port = free_port()
        # empty rather than absent: absent ones would be read from .env
        nothing = dict.fromkeys(("DATABASE_URL", "REDIS_URL", "EMAIL_URL", "STORAGE_URL", "SECRET_KEY"), "")
        own = {"PORTAL_PORT": str(port), "PORTAL_DATA_DIR": str(folder), "PORTAL_PUBLIC_URL": ""}
        self._environment = {**os.environ, **nothing, **own}
        self._port = port
        self.program: subprocess.Popen[bytes] | None = None

    @property
    def server(self) -> Server:
        """Where it is asked."""
        assert self.program is not None
        return Server("127.0.0.1", self._port, self.program.pid)

    def start(self) -> None:
        """Start it; returns once it is ready."""
        words = [sys.executable, str(ROOT / "scripts/commands/run_portal.py")]
        self.program = subprocess.Popen(words, env=self._environment, stdout=subprocess.PIPE, start_new_session=True)
        assert self.program.stdout is not None
        for line in self.program.stdout:
            if b"Ctrl-C stops it" in line:
                return
        pytest.fail("it did not get ready")

    def stop(self) -> float:
        """TERM; how many seconds it took until the last process had ended."""
        assert self.program is not None
        family = self.server.family()
        began = time.monotonic()
        self.program.terminate()
        while any(_lives(each) for each in family) and time.monotonic() - began < 6 * SECONDS_TO_END:
            self.program.poll()
            time.sleep(0.05)
        return time.monotonic() - began

    def kill(self) -> None:
        """End whatever is left."""
        if self.program is not None:
            for each in self.server.family():
                if _lives(each):
                    os.kill(each, signal.SIGKILL)
            self.program.wait()


def _lives(pid: int) -> bool:
    try:
        return "\nState:\tZ" not in Path(f"/proc/{pid}/status").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False


@pytest.fixture
def run(server: Server, tmp_path: Path) -> Iterator[Run]:
    """A portal of its own."""
    del server
    own = Run(tmp_path / "var")
    try:
        own.start()
        yield own
    finally:
        own.kill()


def ask(run: Run, verb: str, path: str, body: bytes | None = None, **headers: str) -> Any:
    """The answer of a call of the administrator's; the session outlives the server."""
    status, _, answer = run.server.ask(verb, f"/api/v1{path}", body, **headers)
    assert status == 200, answer
    return json.loads(answer)


def wait_for(run: Run, path: str, token: str, states: set[str], percent: int = 0) -> dict[str, Any]:
    """The import once it is in one of these states, and so far."""
    give_up = time.monotonic() + SECONDS_OF_WORK
    while time.monotonic() < give_up:
        told: dict[str, Any] = ask(run, "GET", path, Authorization=token)
        if told["state"] in states and (told["progress"] or 0) >= percent:
            return told
        assert told["state"] not in ("FAILED", "CANCELLED"), told
        time.sleep(0.5)
    pytest.fail(f"not in {states} after {SECONDS_OF_WORK} s")


def test_an_import_goes_on_after_term(run: Run, figures: Figures) -> None:
    token = run.server.log_in("admin")
    rows = "".join(f"Handheld,D-{number},Model {number},Drill,REPAIR\n" for number in range(ROWS))
    head = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="parts.csv"\r\n\r\n'
    raw = head + HEADINGS.encode() + rows.encode() + b"\r\n--drill--\r\n"
    begun = ask(run, "POST", "/imports?target=parts", raw, Authorization=token, Content_Type=FORM)
    path = f"/imports/{begun['id']}"

    wait_for(run, path, token, {"CHECKING"}, percent=5)
    in_checking = run.stop()
    run.start()
    wait_for(run, path, token, {"REVIEW"})
    ask(run, "POST", f"{path}/write", b"{}", Authorization=token)
    wait_for(run, path, token, {"WRITING"}, percent=5)
    in_writing = run.stop()
    run.start()
    told = wait_for(run, path, token, {"DONE"})
    idle = run.stop()

    figures(in_checking=in_checking, in_writing=in_writing, idle=idle)
    assert told["counts"]["create"] == ROWS
    assert max(in_checking, in_writing, idle) < SECONDS_TO_END
