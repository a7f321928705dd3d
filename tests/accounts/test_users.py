"""Endpoints that create and edit users: validation and access (contract 6.1)."""

from typing import Any

import pytest

from portal_backend.accounts.models import Client, Service, User
from portal_backend.core.actor import Role
from portal_backend.core.text_search import build_sort_key
from portal_backend.core.translations import load_messages
from tests import factories
from tests.api_client import ApiClient
from tests.contract.administration_data import PASSWORD, PERSON_BODY, build_address_body
from tests.contract.database_dump import dump_database, find_changed_tables
from tests.resources.test_spreadsheets import read_rows

pytestmark = pytest.mark.django_db
CREATE, EDIT, FETCH = "/contacts", "/contacts/edit", "/contacts/fetch"
ADDRESS, PROFILE, LOGIN = "/address/edit", "/contacts/profile", "/contacts/login"
CONTACT = {"id", "username", "firstName", "lastName", "fullName", "phone", "email", "backupEmails", "role"}
CONTACT |= {"locked", "status"}


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def build_new_contact(username: str, role: str, **more: Any) -> dict[str, Any]:
    return {**PERSON_BODY, "username": username, "permission": role, "password": PASSWORD, **more}


def build_contact_edit(username: str, renamed: str = "", **more: Any) -> dict[str, Any]:
    names = {"oldUsername": username, "newUsername": renamed or username}
    return {**PERSON_BODY, **names, "currentPassword": factories.PASSWORD, **more}


def log_in(caller: ApiClient, username: str, password: str) -> str:
    return caller.post(LOGIN, {"username": username, "password": password}).outcome


@pytest.mark.parametrize("role", list(Role))
def test_create_user_of_each_role(caller: ApiClient, world: factories.World, role: Role) -> None:
    name = f"new_{role.lower()}"
    mails = [{"id": -1, "value": f"b{number}@example.org"} for number in range(10)]
    made = caller.post(
        CREATE, build_new_contact(name, role, backupEmails=mails, adminUsername="admin"), actor=world.admin
    ).ok
    assert set(made) == CONTACT
    assert [each["value"] for each in made.pop("backupEmails")] == [each["value"] for each in mails]
    user = User.objects.get(username=name)
    assert made == {
        **{key: value for key, value in PERSON_BODY.items() if key != "backupEmails"},
        "id": user.pk,
        "username": name,
        "fullName": "Ana Ruiz",
        "role": role,
        "locked": False,
        "status": "Unlocked",
    }
    assert log_in(caller, name, PASSWORD) == "200"
    fetched = caller.get(FETCH, actor=world.admin, username=name).ok
    assert set(fetched) == CONTACT
    assert {key: fetched[key] for key in made} == made
    # roles with an organization get one named after the user
    assert (user.client.name if user.client else None) == (name if role == Role.CLIENT else None)
    assert (user.service.name if user.service else None) == (name if role == Role.SERVICE else None)
    cards = caller.get(PROFILE, actor=world.admin, username=name).ok
    assert ("clientForAdmin" in cards, "serviceForAdmin" in cards) == (role == Role.CLIENT, role == Role.SERVICE)


def test_new_user_joins_organization(caller: ApiClient, world: factories.World) -> None:
    client, service = world.client2.user.client, world.service2.user.service
    assert client is not None
    assert service is not None
    _ = caller.post(CREATE, build_new_contact("mate", "CLIENT", clientId=client.pk), actor=world.admin).ok
    assert User.objects.get(username="mate").client == client
    _ = caller.post(CREATE, build_new_contact("fitter", "SERVICE", serviceId=service.pk), actor=world.admin).ok
    assert User.objects.get(username="fitter").service == service
    service.refresh_from_db()
    assert service.contact_user == world.service2.user
    # a new Client can be assigned to a Service at once
    _ = caller.post(CREATE, build_new_contact("fresh", "CLIENT", serviceId=service.pk), actor=world.admin).ok
    made = Client.objects.get(name="fresh")
    assert (made.service, list(made.users.values_list("username", flat=True))) == (service, ["fresh"])
    before = dump_database()
    for role, more, field in (
        ("ADMIN", {"clientId": client.pk}, "clientId"),
        ("SERVICE", {"clientId": client.pk}, "clientId"),
        ("SUPERVISOR", {"serviceId": service.pk}, "serviceId"),
        ("CLIENT", {"clientId": client.pk, "serviceId": service.pk}, "serviceId"),
        ("CLIENT", {"clientId": 10**9}, "clientId"),
        ("SERVICE", {"serviceId": 10**9}, "serviceId"),
    ):
        response = caller.post(CREATE, build_new_contact("new_user", role, **more), actor=world.admin).assert_error(
            400, "VALIDATION"
        )
        assert response.fields == {field: [load_messages("en")["errors.field.choice"]]}
    assert find_changed_tables(before, dump_database()) == []


def test_rejects_taken_names_ignoring_case(caller: ApiClient, world: factories.World) -> None:
    factories.person("ñandú", Role.SUPERVISOR)
    Client.objects.create(name="Ямайка")
    Service.objects.create(name="ÉCLAIR")
    before = dump_database()
    for username, role, code in (
        ("client", "ADMIN", "USERNAME_EXISTS"),
        ("CLIENT", "ADMIN", "USERNAME_EXISTS"),
        ("ÑANDÚ", "ADMIN", "USERNAME_EXISTS"),
        ("ЯМАЙКА", "CLIENT", "CLIENT_EXISTS"),
        ("éclair", "SERVICE", "SERVICE_EXISTS"),
    ):
        for lang in ("en", "es"):
            response = caller.call(
                "POST", CREATE, world.admin, body=build_new_contact(username, role), lang=lang
            ).assert_error(409, code)
            assert response.data["message"] == load_messages(lang)[f"errors.{code}"]
    for renamed in ("service", "Service", "ñANDÚ"):
        caller.put(EDIT, build_contact_edit("client", renamed), actor=world.admin).assert_error(409, "USERNAME_EXISTS")
    assert find_changed_tables(before, dump_database()) == []
    # a user may change the case of the own name; organization names do not block usernames
    assert caller.put(EDIT, build_contact_edit("client", "Client"), actor=world.admin).ok["username"] == "Client"
    assert caller.post(CREATE, build_new_contact("ямайка", "ADMIN"), actor=world.admin).ok["username"] == "ямайка"


def test_admin_edits_user(caller: ApiClient, world: factories.World) -> None:
    body = build_contact_edit("client2", "renamed", firstName="Zoë", phone="0123456789")
    first = caller.put(
        EDIT, {**body, "backupEmails": [{"value": "a@b.org"}, {"value": "c@d.org"}]}, actor=world.admin
    ).ok
    assert (first["username"], first["fullName"], first["phone"]) == ("renamed", "Zoë Ruiz", "0123456789")
    second_row = first["backupEmails"][1]
    mails = [second_row, {"id": -1, "value": "e@f.org"}]
    after = caller.put(EDIT, {**body, "oldUsername": "renamed", "backupEmails": mails}, actor=world.admin).ok
    assert [each["value"] for each in after["backupEmails"]] == ["c@d.org", "e@f.org"]
    # session, role, organization and password stay as they were
    assert caller.get(FETCH, actor=world.client2).ok == after
    assert after["role"] == "CLIENT"
    assert User.objects.get(username="renamed").client == world.client2.user.client
    assert log_in(caller, "renamed", factories.PASSWORD) == "200"
    caller.put(EDIT, body, actor=world.admin).assert_error(404, "NOT_FOUND")
    for field in ("permission", "role", "locked", "id", "is_superuser"):
        response = caller.put(EDIT, {**build_contact_edit("renamed"), field: "ADMIN"}, actor=world.admin).assert_error(
            400, "VALIDATION"
        )
        assert set(response.fields) == {field}


def test_only_admin_edits_other_users(caller: ApiClient, world: factories.World) -> None:
    before = dump_database()
    for role, person in world.one_of_each_role.items():
        if role == Role.ADMIN:
            continue
        for body in (
            build_contact_edit("client2"),
            build_contact_edit("nobody"),
            build_contact_edit(person.username, clientId=world.client2.user.client_id),
            build_contact_edit(person.username, serviceId=world.service2.user.service_id),
            build_contact_edit(person.username, adminUsername="admin"),
        ):
            caller.put(EDIT, body, actor=person).assert_error(403, "FORBIDDEN")
        caller.put(ADDRESS, build_address_body(), actor=person, identification="client2").assert_error(403, "FORBIDDEN")
        caller.get(FETCH, actor=person, username="client2").assert_error(403, "FORBIDDEN")
    caller.post(CREATE, build_new_contact("x_y", "ADMIN", adminUsername="client"), actor=world.admin).assert_error(
        403, "FORBIDDEN"
    )
    caller.put(EDIT, build_contact_edit("nobody"), actor=world.admin).assert_error(404, "NOT_FOUND")
    caller.put(ADDRESS, build_address_body(), actor=world.admin, identification="nobody").assert_error(404, "NOT_FOUND")
    assert find_changed_tables(before, dump_database()) == []
    for person in world.one_of_each_role.values():
        assert caller.put(EDIT, build_contact_edit(person.username), actor=person).ok["fullName"] == "Ana Ruiz"
        assert caller.get(FETCH, actor=person).ok["role"] == person.role


def test_user_list_and_export(caller: ApiClient, world: factories.World) -> None:
    world.client.user.locked = True
    world.client.user.save()
    listing = "/contacts/fetch/criteria"
    [row] = caller.call("GET", listing, world.admin, lang="es", keyword="CLIENT@EXAMPLE").ok["content"]
    assert row == {
        "id": world.client.id,
        "fullName": "Client Tester",
        "username": "client",
        "role": "CLIENT",
        "locked": True,
        "status": "Bloqueada",
    }
    rows = caller.get(listing, actor=world.admin, size=100).ok["content"]
    by_role = [(load_messages("en")[f"roles.{row['role']}"], row["id"]) for row in rows]
    assert by_role == sorted(by_role)
    for lang in ("en", "es"):
        words = load_messages(lang)
        sheet = caller.call("GET", "/files/export/users/xlsx", world.admin, lang=lang, sort="username,ASC")
        head, *lines = read_rows(sheet)
        shown = ("id", "fullName", "username", "role", "locked")
        # columns that an import requires too
        further = ("secondFactor", "firstName", "lastName", "phone", "email")
        assert head == [words[f"columns.{key}"] for key in (*shown, *further)]
        names = {row["username"] for row in rows}
        assert [line[2] for line in lines] == sorted(names, key=lambda each: build_sort_key(each, lang))
        mine = next(line for line in lines if line[2] == "client")
        user = world.client.user
        assert mine[:5] == [user.pk, "Client Tester", "client", words["roles.CLIENT"], words["account.locked"]]
        assert mine[5:] == [words["no"], user.first_name, user.last_name, user.phone, user.email]


def test_user_search_by_name_role_and_phone(caller: ApiClient, world: factories.World) -> None:
    factories.person("ninob", Role.SUPERVISOR, first_name="Nino", last_name="Beridze", phone="+995 32 255 01 83")
    factories.person("nino2", Role.SERVICE, first_name="Nino", last_name="Dolidze", service=world.service.user.service)

    def search(keyword: str, lang: str = "en") -> set[str]:
        rows = caller.get("/contacts/fetch/criteria", actor=world.admin, keyword=keyword, size=100, lang=lang).ok
        return {row["username"] for row in rows["content"]}

    assert search("beridze nino") == search("NINO Beridze") == {"ninob"}
    assert search("032 255-01") == set()
    assert search("32 255-01") == search("+995 (32) 2550183") == {"ninob"}
    assert search("sustainability") == search("sostenibilidad", "es") == {"manager"}
    assert search("nino service") == {"nino2"}
    assert search("nino nobody") == set()


def test_save_address(caller: ApiClient, world: factories.World) -> None:
    sent = {**build_address_body(), "province": "Álava", "city": "  Vitoria "}
    expected = {**sent, "city": "Vitoria"}
    for actor, query in (
        (world.client, {}),
        (world.client, {"identification": "client"}),
        (world.admin, {"identification": "service"}),
    ):
        assert caller.put(ADDRESS, sent, actor=actor, **query).ok == expected
        assert caller.get("/address/fetch", actor=actor, **query).ok == expected
    without = {key: value for key, value in sent.items() if key != "province"}
    for empty in ({}, {"province": None}, {"province": ""}):
        assert caller.put(ADDRESS, {**without, **empty}, actor=world.client).ok["province"] == ""
    # first address of a user who has none
    _ = caller.post(CREATE, build_new_contact("homeless", "SERVICE"), actor=world.admin).ok
    assert caller.get("/address/fetch", actor=world.admin, identification="homeless").ok is None
    assert caller.put(ADDRESS, sent, actor=world.admin, identification="homeless").ok == expected


@pytest.mark.parametrize("missing", ["", None])
def test_rejects_missing_role(caller: ApiClient, world: factories.World, missing: str | None) -> None:
    body = {**build_new_contact("eva", "CLIENT"), "permission": missing}
    fields = caller.post(CREATE, body, actor=world.admin).assert_error(400, "VALIDATION").data["fields"]
    assert fields["permission"] == ["Required!"]


@pytest.mark.parametrize(
    ("written", "message"),
    [({"value": "no address"}, "Invalid email!"), ("eva@example.org", "Must be an object with named fields")],
)
def test_invalid_backup_email_has_error_message(
    caller: ApiClient, world: factories.World, written: object, message: str
) -> None:
    body = build_new_contact("eva", "CLIENT", backupEmails=[written])
    fields = caller.post(CREATE, body, actor=world.admin).assert_error(400, "VALIDATION").data["fields"]
    assert list(fields.values()) == [[message]]


def test_first_and_last_name_share_a_row_of_the_form(caller: ApiClient, world: factories.World) -> None:
    resources = caller.get("/api/rest/meta", actor=world.admin).ok["resources"]
    users = next(each for each in resources if each["name"] == "contacts")
    groups = {each["key"]: each["group"] for each in users["form"]["fields"]}
    assert groups["firstName"] == groups["lastName"] is not None
    assert groups["email"] is None
