"""A full disk makes requests fail cleanly, and recovers once there is room.

Uploads, temporary files and large exports are on one small disk. Refused requests have a message and leave nothing
behind; the same requests with room are the control.
"""

import base64
import json
import os
import subprocess
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests import request_bodies
from tests.drills.conftest import Server
from tests.drills.deployed_portal import DeployedPortal, run_deployed_portal
from tests.drills.simulated_users import CREATE_PATH, MOVE_PATH, UPLOAD_PATH
from tests.measurements import ReportMeasurements

DISK_MEGABYTES = 24
EXPORT_PATH = "/api/v1/files/export/active-repairs/xlsx"
LARGE_CONTENT, SMALL_CONTENT = os.urandom(3_000_000), os.urandom(300_000)
JOB_TIMEOUT = 60.0
UNAVAILABLE_MESSAGE = json.loads(Path("locale/es/server.json").read_text(encoding="utf-8"))["errors"]["UNAVAILABLE"]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a small disk of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    result = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={DISK_MEGABYTES}m", "tmpfs", folder], capture_output=True, check=False
    )
    if result.returncode:
        pytest.skip(f"a disk of its own cannot be mounted here: {result.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def fill_disk(disk: Path) -> Iterator[None]:
    """Fill the disk."""
    filler = disk / "filler"
    with filler.open("wb", buffering=0) as file:
        while True:
            try:
                file.write(b"\0" * 4096)
            except OSError:
                break
    try:
        yield
    finally:
        filler.unlink()


@dataclass
class DiskDrillClient:
    """Client of the drill; `status_counts` counts the statuses."""

    portal: DeployedPortal
    world: dict[str, Any]
    status_counts: Counter[str]

    def call(
        self, verb: str, path: str, body: bytes | None = None, *, user_token: str = "", **headers: str
    ) -> tuple[int, Any]:
        """Send one request, by default as the client; return status and data.

        Refusals must have a message and a code.
        """
        token = user_token or self.world["client"]
        status, response_headers, raw = self.portal.server.send_request(
            verb, path, body, Authorization=token, Lang="es", **headers
        )
        data = json.loads(raw) if raw and "json" in response_headers.get("content-type", "") else None
        self.status_counts[str(status)] += 1
        if status >= 400:
            assert data, raw[:200]
            assert data["message"], data
            assert data["code"], data
        return status, data

    def upload(self) -> int:
        """Upload a file of three megabytes."""
        head = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
        form = "multipart/form-data; boundary=drill"
        raw = head + LARGE_CONTENT + b"\r\n--drill--\r\n"
        return self.call("POST", UPLOAD_PATH, raw, Content_Type=form)[0]

    def create(self, key: str) -> tuple[int, Any]:
        """Create a repair with a smaller inline file."""
        attachments = [{"name": "b.bin", "base64": base64.b64encode(SMALL_CONTENT).decode()}]
        body = json.dumps([request_bodies.unit(self.world["part"], attachments=attachments)]).encode()
        return self.call("POST", CREATE_PATH, body, Idempotency_Key=key)

    def move(self, target: str) -> int:
        """Move a repair, which needs no room on that disk."""
        repair, _ = self.world["repairs"][0]
        return self.call(
            "POST", f"{MOVE_PATH}?repairId={repair}&status={target}", user_token=self.world["movers"][0]["token"]
        )[0]

    def export(self) -> tuple[int, Any]:
        """Export a list with more rows than one request writes, so that a job does it."""
        return self.call("GET", EXPORT_PATH, user_token=self.world["movers"][0]["token"])

    def wait_for_job(self, job: str) -> dict[str, Any]:
        """Wait until the job has ended and return it."""
        give_up = time.monotonic() + JOB_TIMEOUT
        while time.monotonic() < give_up:
            _, data = self.call("GET", f"/api/v1/files/export/jobs/{job}", user_token=self.world["movers"][0]["token"])
            if data["state"] not in ("WAITING", "RUNNING"):
                return dict(data)
            time.sleep(0.2)
        raise AssertionError(f"the job does not end: {data}")


def test_full_disk_refuses_uploads_and_exports(server: Server, disk: Path, figures: ReportMeasurements) -> None:
    del server
    temporary = disk / "tmp"
    temporary.mkdir()
    with run_deployed_portal(disk, TMPDIR=str(temporary), PORTAL_EXPORT_SYNC_MAX_ROWS="3") as own:
        own.log = disk.parent / "log.txt"
        world = own.run_drill_program("make", "8")
        own.start()
        with_room, without = Counter[str](), Counter[str]()
        caller = DiskDrillClient(own, world, with_room)
        assert caller.upload() == 200
        _, job = caller.export()
        assert caller.wait_for_job(job["jobId"])["state"] == "DONE"
        before = own.run_drill_program("state")

        caller.status_counts = without
        with fill_disk(disk):
            refused = [caller.upload(), caller.create("full-disk-drill-1")[0]]
            moved = caller.move("IN_TRANSIT")
            _, job = caller.export()
            failed = caller.wait_for_job(job["jobId"])
        between = own.run_drill_program("state")

        caller.status_counts = with_room
        status, made = caller.create("full-disk-drill-1")
        again = [caller.upload(), status, caller.move("IN_DIAGNOSTICS")]
        _, job = caller.export()
        mended = caller.wait_for_job(job["jobId"])
        own.run_drill_program("purge")
        after = own.run_drill_program("state")
        left = [str(each.relative_to(disk)) for each in temporary.rglob("*") if each.is_file()]
        faults = own.log.read_text().count("internal error request=")
    figures(without_room=dict(without), failed=failed["message"], with_room=dict(with_room), left=left, faults=faults)
    assert refused == [503, 503]
    assert (moved, failed["state"]) == (200, "FAILED")
    assert failed["message"] == UNAVAILABLE_MESSAGE
    assert [row["pk"] for row in between["requests"]] == [row["pk"] for row in before["requests"]]
    assert (between["rows"], between["contents"]) == (before["rows"], before["contents"])
    assert again == [200, 200, 200]
    assert mended["state"] == "DONE"
    assert after["contents"] == after["rows"]
    assert made["id"] in [row["pk"] for row in after["requests"]]
    assert left == []
    assert faults == 0
