"""What a call costs: processor time of this process and of the database's, in rounds that alternate."""

import statistics
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.db import connection

Call = Callable[[], Any]
LEAST_ROUNDS = 2


def _of_process(pid: int) -> float:
    """Seconds that a process has had on a processor, to the nanosecond (Linux)."""
    return int(Path(f"/proc/{pid}/schedstat").read_text(encoding="ascii").split()[0]) / 1e9


class Meter:
    """Processor milliseconds of calls made here, with what they cost the database's side of this connection.

    PostgreSQL must not share a statement with parallel workers: they end, and their time with them.
    """

    def __init__(self) -> None:
        self._backends: list[int] = []
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute("SET max_parallel_workers_per_gather = 0")
                cursor.execute("SELECT pg_backend_pid()")
                self._backends = [row[0] for row in cursor.fetchall()]

    def milliseconds(self, call: Call) -> float:
        """What one call costs."""
        before = [_of_process(pid) for pid in self._backends]
        began = time.process_time()
        call()
        spent = time.process_time() - began
        after = [_of_process(pid) for pid in self._backends]
        return 1000 * (spent + sum(after) - sum(before))

    def alternate(self, calls: Sequence[Call], rounds: int, seconds: float = float("inf")) -> list[list[float]]:
        """The costs of each call, a round of all of them after the other, after one round to warm up.

        After so many seconds no further round is begun, but there are two.
        """
        for call in calls:
            call()
        taken, until = list[list[float]](), time.monotonic() + seconds
        while len(taken) < rounds and (len(taken) < LEAST_ROUNDS or time.monotonic() < until):
            taken.append([self.milliseconds(call) for call in calls])
        return [list(column) for column in zip(*taken, strict=True)]


@dataclass(frozen=True)
class Ratio:
    """Of two calls that were made in turn: the median of ours over theirs, and the middle 80 % of the rounds."""

    ours: float
    theirs: float
    low: float
    high: float

    @property
    def value(self) -> float:
        """Ours in terms of theirs."""
        return self.ours / self.theirs

    @classmethod
    def of(cls, ours: list[float], theirs: list[float]) -> "Ratio":
        """From the costs of the same rounds."""
        each = sorted(mine / other for mine, other in zip(ours, theirs, strict=True))
        cut = len(each) // 10
        return cls(statistics.median(ours), statistics.median(theirs), each[cut], each[-1 - cut])


def same_host_only() -> None:
    """Stop where the database's processes cannot be seen from here."""
    host = connection.settings_dict["HOST"]
    if not Path("/proc/self/schedstat").exists() or (host not in ("", "127.0.0.1", "localhost") and host[0] != "/"):
        raise SystemExit("The benchmark reads processor time from /proc: Linux, with PostgreSQL on the same machine.")
