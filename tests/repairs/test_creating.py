"""Sending a new repair: who it belongs to, its limits, its files, and what a second sending answers."""

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
def here() -> World:
    return factories.world()


def uploads(caller: Caller, actor: Person, number: int) -> list[dict[str, str]]:
    """So many uploaded files."""
    files = [caller.upload("/files/upload", {"file": BytesIO(b"note %d" % i)}, actor).ok for i in range(number)]
    return [{"id": file["id"]} for file in files]


def send(caller: Caller, here: World, actor: Person | None = None, **more: Any) -> Answered:
    return caller.post(CREATE, [bodies.unit(here.part.pk, **more)], actor=actor or here.client)


def test_units_arrive_as_they_were_sent(caller: Caller, here: World) -> None:
    units = [
        bodies.unit(here.part.pk, "  N/A  ", serviceTag=None, problemDescription="Line one\r\nline two "),
        bodies.unit(factories.part("Other").pk, "e\u0301tat", serviceTag="T", problemDescription=""),
    ]
    told = caller.post(CREATE, units, actor=here.client).ok
    assert told == {"id": Request.objects.get().pk, "number": Request.objects.get().number}
    first, second = Desk(caller, Request.objects.get()).parts(here.client)
    assert (first["serialNumber"], first["serviceTag"]) == ("N/A", "")
    assert first["problemDescription"] == "Line one\nline two"
    assert (second["partName"], second["serialNumber"]) == ("Other", "\xe9tat"), "text is stored in NFC"
    assert {part["initialApproval"] for part in (first, second)} == {"WAITING_APPROVAL"}


def test_it_belongs_to_the_client_and_its_service_at_that_time(caller: Caller, here: World) -> None:
    assert send(caller, here, here.client_mate).status == 200
    request = Request.objects.get()
    assert (request.client, request.service) == (here.client.user.client, here.service.user.service)
    Client.objects.filter(pk=request.client_id).update(service=here.service2.user.service)
    assert caller.get("/repairing/fetch/repair", actor=here.service, repairId=request.pk).status == 200
    assert caller.get("/repairing/fetch/repair", actor=here.service2, repairId=request.pk).status == 404


def test_a_client_without_service_is_told_and_nothing_is_made(caller: Caller, here: World) -> None:
    Client.objects.filter(name="Client one").update(service=None)
    units = [bodies.unit(here.part.pk)]
    before = dump()
    caller.post(CREATE, units, actor=here.client).refused(409, "SERVICE_MISSING")
    assert dump() == before


@pytest.mark.parametrize("units", [0, 4])
def test_as_many_units_as_the_setting_allows(units: int, caller: Caller, here: World) -> None:
    with override_settings(REPAIR_UNITS=3):
        answered = caller.post(CREATE, [bodies.unit(here.part.pk)] * units, actor=here.client)
        assert answered.refused(400, "VALIDATION").fields == {"parts": ["Between 1 and 3 units"]}
        assert caller.post(CREATE, [bodies.unit(here.part.pk)] * 3, actor=here.client).status == 200
    assert settings.REPAIR_UNITS == 1000


def test_files_belong_to_their_unit_and_are_read_by_whoever_sees_it(caller: Caller, here: World) -> None:
    files = uploads(caller, here.client, 5)
    assert send(caller, here, attachments=files).status == 200
    told = Desk(caller, Request.objects.get()).parts(here.service)[0]["attachments"]
    assert {file["id"] for file in told} == {file["id"] for file in files}
    assert set(told[0]) == {"id", "name", "size", "type", "previewUrl"}
    path = f"/files/download/{files[0]['id']}"
    assert caller.get(path, actor=here.manager).ok == b"note 0"
    caller.get(path, actor=here.client2).refused(404, "NOT_FOUND")


def test_a_sixth_file_is_refused(caller: Caller, here: World) -> None:
    six = uploads(caller, here.client, 6)
    assert send(caller, here, attachments=six).refused(400, "VALIDATION").fields == {
        "0.attachments": ["At most 5 files"]
    }
    assert not Request.objects.exists()


@pytest.mark.parametrize("whose", ["another's", "nobody's", "used"])
def test_a_file_that_is_not_ones_own_or_free_is_404(whose: str, caller: Caller, here: World) -> None:
    owner = here.client_mate if whose == "another's" else here.client
    file = [{"id": "not-there"}] if whose == "nobody's" else uploads(caller, owner, 1)
    if whose == "used":
        assert send(caller, here, attachments=file).status == 200
    before = dump()
    send(caller, here, attachments=file).refused(404, "NOT_FOUND")
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    refused = desk.post("add/repair-part", bodies.unit(here.part.pk, attachments=file), here.service)
    refused.refused(404, "NOT_FOUND")
    assert before["files_storedfile"] == dump()["files_storedfile"]


def test_one_file_serves_one_unit(caller: Caller, here: World) -> None:
    file = uploads(caller, here.client, 1)
    unit = bodies.unit(here.part.pk, attachments=file)
    caller.post(CREATE, [unit, unit], actor=here.client).refused(404, "NOT_FOUND")
    send(caller, here, attachments=[*file, *file]).refused(400, "VALIDATION")
    assert not Request.objects.exists()
    assert StoredFile.objects.get().claimed_at is None


def test_a_small_file_may_come_inline(caller: Caller, here: World) -> None:
    content = base64.b64encode(b"a note").decode()
    inline = {"name": "a note.txt", "type": "image/png", "size": 6, "base64": f"data:text/plain;base64,{content}"}
    assert send(caller, here, attachments=[inline]).status == 200
    told = Desk(caller, Request.objects.get()).parts(here.client)[0]["attachments"][0]
    assert (told["name"], told["size"], told["type"]) == ("a note.txt", 6, "text/plain"), "the type is the sniffed one"


@pytest.mark.parametrize(
    ("inline", "field"),
    [
        ({"name": "", "base64": "YQ=="}, "0.attachments.0"),
        ({"name": "a.txt", "base64": ""}, "0.attachments.0"),
        ({"name": "a.txt", "base64": "%%%"}, "0.attachments.0.base64"),
        ({"name": "a.txt", "base64": "YQ==", "owner": 1}, "0.attachments.0.owner"),
    ],
)
def test_a_broken_inline_file_is_named(inline: dict[str, Any], field: str, caller: Caller, here: World) -> None:
    assert list(send(caller, here, attachments=[inline]).refused(400, "VALIDATION").fields) == [field]


@pytest.mark.parametrize("size", [1_000_001, 1_500_000])
def test_a_large_inline_file_is_413(size: int, caller: Caller, here: World) -> None:
    large = {"name": "a.txt", "base64": base64.b64encode(b"x" * size).decode()}
    answered = send(caller, here, attachments=[large]).refused(413, "MAX_UPLOAD_SIZE")
    assert "1MB" in answered.data["message"]


def test_the_same_key_creates_once_and_a_refused_one_can_be_mended(caller: Caller, here: World) -> None:
    key = {"Idempotency-Key": "form-1"}
    good, bad = [bodies.unit(here.part.pk)], [bodies.unit(here.part.pk, serialNumber="")]
    caller.post(CREATE, bad, actor=here.client, headers=key).refused(400, "VALIDATION")
    first = caller.post(CREATE, good, actor=here.client, headers=key).ok
    assert caller.post(CREATE, good, actor=here.client, headers=key).ok == first
    assert caller.post(CREATE, good, actor=here.client_mate, headers=key).ok != first, "a key is its user's"
    assert Request.objects.count() == 2


def test_the_same_key_adds_a_part_once(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    key = {"Idempotency-Key": "dialog-1"}
    told = [desk.post("add/repair-part", bodies.unit(here.part.pk), here.service, headers=key).ok for _ in range(2)]
    assert told[0]["id"] == told[1]["id"]
    assert RepairPart.objects.filter(repair_id=desk.id).count() == 2


def test_what_was_added_once_and_deleted_since_is_not_added_again_by_the_same_key(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    key = {"Idempotency-Key": "dialog-1"}
    added = desk.post("add/repair-part", bodies.unit(here.part.pk), here.service, headers=key).ok["id"]
    assert caller.delete("/repairing/delete/repair-part", actor=here.admin, id=added).status == 200
    desk.post("add/repair-part", bodies.unit(here.part.pk), here.service, headers=key).refused(404, "NOT_FOUND")
    assert RepairPart.objects.filter(repair_id=desk.id).count() == 1


def test_a_repair_takes_only_so_many_units(caller: Caller, here: World, settings: Settings) -> None:
    settings.REPAIR_UNITS = 2
    desk = Desk(caller, factories.repair(here, "IN_DIAGNOSTICS"))
    assert desk.post("add/repair-part", bodies.unit(here.part.pk), here.service).status == 200
    refused = desk.post("add/repair-part", bodies.unit(here.part.pk), here.service).refused(400, "VALIDATION")
    assert list(refused.fields) == ["partId"]
    assert "2" in refused.fields["partId"][0]
    assert len(desk.units) == 2
