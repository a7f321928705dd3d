"""Import of parts from a workbook, compared with a plain bulk insert.

Each runs in a separate process. Printed are rows per second of processor time (including PostgreSQL and the process
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

from benchmarks.big_export import get_peak_megabytes, run_in_subprocess

SIZES = (10_000, 100_000)
MAX_MEGABYTES = 300
MAX_BULK_INSERT_RATIO = 5.0
BATCH_SIZE = 1000
MANUFACTURER = "Imported to measure"
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
PartRow = tuple[str, ...]


def generate_rows(count: int, category: str = "HANDHELD") -> Iterator[PartRow]:
    """Generate distinct parts."""
    for each in range(count):
        yield (
            category,
            f"N-{each:07}",
            f"Model {each}",
            MANUFACTURER,
            f"An instrument of number {each}",
            f"Un equipo {each}",
        )


def get_service_category_ids() -> list[int]:
    """Return the ids of the service categories of each part, creating them if missing."""
    from portal_backend.catalogue.models import ServiceCategory

    return [ServiceCategory.objects.get_or_create(key=key, defaults={"name": key})[0].pk for key in SERVICES]


def write_workbook(target: Path, count: int) -> None:
    """Write the workbook to import."""
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append(HEADINGS)
    for each in generate_rows(count):
        sheet.append([*each, ", ".join(SERVICES)])
    book.save(target)


def import_with_portal(target: Path, count: int) -> None:
    """Import the workbook as a worker does: read, match, check, review and write."""
    from portal_backend.files.actions import store
    from portal_backend.imports import actions
    from portal_backend.imports.models import State
    from portal_backend.jobs.worker import run_pending_jobs
    from portal_backend.resources.import_targets import IMPORT_TARGETS

    actor = get_administrator()
    with target.open("rb") as stream:
        file = store(stream, "parts.xlsx", target.stat().st_size, actor=actor)
    import_run = actions.create_import(IMPORT_TARGETS["parts"], file, "parts.xlsx", actor=actor)
    run_pending_jobs()
    actions.write(import_run.pk, None, False, actor=actor)
    run_pending_jobs()
    import_run.refresh_from_db()
    if (import_run.state, import_run.created_rows) != (State.DONE, count):
        raise SystemExit(f"{import_run.state} {import_run.error}: {import_run.created_rows} of {count} rows")


def import_with_bulk_insert(target: Path, count: int) -> None:
    """Insert the same rows with Django's bulk_create."""
    from django.db import transaction

    from portal_backend.catalogue.models import Category, Part

    category, remaining, through_model = (
        Category.objects.get(key="HANDHELD"),
        generate_rows(count),
        Part.service_categories.through,
    )
    service_ids = get_service_category_ids()
    with transaction.atomic():
        while batch := list(islice(remaining, BATCH_SIZE)):
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


def import_with_sql(target: Path, count: int) -> None:
    """Insert the same rows with one prepared statement."""
    from django.db import connection, transaction

    from portal_backend.catalogue.models import Category

    pk = str(Category.objects.get(key="HANDHELD").pk)
    columns = "category_id, number, model, manufacturer, description_en, description_es, description, enabled"
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.executemany(
            f"INSERT INTO catalogue_part ({columns}) VALUES (%s, %s, %s, %s, %s, %s, %s, TRUE)",  # noqa: S608
            [(*row, row[4]) for row in generate_rows(count, pk)],
        )
        for service in get_service_category_ids():
            cursor.execute(
                "INSERT INTO catalogue_part_service_categories (part_id, servicecategory_id)"
                " SELECT id, %s FROM catalogue_part WHERE manufacturer = %s",
                [service, MANUFACTURER],
            )


IMPORTERS: dict[str, Callable[[Path, int], None]] = {
    "portal": import_with_portal,
    "bulk insert": import_with_bulk_insert,
    "plain SQL": import_with_sql,
}


def get_administrator() -> Any:
    """Return an administrator as the actor, creating one if missing."""
    from portal_backend.accounts.actions import NewUser, create_user
    from portal_backend.accounts.grants import build_actor
    from portal_backend.accounts.models import User
    from portal_backend.core.actor import Role

    user = User.objects.filter(role=Role.ADMIN).first()
    return build_actor(user or create_user(NewUser("admin", Role.ADMIN, "Ada", "Min", "admin@example.org")))


def measure_imports(sizes: tuple[int, ...] = SIZES) -> Iterator[tuple[str, bool]]:
    """Yield lines to print, each with a flag for being within its limit."""
    yield f"\n{'parts brought in from a workbook':34}{'rows':>9}{'rows a s':>10}{'peak MB':>9}{'reader MB':>11}", True
    for count in sizes:
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            write_workbook(folder / "parts.xlsx", count)
            results = {
                importer: run_in_subprocess(
                    "benchmarks.big_import", folder, importer, str(folder / "parts.xlsx"), str(count)
                )
                for importer in IMPORTERS
            }
        for importer, each in results.items():
            line = (
                f"{importer:34}{count:9}{count / each['seconds']:10.0f}{each['megabytes']:9.0f}{each['reader']:11.0f}"
            )
            yield line, importer != "portal" or max(each["megabytes"], each["reader"]) < MAX_MEGABYTES
        ratio = results["portal"]["seconds"] / results["bulk insert"]["seconds"]
        limit = f"at most {MAX_BULK_INSERT_RATIO}"
        yield f"{'times a bulk insert':34}{ratio:9.2f}{limit:>19}", ratio <= MAX_BULK_INSERT_RATIO


def main(way: str, target: str, count: str) -> None:
    """Import the rows with one importer and print the cost as JSON."""
    import django

    django.setup()
    from django.core.management import call_command
    from django.db import connection

    from benchmarks.cpu_meter import Meter
    from portal_backend.catalogue.models import Category, Part
    from portal_backend.imports.models import ImportRun

    if connection.vendor == "sqlite":
        call_command("migrate", verbosity=0)
    Category.objects.get_or_create(key="HANDHELD", defaults={"name": "Handheld"})
    get_service_category_ids()
    meter = Meter()
    before = os.times()
    milliseconds = meter.measure(lambda: IMPORTERS[way](Path(target), int(count)))
    after = os.times()
    reading = after.children_user + after.children_system - before.children_user - before.children_system
    reader = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1000
    peak = get_peak_megabytes()
    Part.objects.filter(manufacturer=MANUFACTURER).delete()
    ImportRun.objects.filter(file_name="parts.xlsx").delete()
    seconds = milliseconds / 1000 + reading
    print(json.dumps({"seconds": seconds, "megabytes": peak, "reader": reader}))


if __name__ == "__main__":
    main(*sys.argv[1:])
