"""Repair results: replacements, their serial numbers, resets and emails."""

import io
import json
import re
from typing import Any

import openpyxl
import pytest

from portal_backend.core.clock import now
from portal_backend.notifications.mail_rules import ROLE_SWITCHES
from portal_backend.notifications.mail_templates import render_mail
from portal_backend.notifications.models import MailRule
from portal_backend.repairs.instrument_identity import link_instruments
from portal_backend.repairs.models import Instrument, ReceiptLine, RepairUnit
from portal_backend.workflow.actions import delete_request, restore_request
from portal_backend.workflow.process import PROCESSES
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.factories import Person, World
from tests.repairs.repair_client import RepairClient
from tests.smtp_server import expand_and_get_mails

pytestmark = pytest.mark.django_db
SAVE = "update/parts/repair/data/all"


@pytest.fixture
def world() -> World:
    return factories.world()


@pytest.fixture
def repair_client(caller: ApiClient, world: World) -> RepairClient:
    made = RepairClient(caller, factories.repair(world, "IN_SERVICE", units=3))
    units = list(RepairUnit.objects.filter(repair_id=made.id).order_by("pk"))
    for place, unit in enumerate(units, 1):
        unit.serial_number = f"SN-{place}"
    link_instruments(units, made.request.client_id, made.request.created_at)
    RepairUnit.objects.bulk_update(units, ["serial_number", "instrument"])
    return made


def replace(repair_client: RepairClient, world: World, *serials: str | None) -> ClientResponse:
    """Replace the units in order by these serial numbers."""
    fields = [{} if serial is None else {"replacementSerial": serial} for serial in serials]
    rows = [
        {"repairPartId": pk, "status": "REPLACED", "comment": "", **each}
        for pk, each in zip(repair_client.units, fields, strict=False)
    ]
    return repair_client.post(SAVE, rows, world.service)


def fetch(caller: ApiClient, path: str, actor: Person, **query: Any) -> Any:
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
    serials: tuple[str | None, ...], wrong: list[int], repair_client: RepairClient, world: World
) -> None:
    response = replace(repair_client, world, *serials)
    if not wrong:
        assert response.status == 200
        return
    fields = response.assert_error(400, "VALIDATION").fields
    assert set(fields) == {f"{place}.replacementSerial" for place in wrong}
    assert repair_client.get_unit().repair_status == "", "nothing was saved"


def test_rejects_replacement_serial_number_saved_before(repair_client: RepairClient, world: World) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    row = request_bodies.repair_result(repair_client.units[1], "REPLACED", replacementSerial="new1")
    fields = repair_client.post(SAVE, [row], world.service).assert_error(400, "VALIDATION").fields
    assert set(fields) == {"0.replacementSerial"}


def test_search_finds_replacement_as_instrument(caller: ApiClient, repair_client: RepairClient, world: World) -> None:
    _ = replace(repair_client, world, "IF-NEW-9001").ok
    for actor in (world.client, world.service, world.supervisor, world.admin, world.manager):
        [request] = fetch(caller, "/requests/search", actor, word="IF-NEW-9001")
        assert request["id"] == repair_client.id
        [hit] = fetch(caller, "/instruments/search", actor, word="ifnew9001")
        assert (hit["serialNumber"], hit["times"]) == ("IF-NEW-9001", 0)
        rows = fetch(caller, "/api/rest/instruments", actor, filter=json.dumps({"keyword": "IF-NEW-9001"}))
        assert [(row["id"], row["visits"], row["lastStatus"]["key"]) for row in rows] == [(hit["id"], 0, "IN_SERVICE")]
        page = fetch(caller, "/repairing/fetch-by-criteria/active", actor, keyword="if-new-9001")
        assert [row["id"] for row in page["content"]] == [repair_client.id]
        if actor not in (world.client, world.service):
            report = caller.post("/reports/general/search", {"serialNumber": "if new 9001"}, actor=actor).ok
            assert [row["id"] for row in report["content"]] == [repair_client.id]
        data = fetch(caller, "/instruments/fetch", actor, instrumentId=hit["id"])
        assert [each["serialNumber"] for each in data["replaces"]] == ["SN-1"]
    for actor in (world.client2, world.service2):
        assert fetch(caller, "/instruments/search", actor, word="ifnew9001") == []
        assert fetch(caller, "/requests/search", actor, word="IF-NEW-9001") == []


def test_general_report_omits_reset_replacement(caller: ApiClient, repair_client: RepairClient, world: World) -> None:
    _ = replace(repair_client, world, "IF-NEW-9001").ok
    _ = repair_client.post(SAVE, [request_bodies.repair_result(repair_client.units[0], "REPAIRED")], world.service).ok
    report = caller.post("/reports/general/search", {"serialNumber": "IF-NEW-9001"}, actor=world.admin).ok
    assert report["content"] == []


def test_rejects_unprintable_replacement_serial_number(repair_client: RepairClient, world: World) -> None:
    response = replace(repair_client, world, "ផ្លូវ-1").assert_error(400, "VALIDATION")
    assert response.fields == {"0.replacementSerial": ["Shipping documents can't show these characters: ផ ្ ល ូ វ"]}


def test_hints_name_replacement_and_replaced_instrument(
    caller: ApiClient, repair_client: RepairClient, world: World
) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    new = Instrument.objects.get(serial_number="NEW-1").pk
    old = repair_client.get_unit().instrument_id

    def known(serial: str, actor: Person) -> Any:
        return fetch(caller, "/instruments/known", actor, partId=world.part.pk, serialNumber=serial)

    assert known("sn1", world.client)["replacedBy"] == [{"id": new, "serialNumber": "NEW-1"}]
    assert known("new 1", world.client)["replaces"] == [{"id": old, "serialNumber": "SN-1"}]
    assert known("new 1", world.client2)["replaces"] == []
    first = fetch(caller, "/instruments/of-repair", world.supervisor, repairId=repair_client.id)[0]
    assert first["replacedBy"] == [{"id": new, "serialNumber": "NEW-1"}]


def test_keeps_replacement_serial_number_when_result_changes(
    caller: ApiClient, repair_client: RepairClient, world: World
) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    _ = repair_client.post(
        SAVE, [request_bodies.repair_result(repair_client.units[0], "IN_PROGRESS", "")], world.service
    ).ok
    assert repair_client.get_unit().replacement_serial == "NEW-1"
    assert fetch(caller, "/instruments/search", world.client, word="new1") == [], "it is not published meanwhile"
    assert fetch(caller, "/requests/search", world.client, word="NEW-1") == []
    _ = replace(repair_client, world, None).ok
    assert repair_client.get_unit().replacement_serial == "NEW-1"
    assert fetch(caller, "/instruments/search", world.client, word="new1")


def test_resets_repair_result(repair_client: RepairClient, world: World) -> None:
    _ = repair_client.post(SAVE, [request_bodies.repair_result(pk) for pk in repair_client.units], world.service).ok
    data = repair_client.post(SAVE, [request_bodies.repair_result(repair_client.units[0], None, "")], world.service).ok
    assert data["isAllowedToContinue"] is False
    unit = repair_client.read_units(world.service)[0]
    assert (unit["repairStatus"], unit["repairComment"]) == (None, "")


def test_deleted_request_hides_its_replacements(caller: ApiClient, repair_client: RepairClient, world: World) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    delete_request(PROCESSES["REPAIR"], repair_client.id, actor=world.admin.actor)
    assert fetch(caller, "/instruments/search", world.client, word="new1") == []
    restore_request(repair_client.request.number)
    assert fetch(caller, "/instruments/search", world.client, word="new1")


def test_continue_requires_serial_number_of_older_replacement(repair_client: RepairClient, world: World) -> None:
    _ = repair_client.post(SAVE, [request_bodies.repair_result(pk) for pk in repair_client.units], world.service).ok
    RepairUnit.objects.filter(pk=repair_client.units[0]).update(repair_status="REPLACED")
    response = repair_client.advance(world.service).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
    assert set(response.fields) == {f"parts.{repair_client.units[0]}.replacementSerial"}


def test_exports_replacement_serial_numbers_on_repair_tab(
    caller: ApiClient, repair_client: RepairClient, world: World
) -> None:
    _ = replace(repair_client, world, "NEW-1").ok
    for actor in world.one_of_each_role.values():
        content = fetch(caller, "/files/export/repair-tab/xlsx", actor, repairId=repair_client.id)
        rows = list(openpyxl.load_workbook(io.BytesIO(content)).active.iter_rows(values_only=True))  # type: ignore[union-attr]
        column = rows[0].index("New serial number")
        assert [row[column] for row in rows[1:]] == ["NEW-1", None, None]


def get_mails_to(person: Person, language: str = "en") -> list[str]:
    mails = expand_and_get_mails().filter(user=person.user).order_by("pk")
    return [render_mail(each.template, each.values, each.path, language).text for each in mails]


def test_email_lists_rejected_units_with_reasons(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "NEW", units=2))
    rows = [
        {"id": pk, "status": status} for pk, status in zip(repair_client.units, ("APPROVED", "REJECTED"), strict=True)
    ]
    _ = repair_client.post("change/initial/status/all", rows, world.supervisor).ok
    for path, owner, text in (
        ("part", repair_client.units[1], "Out of warranty"),
        ("request", repair_client.id, "Please pack it well"),
    ):
        body = request_bodies.comment(owner, "NEW", text)
        _ = caller.put(f"/repairing/save/{path}/approval/comment", body, actor=world.supervisor).ok
    enable_mails_for_all_roles("IN_SHIPPING_DETAILS")
    _ = repair_client.advance(world.supervisor).ok
    mail = get_mails_to(world.client)[-1]
    for text in ("SN-1", "SN-2: Out of warranty", "Please pack it well"):
        assert text in mail
    assert "Out of warranty" not in get_mails_to(world.service)[-1], "the service does not read why"
    assert "Out of warranty" in get_mails_to(world.client, "es")[-1]
    assert "Rejected: SN-2." in read_history(repair_client, world.supervisor)[0]
    assert "Out of warranty" not in read_history(repair_client, world.service)[0]


def test_email_lists_replaced_units_and_refused_repairs(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_REPAIR_APPROVAL", units=2))
    rows = [
        {"id": pk, "status": status} for pk, status in zip(repair_client.units, ("APPROVED", "REJECTED"), strict=True)
    ]
    _ = repair_client.post("change/main/status/all", rows, world.supervisor).ok
    body = request_bodies.comment(repair_client.units[1], "IN_REPAIR_APPROVAL", "Too expensive")
    _ = caller.put("/repairing/save/part/approval/comment", body, actor=world.supervisor).ok
    enable_mails_for_all_roles("IN_SERVICE", "IN_TRANSIT_BACK")
    _ = repair_client.advance(world.supervisor).ok
    assert "SN-1 (Too expensive)" in get_mails_to(world.client)[-1], "diagnostics typed this serial number"
    _ = replace(repair_client, world, "NEW-1").ok
    _ = repair_client.advance(world.service).ok
    assert "SN-1 → NEW-1" in get_mails_to(world.client)[-1]
    assert "Replaced: SN-1 → NEW-1." in read_history(repair_client, world.manager)[0]


def enable_mails_for_all_roles(*statuses: str) -> None:
    for status in statuses:
        MailRule.objects.create(
            category="REPAIR", key=status, **{attribute: True for attribute, _ in ROLE_SWITCHES.values()}
        )


def read_history(repair_client: RepairClient, actor: Person) -> list[str]:
    rows = repair_client.caller.get(
        "/api/rest/repair-history", actor, filter=json.dumps({"repairId": repair_client.id})
    ).ok
    return [row["remarks"] for row in rows]


def test_continue_requires_approved_unit(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "NEW", units=1))
    rows = [{"id": repair_client.units[0], "status": "REJECTED"}]
    _ = repair_client.post("change/initial/status/all", rows, world.supervisor).ok
    for status in ("IN_DIAGNOSTICS", "IN_SERVICE"):
        repair_client.set_status(world.admin, status)
        assert repair_client.read(world.service)["isAllowedToContinue"] is False
        response = repair_client.advance(world.service).assert_error(409, "NOT_ALLOWED_TO_CONTINUE")
        assert set(response.fields) == {"parts"}


def test_completion_email_lists_outcomes_of_all_units(caller: ApiClient, world: World) -> None:
    repair = factories.repair(world, "IN_WAITING_COMPLETED", units=4)
    replaced, rejected, missing, refused = RepairUnit.objects.filter(repair_id=repair.pk).order_by("pk")
    RepairUnit.objects.filter(pk=replaced.pk).update(
        repair_status="REPLACED", replacement_serial="NEW-1", replacement_key="new1", repair_approval="APPROVED"
    )
    RepairUnit.objects.filter(pk=rejected.pk).update(initial_approval="REJECTED")
    RepairUnit.objects.filter(pk=refused.pk).update(repair_approval="REJECTED")
    ReceiptLine.objects.create(repair_id=repair.pk, unit=missing, condition="MISSING", recorded_at=now())
    enable_mails_for_all_roles("COMPLETED")
    _ = RepairClient(caller, repair).advance(world.client).ok
    mail = get_mails_to(world.client)[-1]
    for unit, label in ((rejected, "Rejected"), (missing, "Missing on arrival"), (refused, "Repair not approved")):
        assert re.search(rf"{label}:?\s+{unit.serial_number}\b", mail), mail
    assert f"{replaced.serial_number} → NEW-1" in mail
