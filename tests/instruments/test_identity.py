"""Identity of instruments: units with the same client, model and serial number."""

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
def world() -> World:
    return factories.world()


def sent(world: World, *serials: str, by: Person | None = None, at: datetime = DAY) -> Request:
    units = [UnitIn.model_validate(bodies.unit(world.part.pk, each)) for each in serials]
    with clock_at(at):
        return actions.create_repair(units, actor=(by or world.client).actor)


def instruments_of(request: Request) -> list[int | None]:
    return list(RepairPart.objects.filter(repair_id=request.pk).order_by("pk").values_list("instrument_id", flat=True))


@pytest.mark.parametrize(
    "written", ["ab-12 34", "AB1234", "A B 1 2 3 4", "ＡＢ１２３４", "ab‑12–34", "АВ-1234", "#AB-1234"]
)
def test_ignores_case_spaces_and_hyphens_in_serial_number(world: World, written: str) -> None:
    first, second = sent(world, "AB-1234"), sent(world, written)
    assert instruments_of(first) == instruments_of(second)
    assert Instrument.objects.get().serial_number == written.strip(), "it is called as it was written last"


@pytest.mark.parametrize("written", ["-", "N/A", "n / a", " – ", "unknown", "None", "0000", "n.a.", "?", "Sin número"])
def test_placeholder_serial_number_is_no_instrument(world: World, written: str) -> None:
    assert instruments_of(sent(world, written)) == [None]
    assert serial_key(written) == ""


def test_other_model_or_client_is_another_instrument(world: World) -> None:
    first = sent(world, "AB-1234")
    other_client = sent(world, "AB-1234", by=world.client2)
    other = UnitIn.model_validate(bodies.unit(factories.part("Other").pk, "AB-1234"))
    other_model = actions.create_repair([other], actor=world.client.actor)
    assert len({*instruments_of(first), *instruments_of(other_client), *instruments_of(other_model)}) == 3


def test_same_serial_number_twice_is_one_instrument(world: World) -> None:
    assert len(set(instruments_of(sent(world, "AB-1234", "ab 1234")))) == 1


def test_corrected_serial_number_changes_instrument(caller: Caller, world: World) -> None:
    earlier = sent(world, "AB-1234", at=DAY)
    request = factories.repair(world, "IN_DIAGNOSTICS")
    [wrong] = Instrument.objects.exclude(pk__in=instruments_of(earlier))
    desk = Desk(caller, request)
    row = {"id": desk.units[0], "serialNumber": "ab1234", "diagnosticInfo": {"status": "FOR_REPAIR", "comment": "x"}}
    assert desk.post("save/part-in-diagnostic", [row], world.service).status == 200
    assert instruments_of(request) == instruments_of(earlier)
    wrong.refresh_from_db()
    assert wrong.last_at is None
    assert Instrument.objects.get(pk=instruments_of(earlier)[0]).last_at == request.created_at


def test_removing_added_unit_restores_instrument(caller: Caller, world: World) -> None:
    request = factories.repair(world, "IN_DIAGNOSTICS")
    later = sent(world, "AB-1234", at=request.created_at + timedelta(days=2))
    desk = Desk(caller, request)
    added = desk.post("add/repair-part", bodies.unit(world.part.pk, "AB 1234"), world.service).ok
    assert instruments_of(request)[1:] == instruments_of(later)
    instrument = Instrument.objects.get(pk=instruments_of(later)[0])
    assert instrument.last_at == later.created_at, "it was sent in once more since"
    assert caller.delete("/repairing/delete/repair-part", actor=world.service, id=added["id"]).status == 200
    instrument.refresh_from_db()
    assert instrument.last_at == later.created_at


def test_deleting_and_restoring_request_updates_instruments(world: World) -> None:
    first, second = sent(world, "AB-1234", at=DAY), sent(world, "AB-1234", at=DAY + timedelta(days=9))
    process = PROCESSES["REPAIR"]
    delete_request(process, second.pk, actor=world.admin.actor)
    assert Instrument.objects.get().last_at == first.created_at
    delete_request(process, first.pk, actor=world.admin.actor)
    assert Instrument.objects.get().last_at is None
    restore_request(second.number)
    assert Instrument.objects.get().last_at == second.created_at


def test_migration_identifies_existing_units(world: World) -> None:
    requests = [
        sent(world, "AB-1234", "N/A", at=DAY),
        sent(world, "ab1234", "X-1", at=DAY + timedelta(days=3)),
        sent(world, "AB1234", by=world.client2),
    ]
    deleted = sent(world, "GONE-1")
    delete_request(PROCESSES["REPAIR"], deleted.pk, actor=world.admin.actor)

    def read_state() -> list[object]:
        rows = Instrument.objects.order_by("client", "serial_key").values_list("client", "serial_number", "last_at")
        return [*rows, *[len(set(instruments_of(each))) for each in requests]]

    expected = read_state()
    RepairPart.objects.update(instrument=None)
    Instrument.objects.all().delete()
    migration = import_module("portal_backend.repairs.migrations.0005_known_again")
    editor = SimpleNamespace(connection=connection)  # SQLite's schema editor cannot be used inside a transaction
    migration.identify(apps, editor)
    assert read_state() == expected
    migration.identify(apps, editor)
    assert read_state() == expected, "a second time changes nothing"
