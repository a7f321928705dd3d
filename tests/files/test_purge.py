"""Purge of unused uploads after seven days, with their content and previews.

See contract 5.
"""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from portal_backend.files.actions import mark_claimed, purge_unused
from portal_backend.files.models import StoredFile
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.files.conftest import ListStoredFiles
from tests.files.sample_images import build_image
from tests.files.upload_client import MultipartBody, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(stored: ListStoredFiles) -> factories.World:
    return factories.world()


def store_aged_file(person: factories.Person, age: timedelta) -> StoredFile:
    response = upload(person, MultipartBody(b"photo.png", build_image()))
    row = StoredFile.objects.get(pk=response.data["id"])
    StoredFile.objects.filter(pk=row.pk).update(created_at=timezone.now() - age)
    return row


def test_purges_only_old_unused_uploads(caller: ApiClient, world: factories.World, stored: ListStoredFiles) -> None:
    week, second = timedelta(days=7), timedelta(seconds=5)
    old, young = store_aged_file(world.client, week + second), store_aged_file(world.client, week - second)
    claimed, image = store_aged_file(world.client, 2 * week), store_aged_file(world.admin, 2 * week)
    body = [request_bodies.unit(world.part.pk, attachments=[{"id": claimed.pk}])]
    created = caller.post("/repairing/create", body, actor=world.client).ok
    mark_claimed([image.pk])
    assert len(stored()) == 12
    assert purge_unused() == 1
    assert set(StoredFile.objects.values_list("pk", flat=True)) == {young.pk, claimed.pk, image.pk}
    assert len(stored()) == 9
    assert not [path for path in stored() if old.pk in path]
    caller.get(f"/files/download/{old.pk}", actor=world.client).assert_error(404, "NOT_FOUND")
    # the status request reports it as gone; claimed files are not affected
    assert caller.get("/files/status", actor=world.client, ids=[old.pk, young.pk]).ok == [young.pk]
    assert caller.get(f"/files/download/{claimed.pk}", actor=world.service).status == 200
    assert purge_unused() == 0
    assert caller.get("/repairing/fetch/repair", actor=world.client, repairId=created["id"]).status == 200


def test_purge_command_uses_retention_setting(
    world: factories.World, stored: ListStoredFiles, settings: Settings
) -> None:
    store_aged_file(world.client, timedelta(days=2))
    output = StringIO()
    call_command("purge_unused_uploads", stdout=output)
    assert output.getvalue() == "0 unused uploads deleted\n"
    settings.UNUSED_UPLOAD_RETENTION_DAYS = 1
    call_command("purge_unused_uploads", stdout=output)
    assert output.getvalue().endswith("1 unused uploads deleted\n")
    assert stored() == []
