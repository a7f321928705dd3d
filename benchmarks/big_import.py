"""Import of parts from a workbook, compared with a plain bulk insert.

Each runs in a process of its own. Printed are rows per second of processor time (including PostgreSQL and the process
that reads the file) and the peak memory of the process and of the one that reads.
"""

import json
import os
import resource
import sys
import tempfile
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from openpyxl import Workbook

from benchmarks.big_export import in_own_process, peak_megabytes

SIZES = (10_000, 100_000)
MOST_MEGABYTES = 300
TIMES_A_BULK_INSERT = 5.0
BATCH = 1000
MAKER = "Imported to measure"
SERVICES = ("REPAIR", "PARTS")
HEADINGS = (
    "Category",
    "Part number",
    "Model",
    "Manufacturer",
    "Description (English)",
    "Description (Spanish)",
    "Services",
)
Row = tuple[str, ...]


def rows(count: int, category: str = "HANDHELD") -> Iterator[Row]:
    """Generate distinct parts."""
    for each in range(count):
        yield category, f"N-{each:07}", f"Model {each}", MAKER, f"An instrument of number {each}", f"Un equipo {each}"


def services() -> list[int]:
    """Return the ids of the service categories of each part, creating them if missing."""
    from portal_backend.catalogue.models import ServiceCategory

    return [ServiceCategory.objects.get_or_create(key=key, defaults={"name": key})[0].pk for key in SERVICES]


def write_file(target: Path, count: int) -> None:
    """Write the workbook to import."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(HEADINGS)
    for each in rows(count):
        sheet.append([*each, ", ".join(SERVICES)])
    book.save(target)


def portal(target: Path, count: int) -> None:
    """Import the workbook as a worker does: read, match, check, review and write."""
    from portal_backend.files.actions import store
    from portal_backend.imports import actions
    from portal_backend.imports.models import State
    from portal_backend.jobs.doing import do_waiting_jobs
    from portal_backend.resources.targets import TARGETS

    actor = administrator()
    with target.open("rb") as stream:
        file = store(stream, "parts.xlsx", target.stat().st_size, actor=actor)
    import_run = actions.begin(TARGETS["parts"], file, "parts.xlsx", actor=actor)
    do_waiting_jobs()
    actions.write(import_run.pk, None, False, actor=actor)
    do_waiting_jobs()
    import_run.refresh_from_db()
    if (import_run.state, import_run.created_rows) != (State.DONE, count):
        raise SystemExit(f"{import_run.state} {import_run.error}: {import_run.created_rows} of {count} rows")


def bulk(target: Path, count: int) -> None:
    """Insert the same rows with Django's bulk_create."""
    from django.db import transaction

    from portal_backend.catalogue.models import Category, Part

    category, remaining, through_model = (
        Category.objects.get(key="HANDHELD"),
        rows(count),
        Part.service_categories.through,
    )
    service_ids = services()
    with transaction.atomic():
        while batch := list(islice(remaining, BATCH)):
            parts = Part.objects.bulk_create(
                Part(
                    category=category,
                    number=number,
                    model=model,
                    manufacturer=manufacturer,
                    description_en=english,
                    description_es=spanish,
                )
                for _, number, model, manufacturer, english, spanish in batch
            )
            through_model.objects.bulk_create(
                through_model(part_id=part.pk, servicecategory_id=pk) for part in parts for pk in service_ids
            )


def sql(target: Path, count: int) -> None:
    """Insert the same rows with one prepared statement."""
    from django.db import connection, transaction

    from portal_backend.catalogue.models import Category

    pk = str(Category.objects.get(key="HANDHELD").pk)
    columns = "category_id, number, model, manufacturer, description_en, description_es, description, enabled"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO catalogue_part ({columns}) VALUES (%s, %s, %s, %s, %s, %s, %s, TRUE)",  # noqa: S608
            [(*row, row[4]) for row in rows(count, pk)],
        )
        for service in services():
            cursor.execute(
                "INSERT INTO catalogue_part_service_categories (part_id, servicecategory_id)"
                " SELECT id, %s FROM catalogue_part WHERE manufacturer = %s",
                [service, MAKER],
            )


WAYS: dict[str, Callable[[Path, int], None]] = {"portal": portal, "bulk insert": bulk, "plain SQL": sql}


def administrator() -> Any:
    """Return an administrator as the actor, creating one if missing."""
    from portal_backend.accounts.actions import NewUser, create_user
    from portal_backend.accounts.grants import actor_for
    from portal_backend.accounts.models import User
    from portal_backend.base.actor import Role

    user = User.objects.filter(role=Role.ADMIN).first()
    return actor_for(user or create_user(NewUser("admin", Role.ADMIN, "Ada", "Min", "admin@example.org")))


def measured(sizes: tuple[int, ...] = SIZES) -> Iterator[tuple[str, bool]]:
    """Yield lines to print, each with a flag if it is within its limit."""
    yield f"\n{'parts brought in from a workbook':34}{'rows':>9}{'rows a s':>10}{'peak MB':>9}{'reader MB':>11}", True
    for count in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_file(folder / "parts.xlsx", count)
            results = {
                importer: in_own_process(
                    "benchmarks.big_import", folder, importer, str(folder / "parts.xlsx"), str(count)
                )
                for importer in WAYS
            }
        for importer, each in results.items():
            line = (
                f"{importer:34}{count:9}{count / each['seconds']:10.0f}{each['megabytes']:9.0f}{each['reader']:11.0f}"
            )
            yield line, importer != "portal" or max(each["megabytes"], each["reader"]) < MOST_MEGABYTES
        ratio = results["portal"]["seconds"] / results["bulk insert"]["seconds"]
        limit = f"at most {TIMES_A_BULK_INSERT}"
        yield f"{'times a bulk insert':34}{ratio:9.2f}{limit:>19}", ratio <= TIMES_A_BULK_INSERT


def main(way: str, target: str, count: str) -> None:
    """Import the rows with one importer and print the cost as JSON."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    import portal_backend.api  # noqa: F401 - as in a worker, where the import targets are already loaded
    from benchmarks.clock import Meter
    from portal_backend.catalogue.models import Category, Part
    from portal_backend.imports.models import ImportRun

    if connection.vendor == "sqlite":
        call_command("migrate", verbosity=0)
    Category.objects.get_or_create(key="HANDHELD", defaults={"name": "Handheld"})
    services()
    meter = Meter()
    before = os.times()
    milliseconds = meter.milliseconds(lambda: WAYS[way](Path(target), int(count)))
    after = os.times()
    reading = after.children_user + after.children_system - before.children_user - before.children_system
    reader = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    peak = peak_megabytes()
    Part.objects.filter(manufacturer=MAKER).delete()
    ImportRun.objects.filter(file_name="parts.xlsx").delete()
    seconds = milliseconds / 1000 + reading
    print(json.dumps({"seconds": seconds, "megabytes": peak, "reader": reader}))


if __name__ == "__main__":
    main(*sys.argv[1:])
