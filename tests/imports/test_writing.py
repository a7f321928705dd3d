"""Rows of a spreadsheet are written in one go, once, and taken back as a whole."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from portal_backend.accounts.models import User
from portal_backend.audit.models import Entry
from portal_backend.catalogue.models import Part
from portal_backend.catalogue.part_rows import PartRows
from portal_backend.files.models import StoredFile
from portal_backend.imports.actions import forget_old_rows
from portal_backend.imports.checking import Checker, Line
from portal_backend.imports.models import ImportRow, ImportRun
from portal_backend.imports.rows import Record
from portal_backend.jobs.doing import SILENCE, do_waiting_jobs
from portal_backend.jobs.running import Running
from tests import factories
from tests.caller import Caller
from tests.contract.rows import changed, dump
from tests.factories import World
from tests.imports.importing import ROWS, paste

pytestmark = pytest.mark.django_db


def test_writing_twice_writes_once(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS)
    for _ in range(2):
        assert caller.post(f"{importing.path}/write", {}, actor=here.admin).ok["state"] == "WRITING"
    do_waiting_jobs()
    assert Part.objects.filter(manufacturer="Acme").count() == 2
    importing.write()
    assert Part.objects.filter(manufacturer="Acme").count() == 2


def test_a_list_that_changed_since_is_told_and_not_overwritten(caller: Caller, here: World) -> None:
    paste(caller, here.admin, ROWS).write()
    importing = paste(caller, here.admin, ROWS.replace("M1", "M1-file").replace("M2", "M2-file"))
    importing.correct(3, model="M2-corrected")
    Part.objects.filter(number="007").update(model="M1-hand")
    importing.write()
    assert (importing.run["state"], importing.run["error"]["code"]) == ("REVIEW", "STALE")
    assert importing.row(2)["old"] == {"model": "M1-hand"}
    assert Part.objects.get(number="8").model == "M2", "nothing of it was written"
    assert importing.row(3)["cells"]["model"] == "M2-corrected"
    importing.write()
    assert Part.objects.get(number="007").model == "M1-file"
    assert Part.objects.get(number="8").model == "M2-corrected"


def test_a_row_that_somebody_else_created_meanwhile_is_told(caller: Caller, here: World) -> None:
    first, second = paste(caller, here.admin, ROWS), paste(caller, here.admin, ROWS)
    first.write()
    second.write()
    assert (second.run["state"], second.run["error"]["code"], second.counts) == ("REVIEW", "STALE", (0, 0, 2, 0))


def test_an_import_is_taken_back_as_a_whole(caller: Caller, here: World) -> None:
    paste(caller, here.admin, ROWS).write()
    parts = dump()
    importing = paste(caller, here.admin, f"{ROWS.replace('M1', 'M1-b')}Handheld\t9\tM3\tAcme\tThird\tPARTS\n").write()
    assert importing.run["canUndo"]
    importing.undo()
    assert importing.run["state"] == "UNDONE"
    ours = ("catalogue.",)
    assert [each for each in changed(parts, dump()) if str(each).startswith(ours)] == []


def test_what_was_changed_since_is_not_taken_back(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS).write()
    Part.objects.filter(number="8").update(model="by hand")
    importing.undo()
    assert importing.run["state"] == "DONE"
    assert "line 3" in importing.run["undoBlocked"]
    assert Part.objects.filter(manufacturer="Acme").count() == 2
    Part.objects.filter(number="8").update(model="M2")
    assert importing.undo().run["state"] == "UNDONE"


def test_what_is_in_use_is_not_taken_back(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS).write()
    factories.request("PARTS", here, parts=[Part.objects.get(number="007")])
    importing.undo()
    assert importing.run["state"] == "DONE"
    assert "line 2" in importing.run["undoBlocked"]
    assert Part.objects.filter(manufacturer="Acme").count() == 2


def test_a_worker_that_dies_while_it_writes_leaves_nothing_half_done(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = paste(caller, here.admin, ROWS)
    caller.post(f"{importing.path}/write", {}, actor=here.admin)
    written = PartRows.write

    def dies(*arguments: Any) -> list[int]:
        written(*arguments)
        raise SystemExit

    with monkeypatch.context() as patch:
        patch.setattr(PartRows, "write", dies)
        with pytest.raises(SystemExit):
            do_waiting_jobs()
    assert not Part.objects.filter(manufacturer="Acme").exists()
    with time_machine.travel(timezone.now() + 2 * SILENCE):
        do_waiting_jobs()
    assert Part.objects.filter(manufacturer="Acme").count() == 2


def test_who_may_not_any_more_while_rows_are_written_has_written_nothing(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = paste(caller, here.admin, ROWS)
    goes_on = Running.progress

    def progress(running: Running, done: int, total: int) -> None:
        if Part.objects.filter(manufacturer="Acme").exists():
            User.objects.filter(pk=here.admin.id).update(locked=True)
            running.beat()
        goes_on(running, done, total)

    monkeypatch.setattr(Running, "progress", progress)
    importing.write()
    assert (importing.run["state"], importing.run["error"]["code"]) == ("REVIEW", "FORBIDDEN")
    assert not Part.objects.filter(manufacturer="Acme").exists()


def test_a_fault_of_ours_ends_an_import_and_stands_in_the_log(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    checked = Checker._ruled

    def fails_at_the_second(checker: Checker, line: Line, record: Record) -> Any:
        if line.number == 3:
            raise ZeroDivisionError
        return checked(checker, line, record)

    monkeypatch.setattr(Checker, "_ruled", fails_at_the_second)
    importing = paste(caller, here.admin, ROWS)
    assert (importing.run["state"], importing.run["error"]["code"]) == ("FAILED", "SERVER_ERROR")
    assert importing.rows() == []
    assert "ZeroDivisionError" in caplog.text


def test_rows_and_file_of_an_old_import_go_and_its_history_stays(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS).write()
    file = ImportRun.objects.get(pk=importing.run["id"]).file_id
    assert forget_old_rows() == 0
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        assert forget_old_rows() == 1
        assert forget_old_rows() == 0
    run = ImportRun.objects.get(pk=importing.run["id"])
    assert (run.state, run.created_rows, run.rows.count()) == ("DONE", 2, 0)
    assert StoredFile.objects.get(pk=file).claimed_at is None, "it goes with the unused uploads"
    assert importing.worked().run["canUndo"] is False
    caller.post(f"{importing.path}/undo", actor=here.admin).refused(409, "STALE")
    assert Part.objects.filter(manufacturer="Acme").count() == 2


def test_an_import_and_its_undoing_are_entries_of_the_activity_log(caller: Caller, here: World) -> None:
    paste(caller, here.admin, ROWS).write().undo()
    entries = Entry.objects.filter(event__startswith="IMPORT").order_by("pk")
    told = [(each.event, each.username, each.details) for each in entries]
    details = {"importTarget": "parts", "quantity": 2}
    assert told == [(event, here.admin.username, details) for event in ("IMPORTED", "IMPORT_UNDONE")]


def test_cells_with_marks_are_found_by_their_values(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS)
    row = ImportRow.objects.filter(run=importing.run["id"]).order_by("number")[0]
    row.cells["number"] = {"m": "007"}
    row.save()
    importing.write()
    lines = Entry.objects.get(event="IMPORTED").search_text.split("\n")
    assert {"007", "8"} <= set(lines)
    assert not [line for line in lines if "{" in line]


def test_an_import_is_found_by_its_part_numbers_and_leads_to_its_rows(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS).write()
    found = caller.get("/api/rest/audit", actor=here.admin, filter='{"keyword":"007"}').ok
    assert [row["event"]["key"] for row in found] == ["IMPORTED"]
    assert found[0]["objectPath"] == f"imports/{importing.run['id']}"
