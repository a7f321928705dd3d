"""Images of parts: 400 or 415 if invalid, 413 if too large (contract 5 and 6.2)."""

import base64
from datetime import UTC, datetime
from typing import Any

import pytest

from portal_backend.catalogue.models import Part
from portal_backend.core.translations import load_messages
from portal_backend.files.actions import purge_unused
from portal_backend.files.models import StoredFile
from tests import factories
from tests.api_client import ApiClient
from tests.contract.administration_data import build_part_body as body
from tests.files.sample_images import build_image
from tests.files.upload_client import MultipartBody, upload

pytestmark = pytest.mark.django_db
PARTS = "/parts"


@pytest.fixture
def world() -> factories.World:
    made = factories.world()
    assert made.part
    return made


def build_inline_file(content: bytes, name: str = "a.png") -> dict[str, Any]:
    return {"name": name, "base64": base64.b64encode(content).decode()}


def list_invalid_images(caller: ApiClient, world: factories.World) -> list[tuple[Any, str, list[str], int]]:
    mine = upload(world.client, MultipartBody(b"a.png", build_image())).data["id"]
    text = upload(world.admin, MultipartBody(b"a.txt", b"no picture")).data["id"]
    large = upload(world.admin, MultipartBody(b"a.png", build_image(size=(700, 700), compress_level=0))).data["id"]
    return [
        (None, "400 VALIDATION", ["image"], 0),
        ({}, "400 VALIDATION", ["image"], 0),
        ({"name": "a.png"}, "400 VALIDATION", ["image"], 0),
        ({"name": "a.png", "base64": "!!"}, "400 VALIDATION", ["image.base64"], 0),
        (build_inline_file(b"no picture at all"), "415 UNSUPPORTED_FILE", ["image"], 1),
        (
            build_inline_file(b"<svg xmlns='http://www.w3.org/2000/svg'/>", "a.svg"),
            "415 UNSUPPORTED_FILE",
            ["image"],
            1,
        ),
        (build_inline_file(build_image()[:60]), "415 UNSUPPORTED_FILE", ["image"], 1),
        ({"id": text}, "415 UNSUPPORTED_FILE", ["image"], 0),
        (build_inline_file(b"x" * 1_000_001), "413 MAX_UPLOAD_SIZE", [], 0),
        ({"id": large}, "413 MAX_UPLOAD_SIZE", [], 0),
        ({"id": mine}, "404 NOT_FOUND", [], 0),
        ({"id": "nothing"}, "404 NOT_FOUND", [], 0),
        ({**build_inline_file(build_image()), "colour": 1}, "400 VALIDATION", ["image.colour"], 0),
    ]


def test_rejects_invalid_images_and_claims_uploads(caller: ApiClient, world: factories.World) -> None:
    rest_body = {**body(world), "descriptionEn": "A", "descriptionEs": "B"}
    del rest_body["description"]
    for image, verdict, fields, _ in list_invalid_images(caller, world):
        for path, sent in ((PARTS, body(world)), ("/api/rest/parts", rest_body)):
            rejection = caller.post(path, {**sent, "image": image}, actor=world.admin)
            assert (rejection.outcome, list(rejection.fields)) == (verdict, fields), (path, str(image)[:60])
    assert Part.objects.count() == 1
    response = caller.call(
        "POST", PARTS, world.admin, body={**body(world), "image": build_inline_file(b"x" * 1_000_001)}, lang="es"
    )
    assert response.data["message"] == load_messages("es")["errors.MAX_UPLOAD_SIZE"].format(limit="1")
    # An uploaded file is assigned to the part, and cannot be assigned to a second one.
    sent = upload(world.admin, MultipartBody(b"photo.jpg", build_image("JPEG"))).data["id"]
    made = caller.post(PARTS, {**body(world), "image": {"id": sent}}, actor=world.admin).ok
    assert Part.objects.get(pk=made["id"]).image_id == sent
    assert StoredFile.objects.get(pk=sent).claimed_at is not None
    caller.post(PARTS, {**body(world), "number": "2", "image": {"id": sent}}, actor=world.admin).assert_error(
        404, "NOT_FOUND"
    )


def test_replaced_image_is_purged_with_unused_uploads(caller: ApiClient, world: factories.World) -> None:
    made = caller.post(PARTS, body(world), actor=world.admin).ok
    first = Part.objects.get(pk=made["id"]).image_id
    edit = {**body(world), "id": made["id"]}
    _ = caller.post(PARTS, {key: value for key, value in edit.items() if key != "image"}, actor=world.admin).ok
    assert StoredFile.objects.get(pk=first).claimed_at is not None
    _ = caller.post(PARTS, {**edit, "image": build_inline_file(build_image("JPEG"), "b.jpg")}, actor=world.admin).ok
    second = Part.objects.get(pk=made["id"]).image_id
    StoredFile.objects.update(created_at=datetime(2020, 1, 1, tzinfo=UTC))
    purge_unused()
    assert set(StoredFile.objects.values_list("pk", flat=True)) == {second}
