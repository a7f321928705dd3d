"""Rejected requests: invalid files, columns, corrections, and wrong states."""

from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django import Settings

from portal_backend.imports.models import ImportRun
from portal_backend.jobs.worker import run_pending_jobs
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import HEADER_LINE, ROWS, ImportClient, paste, upload

pytestmark = pytest.mark.django_db


def build_columns_body(own: ImportClient, **changes: Any) -> dict[str, Any]:
    """Build the body of a columns request from the current mapping, with changes."""
    columns = [{"index": each["index"], "field": each["field"]} for each in own.run["columns"]]
    return {"sheet": 0, "headerRow": 1, "columns": columns, "fixed": {}, **changes}


@pytest.mark.split
@pytest.mark.parametrize(
    ("form", "field"),
    [
        ({}, "file"),
        ({"file": SimpleUploadedFile("parts.csv", b"")}, "file"),
    ],
)
def test_rejects_missing_or_empty_file(form: dict[str, Any], field: str, caller: ApiClient, world: World) -> None:
    assert set(caller.upload("/imports?target=parts", form, world.admin).assert_error(400, "VALIDATION").fields) == {
        field
    }
    assert not ImportRun.objects.exists()


@pytest.mark.split
def test_rejects_file_above_attachment_limit(caller: ApiClient, world: World, settings: Settings) -> None:
    settings.MAX_ATTACHMENT_BYTES = 10
    form = {"file": SimpleUploadedFile("parts.csv", ROWS.encode() * 100)}
    caller.upload("/imports?target=parts", form, world.admin).assert_error(413, "MAX_UPLOAD_SIZE")


@pytest.mark.split
def test_rejects_pictures_for_target_without_pictures(caller: ApiClient, world: World) -> None:
    form = {"file": SimpleUploadedFile("users.csv", b"Username\nana\n"), "pictures": SimpleUploadedFile("p.zip", b"PK")}
    response = caller.upload("/imports?target=contacts", form, world.admin)
    assert set(response.assert_error(400, "VALIDATION").fields) == {"pictures"}


@pytest.mark.split
def test_rejects_blank_pasted_text(caller: ApiClient, world: World) -> None:
    response = caller.post("/imports/text", {"text": " \n\t\n"}, actor=world.admin, target="parts")
    assert set(response.assert_error(400, "VALIDATION").fields) == {"text"}


@pytest.mark.split
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
def test_rejects_invalid_columns(changes: dict[str, Any], field: str, caller: ApiClient, world: World) -> None:
    own = paste(caller, world.admin, ROWS)
    response = caller.put(
        f"{own.path}/columns", build_columns_body(own, **changes), actor=world.admin, version=own.run["version"]
    )
    assert set(response.assert_error(400, "VALIDATION").fields) == {field}
    assert caller.get(own.path, actor=world.admin).ok == own.run


@pytest.mark.split
def test_changed_header_row_returns_to_column_mapping(caller: ApiClient, world: World) -> None:
    own = paste(caller, world.admin, f"Our catalogue\t\n{ROWS}")
    assert own.run["headerRow"] == 2
    other = caller.put(f"{own.path}/columns", build_columns_body(own, headerRow=3, columns=[]), actor=world.admin).ok
    assert (other["state"], other["columns"][0]["heading"]) == ("COLUMNS", "Handheld")


@pytest.mark.split
@pytest.mark.parametrize(
    ("number", "cells", "code", "status"),
    [(2, {"colour": "red"}, "VALIDATION", 400), (99, {"model": "M"}, "NOT_FOUND", 404)],
)
def test_rejects_correction_of_unknown_field_or_row(
    number: int, cells: dict[str, str], code: str, status: int, caller: ApiClient, world: World
) -> None:
    own = paste(caller, world.admin, ROWS)
    caller.put(f"{own.path}/rows/{number}", {"cells": cells}, actor=world.admin).assert_error(status, code)


@pytest.mark.split
def test_written_import_rejects_correction_cancel_and_columns(caller: ApiClient, world: World) -> None:
    own = paste(caller, world.admin, ROWS).write()
    assert own.run["state"] == "DONE"
    caller.put(f"{own.path}/rows/2", {"cells": {"model": "M"}}, actor=world.admin).assert_error(409, "STALE")
    caller.put(f"{own.path}/columns", build_columns_body(own), actor=world.admin).assert_error(409, "STALE")
    caller.post(f"{own.path}/cancel", {}, actor=world.admin).assert_error(409, "STALE")


def test_undo_requires_written_import_and_is_idempotent(caller: ApiClient, world: World) -> None:
    own = paste(caller, world.admin, ROWS)
    caller.post(f"{own.path}/undo", {}, actor=world.admin).assert_error(409, "STALE")
    own.write()
    for _ in range(2):  # the second request, of a double click, starts nothing
        assert caller.post(f"{own.path}/undo", {}, actor=world.admin).ok["state"] == "UNDOING"
    assert run_pending_jobs() == 1
    assert caller.post(f"{own.path}/undo", {}, actor=world.admin).ok["state"] == "UNDONE"
    caller.post(f"{own.path}/write", {}, actor=world.admin).assert_error(409, "STALE")


def test_repeated_write_request_writes_once(caller: ApiClient, world: World) -> None:
    own = paste(caller, world.admin, ROWS)
    for _ in range(2):
        assert caller.post(f"{own.path}/write", {}, actor=world.admin).ok["state"] == "WRITING"
    assert run_pending_jobs() == 1


@pytest.mark.split
def test_import_fails_if_file_was_deleted_before_reading(caller: ApiClient, world: World) -> None:
    form = {"file": SimpleUploadedFile("parts.csv", ROWS.encode())}
    run = caller.upload("/imports?target=parts", form, world.admin).ok
    ImportRun.objects.filter(pk=run["id"]).update(file=None)
    own = ImportClient(caller, world.admin, run).run_jobs()
    assert own.run["state"] == "FAILED"
    assert own.run["error"]["message"] == "The file has expired. Upload it again."


@pytest.mark.split
def test_import_fails_if_file_was_deleted_before_validation(caller: ApiClient, world: World) -> None:
    own = upload(caller, world.admin, f"{HEADER_LINE}".encode() + ROWS.encode(), "parts.csv")
    _ = caller.put(f"{own.path}/columns", build_columns_body(own), actor=world.admin).ok
    ImportRun.objects.filter(pk=own.run["id"]).update(file=None)
    assert own.run_jobs().run["state"] == "FAILED"
