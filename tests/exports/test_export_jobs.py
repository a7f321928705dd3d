"""Export jobs above the row limit: progress, cancellation, access and retention."""

import io
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Any

import openpyxl
import pytest
import time_machine
from django.conf import settings
from django.core.files.storage import default_storage
from django.db import connection
from django.test import override_settings
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from portal_backend.accounts.grants import set_followed_clients
from portal_backend.core import cancellation
from portal_backend.core.actor import Role
from portal_backend.core.cancellation import Canceled, CancellationToken
from portal_backend.core.translations import load_messages
from portal_backend.exports import export_files
from portal_backend.jobs import worker
from portal_backend.jobs.models import Job
from portal_backend.jobs.queue import JobContext
from portal_backend.jobs.worker import purge_old_jobs, run_pending_jobs
from portal_backend.resources import xlsx
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.factories import Person, World
from tests.resources.repair_rows import create_repairs

pytestmark = pytest.mark.django_db
LIST = "/files/export/active-repairs/xlsx"
LIMIT = 5


@pytest.fixture(autouse=True)
def _small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(xlsx, "BATCH_SIZE", 2)
    storage = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path}}
    with override_settings(EXPORT_SYNC_MAX_ROWS=LIMIT, STORAGES={**settings.STORAGES, "default": storage}):
        yield


@pytest.fixture
def world() -> World:
    return factories.world()


def request_export(caller: ApiClient, who: Person, **query: Any) -> str:
    """Request an export and return the path of its job."""
    response = caller.get(LIST, actor=who, **query)
    assert response.status == 202, response.data
    assert set(response.data) == {"jobId"}
    return f"/files/export/jobs/{response.data['jobId']}"


def read_cells(response: ClientResponse) -> list[list[Any]]:
    page = openpyxl.load_workbook(io.BytesIO(response.data)).worksheets[0]
    return [[cell.value for cell in row] for row in page.iter_rows()]


def list_stored_files() -> list[str]:
    return default_storage.listdir("exports")[1] if default_storage.exists("exports") else []


def test_export_up_to_row_limit_is_synchronous(caller: ApiClient, world: World) -> None:
    create_repairs(world, LIMIT)
    assert caller.get(LIST, actor=world.admin).status == 200
    create_repairs(world, 1)
    request_export(caller, world.admin)
    assert caller.get(LIST, actor=world.client).status == 200, "its own are fewer"


def test_export_job_produces_same_file_as_synchronous_export(caller: ApiClient, world: World) -> None:
    create_repairs(world, 9, ["NEW", "IN_TRANSIT"])
    params = {"sort": "requestId,ASC", "columns": ["status", "requestId", "createdAt"], "status": ["NEW"]}
    with override_settings(EXPORT_SYNC_MAX_ROWS=100):
        direct = caller.call("GET", LIST, world.admin, lang="es", headers={"Locale-Offset": "60"}, **params)
    with override_settings(EXPORT_SYNC_MAX_ROWS=3):
        response = caller.call("GET", LIST, world.admin, lang="es", headers={"Locale-Offset": "60"}, **params)
    path = f"/files/export/jobs/{response.data['jobId']}"
    waiting = caller.get(path, actor=world.admin).ok
    assert waiting == {"state": "WAITING", "progress": None, "done": 0, "total": 0, "url": None, "message": None}
    run_pending_jobs()
    job = caller.get(path, actor=world.admin).ok
    assert (job["state"], job["progress"], job["message"]) == ("DONE", 100, None)
    file = caller.get(job["url"], actor=world.admin)
    assert read_cells(file) == read_cells(direct)
    assert len(read_cells(file)) == 6
    assert file.headers["Content-Disposition"] == direct.headers["Content-Disposition"]
    assert "Reparaciones" in file.headers["Content-Disposition"]
    assert file.headers["Cache-Control"] == "private, no-store"
    assert file.headers["X-Content-Type-Options"] == "nosniff"
    assert caller.get(job["url"], actor=world.admin).status == 200, "it can be fetched again"


def test_export_job_of_report_uses_filters_of_body(caller: ApiClient, world: World) -> None:
    create_repairs(world, 9, ["NEW", "REJECTED"])
    path = "/files/export/general-report/xlsx"
    with override_settings(EXPORT_SYNC_MAX_ROWS=3):
        response = caller.post(path, {"status": "NEW"}, actor=world.supervisor, columns=["requestId", "status"])
    assert response.status == 202
    run_pending_jobs()
    _, *rows = read_cells(caller.get(f"/files/export/jobs/{response.data['jobId']}/xlsx", actor=world.supervisor))
    assert len(rows) == 5
    assert {row[1] for row in rows} == {load_messages("en")["status.REPAIR.NEW"]}


def test_rejects_invalid_parameters_without_job(caller: ApiClient, world: World) -> None:
    create_repairs(world, 9)
    for wrong in ({"sort": "nothing,ASC"}, {"status": "NOTHING"}, {"columns": "nothing"}):
        caller.get(LIST, actor=world.admin, **wrong).assert_error(400, "VALIDATION")
    assert not Job.objects.exists()


def test_export_job_reports_progress_and_can_be_canceled(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    create_repairs(world, 10)
    path = request_export(caller, world.admin)
    seen: list[tuple[Any, ...]] = []
    progress = JobContext.report_progress

    def look(running: JobContext, done: int, total: int) -> None:
        progress(running, done, total)
        running.record_heartbeat()
        if total:
            job = caller.get(path, actor=world.admin).ok
            seen.append((job["state"], job["progress"], job["done"], job["total"], job["url"]))
        if done == 6:
            assert caller.delete(path, actor=world.admin).ok["state"] == "CANCELLED"

    monkeypatch.setattr(JobContext, "report_progress", look)
    run_pending_jobs()
    running = [("RUNNING", done * 10, done, 10, None) for done in (2, 4, 6)]
    assert seen == [*running, ("CANCELLED", 80, 8, 10, None)]
    assert caller.get(path, actor=world.admin).ok["state"] == "CANCELLED"
    caller.get(f"{path}/xlsx", actor=world.admin).assert_error(404, "NOT_FOUND")
    assert list_stored_files() == []


def test_canceled_waiting_job_never_runs(caller: ApiClient, world: World) -> None:
    create_repairs(world, 9)
    path = request_export(caller, world.admin)
    assert caller.delete(path, actor=world.admin).ok["state"] == "CANCELLED"
    assert run_pending_jobs() == 0
    assert caller.delete(path, actor=world.admin).ok["state"] == "CANCELLED"


def test_repeated_request_returns_same_job(caller: ApiClient, world: World) -> None:
    create_repairs(world, 9)
    first = request_export(caller, world.admin)
    assert request_export(caller, world.admin) == first
    assert request_export(caller, world.admin, sort="requestId,ASC") != first
    assert request_export(caller, world.supervisor) != first
    caller.delete(first, actor=world.admin)
    assert request_export(caller, world.admin) != first


def test_request_above_row_limit_writes_no_row(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows are counted to the limit only, and no part of the file is written twice."""
    create_repairs(world, LIMIT + 1)

    def write(*_arguments: Any) -> int:
        raise AssertionError("the job writes the file")

    with monkeypatch.context() as patch:
        patch.setattr(xlsx.Export, "write", write)
        first = request_export(caller, world.admin)
        with CaptureQueriesContext(connection) as queries:
            assert request_export(caller, world.admin) == first
        statements = [each["sql"] for each in queries if f"LIMIT {LIMIT + 1}" in each["sql"]]
    [count] = statements
    assert "COUNT(" in count
    assert "ORDER BY" not in count
    run_pending_jobs()
    assert caller.get(first, actor=world.admin).ok["state"] == "DONE"


def test_only_owner_can_access_export_job(caller: ApiClient, world: World) -> None:
    create_repairs(world, 12)
    path = request_export(caller, world.client)
    run_pending_jobs()
    unknown = caller.get("/files/export/jobs/unknown", actor=world.admin).assert_error(404, "NOT_FOUND")
    for who in (world.admin, world.client_mate, world.client2, world.service):
        for response in (
            caller.get(path, actor=who),
            caller.get(f"{path}/xlsx", actor=who),
            caller.delete(path, actor=who),
        ):
            assert response.assert_error(404, "NOT_FOUND").data == unknown.data
    caller.get(f"{path}/xlsx").assert_error(401, "TOKEN_INVALID")
    assert caller.get(f"{path}/xlsx", actor=world.client).status == 200


def lock_user(who: Person) -> None:
    factories.User.objects.filter(pk=who.id).update(locked=True)


def unfollow_clients(who: Person) -> None:
    set_followed_clients(who.user, [])


@pytest.mark.parametrize("change", [lock_user, unfollow_clients])
def test_export_job_fails_if_owner_loses_access(change: Any, caller: ApiClient, world: World) -> None:
    create_repairs(world, 20)
    path = request_export(caller, world.manager)
    change(world.manager)
    run_pending_jobs()
    assert Job.objects.get().error == "FORBIDDEN"
    assert list_stored_files() == []
    factories.User.objects.update(locked=False)
    if change is unfollow_clients:
        caller.get(path, actor=world.manager).assert_error(404, "NOT_FOUND")
    else:
        job = caller.get(path, actor=factories.session(world.manager.user)).ok
        assert (job["state"], job["message"]) == ("FAILED", load_messages("en")["errors.FORBIDDEN"])


def test_finished_export_is_not_found_after_loss_of_access(caller: ApiClient, world: World) -> None:
    create_repairs(world, 20)
    path = request_export(caller, world.manager)
    run_pending_jobs()
    assert caller.get(f"{path}/xlsx", actor=world.manager).status == 200
    unfollow_clients(world.manager)
    caller.get(f"{path}/xlsx", actor=world.manager).assert_error(404, "NOT_FOUND")


def test_export_file_is_deleted_after_a_day(caller: ApiClient, world: World) -> None:
    create_repairs(world, 9)
    path = request_export(caller, world.admin)
    run_pending_jobs()
    assert len(list_stored_files()) == 1
    later = timezone.now() + timedelta(hours=24, minutes=1)
    with time_machine.travel(later, tick=False):
        assert caller.get(path, actor=factories.session(world.admin.user)).status == 200
        purge_old_jobs()
        caller.get(path, actor=factories.session(world.admin.user)).assert_error(404, "NOT_FOUND")
        caller.get(f"{path}/xlsx", actor=factories.session(world.admin.user)).assert_error(404, "NOT_FOUND")
    assert list_stored_files() == []


def test_files_of_failed_attempts_are_deleted(caller: ApiClient, world: World) -> None:
    create_repairs(world, 9)
    path = request_export(caller, world.admin)
    job = path.rpartition("/")[2]
    export_files.default_storage.save(f"exports/{job}-1", io.BytesIO(b"half of it"))
    Job.objects.update(state="RUNNING", attempts=1, heartbeat_at=timezone.now() - timedelta(minutes=2))
    run_pending_jobs()
    assert len(read_cells(caller.get(f"{path}/xlsx", actor=world.admin))) == 10
    assert len(list_stored_files()) == 2
    with time_machine.travel(timezone.now() + timedelta(days=2), tick=False):
        purge_old_jobs()
    assert list_stored_files() == []


def test_export_job_fails_above_sheet_row_limit(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(xlsx, "MAX_SHEET_ROWS", 7)
    create_repairs(world, 9)
    path = request_export(caller, world.admin)
    run_pending_jobs()
    job = caller.call("GET", path, world.admin, lang="es").ok
    assert (job["state"], job["message"]) == ("FAILED", load_messages("es")["errors.MAX_ROWS"])


def test_every_role_can_read_own_export_job(caller: ApiClient, world: World) -> None:
    create_repairs(world, 20)
    for role, who in world.one_of_each_role.items():
        path = request_export(caller, who, **({} if role != Role.ADMIN else {"sort": "requestId,ASC"}))
        assert caller.get(path, actor=who).ok["state"] == "WAITING"


def test_export_job_is_per_language(caller: ApiClient, world: World) -> None:
    create_repairs(world, LIMIT + 1)
    paths = [
        f"/files/export/jobs/{caller.call('GET', LIST, world.admin, lang=lang).data['jobId']}"
        for lang in ("en", "es", "es")
    ]
    assert paths[0] != paths[1] == paths[2], "in the same one nobody waits for two files"
    run_pending_jobs()
    heads = [read_cells(caller.get(f"{path}/xlsx", actor=world.admin))[0] for path in paths[:2]]
    assert load_messages("en")["columns.status"] in heads[0]
    assert load_messages("es")["columns.status"] in heads[1]


@pytest.mark.parametrize(
    "path",
    [LIST, "/files/export/repair-papers/pdf?repairId={repair}&labels=SINGLE&lang=en"],
    ids=["a spreadsheet", "papers"],
)
def test_export_stops_if_client_disconnects(path: str, caller: ApiClient, world: World) -> None:
    """The server cancels the token of a request whose client has disconnected."""
    repair = factories.repair(world)
    token = CancellationToken()
    token.cancel()
    with token.activate(), pytest.raises(Canceled):
        caller.get(path.format(repair=repair.pk), actor=world.admin)


def test_export_job_is_retried_after_worker_shutdown(
    caller: ApiClient, world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = request_large_export(caller, world)
    shutdown_token = CancellationToken()
    real = JobContext.report_progress

    def progress(running: JobContext, done: int, total: int) -> None:
        if done:
            shutdown_token.cancel()
        real(running, done, total)

    with monkeypatch.context() as patch:
        for module in (cancellation, worker):
            patch.setattr(module, "shutdown", shutdown_token)
        patch.setattr(JobContext, "report_progress", progress)
        assert run_pending_jobs() == 1
    assert caller.get(job, actor=world.admin).ok["state"] == "WAITING"
    assert list_stored_files() == []
    run_pending_jobs()
    assert caller.get(job, actor=world.admin).ok["state"] == "DONE"


def request_large_export(caller: ApiClient, world: World) -> str:
    """Request an export with more rows than the limit."""
    create_repairs(world, LIMIT + 1)
    return request_export(caller, world.admin)
