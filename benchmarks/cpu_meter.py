"""Processor time of calls, including the database's, in alternating rounds."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection

Call = Callable[[], Any]
MIN_ROUNDS = 2


def _read_cpu_seconds(pid: int) -> float:
    """Return the processor seconds of a process, to the nanosecond (Linux)."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


class Meter:
    """Processor milliseconds of calls in this process and its database backend.

    Parallel workers of PostgreSQL are turned off: they end with the statement, and their time would be lost.
    """

    def __init__(self) -> None:
        self._backend_pids: list[int] = []
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET max_parallel_workers_per_gather = 0")
                cursor.execute("SELECT pg_backend_pid()")
                self._backend_pids = [row[0] for row in cursor.fetchall()]

    def measure(self, call: Call) -> float:
        """Return the cost of one call."""
        before = [_read_cpu_seconds(pid) for pid in self._backend_pids]
        began = time.process_time()
        call()
        spent = time.process_time() - began
        after = [_read_cpu_seconds(pid) for pid in self._backend_pids]
        return 1000 * (spent + sum(after) - sum(before))

    def measure_alternating(
        self, calls: Sequence[Call], rounds: int, seconds: float = float("inf")
    ) -> list[list[float]]:
        """Return the costs of each call, measured in alternating rounds.

        One round to warm up is not counted. After `seconds` no further round begins, but at least two are measured.
        """
        for call in calls:
            call()
        taken, until = list[list[float]](), time.monotonic() + seconds
        while len(taken) < rounds and (len(taken) < MIN_ROUNDS or time.monotonic() < until):
            taken.append([self.measure(call) for call in calls])
        return [list(column) for column in zip(*taken, strict=True)]


@dataclass(frozen=True)
class Ratio:
    """Ratio of two calls measured alternately.

    `ours` and `theirs` are medians; `low` and `high` bound the middle 80 % of the rounds' ratios.
    """

    ours: float
    theirs: float
    low: float
    high: float

    @property
    def value(self) -> float:
        """The ratio of the medians."""
        return self.ours / self.theirs

    @classmethod
    def from_costs(cls, ours: list[float], theirs: list[float]) -> "Ratio":
        """Build the ratio from the costs of the same rounds."""
        ratios = sorted(our_cost / their_cost for our_cost, their_cost in zip(ours, theirs, strict=True))
        cut = len(ratios) // 10
        return cls(statistics.median(ours), statistics.median(theirs), ratios[cut], ratios[-1 - cut])


def require_same_host() -> None:
    """Exit if the database's processes are not visible on this machine."""
    host = connection.settings_dict["HOST"]
    if not Path("/proc/self/schedstat").exists() or (host not in ("", "127.0.0.1", "localhost") and host[0] != "/"):
        raise SystemExit("The benchmark reads processor time from /proc: Linux, with PostgreSQL on the same machine.")
