"""Imports whose work ends otherwise than it should: they say so, and what a user has done to their rows stays."""

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


def begun(caller: Caller, here: World) -> Importing:
    """An import that no worker has looked at."""
    form = {"file": SimpleUploadedFile("parts.csv", ROWS.encode())}
    return Importing(caller, here.admin, caller.upload("/imports?target=parts", form, here.admin).ok)


def corrected(caller: Caller, here: World) -> Importing:
    """An import of which a row was corrected by hand, and whose writing waits for a worker."""
    importing = paste(caller, here.admin, ROWS)
    importing.correct(2, model="M1 by hand")
    importing.run = caller.post(f"{importing.path}/write", {}, actor=here.admin).ok
    return importing


def told(importing: Importing) -> tuple[str, str]:
    """The state and the error of an import after the workers did what waited."""
    run = importing.worked().run
    return run["state"], run["error"]["code"] if run["error"] else ""


def fails(fault: Exception) -> Any:
    """What stands in for something that fails."""

    def fail(*arguments: object, **named: object) -> None:
        raise fault

    return fail


def die(importing: Importing, times: int) -> None:
    """The workers that took it died of it, a minute ago."""
    job = Job.objects.filter(state=JobState.WAITING)
    assert job.update(state=JobState.RUNNING, attempts=times, beat_at=timezone.now() - SILENCE) == 1


def test_one_that_every_worker_dies_of_says_so(caller: Caller, here: World) -> None:
    importing = begun(caller, here)
    die(importing, ATTEMPTS)
    assert told(importing) == ("FAILED", "JOB_LOST")
    assert "again and again" in importing.run["error"]["message"]


def test_one_whose_writing_every_worker_dies_of_can_be_written_again(caller: Caller, here: World) -> None:
    importing = corrected(caller, here)
    die(importing, ATTEMPTS)
    assert told(importing) == ("REVIEW", "JOB_LOST")
    importing.write()
    assert (importing.run["state"], importing.run["error"]) == ("DONE", None)
    assert Part.objects.get(number="007").model == "M1 by hand"


def test_one_that_is_cancelled_after_its_worker_died_is_cancelled(caller: Caller, here: World) -> None:
    importing = begun(caller, here)
    die(importing, 1)
    assert caller.post(f"{importing.path}/cancel", {}, actor=here.admin).ok["state"] == "READING"
    assert told(importing) == ("CANCELLED", "")
    assert importing.run["finishedAt"] is not None


def test_one_that_waits_is_cancelled_at_once(caller: Caller, here: World) -> None:
    importing = begun(caller, here)
    assert caller.post(f"{importing.path}/cancel", {}, actor=here.admin).ok["state"] == "CANCELLED"
    assert do_waiting_jobs() == 0


@pytest.mark.parametrize(("state", "becomes"), [("CANCELLED", "CANCELLED"), ("FAILED", "FAILED")])
def test_one_whose_work_ended_unnoticed_can_still_be_cancelled(
    state: str, becomes: str, caller: Caller, here: World
) -> None:
    importing = begun(caller, here)
    Job.objects.update(state=state, error="JOB_LOST" if state == "FAILED" else "", finished_at=timezone.now())
    assert caller.post(f"{importing.path}/cancel", {}, actor=here.admin).ok["state"] == becomes


def test_one_whose_work_was_forgotten_can_still_be_cancelled(caller: Caller, here: World) -> None:
    importing = begun(caller, here)
    Job.objects.all().delete()
    assert caller.post(f"{importing.path}/cancel", {}, actor=here.admin).ok["state"] == "CANCELLED"


def test_a_worker_that_dies_while_refused_rows_are_noted_leaves_none_of_it(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = corrected(caller, here)
    with monkeypatch.context() as patch:
        patch.setattr(PartRows, "write", fails(invalid_field("number", "choice")))
        patch.setattr(work, "count", fails(OperationalError("server closed the connection")))
        with pytest.raises(OperationalError):
            do_waiting_jobs()
    assert caller.get(importing.path, actor=here.admin).ok["state"] == "WRITING"
    with time_machine.travel(timezone.now() + SILENCE):
        assert told(importing) == ("DONE", "")
    assert Part.objects.filter(manufacturer="Acme").count() == 2, "none was left out"


def test_taking_back_that_is_cancelled_before_it_begins_leaves_what_was_written(caller: Caller, here: World) -> None:
    importing = paste(caller, here.admin, ROWS).write()
    caller.post(f"{importing.path}/undo", {}, actor=here.admin)
    assert caller.post(f"{importing.path}/cancel", {}, actor=here.admin).ok["state"] == "DONE"
    assert importing.worked().run["canUndo"]


@pytest.mark.parametrize(("fault", "code"), [(DISK_FULL, "UNAVAILABLE"), (ZeroDivisionError(), "SERVER_ERROR")])
def test_a_fault_while_rows_are_written_leaves_them_to_be_written_again(
    fault: Exception, code: str, caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = corrected(caller, here)
    with monkeypatch.context() as patch:
        patch.setattr(PartRows, "write", fails(fault))
        assert told(importing) == ("REVIEW", code)
    assert not Part.objects.filter(manufacturer="Acme").exists()
    assert importing.row(2)["cells"]["model"] == "M1 by hand"
    assert importing.write().run["state"] == "DONE"


def test_a_full_disk_while_a_file_is_read_is_told_as_such(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(work, "read_files", fails(DISK_FULL))
    assert told(begun(caller, here)) == ("FAILED", "UNAVAILABLE")


def test_a_fault_while_rows_are_taken_back_leaves_them_to_be_taken_back_again(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = paste(caller, here.admin, ROWS).write()
    with monkeypatch.context() as patch:
        patch.setattr(PartRows, "remove", fails(ZeroDivisionError()))
        importing.undo()
    assert (importing.run["state"], importing.run["error"]["code"]) == ("DONE", "SERVER_ERROR")
    assert importing.run["undoBlocked"] == importing.run["error"]["message"]
    assert importing.undo().run["state"] == "UNDONE"


def test_a_database_that_goes_away_while_rows_are_checked_leaves_them_to_a_later_try(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = begun(caller, here)
    with monkeypatch.context() as patch:
        patch.setattr(Checker, "batch", fails(OperationalError("server closed the connection")))
        with pytest.raises(OperationalError):
            do_waiting_jobs()
    assert caller.get(importing.path, actor=here.admin).ok["state"] == "CHECKING"
    with time_machine.travel(timezone.now() + SILENCE):
        assert told(importing) == ("REVIEW", "")
    assert importing.counts == (2, 0, 0, 0)


def test_a_worker_that_was_silent_too_long_leaves_the_import_to_the_other(
    caller: Caller, here: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    importing = with_zip(caller, here, [part("N1")], {"N1.png": RED})
    caller.post(f"{importing.path}/write", {}, actor=here.admin)
    goes_on = Running.progress

    def progress(running: Running, done: int, total: int) -> None:
        if total:
            Job.objects.filter(pk=running.id, attempts=1).update(attempts=2)
            running.beat()
        goes_on(running, done, total)

    with monkeypatch.context() as patch:
        patch.setattr(Running, "progress", progress)
        assert told(importing) == ("WRITING", "")
    assert not Part.objects.filter(number="N1").exists()
    with time_machine.travel(timezone.now() + SILENCE):
        assert told(importing) == ("DONE", "")
    assert Part.objects.get(number="N1").image_id, "its picture was not thrown away"
