"""A spreadsheet of every repair, made as a job makes it, beside openpyxl's write-only mode on the same rows.

Each is done in a process of its own, in turn: told are rows a second of processor time (the portal's with what
PostgreSQL spends on its query; openpyxl has its rows given) and the most memory that the process held.
"""

import json
import os
import pickle
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from openpyxl import Workbook, load_workbook

MOST_MEGABYTES = 300
TIMES_AS_FAST = 3.0
ROUNDS = 3
EVERYTHING = {"createdFrom": ["2001-01-01T00:00:00"]}


@dataclass(frozen=True)
class Cost:
    """What one file cost."""

    rows: int
    seconds: float
    megabytes: float


def portal(target: Path) -> int:
    """The general report on everything, through the job that makes it; how many rows it has."""
    from portal_backend.accounts.grants import actor_for
    from portal_backend.accounts.models import User
    from portal_backend.exports import making
    from portal_backend.jobs.models import Job
    from portal_backend.jobs.running import Running

    admin = actor_for(User.objects.get(username="admin"))
    arguments = {"sheet": "general-report", "asked": "", "given": EVERYTHING, "offset_minutes": None}
    result = making.make_file(Running(Job(arguments=arguments, attempts=1), admin))
    with making.default_storage.open(result["place"]) as made:
        target.write_bytes(made.read())
    making.default_storage.delete(result["place"])
    return int(result["rows"])


def openpyxl(target: Path) -> int:
    """The same rows, given one after the other."""
    book, number = Workbook(write_only=True), -1
    page = book.create_sheet()
    for row in given_rows(target.with_suffix(".rows")):
        page.append(row)
        number += 1
    book.save(target)
    return number


WRITERS: dict[str, Callable[[Path], int]] = {"portal": portal, "openpyxl": openpyxl}


def keep_rows(made: Path) -> None:
    """What the portal wrote, for openpyxl to write."""
    page = load_workbook(made, read_only=True).worksheets[0]
    with made.with_name("openpyxl.rows").open("wb") as kept:
        for row in page.iter_rows(values_only=True):
            pickle.dump(row, kept)


def given_rows(kept: Path) -> Iterator[tuple[Any, ...]]:
    """One row after the other, so that no memory is spent on holding them."""
    with kept.open("rb") as source:
        while source.peek(1):
            yield pickle.load(source)  # noqa: S301 - written a moment ago


def in_own_process(module: str, folder: Path, *words: str) -> dict[str, Any]:
    """What a module told of its work, done in a process of its own on the database that is being measured."""
    from django.db import connection

    at = connection.settings_dict
    host = f"{at['USER']}@{at['HOST'] or '127.0.0.1'}:{at['PORT'] or 5432}"
    own = {
        "DJANGO_SETTINGS_MODULE": "portal_backend.settings",
        "DATABASE_URL": f"postgres://{host}/{at['NAME']}" if connection.vendor == "postgresql" else "",
        "SECRET_KEY": "only-to-measure-" + "x" * 32,
        "PORTAL_DATA_DIR": str(folder),
    }
    told = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", module, *words], env={**os.environ, **own}, stdout=subprocess.PIPE, check=True, text=True
    )
    answer: dict[str, Any] = json.loads(told.stdout.splitlines()[-1])
    return answer


def peak_megabytes() -> float:
    """The most memory that this process has held."""
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1000


def once(writer: str, folder: Path) -> Cost:
    """One file, in a process of its own."""
    return Cost(**in_own_process("benchmarks.big_export", folder, writer, str(folder / f"{writer}.xlsx")))


def measured() -> Iterator[tuple[str, bool]]:
    """Lines to print, and whether what they tell is within its limit."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        once("portal", folder)
        keep_rows(folder / "portal.xlsx")
        costs: dict[str, list[Cost]] = {writer: [] for writer in WRITERS}
        for _ in range(ROUNDS):
            for writer, found in costs.items():
                found.append(once(writer, folder))
    speeds = {}
    yield f"\n{'one spreadsheet of every repair':34}{'rows':>9}{'rows a s':>10}{'peak MB':>9}", True
    for writer, found in costs.items():
        speeds[writer] = statistics.median(each.rows / each.seconds for each in found)
        peak = max(each.megabytes for each in found)
        line = f"{writer:34}{found[0].rows:9}{speeds[writer]:10.0f}{peak:9.0f}"
        yield line, writer != "portal" or peak < MOST_MEGABYTES
    times = speeds["portal"] / speeds["openpyxl"]
    yield f"{'times as fast as openpyxl':34}{times:9.2f}{f'at least {TIMES_AS_FAST}':>19}", times >= TIMES_AS_FAST


def main(writer: str, target: str) -> None:
    """Make one file and tell what it cost."""
    from benchmarks.clock import Meter

    import_module("portal_backend.api")  # as in a worker, who knows long since what can be exported
    meter, rows = Meter(), 0

    def make() -> None:
        nonlocal rows
        rows = WRITERS[writer](Path(target))

    milliseconds = meter.milliseconds(make)
    print(json.dumps({"rows": rows, "seconds": milliseconds / 1000, "megabytes": peak_megabytes()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
