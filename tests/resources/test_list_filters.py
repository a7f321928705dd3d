"""Filters of instruments, parts and users."""

import json
from typing import Any

import pytest

from portal_backend.accounts.models import User
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person, World
from tests.instruments.test_identity import send_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def world() -> World:
    return factories.world()


def fetch_rows(caller: ApiClient, name: str, actor: Person, **values: Any) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = caller.get(
        f"/api/rest/{name}", actor=actor, filter=json.dumps(values), range="[0,99]"
    ).ok
    return rows


def test_instruments_are_filtered_by_category_within_scope(caller: ApiClient, world: World) -> None:
    send_in(world, "AB-1")
    send_in(world, "AB-2", owner=world.client2)
    factories.part(category="RPM")
    for actor, serials in ((world.client, {"AB-1"}), (world.service, {"AB-1"}), (world.admin, {"AB-1", "AB-2"})):
        rows = fetch_rows(caller, "instruments", actor, categoryId=world.part.category.key)
        assert {row["serialNumber"] for row in rows} == serials
        assert fetch_rows(caller, "instruments", actor, categoryId="RPM") == []


def test_parts_are_filtered_by_category(caller: ApiClient, world: World) -> None:
    portal = factories.part(category="RPM")
    factories.part(category="HANDHELD")
    assert [row["id"] for row in fetch_rows(caller, "parts", world.admin, categoryId="RPM")] == [portal.pk]


def test_users_are_filtered_by_role_and_status(caller: ApiClient, world: World) -> None:
    User.objects.filter(pk=world.service.id).update(locked=True)
    clients = {row["username"] for row in fetch_rows(caller, "contacts", world.admin, role="CLIENT")}
    assert clients == set(User.objects.filter(role="CLIENT").values_list("username", flat=True))
    for locked in (True, "true"):
        assert [row["id"] for row in fetch_rows(caller, "contacts", world.admin, locked=locked)] == [world.service.id]
    unlocked = fetch_rows(caller, "contacts", world.admin, locked="false", role=["SERVICE"])
    assert world.service.id not in {row["id"] for row in unlocked}
    for wrong in ({"role": "NOBODY"}, {"locked": "maybe"}):
        response = caller.get("/api/rest/contacts", actor=world.admin, filter=json.dumps(wrong))
        assert list(response.assert_error(400, "VALIDATION").fields) == list(wrong)
