"""Repair results: replacements, their serial numbers, resets and emails."""

import io
import json
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import openpyxl
import pytest
from django.apps import apps
from django.db import connection

from portal_backend.notifications.letters import write
from portal_backend.notifications.matrix import SWITCHES
from portal_backend.notifications.models import MailRule
from portal_backend.repairs.instruments import identify
from portal_backend.repairs.models import Instrument, RepairPart
from portal_backend.workflow.actions import delete_request, restore_request
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import PROCESSES
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.factories import Person, World
from tests.mailbox import made_mails
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db
SAVE = "update/parts/repair/data/all"


@pytest.fixture
def world() -> World:
    return factories.world()


@pytest.fixture
def repair_client(caller: Caller, world: World) -> Desk:
    made = Desk(caller, factories.repair(world, "IN_SERVICE", units=3))
    units = list(RepairPart.objects.filter(repair_id=made.id).order_by("pk"))
    for place, unit in enumerate(units, 1):
        unit.serial_number = f"SN-{place}"
    identify(units, made.row.client_id, made.row.created_at)
    RepairPart.objects.bulk_update(units, ["serial_number", "instrument"])
    return made


def replace(repair_client: Desk, world: World, *serials: str | None) -> Answered:
    """Replace the units in order by these serial numbers."""
    fields = [{} if serial is None else {"replacementSerial": serial} for serial in serials]
    rows = [
        {"repairPartId": pk, "status": "REPLACED", "comment": "", **each}
        for pk, each in zip(repair_client.units, fields, strict=False)
    ]
    return repair_client.post(SAVE, rows, world.service)


def found(caller: Caller, path: str, actor: Person, **query: Any) -> Any:
    return caller.get(path, actor=actor, **query).ok


@pytest.mark.parametrize(
    ("serials", "wrong"),
    [
        ((None,), [0]),
        (("",), [0]),
        (("n/a",), [0]),
        (("000",), [0]),
        (("SN-1",), [0]),
        (("sn 1",), [0]),
        (("NEW-1", "new 1"), [0, 1]),
        (("SN-3",), [0]),
        (("NEW-1", "NEW-2"), []),
    ],
)
def test_requires_unique_replacement_serial_number(
    serials: tuple[str | None, ...], wrong: list[int], repair_client: Desk, world: World
) -> None:
    response = replace(repair_client, world, *serials)
    if not wrong:
        assert response.status == 200
        return
    fields = response.refused(400, "VALIDATION").fields
    assert set(fields) == {f"{place}.replacementSerial" for place in wrong}
    assert repair_client.unit().repair_status == "", "nothing was saved"


def test_rejects_replacement_serial_number_saved_before(repair_client: Desk, world: World) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    row = bodies.repaired(repair_client.units[1], "REPLACED", replacementSerial="new1")
    fields = repair_client.post(SAVE, [row], world.service).refused(400, "VALIDATION").fields
    assert set(fields) == {"0.replacementSerial"}


def test_search_finds_replacement_as_instrument(caller: Caller, repair_client: Desk, world: World) -> None:
    _ = replace(repair_client, world, "IF-NEW-9001").ok
    for actor in (world.client, world.service, world.supervisor, world.admin, world.manager):
        [request] = found(caller, "/requests/search", actor, word="IF-NEW-9001")
        assert request["id"] == repair_client.id
        [hit] = found(caller, "/instruments/search", actor, word="ifnew9001")
        assert (hit["serialNumber"], hit["times"]) == ("IF-NEW-9001", 0)
        rows = found(caller, "/api/rest/instruments", actor, filter=json.dumps({"keyword": "IF-NEW-9001"}))
        assert [(row["id"], row["visits"], row["lastStatus"]["key"]) for row in rows] == [(hit["id"], 0, "IN_SERVICE")]
        page = found(caller, "/repairing/fetch-by-criteria/active", actor, keyword="if-new-9001")
        assert [row["id"] for row in page["content"]] == [repair_client.id]
        if actor not in (world.client, world.service):
            report = caller.post("/reports/general/search", {"serialNumber": "if new 9001"}, actor=actor).ok
            assert [row["id"] for row in report["content"]] == [repair_client.id]
        data = found(caller, "/instruments/fetch", actor, instrumentId=hit["id"])
        assert [each["serialNumber"] for each in data["replaces"]] == ["SN-1"]
    for actor in (world.client2, world.service2):
        assert found(caller, "/instruments/search", actor, word="ifnew9001") == []
        assert found(caller, "/requests/search", actor, word="IF-NEW-9001") == []


def test_general_report_omits_reset_replacement(caller: Caller, repair_client: Desk, world: World) -> None:
    _ = replace(repair_client, world, "IF-NEW-9001").ok
    _ = repair_client.post(SAVE, [bodies.repaired(repair_client.units[0], "REPAIRED")], world.service).ok
    report = caller.post("/reports/general/search", {"serialNumber": "IF-NEW-9001"}, actor=world.admin).ok
    assert report["content"] == []


def test_rejects_unprintable_replacement_serial_number(repair_client: Desk, world: World) -> None:
    response = replace(repair_client, world, "सड़क-1").refused(400, "VALIDATION")
    assert response.fields == {"0.replacementSerial": ["The shipping documents cannot show: स ड ़ क"]}


def test_hints_name_replacement_and_replaced_instrument(caller: Caller, repair_client: Desk, world: World) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    new = Instrument.objects.get(serial_number="NEW-1").pk
    old = repair_client.unit().instrument_id

    def known(serial: str, actor: Person) -> Any:
        return found(caller, "/instruments/known", actor, partId=world.part.pk, serialNumber=serial)

    assert known("sn1", world.client)["replacedBy"] == [{"id": new, "serialNumber": "NEW-1"}]
    assert known("new 1", world.client)["replaces"] == [{"id": old, "serialNumber": "SN-1"}]
    assert known("new 1", world.client2)["replaces"] == []
    first = found(caller, "/instruments/of-repair", world.supervisor, repairId=repair_client.id)[0]
    assert first["replacedBy"] == [{"id": new, "serialNumber": "NEW-1"}]


def test_keeps_replacement_serial_number_when_result_changes(caller: Caller, repair_client: Desk, world: World) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    _ = repair_client.post(SAVE, [bodies.repaired(repair_client.units[0], "IN_PROGRESS", "")], world.service).ok
    assert repair_client.unit().replacement_serial == "NEW-1"
    assert found(caller, "/instruments/search", world.client, word="new1") == [], "it is not published meanwhile"
    assert found(caller, "/requests/search", world.client, word="NEW-1") == []
    _ = replace(repair_client, world, None).ok
    assert repair_client.unit().replacement_serial == "NEW-1"
    assert found(caller, "/instruments/search", world.client, word="new1")


def test_resets_repair_result(repair_client: Desk, world: World) -> None:
    _ = repair_client.post(SAVE, [bodies.repaired(pk) for pk in repair_client.units], world.service).ok
    data = repair_client.post(SAVE, [bodies.repaired(repair_client.units[0], None, "")], world.service).ok
    assert data["isAllowedToContinue"] is False
    unit = repair_client.parts(world.service)[0]
    assert (unit["repairStatus"], unit["repairComment"]) == (None, "")


def test_deleted_request_hides_its_replacements(caller: Caller, repair_client: Desk, world: World) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    delete_request(PROCESSES["REPAIR"], repair_client.id, actor=world.admin.actor)
    assert found(caller, "/instruments/search", world.client, word="new1") == []
    restore_request(repair_client.row.number)
    assert found(caller, "/instruments/search", world.client, word="new1")


def test_migration_turns_replacements_into_instruments(caller: Caller, repair_client: Desk, world: World) -> None:
    _ = replace(repair_client, world, "NEW-1", "NEW-2").ok
    Instrument.objects.filter(serial_number__startswith="NEW").delete()
    Request.objects.filter(pk=repair_client.id).update(
        search_lines=repair_client.row.number, search_text=repair_client.row.number.casefold()
    )
    RepairPart.objects.filter(pk=repair_client.units[1]).update(repair_status="REPAIRED")
    migration = import_module("portal_backend.repairs.migrations.0009_replacements_are_instruments")
    for _ in range(2):  # a second time changes nothing
        migration.publish(apps, SimpleNamespace(connection=connection))
        assert found(caller, "/instruments/search", world.client, word="new1")
        assert found(caller, "/instruments/search", world.client, word="new2") == [], "it was repaired after all"
        assert repair_client.row.search_lines.split("\n") == [repair_client.row.number, "NEW-1"]


def test_continue_requires_serial_number_of_older_replacement(repair_client: Desk, world: World) -> None:
    _ = repair_client.post(SAVE, [bodies.repaired(pk) for pk in repair_client.units], world.service).ok
    RepairPart.objects.filter(pk=repair_client.units[0]).update(repair_status="REPLACED")
    response = repair_client.go_on(world.service).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    assert set(response.fields) == {f"parts.{repair_client.units[0]}.replacementSerial"}


def test_exports_replacement_serial_numbers_on_repair_tab(caller: Caller, repair_client: Desk, world: World) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    for actor in world.one_of_each_role.values():
        content = found(caller, "/files/export/repair-tab/xlsx", actor, repairId=repair_client.id)
        rows = list(openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True))  # type: ignore[union-attr]
        column = rows[0].index("New serial number")
        assert [row[column] for row in rows[1:]] == ["NEW-1", None, None]


def mails_to(person: Person, language: str = "en") -> list[str]:
    mails = made_mails().filter(user=person.user).order_by("pk")
    return [write(each.template, each.values, each.path, language).text for each in mails]


def test_email_lists_rejected_units_with_reasons(caller: Caller, world: World) -> None:
    repair_client = Desk(caller, factories.repair(world, "NEW", units=2))
    rows = [
        {"id": pk, "status": status} for pk, status in zip(repair_client.units, ("APPROVED", "REJECTED"), strict=True)
    ]
    _ = repair_client.post("change/initial/status/all", rows, world.supervisor).ok
    for path, owner, text in (
        ("part", repair_client.units[1], "Out of warranty"),
        ("request", repair_client.id, "Please pack it well"),
    ):
        body = bodies.comment(owner, "NEW", text)
        _ = caller.put(f"/repairing/save/{path}/approval/comment", body, actor=world.supervisor).ok
    switch_on_for_everybody("IN_SHIPPING_DETAILS")
    _ = repair_client.go_on(world.supervisor).ok
    mail = mails_to(world.client)[-1]
    for text in ("SN-1", "SN-2: Out of warranty", "Please pack it well"):
        assert text in mail
    assert "Out of warranty" not in mails_to(world.service)[-1], "the service does not read why"
    assert "Out of warranty" in mails_to(world.client, "es")[-1]
    assert "Rejected: SN-2." in history(repair_client, world.supervisor)[0]
    assert "Out of warranty" not in history(repair_client, world.service)[0]


def test_email_lists_replaced_units_and_refused_repairs(caller: Caller, world: World) -> None:
    repair_client = Desk(caller, factories.repair(world, "IN_REPAIR_APPROVAL", units=2))
    rows = [
        {"id": pk, "status": status} for pk, status in zip(repair_client.units, ("APPROVED", "REJECTED"), strict=True)
    ]
    _ = repair_client.post("change/main/status/all", rows, world.supervisor).ok
    body = bodies.comment(repair_client.units[1], "IN_REPAIR_APPROVAL", "Too expensive")
    _ = caller.put("/repairing/save/part/approval/comment", body, actor=world.supervisor).ok
    switch_on_for_everybody("IN_SERVICE", "IN_TRANSIT_BACK")
    _ = repair_client.go_on(world.supervisor).ok
    assert "SN-1 (Too expensive)" in mails_to(world.client)[-1], "diagnostics typed this serial number"
    _ = replace(repair_client, world, "NEW-1").ok
    _ = repair_client.go_on(world.service).ok
    assert "SN-1 → NEW-1" in mails_to(world.client)[-1]
    assert "Replaced: SN-1 → NEW-1." in history(repair_client, world.manager)[0]


def switch_on_for_everybody(*statuses: str) -> None:
    for status in statuses:
        MailRule.objects.create(
            category="REPAIR", key=status, **{attribute: True for attribute, _ in SWITCHES.values()}
        )


def history(repair_client: Desk, actor: Person) -> list[str]:
    rows = repair_client.caller.get(
        "/api/rest/repair-history", actor, filter=json.dumps({"repairId": repair_client.id})
    ).ok
    return [row["remarks"] for row in rows]


def test_continue_requires_approved_unit(caller: Caller, world: World) -> None:
    repair_client = Desk(caller, factories.repair(world, "NEW", units=1))
    rows = [{"id": repair_client.units[0], "status": "REJECTED"}]
    _ = repair_client.post("change/initial/status/all", rows, world.supervisor).ok
    for status in ("IN_DIAGNOSTICS", "IN_SERVICE"):
        repair_client.jump(world.admin, status)
        assert repair_client.read(world.service)["isAllowedToContinue"] is False
        response = repair_client.go_on(world.service).refused(409, "NOT_ALLOWED_TO_CONTINUE")
        assert set(response.fields) == {"parts"}
