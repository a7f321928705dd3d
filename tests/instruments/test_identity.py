"""Identity of instruments: units with the same client, model and serial number."""

from datetime import UTC, datetime, timedelta

import pytest

from portal_backend.core.clock import freeze_time
from portal_backend.repairs import actions
from portal_backend.repairs.instrument_identity import build_serial_key
from portal_backend.repairs.models import Instrument, RepairUnit
from portal_backend.repairs.schemas import RepairIn
from portal_backend.workflow.actions import delete_request, restore_request
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.repairs.repair_client import RepairClient

pytestmark = pytest.mark.django_db
DAY = datetime(2026, 3, 2, 15, tzinfo=UTC)


@pytest.fixture
def world() -> World:
    return factories.world()


def send_in(world: World, *serials: str, owner: Person | None = None, created_at: datetime = DAY) -> ServiceRequest:
    data = RepairIn.model_validate({"units": [request_bodies.unit(world.part.pk, each) for each in serials]})
    with freeze_time(created_at):
        return actions.create_repair(data, actor=(owner or world.client).actor)


def get_instrument_ids(request: ServiceRequest) -> list[int | None]:
    return list(RepairUnit.objects.filter(repair_id=request.pk).order_by("pk").values_list("instrument_id", flat=True))


@pytest.mark.parametrize(
    "written", ["ab-12 34", "AB1234", "A B 1 2 3 4", "ＡＢ１２３４", "ab‑12–34", "АВ-1234", "#AB-1234"]
)
def test_ignores_case_spaces_and_hyphens_in_serial_number(world: World, written: str) -> None:
    first, second = send_in(world, "AB-1234"), send_in(world, written)
    assert get_instrument_ids(first) == get_instrument_ids(second)
    assert Instrument.objects.get().serial_number == written.strip(), "it is called as it was written last"


@pytest.mark.parametrize("written", ["-", "N/A", "n / a", " – ", "unknown", "None", "0000", "n.a.", "?", "Sin número"])
def test_placeholder_serial_number_is_no_instrument(world: World, written: str) -> None:
    assert get_instrument_ids(send_in(world, written)) == [None]
    assert build_serial_key(written) == ""


def test_other_model_or_client_is_another_instrument(world: World) -> None:
    first = send_in(world, "AB-1234")
    other_client = send_in(world, "AB-1234", owner=world.client2)
    other = {"units": [request_bodies.unit(factories.part("Other").pk, "AB-1234")]}
    other_model = actions.create_repair(RepairIn.model_validate(other), actor=world.client.actor)
    assert len({*get_instrument_ids(first), *get_instrument_ids(other_client), *get_instrument_ids(other_model)}) == 3


def test_same_serial_number_twice_is_one_instrument(world: World) -> None:
    assert len(set(get_instrument_ids(send_in(world, "AB-1234", "ab 1234")))) == 1


def test_corrected_serial_number_changes_instrument(caller: ApiClient, world: World) -> None:
    earlier = send_in(world, "AB-1234", created_at=DAY)
    request = factories.repair(world, "IN_DIAGNOSTICS")
    [wrong] = Instrument.objects.exclude(pk__in=get_instrument_ids(earlier))
    desk = RepairClient(caller, request)
    row = {"id": desk.units[0], "serialNumber": "ab1234", "diagnosticInfo": {"status": "FOR_REPAIR", "comment": "x"}}
    assert desk.post("save/part-in-diagnostic", [row], world.service).status == 200
    assert get_instrument_ids(request) == get_instrument_ids(earlier)
    wrong.refresh_from_db()
    assert wrong.last_sent_at is None
    assert Instrument.objects.get(pk=get_instrument_ids(earlier)[0]).last_sent_at == request.created_at


def test_removing_added_unit_restores_instrument(caller: ApiClient, world: World) -> None:
    request = factories.repair(world, "IN_DIAGNOSTICS")
    later = send_in(world, "AB-1234", created_at=request.created_at + timedelta(days=2))
    desk = RepairClient(caller, request)
    added = desk.post("add/repair-part", request_bodies.unit(world.part.pk, "AB 1234"), world.service).ok
    assert get_instrument_ids(request)[1:] == get_instrument_ids(later)
    instrument = Instrument.objects.get(pk=get_instrument_ids(later)[0])
    assert instrument.last_sent_at == later.created_at, "it was sent in once more since"
    assert caller.delete("/repairing/delete/repair-part", actor=world.service, id=added["id"]).status == 200
    instrument.refresh_from_db()
    assert instrument.last_sent_at == later.created_at


def test_deleting_and_restoring_request_updates_instruments(world: World) -> None:
    first, second = (
        send_in(world, "AB-1234", created_at=DAY),
        send_in(world, "AB-1234", created_at=DAY + timedelta(days=9)),
    )
    process = PROCESSES["REPAIR"]
    delete_request(process, second.pk, actor=world.admin.actor)
    assert Instrument.objects.get().last_sent_at == first.created_at
    delete_request(process, first.pk, actor=world.admin.actor)
    assert Instrument.objects.get().last_sent_at is None
    restore_request(second.number)
    assert Instrument.objects.get().last_sent_at == second.created_at
