"""What the bench ticks off when the packages come, and who hears of what was not as announced."""

import base64
import io
from typing import Any

import pytest
from PIL import Image

from portal_backend.notifications.letters import write
from portal_backend.repairs.models import Arrival, RepairPart
from portal_backend.workflow.models import StatusChange
from tests import bodies, factories
from tests.caller import Answered, Caller
from tests.factories import World
from tests.mailbox import made_mails
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db
SAVE = "save/arrivals"


def picture() -> bytes:
    """A photo of a cracked display, as far as anybody can tell."""
    written = io.BytesIO()
    Image.new("RGB", (8, 8), "grey").save(written, "PNG")
    return written.getvalue()


@pytest.fixture
def here() -> World:
    return factories.world()


@pytest.fixture
def desk(caller: Caller, here: World) -> Desk:
    return Desk(caller, factories.repair(here, "IN_TRANSIT", units=3))


def tick(desk: Desk, actor: Any, *found: str, **more: Any) -> Answered:
    """Tick off the units in order; keywords are `unannounced` and the notes."""
    note = more.pop("note", "")
    units = [{"id": pk, "found": each, "note": note} for pk, each in zip(desk.units, found, strict=False)]
    return desk.post(SAVE, {"units": units, **more}, actor)


def told_of(desk: Desk) -> list[Any]:
    """The remarks on the steps in which goods are received."""
    steps = ("IN_TRANSIT", "IN_WAITING_DIAGNOSTICS", "IN_DIAGNOSTICS")
    rows = StatusChange.objects.filter(request=desk.id, old_status__in=steps).exclude(remarks=None)
    return list(rows.order_by("pk").values_list("remarks", flat=True))


def test_nobody_has_looked_at_first(desk: Desk, here: World) -> None:
    assert desk.read(here.client)["arrivals"] is None


def test_everybody_who_reads_the_repair_reads_what_arrived(desk: Desk, here: World) -> None:
    more = [{"serialNumber": "SN-X", "parcel": 1, "note": "Charger"}]
    _ = tick(desk, here.service, "THERE", "MISSING", unannounced=more).ok
    for person in here.one_of_each_role.values():
        told = desk.read(person)["arrivals"]
        assert [(each["id"], each["found"]) for each in told["units"]] == [
            (desk.units[0], "THERE"),
            (desk.units[1], "MISSING"),
        ]
        [extra] = told["unannounced"]
        assert (extra["serialNumber"], extra["parcel"], extra["note"]) == ("SN-X", 1, "Charger")


def test_ticking_again_replaces_what_was_ticked(desk: Desk, here: World) -> None:
    _ = tick(desk, here.service, "MISSING", "THERE", unannounced=[{"serialNumber": "SN-X"}]).ok
    [extra] = desk.read(here.service)["arrivals"]["unannounced"]
    kept = [{"id": extra["id"], "serialNumber": "SN-Y"}]
    _ = tick(desk, here.service, "THERE", unannounced=kept).ok
    told = desk.read(here.service)["arrivals"]
    assert [each["found"] for each in told["units"]] == ["THERE"]
    assert [(each["id"], each["serialNumber"]) for each in told["unannounced"]] == [(extra["id"], "SN-Y")]


def test_differences_go_into_history_and_mail_when_the_step_is_left(desk: Desk, here: World) -> None:
    body = {
        "units": [
            {"id": desk.units[0], "found": "THERE"},
            {"id": desk.units[1], "found": "MISSING"},
            {"id": desk.units[2], "found": "DAMAGED", "note": "The display is cracked"},
        ],
        "unannounced": [{"serialNumber": "SN-X"}],
    }
    _ = desk.post(SAVE, body, here.service).ok
    assert not told_of(desk), "the step is not left yet"
    _ = desk.go_on(here.service).ok
    rows = desk.caller.get("/api/rest/repair-history", here.supervisor, filter=f'{{"repairId": {desk.id}}}').ok
    [told] = [row["remarks"] for row in rows if row["oldStatus"] == "IN_TRANSIT"]
    assert told.splitlines() == [
        "Arrived damaged: SN-3 (The display is cracked).",
        "Missing on arrival: SN-2.",
        "Arrived without being announced: SN-X.",
    ]
    written = [
        write(each.template, each.values, each.path, "es") for each in made_mails().filter(user=here.client.user)
    ]
    mail = next(each.text for each in written if "SN-3 (The" in each.text)
    assert "SN-3 (The display is cracked)" in mail
    assert "SN-X" in mail


def test_what_was_told_is_not_told_again_and_what_is_found_later_is(desk: Desk, here: World) -> None:
    _ = tick(desk, here.service, "MISSING", "THERE", "THERE").ok
    _ = desk.go_on(here.service).ok
    _ = tick(desk, here.service, "MISSING", "DAMAGED", "THERE").ok
    _ = desk.caller.post(
        "/repairing/save/diagnostic-start-date", None, here.service, repairId=desk.id, startDate=bodies.DAY
    ).ok
    _ = desk.go_on(here.service).ok
    assert told_of(desk) == [{"missing": "SN-1"}, {"damaged": "SN-2"}]


def test_all_there_is_no_news(desk: Desk, here: World) -> None:
    _ = tick(desk, here.service, "THERE", "THERE", "THERE").ok
    _ = desk.go_on(here.service).ok
    assert not told_of(desk)


def test_a_long_list_of_missing_units_is_cut(caller: Caller, here: World) -> None:
    desk = Desk(caller, factories.repair(here, "IN_TRANSIT", units=25))
    _ = tick(desk, here.service, *["MISSING"] * 25).ok
    _ = desk.go_on(here.service).ok
    [remarks] = told_of(desk)
    assert remarks["missing"].endswith("SN-20; … (+5)")


def test_photos_of_damage_belong_to_the_repair_and_stay(desk: Desk, here: World) -> None:
    photo = {"name": "crack.png", "base64": base64.b64encode(picture()).decode()}
    unit = {"id": desk.units[0], "found": "DAMAGED", "photos": [photo]}
    _ = desk.post(SAVE, {"units": [unit]}, here.service).ok
    [kept] = desk.read(here.client)["arrivals"]["units"][0]["photos"]
    assert kept["previewUrl"]
    assert desk.caller.get(f"/files/download/{kept['id']}", here.client).status == 200
    desk.caller.get(f"/files/download/{kept['id']}", here.client2).refused(404, "NOT_FOUND")
    _ = desk.post(SAVE, {"units": [{**unit, "photos": [{"id": kept["id"]}]}]}, here.service).ok
    assert [each["id"] for each in desk.read(here.client)["arrivals"]["units"][0]["photos"]] == [kept["id"]]


def test_what_is_no_picture_is_no_photo(desk: Desk, here: World) -> None:
    text = {"name": "crack.txt", "base64": base64.b64encode(b"cracked").decode()}
    unit = {"id": desk.units[0], "found": "DAMAGED", "photos": [text]}
    told = desk.post(SAVE, {"units": [unit]}, here.service).refused(400, "VALIDATION")
    assert set(told.fields) == {"units.0.photos"}
    assert not Arrival.objects.exists()


def test_only_what_was_sent_can_be_ticked(caller: Caller, desk: Desk, here: World) -> None:
    other = Desk(caller, factories.repair(here, "IN_TRANSIT"))
    desk.post(SAVE, {"units": [{"id": other.units[0], "found": "THERE"}]}, here.service).refused(404, "NOT_FOUND")
    desk.post(SAVE, {"unannounced": [{"id": 10**6, "serialNumber": "X"}]}, here.service).refused(404, "NOT_FOUND")
    twice = [{"id": desk.units[0], "found": "THERE"}] * 2
    desk.post(SAVE, {"units": twice}, here.service).refused(400, "VALIDATION")
    RepairPart.objects.filter(pk=desk.units[1]).update(initial_approval="REJECTED")
    unsent = [{"id": pk, "found": "THERE"} for pk in desk.units[:2]]
    told = desk.post(SAVE, {"units": unsent}, here.service).refused(400, "VALIDATION")
    assert set(told.fields) == {"units.1.id"}
    nameless = desk.post(SAVE, {"unannounced": [{"note": "a box"}]}, here.service).refused(400, "VALIDATION")
    assert set(nameless.fields) == {"unannounced.0.serialNumber"}
    nowhere = [{"serialNumber": "X", "parcel": 1}, {"serialNumber": "Y", "parcel": 5}]
    told = desk.post(SAVE, {"unannounced": nowhere}, here.service).refused(400, "VALIDATION")
    assert set(told.fields) == {"unannounced.1.parcel"}
    assert not Arrival.objects.exists()


def test_what_came_unannounced_stands_once(desk: Desk, here: World) -> None:
    _ = tick(desk, here.service, unannounced=[{"serialNumber": "SN-X"}]).ok
    [extra] = desk.read(here.service)["arrivals"]["unannounced"]
    twice = [{"id": extra["id"], "serialNumber": serial} for serial in ("SN-Y", "SN-Z")]
    told = desk.post(SAVE, {"unannounced": twice}, here.service).refused(400, "VALIDATION")
    assert set(told.fields) == {"unannounced"}
    assert Arrival.objects.get().serial_number == "SN-X"


def test_three_hundred_units_are_ticked_in_few_statements(
    caller: Caller, here: World, django_assert_max_num_queries: Any
) -> None:
    desk = Desk(caller, factories.repair(here, "IN_TRANSIT", units=300))
    with django_assert_max_num_queries(40):
        _ = tick(desk, here.service, *["THERE"] * 300).ok
    with django_assert_max_num_queries(40):
        _ = tick(desk, here.service, *["MISSING"] * 300).ok
    assert Arrival.objects.filter(found="MISSING").count() == 300
