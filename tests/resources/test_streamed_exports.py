"""Exports of thousands of rows are streamed with few queries and little memory.

See contract 5.
"""

import io
import tracemalloc

import openpyxl
import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from portal_backend.resources import xlsx
from tests import factories
from tests.resources.repair_rows import create_repairs

pytestmark = pytest.mark.django_db
PATH = "/api/v1/files/export/active-repairs/xlsx"
ROWS = 5_000


def test_streams_large_export(monkeypatch: pytest.MonkeyPatch) -> None:
    world = factories.world()
    requests = create_repairs(world, ROWS, ["NEW", "IN_TRANSIT", "IN_SERVICE"])
    client = Client(headers={"Authorization": world.admin.token})
    client.get(PATH, query_params={"keyword": "nothing"})
    monkeypatch.setattr(xlsx, "BATCH_SIZE", 200)
    tracemalloc.start()
    try:
        with CaptureQueriesContext(connection) as queries:
            response = client.get(PATH, query_params={"sort": "requestId,DESC"})
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert response.streaming
    # holding all rows in memory would take many times as much
    assert peak < 2_000_000
    # queries for the token and for the rows, which PostgreSQL reads by a server-side cursor
    assert len(queries) <= 4
    book = openpyxl.load_workbook(io.BytesIO(b"".join(response)), read_only=True)  # type: ignore[arg-type]
    numbers = [row[0] for row in book.worksheets[0].iter_rows(min_row=2, max_col=1, values_only=True)]
    assert numbers == [each.number for each in reversed(requests)]
