"""Exports compared with openpyxl's write-only mode on the same rows."""

from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from typing import Any

from openpyxl import Workbook, load_workbook

from benchmarks.in_process_server import portal
from benchmarks.pairs.pair import Pair
from portal_backend.workflow.models import ServiceRequest
from tests.factories import World

MAX_ROWS = 20_000


def generate_export_pairs(world: World) -> Iterator[Pair]:
    """Yield the export of a Client's closed repairs, with costs per row."""
    closed = ServiceRequest.objects.filter(client=world.client.user.client, completed_at__isnull=False)
    if not 1 <= closed.count() <= MAX_ROWS:
        return
    export = partial(portal, "GET", "/api/v1/files/export/closed-repairs/xlsx", world.client)
    rows = list(load_workbook(BytesIO(export()), read_only=True).worksheets[0].iter_rows(values_only=True))
    yield Pair(
        "export, a row", export, partial(write_workbook, rows), "openpyxl", rounds=3, rows_per_call=len(rows) - 1
    )


def write_workbook(rows: Sequence[tuple[Any, ...]]) -> bytes:
    """Return a workbook with these rows."""
    book, target = Workbook(write_only=True), BytesIO()
    sheet = book.create_sheet()
    for row in rows:
        sheet.append(row)
    book.save(target)
    return target.getvalue()
