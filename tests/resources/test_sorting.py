"""Sorting by displayed values, in the viewer's language, on every database."""

import json
from typing import Any

import pytest

from portal_backend.accounts.models import Client
from portal_backend.catalogue.models import Category
from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient
from tests.resources.repair_rows import create_repair

pytestmark = pytest.mark.django_db
ACTIVE = "/repairing/fetch-by-criteria/active"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def test_sorts_names_by_collation(caller: ApiClient, world: factories.World) -> None:
    names = ("Walter", "Óscar", "oscar", "Ángel", "Zoë", "Ana", "Noé", "Ñandú", "Nuria", "Łukasz", "Ирина", "Анна")
    for position, name in enumerate(names):
        factories.person(f"person{position}", Role.SUPERVISOR, first_name=name, last_name="Directory")

    def listed(language: str) -> list[str]:
        rows = caller.get("/contacts/fetch/criteria", actor=world.admin, size=50, sort="fullName", lang=language).ok
        return [row["fullName"].split()[0] for row in rows["content"] if "Directory" in row["fullName"]]

    first, last = ["Ana", "Ángel", "Łukasz"], ["oscar", "Óscar", "Walter", "Zoë", "Анна", "Ирина"]
    assert [each for each in listed("en") if each != "Łukasz"] == [*first[:2], "Ñandú", "Noé", "Nuria", *last]
    assert [each for each in listed("es") if each != "Łukasz"] == [*first[:2], "Noé", "Nuria", "Ñandú", *last]


def test_sorts_clients_by_displayed_name(caller: ApiClient, world: factories.World) -> None:
    create_repair(world), create_repair(world, world.client2)
    Client.objects.filter(pk=world.client.user.client_id).update(name="Ówl border guard")
    Client.objects.filter(pk=world.client2.user.client_id).update(name="outpost")
    rows = caller.get(ACTIVE, actor=world.admin, sort="clientUsername,ASC").ok["content"]
    assert [row["clientName"] for row in rows] == ["outpost", "Ówl border guard"]


@pytest.mark.parametrize(
    ("language", "expected"),
    [("en", ["PARTS", "REMOTE_SUPPORT", "REPAIR"]), ("es", ["REMOTE_SUPPORT", "REPAIR", "PARTS"])],
)
def test_sorts_request_types_by_translation(
    caller: ApiClient, world: factories.World, language: str, expected: list[str]
) -> None:
    for kind in ("REMOTE_SUPPORT", "REPAIR", "PARTS"):
        factories.request(kind, world)
    path = "/requests/fetch-by-criteria/action-required"
    rows = caller.get(path, actor=world.supervisor, sort="requestType,ASC", lang=language).ok["content"]
    assert [row["requestType"] for row in rows] == expected


def test_sorts_statuses_by_process_order(caller: ApiClient, world: factories.World) -> None:
    statuses = ("IN_TRANSIT", "NEW", "IN_DIAGNOSTICS", "IN_SHIPPING_DETAILS")
    for status in statuses:
        factories.repair(world, status)
    rows = caller.get(ACTIVE, actor=world.admin, sort="status,ASC").ok["content"]
    assert [row["status"] for row in rows] == ["NEW", "IN_SHIPPING_DETAILS", "IN_TRANSIT", "IN_DIAGNOSTICS"]


def test_sorts_statuses_of_several_request_types_by_process_order(caller: ApiClient, world: factories.World) -> None:
    for kind, status in (("PARTS", "IN_ONE_WAY_SHIPPING"), ("REPAIR", "IN_SHIPPING_DETAILS")):
        factories.request(kind, world, status), factories.request(kind, world, status)
    path = "/requests/fetch-by-criteria/action-required"
    rows = caller.get(path, actor=world.client, sort="status,ASC").ok["content"]
    assert [row["requestType"] for row in rows] == ["REPAIR", "REPAIR", "PARTS", "PARTS"]


def test_sorts_translated_fields_in_current_language(caller: ApiClient, world: factories.World) -> None:
    for key, english, spanish in (("RPM", "Zebra", "Águila"), ("OTHER", "Eagle", "Cebra")):
        factories.part(category=key)
        Category.objects.filter(key=key).update(name_en=english, name_es=spanish)

    def categories(language: str, name: str, column: str) -> list[Any]:
        sort = json.dumps([column, "ASC"])
        rows = caller.get(f"/api/rest/{name}", actor=world.admin, sort=sort, lang=language).ok
        return [row["category"]["name"] if name == "parts" else row["name"] for row in rows]

    for name, column in (("parts", "category"), ("part-categories", "name")):
        assert categories("en", name, column) == ["Eagle", "Zebra"]
        assert categories("es", name, column) == ["Águila", "Cebra"]
