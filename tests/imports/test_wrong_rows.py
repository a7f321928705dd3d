"""Export of the wrong rows of an import, at once or by a job."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from openpyxl import load_workbook

from portal_backend.base.answers import LOCKED_DOWN
from portal_backend.jobs.doing import do_waiting_jobs
from tests.caller import Answered, Caller
from tests.factories import World
from tests.imports.importing import Importing, paste

pytestmark = pytest.mark.django_db
HEADS = "Part\tSerial number\n"


@pytest.fixture(autouse=True)
def _stored_apart(tmp_path: Path) -> Any:
    storage = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path}}
    with override_settings(EXPORT_ROWS=3, STORAGES={**settings.STORAGES, "default": storage}):
        yield


def wrong(caller: Caller, importing: Importing, **more: Any) -> Answered:
    return caller.call("GET", f"{importing.path}/wrong/xlsx", importing.by, **more)


def cells(answer: Answered) -> list[tuple[Any, ...]]:
    return list(load_workbook(BytesIO(answer.data)).worksheets[0].iter_rows(values_only=True))


def test_returns_few_rows_at_once_as_download(caller: Caller, world: World) -> None:
    importing = paste(caller, world.client, f"{HEADS}never\t1\nnever\t2\n", "repair-units")
    response = wrong(caller, importing)
    assert [row[:2] for row in cells(response)] == [("Part", "Serial number"), ("never", "1"), ("never", "2")]
    assert response.headers["Content-Security-Policy"] == LOCKED_DOWN
    assert "Pasted cells - Wrong rows.xlsx" in response.headers["Content-Disposition"]


def test_job_creates_file_of_many_rows(caller: Caller, world: World) -> None:
    rows = "".join(f"never\t{number}\n" for number in range(5))
    importing = paste(caller, world.client, HEADS + rows, "repair-units")
    response = wrong(caller, importing, lang="es")
    assert response.status == 202
    path = f"/files/export/jobs/{response.data['jobId']}"
    do_waiting_jobs()
    job = caller.get(path, actor=world.client).ok
    assert job["state"] == "DONE"
    file = caller.get(job["url"], actor=world.client)
    assert [row[1] for row in cells(file)[1:]] == ["0", "1", "2", "3", "4"]
    assert cells(file)[0] == ("Part", "Serial number", "Error")
    caller.get(job["url"], actor=world.client2).refused(404, "NOT_FOUND")


def test_repeated_request_creates_one_file(caller: Caller, world: World) -> None:
    rows = "".join(f"never\t{number}\n" for number in range(5))
    importing = paste(caller, world.client, HEADS + rows, "repair-units")
    assert wrong(caller, importing).data == wrong(caller, importing).data


def test_other_users_cannot_access_file_or_job(caller: Caller, world: World) -> None:
    rows = "".join(f"never\t{number}\n" for number in range(5))
    importing = paste(caller, world.client, HEADS + rows, "repair-units")
    importing.by = world.client2
    wrong(caller, importing).refused(404, "NOT_FOUND")


def test_duplicate_headings_are_replaced_by_field_labels(caller: Caller, world: World) -> None:
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
    importing.worked()
    head, row = cells(wrong(caller, importing))
    assert head[:4] == ("Category", "Number", "Model", "Manufacturer")
    assert head[4:6] == ("Description (English)", "Description (Spanish)")
    assert row[4:6] == ("One", "Uno")


def test_template_is_returned_as_download(caller: Caller, world: World) -> None:
    response = caller.get("/imports/templates/parts/xlsx", actor=world.admin)
    assert response.headers["Content-Security-Policy"] == LOCKED_DOWN
    assert response.headers["Cache-Control"] == "private, no-store"
