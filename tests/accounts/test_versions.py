"""Version conflicts when two administrators edit one user (contract 6.1)."""

from typing import Any

import pytest

from portal_backend.accounts.models import Client, Service, User
from portal_backend.base.words import catalogue
from tests import factories
from tests.caller import Answered, Caller
from tests.contract.administration_rows import PERSON, address

pytestmark = pytest.mark.django_db
CARDS = {"contact", "address", "client", "service", "clients"}
Edit = tuple[str, str, dict[str, Any], Any]


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def edits(world: factories.World) -> dict[str, tuple[str, Edit]]:
    """Return, by card, the user whose profile has it and the call that edits it."""
    other = world.client2.user.client_id
    renamed = {"oldUsername": "client", "newUsername": "client", **PERSON}
    client = {"oldClientName": "Client one", "newClientName": "Client one", "countryCode": "FR", "service": None}
    service = {"oldServiceName": "Service one", "newServiceName": "Service one", "price": 77}
    service |= {"supportSpecialServices": True, "serviceContactUsername": "service"}
    return {
        "contact": ("client", ("PUT", "/contacts/edit", {}, renamed)),
        "address": ("client", ("PUT", "/address/edit", {"identification": "client"}, {**address(), "city": "Vigo"})),
        "client": ("client", ("PUT", "/client/edit", {}, client)),
        "service": ("service", ("PUT", "/service/edit", {}, service)),
        "clients": (
            "manager",
            ("POST", "/sustainability-manager/save/clients", {"specifiedUsername": "manager"}, [other]),
        ),
    }


def versions(caller: Caller, username: str, viewer: factories.Person) -> dict[str, str]:
    found: dict[str, str] = caller.get("/contacts/profile", actor=viewer, username=username).ok["versions"]
    return found


def save(caller: Caller, edit: Edit, viewer: factories.Person, **query: Any) -> Answered:
    verb, path, named, body = edit
    return caller.call(verb, path, viewer, body=body, **named, **query)


@pytest.mark.parametrize("card", sorted(CARDS))
def test_second_concurrent_edit_is_a_version_conflict(caller: Caller, world: factories.World, card: str) -> None:
    username, edit = edits(world)[card]
    seen = versions(caller, username, world.admin)
    assert save(caller, edit, world.admin, version=seen[card]).verdict == "200"
    now = versions(caller, username, world.admin)
    changed = {name for name in now if now[name] != seen[name]}
    assert changed == {card}, "a save changes the version of its own card and of no other"
    refused = save(caller, edit, world.admin, version=seen[card]).refused(409, "STALE")
    assert refused.data["message"] == catalogue("en")["errors.STALE"]
    assert save(caller, edit, world.admin, version=now[card]).verdict == "200"
    # without a version there is no check
    assert save(caller, edit, world.admin).verdict == "200"
    assert save(caller, edit, world.admin, version="").verdict == "200"


def test_version_conflict_changes_nothing(caller: Caller, world: factories.World) -> None:
    for username, edit in edits(world).values():
        before = caller.get("/contacts/profile", actor=world.admin, username=username).ok
        save(caller, edit, world.admin, version="0" * 16).refused(409, "STALE")
        assert caller.get("/contacts/profile", actor=world.admin, username=username).ok == before


def test_versions_of_savable_cards_only(caller: Caller, world: factories.World) -> None:
    for viewer in (world.client, world.service, world.supervisor, world.manager):
        assert set(versions(caller, viewer.username, viewer)) == {"contact", "address"}
    expected = {"client": {"client"}, "service": {"service"}, "manager": {"clients"}, "supervisor": set()}
    for username, more in expected.items():
        assert set(versions(caller, username, world.admin)) == {"contact", "address", *more}


def test_validation_error_precedes_version_conflict(caller: Caller, world: factories.World) -> None:
    body = {"oldUsername": "client", "newUsername": "client", **PERSON, "password": "Gr\u00faa-7-azul"}
    wrong = {**body, "currentPassword": "guessed"}
    caller.put("/contacts/edit", wrong, actor=world.client, version="old").refused(400, "VALIDATION")
    right = {**body, "currentPassword": factories.PASSWORD}
    caller.put("/contacts/edit", right, actor=world.client, version="old").refused(409, "STALE")
    assert caller.get("/contacts/profile", actor=world.client).status == 200, "the session is still open"


def test_lock_does_not_change_versions(caller: Caller, world: factories.World) -> None:
    before = versions(caller, "client", world.admin)
    assert caller.call("PUT", "/contacts/lock", world.admin, username="client", locked="true").verdict == "200"
    assert versions(caller, "client", world.admin) == before


def test_moving_user_updates_service_contacts(caller: Caller, world: factories.World) -> None:
    first, second = Service.objects.get(name="Service one"), Service.objects.get(name="Service two")
    Service.objects.filter(pk=second.pk).update(contact_user=None)
    body = {"oldUsername": "service", "newUsername": "service", **PERSON, "serviceId": second.pk}
    assert caller.put("/contacts/edit", body, actor=world.admin).verdict == "200"
    first.refresh_from_db()
    second.refresh_from_db()
    assert first.contact_user is None, "nobody of another Service stands as the contact"
    assert second.contact_user_id == world.service.id
    card = caller.get("/contacts/profile", actor=world.admin, username="service").ok["serviceForAdmin"]
    assert [person["username"] for person in card["users"]] == ["service", "service2"]
    assert User.objects.get(username="service").service == second


def test_client_country_code_must_be_two_letters(caller: Caller, world: factories.World) -> None:
    body = {"oldClientName": "Client one", "newClientName": "Client one", "service": None}
    for code, key in (("", "required"), ("E", "country_code"), ("ESP", "country_code"), ("12", "country_code")):
        for lang in ("en", "es"):
            answer = caller.call("PUT", "/client/edit", world.admin, body={**body, "countryCode": code}, lang=lang)
            assert answer.refused(400, "VALIDATION").fields == {"countryCode": [catalogue(lang)[f"errors.field.{key}"]]}
    unknown = caller.put("/client/edit", {**body, "countryCode": "XX"}, actor=world.admin).refused(400, "VALIDATION")
    assert unknown.fields == {"countryCode": [catalogue("en")["errors.field.country"]]}
    assert Client.objects.get(name="Client one").country_code == "ES"


def test_user_list_shows_lock_status(caller: Caller, world: factories.World) -> None:
    assert caller.call("PUT", "/contacts/lock", world.admin, username="client", locked="true").verdict == "200"
    rows = caller.call("GET", "/contacts/fetch/criteria", world.admin, lang="es", size="100").ok["content"]
    shown = {row["username"]: (row["locked"], row["status"]) for row in rows}
    assert shown["client"] == (True, "Bloqueada")
    assert shown["service"] == (False, "Desbloqueada")
