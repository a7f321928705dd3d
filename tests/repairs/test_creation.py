"""Creation of a repair: ownership, limits, attachments and idempotency."""

import base64
from io import BytesIO
from typing import Any

import pytest
from django.conf import settings
from django.test import override_settings
from pytest_django import Settings

from portal_backend.accounts.models import Client
from portal_backend.files.models import StoredFile
from portal_backend.repairs.models import RepairUnit
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.contract.database_dump import dump_database
from tests.factories import Person, World
from tests.repairs.repair_client import RepairClient

pytestmark = pytest.mark.django_db
CREATE = "/repairing/create"


@pytest.fixture
def world() -> World:
    return factories.world()


def upload_files(caller: ApiClient, actor: Person, number: int) -> list[dict[str, str]]:
    """Upload a number of files."""
    files = [caller.upload("/files/upload", {"file": BytesIO(b"note %d" % i)}, actor).ok for i in range(number)]
    return [{"id": file["id"]} for file in files]


def send_repair(caller: ApiClient, world: World, actor: Person | None = None, **more: Any) -> ClientResponse:
    return caller.post(CREATE, [request_bodies.unit(world.part.pk, **more)], actor=actor or world.client)


def test_saves_units_with_normalized_text(caller: ApiClient, world: World) -> None:
    units = [
        request_bodies.unit(world.part.pk, "  N/A  ", serviceTag=None, problemDescription="Line one\r\nline two "),
        request_bodies.unit(factories.part("Other").pk, "e\u0301tat", serviceTag="T", problemDescription=""),
    ]
    data = caller.post(CREATE, units, actor=world.client).ok
    assert data == {"id": ServiceRequest.objects.get().pk, "number": ServiceRequest.objects.get().number}
    first, second = RepairClient(caller, ServiceRequest.objects.get()).read_units(world.client)
    assert (first["serialNumber"], first["serviceTag"]) == ("N/A", "")
    assert first["problemDescription"] == "Line one\nline two"
    assert (second["partName"], second["serialNumber"]) == ("Other", "\xe9tat"), "text is stored in NFC"
    assert {part["initialApproval"] for part in (first, second)} == {"WAITING_APPROVAL"}


def test_assigns_client_and_its_current_service(caller: ApiClient, world: World) -> None:
    assert send_repair(caller, world, world.client_mate).status == 200
    request = ServiceRequest.objects.get()
    assert (request.client, request.service) == (world.client.user.client, world.service.user.service)
    Client.objects.filter(pk=request.client_id).update(service=world.service2.user.service)
    assert caller.get("/repairing/fetch/repair", actor=world.service, repairId=request.pk).status == 200
    assert caller.get("/repairing/fetch/repair", actor=world.service2, repairId=request.pk).status == 404


def test_rejects_client_without_service(caller: ApiClient, world: World) -> None:
    Client.objects.filter(name="Client one").update(service=None)
    units = [request_bodies.unit(world.part.pk)]
    before = dump_database()
    caller.post(CREATE, units, actor=world.client).assert_error(409, "SERVICE_MISSING")
    assert dump_database() == before


@pytest.mark.parametrize("units", [0, 4])
def test_enforces_unit_limit(units: int, caller: ApiClient, world: World) -> None:
    with override_settings(MAX_REPAIR_UNITS=3):
        response = caller.post(CREATE, [request_bodies.unit(world.part.pk)] * units, actor=world.client)
        assert response.assert_error(400, "VALIDATION").fields == {"parts": ["Enter 1 to 3 units"]}
        assert caller.post(CREATE, [request_bodies.unit(world.part.pk)] * 3, actor=world.client).status == 200
    assert settings.MAX_REPAIR_UNITS == 1000


def test_attachments_are_readable_by_users_in_scope(caller: ApiClient, world: World) -> None:
    files = upload_files(caller, world.client, 5)
    assert send_repair(caller, world, attachments=files).status == 200
    data = RepairClient(caller, ServiceRequest.objects.get()).read_units(world.service)[0]["attachments"]
    assert {file["id"] for file in data} == {file["id"] for file in files}
    assert set(data[0]) == {"id", "name", "size", "type", "previewUrl"}
    path = f"/files/download/{files[0]['id']}"
    assert caller.get(path, actor=world.manager).ok == b"note 0"
    caller.get(path, actor=world.client2).assert_error(404, "NOT_FOUND")


def test_rejects_sixth_attachment(caller: ApiClient, world: World) -> None:
    six = upload_files(caller, world.client, 6)
    assert send_repair(caller, world, attachments=six).assert_error(400, "VALIDATION").fields == {
        "0.attachments": ["At most 5 files"]
    }
    assert not ServiceRequest.objects.exists()


@pytest.mark.parametrize("whose", ["another's", "nobody's", "used"])
def test_rejects_foreign_unknown_and_used_attachment(whose: str, caller: ApiClient, world: World) -> None:
    owner = world.client_mate if whose == "another's" else world.client
    file = [{"id": "not-there"}] if whose == "nobody's" else upload_files(caller, owner, 1)
    if whose == "used":
        assert send_repair(caller, world, attachments=file).status == 200
    before = dump_database()
    send_repair(caller, world, attachments=file).assert_error(404, "NOT_FOUND")
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    refused = repair_client.post("add/repair-part", request_bodies.unit(world.part.pk, attachments=file), world.service)
    refused.assert_error(404, "NOT_FOUND")
    assert before["files_storedfile"] == dump_database()["files_storedfile"]


def test_rejects_attachment_shared_by_units(caller: ApiClient, world: World) -> None:
    file = upload_files(caller, world.client, 1)
    unit = request_bodies.unit(world.part.pk, attachments=file)
    caller.post(CREATE, [unit, unit], actor=world.client).assert_error(404, "NOT_FOUND")
    send_repair(caller, world, attachments=[*file, *file]).assert_error(400, "VALIDATION")
    assert not ServiceRequest.objects.exists()
    assert StoredFile.objects.get().claimed_at is None


def test_accepts_small_inline_attachment(caller: ApiClient, world: World) -> None:
    content = base64.b64encode(b"a note").decode()
    inline = {"name": "a note.txt", "type": "image/png", "size": 6, "base64": f"data:text/plain;base64,{content}"}
    assert send_repair(caller, world, attachments=[inline]).status == 200
    data = RepairClient(caller, ServiceRequest.objects.get()).read_units(world.client)[0]["attachments"][0]
    assert (data["name"], data["size"], data["type"]) == ("a note.txt", 6, "text/plain"), "the type is the sniffed one"


@pytest.mark.parametrize(
    ("inline", "field"),
    [
        ({"name": "", "base64": "YQ=="}, "0.attachments.0"),
        ({"name": "a.txt", "base64": ""}, "0.attachments.0"),
        ({"name": "a.txt", "base64": "%%%"}, "0.attachments.0.base64"),
        ({"name": "a.txt", "base64": "YQ==", "owner": 1}, "0.attachments.0.owner"),
    ],
)
def test_rejects_broken_inline_attachment(inline: dict[str, Any], field: str, caller: ApiClient, world: World) -> None:
    assert list(send_repair(caller, world, attachments=[inline]).assert_error(400, "VALIDATION").fields) == [field]


@pytest.mark.parametrize("size", [1_000_001, 1_500_000])
def test_rejects_large_inline_attachment(size: int, caller: ApiClient, world: World) -> None:
    large = {"name": "a.txt", "base64": base64.b64encode(b"x" * size).decode()}
    response = send_repair(caller, world, attachments=[large]).assert_error(413, "MAX_UPLOAD_SIZE")
    assert "1MB" in response.data["message"]


def test_idempotency_key_creates_once_and_allows_retry_after_error(caller: ApiClient, world: World) -> None:
    key = {"Idempotency-Key": "form-1"}
    good, bad = [request_bodies.unit(world.part.pk)], [request_bodies.unit(world.part.pk, serialNumber="")]
    caller.post(CREATE, bad, actor=world.client, headers=key).assert_error(400, "VALIDATION")
    first = caller.post(CREATE, good, actor=world.client, headers=key).ok
    assert caller.post(CREATE, good, actor=world.client, headers=key).ok == first
    assert caller.post(CREATE, good, actor=world.client_mate, headers=key).ok != first, "a key is its user's"
    assert ServiceRequest.objects.count() == 2


def test_idempotency_key_adds_unit_once(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    key = {"Idempotency-Key": "dialog-1"}
    data = [
        repair_client.post("add/repair-part", request_bodies.unit(world.part.pk), world.service, headers=key).ok
        for _ in range(2)
    ]
    assert data[0]["id"] == data[1]["id"]
    assert RepairUnit.objects.filter(repair_id=repair_client.id).count() == 2


def test_idempotency_key_does_not_add_deleted_unit_again(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    key = {"Idempotency-Key": "dialog-1"}
    added = repair_client.post("add/repair-part", request_bodies.unit(world.part.pk), world.service, headers=key).ok[
        "id"
    ]
    assert caller.delete("/repairing/delete/repair-part", actor=world.admin, id=added).status == 200
    repair_client.post("add/repair-part", request_bodies.unit(world.part.pk), world.service, headers=key).assert_error(
        404, "NOT_FOUND"
    )
    assert RepairUnit.objects.filter(repair_id=repair_client.id).count() == 1


def test_rejects_added_unit_over_unit_limit(caller: ApiClient, world: World, settings: Settings) -> None:
    settings.MAX_REPAIR_UNITS = 2
    repair_client = RepairClient(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    assert repair_client.post("add/repair-part", request_bodies.unit(world.part.pk), world.service).status == 200
    refused = repair_client.post("add/repair-part", request_bodies.unit(world.part.pk), world.service).assert_error(
        400, "VALIDATION"
    )
    assert list(refused.fields) == ["partId"]
    assert "2" in refused.fields["partId"][0]
    assert len(repair_client.units) == 2
