"""People who move repairs and send new ones over HTTP, and who try again as the interface does when a line breaks."""

import base64
import http.client
import json
import random
import threading
import time
import uuid
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tests import bodies
from tests.drills.conftest import Server

MOVE = "/api/v1/repairing/change/repair/status"
CREATE = "/api/v1/repairing/create"
UPLOAD = "/api/v1/files/upload"
COUNTERS = "/api/v1/requests/fetch-number/action-required"
SECONDS_TO_BE_ANSWERED = 90.0


@dataclass(frozen=True)
class Habits:
    """How people work: one who is not `careful` tries again without saying what was seen.

    Of so many calls one loses its answer on the way back, as on a bad line.
    """

    careful: bool = True
    lost_of: int = 40
    moves_to_a_create: int = 25


@dataclass
class Met:
    """What people met: `moved` holds what was acknowledged, repair and version, and by how many."""

    statuses: Counter[str] = field(default_factory=Counter)
    moved: Counter[tuple[int, int]] = field(default_factory=Counter)
    created: list[int] = field(default_factory=list)
    unknown: int = 0
    wrong: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    seconds: list[float] = field(default_factory=list)
    calls: list[tuple[str, str, float]] = field(default_factory=list)  # verb, status, seconds

    @property
    def moves(self) -> int:
        """How many were acknowledged."""
        return len(self.moved)


class Person:
    """Moves one repair together with a mate."""

    def __init__(
        self, server: Callable[[], Server], world: dict[str, Any], number: int, met: Met, habits: Habits
    ) -> None:
        self.server, self.world, self.met, self.habits = server, world, met, habits
        self.me, self.chance = world["movers"][number], random.Random(number)
        self.repair, self.version = world["repairs"][number // 2]
        self.status = "NEW"

    def work(self, enough: Callable[[], bool], think: Callable[[], object] = lambda: None) -> None:
        """Until so much has been done by all, with a thought before each step."""
        done = 0
        while not enough():
            think()
            self.move()
            done += 1
            if done % self.habits.moves_to_a_create == 0:
                self.create()
            if done % 5 == 0:
                self.answer("GET", COUNTERS, token=self.chance.choice(self.world["pollers"]))

    def move(self) -> None:
        """One move; of two who make it at once one is told that the other was faster."""
        target = "IN_TRANSIT" if self.status != "IN_TRANSIT" else "IN_DIAGNOSTICS"
        query = f"?repairId={self.repair}&status={target}" + (f"&version={self.version}" if self.habits.careful else "")
        status, told, tries = self.answer("POST", MOVE + query, token=self.me["token"])
        if status == 200:
            self.moved(told["version"], target)
        elif status == 409 and "current" in told:
            current = told["current"]
            self.status, seen = current["status"]["key"], self.version
            if tries > 1 and (current["version"], current["changedBy"], self.status) == (
                seen + 1,
                self.me["name"],
                target,
            ):
                self.moved(seen + 1, target)  # the answer was lost, the move was not
            elif tries > 1 and current["version"] > seen + 1:
                with self.met.lock:
                    self.met.unknown += 1
            self.version = current["version"]
        elif not self.habits.careful and status == 400:  # moved before, without a version to tell by
            self.status = target
        else:
            self.wrong("move", status, told)

    def moved(self, version: int, status: str) -> None:
        """Acknowledged."""
        self.version, self.status = version, status
        with self.met.lock:
            self.met.moved[self.repair, version] += 1

    def create(self) -> None:
        """A repair with one file that was uploaded before and one that comes with it."""
        raw = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\na note\r\n--drill--\r\n'
        form = "multipart/form-data; boundary=drill"
        status, file, _ = self.answer("POST", UPLOAD, raw, token=self.world["client"], Content_Type=form)
        if status != 200:
            self.wrong("upload", status, file)
            return
        inline = {"name": "b.txt", "base64": base64.b64encode(b"another").decode()}
        # who is careless loses nothing to a file that may belong to one repair alone
        attachments = [{"id": file["id"]}, inline] if self.habits.careful else [inline]
        body = json.dumps([bodies.unit(self.world["part"], attachments=attachments)]).encode()
        key = {"Idempotency_Key": uuid.uuid4().hex} if self.habits.careful else {}
        status, made, _ = self.answer("POST", CREATE, body, token=self.world["client"], **key)
        if status == 200:
            with self.met.lock:
                self.met.created.append(made["id"])
        else:
            self.wrong("create", status, made)

    def wrong(self, what: str, status: int, told: object) -> None:
        """Something that nobody should be told."""
        with self.met.lock:
            self.met.wrong.append(f"{what}: {status} {told}")

    def answer(
        self, verb: str, path: str, body: bytes | None = None, *, token: str, **headers: str
    ) -> tuple[int, Any, int]:
        """Status and data of a call that is made until it is answered by something else than 503, and how often."""
        give_up, tries = time.monotonic() + SECONDS_TO_BE_ANSWERED, 0
        while time.monotonic() < give_up:
            tries += 1
            began = time.monotonic()
            try:
                if self.chance.randrange(self.habits.lost_of) == 0:
                    self.lose(verb, path, body, token, headers)
                    continue
                status, _, raw = self.server().ask(verb, path, body, seconds=40, Authorization=token, **headers)
            except (OSError, http.client.HTTPException) as error:
                self.count(type(error).__name__)
                self.met.calls.append((verb, type(error).__name__, time.monotonic() - began))
                time.sleep(0.1)
                continue
            self.met.seconds.append(time.monotonic() - began)
            self.met.calls.append((verb, str(status), self.met.seconds[-1]))
            self.count(str(status))
            if status != 503:
                return status, json.loads(raw) if raw else None, tries
            time.sleep(0.25)
        self.wrong(path, 0, "never answered")
        return 0, {}, tries

    def lose(self, verb: str, path: str, body: bytes | None, token: str, headers: dict[str, str]) -> None:
        """Make a call and hear nothing of what came of it."""
        server = self.server()
        line = http.client.HTTPConnection(server.host, server.port, timeout=40)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            line.request(verb, path, body, {"Content-Type": "application/json", "Authorization": token, **named})
            line.getresponse().read()
        finally:
            line.close()
        self.count("answer lost")

    def count(self, what: str) -> None:
        """Count what was met."""
        with self.met.lock:
            self.met.statuses[what] += 1
