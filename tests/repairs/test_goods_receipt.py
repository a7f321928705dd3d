"""Goods receipt: units ticked off, and notifications of differences."""

import base64
import io
from datetime import timedelta
from typing import Any

import pytest
from PIL import Image

from portal_backend.core.clock import today
from portal_backend.notifications.mail_templates import render_mail
from portal_backend.repairs.models import ReceiptLine, RepairUnit
from portal_backend.shipping.models import CourierLeg
from portal_backend.workflow.models import StatusChange
from tests import factories, request_bodies
from tests.api_client import ApiClient, ClientResponse
from tests.factories import World
from tests.repairs.repair_client import RepairClient
from tests.smtp_server import expand_and_get_mails

pytestmark = pytest.mark.django_db
SAVE = "save/arrivals"


def make_photo() -> bytes:
    """Return a small valid image."""
    written = io.BytesIO()
    Image.new("RGB", (8, 8), "grey").save(written, "PNG")
    return written.getvalue()


@pytest.fixture
def world() -> World:
    return factories.world()


@pytest.fixture
def repair_client(caller: ApiClient, world: World) -> RepairClient:
    return RepairClient(caller, factories.repair(world, "IN_TRANSIT", units=3))


def save_receipt(repair_client: RepairClient, actor: Any, *found: str, **more: Any) -> ClientResponse:
    """Save the goods receipt of the units in order.

    Keywords are `unannounced` and the `note` of the units.
    """
    note = more.pop("note", "")
    units = [{"id": pk, "found": each, "note": note} for pk, each in zip(repair_client.units, found, strict=False)]
    return repair_client.post(SAVE, {"units": units, **more}, actor)


def get_receipt_notes(repair_client: RepairClient) -> list[Any]:
    """Return the notes on transitions during which goods are received."""
    steps = ("IN_TRANSIT", "IN_WAITING_DIAGNOSTICS", "IN_DIAGNOSTICS")
    rows = StatusChange.objects.filter(request=repair_client.id, old_status__in=steps).exclude(remarks=None)
    return list(rows.order_by("pk").values_list("remarks", flat=True))


def test_receipt_is_empty_at_first(repair_client: RepairClient, world: World) -> None:
    assert repair_client.read(world.client)["arrivals"] is None


def test_all_roles_read_goods_receipt(repair_client: RepairClient, world: World) -> None:
    more = [{"serialNumber": "SN-X", "parcel": 1, "note": "Charger"}]
    _ = save_receipt(repair_client, world.service, "THERE", "MISSING", unannounced=more).ok
    for person in world.one_of_each_role.values():
        data = repair_client.read(person)["arrivals"]
        assert [(each["id"], each["found"]) for each in data["units"]] == [
            (repair_client.units[0], "THERE"),
            (repair_client.units[1], "MISSING"),
        ]
        [extra] = data["unannounced"]
        assert (extra["serialNumber"], extra["parcel"], extra["note"]) == ("SN-X", 1, "Charger")


def test_saving_again_replaces_goods_receipt(repair_client: RepairClient, world: World) -> None:
    _ = save_receipt(repair_client, world.service, "MISSING", "THERE", unannounced=[{"serialNumber": "SN-X"}]).ok
    [extra] = repair_client.read(world.service)["arrivals"]["unannounced"]
    stored = [{"id": extra["id"], "serialNumber": "SN-Y"}]
    _ = save_receipt(repair_client, world.service, "THERE", unannounced=stored).ok
    data = repair_client.read(world.service)["arrivals"]
    assert [each["found"] for each in data["units"]] == ["THERE"]
    assert [(each["id"], each["serialNumber"]) for each in data["unannounced"]] == [(extra["id"], "SN-Y")]


def test_transition_reports_differences_in_history_and_email(repair_client: RepairClient, world: World) -> None:
    body = {
        "units": [
            {"id": repair_client.units[0], "found": "THERE"},
            {"id": repair_client.units[1], "found": "MISSING"},
            {"id": repair_client.units[2], "found": "DAMAGED", "note": "The display is cracked"},
        ],
        "unannounced": [{"serialNumber": "SN-X"}],
    }
    _ = repair_client.post(SAVE, body, world.service).ok
    assert not get_receipt_notes(repair_client), "the step is not left yet"
    _ = repair_client.advance(world.service).ok
    rows = repair_client.caller.get(
        "/api/rest/repair-history", world.supervisor, filter=f'{{"repairId": {repair_client.id}}}'
    ).ok
    [remarks] = [row["remarks"] for row in rows if row["oldStatus"] == "IN_TRANSIT"]
    assert remarks.splitlines() == [
        "Damaged on arrival: SN-3 (The display is cracked).",
        "Missing on arrival: SN-2.",
        "Unexpected items on arrival: SN-X.",
    ]
    written = [
        render_mail(each.template, each.values, each.path, "es")
        for each in expand_and_get_mails().filter(user=world.client.user)
    ]
    mail = next(each.text for each in written if "SN-3 (The" in each.text)
    assert "SN-3 (The display is cracked)" in mail
    assert "SN-X" in mail


def get_arrival_question(repair_client: RepairClient, actor: Any) -> str | None:
    """Return what is asked before the arrival is confirmed."""
    actions = repair_client.read(actor)["process"]["actions"]
    return next(each["ask"] for each in actions if each["key"] == "continue")


def test_arrival_question_names_units_that_are_not_there(repair_client: RepairClient, world: World) -> None:
    tomorrow = today() + timedelta(days=1)
    CourierLeg.objects.update_or_create(
        request_id=repair_client.id,
        direction="THERE",
        defaults={"pick_up_date": tomorrow, "estimate_delivery_date": tomorrow},
    )
    question = get_arrival_question(repair_client, world.service)
    assert question is not None
    assert "Has the shipment already been delivered?" in question
    _ = save_receipt(repair_client, world.service, "DAMAGED", "MISSING").ok
    question = get_arrival_question(repair_client, world.service)
    assert question == "1 of 3 units arrived. Missing or not checked in: SN-2; SN-3. You can't undo this."
    _ = save_receipt(repair_client, world.service, "DAMAGED", "THERE", "THERE").ok
    assert get_arrival_question(repair_client, world.service) is None


def test_next_transition_reports_new_differences_only(repair_client: RepairClient, world: World) -> None:
    _ = save_receipt(repair_client, world.service, "MISSING", "THERE", "THERE").ok
    _ = repair_client.advance(world.service).ok
    _ = save_receipt(repair_client, world.service, "MISSING", "DAMAGED", "THERE").ok
    _ = repair_client.caller.post(
        "/repairing/save/diagnostic-start-date",
        None,
        world.service,
        repairId=repair_client.id,
        startDate=request_bodies.DAY,
    ).ok
    _ = repair_client.advance(world.service).ok
    assert get_receipt_notes(repair_client) == [{"missing": "SN-1"}, {"damaged": "SN-2"}]


def test_complete_receipt_adds_no_note(repair_client: RepairClient, world: World) -> None:
    _ = save_receipt(repair_client, world.service, "THERE", "THERE", "THERE").ok
    _ = repair_client.advance(world.service).ok
    assert not get_receipt_notes(repair_client)


def test_truncates_long_list_of_missing_units(caller: ApiClient, world: World) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_TRANSIT", units=25))
    _ = save_receipt(repair_client, world.service, *["MISSING"] * 25).ok
    _ = repair_client.advance(world.service).ok
    [remarks] = get_receipt_notes(repair_client)
    assert remarks["missing"].endswith("SN-20; … (+5)")


def test_photos_are_assigned_to_repair_and_preserved(repair_client: RepairClient, world: World) -> None:
    photo = {"name": "crack.png", "base64": base64.b64encode(make_photo()).decode()}
    unit = {"id": repair_client.units[0], "found": "DAMAGED", "photos": [photo]}
    _ = repair_client.post(SAVE, {"units": [unit]}, world.service).ok
    [stored] = repair_client.read(world.client)["arrivals"]["units"][0]["photos"]
    assert stored["previewUrl"]
    assert repair_client.caller.get(f"/files/download/{stored['id']}", world.client).status == 200
    repair_client.caller.get(f"/files/download/{stored['id']}", world.client2).assert_error(404, "NOT_FOUND")
    _ = repair_client.post(SAVE, {"units": [{**unit, "photos": [{"id": stored["id"]}]}]}, world.service).ok
    assert [each["id"] for each in repair_client.read(world.client)["arrivals"]["units"][0]["photos"]] == [stored["id"]]


def test_rejects_photo_that_is_not_an_image(repair_client: RepairClient, world: World) -> None:
    text = {"name": "crack.txt", "base64": base64.b64encode(b"cracked").decode()}
    unit = {"id": repair_client.units[0], "found": "DAMAGED", "photos": [text]}
    response = repair_client.post(SAVE, {"units": [unit]}, world.service).assert_error(400, "VALIDATION")
    assert set(response.fields) == {"units.0.photos"}
    assert not ReceiptLine.objects.exists()


def test_rejects_receipt_of_units_that_were_not_sent(
    caller: ApiClient, repair_client: RepairClient, world: World
) -> None:
    other = RepairClient(caller, factories.repair(world, "IN_TRANSIT"))
    repair_client.post(SAVE, {"units": [{"id": other.units[0], "found": "THERE"}]}, world.service).assert_error(
        404, "NOT_FOUND"
    )
    repair_client.post(SAVE, {"unannounced": [{"id": 10**6, "serialNumber": "X"}]}, world.service).assert_error(
        404, "NOT_FOUND"
    )
    twice = [{"id": repair_client.units[0], "found": "THERE"}] * 2
    repair_client.post(SAVE, {"units": twice}, world.service).assert_error(400, "VALIDATION")
    RepairUnit.objects.filter(pk=repair_client.units[1]).update(initial_approval="REJECTED")
    unsent = [{"id": pk, "found": "THERE"} for pk in repair_client.units[:2]]
    response = repair_client.post(SAVE, {"units": unsent}, world.service).assert_error(400, "VALIDATION")
    assert set(response.fields) == {"units.1.id"}
    nameless = repair_client.post(SAVE, {"unannounced": [{"note": "a box"}]}, world.service).assert_error(
        400, "VALIDATION"
    )
    assert set(nameless.fields) == {"unannounced.0.serialNumber"}
    nowhere = [{"serialNumber": "X", "parcel": 1}, {"serialNumber": "Y", "parcel": 5}]
    response = repair_client.post(SAVE, {"unannounced": nowhere}, world.service).assert_error(400, "VALIDATION")
    assert set(response.fields) == {"unannounced.1.parcel"}
    assert not ReceiptLine.objects.exists()


def test_rejects_repeated_unexpected_item(repair_client: RepairClient, world: World) -> None:
    _ = save_receipt(repair_client, world.service, unannounced=[{"serialNumber": "SN-X"}]).ok
    [extra] = repair_client.read(world.service)["arrivals"]["unannounced"]
    twice = [{"id": extra["id"], "serialNumber": serial} for serial in ("SN-Y", "SN-Z")]
    response = repair_client.post(SAVE, {"unannounced": twice}, world.service).assert_error(400, "VALIDATION")
    assert set(response.fields) == {"unannounced"}
    assert ReceiptLine.objects.get().serial_number == "SN-X"


def test_item_that_is_sent_again_after_lost_response_stays_one_line(repair_client: RepairClient, world: World) -> None:
    version = repair_client.request.version
    body = {"unannounced": [{"serialNumber": "SN-X"}]}
    _ = repair_client.post(SAVE, body, world.service, version=version).ok
    line = ReceiptLine.objects.get()
    _ = repair_client.post(SAVE, body, world.service, version=version).ok
    assert ReceiptLine.objects.get().pk == line.pk


def test_saves_receipt_of_300_units_in_few_queries(
    caller: ApiClient, world: World, django_assert_max_num_queries: Any
) -> None:
    repair_client = RepairClient(caller, factories.repair(world, "IN_TRANSIT", units=300))
    with django_assert_max_num_queries(40):
        _ = save_receipt(repair_client, world.service, *["THERE"] * 300).ok
    with django_assert_max_num_queries(40):
        _ = save_receipt(repair_client, world.service, *["MISSING"] * 300).ok
    assert ReceiptLine.objects.filter(condition="MISSING").count() == 300
