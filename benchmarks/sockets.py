"""A web server of one process over sockets, with a plain answer beside the portal, and what it costs."""

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

from benchmarks.clock import Call, Meter

ROOT = Path(__file__).resolve().parents[1]
GRANIAN = (
    # of the packages that are deployed, where scripts/bench names them
    Path(os.environ.get("RUNTIME_PYTHON", sys.executable)).with_name("granian"),
    "--interface",
    "asginl",
    "--http",
    "1",
    "--no-ws",
    "--workers",
    "1",
)


class Line:
    """One open connection to the server, over which requests go one after the other."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))

    def send(self, request: bytes) -> bytes:
        """The answer, which has to be a good one."""
        self._socket.sendall(request)
        answer = self._socket.recv(65_536)
        assert answer[9:12] in (b"200", b"304"), answer
        return answer


def request(path: str, *headers: str) -> bytes:
    """As it goes over the line."""
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


class OfServer(Meter):
    """Processor milliseconds of a server and of those that work for it."""

    def __init__(self, worker: int, connections_before: set[int]) -> None:
        self._pids = [worker, *(_connections() - connections_before)]
        if settings.REDIS_URL:
            self._pids.append(int(redis.Redis.from_url(settings.REDIS_URL).info("server")["process_id"]))

    def milliseconds(self, call: Call) -> float:
        """What a call makes them work."""
        before = self.seconds()
        call()
        time.sleep(0.01)  # what runs is counted when it rests
        return 1000 * (self.seconds() - before)

    def seconds(self) -> float:
        """What they have had so far."""
        spent = 0
        for pid in self._pids:
            for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
                with contextlib.suppress(OSError):  # a thread that ended
                    spent += int(task.read_text(encoding="ascii").split()[0])
        return spent / 1e9


def _connections() -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return {pid for (pid,) in cursor.fetchall()}


class Served:
    """A running server; `meter` counts the connections that it has by then."""

    def __init__(self, port: int, process: "subprocess.Popen[bytes]") -> None:
        self.port = port
        self._before = _connections()
        self._worker = self._started(process)

    def _started(self, process: "subprocess.Popen[bytes]") -> int:
        until = time.monotonic() + 60
        while time.monotonic() < until and process.poll() is None:
            with contextlib.suppress(OSError):
                Line(self.port).send(request("/plain"))
                place = Path(f"/proc/{process.pid}/task/{process.pid}/children")
                return int(place.read_text(encoding="ascii").split()[-1])
            time.sleep(0.1)
        raise SystemExit("the web server did not start")

    def meter(self) -> OfServer:
        """Of its process, its connections to PostgreSQL, and Redis."""
        return OfServer(self._worker, self._before)


@contextmanager
def serving(redis_url: str) -> Iterator[Served]:
    """A server on the database that is open here."""
    with tempfile.TemporaryDirectory() as folder:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        own = connection.settings_dict
        place = f"{own['HOST'] or '127.0.0.1'}:{own['PORT'] or 5432}"
        environment = {
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "portal_backend.settings",
            "DATABASE_URL": f"postgres://{own['USER']}:{own['PASSWORD']}@{place}/{own['NAME']}",
            "REDIS_URL": redis_url,
            "SECRET_KEY": secrets.token_urlsafe(48),
            "PORTAL_DATA_DIR": folder,
        }
        words: Sequence[str | Path] = [
            *(*GRANIAN, "--port", str(port)),
            *("--log-level", "error", "benchmarks.plain_beside:application"),
        ]
        process = subprocess.Popen(words, cwd=ROOT, env=environment)  # noqa: S603 - our own
        try:
            yield Served(port, process)
        finally:
            process.terminate()
            process.wait()
