"""Validation and saving of the cards of a user (spec 2, 2.4)."""

from typing import Any

import pytest

from portal_backend.accounts.models import Client, Service, Token, User
from portal_backend.catalogue.models import ServiceCategory
from portal_backend.core.actor import Role
from portal_backend.core.translations import load_messages
from portal_backend.notifications.models import MailRule
from tests import factories
from tests.accounts.cards import build_card_path, get_contact_row, list_cards
from tests.api_client import ApiClient
from tests.contract.administration_data import PASSWORD
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.factories import World

pytestmark = pytest.mark.django_db


@pytest.fixture
def here() -> World:
    made = factories.world()
    assert made.part
    return made


NEW = {
    "username": "eva",
    "firstName": "Eva",
    "lastName": "Ruiz",
    "phone": "+34 600 000 000",
    "email": "eva@example.org",
    "backupEmails": ["office@example.org"],
    "password": PASSWORD,
}


def get_own_card(caller: ApiClient, person: factories.Person) -> dict[str, Any]:
    """Return a user's own account as its form sends it, without role and lock."""
    row = caller.get(build_card_path("profile", person.id), actor=person).ok
    return {key: value for key, value in row.items() if key not in ("role", "locked")}


def test_organization_field_must_match_role(caller: ApiClient, here: World) -> None:
    client, service = str(here.client.user.client_id), str(here.service2.user.service_id)
    before = dump_database()
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"role": "SUPERVISOR", "client": client}, "client"),
        ({"role": "SERVICE", "client": client}, "client"),
        ({"role": "CLIENT", "service": service}, "service"),
        ({"role": "SERVICE", "clientService": service}, "clientService"),
        ({"role": "CLIENT", "client": client, "clientService": service}, "clientService"),
    ]
    for lang in ("en", "es"):
        for more, field in wrong:
            response = caller.call("POST", "/api/rest/contacts", here.admin, body={**NEW, **more}, lang=lang)
            fields = response.assert_error(400, "VALIDATION").fields
            assert fields == {field: [load_messages(lang)["errors.field.misplaced"]]}, more
    assert find_changed_tables(before, dump_database()) == []
    rows = [
        ({"role": "CLIENT", "client": client, "service": None, "clientService": ""}, "client one"),
        ({"role": "CLIENT", "clientService": service}, "eva1"),
        ({"role": "SERVICE", "service": service}, ""),
        ({"role": "SUPERVISOR", "client": "", "service": None}, ""),
    ]
    for number, (more, name) in enumerate(rows):
        made = caller.post("/api/rest/contacts", {**NEW, "username": f"eva{number}", **more}, actor=here.admin).ok
        user = User.objects.get(pk=made["id"])
        assert user.check_password(PASSWORD)
        assert [row.value for row in user.backup_emails.all()] == ["office@example.org"]
        assert (user.client.name.lower() if user.client else "") == name
        assert str(user.service_id or "") == (service if user.role == Role.SERVICE else "")
    assert Client.objects.get(name="eva1").service_id == int(service)


def test_only_admin_moves_user_to_another_organization(caller: ApiClient, here: World) -> None:
    row = caller.get(build_card_path("contacts", here.client.id), actor=here.admin).ok
    other = str(here.client2.user.client_id)
    caller.put(build_card_path("contacts", here.client.id), {**row, "client": ""}, actor=here.admin).assert_error(
        400, "VALIDATION"
    )
    service = {**row, "service": str(here.service.user.service_id)}
    assert set(caller.put(build_card_path("contacts", here.client.id), service, actor=here.admin).fields) == {"service"}
    after = caller.put(build_card_path("contacts", here.client.id), {**row, "client": other}, actor=here.admin).ok
    assert list_cards(after)[2] == ("clients", int(other))
    mine = get_own_card(caller, here.client2)
    response = caller.put(
        build_card_path("profile", here.client2.id), {**mine, "firstName": "Ana", "client": "1"}, actor=here.client2
    )
    assert set(response.assert_error(400, "VALIDATION").fields) == {"client"}


def test_own_new_password_needs_current_password(caller: ApiClient, here: World) -> None:
    one = build_card_path("profile", here.client.id)
    row = get_own_card(caller, here.client)
    assert not any("password" in key.lower() for key in row)
    before = dump_database()
    for more, field, key in (
        ({"password": PASSWORD}, "currentPassword", "required"),
        ({"password": PASSWORD, "currentPassword": "guessed"}, "currentPassword", "current_password"),
        ({"password": "weak", "currentPassword": factories.PASSWORD}, "password", "password"),
    ):
        fields = caller.put(one, {**row, **more}, actor=here.client).assert_error(400, "VALIDATION").fields
        assert fields == {field: [load_messages("en")[f"errors.field.{key}"]]}
    assert find_changed_tables(before, dump_database()) == []
    sent = {**row, "password": PASSWORD, "currentPassword": factories.PASSWORD}
    assert caller.put(one, sent, actor=here.client).status == 200
    assert not Token.objects.filter(user=here.client.user).exists()
    # administrators set the passwords of others without it
    other = build_card_path("contacts", here.client2.id)
    row = {**caller.get(other, actor=here.admin).ok, "firstName": "Ana"}
    _ = caller.put(other, {**row, "password": PASSWORD}, actor=here.admin).ok
    assert User.objects.get(pk=here.client2.id).check_password(PASSWORD)


def test_taken_name_is_reported_on_its_field(caller: ApiClient, here: World) -> None:
    client, service = here.client.user.client_id, here.service.user.service_id
    taken = [
        (build_card_path("contacts", here.client.id), "username", "CLIENT2", "USERNAME_EXISTS"),
        (build_card_path("clients", client), "name", "client TWO", "CLIENT_EXISTS"),
        (build_card_path("services", service), "name", "Service two", "SERVICE_EXISTS"),
    ]
    for lang in ("en", "es"):
        for one, field, name, code in taken:
            row = caller.call("GET", one, here.admin, lang=lang).ok
            response = caller.call("PUT", one, here.admin, body={**row, field: name}, lang=lang).assert_error(409, code)
            assert response.fields == {field: [load_messages(lang)[f"errors.{code}"]]}
    for role, name, code in (("CLIENT", "Service", "USERNAME_EXISTS"), ("SERVICE", "eva", "SERVICE_EXISTS")):
        Service.objects.get_or_create(name="eva")
        response = caller.post("/api/rest/contacts", {**NEW, "role": role, "username": name}, actor=here.admin)
        assert set(response.assert_error(409, code).fields) == {"username"}


def test_service_contact_must_be_user_of_the_service(caller: ApiClient, here: World) -> None:
    one = build_card_path("services", here.service.user.service_id)
    row = caller.get(one, actor=here.admin).ok
    assert row["choices"] == {"serviceContactUsername": [{"key": "service", "name": "Service Tester (service)"}]}
    for name in ("service2", "nobody", "a\0b"):
        response = caller.put(one, {**row, "serviceContactUsername": name}, actor=here.admin).assert_error(
            400, "VALIDATION"
        )
        assert set(response.fields) == {"serviceContactUsername"}
    assert (
        caller.put(one, {**row, "serviceContactUsername": None}, actor=here.admin).ok["serviceContactUsername"] is None
    )


def test_version_conflict_is_detected_per_card(caller: ApiClient, here: World) -> None:
    cards = {
        resource: build_card_path(resource, pk) for resource, pk in list_cards(get_contact_row(caller, here, "client"))
    }
    seen = {resource: caller.get(one, actor=here.admin).ok for resource, one in cards.items()}
    edits = {
        "contacts": {"firstName": "Zoë"},
        "addresses": {"city": "Vigo", "building": "7"},
        "clients": {"countryCode": "PE"},
    }
    for resource, edit in edits.items():
        _ = caller.put(cards[resource], {**seen[resource], **edit}, actor=here.admin).ok
        caller.put(cards[resource], {**seen[resource], **edit}, actor=here.admin).assert_error(409, "STALE")
        others = {name: caller.get(one, actor=here.admin).ok["version"] for name, one in cards.items()}
        moved = {name for name in cards if others[name] != seen[name]["version"]}
        assert moved == set(list(edits)[: list(edits).index(resource) + 1])


def test_mail_rules_form_saves_changed_rules_only(caller: ApiClient, here: World) -> None:
    repairs = ServiceCategory.objects.get(key="REPAIR").pk
    one = build_card_path("mail-notification", repairs)
    rows = caller.get("/api/rest/mail-notification", actor=here.admin).ok
    assert [row["key"] for row in rows] == ["REPAIR", "PARTS"]
    row = caller.get(one, actor=here.admin).ok
    known = {each["key"]: each["name"] for each in row["choices"]["settings"]}
    assert set(known) == set(row["settings"])
    assert (known["IN_TRANSIT"], known["DELIVERY_OVERDUE"]) == ("In transit", "Delivery confirmation overdue")
    before = row["settings"]
    after = caller.put(
        one, {**row, "settings": {**before, "IN_TRANSIT": ["ADMIN"], "DELIVERY_OVERDUE": ["SERVICE"]}}, actor=here.admin
    ).ok
    assert after["settings"] == {**before, "IN_TRANSIT": ["ADMIN"], "DELIVERY_OVERDUE": ["SERVICE"]}
    assert set(MailRule.objects.values_list("key", flat=True)) == {"IN_TRANSIT", "DELIVERY_OVERDUE"}
    [repair] = [each for each in caller.get("/mail/fetch", actor=here.admin).ok if each["key"] == "REPAIR"]
    switches = {each["id"]: each for each in repair["settings"]}["REPAIR:IN_TRANSIT"]
    assert (switches["isAdministrator"], switches["isClient"]) == (True, False)
    # a conflicting save is rejected, and the version of another category stays as it was
    caller.put(one, {**row, "settings": before}, actor=here.admin).assert_error(409, "STALE")
    parts = build_card_path("mail-notification", ServiceCategory.objects.get(key="PARTS").pk)
    version = caller.get(parts, actor=here.admin).ok["version"]
    _ = caller.put(one, {"settings": {"NEW": []}}, actor=here.admin).ok
    assert caller.get(parts, actor=here.admin).ok["version"] == version
    assert caller.get(one, actor=here.admin).ok["settings"]["IN_TRANSIT"] == ["ADMIN"]
