"""Downloads and claims: access, headers and attachment limits (security.md 3, 19)."""

import base64
import io
from typing import Any

import pytest
from pytest_django import Settings

from portal_backend.files.models import StoredFile
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.files.conftest import ListStoredFiles
from tests.files.upload_client import MultipartBody, upload

pytestmark = pytest.mark.django_db
UPLOAD, STATUS, CREATE = "/files/upload", "/files/status", "/repairing/create"


@pytest.fixture
def world(stored: ListStoredFiles) -> factories.World:
    return factories.world()


def upload_file(person: factories.Person, name: str = "note.txt", content: bytes = b"hello") -> str:
    return str(upload(person, MultipartBody(name.encode(), content)).data["id"])


def download_file(caller: ApiClient, file_id: str, actor: factories.Person | None) -> ClientResponse:
    return caller.get(f"/files/download/{file_id}", actor=actor)


def create_request(
    caller: ApiClient, world: factories.World, attachments: list[Any], actor: factories.Person | None = None
) -> Any:
    return caller.post(
        CREATE, [request_bodies.unit(world.part.pk, attachments=attachments)], actor=actor or world.client
    )


def test_download_is_attachment_with_security_headers(caller: ApiClient, world: factories.World) -> None:
    response = download_file(caller, upload_file(world.client, "résumé.txt"), world.client)
    assert response.status == 200
    assert response.data == b"hello"
    assert response.headers["Content-Disposition"] == "attachment; filename*=utf-8''r%C3%A9sum%C3%A9.txt"
    assert response.headers["Content-Length"] == "5"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert response.headers["Cache-Control"] == "private, no-store"


@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (b"<!DOCTYPE html><script>alert(1)</script>", "application/octet-stream"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "application/octet-stream"),
        (b"<?xml version='1.0'?><RadInstrumentData/>", "application/octet-stream"),
        (b"CWS\x0f" + b"\0" * 60, "application/octet-stream"),
        (b"plain", "text/plain"),
        (b"%PDF-1.7\n", "application/pdf"),
    ],
)
def test_download_has_no_active_media_type(
    caller: ApiClient, world: factories.World, content: bytes, kind: str
) -> None:
    response = download_file(caller, upload_file(world.client, "x.png", content), world.client)
    assert response.headers["Content-Type"].split(";")[0] == kind
    assert response.headers["Content-Disposition"].startswith("attachment")
    assert response.data == content


def test_file_name_cannot_inject_headers(caller: ApiClient, world: factories.World) -> None:
    StoredFile.objects.filter(pk=(file_id := upload_file(world.client))).update(name='a"; x="\r\nSet-Cookie: a=b.txt')
    response = download_file(caller, file_id, world.client)
    assert "Set-Cookie" not in response.headers
    assert "\n" not in response.headers["Content-Disposition"]


def test_upload_is_private_until_claimed_by_request(caller: ApiClient, world: factories.World) -> None:
    file_id = upload_file(world.client)
    all_people = [getattr(world, name) for name in world.__dataclass_fields__ if name != "parts"]
    missing = download_file(caller, "no-such-file", world.client2).assert_error(404, "NOT_FOUND")
    for actor in all_people:
        response = download_file(caller, file_id, actor)
        if actor is world.client:
            assert response.status == 200
        else:
            assert (response.status, response.data) == (404, missing.data)
    assert create_request(caller, world, [{"id": file_id}]).status == 200
    allowed = {world.client.username, "client_mate", "service", "supervisor", "supervisor2", "admin", "manager"}
    for actor in all_people:
        response = download_file(caller, file_id, actor)
        assert (response.status == 200) == (actor.username in allowed), actor.username
    denied = download_file(caller, file_id, world.client2)
    denied_headers = {name: value for name, value in denied.headers.items() if name != "X-Request-Id"}
    assert denied.data == missing.data
    assert denied_headers == {name: value for name, value in missing.headers.items() if name != "X-Request-Id"}
    download_file(caller, file_id, None).assert_error(401, "TOKEN_INVALID")
    # files follow the scope of their service request
    request = ServiceRequest.objects.get()
    ServiceRequest.objects.update(service=world.service2.user.service)
    download_file(caller, file_id, world.service).assert_error(404, "NOT_FOUND")
    assert download_file(caller, file_id, world.service2).status == 200
    caller.delete("/repairing/delete", actor=world.admin, repairId=request.pk)
    for actor in (world.client, world.admin):
        download_file(caller, file_id, actor).assert_error(404, "NOT_FOUND")


@pytest.mark.parametrize("text", ["..%2f..%2fsecret_key", "..", "a\0b", "%", "x" * 201, "' or 1=1 --", "None"])
def test_rejects_invalid_file_ids(caller: ApiClient, world: factories.World, text: str) -> None:
    assert download_file(caller, text, world.admin).outcome in ("404 NOT_FOUND", "400 VALIDATION")


def test_claims_only_own_unclaimed_uploads_once(caller: ApiClient, world: factories.World) -> None:
    mine, foreign, mates = upload_file(world.client), upload_file(world.client2), upload_file(world.client_mate)
    for wrong in (foreign, mates, "nothing"):
        create_request(caller, world, [{"id": mine}, {"id": wrong}]).assert_error(404, "NOT_FOUND")
    twice = create_request(caller, world, [{"id": mine}, {"id": mine}]).assert_error(400, "VALIDATION")
    assert list(twice.fields) == ["0.attachments"]
    units = [request_bodies.unit(world.part.pk, attachments=[{"id": mine}]) for _ in range(2)]
    caller.post(CREATE, units, actor=world.client).assert_error(404, "NOT_FOUND")
    assert not ServiceRequest.objects.exists()
    assert not StoredFile.objects.filter(claimed_at__isnull=False).exists()
    assert create_request(caller, world, [{"id": mine}]).status == 200
    create_request(caller, world, [{"id": mine}]).assert_error(404, "NOT_FOUND")
    assert ServiceRequest.objects.count() == 1
    assert StoredFile.objects.get(pk=foreign).request is None


def test_rejects_sixth_attachment(caller: ApiClient, world: factories.World, settings: Settings) -> None:
    ids = [{"id": upload_file(world.client)} for _ in range(6)]
    response = create_request(caller, world, ids).assert_error(400, "VALIDATION")
    assert response.fields == {"0.attachments": ["At most 5 files"]}
    assert create_request(caller, world, ids[:5]).status == 200
    created = create_request(caller, world, [ids[5]]).ok
    parts = caller.get("/repairing/fetch/repair", actor=world.service, repairId=created["id"]).ok["repairParts"]
    (attached,) = parts[0]["attachments"]
    assert attached == {**ids[5], "name": "note.txt", "size": 5, "type": "text/plain", "previewUrl": None}


def build_inline_file(content: bytes, name: str = "note.txt", **more: Any) -> dict[str, Any]:
    return {
        "name": name,
        "type": "text/plain",
        "size": len(content),
        "base64": base64.b64encode(content).decode(),
        **more,
    }


def test_accepts_valid_inline_files_up_to_size_limit(
    caller: ApiClient, world: factories.World, stored: ListStoredFiles
) -> None:
    url = {"base64": "data:text/plain;base64," + base64.b64encode(b"hello").decode()}
    assert (
        create_request(
            caller,
            world,
            [build_inline_file(b"hello"), build_inline_file(b"x" * 1_000_000), build_inline_file(b"", **url)],
        ).status
        == 200
    )
    assert sorted(StoredFile.objects.values_list("size", flat=True)) == [5, 5, 1_000_000]
    assert len(stored()) == 3
    over = create_request(caller, world, [build_inline_file(b"x" * 1_000_001)]).assert_error(413, "MAX_UPLOAD_SIZE")
    assert "1MB" in over.data["message"]
    for wrong, field in (
        ({"name": "a.txt"}, "0.attachments.0"),
        ({"base64": "aGVsbG8="}, "0.attachments.0"),
        ({}, "0.attachments.0"),
        (build_inline_file(b"", base64="@@@@"), "0.attachments.0.base64"),
        (build_inline_file(b"", base64="aGVsb"), "0.attachments.0.base64"),
        ({"id": "", "name": "x", "path": "/etc"}, "0.attachments.0.path"),
    ):
        assert list(create_request(caller, world, [wrong]).assert_error(400, "VALIDATION").fields) == [field]
    assert ServiceRequest.objects.count() == 1
    assert StoredFile.objects.count() == len(stored()) == 3


def test_status_returns_only_own_unused_uploads(caller: ApiClient, world: factories.World) -> None:
    free, claimed, foreign = upload_file(world.client), upload_file(world.client), upload_file(world.client2)
    create_request(caller, world, [{"id": claimed}])
    ids = [free, claimed, foreign, "gone"]
    assert caller.get(STATUS, actor=world.client, ids=ids).ok == [free]
    assert caller.get(STATUS, actor=world.client2, ids=ids).ok == [foreign]
    caller.get(STATUS, actor=world.client, ids=["x"] * 5001).assert_error(400, "VALIDATION")
    assert caller.upload(UPLOAD, {"file": io.BytesIO(b"x")}, actor=world.client).status == 200
