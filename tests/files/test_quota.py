"""Upload quota per user."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from portal_backend.base.words import catalogue
from portal_backend.files.models import StoredFile
from tests import bodies, factories
from tests.caller import Caller
from tests.files.conftest import Stored
from tests.files.wire import Body, Received, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(stored: Stored) -> factories.World:
    return factories.world()


def send(person: factories.Person, size: int = 10) -> Received:
    return upload(person, Body(b"a.bin", size))


def test_upload_rate_limit_per_hour(world: factories.World, stored: Stored, settings: Settings) -> None:
    settings.UPLOADS_PER_HOUR = 3
    assert [send(world.client).status for _ in range(3)] == [200] * 3
    refused = send(world.client)
    assert (refused.verdict, refused.headers["Retry-After"]) == ("429 TOO_MANY_REQUESTS", "3600")
    assert len(stored()) == 3
    assert send(world.client_mate).status == 200
    StoredFile.objects.update(created_at=timezone.now() - timedelta(minutes=61))
    assert send(world.client).status == 200


def test_limit_on_size_of_unused_uploads(
    caller: Caller, world: factories.World, stored: Stored, settings: Settings
) -> None:
    settings.UNUSED_UPLOAD_BYTES = 1_500_000_000
    first = send(world.client).data["id"]
    StoredFile.objects.update(size=1_500_000_000)
    refused = send(world.client)
    assert refused.verdict == "429 TOO_MANY_REQUESTS"
    assert refused.data["message"] == catalogue("en")["errors.UNUSED_UPLOADS"].format(size="1.5", days=7)
    assert len(stored()) == 1
    assert send(world.client_mate).status == 200
    # claimed files do not count
    unit = bodies.unit(world.part.pk, attachments=[{"id": first}])
    _ = caller.post("/repairing/create", [unit], actor=world.client).ok
    assert send(world.client).status == 200


def test_inline_files_count_towards_quota(caller: Caller, world: factories.World, settings: Settings) -> None:
    settings.UPLOADS_PER_HOUR = 1
    files = [{"name": f"{number}.txt", "base64": "aGVsbG8="} for number in range(2)]
    unit = bodies.unit(world.part.pk, attachments=files)
    caller.post("/repairing/create", [unit], actor=world.client).refused(429, "TOO_MANY_REQUESTS")
