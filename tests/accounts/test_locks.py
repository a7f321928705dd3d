"""Passwords and locks (contract 3): who sets them, and that no session outlives them."""

import pytest

from portal_backend.base.words import catalogue
from tests import factories
from tests.accounts.test_users import CONTACT, EDIT, FETCH, edit, log_in
from tests.caller import Caller
from tests.contract.rows import changed, dump

pytestmark = pytest.mark.django_db
LOCK, NEW_PASSWORD = "/contacts/lock", "Otra-Clave-9"


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def test_the_own_password_needs_the_current_one(caller: Caller, world: factories.World) -> None:
    other = factories.session(world.client.user)
    before = dump()
    for current in ({}, {"currentPassword": ""}, {"currentPassword": "wrong"}, {"currentPassword": NEW_PASSWORD}):
        for lang in ("en", "es"):
            body = edit("client", password=NEW_PASSWORD, **current)
            answer = caller.call("PUT", EDIT, world.client, body=body, lang=lang).refused(400, "VALIDATION")
            assert answer.fields == {"currentPassword": [catalogue(lang)["errors.field.current_password"]]}
    caller.put(EDIT, edit("admin", password=NEW_PASSWORD), actor=world.admin).refused(400, "VALIDATION")
    assert changed(before, dump()) == []
    body = edit("client", password=NEW_PASSWORD, currentPassword=factories.PASSWORD)
    assert "password" not in str(caller.put(EDIT, body, actor=world.client).ok).lower()
    for token in (world.client.token, other):
        caller.get(FETCH, actor=token).refused(401, "TOKEN_INVALID")
    assert log_in(caller, "client", factories.PASSWORD) == "401 BAD_CREDENTIALS"
    assert log_in(caller, "client", NEW_PASSWORD) == "200"


def test_an_administrator_sets_a_password_and_ends_every_session(caller: Caller, world: factories.World) -> None:
    for same in ({}, {"password": ""}, {"password": None}):
        _ = caller.put(EDIT, edit("client", **same), actor=world.admin).ok
        assert caller.get(FETCH, actor=world.client).status == 200
    _ = caller.put(EDIT, edit("client", password=NEW_PASSWORD), actor=world.admin).ok
    caller.get(FETCH, actor=world.client).refused(401, "TOKEN_INVALID")
    assert log_in(caller, "client", NEW_PASSWORD) == "200"
    assert caller.get(FETCH, actor=world.client_mate).status == 200


def test_locking(caller: Caller, world: factories.World) -> None:
    other = factories.session(world.client.user)
    told = caller.call("PUT", LOCK, world.admin, lang="es", username="client", locked="true").ok
    assert (set(told), told["locked"], told["status"]) == (CONTACT, True, "Bloqueada")
    for token in (world.client.token, other):
        caller.get(FETCH, actor=token).refused(401, "TOKEN_INVALID")
    assert log_in(caller, "client", factories.PASSWORD) == "403 ACCOUNT_LOCKED"
    assert log_in(caller, "client", "wrong") == "401 BAD_CREDENTIALS"
    rows = {
        row["username"]: row["locked"]
        for row in caller.get("/contacts/fetch/criteria", actor=world.admin, size=100).ok["content"]
    }
    assert rows == {name: name == "client" for name in rows}
    for _ in range(2):
        assert caller.put(LOCK, actor=world.admin, username="client", locked="false").ok["locked"] is False
    # what was revoked stays so
    caller.get(FETCH, actor=world.client).refused(401, "TOKEN_INVALID")
    assert log_in(caller, "client", factories.PASSWORD) == "200"
    own = caller.put(LOCK, actor=world.admin, username="admin", locked="true").refused(400, "VALIDATION")
    assert own.fields == {"username": [catalogue("en")["errors.field.own_account"]]}
    caller.put(LOCK, actor=world.admin, username="nobody", locked="true").refused(404, "NOT_FOUND")
    for query in ({}, {"username": "client"}, {"username": "client", "locked": "maybe"}, {"locked": "true"}):
        caller.put(LOCK, actor=world.admin, **query).refused(400, "VALIDATION")
    assert caller.get(FETCH, actor=world.admin).status == 200
