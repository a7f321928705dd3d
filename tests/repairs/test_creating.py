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
from portal_backend.repairs.models import RepairPart
from portal_backend.workflow.models import Request
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.contract.rows import dump
from tests.factories import Person, World
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db
CREATE = "/repairing/create"


@pytest.fixture
def world() -> World:
    return factories.world()


def uploads(caller: Caller, actor: Person, number: int) -> list[dict[str, str]]:
    """Upload a number of files."""
    files = [caller.upload("/files/upload", {"file": BytesIO(b"note %d" % i)}, actor).ok for i in range(number)]
    return [{"id": file["id"]} for file in files]


def send(caller: Caller, world: World, actor: Person | None = None, **more: Any) -> Answered:
    return caller.post(CREATE, [bodies.unit(world.part.pk, **more)], actor=actor or world.client)


def test_saves_units_with_normalized_text(caller: Caller, world: World) -> None:
    units = [
        bodies.unit(world.part.pk, "  N/A  ", serviceTag=None, problemDescription="Line one\r\nline two "),
        bodies.unit(factories.part("Other").pk, "e\u0301tat", serviceTag="T", problemDescription=""),
    ]
    data = caller.post(CREATE, units, actor=world.client).ok
    assert data == {"id": Request.objects.get().pk, "number": Request.objects.get().number}
    first, second = Desk(caller, Request.objects.get()).parts(world.client)
    assert (first["serialNumber"], first["serviceTag"]) == ("N/A", "")
    assert first["problemDescription"] == "Line one\nline two"
    assert (second["partName"], second["serialNumber"]) == ("Other", "\xe9tat"), "text is stored in NFC"
    assert {part["initialApproval"] for part in (first, second)} == {"WAITING_APPROVAL"}


def test_assigns_client_and_its_current_service(caller: Caller, world: World) -> None:
    assert send(caller, world, world.client_mate).status == 200
    request = Request.objects.get()
    assert (request.client, request.service) == (world.client.user.client, world.service.user.service)
    Client.objects.filter(pk=request.client_id).update(service=world.service2.user.service)
    assert caller.get("/repairing/fetch/repair", actor=world.service, repairId=request.pk).status == 200
    assert caller.get("/repairing/fetch/repair", actor=world.service2, repairId=request.pk).status == 404


def test_rejects_client_without_service(caller: Caller, world: World) -> None:
    Client.objects.filter(name="Client one").update(service=None)
    units = [bodies.unit(world.part.pk)]
    before = dump()
    caller.post(CREATE, units, actor=world.client).refused(409, "SERVICE_MISSING")
    assert dump() == before


@pytest.mark.parametrize("units", [0, 4])
def test_enforces_unit_limit(units: int, caller: Caller, world: World) -> None:
    with override_settings(REPAIR_UNITS=3):
        response = caller.post(CREATE, [bodies.unit(world.part.pk)] * units, actor=world.client)
        assert response.refused(400, "VALIDATION").fields == {"parts": ["Between 1 and 3 units"]}
        assert caller.post(CREATE, [bodies.unit(world.part.pk)] * 3, actor=world.client).status == 200
    assert settings.REPAIR_UNITS == 1000


def test_attachments_are_readable_by_users_in_scope(caller: Caller, world: World) -> None:
    files = uploads(caller, world.client, 5)
    assert send(caller, world, attachments=files).status == 200
    data = Desk(caller, Request.objects.get()).parts(world.service)[0]["attachments"]
    assert {file["id"] for file in data} == {file["id"] for file in files}
    assert set(data[0]) == {"id", "name", "size", "type", "previewUrl"}
    path = f"/files/download/{files[0]['id']}"
    assert caller.get(path, actor=world.manager).ok == b"note 0"
    caller.get(path, actor=world.client2).refused(404, "NOT_FOUND")


def test_rejects_sixth_attachment(caller: Caller, world: World) -> None:
    six = uploads(caller, world.client, 6)
    assert send(caller, world, attachments=six).refused(400, "VALIDATION").fields == {
        "0.attachments": ["At most 5 files"]
    }
    assert not Request.objects.exists()


@pytest.mark.parametrize("whose", ["another's", "nobody's", "used"])
def test_rejects_foreign_unknown_and_used_attachment(whose: str, caller: Caller, world: World) -> None:
    owner = world.client_mate if whose == "another's" else world.client
    file = [{"id": "not-there"}] if whose == "nobody's" else uploads(caller, owner, 1)
    if whose == "used":
        assert send(caller, world, attachments=file).status == 200
    before = dump()
    send(caller, world, attachments=file).refused(404, "NOT_FOUND")
    repair_client = Desk(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    refused = repair_client.post("add/repair-part", bodies.unit(world.part.pk, attachments=file), world.service)
    refused.refused(404, "NOT_FOUND")
    assert before["files_storedfile"] == dump()["files_storedfile"]


def test_rejects_attachment_shared_by_units(caller: Caller, world: World) -> None:
    file = uploads(caller, world.client, 1)
    unit = bodies.unit(world.part.pk, attachments=file)
    caller.post(CREATE, [unit, unit], actor=world.client).refused(404, "NOT_FOUND")
    send(caller, world, attachments=[*file, *file]).refused(400, "VALIDATION")
    assert not Request.objects.exists()
    assert StoredFile.objects.get().claimed_at is None


def test_accepts_small_inline_attachment(caller: Caller, world: World) -> None:
    content = base64.b64encode(b"a note").decode()
    inline = {"name": "a note.txt", "type": "image/png", "size": 6, "base64": f"data:text/plain;base64,{content}"}
    assert send(caller, world, attachments=[inline]).status == 200
    data = Desk(caller, Request.objects.get()).parts(world.client)[0]["attachments"][0]
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
def test_rejects_broken_inline_attachment(inline: dict[str, Any], field: str, caller: Caller, world: World) -> None:
    assert list(send(caller, world, attachments=[inline]).refused(400, "VALIDATION").fields) == [field]


@pytest.mark.parametrize("size", [1_000_001, 1_500_000])
def test_rejects_large_inline_attachment(size: int, caller: Caller, world: World) -> None:
    large = {"name": "a.txt", "base64": base64.b64encode(b"x" * size).decode()}
    response = send(caller, world, attachments=[large]).refused(413, "MAX_UPLOAD_SIZE")
    assert "1MB" in response.data["message"]


def test_idempotency_key_creates_once_and_allows_retry_after_error(caller: Caller, world: World) -> None:
    key = {"Idempotency-Key": "form-1"}
    good, bad = [bodies.unit(world.part.pk)], [bodies.unit(world.part.pk, serialNumber="")]
    caller.post(CREATE, bad, actor=world.client, headers=key).refused(400, "VALIDATION")
    first = caller.post(CREATE, good, actor=world.client, headers=key).ok
    assert caller.post(CREATE, good, actor=world.client, headers=key).ok == first
    assert caller.post(CREATE, good, actor=world.client_mate, headers=key).ok != first, "a key is its user's"
    assert Request.objects.count() == 2


def test_idempotency_key_adds_unit_once(caller: Caller, world: World) -> None:
    repair_client = Desk(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    key = {"Idempotency-Key": "dialog-1"}
    data = [
        repair_client.post("add/repair-part", bodies.unit(world.part.pk), world.service, headers=key).ok
        for _ in range(2)
    ]
    assert data[0]["id"] == data[1]["id"]
    assert RepairPart.objects.filter(repair_id=repair_client.id).count() == 2


def test_idempotency_key_does_not_add_deleted_unit_again(caller: Caller, world: World) -> None:
    repair_client = Desk(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    key = {"Idempotency-Key": "dialog-1"}
    added = repair_client.post("add/repair-part", bodies.unit(world.part.pk), world.service, headers=key).ok["id"]
    assert caller.delete("/repairing/delete/repair-part", actor=world.admin, id=added).status == 200
    repair_client.post("add/repair-part", bodies.unit(world.part.pk), world.service, headers=key).refused(
        404, "NOT_FOUND"
    )
    assert RepairPart.objects.filter(repair_id=repair_client.id).count() == 1


def test_rejects_added_unit_over_unit_limit(caller: Caller, world: World, settings: Settings) -> None:
    settings.REPAIR_UNITS = 2
    repair_client = Desk(caller, factories.repair(world, "IN_DIAGNOSTICS"))
    assert repair_client.post("add/repair-part", bodies.unit(world.part.pk), world.service).status == 200
    refused = repair_client.post("add/repair-part", bodies.unit(world.part.pk), world.service).refused(
        400, "VALIDATION"
    )
    assert list(refused.fields) == ["partId"]
    assert "2" in refused.fields["partId"][0]
    assert len(repair_client.units) == 2
