"""Which units are the same instrument."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from portal_backend.base.newyork import clock_at
from portal_backend.repairs import actions
from portal_backend.repairs.instruments import serial_key
from portal_backend.repairs.models import Instrument, RepairPart
from portal_backend.repairs.schemas import UnitIn
from portal_backend.workflow.actions import delete_request, restore_request
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import PROCESSES
from tests import bodies, factories
from tests.caller import Caller
from tests.factories import Person, World
from tests.repairs.calling import Desk

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 3, 2, 15, tzinfo=UTC)


@pytest.fixture
def here() -> World:
    return factories.world()


def sent(here: World, *serials: str, by: Person | None = None, at: datetime = DAY) -> Request:
    units = [UnitIn.model_validate(bodies.unit(here.part.pk, each)) for each in serials]
    with clock_at(at):
        return actions.create_repair(units, actor=(by or here.client).actor)


def instruments_of(request: Request) -> list[int | None]:
    return list(RepairPart.objects.filter(repair_id=request.pk).order_by("pk").values_list("instrument_id", flat=True))


@pytest.mark.parametrize(
    "written", ["ab-12 34", "AB1234", "A B 1 2 3 4", "ＡＢ１２３４", "ab‑12–34", "АВ-1234", "#AB-1234"]
)
def test_case_spaces_and_hyphens_do_not_make_another_one(here: World, written: str) -> None:
    first, second = sent(here, "AB-1234"), sent(here, written)
    assert instruments_of(first) == instruments_of(second)
    assert Instrument.objects.get().serial_number == written.strip(), "it is called as it was written last"


@pytest.mark.parametrize("written", ["-", "N/A", "n / a", " – ", "unknown", "None", "0000", "n.a.", "?", "Sin número"])
def test_what_stands_for_no_serial_number_is_no_instrument(here: World, written: str) -> None:
    assert instruments_of(sent(here, written)) == [None]
    assert serial_key(written) == ""


def test_another_model_or_another_client_makes_another_one(here: World) -> None:
    first = sent(here, "AB-1234")
    there = sent(here, "AB-1234", by=here.client2)
    other = UnitIn.model_validate(bodies.unit(factories.part("Other").pk, "AB-1234"))
    beside = actions.create_repair([other], actor=here.client.actor)
    assert len({*instruments_of(first), *instruments_of(there), *instruments_of(beside)}) == 3


def test_one_named_twice_in_a_request_is_one(here: World) -> None:
    assert len(set(instruments_of(sent(here, "AB-1234", "ab 1234")))) == 1


def test_a_corrected_serial_number_finds_its_instrument_and_leaves_the_wrong_one(caller: Caller, here: World) -> None:
    earlier = sent(here, "AB-1234", at=DAY)
    request = factories.repair(here, "IN_DIAGNOSTICS")
    [wrong] = Instrument.objects.exclude(pk__in=instruments_of(earlier))
    desk = Desk(caller, request)
    row = {"id": desk.units[0], "serialNumber": "ab1234", "diagnosticInfo": {"status": "FOR_REPAIR", "comment": "x"}}
    assert desk.post("save/part-in-diagnostic", [row], here.service).status == 200
    assert instruments_of(request) == instruments_of(earlier)
    wrong.refresh_from_db()
    assert wrong.last_at is None
    assert Instrument.objects.get(pk=instruments_of(earlier)[0]).last_at == request.created_at


def test_a_unit_that_is_added_and_removed_again_leaves_the_instrument_as_it_was(caller: Caller, here: World) -> None:
    request = factories.repair(here, "IN_DIAGNOSTICS")
    later = sent(here, "AB-1234", at=request.created_at + timedelta(days=2))
    desk = Desk(caller, request)
    added = desk.post("add/repair-part", bodies.unit(here.part.pk, "AB 1234"), here.service).ok
    assert instruments_of(request)[1:] == instruments_of(later)
    instrument = Instrument.objects.get(pk=instruments_of(later)[0])
    assert instrument.last_at == later.created_at, "it was sent in once more since"
    assert caller.delete("/repairing/delete/repair-part", actor=here.service, id=added["id"]).status == 200
    instrument.refresh_from_db()
    assert instrument.last_at == later.created_at


def test_a_deleted_request_takes_its_instruments_along_and_brings_them_back(here: World) -> None:
    first, second = sent(here, "AB-1234", at=DAY), sent(here, "AB-1234", at=DAY + timedelta(days=9))
    process = PROCESSES["REPAIR"]
    delete_request(process, second.pk, actor=here.admin.actor)
    assert Instrument.objects.get().last_at == first.created_at
    delete_request(process, first.pk, actor=here.admin.actor)
    assert Instrument.objects.get().last_at is None
    restore_request(second.number)
    assert Instrument.objects.get().last_at == second.created_at


def test_units_from_before_are_identified_alike(here: World) -> None:
    requests = [
        sent(here, "AB-1234", "N/A", at=DAY),
        sent(here, "ab1234", "X-1", at=DAY + timedelta(days=3)),
        sent(here, "AB1234", by=here.client2),
    ]
    gone = sent(here, "GONE-1")
    delete_request(PROCESSES["REPAIR"], gone.pk, actor=here.admin.actor)

    def told() -> list[object]:
        rows = Instrument.objects.order_by("client", "serial_key").values_list("client", "serial_number", "last_at")
        return [*rows, *[len(set(instruments_of(each))) for each in requests]]

    wanted = told()
    RepairPart.objects.update(instrument=None)
    Instrument.objects.all().delete()
    migration = import_module("portal_backend.repairs.migrations.0005_known_again")
    editor = SimpleNamespace(connection=connection)  # SQLite's own wants no transaction around it
    migration.identify(apps, editor)
    assert told() == wanted
    migration.identify(apps, editor)
    assert told() == wanted, "a second time changes nothing"
