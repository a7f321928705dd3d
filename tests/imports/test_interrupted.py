"""Interrupted imports: crashed workers, failures, cancellation and retry."""

import errno
import os
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.utils import timezone

from portal_backend.base.errors import invalid_field
from portal_backend.catalogue.models import Part
from portal_backend.catalogue.part_rows import PartRows
from portal_backend.imports import work
from portal_backend.imports.checking import Checker
from portal_backend.jobs.doing import ATTEMPTS, SILENCE, do_waiting_jobs
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.running import Running
from tests.caller import Caller
from tests.factories import World
from tests.imports.importing import ROWS, Importing, paste
from tests.imports.picturing import RED, part, with_zip

pytestmark = pytest.mark.django_db
DISK_FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def begun(caller: Caller, world: World) -> Importing:
    """Create an import that no worker has processed."""
    form = {"file": SimpleUploadedFile("parts.csv", ROWS.encode())}
    return Importing(caller, world.admin, caller.upload("/imports?target=parts", form, world.admin).ok)


def corrected(caller: Caller, world: World) -> Importing:
    """Create an import with a corrected row whose writing waits for a worker."""
    importing = paste(caller, world.admin, ROWS)
    importing.correct(2, model="M1 by hand")
    importing.run = caller.post(f"{importing.path}/write", {}, actor=world.admin).ok
    return importing


def told(importing: Importing) -> tuple[str, str]:
    """Run the jobs and return the state and error code of an import."""
    run = importing.worked().run
    return run["state"], run["error"]["code"] if run["error"] else ""


def fails(fault: Exception) -> Any:
    """Return a function that raises an exception."""

    def fail(*arguments: object, **options: object) -> None:
        raise fault

    return fail


def die(importing: Importing, times: int) -> None:
    """Simulate crashed workers of the job, whose heartbeat has expired."""
    job = Job.objects.filter(state=JobState.WAITING)
    assert job.update(state=JobState.RUNNING, attempts=times, beat_at=timezone.now() - SILENCE) == 1


def test_import_fails_after_all_retries(caller: Caller, world: World) -> None:
    importing = begun(caller, world)
    die(importing, ATTEMPTS)
    assert told(importing) == ("FAILED", "JOB_LOST")
    assert "again and again" in importing.run["error"]["message"]


def test_writing_can_be_repeated_after_all_retries_failed(caller: Caller, world: World) -> None:
    importing = corrected(caller, world)
    die(importing, ATTEMPTS)
    assert told(importing) == ("REVIEW", "JOB_LOST")
    importing.write()
    assert (importing.run["state"], importing.run["error"]) == ("DONE", None)
    assert Part.objects.get(number="007").model == "M1 by hand"


def test_cancel_after_worker_crash(caller: Caller, world: World) -> None:
    importing = begun(caller, world)
    die(importing, 1)
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == "READING"
    assert told(importing) == ("CANCELLED", "")
    assert importing.run["finishedAt"] is not None


def test_cancel_of_waiting_import_is_immediate(caller: Caller, world: World) -> None:
    importing = begun(caller, world)
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == "CANCELLED"
    assert do_waiting_jobs() == 0


@pytest.mark.parametrize(("state", "becomes"), [("CANCELLED", "CANCELLED"), ("FAILED", "FAILED")])
def test_cancel_after_unrecorded_end_of_job(state: str, becomes: str, caller: Caller, world: World) -> None:
    importing = begun(caller, world)
    Job.objects.update(state=state, error="JOB_LOST" if state == "FAILED" else "", finished_at=timezone.now())
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == becomes


def test_cancel_after_job_was_purged(caller: Caller, world: World) -> None:
    importing = begun(caller, world)
    Job.objects.all().delete()
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == "CANCELLED"


def test_crash_while_marking_failed_rows_rolls_back(
    caller: Caller, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = corrected(caller, world)
    with monkeypatch.context() as patch:
        patch.setattr(PartRows, "write", fails(invalid_field("number", "choice")))
        patch.setattr(work, "count", fails(OperationalError("server closed the connection")))
        with pytest.raises(OperationalError):
            do_waiting_jobs()
    assert caller.get(importing.path, actor=world.admin).ok["state"] == "WRITING"
    with time_machine.travel(timezone.now() + SILENCE):
        assert told(importing) == ("DONE", "")
    assert Part.objects.filter(manufacturer="Acme").count() == 2, "no row was skipped"


def test_cancel_of_waiting_undo_keeps_written_rows(caller: Caller, world: World) -> None:
    importing = paste(caller, world.admin, ROWS).write()
    caller.post(f"{importing.path}/undo", {}, actor=world.admin)
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == "DONE"
    assert importing.worked().run["canUndo"]


@pytest.mark.parametrize(("fault", "code"), [(DISK_FULL, "UNAVAILABLE"), (ZeroDivisionError(), "SERVER_ERROR")])
def test_failure_during_writing_allows_retry(
    fault: Exception, code: str, caller: Caller, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = corrected(caller, world)
    with monkeypatch.context() as patch:
        patch.setattr(PartRows, "write", fails(fault))
        assert told(importing) == ("REVIEW", code)
    assert not Part.objects.filter(manufacturer="Acme").exists()
    assert importing.row(2)["cells"]["model"] == "M1 by hand"
    assert importing.write().run["state"] == "DONE"


def test_full_disk_while_reading_is_reported_as_unavailable(
    caller: Caller, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "read_files", fails(DISK_FULL))
    assert told(begun(caller, world)) == ("FAILED", "UNAVAILABLE")


def test_failure_during_undo_allows_retry(caller: Caller, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    importing = paste(caller, world.admin, ROWS).write()
    with monkeypatch.context() as patch:
        patch.setattr(PartRows, "remove", fails(ZeroDivisionError()))
        importing.undo()
    assert (importing.run["state"], importing.run["error"]["code"]) == ("DONE", "SERVER_ERROR")
    assert importing.run["undoBlocked"] == importing.run["error"]["message"]
    assert importing.undo().run["state"] == "UNDONE"


def test_lost_database_connection_during_validation_is_retried(
    caller: Caller, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = begun(caller, world)
    with monkeypatch.context() as patch:
        patch.setattr(Checker, "batch", fails(OperationalError("server closed the connection")))
        with pytest.raises(OperationalError):
            do_waiting_jobs()
    assert caller.get(importing.path, actor=world.admin).ok["state"] == "CHECKING"
    with time_machine.travel(timezone.now() + SILENCE):
        assert told(importing) == ("REVIEW", "")
    assert importing.counts == (2, 0, 0, 0)


def test_worker_without_heartbeat_loses_import_to_other_worker(
    caller: Caller, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = with_zip(caller, world, [part("N1")], {"N1.png": RED})
    caller.post(f"{importing.path}/write", {}, actor=world.admin)
    original_progress = Running.progress

    def progress(running: Running, done: int, total: int) -> None:
        if total:
            Job.objects.filter(pk=running.id, attempts=1).update(attempts=2)
            running.beat()
        original_progress(running, done, total)

    with monkeypatch.context() as patch:
        patch.setattr(Running, "progress", progress)
        assert told(importing) == ("WRITING", "")
    assert not Part.objects.filter(number="N1").exists()
    with time_machine.travel(timezone.now() + SILENCE):
        assert told(importing) == ("DONE", "")
    assert Part.objects.get(number="N1").image_id, "its picture was not discarded"
