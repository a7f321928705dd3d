"""Search text and serial numbers from before the normalization of keys.

Old rows are found by normalized keywords, and instruments of one number are merged.
"""

from datetime import timedelta
from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from portal_backend.repairs.models import Instrument, RepairPart
from portal_backend.workflow.models import Request
from tests import bodies, factories
from tests.caller import Caller

pytestmark = pytest.mark.django_db
EDITOR = SimpleNamespace(connection=connection)
SEARCH = import_module("portal_backend.workflow.migrations.0016_normalized_search")
SERIALS = import_module("portal_backend.repairs.migrations.0011_normalized_serials")


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def numbers(caller: Caller, actor: factories.Person, word: str) -> list[str]:
    return [each["requestId"] for each in caller.get("/requests/search", actor=actor, word=word).ok]


def test_finds_requests_stored_before_normalization(caller: Caller, world: factories.World) -> None:
    repair = factories.repair(world)
    Request.objects.filter(pk=repair.pk).update(
        search_lines=f"{repair.number}\nKX-77 123\nAnálisis",
        search_text=f"{repair.number.lower()}\nkx-77 123\nanálisis",
    )
    assert numbers(caller, world.admin, "kx-77 1") == [repair.number], "while an upgrade lasts, as it is written"
    SEARCH.normalize(apps, EDITOR)
    for word in ("KX77123", "kx 77 12", "analisis", repair.number, repair.number.replace("-", "")):
        assert numbers(caller, world.admin, word) == [repair.number], word


def test_report_finds_requests_by_number(caller: Caller, world: factories.World) -> None:
    repair = factories.repair(world)
    for query in (repair.number.lower(), repair.number.replace("-", " "), repair.number[2:9]):
        data = caller.post("/reports/general/search", {"requestNumber": query}, actor=world.admin).ok
        assert [each["requestId"] for each in data["content"]] == [repair.number], query
    data = caller.post("/reports/general/search", {"requestNumber": "?"}, actor=world.admin).ok
    assert data["content"] == []


def test_report_finds_units_in_any_spelling_of_their_numbers(caller: Caller, world: factories.World) -> None:
    repair = factories.repair(world)
    RepairPart.objects.filter(repair_id=repair.pk).update(serial_number="KX-77 123", service_tag="TAG 9-1")
    for query in ({"serialNumber": "kx77-123"}, {"serialNumber": "КХ77"}, {"serviceTag": "tag9-1"}):
        data = caller.post("/reports/general/search", query, actor=world.admin).ok
        assert [each["requestId"] for each in data["content"]] == [repair.number], query


def test_merges_instruments_with_the_same_normalized_number(world: factories.World) -> None:
    unit = RepairPart.objects.select_related("instrument").filter(repair_id=factories.repair(world).pk)[0]
    latin = unit.instrument
    assert latin is not None
    values = {"client_id": latin.client_id, "part_id": latin.part_id}
    Instrument.objects.filter(pk=latin.pk).update(serial_number="2CH-5841", serial_key="2ch5841")
    later = latin.last_at + timedelta(days=1) if latin.last_at else None
    cyrillic = Instrument.objects.create(**values, serial_number="2СН-5841", serial_key="2сн5841", last_at=later)
    placeholder = Instrument.objects.create(**values, serial_number="unknown", serial_key="unknown", last_at=later)
    dotted = Instrument.objects.create(**values, serial_number="“X-1”", serial_key="“x1”", last_at=later)
    units = {}
    for each in (cyrillic, placeholder, dotted):
        unit = RepairPart.objects.filter(repair_id=factories.repair(world).pk)[0]
        RepairPart.objects.filter(pk=unit.pk).update(
            instrument=each, repair_status="REPLACED", replacement_serial="2СН-9", replacement_key="2сн9"
        )
        units[each.pk] = unit
    for _ in range(2):
        SERIALS.rename_instruments(apps, EDITOR)
        SERIALS.rename_replacements(apps, EDITOR)
        for pk, wanted in ((cyrillic.pk, latin.pk), (placeholder.pk, None), (dotted.pk, dotted.pk)):
            units[pk].refresh_from_db()
            assert units[pk].instrument_id == wanted
            assert units[pk].replacement_key == "2ch9"
    assert not Instrument.objects.filter(pk__in=[cyrillic.pk, placeholder.pk]).exists()
    latin.refresh_from_db()
    assert (latin.serial_number, latin.last_at) == ("2СН-5841", later)
    assert Instrument.objects.get(pk=dotted.pk).serial_key == "x1"


@pytest.mark.parametrize("word", ["vm 250", "VM250", "vm‑250", "sensór", "SENSOR"])
def test_finds_parts_in_any_spelling_of_their_numbers(caller: Caller, world: factories.World, word: str) -> None:
    part = factories.part("Sénsor", number="VM-250", manufacturer="Acme")
    data = caller.get("/parts/fetch-by-criteria", actor=world.admin, keyword=word).ok
    assert [each["id"] for each in data["content"]] == [part.pk]


@pytest.mark.parametrize("word", ["garcia", "GARCÍA", "garcía lópez", "lopez garcia"])
def test_finds_users_regardless_of_accents(caller: Caller, world: factories.World, word: str) -> None:
    world.client.user.first_name, world.client.user.last_name = "García", "López"
    world.client.user.save()
    data = caller.get("/contacts/fetch/criteria", actor=world.admin, keyword=word).ok
    assert [each["username"] for each in data["content"]] == [world.client.user.username]


def test_placeholder_serial_number_creates_no_instrument(caller: Caller, world: factories.World) -> None:
    body = bodies.unit(world.part.pk, "unknown")
    caller.post("/repairing/create", [body], actor=world.client)
    assert not Instrument.objects.exists()
