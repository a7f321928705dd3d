"""A web server with one worker process, and meters of its processor time.

It serves the portal and the plain endpoint over sockets.
"""

import contextlib
import os
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection

from benchmarks.cpu_meter import Call, Meter

ROOT = Path(__file__).resolve().parents[1]
GRANIAN_COMMAND = (
    # from the deployed environment, if scripts/bench passes it
    Path(os.environ.get("RUNTIME_PYTHON", sys.executable)).with_name("granian"),
    "--interface",
    "asginl",
    "--http",
    "1",
    "--no-ws",
    "--workers",
    "1",
)


class ServerConnection:
    """A connection to the server that stays open for several requests."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))

    def send(self, request: bytes) -> bytes:
        """Send a request and return the response, which must be 200 or 304."""
        self._socket.sendall(request)
        response = self._socket.recv(65_536)
        assert response[9:12] in (b"200", b"304"), response
        return response


def build_request(path: str, *headers: str) -> bytes:
    """Build the bytes of a GET request."""
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


class ServerMeter(Meter):
    """Processor milliseconds of a server, its database backends and Redis."""

    def __init__(self, worker: int, connections_before: set[int]) -> None:
        self._pids = [worker, *(_get_backend_pids() - connections_before)]
        if settings.REDIS_URL:
            self._pids.append(int(redis.Redis.from_url(settings.REDIS_URL).info("server")["process_id"]))

    def measure(self, call: Call) -> float:
        """Return the processor time that a call costs the server."""
        before = self.read_cpu_seconds()
        call()
        time.sleep(0.01)  # the kernel accounts the time when the process sleeps
        return 1000 * (self.read_cpu_seconds() - before)

    def read_cpu_seconds(self) -> float:
        """Return the processor seconds used so far."""
        spent = 0
        for pid in self._pids:
            for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
                with contextlib.suppress(OSError):  # the thread has ended
                    spent += int(task.read_text(encoding="ascii").split()[0])
        return spent / 1e9


def _get_backend_pids() -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return {pid for (pid,) in cursor.fetchall()}


class RunningServer:
    """A running server.

    `create_meter` includes the database connections that the server has opened by then.
    """

    def __init__(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        self.port = port
        self._backends_before = _get_backend_pids()
        self._worker_pid = self._wait_until_started(process)

    def _wait_until_started(self, process: "subprocess.Popen[bytes]") -> int:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline and process.poll() is None:
            with contextlib.suppress(OSError):
                ServerConnection(self.port).send(build_request("/plain"))
                children_file = Path(f"/proc/{process.pid}/task/{process.pid}/children")
                return int(children_file.read_text(encoding="ascii").split()[-1])
            time.sleep(0.1)
        raise SystemExit("the web server did not start")

    def create_meter(self) -> ServerMeter:
        """Create a meter of the worker, its PostgreSQL backends, and Redis."""
        return ServerMeter(self._worker_pid, self._backends_before)


@contextmanager
def run_server(redis_url: str) -> Iterator[RunningServer]:
    """Run a server on the database of the current connection."""
    with tempfile.TemporaryDirectory() as folder:
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
        database = connection.settings_dict
        address = f"{database['HOST'] or '127.0.0.1'}:{database['PORT'] or 5432}"
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "portal_backend.config.settings",
            "DATABASE_URL": f"postgres://{database['USER']}:{database['PASSWORD']}@{address}/{database['NAME']}",
            "REDIS_URL": redis_url,
            "SECRET_KEY": secrets.token_urlsafe(48),
            "PORTAL_DATA_DIR": folder,
        }
        command: Sequence[str | Path] = [
            *(*GRANIAN_COMMAND, "--port", str(port)),
            *("--log-level", "error", "benchmarks.plain_endpoint:application"),
        ]
        process = subprocess.Popen(command, cwd=ROOT, env=environment)  # noqa: S603 - fixed command
        try:
            yield RunningServer(port, process)
        finally:
            process.terminate()
            process.wait()
