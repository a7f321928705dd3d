"""What became of units: replacements with their serial numbers, results taken back, and what emails say of it."""

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
def here() -> World:
    return factories.world()


@pytest.fixture
def desk(caller: Caller, here: World) -> Desk:
    made = Desk(caller, factories.repair(here, "IN_SERVICE", units=3))
    units = list(RepairPart.objects.filter(repair_id=made.id).order_by("pk"))
    for place, unit in enumerate(units, 1):
        unit.serial_number = f"SN-{place}"
    identify(units, made.row.client_id, made.row.created_at)
    RepairPart.objects.bulk_update(units, ["serial_number", "instrument"])
    return made


def replace(desk: Desk, here: World, *serials: str | None) -> Answered:
    """Replace the units in order by these serial numbers."""
    more = [{} if serial is None else {"replacementSerial": serial} for serial in serials]
    rows = [
        {"repairPartId": pk, "status": "REPLACED", "comment": "", **each}
        for pk, each in zip(desk.units, more, strict=False)
    ]
    return desk.post(SAVE, rows, here.service)


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
def test_replaced_unit_needs_new_serial_number_of_its_own(
    serials: tuple[str | None, ...], wrong: list[int], desk: Desk, here: World
) -> None:
    answered = replace(desk, here, *serials)
    if not wrong:
        assert answered.status == 200
        return
    fields = answered.refused(400, "VALIDATION").fields
    assert set(fields) == {f"{place}.replacementSerial" for place in wrong}
    assert desk.unit().repair_status == "", "nothing was saved"


def test_replacement_differs_from_those_saved_before(desk: Desk, here: World) -> None:
    _ = replace(desk, here, "NEW-1").ok
    row = bodies.repaired(desk.units[1], "REPLACED", replacementSerial="new1")
    fields = desk.post(SAVE, [row], here.service).refused(400, "VALIDATION").fields
    assert set(fields) == {"0.replacementSerial"}


def test_replacement_is_an_instrument_found_everywhere(caller: Caller, desk: Desk, here: World) -> None:
    _ = replace(desk, here, "IF-NEW-9001").ok
    for actor in (here.client, here.service, here.supervisor, here.admin, here.manager):
        [request] = found(caller, "/requests/search", actor, word="IF-NEW-9001")
        assert request["id"] == desk.id
        [hit] = found(caller, "/instruments/search", actor, word="ifnew9001")
        assert (hit["serialNumber"], hit["times"]) == ("IF-NEW-9001", 0)
        rows = found(caller, "/api/rest/instruments", actor, filter=json.dumps({"keyword": "IF-NEW-9001"}))
        assert [(row["id"], row["visits"], row["lastStatus"]["key"]) for row in rows] == [(hit["id"], 0, "IN_SERVICE")]
        page = found(caller, "/repairing/fetch-by-criteria/active", actor, keyword="if-new-9001")
        assert [row["id"] for row in page["content"]] == [desk.id]
        if actor not in (here.client, here.service):
            report = caller.post("/reports/general/search", {"serialNumber": "if new 9001"}, actor=actor).ok
            assert [row["id"] for row in report["content"]] == [desk.id]
        told = found(caller, "/instruments/fetch", actor, instrumentId=hit["id"])
        assert [each["serialNumber"] for each in told["replaces"]] == ["SN-1"]
    for actor in (here.client2, here.service2):
        assert found(caller, "/instruments/search", actor, word="ifnew9001") == []
        assert found(caller, "/requests/search", actor, word="IF-NEW-9001") == []


def test_general_report_finds_no_number_of_a_replacement_taken_back(caller: Caller, desk: Desk, here: World) -> None:
    _ = replace(desk, here, "IF-NEW-9001").ok
    _ = desk.post(SAVE, [bodies.repaired(desk.units[0], "REPAIRED")], here.service).ok
    report = caller.post("/reports/general/search", {"serialNumber": "IF-NEW-9001"}, actor=here.admin).ok
    assert report["content"] == []


def test_replacement_that_cannot_be_printed_is_refused(desk: Desk, here: World) -> None:
    told = replace(desk, here, "सड़क-1").refused(400, "VALIDATION")
    assert told.fields == {"0.replacementSerial": ["The shipping documents cannot show: स ड ़ क"]}


def test_hints_say_what_replaced_a_unit_and_what_it_replaces(caller: Caller, desk: Desk, here: World) -> None:
    _ = replace(desk, here, "NEW-1").ok
    new = Instrument.objects.get(serial_number="NEW-1").pk
    old = desk.unit().instrument_id

    def known(serial: str, actor: Person) -> Any:
        return found(caller, "/instruments/known", actor, partId=here.part.pk, serialNumber=serial)

    assert known("sn1", here.client)["replacedBy"] == [{"id": new, "serialNumber": "NEW-1"}]
    assert known("new 1", here.client)["replaces"] == [{"id": old, "serialNumber": "SN-1"}]
    assert known("new 1", here.client2)["replaces"] == []
    first = found(caller, "/instruments/of-repair", here.supervisor, repairId=desk.id)[0]
    assert first["replacedBy"] == [{"id": new, "serialNumber": "NEW-1"}]


def test_result_set_by_mistake_loses_no_serial_number(caller: Caller, desk: Desk, here: World) -> None:
    _ = replace(desk, here, "NEW-1").ok
    _ = desk.post(SAVE, [bodies.repaired(desk.units[0], "IN_PROGRESS", "")], here.service).ok
    assert desk.unit().replacement_serial == "NEW-1"
    assert found(caller, "/instruments/search", here.client, word="new1") == [], "it is not published meanwhile"
    assert found(caller, "/requests/search", here.client, word="NEW-1") == []
    _ = replace(desk, here, None).ok
    assert desk.unit().replacement_serial == "NEW-1"
    assert found(caller, "/instruments/search", here.client, word="new1")


def test_result_can_be_taken_back(desk: Desk, here: World) -> None:
    _ = desk.post(SAVE, [bodies.repaired(pk) for pk in desk.units], here.service).ok
    told = desk.post(SAVE, [bodies.repaired(desk.units[0], None, "")], here.service).ok
    assert told["isAllowedToContinue"] is False
    unit = desk.parts(here.service)[0]
    assert (unit["repairStatus"], unit["repairComment"]) == (None, "")


def test_deleted_request_hides_its_replacements(caller: Caller, desk: Desk, here: World) -> None:
    _ = replace(desk, here, "NEW-1").ok
    delete_request(PROCESSES["REPAIR"], desk.id, actor=here.admin.actor)
    assert found(caller, "/instruments/search", here.client, word="new1") == []
    restore_request(desk.row.number)
    assert found(caller, "/instruments/search", here.client, word="new1")


def test_replacements_from_before_become_instruments(caller: Caller, desk: Desk, here: World) -> None:
    _ = replace(desk, here, "NEW-1", "NEW-2").ok
    Instrument.objects.filter(serial_number__startswith="NEW").delete()
    Request.objects.filter(pk=desk.id).update(search_lines=desk.row.number, search_text=desk.row.number.casefold())
    RepairPart.objects.filter(pk=desk.units[1]).update(repair_status="REPAIRED")
    migration = import_module("portal_backend.repairs.migrations.0009_replacements_are_instruments")
    for _ in range(2):  # a second time changes nothing
        migration.publish(apps, SimpleNamespace(connection=connection))
        assert found(caller, "/instruments/search", here.client, word="new1")
        assert found(caller, "/instruments/search", here.client, word="new2") == [], "it was repaired after all"
        assert desk.row.search_lines.split("\n") == [desk.row.number, "NEW-1"]


def test_continue_waits_for_serial_number_of_older_replacement(desk: Desk, here: World) -> None:
    _ = desk.post(SAVE, [bodies.repaired(pk) for pk in desk.units], here.service).ok
    RepairPart.objects.filter(pk=desk.units[0]).update(repair_status="REPLACED")
    told = desk.go_on(here.service).refused(409, "NOT_ALLOWED_TO_CONTINUE")
    assert set(told.fields) == {f"parts.{desk.units[0]}.replacementSerial"}


def test_sheet_of_the_repair_tab_has_new_serial_numbers(caller: Caller, desk: Desk, here: World) -> None:
    _ = replace(desk, here, "NEW-1").ok
    for actor in here.one_of_each_role.values():
        content = found(caller, "/files/export/repair-tab/xlsx", actor, repairId=desk.id)
        rows = list(openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True))  # type: ignore[union-attr]
        place = rows[0].index("New serial number")
        assert [row[place] for row in rows[1:]] == ["NEW-1", None, None]


def mails_to(person: Person, language: str = "en") -> list[str]:
    mails = made_mails().filter(user=person.user).order_by("pk")
    return [write(each.template, each.values, each.path, language).text for each in mails]


def test_emails_say_which_units_were_rejected_and_why(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "NEW", units=2))
    rows = [{"id": pk, "status": status} for pk, status in zip(desk.units, ("APPROVED", "REJECTED"), strict=True)]
    _ = desk.post("change/initial/status/all", rows, here.supervisor).ok
    for path, owner, text in (("part", desk.units[1], "Out of warranty"), ("request", desk.id, "Please pack it well")):
        body = bodies.comment(owner, "NEW", text)
        _ = caller.put(f"/repairing/save/{path}/approval/comment", body, actor=here.supervisor).ok
    switch_on_for_everybody("IN_SHIPPING_DETAILS")
    _ = desk.go_on(here.supervisor).ok
    mail = mails_to(here.client)[-1]
    for text in ("SN-1", "SN-2: Out of warranty", "Please pack it well"):
        assert text in mail
    assert "Out of warranty" not in mails_to(here.service)[-1], "the service does not read why"
    assert "Out of warranty" in mails_to(here.client, "es")[-1]
    assert "Rejected: SN-2." in history(desk, here.supervisor)[0]
    assert "Out of warranty" not in history(desk, here.service)[0]


def test_emails_say_what_was_replaced_and_refused(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_REPAIR_APPROVAL", units=2))
    rows = [{"id": pk, "status": status} for pk, status in zip(desk.units, ("APPROVED", "REJECTED"), strict=True)]
    _ = desk.post("change/main/status/all", rows, here.supervisor).ok
    body = bodies.comment(desk.units[1], "IN_REPAIR_APPROVAL", "Too expensive")
    _ = caller.put("/repairing/save/part/approval/comment", body, actor=here.supervisor).ok
    switch_on_for_everybody("IN_SERVICE", "IN_TRANSIT_BACK")
    _ = desk.go_on(here.supervisor).ok
    assert "SN-1 (Too expensive)" in mails_to(here.client)[-1], "diagnostics typed this serial number"
    _ = replace(desk, here, "NEW-1").ok
    _ = desk.go_on(here.service).ok
    assert "SN-1 → NEW-1" in mails_to(here.client)[-1]
    assert "Replaced: SN-1 → NEW-1." in history(desk, here.manager)[0]


def switch_on_for_everybody(*statuses: str) -> None:
    for status in statuses:
        MailRule.objects.create(
            category="REPAIR", key=status, **{attribute: True for attribute, _ in SWITCHES.values()}
        )


def history(desk: Desk, actor: Person) -> list[str]:
    rows = desk.caller.get("/api/rest/repair-history", actor, filter=json.dumps({"repairId": desk.id})).ok
    return [row["remarks"] for row in rows]


def test_nothing_goes_on_without_an_approved_unit(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "NEW", units=1))
    rows = [{"id": desk.units[0], "status": "REJECTED"}]
    _ = desk.post("change/initial/status/all", rows, here.supervisor).ok
    for status in ("IN_DIAGNOSTICS", "IN_SERVICE"):
        desk.jump(here.admin, status)
        assert desk.read(here.service)["isAllowedToContinue"] is False
        told = desk.go_on(here.service).refused(409, "NOT_ALLOWED_TO_CONTINUE")
        assert set(told.fields) == {"parts"}
