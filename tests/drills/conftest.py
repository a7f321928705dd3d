"""Fixtures of the drills, which attack a server of their own.

`scripts/test drills` starts it and passes its URL and process id.
"""

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

# requests are limited per address, and the drills come from 127.0.0.1
OTHER_ADDRESS = "127.0.0.2"


@dataclass
class ProbeResults:
    """Response times and failures of another user during a drill."""

    seconds: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Server:
    """The server under attack."""

    host: str
    port: int
    pid: int

    def connect(self, *, receive_buffer: int | None = None) -> socket.socket:
        """Open a bare connection, optionally with a small receive buffer."""
        connection = socket.socket()
        if receive_buffer is not None:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive_buffer)
        connection.settimeout(60)
        connection.connect((self.host, self.port))
        return connection

    def send_request(
        self,
        verb: str,
        path: str,
        body: bytes | None = None,
        *,
        timeout: float = 60,
        source_address: str = "127.0.0.1",
        **headers: str,
    ) -> tuple[int, Mapping[str, str], bytes]:
        """Send one request on a new connection; return status, headers and body.

        `source_address` is a local address to connect from.
        """
        connection = http.client.HTTPConnection(
            self.host, self.port, timeout=timeout, source_address=(source_address, 0)
        )
        try:
            named_headers = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(verb, path, body, {"Content-Type": "application/json", **named_headers})
            response = connection.getresponse()
            return response.status, {name.lower(): value for name, value in response.getheaders()}, response.read()
        finally:
            connection.close()

    def log_in(self, username: str) -> str:
        """Log in and return the token."""
        body = json.dumps({"username": username, "password": PASSWORD}).encode()
        status, _, response = self.send_request("POST", "/api/v1/contacts/login", body)
        assert status == 200, response
        return str(json.loads(response)["token"])

    def reset_peak_memory(self) -> None:
        """Reset the peak memory, so that a drill measures only its own."""
        for pid in self.get_process_ids():
            Path(f"/proc/{pid}/clear_refs").write_text("5")

    def get_peak_megabytes(self) -> int:
        """Return the highest peak memory of a process since the reset."""
        peaks = (
            _read_process_status(pid).get("VmHWM", "0") for pid in self.get_process_ids()
        )  # a process that has just ended has no memory
        return max(int(peak.split()[0]) // 1024 for peak in peaks)

    def get_cpu_seconds(self) -> float:
        """Return the processor seconds of the server so far."""
        ticks = os.sysconf("SC_CLK_TCK")
        stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in self.get_process_ids()]
        return sum(int(stat[11]) + int(stat[12]) for stat in stats) / ticks

    def count_open_files(self) -> int:
        """Return the number of open files and connections.

        The database is left out: each thread opens it.
        """
        links = [link for pid in self.get_process_ids() for link in Path(f"/proc/{pid}/fd").iterdir()]
        return sum(".sqlite3" not in os.path.realpath(link) for link in links)

    def get_process_ids(self) -> list[int]:
        """Return the pids of the server and all its descendants."""
        family = [self.pid]
        for member in family:
            family += get_child_pids(member)
        return family

    @contextmanager
    def probe(self) -> Iterator[ProbeResults]:
        """Send a request from another address every 0.2 s; yield the results."""
        results, finished = ProbeResults(), threading.Event()
        token = self.log_in("service")

        def poll() -> None:
            while not finished.wait(0.2):
                began = time.monotonic()
                try:
                    status, _, _ = self.send_request(
                        "GET", "/api/rest/meta", timeout=10, source_address=OTHER_ADDRESS, Authorization=token
                    )
                    if status != 200:
                        results.failures.append(str(status))
                except (OSError, http.client.HTTPException) as error:
                    results.failures.append(repr(error))
                results.seconds.append(time.monotonic() - began)

        thread = threading.Thread(target=poll)
        thread.start()
        try:
            yield results
        finally:
            finished.set()
            thread.join()


def _read_process_status(pid: int) -> dict[str, str]:
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return {}
    return {name: value.strip() for name, _, value in (line.partition(":") for line in lines)}


def get_child_pids(pid: int) -> list[int]:
    """Return the pids of a process's children."""
    every = [int(each.name) for each in Path("/proc").glob("[0-9]*")]
    return [each for each in every if _read_process_status(each).get("PPid") == str(pid)]


@pytest.fixture(scope="session", autouse=True)
def _interrupt_on_sigterm() -> None:
    """Raise KeyboardInterrupt on SIGTERM, so that fixtures are torn down."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)


@pytest.fixture(scope="session")
def server() -> Server:
    """Return the server that `scripts/test drills` started."""
    if not os.environ.get("PORTAL_SERVER_PID"):
        pytest.skip("requires a server to attack: scripts/test drills")
    url = urlsplit(os.environ["PORTAL_URL"])
    return Server(url.hostname or "", url.port or 0, int(os.environ["PORTAL_SERVER_PID"]))
