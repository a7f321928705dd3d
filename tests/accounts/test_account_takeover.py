"""Account takeover through an open session is prevented.

Changing email addresses and the password needs the current password (contract 9).
"""

from typing import Any

import pytest
from pytest_django import Settings

from portal_backend.accounts.models import BackupEmail, User
from portal_backend.core.actor import Role
from portal_backend.core.translations import load_messages
from portal_backend.notifications.models import Mail
from tests import factories
from tests.accounts.test_users import CREATE, EDIT, build_contact_edit, build_new_contact
from tests.api_client import ApiClient, ClientResponse

pytestmark = pytest.mark.django_db
NEW_EMAIL = {"email": "elsewhere@example.org"}
NEW_BACKUP = {"backupEmails": [{"value": "elsewhere@example.org"}]}


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def build_own_edit(person: factories.Person, **more: Any) -> dict[str, Any]:
    """Build an edit of one's own account that changes nothing by itself."""
    return {
        **build_contact_edit(person.username, currentPassword=""),
        "email": person.user.email,
        "backupEmails": [{"value": row.value} for row in person.user.backup_emails.order_by("pk")],
        **more,
    }


def change_by_call(caller: ApiClient, person: factories.Person, **more: Any) -> ClientResponse:
    return caller.put(EDIT, build_own_edit(person, **more), actor=person)


def change_by_form(caller: ApiClient, person: factories.Person, **more: Any) -> ClientResponse:
    if "backupEmails" in more:
        more["backupEmails"] = [each["value"] for each in more["backupEmails"]]
    path = f"/api/rest/profile/{person.id}"
    row = caller.get(path, actor=person).ok
    unchanged = {key: row[key] for key in ("username", "firstName", "lastName", "phone", "email", "backupEmails")}
    return caller.put(path, {**unchanged, **more}, actor=person)


WAYS = pytest.mark.parametrize("change", [change_by_call, change_by_form])


@pytest.mark.split
@WAYS
@pytest.mark.parametrize("role", [role for role in Role if role != Role.ADMIN])
@pytest.mark.parametrize("changed", [NEW_EMAIL, NEW_BACKUP], ids=["email", "backupEmails"])
def test_new_email_addresses_need_current_password(
    caller: ApiClient, world: factories.World, role: Role, changed: dict[str, Any], change: Any
) -> None:
    person = world.one_of_each_role[role]
    for password in ({}, {"currentPassword": "Wrong-guess-1"}):
        refused = change(caller, person, **changed, **password).assert_error(400, "VALIDATION")
        assert list(refused.fields) == ["currentPassword"]
    assert User.objects.get(pk=person.id).email == person.user.email
    assert not BackupEmail.objects.filter(user=person.user).exists()
    assert not Mail.objects.exists()
    assert change(caller, person, **changed, currentPassword=factories.PASSWORD).status == 200


@pytest.mark.split
@WAYS
def test_removing_backup_email_needs_current_password(caller: ApiClient, world: factories.World, change: Any) -> None:
    BackupEmail.objects.create(user=world.client.user, value="office@example.org")
    refused = change(caller, world.client, backupEmails=[]).assert_error(400, "VALIDATION")
    assert list(refused.fields) == ["currentPassword"]
    assert change(caller, world.client, backupEmails=[], currentPassword=factories.PASSWORD).status == 200


@pytest.mark.split
@WAYS
def test_other_details_need_no_password(caller: ApiClient, world: factories.World, change: Any) -> None:
    BackupEmail.objects.create(user=world.client.user, value="office@example.org")
    assert change(caller, world.client, firstName="Eva", phone="+34 600 111 222").status == 200


@pytest.mark.split
def test_admin_changes_email_addresses_without_current_password(caller: ApiClient, world: factories.World) -> None:
    assert caller.put(EDIT, build_contact_edit("client", **NEW_EMAIL, **NEW_BACKUP), actor=world.admin).status == 200
    assert caller.put(EDIT, build_own_edit(world.admin, **NEW_EMAIL), actor=world.admin).status == 200


@WAYS
def test_current_password_attempts_with_new_email_are_rate_limited(
    caller: ApiClient, world: factories.World, change: Any
) -> None:
    outcomes = [
        change(caller, world.client, **NEW_EMAIL, currentPassword=f"Wrong-guess-{number}").outcome
        for number in range(6)
    ]
    assert outcomes == ["400 VALIDATION"] * 5 + ["429 TOO_MANY_REQUESTS"]


def test_email_changes_are_rate_limited_per_user(caller: ApiClient, world: factories.World, settings: Settings) -> None:
    settings.ACCOUNT_MAILS_PER_HOUR = 3
    outcomes = [
        change_by_call(
            caller,
            factories.Person(User.objects.get(pk=world.client.id), world.client.token),
            email=f"victim{number}@example.org",
            currentPassword=factories.PASSWORD,
        ).outcome
        for number in range(5)
    ]
    assert outcomes == ["200"] * 3 + ["429 TOO_MANY_REQUESTS"] * 2
    assert User.objects.get(pk=world.client.id).email == "victim2@example.org"
    assert Mail.objects.count() == 3


def test_email_change_rate_limit_is_separate_for_each_user(
    caller: ApiClient, world: factories.World, settings: Settings
) -> None:
    settings.ACCOUNT_MAILS_PER_HOUR = 1
    for person in (world.client, world.service, world.supervisor):
        _ = caller.put(EDIT, build_own_edit(person, email=f"new.{person.username}@example.org"), actor=world.admin).ok


@pytest.mark.split
def test_form_metadata_lists_fields_confirmed_by_current_password(caller: ApiClient, world: factories.World) -> None:
    for person, confirmed in ((world.client, ["password", "email", "backupEmails"]), (world.admin, ["password"])):
        meta = caller.get("/api/rest/meta", actor=person).ok
        [profile] = [each for each in meta["resources"] if each["name"] == "profile"]
        [field] = [each for each in profile["form"]["fields"] if each["key"] == "currentPassword"]
        assert field["confirms"] == confirmed


@pytest.mark.split
@pytest.mark.parametrize("lang", ["en", "es"])
def test_rejects_eleventh_and_duplicate_backup_email(caller: ApiClient, world: factories.World, lang: str) -> None:
    words = load_messages(lang)
    eleven = [{"value": f"b{number}@example.org"} for number in range(11)]
    refused = caller.call(
        "POST", CREATE, world.admin, body=build_new_contact("eva", "ADMIN", backupEmails=eleven), lang=lang
    )
    too_many = [words["errors.field.max_items"].split(" || ")[1].format(count=10)]
    assert refused.assert_error(400, "VALIDATION").fields == {"backupEmails": too_many}
    twins = [{"value": "Office@example.org"}, {"value": "office@example.org"}]
    refused = caller.call(
        "POST", CREATE, world.admin, body=build_new_contact("eva", "ADMIN", backupEmails=twins), lang=lang
    )
    twice = [words["errors.field.email_twice"].format(address="office@example.org")]
    assert refused.assert_error(400, "VALIDATION").fields == {"backupEmails": twice}
    form = change_by_form(caller, world.client, backupEmails=twins, currentPassword=factories.PASSWORD)
    assert list(form.assert_error(400, "VALIDATION").fields) == ["backupEmails"]
    assert change_by_form(caller, world.client, backupEmails=eleven, currentPassword=factories.PASSWORD).fields == {
        "backupEmails": [load_messages("en")["errors.field.max_items"].split(" || ")[1].format(count=10)]
    }


@pytest.mark.split
@pytest.mark.parametrize(
    "address",
    [
        "a..b@example.org",
        ".a@example.org",
        "josé@example.org",
        "a@-example.org",
        "a(b)@example.org",
        f"{'a' * 65}@b.org",
    ],
)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_rejects_email_addresses_that_mail_backend_rejects(
    caller: ApiClient, world: factories.World, address: str, lang: str
) -> None:
    response = caller.call(
        "POST", CREATE, world.admin, body=build_new_contact("eva", "ADMIN", email=address), lang=lang
    )
    word = [load_messages(lang)["errors.field.email_undeliverable"]]
    assert response.assert_error(400, "VALIDATION").fields == {"email": word}


@pytest.mark.split
@pytest.mark.parametrize("address", ["o'neil+portal@example.org", "eva@пример.org", "x_1@sub.example.co"])
def test_accepts_unusual_deliverable_email_addresses(caller: ApiClient, world: factories.World, address: str) -> None:
    made = caller.post(CREATE, build_new_contact("eva", "ADMIN", email=address), actor=world.admin).ok
    assert made["email"] == address


@pytest.mark.split
@pytest.mark.parametrize(("field", "value"), [("role", "ADMIN"), ("locked", True), ("permission", "ADMIN")])
def test_profile_form_rejects_privilege_fields(
    caller: ApiClient, world: factories.World, field: str, value: object
) -> None:
    path = f"/api/rest/profile/{world.client.id}"
    row = caller.get(path, actor=world.client).ok
    written = ("username", "firstName", "lastName", "phone", "email", "backupEmails")
    for record in ({}, {key: row[key] for key in written}, row):
        refused = caller.put(path, {**record, field: value}, actor=world.client).assert_error(400, "VALIDATION")
        assert list(refused.fields) == [field]
    assert caller.get(path, actor=world.client).ok == row
    # a record sent back unchanged includes role and lock, which stay as they are
    assert caller.put(path, {**row, "firstName": "Eva"}, actor=world.client).ok["role"] == row["role"]
