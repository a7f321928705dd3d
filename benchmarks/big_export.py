"""Export of every repair by a job, compared with openpyxl's write-only mode.

Both write the same rows, alternately, each in a process of its own. Printed are rows per second of processor time (the
portal's includes PostgreSQL's query time; openpyxl reads prepared rows) and the peak memory of the process.
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
    """Rows, processor seconds and peak memory of one export."""

    rows: int
    seconds: float
    megabytes: float


def portal(target: Path) -> int:
    """Write the general report on everything with the export job; return its rows."""
    from portal_backend.accounts.grants import actor_for
    from portal_backend.accounts.models import User
    from portal_backend.exports import making
    from portal_backend.jobs.models import Job
    from portal_backend.jobs.running import Running

    admin = actor_for(User.objects.get(username="admin"))
    arguments = {"sheet": "general-report", "asked": "", "given": EVERYTHING, "offset_minutes": None}
    result = making.make_file(Running(Job(arguments=arguments, attempts=1), admin))
    with making.default_storage.open(result["place"]) as stored_file:
        target.write_bytes(stored_file.read())
    making.default_storage.delete(result["place"])
    return int(result["rows"])


def openpyxl(target: Path) -> int:
    """Write the prepared rows with openpyxl; return their number."""
    book, number = Workbook(write_only=True), -1
    sheet = book.create_sheet()
    for row in given_rows(target.with_suffix(".rows")):
        sheet.append(row)
        number += 1
    book.save(target)
    return number


WRITERS: dict[str, Callable[[Path], int]] = {"portal": portal, "openpyxl": openpyxl}


def keep_rows(made: Path) -> None:
    """Save the rows of the portal's file for openpyxl to write."""
    sheet = load_workbook(made, read_only=True).worksheets[0]
    with made.with_name("openpyxl.rows").open("wb") as target:
        for row in sheet.iter_rows(values_only=True):
            pickle.dump(row, target)


def given_rows(kept: Path) -> Iterator[tuple[Any, ...]]:
    """Yield the saved rows one by one, to keep memory free of them."""
    with kept.open("rb") as source:
        while source.peek(1):
            yield pickle.load(source)  # noqa: S301 - written by dump_rows


def in_own_process(module: str, folder: Path, *words: str) -> dict[str, Any]:
    """Run a module in a process of its own on the measured database.

    Returns the JSON of its last line of output.
    """
    from django.db import connection

    database = connection.settings_dict
    host = f"{database['USER']}@{database['HOST'] or '127.0.0.1'}:{database['PORT'] or 5432}"
    variables = {
        "DJANGO_SETTINGS_MODULE": "portal_backend.settings",
        "DATABASE_URL": f"postgres://{host}/{database['NAME']}" if connection.vendor == "postgresql" else "",
        "SECRET_KEY": "only-to-measure-" + "x" * 32,
        "PORTAL_DATA_DIR": str(folder),
    }
    process = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", module, *words],
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    result: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return result


def peak_megabytes() -> float:
    """Return the peak memory of this process."""
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1000


def once(writer: str, folder: Path) -> Cost:
    """Write one file in a process of its own."""
    return Cost(**in_own_process("benchmarks.big_export", folder, writer, str(folder / f"{writer}.xlsx")))


def measured() -> Iterator[tuple[str, bool]]:
    """Yield lines to print, each with a flag if it is within its limit."""
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
    speedup = speeds["portal"] / speeds["openpyxl"]
    yield f"{'times as fast as openpyxl':34}{speedup:9.2f}{f'at least {TIMES_AS_FAST}':>19}", speedup >= TIMES_AS_FAST


def main(writer: str, target: str) -> None:
    """Write one file and print its cost as JSON."""
    from benchmarks.clock import Meter

    import_module("portal_backend.api")  # as in a worker, where the exports are already imported
    meter, rows = Meter(), 0

    def make() -> None:
        nonlocal rows
        rows = WRITERS[writer](Path(target))

    milliseconds = meter.milliseconds(make)
    print(json.dumps({"rows": rows, "seconds": milliseconds / 1000, "megabytes": peak_megabytes()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
