"""A large import resumes after SIGTERM of scripts/run.

Every process ends in time, also in the middle of the import; the next start resumes it.
"""

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.drills.conftest import Server
from tests.drills.running import Run
from tests.figures import Figures

ROWS = 150_000
SECONDS_TO_END = 10.0
SECONDS_IN_WRITING = 5.0
SECONDS_OF_WORK = 1800.0
FORM = "multipart/form-data; boundary=drill"
HEADINGS = "Category\tNumber\tModel\tManufacturer\tDescription\tService categories\n"


@pytest.fixture
def run(server: Server, tmp_path: Path) -> Iterator[Run]:
    """Start a portal of its own."""
    del server
    own = Run(tmp_path / "var", PORTAL_DEMO="1")
    try:
        own.start()
        yield own
    finally:
        own.kill()


def ask(run: Run, verb: str, path: str, body: bytes | None = None, **headers: str) -> Any:
    """Send a request that must succeed; return the data.

    Sessions survive a restart of the server.
    """
    status, _, answer = run.server.ask(verb, f"/api/v1{path}", body, **headers)
    assert status == 200, answer
    return json.loads(answer)


def wait_for(run: Run, path: str, token: str, states: set[str], percent: int = 0) -> dict[str, Any]:
    """Wait until the import has one of these states and this progress."""
    give_up = time.monotonic() + SECONDS_OF_WORK
    while time.monotonic() < give_up:
        state: dict[str, Any] = ask(run, "GET", path, Authorization=token)
        if state["state"] in states and (state["progress"] or 0) >= percent:
            return state
        assert state["state"] not in ("FAILED", "CANCELLED", "COLUMNS"), state
        time.sleep(0.5)
    pytest.fail(f"not in {states} after {SECONDS_OF_WORK} s")


def test_import_resumes_after_sigterm(run: Run, figures: Figures) -> None:
    token = run.server.log_in("admin")
    rows = "".join(f"Handheld\tD-{number}\tModel {number}\tDrill\tA thing\tREPAIR\n" for number in range(ROWS))
    head = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="parts.csv"\r\n\r\n'
    raw = head + HEADINGS.encode() + rows.encode() + b"\r\n--drill--\r\n"
    import_run = ask(run, "POST", "/imports?target=parts", raw, Authorization=token, Content_Type=FORM)
    path = f"/imports/{import_run['id']}"

    wait_for(run, path, token, {"CHECKING"}, percent=5)
    in_checking = run.stop()
    run.start()
    wait_for(run, path, token, {"REVIEW"})
    ask(run, "POST", f"{path}/write", b"{}", Authorization=token)
    wait_for(run, path, token, {"WRITING"})
    time.sleep(SECONDS_IN_WRITING)  # on SQLite the progress of a transaction is not visible from outside
    in_writing = run.stop()
    run.start()
    state = wait_for(run, path, token, {"DONE"})
    idle = run.stop()

    figures(in_checking=in_checking, in_writing=in_writing, idle=idle)
    assert state["counts"]["create"] == ROWS
    assert max(in_checking, in_writing, idle) < SECONDS_TO_END
