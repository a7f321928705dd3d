"""Declared forms of a user's cards, and access to them (spec 2, 2.4)."""

import pytest

from portal_backend.accounts.models import Client
from portal_backend.core.actor import Role
from tests import factories
from tests.accounts.cards import build_card_path, get_contact_row, get_own_row, list_cards
from tests.api_client import ApiClient
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.factories import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    made = factories.world()
    assert made.part
    return made


def test_contact_row_lists_cards_of_its_role(caller: ApiClient, here: World) -> None:
    client, service = here.client.user.client_id, here.service.user.service_id
    assert list_cards(get_contact_row(caller, here, "client")) == [
        ("contacts", here.client.id),
        ("addresses", here.client.id),
        ("clients", client),
    ]
    assert list_cards(get_contact_row(caller, here, "service"))[1:] == [
        ("addresses", here.service.id),
        ("services", service),
    ]
    assert list_cards(get_contact_row(caller, here, "manager"))[1:] == [("manager-clients", here.manager.id)]
    assert list_cards(get_contact_row(caller, here, "supervisor")) == [("contacts", here.supervisor.id)]
    # the own account is edited as the profile, which asks for the current password
    assert list_cards(get_contact_row(caller, here, "admin")) == [("profile", here.admin.id)]


def test_profile_row_lists_cards_that_its_role_can_read(caller: ApiClient, here: World) -> None:
    service = here.service.user.service_id
    assert list_cards(get_own_row(caller, here.client)) == [
        ("profile", here.client.id),
        ("addresses", here.client.id),
        ("services", service),
    ]
    assert list_cards(get_own_row(caller, here.service))[1:] == [("addresses", here.service.id), ("services", service)]
    assert list_cards(get_own_row(caller, here.manager))[1:] == [("manager-clients", here.manager.id)]
    assert list_cards(get_own_row(caller, here.admin)) == [("profile", here.admin.id)]
    for person in here.one_of_each_role.values():
        for resource, pk in list_cards(get_own_row(caller, person)):
            assert caller.get(build_card_path(resource, pk), actor=person).status == 200, (person.role, resource)
    Client.objects.update(service=None)
    assert list_cards(get_own_row(caller, here.client))[2] == ("services", None)


def test_only_admin_accesses_cards_of_others(caller: ApiClient, here: World) -> None:
    for role, person in here.one_of_each_role.items():
        if role == Role.ADMIN:
            continue
        others = {
            "profile": here.client2.id,
            "addresses": here.client2.id,
            "services": here.service2.user.service_id,
            "manager-clients": factories.person(f"manager_{role.lower()}", Role.SUSTAINABILITY_MANAGER).id,
        }
        before = dump_database()
        for resource, pk in others.items():
            response = caller.get(build_card_path(resource, pk), actor=person)
            assert response.outcome in ("404 NOT_FOUND", "403 FORBIDDEN")
            missing = caller.get(build_card_path(resource, 10**9), actor=person)
            assert (response.outcome, response.data) == (missing.outcome, missing.data), "existence is not told"
        for resource in ("addresses", "profile"):
            caller.put(build_card_path(resource, here.client2.id), {}, actor=person).assert_error(404, "NOT_FOUND")
        assert find_changed_tables(before, dump_database()) == []


def test_read_only_cards_reject_writes(caller: ApiClient, here: World) -> None:
    service = build_card_path("services", here.service.user.service_id)
    assert set(caller.get(service, actor=here.service).ok) == {"id", "name", "price"}
    assert caller.get(service, actor=here.client).ok == {
        "id": here.service.user.service_id,
        "name": "Service one",
        "username": "service",
        "contactFullName": "Service Tester",
        "contactEmail": "service@example.org",
        "country": "ES",
        "city": "Madrid",
        "postalCode": "28001",
        "address": "Mayor 1",
    }
    for person in (here.service, here.client):
        caller.put(service, {"name": "Mine", "price": 1}, actor=person).assert_error(403, "FORBIDDEN")
    caller.put(build_card_path("manager-clients", here.manager.id), {"clients": []}, actor=here.manager).assert_error(
        403, "FORBIDDEN"
    )
    assert caller.get(build_card_path("manager-clients", here.manager.id), actor=here.manager).ok["clients"] == [
        str(here.client.user.client_id)
    ]
