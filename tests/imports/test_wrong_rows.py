"""Export of the wrong rows of an import, at once or by a job."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from openpyxl import load_workbook

from portal_backend.core.responses import DOWNLOAD_CSP
from portal_backend.jobs.worker import run_pending_jobs
from tests.api_client import ApiClient, ClientResponse
from tests.factories import World
from tests.imports.import_client import ImportClient, paste

pytestmark = [pytest.mark.django_db, pytest.mark.split]
HEADER_LINE = "Part\tSerial number\n"


@pytest.fixture(autouse=True)
def _stored_apart(tmp_path: Path) -> Any:
    storage = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path}}
    with override_settings(EXPORT_SYNC_MAX_ROWS=3, STORAGES={**settings.STORAGES, "default": storage}):
        yield


def fetch_wrong_rows(caller: ApiClient, importing: ImportClient, **more: Any) -> ClientResponse:
    return caller.call("GET", f"{importing.path}/wrong/xlsx", importing.actor, **more)


def read_cells(response: ClientResponse) -> list[tuple[Any, ...]]:
    return list(load_workbook(BytesIO(response.data)).worksheets[0].iter_rows(values_only=True))


def test_returns_few_rows_at_once_as_download(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.client, f"{HEADER_LINE}never\t1\nnever\t2\n", "repair-units")
    response = fetch_wrong_rows(caller, importing)
    assert [row[:2] for row in read_cells(response)] == [("Part", "Serial number"), ("never", "1"), ("never", "2")]
    assert response.headers["Content-Security-Policy"] == DOWNLOAD_CSP
    assert "Pasted cells - Rows with errors.xlsx" in response.headers["Content-Disposition"]


def test_job_creates_file_of_many_rows(caller: ApiClient, world: World) -> None:
    rows = "".join(f"never\t{number}\n" for number in range(5))
    importing = paste(caller, world.client, HEADER_LINE + rows, "repair-units")
    response = fetch_wrong_rows(caller, importing, lang="es")
    assert response.status == 202
    path = f"/files/export/jobs/{response.data['jobId']}"
    run_pending_jobs()
    job = caller.get(path, actor=world.client).ok
    assert job["state"] == "DONE"
    file = caller.get(job["url"], actor=world.client)
    assert [row[1] for row in read_cells(file)[1:]] == ["0", "1", "2", "3", "4"]
    assert read_cells(file)[0] == ("Part", "Serial number", "Error")
    caller.get(job["url"], actor=world.client2).assert_error(404, "NOT_FOUND")


def test_repeated_request_creates_one_file(caller: ApiClient, world: World) -> None:
    rows = "".join(f"never\t{number}\n" for number in range(5))
    importing = paste(caller, world.client, HEADER_LINE + rows, "repair-units")
    assert fetch_wrong_rows(caller, importing).data == fetch_wrong_rows(caller, importing).data


def test_other_users_cannot_access_file_or_job(caller: ApiClient, world: World) -> None:
    rows = "".join(f"never\t{number}\n" for number in range(5))
    importing = paste(caller, world.client, HEADER_LINE + rows, "repair-units")
    importing.actor = world.client2
    fetch_wrong_rows(caller, importing).assert_error(404, "NOT_FOUND")


def test_duplicate_headings_are_replaced_by_field_labels(caller: ApiClient, world: World) -> None:
    text = "Category\tNumber\tModel\tManufacturer\tText\tText\nnever\t1\tM\tA\tOne\tUno\n"
    importing = paste(caller, world.admin, text)
    fields = {0: "category", 1: "number", 2: "model", 3: "manufacturer", 4: "descriptionEn", 5: "descriptionEs"}
    body = {
        "sheet": 0,
        "headerRow": 1,
        "columns": [{"index": index, "field": field} for index, field in fields.items()],
        "fixed": {},
    }
    caller.put(f"{importing.path}/columns", body, actor=world.admin, version=importing.run["version"])
    importing.run_jobs()
    head, row = read_cells(fetch_wrong_rows(caller, importing))
    assert head[:4] == ("Category", "Number", "Model", "Manufacturer")
    assert head[4:6] == ("Description (English)", "Description (Spanish)")
    assert row[4:6] == ("One", "Uno")


def test_template_is_returned_as_download(caller: ApiClient, world: World) -> None:
    response = caller.get("/imports/templates/parts/xlsx", actor=world.admin)
    assert response.headers["Content-Security-Policy"] == DOWNLOAD_CSP
    assert response.headers["Cache-Control"] == "private, no-store"
