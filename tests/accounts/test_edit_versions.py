"""Version conflicts when two administrators edit one user (contract 6.1)."""

from typing import Any

import pytest

from portal_backend.accounts.models import Client, Service, User
from portal_backend.core.translations import load_messages
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.contract.administration_data import PERSON_BODY, build_address_body

pytestmark = pytest.mark.django_db
CARDS = {"contact", "address", "client", "service", "clients"}
Edit = tuple[str, str, dict[str, Any], Any]


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def build_edits(world: factories.World) -> dict[str, tuple[str, Edit]]:
    """Return, by card, the user whose profile has it and the call that edits it."""
    other = world.client2.user.client_id
    renamed = {"oldUsername": "client", "newUsername": "client", **PERSON_BODY}
    client = {"oldClientName": "Client one", "newClientName": "Client one", "countryCode": "FR", "service": None}
    service = {"oldServiceName": "Service one", "newServiceName": "Service one", "price": 77}
    service |= {"supportSpecialServices": True, "serviceContactUsername": "service"}
    return {
        "contact": ("client", ("PUT", "/contacts/edit", {}, renamed)),
        "address": (
            "client",
            ("PUT", "/address/edit", {"identification": "client"}, {**build_address_body(), "city": "Vigo"}),
        ),
        "client": ("client", ("PUT", "/client/edit", {}, client)),
        "service": ("service", ("PUT", "/service/edit", {}, service)),
        "clients": (
            "manager",
            ("POST", "/sustainability-manager/save/clients", {"specifiedUsername": "manager"}, [other]),
        ),
    }


def get_versions(caller: ApiClient, username: str, viewer: factories.Person) -> dict[str, str]:
    found: dict[str, str] = caller.get("/contacts/profile", actor=viewer, username=username).ok["versions"]
    return found


def save(caller: ApiClient, edit: Edit, viewer: factories.Person, **query: Any) -> ClientResponse:
    verb, path, named, body = edit
    return caller.call(verb, path, viewer, body=body, **named, **query)


@pytest.mark.parametrize("card", sorted(CARDS))
def test_second_concurrent_edit_is_a_version_conflict(caller: ApiClient, world: factories.World, card: str) -> None:
    username, edit = build_edits(world)[card]
    seen = get_versions(caller, username, world.admin)
    assert save(caller, edit, world.admin, version=seen[card]).outcome == "200"
    now = get_versions(caller, username, world.admin)
    changed = {name for name in now if now[name] != seen[name]}
    assert changed == {card}, "a save changes the version of its own card and of no other"
    refused = save(caller, edit, world.admin, version=seen[card]).assert_error(409, "STALE")
    assert refused.data["message"] == load_messages("en")["errors.STALE"]
    assert save(caller, edit, world.admin, version=now[card]).outcome == "200"
    # without a version there is no check
    assert save(caller, edit, world.admin).outcome == "200"
    assert save(caller, edit, world.admin, version="").outcome == "200"


def test_version_conflict_changes_nothing(caller: ApiClient, world: factories.World) -> None:
    for username, edit in build_edits(world).values():
        before = caller.get("/contacts/profile", actor=world.admin, username=username).ok
        save(caller, edit, world.admin, version="0" * 16).assert_error(409, "STALE")
        assert caller.get("/contacts/profile", actor=world.admin, username=username).ok == before


def test_versions_of_savable_cards_only(caller: ApiClient, world: factories.World) -> None:
    for viewer in (world.client, world.service, world.supervisor, world.manager):
        assert set(get_versions(caller, viewer.username, viewer)) == {"contact", "address"}
    expected = {"client": {"client"}, "service": {"service"}, "manager": {"clients"}, "supervisor": set()}
    for username, more in expected.items():
        assert set(get_versions(caller, username, world.admin)) == {"contact", "address", *more}


def test_validation_error_precedes_version_conflict(caller: ApiClient, world: factories.World) -> None:
    body = {"oldUsername": "client", "newUsername": "client", **PERSON_BODY, "password": "Gr\u00faa-7-azul"}
    wrong = {**body, "currentPassword": "guessed"}
    caller.put("/contacts/edit", wrong, actor=world.client, version="old").assert_error(400, "VALIDATION")
    right = {**body, "currentPassword": factories.PASSWORD}
    caller.put("/contacts/edit", right, actor=world.client, version="old").assert_error(409, "STALE")
    assert caller.get("/contacts/profile", actor=world.client).status == 200, "the session is still open"


def test_lock_does_not_change_versions(caller: ApiClient, world: factories.World) -> None:
    before = get_versions(caller, "client", world.admin)
    assert caller.call("PUT", "/contacts/lock", world.admin, username="client", locked="true").outcome == "200"
    assert get_versions(caller, "client", world.admin) == before


def test_moving_user_updates_service_contacts(caller: ApiClient, world: factories.World) -> None:
    first, second = Service.objects.get(name="Service one"), Service.objects.get(name="Service two")
    Service.objects.filter(pk=second.pk).update(contact_user=None)
    body = {"oldUsername": "service", "newUsername": "service", **PERSON_BODY, "serviceId": second.pk}
    assert caller.put("/contacts/edit", body, actor=world.admin).outcome == "200"
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.contact_user is None, "nobody of another Service stands as the contact"
    assert second.contact_user_id == world.service.id
    card = caller.get("/contacts/profile", actor=world.admin, username="service").ok["serviceForAdmin"]
    assert [person["username"] for person in card["users"]] == ["service", "service2"]
    assert User.objects.get(username="service").service == second


def test_client_country_code_must_be_two_letters(caller: ApiClient, world: factories.World) -> None:
    body = {"oldClientName": "Client one", "newClientName": "Client one", "service": None}
    for code, key in (("", "required"), ("E", "country_code"), ("ESP", "country_code"), ("12", "country_code")):
        for lang in ("en", "es"):
            response = caller.call("PUT", "/client/edit", world.admin, body={**body, "countryCode": code}, lang=lang)
            assert response.assert_error(400, "VALIDATION").fields == {
                "countryCode": [load_messages(lang)[f"errors.field.{key}"]]
            }
    unknown = caller.put("/client/edit", {**body, "countryCode": "XX"}, actor=world.admin).assert_error(
        400, "VALIDATION"
    )
    assert unknown.fields == {"countryCode": [load_messages("en")["errors.field.country"]]}
    assert Client.objects.get(name="Client one").country_code == "ES"


def test_user_list_shows_lock_status(caller: ApiClient, world: factories.World) -> None:
    assert caller.call("PUT", "/contacts/lock", world.admin, username="client", locked="true").outcome == "200"
    rows = caller.call("GET", "/contacts/fetch/criteria", world.admin, lang="es", size="100").ok["content"]
    shown = {row["username"]: (row["locked"], row["status"]) for row in rows}
    assert shown["client"] == (True, "Bloqueada")
    assert shown["service"] == (False, "Desbloqueada")
