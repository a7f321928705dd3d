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

from tests import request_bodies
from tests.drills.conftest import Server

MOVE_PATH = "/api/v1/repairing/change/repair/status"
CREATE_PATH = "/api/v1/repairing/create"
UPLOAD_PATH = "/api/v1/files/upload"
COUNTERS_PATH = "/api/v1/requests/fetch-number/action-required"
RESPONSE_TIMEOUT = 180.0


@dataclass(frozen=True)
class UserBehavior:
    """Behavior of the simulated users."""

    #: Send the version and an idempotency key, so that retries are detected.
    sends_version: bool = True
    #: Drop the response of one in this many requests, as on a bad connection.
    calls_per_lost_response: int = 40
    #: Create a repair after this many moves.
    moves_per_create: int = 25


@dataclass
class UserResults:
    """Results of the simulated users, shared by their threads."""

    #: Responses and errors, by status or exception name.
    statuses: Counter[str] = field(default_factory=Counter)
    #: Acknowledgments by repair id and version.
    acknowledged_moves: Counter[tuple[int, int]] = field(default_factory=Counter)
    #: Ids of the created repairs.
    created_ids: list[int] = field(default_factory=list)
    #: Moves whose outcome cannot be determined.
    unknown_outcomes: int = 0
    #: Responses that a user must never get.
    wrong_responses: list[str] = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)
    #: Response times.
    seconds: list[float] = field(default_factory=list)
    #: Verb, status, seconds and start of each request.
    calls: list[tuple[str, str, float, float]] = field(default_factory=list)

    @property
    def move_count(self) -> int:
        """The number of acknowledged moves."""
        return len(self.acknowledged_moves)


class SimulatedUser:
    """Simulated user who moves one repair that another user moves too."""

    def __init__(
        self, server: Callable[[], Server], world: dict[str, Any], number: int, met: UserResults, habits: UserBehavior
    ) -> None:
        self.server, self.world, self.results, self.behavior = server, world, met, habits
        self.identity, self.random = world["movers"][number], random.Random(number)
        self.repair, self.version = world["repairs"][number // 2]
        self.status = "NEW"

    def run(self, enough: Callable[[], bool], think: Callable[[], object] = lambda: None) -> None:
        """Move and create until `enough` is true, calling `think` before each step."""
        done = 0
        while not enough():
            think()
            self.move()
            done += 1
            if done % self.behavior.moves_per_create == 0:
                self.create()
            if done % 5 == 0:
                self.call_until_response("GET", COUNTERS_PATH, token=self.random.choice(self.world["pollers"]))

    def move(self) -> None:
        """Move the repair once; of two concurrent moves one gets a version conflict."""
        target = "IN_TRANSIT" if self.status != "IN_TRANSIT" else "IN_DIAGNOSTICS"
        query = f"?repairId={self.repair}&status={target}" + (
            f"&version={self.version}" if self.behavior.sends_version else ""
        )
        status, data, tries = self.call_until_response("POST", MOVE_PATH + query, token=self.identity["token"])
        if status == 200:
            self.record_move(data["version"], target)
        elif status == 409 and "current" in data:
            current = data["current"]
            self.status, seen_version = current["status"]["key"], self.version
            if tries > 1 and (current["version"], current["changedBy"], self.status) == (
                seen_version + 1,
                self.identity["name"],
                target,
            ):
                self.record_move(seen_version + 1, target)  # only the response was lost, the move was made
            elif tries > 1 and current["version"] > seen_version + 1:
                with self.results.lock:
                    self.results.unknown_outcomes += 1
            self.version = current["version"]
        elif (
            not self.behavior.sends_version and status == 400
        ):  # already moved, which cannot be detected without a version
            self.status = target
        else:
            self.record_wrong_response("move", status, data)

    def record_move(self, version: int, status: str) -> None:
        """Record an acknowledged move."""
        self.version, self.status = version, status
        with self.results.lock:
            self.results.acknowledged_moves[self.repair, version] += 1

    def create(self) -> None:
        """Create a repair with an uploaded file and an inline file.

        Without `sends_version` only the inline file is attached.
        """
        raw = b'--drill\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\na note\r\n--drill--\r\n'
        form = "multipart/form-data; boundary=drill"
        status, file, _ = self.call_until_response(
            "POST", UPLOAD_PATH, raw, token=self.world["client"], Content_Type=form
        )
        if status != 200:
            self.record_wrong_response("upload", status, file)
            return
        inline = {"name": "b.txt", "base64": base64.b64encode(b"another").decode()}
        # a careless retry would be refused, since an uploaded file can belong to one repair only
        attachments = [{"id": file["id"]}, inline] if self.behavior.sends_version else [inline]
        body = json.dumps([request_bodies.unit(self.world["part"], attachments=attachments)]).encode()
        key = {"Idempotency_Key": uuid.uuid4().hex} if self.behavior.sends_version else {}
        status, repair, _ = self.call_until_response("POST", CREATE_PATH, body, token=self.world["client"], **key)
        if status == 200:
            with self.results.lock:
                self.results.created_ids.append(repair["id"])
        else:
            self.record_wrong_response("create", status, repair)

    def record_wrong_response(self, what: str, status: int, data: object) -> None:
        """Record a response that a user must never get."""
        with self.results.lock:
            self.results.wrong_responses.append(f"{what}: {status} {data}")

    def call_until_response(
        self, verb: str, path: str, body: bytes | None = None, *, token: str, **headers: str
    ) -> tuple[int, Any, int]:
        """Send a request until its status is not 503.

        Returns the status, the data and the number of attempts.
        """
        give_up, tries = time.monotonic() + RESPONSE_TIMEOUT, 0
        while time.monotonic() < give_up:
            tries += 1
            began = time.monotonic()
            try:
                if self.random.randrange(self.behavior.calls_per_lost_response) == 0:
                    self.call_and_drop_response(verb, path, body, token, headers)
                    continue
                status, _, raw = self.server().send_request(
                    verb, path, body, timeout=40, Authorization=token, **headers
                )
            except (OSError, http.client.HTTPException) as error:
                self.count_status(type(error).__name__)
                self.results.calls.append((verb, type(error).__name__, time.monotonic() - began, began))
                time.sleep(0.1)
                continue
            self.results.seconds.append(time.monotonic() - began)
            self.results.calls.append((verb, str(status), time.monotonic() - began, began))
            self.count_status(str(status))
            if status != 503:
                return status, json.loads(raw) if raw else None, tries
            time.sleep(0.25)
        self.record_wrong_response(path, 0, "no response")
        return 0, {}, tries

    def call_and_drop_response(
        self, verb: str, path: str, body: bytes | None, token: str, headers: dict[str, str]
    ) -> None:
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
        self.count_status("response lost")

    def count_status(self, what: str) -> None:
        """Count a status or an error."""
        with self.results.lock:
            self.results.statuses[what] += 1
