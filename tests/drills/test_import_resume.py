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
from tests.drills.portal_run import PortalRun
from tests.measurements import ReportMeasurements

ROW_COUNT = 150_000
STOP_TIMEOUT = 10.0
WRITING_SECONDS = 5.0
IMPORT_TIMEOUT = 1800.0
FORM_CONTENT_TYPE = "multipart/form-data; boundary=drill"
HEADINGS = "Category\tNumber\tModel\tManufacturer\tDescription\tService categories\n"


@pytest.fixture
def run(server: Server, tmp_path: Path) -> Iterator[PortalRun]:
    """Start a portal of its own."""
    del server
    own = PortalRun(tmp_path / "var", PORTAL_DEMO="1")
    try:
        own.start()
        yield own
    finally:
        own.kill()


def call_api(run: PortalRun, verb: str, path: str, body: bytes | None = None, **headers: str) -> Any:
    """Send a request that must succeed; return the data.

    Sessions survive a restart of the server.
    """
    status, _, response = run.server.send_request(verb, f"/api/v1{path}", body, **headers)
    assert status == 200, response
    return json.loads(response)


def wait_for_state(run: PortalRun, path: str, token: str, states: set[str], percent: int = 0) -> dict[str, Any]:
    """Wait until the import has one of these states and this progress."""
    give_up = time.monotonic() + IMPORT_TIMEOUT
    while time.monotonic() < give_up:
        state: dict[str, Any] = call_api(run, "GET", path, Authorization=token)
        if state["state"] in states and (state["progress"] or 0) >= percent:
            return state
        assert state["state"] not in ("FAILED", "CANCELLED", "COLUMNS"), state
        time.sleep(0.5)
    pytest.fail(f"not in {states} after {IMPORT_TIMEOUT} s")


def test_import_resumes_after_sigterm(run: PortalRun, figures: ReportMeasurements) -> None:
    token = run.server.log_in("admin")
    rows = "".join(f"Handheld\tD-{number}\tModel {number}\tDrill\tA thing\tREPAIR\n" for number in range(ROW_COUNT))
    head = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="parts.csv"\r\n\r\n'
    raw = head + HEADINGS.encode() + rows.encode() + b"\r\n--drill--\r\n"
    import_run = call_api(
        run, "POST", "/imports?target=parts", raw, Authorization=token, Content_Type=FORM_CONTENT_TYPE
    )
    path = f"/imports/{import_run['id']}"

    wait_for_state(run, path, token, {"CHECKING"}, percent=5)
    in_checking = run.stop()
    run.start()
    wait_for_state(run, path, token, {"REVIEW"})
    call_api(run, "POST", f"{path}/write", b"{}", Authorization=token)
    wait_for_state(run, path, token, {"WRITING"})
    time.sleep(WRITING_SECONDS)  # on SQLite the progress of a transaction is not visible from outside
    in_writing = run.stop()
    run.start()
    state = wait_for_state(run, path, token, {"DONE"})
    idle = run.stop()

    figures(in_checking=in_checking, in_writing=in_writing, idle=idle)
    assert state["counts"]["create"] == ROW_COUNT
    assert max(in_checking, in_writing, idle) < STOP_TIMEOUT
