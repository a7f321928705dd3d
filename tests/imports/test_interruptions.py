"""Interrupted imports: crashed workers, failures, cancellation and retry."""

import errno
import os
from typing import Any

import pytest
import time_machine
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import OperationalError
from django.utils import timezone

from portal_backend.catalogue.models import Part
from portal_backend.catalogue.part_import import PartRowStore
from portal_backend.core.errors import invalid_field
from portal_backend.imports import pipeline
from portal_backend.imports.validation import RowValidator
from portal_backend.jobs.context import JobContext
from portal_backend.jobs.models import Job, JobState
from portal_backend.jobs.worker import LEASE_TIMEOUT, MAX_ATTEMPTS, run_pending_jobs
from tests.api_client import ApiClient
from tests.factories import World
from tests.imports.import_client import ROWS, ImportClient, paste
from tests.imports.picture_files import RED, build_part_row, upload_with_zip

pytestmark = pytest.mark.django_db
DISK_FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def start_import(caller: ApiClient, world: World) -> ImportClient:
    """Create an import that no worker has processed."""
    form = {"file": SimpleUploadedFile("parts.csv", ROWS.encode())}
    return ImportClient(caller, world.admin, caller.upload("/imports?target=parts", form, world.admin).ok)


def correct_import(caller: ApiClient, world: World) -> ImportClient:
    """Create an import with a corrected row whose writing waits for a worker."""
    importing = paste(caller, world.admin, ROWS)
    importing.correct(2, model="M1 by hand")
    importing.run = caller.post(f"{importing.path}/write", {}, actor=world.admin).ok
    return importing


def get_error(importing: ImportClient) -> tuple[str, str]:
    """Run the jobs and return the state and error code of an import."""
    run = importing.run_jobs().run
    return run["state"], run["error"]["code"] if run["error"] else ""


def fail_with(fault: Exception) -> Any:
    """Return a function that raises an exception."""

    def fail(*arguments: object, **options: object) -> None:
        raise fault

    return fail


def abandon_job(importing: ImportClient, times: int) -> None:
    """Simulate crashed workers of the job, whose heartbeat has expired."""
    job = Job.objects.filter(state=JobState.WAITING)
    assert job.update(state=JobState.RUNNING, attempts=times, heartbeat_at=timezone.now() - LEASE_TIMEOUT) == 1


def test_import_fails_after_all_retries(caller: ApiClient, world: World) -> None:
    importing = start_import(caller, world)
    abandon_job(importing, MAX_ATTEMPTS)
    assert get_error(importing) == ("FAILED", "JOB_LOST")
    assert "failed repeatedly" in importing.run["error"]["message"]


def test_writing_can_be_repeated_after_all_retries_failed(caller: ApiClient, world: World) -> None:
    importing = correct_import(caller, world)
    abandon_job(importing, MAX_ATTEMPTS)
    assert get_error(importing) == ("REVIEW", "JOB_LOST")
    importing.write()
    assert (importing.run["state"], importing.run["error"]) == ("DONE", None)
    assert Part.objects.get(number="007").model == "M1 by hand"


def test_cancel_after_worker_crash(caller: ApiClient, world: World) -> None:
    importing = start_import(caller, world)
    abandon_job(importing, 1)
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == "READING"
    assert get_error(importing) == ("CANCELLED", "")
    assert importing.run["finishedAt"] is not None


def test_cancel_of_waiting_import_is_immediate(caller: ApiClient, world: World) -> None:
    importing = start_import(caller, world)
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == "CANCELLED"
    assert run_pending_jobs() == 0


@pytest.mark.parametrize(("state", "becomes"), [("CANCELLED", "CANCELLED"), ("FAILED", "FAILED")])
def test_cancel_after_unrecorded_end_of_job(state: str, becomes: str, caller: ApiClient, world: World) -> None:
    importing = start_import(caller, world)
    Job.objects.update(state=state, error="JOB_LOST" if state == "FAILED" else "", finished_at=timezone.now())
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == becomes


def test_cancel_after_job_was_purged(caller: ApiClient, world: World) -> None:
    importing = start_import(caller, world)
    Job.objects.all().delete()
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == "CANCELLED"


def test_crash_while_marking_failed_rows_rolls_back(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = correct_import(caller, world)
    with monkeypatch.context() as patch:
        patch.setattr(PartRowStore, "write", fail_with(invalid_field("number", "choice")))
        patch.setattr(pipeline, "recount", fail_with(OperationalError("server closed the connection")))
        with pytest.raises(OperationalError):
            run_pending_jobs()
    assert caller.get(importing.path, actor=world.admin).ok["state"] == "WRITING"
    with time_machine.travel(timezone.now() + LEASE_TIMEOUT):
        assert get_error(importing) == ("DONE", "")
    assert Part.objects.filter(manufacturer="Acme").count() == 2, "no row was skipped"


def test_cancel_of_waiting_undo_keeps_written_rows(caller: ApiClient, world: World) -> None:
    importing = paste(caller, world.admin, ROWS).write()
    caller.post(f"{importing.path}/undo", {}, actor=world.admin)
    assert caller.post(f"{importing.path}/cancel", {}, actor=world.admin).ok["state"] == "DONE"
    assert importing.run_jobs().run["canUndo"]


@pytest.mark.parametrize(("fault", "code"), [(DISK_FULL, "UNAVAILABLE"), (ZeroDivisionError(), "SERVER_ERROR")])
def test_failure_during_writing_allows_retry(
    fault: Exception, code: str, caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = correct_import(caller, world)
    with monkeypatch.context() as patch:
        patch.setattr(PartRowStore, "write", fail_with(fault))
        assert get_error(importing) == ("REVIEW", code)
    assert not Part.objects.filter(manufacturer="Acme").exists()
    assert importing.row(2)["cells"]["model"] == "M1 by hand"
    assert importing.write().run["state"] == "DONE"


def test_full_disk_while_reading_is_reported_as_unavailable(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pipeline, "read_sheets", fail_with(DISK_FULL))
    assert get_error(start_import(caller, world)) == ("FAILED", "UNAVAILABLE")


def test_failure_during_undo_allows_retry(caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    importing = paste(caller, world.admin, ROWS).write()
    with monkeypatch.context() as patch:
        patch.setattr(PartRowStore, "remove", fail_with(ZeroDivisionError()))
        importing.undo()
    assert (importing.run["state"], importing.run["error"]["code"]) == ("DONE", "SERVER_ERROR")
    assert importing.run["undoBlocked"] == importing.run["error"]["message"]
    assert importing.undo().run["state"] == "UNDONE"


def test_lost_database_connection_during_validation_is_retried(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = start_import(caller, world)
    with monkeypatch.context() as patch:
        patch.setattr(RowValidator, "validate_batch", fail_with(OperationalError("server closed the connection")))
        with pytest.raises(OperationalError):
            run_pending_jobs()
    assert caller.get(importing.path, actor=world.admin).ok["state"] == "CHECKING"
    with time_machine.travel(timezone.now() + LEASE_TIMEOUT):
        assert get_error(importing) == ("REVIEW", "")
    assert importing.counts == (2, 0, 0, 0)


def test_worker_without_heartbeat_loses_import_to_other_worker(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = upload_with_zip(caller, world, [build_part_row("N1")], {"N1.png": RED})
    caller.post(f"{importing.path}/write", {}, actor=world.admin)
    original_progress = JobContext.report_progress

    def progress(running: JobContext, done: int, total: int) -> None:
        if total:
            Job.objects.filter(pk=running.id, attempts=1).update(attempts=2)
            running.record_heartbeat()
        original_progress(running, done, total)

    with monkeypatch.context() as patch:
        patch.setattr(JobContext, "report_progress", progress)
        assert get_error(importing) == ("WRITING", "")
    assert not Part.objects.filter(number="N1").exists()
    with time_machine.travel(timezone.now() + LEASE_TIMEOUT):
        assert get_error(importing) == ("DONE", "")
    assert Part.objects.get(number="N1").image_id, "its picture was not discarded"
