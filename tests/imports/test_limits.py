"""Size limits of previews, stored rows and the sandbox output (security.md 27)."""

import json
import tracemalloc

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from portal_backend.imports import file_reader
from portal_backend.imports.models import ImportRow, ImportRun
from portal_backend.imports.sandbox.serialization import MAX_PREVIEW_BYTES, MAX_PREVIEW_CELL_LENGTH, MAX_ROW_BYTES
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import paste, upload
from tests.imports.malicious_workbooks import build_repeated_text_workbook

pytestmark = pytest.mark.django_db
PART_HEADINGS = ("Category", "Number", "Model", "Manufacturer", "Description (English)")

HEADER_LINE = "Category\tNumber\tModel\tManufacturer\tDescription\n"


@pytest.mark.split
def test_limits_previews_of_malicious_workbook_to_one_megabyte(caller: ApiClient, world: World) -> None:
    content = build_repeated_text_workbook(sheets=100, rows=60)
    assert len(content) < 60_000
    paste(caller, world.client, "Part\tSerial number\nPM1703\t1\n", "repair-units")  # loads modules, not counted
    tracemalloc.start()
    importing = upload(caller, world.client, content, "units.xlsx", "repair-units")
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 30_000_000
    run = ImportRun.objects.get(pk=importing.run["id"])
    assert len(json.dumps(run.sheets)) <= MAX_PREVIEW_BYTES + 20_000
    assert len(run.sheets) == 100
    assert len(json.dumps(run.columns)) <= MAX_PREVIEW_BYTES
    assert all(len(cell) <= MAX_PREVIEW_CELL_LENGTH for row in importing.run["preview"] for cell in row)


@pytest.mark.split
def test_limits_stored_row_size_and_reports_oversized_cells(caller: ApiClient, world: World) -> None:
    content = build_repeated_text_workbook(rows=3, columns=5, headings=PART_HEADINGS)
    importing = upload(caller, world.admin, content, "parts.xlsx")
    assert importing.counts == (0, 0, 0, 3)
    assert "more text than any field allows" in importing.row(2)["errors"]["number"][0]
    for row in ImportRow.objects.all():
        assert len(json.dumps(row.cells)) <= MAX_ROW_BYTES


@pytest.mark.split
def test_limits_cell_length_of_pasted_text(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, f"{HEADER_LINE}Handheld\tN1\t{'x' * 5001}\tAcme\tA thing\n")
    assert "more text than any field allows" in importing.row(2)["errors"]["model"][0]


@pytest.mark.split
def test_rejects_small_file_with_far_larger_output(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reader, "BASE_OUTPUT_BYTES", 10_000)
    monkeypatch.setattr(file_reader, "MAX_OUTPUT_RATIO", 1)
    content = build_repeated_text_workbook(rows=50, columns=5, headings=PART_HEADINGS, text="x" * 4000)
    importing = upload(caller, world.admin, content, "parts.xlsx")
    assert importing.run["state"] == "FAILED"
    assert "too large to process" in importing.run["error"]["message"]


@pytest.mark.split
def test_limits_size_of_corrected_row(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, f"{HEADER_LINE}Handheld\tN1\tM\tAcme\tA thing\n")
    cells = dict.fromkeys(("number", "model", "manufacturer", "descriptionEn", "descriptionEs"), "\U0001f600" * 5000)
    response = caller.put(f"{importing.path}/rows/2", {"cells": cells}, actor=world.admin).assert_error(
        400, "VALIDATION"
    )
    assert "more text than any field allows" in str(response.data)


@pytest.mark.split
def test_limits_rows_revalidated_by_correction(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    from portal_backend.imports import actions

    monkeypatch.setattr(actions, "MAX_REVALIDATED_ROWS", 3)
    importing = paste(caller, world.admin, HEADER_LINE + "Handheld\t7\tM\tAcme\tA thing\n" * 10)
    assert importing.counts == (1, 0, 0, 9)
    response = importing.correct(2, number="8")
    assert (response["row"]["verdict"], [each["number"] for each in response["others"]]) == ("CREATE", [3])
    assert response["counts"]["wrong"] == 8


def test_requests_without_sheets_neither_read_nor_write_them(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, f"{HEADER_LINE}Handheld\tN1\tM\tAcme\tA thing\n")
    with CaptureQueriesContext(connection) as queries:
        for path in ("/rows", "/wrong/xlsx"):
            assert caller.get(f"{importing.path}{path}", actor=world.admin).status == 200
        importing.correct(2, number="N2")
    assert not [each for each in queries if '"sheets"' in each["sql"]]
