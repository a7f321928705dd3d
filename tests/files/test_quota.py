"""Upload quota per user."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from portal_backend.core.translations import load_messages
from portal_backend.files.models import StoredFile
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.files.conftest import ListStoredFiles
from tests.files.upload_client import MultipartBody, UploadResponse, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(stored: ListStoredFiles) -> factories.World:
    return factories.world()


def upload_bytes(person: factories.Person, size: int = 10) -> UploadResponse:
    return upload(person, MultipartBody(b"a.bin", size))


def test_upload_rate_limit_per_hour(world: factories.World, stored: ListStoredFiles, settings: Settings) -> None:
    settings.UPLOADS_PER_HOUR = 3
    assert [upload_bytes(world.client).status for _ in range(3)] == [200] * 3
    refused = upload_bytes(world.client)
    assert (refused.outcome, refused.headers["Retry-After"]) == ("429 TOO_MANY_REQUESTS", "3600")
    assert len(stored()) == 3
    assert upload_bytes(world.client_mate).status == 200
    StoredFile.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    assert upload_bytes(world.client).status == 200


def test_limit_on_size_of_unused_uploads(
    caller: ApiClient, world: factories.World, stored: ListStoredFiles, settings: Settings
) -> None:
    settings.MAX_UNUSED_UPLOAD_BYTES = 1_500_000_000
    first = upload_bytes(world.client).data["id"]
    StoredFile.objects.update(size=1_500_000_000)
    refused = upload_bytes(world.client)
    assert refused.outcome == "429 TOO_MANY_REQUESTS"
    assert refused.data["message"] == load_messages("en")["errors.UNUSED_UPLOADS"].format(size="1.5", days=7)
    assert len(stored()) == 1
    assert upload_bytes(world.client_mate).status == 200
    # claimed files do not count
    unit = request_bodies.unit(world.part.pk, attachments=[{"id": first}])
    _ = caller.post("/repairing/create", [unit], actor=world.client).ok
    assert upload_bytes(world.client).status == 200


def test_inline_files_count_towards_quota(caller: ApiClient, world: factories.World, settings: Settings) -> None:
    settings.UPLOADS_PER_HOUR = 1
    files = [{"name": f"{number}.txt", "base64": "aGVsbG8="} for number in range(2)]
    unit = request_bodies.unit(world.part.pk, attachments=files)
    caller.post("/repairing/create", [unit], actor=world.client).assert_error(429, "TOO_MANY_REQUESTS")
