"""Export jobs: missing files, and permissions of the job's owner."""

from dataclasses import replace
from pathlib import Path

import pytest
from django.core.files.storage import default_storage
from pytest_django import Settings

from portal_backend.exports.making import KIND
from portal_backend.exports.mounting import offer
from portal_backend.exports.questions import SHEETS
from portal_backend.jobs.doing import do_waiting_jobs
from portal_backend.jobs.models import JobState
from portal_backend.jobs.work import start
from tests import factories
from tests.caller import Caller
from tests.factories import World

pytestmark = pytest.mark.django_db
USERS_SHEET = "/files/export/users/xlsx"


@pytest.fixture
def world(settings: Settings, tmp_path: Path) -> World:
    folder = {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": {"location": tmp_path}}
    settings.STORAGES = {**settings.STORAGES, "default": folder}
    settings.EXPORT_ROWS = 1
    return factories.world()


def test_missing_export_file_returns_404(caller: Caller, world: World) -> None:
    job = caller.get(USERS_SHEET, actor=world.admin).data["jobId"]
    do_waiting_jobs()
    assert caller.get(f"/files/export/jobs/{job}/xlsx", actor=world.admin).status == 200
    [name] = default_storage.listdir("exports")[1]
    default_storage.delete(f"exports/{name}")
    caller.get(f"/files/export/jobs/{job}/xlsx", actor=world.admin).refused(404, "NOT_FOUND")


def test_export_job_fails_if_owner_may_not_read_table(world: World) -> None:
    job = start(KIND, {"sheet": "contacts", "asked": ""}, actor=world.client.actor)
    do_waiting_jobs()
    job.refresh_from_db()
    assert (job.state, job.error) == (JobState.FAILED, "FORBIDDEN")
    assert not default_storage.exists("exports")


def test_rejects_duplicate_table_name() -> None:
    offer(SHEETS["contacts"])
    with pytest.raises(ValueError, match="contacts"):
        offer(replace(SHEETS["contacts"], readers=frozenset()))
    assert SHEETS["contacts"].readers
