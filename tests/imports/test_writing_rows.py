"""Writing of rows in one transaction, undo, audit events and purge."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from portal_backend.accounts.models import User
from portal_backend.audit.models import AuditEntry
from portal_backend.catalogue.models import Part
from portal_backend.catalogue.part_import import PartRowStore
from portal_backend.files.models import StoredFile
from portal_backend.imports.actions import purge_old_imports
from portal_backend.imports.import_export_adapter import RecordInstance
from portal_backend.imports.models import ImportRow, ImportRun
from portal_backend.imports.validation import RowState, RowValidator
from portal_backend.jobs.context import JobContext
from portal_backend.jobs.worker import LEASE_TIMEOUT, run_pending_jobs
from tests import factories
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.factories import World
from tests.imports.import_client import ROWS, paste

pytestmark = pytest.mark.django_db


def test_writing_is_idempotent(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS)
    for _ in range(2):
        assert caller.post(f"{importing.path}/write", {}, actor=world.admin).ok["state"] == "WRITING"
    run_pending_jobs()
    assert Part.objects.filter(manufacturer="Acme").count() == 2
    importing.write()
    assert Part.objects.filter(manufacturer="Acme").count() == 2


def test_version_conflict_with_changed_records_returns_to_review(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, ROWS).write()
    importing = paste(caller, world.admin, ROWS.replace("M1", "M1-file").replace("M2", "M2-file"))
    importing.correct(3, model="M2-corrected")
    Part.objects.filter(number="007").update(model="M1-hand")
    importing.write()
    assert (importing.run["state"], importing.run["error"]["code"]) == ("REVIEW", "STALE")
    assert importing.row(2)["old"] == {"model": "M1-hand"}
    assert Part.objects.get(number="8").model == "M2", "nothing was written"
    assert importing.row(3)["cells"]["model"] == "M2-corrected"
    importing.write()
    assert Part.objects.get(number="007").model == "M1-file"
    assert Part.objects.get(number="8").model == "M2-corrected"


def test_conflict_with_concurrently_created_records_returns_to_review(caller: ApiClient, world: World) -> None:
    first, second = paste(caller, world.admin, ROWS), paste(caller, world.admin, ROWS)
    first.write()
    second.write()
    assert (second.run["state"], second.run["error"]["code"], second.counts) == ("REVIEW", "STALE", (0, 0, 2, 0))


def test_undo_restores_all_records(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, ROWS).write()
    parts = dump_database()
    importing = paste(caller, world.admin, f"{ROWS.replace('M1', 'M1-b')}Handheld\t9\tM3\tAcme\tThird\tPARTS\n").write()
    assert importing.run["canUndo"]
    importing.undo()
    assert importing.run["state"] == "UNDONE"
    catalog_tables = ("catalogue.",)
    assert [each for each in find_changed_tables(parts, dump_database()) if str(each).startswith(catalog_tables)] == []


def test_undo_is_rejected_if_records_changed(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS).write()
    Part.objects.filter(number="8").update(model="by hand")
    importing.undo()
    assert importing.run["state"] == "DONE"
    assert "row 3" in importing.run["undoBlocked"]
    assert Part.objects.filter(manufacturer="Acme").count() == 2
    Part.objects.filter(number="8").update(model="M2")
    assert importing.undo().run["state"] == "UNDONE"


def test_undo_is_rejected_while_records_are_in_use(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS).write()
    factories.request("PARTS", world, parts=[Part.objects.get(number="007")])
    importing.undo()
    assert importing.run["state"] == "DONE"
    assert "row 2" in importing.run["undoBlocked"]
    assert Part.objects.filter(manufacturer="Acme").count() == 2


def test_worker_crash_during_writing_rolls_back_and_is_retried(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = paste(caller, world.admin, ROWS)
    caller.post(f"{importing.path}/write", {}, actor=world.admin)
    written = PartRowStore.write

    def dies(*arguments: Any) -> list[int]:
        written(*arguments)
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(PartRowStore, "write", dies)
        with pytest.raises(SystemExit):
            run_pending_jobs()
    assert not Part.objects.filter(manufacturer="Acme").exists()
    with time_machine.travel(timezone.now() + 2 * LEASE_TIMEOUT):
        run_pending_jobs()
    assert Part.objects.filter(manufacturer="Acme").count() == 2


def test_locked_user_during_writing_rolls_back(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = paste(caller, world.admin, ROWS)
    original_progress = JobContext.report_progress

    def progress(running: JobContext, done: int, total: int) -> None:
        if Part.objects.filter(manufacturer="Acme").exists():
            User.objects.filter(pk=world.admin.id).update(locked=True)
            running.record_heartbeat()
        original_progress(running, done, total)

    monkeypatch.setattr(JobContext, "report_progress", progress)
    importing.write()
    assert (importing.run["state"], importing.run["error"]["code"]) == ("REVIEW", "FORBIDDEN")
    assert not Part.objects.filter(manufacturer="Acme").exists()


def test_unexpected_error_fails_import_and_is_logged(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    original_rules = RowValidator._apply_form_rules

    def fails_at_the_second(checker: RowValidator, line: RowState, record: RecordInstance) -> Any:
        if line.number == 3:
            raise ZeroDivisionError
        return original_rules(checker, line, record)

    monkeypatch.setattr(RowValidator, "_apply_form_rules", fails_at_the_second)
    importing = paste(caller, world.admin, ROWS)
    assert (importing.run["state"], importing.run["error"]["code"]) == ("FAILED", "SERVER_ERROR")
    assert importing.rows() == []
    assert "ZeroDivisionError" in caplog.text


def test_purges_rows_and_file_of_old_import_and_keeps_history(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS).write()
    file = ImportRun.objects.get(pk=importing.run["id"]).file_id
    assert purge_old_imports() == 0
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert purge_old_imports() == 1
        assert purge_old_imports() == 0
    run = ImportRun.objects.get(pk=importing.run["id"])
    assert (run.state, run.created_rows, run.rows.count()) == ("DONE", 2, 0)
    assert StoredFile.objects.get(pk=file).claimed_at is None, "it is purged with the unused uploads"
    assert importing.run_jobs().run["canUndo"] is False
    caller.post(f"{importing.path}/undo", actor=world.admin).assert_error(409, "STALE")
    assert Part.objects.filter(manufacturer="Acme").count() == 2


def test_records_audit_events_of_import_and_undo(caller: ApiClient, world: World) -> None:
    paste(caller, world.admin, ROWS).write().undo()
    entries = AuditEntry.objects.filter(event__startswith="IMPORT").order_by("pk")
    recorded = [(each.event, each.username, each.details) for each in entries]
    details = {"importTarget": "parts", "quantity": 2}
    assert recorded == [(event, world.admin.username, details) for event in ("IMPORTED", "IMPORT_UNDONE")]


def test_audit_search_uses_values_of_marked_cells(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS)
    row = ImportRow.objects.filter(run=importing.run["id"]).order_by("number")[0]
    row.cells["number"] = {"m": "007"}
    row.save()
    importing.write()
    lines = AuditEntry.objects.get(event="IMPORTED").search_text.split("\n")
    assert {"007", "8"} <= set(lines)
    assert not [line for line in lines if "{" in line]


def test_audit_search_finds_import_by_part_number(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS).write()
    found = caller.get("/api/rest/audit", actor=world.admin, filter='{"keyword":"007"}').ok
    assert [row["event"]["key"] for row in found] == ["IMPORTED"]
    assert found[0]["objectPath"] == f"imports/{importing.run['id']}"
