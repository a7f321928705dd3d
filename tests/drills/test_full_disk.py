"""A full disk refuses what needs room, in words, keeps nothing of it by halves, and is all that has to be mended.

Uploads, temporary files and large exports lie on one small disk; the same calls are made with room as the control.
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
    """A small disk of its own."""
    place = tmp_path / "disk"
    place.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={MEGABYTES}m", "tmpfs", place], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"a disk of its own cannot be mounted here: {mounted.stderr.decode().strip()}")
    try:
        yield place
    finally:
        subprocess.run(["umount", "--lazy", place], check=True)


@contextmanager
def full(disk: Path) -> Iterator[None]:
    """Nothing more goes on it meanwhile."""
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
    """Makes the calls of the drill; `met` counts what they were answered."""

    own: Deployed
    world: dict[str, Any]
    met: Counter[str]

    def call(self, verb: str, path: str, body: bytes | None = None, *, by: str = "", **headers: str) -> tuple[int, Any]:
        """Status and data of one call, of the client unless said otherwise."""
        token = by or self.world["client"]
        status, said, raw = self.own.server.ask(verb, path, body, Authorization=token, Lang="es", **headers)
        told = json.loads(raw) if raw and "json" in said.get("content-type", "") else None
        self.met[str(status)] += 1
        if status >= 400:
            assert told, raw[:200]
            assert told["message"], told
            assert told["code"], told
        return status, told

    def upload(self) -> int:
        """A file of three megabytes."""
        head = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n'
        form = "multipart/form-data; boundary=drill"
        raw = head + LARGE + b"\r\n--drill--\r\n"
        return self.call("POST", UPLOAD, raw, Content_Type=form)[0]

    def create(self, key: str) -> tuple[int, Any]:
        """A repair with a smaller one."""
        attachments = [{"name": "b.bin", "base64": base64.b64encode(SMALL).decode()}]
        body = json.dumps([bodies.unit(self.world["part"], attachments=attachments)]).encode()
        return self.call("POST", CREATE, body, Idempotency_Key=key)

    def move(self, target: str) -> int:
        """What needs no room on that disk."""
        repair, _ = self.world["repairs"][0]
        return self.call("POST", f"{MOVE}?repairId={repair}&status={target}", by=self.world["movers"][0]["token"])[0]

    def export(self) -> tuple[int, Any]:
        """A list, whose file a job makes: there are more rows than one call writes."""
        return self.call("GET", EXPORT, by=self.world["movers"][0]["token"])

    def made(self, job: str) -> dict[str, Any]:
        """The job, once it has ended."""
        give_up = time.monotonic() + SECONDS_OF_A_JOB
        while time.monotonic() < give_up:
            _, told = self.call("GET", f"/api/v1/files/export/jobs/{job}", by=self.world["movers"][0]["token"])
            if told["state"] not in ("WAITING", "RUNNING"):
                return dict(told)
            time.sleep(0.2)
        raise AssertionError(f"the job does not end: {told}")


def test_uploads_and_exports(server: Server, disk: Path, figures: Figures) -> None:
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
