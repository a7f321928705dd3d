"""Export of every repair by a job, compared with openpyxl's write-only mode.

Both write the same rows, alternately, each in a separate process. Printed are rows per second of processor time (the
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

MAX_MEGABYTES = 300
MIN_SPEEDUP = 3.0
ROUNDS = 3
ALL_REPAIRS_FILTER = {"createdFrom": ["2001-01-01T00:00:00"]}


@dataclass(frozen=True)
class ExportCost:
    """Rows, processor seconds and peak memory of one export."""

    rows: int
    seconds: float
    megabytes: float


def write_with_portal(target: Path) -> int:
    """Write the unfiltered general report with the export job; return its row count."""
    from portal_backend.accounts.grants import build_actor
    from portal_backend.accounts.models import User
    from portal_backend.exports import export_files
    from portal_backend.jobs.context import JobContext
    from portal_backend.jobs.models import Job
    from portal_backend.wiring import EXPORTED_TABLES

    admin = build_actor(User.objects.get(username="admin"))
    arguments = {
        "table_name": "general-report",
        "query_string": "",
        "filters": ALL_REPAIRS_FILTER,
        "offset_minutes": None,
    }
    result = export_files.run_export(EXPORTED_TABLES, JobContext(Job(arguments=arguments, attempts=1), admin))
    with export_files.default_storage.open(result["place"]) as stored_file:
        target.write_bytes(stored_file.read())
    export_files.default_storage.delete(result["place"])
    return int(result["rows"])


def write_with_openpyxl(target: Path) -> int:
    """Write the prepared rows with openpyxl; return their number."""
    book, number = Workbook(write_only=True), -1
    sheet = book.create_sheet()
    for row in iter_rows(target.with_suffix(".rows")):
        sheet.append(row)
        number += 1
    book.save(target)
    return number


WRITERS: dict[str, Callable[[Path], int]] = {"portal": write_with_portal, "openpyxl": write_with_openpyxl}


def dump_rows(made: Path) -> None:
    """Save the rows of the portal's file for openpyxl to write."""
    sheet = load_workbook(made, read_only=True).worksheets[0]
    with made.with_name("openpyxl.rows").open("wb") as target:
        for row in sheet.iter_rows(values_only=True):
            pickle.dump(row, target)


def iter_rows(kept: Path) -> Iterator[tuple[Any, ...]]:
    """Yield the saved rows one by one, so that they do not occupy memory."""
    with kept.open("rb") as source:
        while source.peek(1):
            yield pickle.load(source)  # noqa: S301 - written by dump_rows


def run_in_subprocess(module: str, folder: Path, *words: str) -> dict[str, Any]:
    """Run a module in a separate process on the measured database.

    Returns the JSON of its last line of output.
    """
    from django.db import connection

    database = connection.settings_dict
    host = f"{database['USER']}@{database['HOST'] or '127.0.0.1'}:{database['PORT'] or 5432}"
    variables = {
        "DJANGO_SETTINGS_MODULE": "portal_backend.config.settings",
        "DATABASE_URL": f"postgres://{host}/{database['NAME']}" if connection.vendor == "postgresql" else "",
        "SECRET_KEY": "only-to-measure-" + "x" * 32,
        "PORTAL_DATA_DIR": str(folder),
    }
    process = subprocess.run(  # noqa: S603 - fixed command
        [sys.executable, "-m", module, *words],
        env={**os.environ, **variables},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    result: dict[str, Any] = json.loads(process.stdout.splitlines()[-1])
    return result


def get_peak_megabytes() -> float:
    """Return the peak memory of this process."""
    peak = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmHWM"))
    return int(peak.split()[1]) / 1000


def measure_once(writer: str, folder: Path) -> ExportCost:
    """Write one file in a separate process."""
    return ExportCost(**run_in_subprocess("benchmarks.big_export", folder, writer, str(folder / f"{writer}.xlsx")))


def measure_exports() -> Iterator[tuple[str, bool]]:
    """Yield lines to print, each with a flag for being within its limit."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        measure_once("portal", folder)
        dump_rows(folder / "portal.xlsx")
        costs: dict[str, list[ExportCost]] = {writer: [] for writer in WRITERS}
        for _ in range(ROUNDS):
            for writer, found in costs.items():
                found.append(measure_once(writer, folder))
    speeds = {}
    yield f"\n{'one spreadsheet of every repair':34}{'rows':>9}{'rows a s':>10}{'peak MB':>9}", True
    for writer, found in costs.items():
        speeds[writer] = statistics.median(each.rows / each.seconds for each in found)
        peak = max(each.megabytes for each in found)
        line = f"{writer:34}{found[0].rows:9}{speeds[writer]:10.0f}{peak:9.0f}"
        yield line, writer != "portal" or peak < MAX_MEGABYTES
    speedup = speeds["portal"] / speeds["openpyxl"]
    yield f"{'times as fast as openpyxl':34}{speedup:9.2f}{f'at least {MIN_SPEEDUP}':>19}", speedup >= MIN_SPEEDUP


def main(writer: str, target: str) -> None:
    """Write one file and print its cost as JSON."""
    from benchmarks.cpu_meter import Meter

    import_module("portal_backend.config.api")  # as in a worker, where the exports are already imported
    meter, rows = Meter(), 0

    def make() -> None:
        nonlocal rows
        rows = WRITERS[writer](Path(target))

    milliseconds = meter.measure(make)
    print(json.dumps({"rows": rows, "seconds": milliseconds / 1000, "megabytes": get_peak_megabytes()}))


if __name__ == "__main__":
    main(*sys.argv[1:])
