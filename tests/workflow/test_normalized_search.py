"""Normalized search: numbers and names are found in any spelling."""

import pytest

from portal_backend.core.normalization import normalize_key
from portal_backend.repairs.models import Instrument, RepairUnit
from portal_backend.workflow.models import ServiceRequest
from tests import factories, request_bodies
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def numbers(caller: ApiClient, actor: factories.Person, word: str) -> list[str]:
    return [each["requestId"] for each in caller.get("/requests/search", actor=actor, word=word).ok]


def test_finds_requests_in_any_spelling_of_keywords(caller: ApiClient, world: factories.World) -> None:
    repair = factories.repair(world)
    lines = [repair.number, "KX-77 123", "Análisis"]
    ServiceRequest.objects.filter(pk=repair.pk).update(
        search_display="\n".join(lines), search_text="\n".join(map(normalize_key, lines))
    )
    for word in ("KX77123", "kx 77 12", "analisis", repair.number, repair.number.replace("-", "")):
        assert numbers(caller, world.admin, word) == [repair.number], word


def test_report_finds_requests_by_number(caller: ApiClient, world: factories.World) -> None:
    repair = factories.repair(world)
    for query in (repair.number.lower(), repair.number.replace("-", " "), repair.number[2:9]):
        data = caller.post("/reports/general/search", {"requestNumber": query}, actor=world.admin).ok
        assert [each["requestId"] for each in data["content"]] == [repair.number], query
    data = caller.post("/reports/general/search", {"requestNumber": "?"}, actor=world.admin).ok
    assert data["content"] == []


def test_report_finds_units_in_any_spelling_of_their_numbers(caller: ApiClient, world: factories.World) -> None:
    repair = factories.repair(world)
    RepairUnit.objects.filter(repair_id=repair.pk).update(serial_number="KX-77 123", service_tag="TAG 9-1")
    for query in ({"serialNumber": "kx77-123"}, {"serialNumber": "КХ77"}, {"serviceTag": "tag9-1"}):
        data = caller.post("/reports/general/search", query, actor=world.admin).ok
        assert [each["requestId"] for each in data["content"]] == [repair.number], query


@pytest.mark.parametrize("word", ["vm 250", "VM250", "vm‑250", "sensór", "SENSOR"])
def test_finds_parts_in_any_spelling_of_their_numbers(caller: ApiClient, world: factories.World, word: str) -> None:
    part = factories.part("Sénsor", number="VM-250", manufacturer="Acme")
    data = caller.get("/parts/fetch-by-criteria", actor=world.admin, keyword=word).ok
    assert [each["id"] for each in data["content"]] == [part.pk]


@pytest.mark.parametrize("word", ["garcia", "GARCÍA", "garcía lópez", "lopez garcia"])
def test_finds_users_regardless_of_accents(caller: ApiClient, world: factories.World, word: str) -> None:
    world.client.user.first_name, world.client.user.last_name = "García", "López"
    world.client.user.save()
    data = caller.get("/contacts/fetch/criteria", actor=world.admin, keyword=word).ok
    assert [each["username"] for each in data["content"]] == [world.client.user.username]


def test_placeholder_serial_number_creates_no_instrument(caller: ApiClient, world: factories.World) -> None:
    body = request_bodies.unit(world.part.pk, "unknown")
    caller.post("/repairing/create", [body], actor=world.client)
    assert not Instrument.objects.exists()
