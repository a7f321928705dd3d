"""Simulated users who move repairs and create new ones over HTTP.

They retry as the interface does when a connection breaks.
"""

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
    """Behavior of the simulated users."""

    #: Send the version and an idempotency key, so that retries are detected.
    careful: bool = True
    #: Drop the response of one in this many requests, as on a bad connection.
    lost_of: int = 40
    #: Create a repair after this many moves.
    moves_to_a_create: int = 25


@dataclass
class Met:
    """Results of the simulated users, shared by their threads."""

    #: Responses and errors, by status or exception name.
    statuses: Counter[str] = field(default_factory=Counter)
    #: Acknowledgments by repair id and version.
    moved: Counter[tuple[int, int]] = field(default_factory=Counter)
    #: Ids of the created repairs.
    created: list[int] = field(default_factory=list)
    #: Moves whose outcome cannot be determined.
    unknown: int = 0
    #: Responses that a user must never get.
    wrong: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    #: Response times.
    seconds: list[float] = field(default_factory=list)
    #: Verb, status and seconds of each request.
    calls: list[tuple[str, str, float]] = field(default_factory=list)

    @property
    def moves(self) -> int:
        """The number of acknowledged moves."""
        return len(self.moved)


class Person:
    """Simulated user who moves one repair that another user moves too."""

    def __init__(
        self, server: Callable[[], Server], world: dict[str, Any], number: int, met: Met, habits: Habits
    ) -> None:
        self.server, self.world, self.met, self.habits = server, world, met, habits
        self.me, self.chance = world["movers"][number], random.Random(number)
        self.repair, self.version = world["repairs"][number // 2]
        self.status = "NEW"

    def work(self, enough: Callable[[], bool], think: Callable[[], object] = lambda: None) -> None:
        """Move and create until `enough` is true, calling `think` before each step."""
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
        """Move the repair once; of two concurrent moves one gets a version conflict."""
        target = "IN_TRANSIT" if self.status != "IN_TRANSIT" else "IN_DIAGNOSTICS"
        query = f"?repairId={self.repair}&status={target}" + (f"&version={self.version}" if self.habits.careful else "")
        status, data, tries = self.answer("POST", MOVE + query, token=self.me["token"])
        if status == 200:
            self.moved(data["version"], target)
        elif status == 409 and "current" in data:
            current = data["current"]
            self.status, seen_version = current["status"]["key"], self.version
            if tries > 1 and (current["version"], current["changedBy"], self.status) == (
                seen_version + 1,
                self.me["name"],
                target,
            ):
                self.moved(seen_version + 1, target)  # only the response was lost, the move was made
            elif tries > 1 and current["version"] > seen_version + 1:
                with self.met.lock:
                    self.met.unknown += 1
            self.version = current["version"]
        elif not self.habits.careful and status == 400:  # already moved, which cannot be detected without a version
            self.status = target
        else:
            self.wrong("move", status, data)

    def moved(self, version: int, status: str) -> None:
        """Record an acknowledged move."""
        self.version, self.status = version, status
        with self.met.lock:
            self.met.moved[self.repair, version] += 1

    def create(self) -> None:
        """Create a repair with an uploaded file and an inline file.

        Without `sends_version` only the inline file is attached.
        """
        raw = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\na note\r\n--drill--\r\n'
        form = "multipart/form-data; boundary=drill"
        status, file, _ = self.answer("POST", UPLOAD, raw, token=self.world["client"], Content_Type=form)
        if status != 200:
            self.wrong("upload", status, file)
            return
        inline = {"name": "b.txt", "base64": base64.b64encode(b"another").decode()}
        # a careless retry would be refused, since an uploaded file can belong to one repair only
        attachments = [{"id": file["id"]}, inline] if self.habits.careful else [inline]
        body = json.dumps([bodies.unit(self.world["part"], attachments=attachments)]).encode()
        key = {"Idempotency_Key": uuid.uuid4().hex} if self.habits.careful else {}
        status, repair, _ = self.answer("POST", CREATE, body, token=self.world["client"], **key)
        if status == 200:
            with self.met.lock:
                self.met.created.append(repair["id"])
        else:
            self.wrong("create", status, repair)

    def wrong(self, what: str, status: int, data: object) -> None:
        """Record a response that a user must never get."""
        with self.met.lock:
            self.met.wrong.append(f"{what}: {status} {data}")

    def answer(
        self, verb: str, path: str, body: bytes | None = None, *, token: str, **headers: str
    ) -> tuple[int, Any, int]:
        """Send a request until its status is not 503.

        Returns the status, the data and the number of attempts.
        """
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
        """Send a request and discard its response."""
        server = self.server()
        connection = http.client.HTTPConnection(server.host, server.port, timeout=40)
        named_headers = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request(
                verb, path, body, {"Content-Type": "application/json", "Authorization": token, **named_headers}
            )
            connection.getresponse().read()
        finally:
            connection.close()
        self.count("answer lost")

    def count(self, what: str) -> None:
        """Count a status or an error."""
        with self.met.lock:
            self.met.statuses[what] += 1
