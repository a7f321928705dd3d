"""Profiles, addresses and choices by role of the viewer (spec 2.4, contract 6.1)."""

from typing import Any

import pytest

from portal_backend.accounts.models import Address, BackupEmail, Client, Service
from portal_backend.core.actor import Role
from tests import factories
from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db
PROFILE, ADDRESS = "/contacts/profile", "/address/fetch"
ADDRESS_BODY = {
    "companyName": "Customs",
    "country": "ES",
    "province": "",
    "city": "Madrid",
    "postalCode": "28001",
    "street": "Mayor 1",
    "building": "",
}
CARDS = {"clientForAdmin", "serviceForAdmin", "serviceForClient", "serviceForService", "managerForAdmin"}


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def get_cards(caller: ApiClient, viewer: factories.Person, username: str | None = None) -> dict[str, Any]:
    response = caller.get(PROFILE, actor=viewer, username=username).ok
    assert {"contact", "address", "versions"} <= set(response)
    assert set(response) - {"contact", "address", "versions"} <= CARDS
    return {name: response[name] for name in response if name in CARDS}


def test_contact_card(caller: ApiClient, world: factories.World) -> None:
    backup = BackupEmail.objects.create(user=world.client.user, value="office@example.org")
    for viewer, username in (
        (world.client, None),
        (world.client, "client"),
        (world.client, ""),
        (world.admin, "client"),
    ):
        response = caller.get(PROFILE, actor=viewer, username=username).ok
        assert response["contact"] == {
            "id": world.client.id,
            "username": "client",
            "firstName": "Client",
            "lastName": "Tester",
            "fullName": "Client Tester",
            "phone": "+34 600 000 000",
            "email": "client@example.org",
            "backupEmails": [{"id": backup.pk, "value": "office@example.org"}],
            "role": "CLIENT",
            "locked": False,
            "status": "Unlocked",
        }
        assert response["address"] == ADDRESS_BODY
    world.client.user.locked = True
    world.client.user.save()
    contact = caller.call("GET", PROFILE, world.admin, username="client", lang="es").ok["contact"]
    assert (contact["locked"], contact["status"]) == (True, "Bloqueada")


def test_cards_of_client_user(caller: ApiClient, world: factories.World) -> None:
    client = world.client.user.client
    assert client is not None
    assert client.service is not None
    assert get_cards(caller, world.admin, "client") == {
        "clientForAdmin": {
            "id": client.pk,
            "name": "Client one",
            "countryCode": "ES",
            "service": {"id": client.service.pk, "name": "Service one"},
        }
    }
    assert get_cards(caller, world.client) == {
        "serviceForClient": {
            "name": "Service one",
            "username": "service",
            "contactFullName": "Service Tester",
            "contactEmail": "service@example.org",
            "country": "ES",
            "city": "Madrid",
            "postalCode": "28001",
            "address": "Mayor 1",
        }
    }
    assert "50" not in str(get_cards(caller, world.client))


def test_service_card_of_client_without_service_contact(caller: ApiClient, world: factories.World) -> None:
    Service.objects.filter(name="Service one").update(contact_user=None)
    card = get_cards(caller, world.client)["serviceForClient"]
    assert (card["name"], card["username"], card["address"]) == ("Service one", None, None)
    Client.objects.filter(name="Client one").update(service=None)
    assert get_cards(caller, world.client)["serviceForClient"] is None
    assert get_cards(caller, world.admin, "client")["clientForAdmin"]["service"] is None


def test_cards_of_service_user(caller: ApiClient, world: factories.World) -> None:
    own = {"serviceForService": {"name": "Service one", "price": 50.0}}
    assert get_cards(caller, world.service) == own
    service = world.service.user.service
    assert service is not None
    assert get_cards(caller, world.admin, "service") == {
        **own,
        "serviceForAdmin": {
            "id": service.pk,
            "name": "Service one",
            "supportSpecialServices": False,
            "serviceContactUsername": "service",
            "users": [{"username": "service", "fullName": "Service Tester"}],
        },
    }


def test_card_of_manager(caller: ApiClient, world: factories.World) -> None:
    client = Client.objects.get(name="Client one")
    for viewer, username in ((world.manager, None), (world.admin, "manager")):
        assert get_cards(caller, viewer, username) == {
            "managerForAdmin": {"clients": [{"id": client.pk, "name": "Client one"}]}
        }


def test_staff_have_no_organization_card(caller: ApiClient, world: factories.World) -> None:
    assert get_cards(caller, world.supervisor) == {}
    assert get_cards(caller, world.admin) == {}
    assert get_cards(caller, world.admin, "supervisor") == {}


def test_only_admin_reads_profiles_of_others(caller: ApiClient, world: factories.World) -> None:
    for role, actor in world.one_of_each_role.items():
        for name in ("client2", "nobody", "Client", "client_mate"):
            expected = (
                "403 FORBIDDEN" if role != Role.ADMIN else "404 NOT_FOUND" if name in ("nobody", "Client") else "200"
            )
            assert caller.get(PROFILE, actor=actor, username=name).outcome == expected
            assert caller.get(ADDRESS, actor=actor, identification=name).outcome == expected
    # existence is not disclosed: taken and free names get the same response
    taken = caller.get(PROFILE, actor=world.client, username="client2").data
    assert taken == caller.get(PROFILE, actor=world.client, username="nobody").data
    for name in ("a\0b", "x" * 201):
        caller.get(PROFILE, actor=world.admin, username=name).assert_error(400, "VALIDATION")


def test_fetch_address(caller: ApiClient, world: factories.World) -> None:
    assert caller.get(ADDRESS, actor=world.client).ok == ADDRESS_BODY
    assert caller.get(ADDRESS, actor=world.client, identification="client").ok == ADDRESS_BODY
    assert caller.get(ADDRESS, actor=world.admin, identification="service2").ok == ADDRESS_BODY
    Address.objects.filter(user=world.client.user).delete()
    assert caller.get(ADDRESS, actor=world.client).ok is None
    assert caller.get(PROFILE, actor=world.client).ok["address"] is None


def test_profile_contains_no_secrets(caller: ApiClient, world: factories.World) -> None:
    for actor in world.one_of_each_role.values():
        text = str(caller.get(PROFILE, actor=actor).ok)
        assert actor.user.password not in text
        assert "password" not in text.lower()
        assert "token" not in text.lower()


def test_selectable_clients_of_each_role(caller: ApiClient, world: factories.World) -> None:
    def get_names(actor: factories.Person) -> list[str]:
        rows = caller.get("/client/fetch/all", actor=actor).ok
        assert all(set(row) == {"id", "name"} for row in rows)
        return [row["name"] for row in rows]

    both = ["Client one", "Client two"]
    assert get_names(world.admin) == get_names(world.supervisor) == both
    assert get_names(world.service) == get_names(world.manager) == ["Client one"]
    assert get_names(world.service2) == ["Client two"]
    caller.get("/client/fetch/all", actor=world.client).assert_error(403, "FORBIDDEN")
