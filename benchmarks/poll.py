"""The poll of the counters beside a plain answer of the same server, through sockets: rows of scripts/bench.

Polls are those of many people in turn, as browsers send them: with the ETag that they were answered last. What is
counted is processor time of the server's process, of its connections to PostgreSQL, and of Redis.
"""

import asyncio
import contextlib
import os
import re
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from pathlib import Path

import redis
from django.conf import settings
from django.db import connection

from benchmarks.clock import Meter, Ratio
from portal_backend.accounts.models import User
from portal_backend.workflow.polling import COUNTERS
from tests import factories

ROOT = Path(__file__).resolve().parents[1]
PEOPLE = 200
PAUSE, TURNS = 10.0, 2
POLLS = 400  # of which one figure is made
LIMITS = {"with Redis": 5.0, "in the process": 3.0}
ETAG = re.compile(rb'etag: ("[0-9a-f]+")')


class Line:
    """One open connection to the server, over which requests go one after the other."""

    def __init__(self, port: int) -> None:
        self._socket = socket.create_connection(("127.0.0.1", port))

    def send(self, request: bytes) -> bytes:
        """The answer's head, where it has to be a good one."""
        self._socket.sendall(request)
        answer = self._socket.recv(65_536)
        assert answer[9:12] in (b"200", b"304"), answer
        return answer


def request(path: str, *headers: str) -> bytes:
    """As it goes over the line."""
    return "\r\n".join((f"GET {path} HTTP/1.1", "Host: localhost", *headers, "", "")).encode()


class OfServer(Meter):
    """Processor milliseconds of a server and of those that work for it."""

    def __init__(self, pids: Sequence[int]) -> None:
        self._pids = pids

    def milliseconds(self, call: Callable[[], None]) -> float:
        """For one of the requests that a call makes."""
        before = self.spent()
        call()
        time.sleep(0.01)  # what runs has not been counted yet
        return 1000 * (self.spent() - before) / POLLS

    def spent(self) -> float:
        """Seconds so far."""
        spent = 0
        for pid in self._pids:
            for task in Path(f"/proc/{pid}/task").glob("*/schedstat"):
                with contextlib.suppress(OSError):  # a thread that ended
                    spent += int(task.read_text(encoding="ascii").split()[0])
        return spent / 1e9


def _backends() -> set[int]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pid FROM pg_stat_activity WHERE datname = current_database()")
        return {pid for (pid,) in cursor.fetchall()}


@contextmanager
def _server(redis_url: str) -> Iterator[tuple[int, int]]:
    """A web server of one process on the database that is open here: its port, and its worker."""
    with socket.socket() as free, tempfile.TemporaryDirectory() as folder:
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
        free.close()
        granian = Path(sys.executable).with_name("granian")
        words = [granian, "--interface", "asginl", "--http", "1", "--no-ws", "--port", str(port), "--workers", "1"]
        server = subprocess.Popen(  # noqa: S603 - our own
            [*words, "--log-level", "error", "benchmarks.poll_server:application"], cwd=ROOT, env=environment
        )
        try:
            yield port, _worker(server, port)
        finally:
            server.terminate()
            server.wait()


def _worker(server: "subprocess.Popen[bytes]", port: int) -> int:
    until = time.monotonic() + 60
    while time.monotonic() < until and server.poll() is None:
        with contextlib.suppress(OSError):
            Line(port).send(request("/plain"))
            children = Path(f"/proc/{server.pid}/task/{server.pid}/children").read_text(encoding="ascii").split()
            return int(children[-1])
        time.sleep(0.1)
    raise SystemExit("the web server did not start")


def _polls(line: Line, role: str, people: int = PEOPLE) -> Iterator[bytes]:
    """Polls of the people of a role, who have polled before."""
    users = islice(cycle(User.objects.filter(role=role).order_by("pk")), people)
    tokens = [factories.session(user) for user in users]
    polls = []
    for token in tokens:
        first = line.send(request(COUNTERS, f"Authorization: {token}", "Lang: en"))
        found = ETAG.search(first)
        assert found, first
        polls.append(request(COUNTERS, f"Authorization: {token}", "Lang: en", f"If-None-Match: {found[1].decode()}"))
    line.send(polls[0])
    time.sleep(1.1)  # from then on the process knows them
    return cycle(polls)


def _ask(line: Line, requests: Iterator[bytes]) -> None:
    for each in islice(requests, POLLS):
        line.send(each)


async def _desk(port: int, poll: bytes, begin: float, taken: list[float]) -> None:
    """Somebody who polls every PAUSE seconds; how long each took, or infinity where it went wrong."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    for turn in range(TURNS):
        await asyncio.sleep(max(0.0, begin + turn * PAUSE - time.monotonic()))
        asked = time.monotonic()
        writer.write(poll)
        answer = await reader.readuntil(b"\r\n\r\n")
        taken.append(time.monotonic() - asked if answer[9:12] == b"304" else float("inf"))
    writer.close()


async def _crowd(port: int, polls: Sequence[bytes]) -> list[float]:
    taken, now = list[float](), time.monotonic() + 2
    desks = [_desk(port, poll, now + PAUSE * place / len(polls), taken) for place, poll in enumerate(polls)]
    await asyncio.gather(*desks)
    return sorted(taken)


def tell_crowd(people: int = 1_000) -> None:
    """A thousand people at their desks for 20 s: how long their polls take, and how much of a core."""
    others = _backends()
    with _server(settings.REDIS_URL) as (port, worker):
        polls = list(islice(_polls(Line(port), "SUPERVISOR", people // 2), people // 2))
        polls += islice(_polls(Line(port), "CLIENT", people // 2), people // 2)
        meter = OfServer([worker, _redis(), *(_backends() - others)])
        before, taken = meter.spent(), asyncio.run(_crowd(port, polls))
        cores = (meter.spent() - before) / (TURNS * PAUSE)
    wrong = taken.count(float("inf"))
    p50, p99 = (1000 * taken[len(taken) * share // 100] for share in (50, 99))
    told = f"{len(taken)} polls, {wrong} errors, p50 {p50:.1f}, p99 {p99:.1f} ms, {cores:.3f} cores"
    print(f"\n{people} people polling: {told}")


def _redis() -> int:
    return int(redis.Redis.from_url(settings.REDIS_URL).info("server")["process_id"])


def poll_rows(rounds: int, only: str | None) -> Iterator[tuple[str, Ratio, float]]:
    """Each way to keep the numbers, for each of two roles: its name, what it costs, and its limit."""
    for way, url in (("with Redis", settings.REDIS_URL), ("in the process", "")):
        names = {role: f"poll of a {role.lower()}, {way}" for role in ("SUPERVISOR", "CLIENT")}
        if only and not any(only in name for name in names.values()):
            continue
        others = _backends()
        with _server(url) as (port, worker):
            line = Line(port)
            helpers = [_redis()] if url else []
            for role, name in names.items():
                polls = _polls(line, role)
                meter = OfServer([worker, *helpers, *(_backends() - others)])
                calls = [partial(_ask, line, polls), partial(_ask, line, cycle([request("/plain")]))]
                yield name, Ratio.of(*meter.alternate(calls, rounds)), LIMITS[way]
