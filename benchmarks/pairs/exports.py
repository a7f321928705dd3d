"""Exports compared with openpyxl's write-only mode on the same rows."""

from collections.abc import Iterator, Sequence
from functools import partial
from io import BytesIO
from typing import Any

from openpyxl import Workbook, load_workbook

from benchmarks.pairs.pair import Pair
from benchmarks.server import portal
from portal_backend.workflow.models import Request
from tests.factories import World

MOST_ROWS = 20_000


def export_pairs(world: World) -> Iterator[Pair]:
    """Yield the export of a Client's closed repairs, with costs per row."""
    closed = Request.objects.filter(client=world.client.user.client, completed_at__isnull=False)
    if not 1 <= closed.count() <= MOST_ROWS:
        return
    export = partial(portal, "GET", "/api/v1/files/export/closed-repairs/xlsx", world.client)
    rows = list(load_workbook(BytesIO(export()), read_only=True).worksheets[0].iter_rows(values_only=True))
    yield Pair("export, a row", export, partial(written, rows), "openpyxl", rounds=3, per=len(rows) - 1)


def written(rows: Sequence[tuple[Any, ...]]) -> bytes:
    """Return a workbook with these rows."""
    book, target = Workbook(write_only=True), BytesIO()
    sheet = book.create_sheet()
    for row in rows:
        sheet.append(row)
    book.save(target)
    return target.getvalue()
