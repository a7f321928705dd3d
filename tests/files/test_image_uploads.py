"""Uploads with `image=true`: content that is not an image is rejected at once."""

import pytest

from portal_backend.base.words import catalogue
from portal_backend.files.models import StoredFile
from tests import factories
from tests.files.conftest import Stored
from tests.files.pictures import picture, several
from tests.files.wire import Body, Received, upload

pytestmark = pytest.mark.django_db


@pytest.fixture
def world(stored: Stored) -> factories.World:
    return factories.world()


def send(person: factories.Person, name: str, content: bytes, lang: str = "en") -> Received:
    return upload(person, Body(name.encode(), content), query="image=true", lang=lang)


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("fake.png", b"only a text"),
        ("page.png", b"<!DOCTYPE html><script>alert(1)</script>"),
        ("broken.jpg", picture("JPEG")[:300]),
        ("photo.gif", picture("GIF")),
        ("photo.txt", picture()),
    ],
)
def test_rejects_upload_that_is_not_an_image(world: factories.World, stored: Stored, name: str, content: bytes) -> None:
    for lang in ("en", "es"):
        refused = send(world.admin, name, content, lang)
        assert refused.verdict == "415 UNSUPPORTED_FILE"
        assert refused.data["fields"] == {"file": [catalogue(lang)["errors.field.image"]]}
    assert stored() == []
    assert not StoredFile.objects.exists()
    # as an attachment it is accepted
    assert upload(world.admin, Body(name.encode(), content)).status == 200


def test_rejects_image_over_1_megabyte(world: factories.World, stored: Stored) -> None:
    content = picture(size=(700, 700), compress_level=0)
    refused = send(world.admin, "large.png", content)
    assert refused.verdict == "413 MAX_UPLOAD_SIZE"
    assert "1MB" in refused.data["message"]
    assert stored() == []


@pytest.mark.parametrize(("name", "content"), [("a.png", picture()), ("b.jpg", several())])
def test_accepts_images(world: factories.World, name: str, content: bytes) -> None:
    response = send(world.client, name, content)
    assert response.status == 200
    assert StoredFile.objects.get(pk=response.data["id"]).has_preview
