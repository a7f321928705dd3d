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

from tests import bodies
from tests.drills.busy import CREATE, MOVE, UPLOAD
from tests.drills.conftest import Server
from tests.drills.deployed import Deployed, deployed
from tests.figures import Figures

MEGABYTES = 24
EXPORT = "/api/v1/files/export/active-repairs/xlsx"
LARGE, SMALL = os.urandom(3_000_000), os.urandom(300_000)
SECONDS_OF_A_JOB = 60.0
NO_ROOM = json.loads(Path("locale/es/server.json").read_text(encoding="utf-8"))["errors"]["UNAVAILABLE"]


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """Mount a small disk of its own."""
    folder = tmp_path / "disk"
    folder.mkdir()
    result = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", folder], capture_output=True, check=False
    )
    if result.returncode:
        pytest.skip(f"a disk of its own cannot be mounted here: {result.stderr.decode().strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)


@contextmanager
def full(disk: Path) -> Iterator[None]:
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
class Caller:
    """Client of the drill; `answer_counts` counts the statuses."""

    own: Deployed
    world: dict[str, Any]
    met: Counter[str]

    def call(self, verb: str, path: str, body: bytes | None = None, *, by: str = "", **headers: str) -> tuple[int, Any]:
        """Send one request, by default as the client; return status and data.

        Refusals must have a message and a code.
        """
        token = by or self.world["client"]
        status, response_headers, raw = self.own.server.ask(verb, path, body, Authorization=token, Lang="es", **headers)
        data = json.loads(raw) if raw and "json" in response_headers.get("content-type", "") else None
        self.met[str(status)] += 1
        if status >= 400:
            assert data, raw[:200]
            assert data["message"], data
            assert data["code"], data
        return status, data

    def upload(self) -> int:
        """Upload a file of three megabytes."""
        head = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
        form = "multipart/form-data; boundary=drill"
        raw = head + LARGE + b"\r\n--drill--\r\n"
        return self.call("POST", UPLOAD, raw, Content_Type=form)[0]

    def create(self, key: str) -> tuple[int, Any]:
        """Create a repair with a smaller inline file."""
        attachments = [{"name": "b.bin", "base64": base64.b64encode(SMALL).decode()}]
        body = json.dumps([bodies.unit(self.world["part"], attachments=attachments)]).encode()
        return self.call("POST", CREATE, body, Idempotency_Key=key)

    def move(self, target: str) -> int:
        """Move a repair, which needs no room on that disk."""
        repair, _ = self.world["repairs"][0]
        return self.call("POST", f"{MOVE}?repairId={repair}&status={target}", by=self.world["movers"][0]["token"])[0]

    def export(self) -> tuple[int, Any]:
        """Export a list with more rows than one request writes, so that a job does it."""
        return self.call("GET", EXPORT, by=self.world["movers"][0]["token"])

    def made(self, job: str) -> dict[str, Any]:
        """Wait until the job has ended and return it."""
        give_up = time.monotonic() + SECONDS_OF_A_JOB
        while time.monotonic() < give_up:
            _, data = self.call("GET", f"/api/v1/files/export/jobs/{job}", by=self.world["movers"][0]["token"])
            if data["state"] not in ("WAITING", "RUNNING"):
                return dict(data)
            time.sleep(0.2)
        raise AssertionError(f"the job does not end: {data}")


def test_full_disk_refuses_uploads_and_exports(server: Server, disk: Path, figures: Figures) -> None:
    del server
    temporary = disk / "tmp"
    temporary.mkdir()
    with deployed(disk, TMPDIR=str(temporary), PORTAL_EXPORT_ROWS="3") as own:
        own.log = disk.parent / "log.txt"
        world = own.run("make", "8")
        own.start()
        with_room, without = Counter[str](), Counter[str]()
        caller = Caller(own, world, with_room)
        assert caller.upload() == 200
        _, job = caller.export()
        assert caller.made(job["jobId"])["state"] == "DONE"
        before = own.run("state")

        caller.met = without
        with full(disk):
            refused = [caller.upload(), caller.create("full-disk-drill-1")[0]]
            moved = caller.move("IN_TRANSIT")
            _, job = caller.export()
            failed = caller.made(job["jobId"])
        between = own.run("state")

        caller.met = with_room
        status, made = caller.create("full-disk-drill-1")
        again = [caller.upload(), status, caller.move("IN_DIAGNOSTICS")]
        _, job = caller.export()
        mended = caller.made(job["jobId"])
        own.run("purge")
        after = own.run("state")
        left = [str(each.relative_to(disk)) for each in temporary.rglob("*") if each.is_file()]
        faults = own.log.read_text().count("fault request=")
    figures(without_room=dict(without), failed=failed["message"], with_room=dict(with_room), left=left, faults=faults)
    assert refused == [503, 503]
    assert (moved, failed["state"]) == (200, "FAILED")
    assert failed["message"] == NO_ROOM
    assert [row["pk"] for row in between["requests"]] == [row["pk"] for row in before["requests"]]
    assert (between["rows"], between["contents"]) == (before["rows"], before["contents"])
    assert again == [200, 200, 200]
    assert mended["state"] == "DONE"
    assert after["contents"] == after["rows"]
    assert made["id"] in [row["pk"] for row in after["requests"]]
    assert left == []
    assert faults == 0
