"""What an import refuses: files that are none, columns that cannot be, steps whose time is over or has not come."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from portal_backend.imports.models import ImportRun
from portal_backend.jobs.doing import do_waiting_jobs
from tests.caller import Caller
from tests.factories import World
from tests.imports.importing import HEAD, ROWS, Importing, paste, upload

pytestmark = pytest.mark.django_db


def asked(own: Importing, **changes: Any) -> dict[str, Any]:
    """The columns as they are taken, with changes."""
    columns = [{"index": each["index"], "field": each["field"]} for each in own.run["columns"]]
    return {"sheet": 0, "headerRow": 1, "columns": columns, "fixed": {}, **changes}


@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({}, "file"),
        ({"file": SimpleUploadedFile("parts.csv", b"")}, "file"),
    ],
)
def test_an_upload_without_a_file_or_with_nothing_in_it(
    form: dict[str, Any], field: str, caller: Caller, here: World
) -> None:
    assert set(caller.upload("/imports?target=parts", form, here.admin).refused(400, "VALIDATION").fields) == {field}
    assert not ImportRun.objects.exists()


def test_a_file_larger_than_an_attachment(caller: Caller, here: World, settings: Settings) -> None:
    settings.ATTACHMENT_BYTES = 10
    form = {"file": SimpleUploadedFile("parts.csv", ROWS.encode() * 100)}
    caller.upload("/imports?target=parts", form, here.admin).refused(413, "MAX_UPLOAD_SIZE")


def test_pictures_beside_a_list_that_has_none(caller: Caller, here: World) -> None:
    form = {"file": SimpleUploadedFile("users.csv", b"Username\nana\n"), "pictures": SimpleUploadedFile("p.zip", b"PK")}
    answer = caller.upload("/imports?target=contacts", form, here.admin)
    assert set(answer.refused(400, "VALIDATION").fields) == {"pictures"}


def test_nothing_but_blanks_is_pasted(caller: Caller, here: World) -> None:
    answer = caller.post("/imports/text", {"text": " \n\t\n"}, actor=here.admin, target="parts")
    assert set(answer.refused(400, "VALIDATION").fields) == {"text"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"sheet": 1}, "sheet"),
        ({"headerRow": 9}, "headerRow"),
        ({"fixed": {"colour": "red"}}, "fixed.colour"),
        ({"columns": [{"index": 0, "field": "colour"}]}, "columns.0.field"),
        ({"columns": [{"index": 0, "field": "model"}, {"index": 1, "field": "model"}]}, "columns.0.field"),
    ],
)
def test_columns_that_cannot_be(changes: dict[str, Any], field: str, caller: Caller, here: World) -> None:
    own = paste(caller, here.admin, ROWS)
    answer = caller.put(f"{own.path}/columns", asked(own, **changes), actor=here.admin, version=own.run["version"])
    assert set(answer.refused(400, "VALIDATION").fields) == {field}
    assert caller.get(own.path, actor=here.admin).ok == own.run


def test_another_line_of_headings_is_looked_at_before_it_is_taken(caller: Caller, here: World) -> None:
    own = paste(caller, here.admin, f"Our catalogue\t\n{ROWS}")
    assert own.run["headerRow"] == 2
    other = caller.put(f"{own.path}/columns", asked(own, headerRow=3, columns=[]), actor=here.admin).ok
    assert (other["state"], other["columns"][0]["heading"]) == ("COLUMNS", "Handheld")


@pytest.mark.parametrize(
    ("number", "cells", "code", "status"),
    [(2, {"colour": "red"}, "VALIDATION", 400), (99, {"model": "M"}, "NOT_FOUND", 404)],
)
def test_a_correction_of_what_is_not_there(
    number: int, cells: dict[str, str], code: str, status: int, caller: Caller, here: World
) -> None:
    own = paste(caller, here.admin, ROWS)
    caller.put(f"{own.path}/rows/{number}", {"cells": cells}, actor=here.admin).refused(status, code)


def test_what_is_written_is_neither_corrected_nor_cancelled_nor_matched_again(caller: Caller, here: World) -> None:
    own = paste(caller, here.admin, ROWS).write()
    assert own.run["state"] == "DONE"
    caller.put(f"{own.path}/rows/2", {"cells": {"model": "M"}}, actor=here.admin).refused(409, "STALE")
    caller.put(f"{own.path}/columns", asked(own), actor=here.admin).refused(409, "STALE")
    caller.post(f"{own.path}/cancel", {}, actor=here.admin).refused(409, "STALE")


def test_only_what_was_written_is_undone_and_only_once(caller: Caller, here: World) -> None:
    own = paste(caller, here.admin, ROWS)
    caller.post(f"{own.path}/undo", {}, actor=here.admin).refused(409, "STALE")
    own.write()
    for _ in range(2):  # the second one, of a double click, begins nothing
        assert caller.post(f"{own.path}/undo", {}, actor=here.admin).ok["state"] == "UNDOING"
    assert do_waiting_jobs() == 1
    assert caller.post(f"{own.path}/undo", {}, actor=here.admin).ok["state"] == "UNDONE"
    caller.post(f"{own.path}/write", {}, actor=here.admin).refused(409, "STALE")


def test_a_double_click_on_write_writes_once(caller: Caller, here: World) -> None:
    own = paste(caller, here.admin, ROWS)
    for _ in range(2):
        assert caller.post(f"{own.path}/write", {}, actor=here.admin).ok["state"] == "WRITING"
    assert do_waiting_jobs() == 1


def test_a_file_that_went_before_it_was_read_is_told(caller: Caller, here: World) -> None:
    form = {"file": SimpleUploadedFile("parts.csv", ROWS.encode())}
    run = caller.upload("/imports?target=parts", form, here.admin).ok
    ImportRun.objects.filter(pk=run["id"]).update(file=None)
    own = Importing(caller, here.admin, run).worked()
    assert own.run["state"] == "FAILED"
    assert own.run["error"]["message"] == "The file is no longer there. Please upload it again."


def test_a_file_that_went_before_its_rows_were_checked_again_is_told(caller: Caller, here: World) -> None:
    own = upload(caller, here.admin, f"{HEAD}".encode() + ROWS.encode(), "parts.csv")
    _ = caller.put(f"{own.path}/columns", asked(own), actor=here.admin).ok
    ImportRun.objects.filter(pk=own.run["id"]).update(file=None)
    assert own.worked().run["state"] == "FAILED"
