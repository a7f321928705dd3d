"""Uploads with `image=true`: content that is not an image is rejected at once."""

import pytest

from portal_backend.core.translations import load_messages
from portal_backend.files.models import StoredFile
from tests import factories
from tests.files.conftest import ListStoredFiles
from tests.files.sample_images import build_image, build_mpo
from tests.files.upload_client import MultipartBody, UploadResponse, upload

pytestmark = [pytest.mark.django_db, pytest.mark.split]


@pytest.fixture
def world(stored: ListStoredFiles) -> factories.World:
    return factories.world()


def upload_image(person: factories.Person, name: str, content: bytes, lang: str = "en") -> UploadResponse:
    return upload(person, MultipartBody(name.encode(), content), query="image=true", lang=lang)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("fake.png", b"only a text"),
        ("page.png", b"<!DOCTYPE html><script>alert(1)</script>"),
        ("broken.jpg", build_image("JPEG")[:300]),
        ("photo.gif", build_image("GIF")),
        ("photo.txt", build_image()),
    ],
)
def test_rejects_upload_that_is_not_an_image(
    world: factories.World, stored: ListStoredFiles, name: str, content: bytes
) -> None:
    for lang in ("en", "es"):
        refused = upload_image(world.admin, name, content, lang)
        assert refused.outcome == "415 UNSUPPORTED_FILE"
        assert refused.data["fields"] == {"file": [load_messages(lang)["errors.field.image"]]}
    assert stored() == []
    assert not StoredFile.objects.exists()
    # as an attachment it is accepted
    assert upload(world.admin, MultipartBody(name.encode(), content)).status == 200


def test_rejects_image_over_1_megabyte(world: factories.World, stored: ListStoredFiles) -> None:
    content = build_image(size=(700, 700), compress_level=0)
    refused = upload_image(world.admin, "large.png", content)
    assert refused.outcome == "413 MAX_UPLOAD_SIZE"
    assert "1MB" in refused.data["message"]
    assert stored() == []


@pytest.mark.parametrize(("name", "content"), [("a.png", build_image()), ("b.jpg", build_mpo())])
def test_accepts_images(world: factories.World, name: str, content: bytes) -> None:
    response = upload_image(world.client, name, content)
    assert response.status == 200
    assert StoredFile.objects.get(pk=response.data["id"]).has_preview
