"""Drills attack a server of their own: `scripts/test drills` starts it, says where it is, and clears up."""

import http.client
import json
import os
import signal
import socket
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

import pytest

PASSWORD = "Portal-demo-1"

# calls of one address are limited, and the drills are at 127.0.0.1
OTHER_ADDRESS = "127.0.0.2"


@dataclass
class Reached:
    """What another user met while the drill went on."""

    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Server:
    """The server under attack."""

    host: str
    port: int
    pid: int

    def connect(self, *, receive_buffer: int | None = None) -> socket.socket:
        """A bare connection, which may be one that takes nearly nothing."""
        line = socket.socket()
        if receive_buffer is not None:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        line.settimeout(60)
        line.connect((self.host, self.port))
        return line

    def ask(
        self,
        verb: str,
        path: str,
        body: bytes | None = None,
        *,
        seconds: float = 60,
        source: str = "127.0.0.1",
        **headers: str,
    ) -> tuple[int, Mapping[str, str], bytes]:
        """One call on a connection of its own, from an address of this machine: status, headers, body."""
        line = http.client.HTTPConnection(self.host, self.port, timeout=seconds, source_address=(source, 0))
        try:
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            line.request(verb, path, body, {"Content-Type": "application/json", **named})
            answer = line.getresponse()
            return answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        finally:
            line.close()

    def log_in(self, username: str) -> str:
        """A token."""
        body = json.dumps({"username": username, "password": PASSWORD}).encode()
        status, _, answer = self.ask("POST", "/api/v1/contacts/login", body)
        assert status == 200, answer
        return str(json.loads(answer)["token"])

    def forget_peak(self) -> None:
        """Begin anew with what most_megabytes() tells: a drill answers for what it took, not those before it."""
        for pid in self.family():
            Path(f"/proc/{pid}/clear_refs").write_text("5")

    def most_megabytes(self) -> int:
        """The most memory that a process of the server took since forget_peak()."""
        peaks = (_status(pid).get("VmHWM", "0") for pid in self.family())  # one that has just ended has no memory
        return max(int(peak.split()[0]) // 1024 for peak in peaks)

    def processor_seconds(self) -> float:
        """What the server worked until now."""
        ticks = os.sysconf("SC_CLK_TCK")
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.family()]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / ticks

    def open_files(self) -> int:
        """Connections, and what else the server has open."""
        return sum(len(list(Path(f"/proc/{pid}/fd").iterdir())) for pid in self.family())

    def family(self) -> list[int]:
        """The processes of the server: the one that was started, its children, and theirs."""
        family = [self.pid]
        for member in family:
            family += children_of(member)
        return family

    @contextmanager
    def watched(self) -> Iterator[Reached]:
        """Another user, at another address, asks every fifth of a second whether the server still answers."""
        reached, over = Reached(), threading.Event()
        token = self.log_in("service")

        def ask() -> None:
            while not over.wait(0.2):
                began = time.monotonic()
                try:
                    status, _, _ = self.ask(
                        "GET", "/api/rest/meta", seconds=10, source=OTHER_ADDRESS, Authorization=token
                    )
                    if status != 200:
                        reached.failures.append(str(status))
                except OSError as error:
                    reached.failures.append(repr(error))
                reached.seconds.append(time.monotonic() - began)

        asking = threading.Thread(target=ask)
        asking.start()
        try:
            yield reached
        finally:
            over.set()
            asking.join()


def _status(pid: int) -> dict[str, str]:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def children_of(pid: int) -> list[int]:
    """The processes that one has started."""
    every = [int(each.name) for each in Path("/proc").glob("[0-9]*")]
    return [each for each in every if _status(each).get("PPid") == str(pid)]


@pytest.fixture(scope="session", autouse=True)
def _stopped_in_order() -> None:
    """Whoever is told to stop stops what it started."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.fixture(scope="session")
def server() -> Server:
    """The server that `scripts/test drills` started."""
    if not os.environ.get("PORTAL_SERVER_PID"):
        pytest.skip("drills attack a server of their own: scripts/test drills")
    place = urlsplit(os.environ["PORTAL_URL"])
    return Server(place.hostname or "", place.port or 0, int(os.environ["PORTAL_SERVER_PID"]))
