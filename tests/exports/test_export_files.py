"""Export jobs: missing files, and permissions of the job's owner."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from pytest_django import Settings

from portal_backend.exports.export_files import EXPORT_JOB_KIND, index_tables
from portal_backend.jobs.models import JobState
from portal_backend.jobs.queue import enqueue_job
from portal_backend.jobs.worker import run_pending_jobs
from portal_backend.wiring import EXPORTED_TABLES
from tests import factories
from tests.api_client import ApiClient
from tests.factories import World

pytestmark = pytest.mark.django_db
USERS_SHEET = "/files/export/users/xlsx"


@pytest.fixture
def world(settings: Settings, tmp_path: Path) -> World:
    folder = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path}}
    settings.STORAGES = {**settings.STORAGES, "default": folder}
    settings.EXPORT_SYNC_MAX_ROWS = 1
    return factories.world()


def test_missing_export_file_returns_404(caller: ApiClient, world: World) -> None:
    job = caller.get(USERS_SHEET, actor=world.admin).data["jobId"]
    run_pending_jobs()
    assert caller.get(f"/files/export/jobs/{job}/xlsx", actor=world.admin).status == 200
    [name] = default_storage.listdir("exports")[1]
    default_storage.delete(f"exports/{name}")
    caller.get(f"/files/export/jobs/{job}/xlsx", actor=world.admin).assert_error(404, "NOT_FOUND")


def test_export_job_fails_if_owner_may_not_read_table(world: World) -> None:
    job = enqueue_job(EXPORT_JOB_KIND, {"table_name": "contacts", "query_string": ""}, actor=world.client.actor)
    run_pending_jobs()
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.FAILED, "FORBIDDEN")
    assert not default_storage.exists("exports")


def test_rejects_duplicate_table_name() -> None:
    table = EXPORTED_TABLES["contacts"]
    assert index_tables([table, table]) == {"contacts": table}
    assert table.readers
    with pytest.raises(ValueError, match="contacts"):
        index_tables([table, replace(table, readers=frozenset())])
