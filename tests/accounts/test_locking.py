"""Changes of passwords and locks, and the sessions they end (contract 3)."""

from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from portal_backend.accounts.locking import set_locked
from portal_backend.accounts.models import User
from portal_backend.core.actor import Role
from portal_backend.core.errors import ApiError
from portal_backend.core.translations import load_messages
from tests import factories
from tests.accounts.test_users import CONTACT, EDIT, FETCH, build_contact_edit, log_in
from tests.api_client import ApiClient
from tests.concurrent_calls import count_outcomes, run_concurrently
from tests.contract.database_dump import dump_database, find_changed_tables

pytestmark = pytest.mark.django_db
LOCK, NEW_PASSWORD = "/contacts/lock", "Otra-Clave-9"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def test_own_new_password_needs_current_password(caller: ApiClient, world: factories.World) -> None:
    other = factories.session(world.client.user)
    before = dump_database()
    for current in ({"currentPassword": ""}, {"currentPassword": "wrong"}, {"currentPassword": NEW_PASSWORD}):
        for lang in ("en", "es"):
            body = build_contact_edit("client", password=NEW_PASSWORD, **current)
            response = caller.call("PUT", EDIT, world.client, body=body, lang=lang).assert_error(400, "VALIDATION")
            assert response.fields == {"currentPassword": [load_messages(lang)["errors.field.current_password"]]}
    caller.put(
        EDIT, build_contact_edit("admin", password=NEW_PASSWORD, currentPassword=""), actor=world.admin
    ).assert_error(400, "VALIDATION")
    assert find_changed_tables(before, dump_database()) == []
    body = build_contact_edit("client", password=NEW_PASSWORD, currentPassword=factories.PASSWORD)
    assert "password" not in str(caller.put(EDIT, body, actor=world.client).ok).lower()
    for token in (world.client.token, other):
        caller.get(FETCH, actor=token).assert_error(401, "TOKEN_INVALID")
    assert log_in(caller, "client", factories.PASSWORD) == "401 BAD_CREDENTIALS"
    assert log_in(caller, "client", NEW_PASSWORD) == "200"


@pytest.mark.parametrize(
    "password", ["Client-2026", "Ma\u00c9va#2026", "Lopez#20-26", "Ma\u00e9va.Lopez1", "Desk-0-Lima", "Service_Portal9"]
)
def test_rejects_password_made_of_a_name(caller: ApiClient, world: factories.World, password: str) -> None:
    named = {"firstName": "Ma\u00e9va", "lastName": "Lopez", "email": "desk.lima@example.org"}
    before = dump_database()
    for lang in ("en", "es"):
        response = caller.call(
            "PUT", EDIT, world.admin, body=build_contact_edit("client", password=password, **named), lang=lang
        )
        assert response.assert_error(400, "VALIDATION").fields == {
            "password": [load_messages(lang)["errors.field.password_of_name"]]
        }
    assert find_changed_tables(before, dump_database()) == []
    _ = caller.put(EDIT, build_contact_edit("client", password=f"{password}-and-more", **named), actor=world.admin).ok


def test_password_set_by_admin_ends_all_sessions(caller: ApiClient, world: factories.World) -> None:
    for same in ({}, {"password": ""}, {"password": None}):
        _ = caller.put(EDIT, build_contact_edit("client", **same), actor=world.admin).ok
        assert caller.get(FETCH, actor=world.client).status == 200
    _ = caller.put(EDIT, build_contact_edit("client", password=NEW_PASSWORD), actor=world.admin).ok
    caller.get(FETCH, actor=world.client).assert_error(401, "TOKEN_INVALID")
    assert log_in(caller, "client", NEW_PASSWORD) == "200"
    assert caller.get(FETCH, actor=world.client_mate).status == 200


def test_lock_and_unlock(caller: ApiClient, world: factories.World) -> None:
    other = factories.session(world.client.user)
    response = caller.call("PUT", LOCK, world.admin, lang="es", username="client", locked="true").ok
    assert (set(response), response["locked"], response["status"]) == (CONTACT, True, "Bloqueada")
    for token in (world.client.token, other):
        caller.get(FETCH, actor=token).assert_error(401, "TOKEN_INVALID")
    assert log_in(caller, "client", factories.PASSWORD) == "403 ACCOUNT_LOCKED"
    assert log_in(caller, "client", "wrong") == "401 BAD_CREDENTIALS"
    rows = {
        row["username"]: row["locked"]
        for row in caller.get("/contacts/fetch/criteria", actor=world.admin, size=100).ok["content"]
    }
    assert rows == {name: name == "client" for name in rows}
    for _ in range(2):
        assert caller.put(LOCK, actor=world.admin, username="client", locked="false").ok["locked"] is False
    # ended sessions stay ended
    caller.get(FETCH, actor=world.client).assert_error(401, "TOKEN_INVALID")
    assert log_in(caller, "client", factories.PASSWORD) == "200"
    own = caller.put(LOCK, actor=world.admin, username="admin", locked="true").assert_error(400, "VALIDATION")
    assert own.fields == {"username": [load_messages("en")["errors.field.own_account"]]}
    caller.put(LOCK, actor=world.admin, username="nobody", locked="true").assert_error(404, "NOT_FOUND")
    for query in ({}, {"username": "client"}, {"username": "client", "locked": "maybe"}, {"locked": "true"}):
        caller.put(LOCK, actor=world.admin, **query).assert_error(400, "VALIDATION")
    assert caller.get(FETCH, actor=world.admin).status == 200


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("race", range(4))
def test_admins_locking_each_other_concurrently_leave_one_unlocked(race: int) -> None:
    here = factories.world()
    other = factories.person("admin2", Role.ADMIN)
    responses = run_concurrently(
        lambda caller: caller.put(LOCK, actor=here.admin, username="admin2", locked="true"),
        lambda caller: caller.put(LOCK, actor=other, username="admin", locked="true"),
    )
    assert count_outcomes(responses) == {"200": 1, "401 TOKEN_INVALID": 1}
    winner = ("admin", "admin2")[[response.status for response in responses].index(200)]
    assert list(User.objects.filter(role=Role.ADMIN, locked=False).values_list("username", flat=True)) == [winner]
    assert log_in(ApiClient(), winner, factories.PASSWORD) == "200"


def test_actor_locked_meanwhile_cannot_lock(caller: ApiClient, world: factories.World) -> None:
    other = factories.person("admin2", Role.ADMIN)
    _ = set_locked("admin2", True, actor=world.admin.actor)
    with pytest.raises(ApiError) as refused:
        set_locked("admin", True, actor=other.actor)
    assert refused.value.status == 401
    assert log_in(caller, "admin", factories.PASSWORD) == "200"


def test_unlock_user_command(caller: ApiClient, world: factories.World) -> None:
    User.objects.filter(username="admin").update(locked=True)
    output = StringIO()
    call_command("unlock_user", "Admin", stdout=output)
    assert output.getvalue() == "Admin was unlocked\n"
    assert log_in(caller, "admin", factories.PASSWORD) == "200"
    with pytest.raises(CommandError, match="user not found: 'nobody'"):
        call_command("unlock_user", "nobody")
