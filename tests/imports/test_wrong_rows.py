"""The wrong rows of an import as a file: at once, or by a job where they are many, as any export is."""

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


def test_answers_few_rows_at_once_as_a_file_that_no_browser_opens(caller: Caller, here: World) -> None:
    importing = paste(caller, here.client, f"{HEADS}never\t1\nnever\t2\n", "repair-units")
    answer = wrong(caller, importing)
    assert [row[:2] for row in cells(answer)] == [("Part", "Serial number"), ("never", "1"), ("never", "2")]
    assert answer.headers["Content-Security-Policy"] == LOCKED_DOWN
    assert "Pasted cells - Wrong rows.xlsx" in answer.headers["Content-Disposition"]


def test_a_job_makes_the_file_of_many_rows(caller: Caller, here: World) -> None:
    rows = "".join(f"never\t{number}\n" for number in range(5))
    importing = paste(caller, here.client, HEADS + rows, "repair-units")
    answer = wrong(caller, importing, lang="es")
    assert answer.status == 202
    path = f"/files/export/jobs/{answer.data['jobId']}"
    do_waiting_jobs()
    told = caller.get(path, actor=here.client).ok
    assert told["state"] == "DONE"
    file = caller.get(told["url"], actor=here.client)
    assert [row[1] for row in cells(file)[1:]] == ["0", "1", "2", "3", "4"]
    assert cells(file)[0] == ("Part", "Serial number", "Error")
    caller.get(told["url"], actor=here.client2).refused(404, "NOT_FOUND")


def test_pressing_twice_makes_one_file(caller: Caller, here: World) -> None:
    rows = "".join(f"never\t{number}\n" for number in range(5))
    importing = paste(caller, here.client, HEADS + rows, "repair-units")
    assert wrong(caller, importing).data == wrong(caller, importing).data


def test_others_get_neither_file_nor_job(caller: Caller, here: World) -> None:
    rows = "".join(f"never\t{number}\n" for number in range(5))
    importing = paste(caller, here.client, HEADS + rows, "repair-units")
    importing.by = here.client2
    wrong(caller, importing).refused(404, "NOT_FOUND")


def test_headings_that_are_alike_give_way_to_those_of_the_fields(caller: Caller, here: World) -> None:
    text = "Category\tNumber\tModel\tManufacturer\tText\tText\nnever\t1\tM\tA\tOne\tUno\n"
    importing = paste(caller, here.admin, text)
    fields = {0: "category", 1: "number", 2: "model", 3: "manufacturer", 4: "descriptionEn", 5: "descriptionEs"}
    body = {
        "sheet": 0,
        "headerRow": 1,
        "columns": [{"index": index, "field": field} for index, field in fields.items()],
        "fixed": {},
    }
    caller.put(f"{importing.path}/columns", body, actor=here.admin, version=importing.run["version"])
    importing.worked()
    head, row = cells(wrong(caller, importing))
    assert head[:4] == ("Category", "Number", "Model", "Manufacturer")
    assert head[4:6] == ("Description (English)", "Description (Spanish)")
    assert row[4:6] == ("One", "Uno")


def test_a_template_is_a_file_that_no_browser_opens(caller: Caller, here: World) -> None:
    answer = caller.get("/imports/templates/parts/xlsx", actor=here.admin)
    assert answer.headers["Content-Security-Policy"] == LOCKED_DOWN
    assert answer.headers["Cache-Control"] == "private, no-store"
