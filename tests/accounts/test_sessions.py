"""Session tokens: header format, expiry, revocation and caller names (contract 3)."""

from collections import defaultdict
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.contrib.auth.models import Permission
from django.db import DatabaseError, IntegrityError, OperationalError, connection, transaction
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext
from guardian.shortcuts import assign_perm

from portal_backend.accounts.grants import renew_membership_grants, set_followed_clients
from portal_backend.accounts.models import Client, Token, User
from portal_backend.accounts.sessions import (
    authenticate_token,
    get_user_id_from_header,
    hash_token,
    revoke_sessions,
)
from portal_backend.config.api import api
from portal_backend.core.translations import load_messages
from tests import factories
from tests.api_client import ApiClient
from tests.factories import Person
from tests.session_endings import SESSION_ENDINGS

pytestmark = pytest.mark.django_db
PROFILE, LOGIN, LOGOUT = "/contacts/profile", "/contacts/login", "/contacts/logout"
LIST = "/repairing/fetch-by-criteria/active"
START = datetime(2026, 6, 1, 12, tzinfo=UTC)


@pytest.fixture
def world() -> factories.World:
    return factories.world()


def test_accepts_token_with_or_without_bearer_prefix(caller: ApiClient, world: factories.World) -> None:
    token = world.client.token
    for header in (token, f"Bearer {token}", f"  {token} ", f"Bearer   {token}"):
        assert caller.get(PROFILE, headers={"Authorization": header}).ok["contact"]["username"] == "client"


@pytest.mark.split
@pytest.mark.parametrize(
    "header", ["", " ", "Bearer", "Bearer ", "Basic eDp5", "nonsense", "x" * 10_000, "é", "a\tb", "null", "undefined"]
)
def test_rejects_invalid_authorization_header(caller: ApiClient, world: factories.World, header: str) -> None:
    for lang in ("en", "es"):
        response = caller.call("GET", PROFILE, lang=lang, headers={"Authorization": header})
        assert (
            response.assert_error(401, "TOKEN_INVALID").data["message"] == load_messages(lang)["errors.TOKEN_INVALID"]
        )


def test_token_is_accepted_in_authorization_header_only(caller: ApiClient, world: factories.World) -> None:
    token = world.client.token
    caller.get(PROFILE, Authorization=token, token=token).assert_error(401, "TOKEN_INVALID")
    caller.get(PROFILE, headers={"Cookie": f"portal_user={token}; token={token}"}).assert_error(401, "TOKEN_INVALID")
    caller.get(PROFILE, headers={"X-Authorization": token}).assert_error(401, "TOKEN_INVALID")
    # the stored digest is not accepted as a token
    caller.get(PROFILE, actor=hash_token(token)).assert_error(401, "TOKEN_INVALID")
    caller.get(PROFILE, actor=token + "x").assert_error(401, "TOKEN_INVALID")
    caller.get(PROFILE, actor=token.upper()).assert_error(401, "TOKEN_INVALID")


def test_idle_session_expires_after_twelve_hours(caller: ApiClient) -> None:
    with time_machine.travel(START, tick=False) as travel:
        world = factories.world()
        travel.move_to(START + timedelta(hours=11, minutes=59, seconds=59))
        assert caller.get(PROFILE, actor=world.client).status == 200
        travel.move_to(START + timedelta(hours=12))
        response = caller.get(PROFILE, actor=world.service).assert_error(401, "TOKEN_EXPIRED")
        assert response.data["message"] == load_messages("en")["errors.TOKEN_EXPIRED"]
        # used just before expiry: extended by twelve hours
        travel.move_to(START + timedelta(hours=23, minutes=59, seconds=58))
        assert caller.get(PROFILE, actor=world.client).status == 200
        travel.move_to(START + timedelta(hours=35, minutes=59, seconds=58))
        caller.get(PROFILE, actor=world.client).assert_error(401, "TOKEN_EXPIRED")


def test_session_expires_after_thirty_days_of_use(caller: ApiClient) -> None:
    with time_machine.travel(START, tick=False) as travel:
        world = factories.world()
        for hours in range(11, 30 * 24, 11):
            travel.move_to(START + timedelta(hours=hours))
            assert caller.get(PROFILE, actor=world.client).status == 200, hours
        travel.move_to(START + timedelta(days=30, seconds=-1))
        assert caller.get(PROFILE, actor=world.client).status == 200
        assert get_user_id_from_header(world.client.token) == str(world.client.user.pk)
        travel.move_to(START + timedelta(days=30))
        caller.get(PROFILE, actor=world.client).assert_error(401, "TOKEN_EXPIRED")
        caller.put("/contacts/logout", actor=world.client).assert_error(401, "TOKEN_EXPIRED")
        assert get_user_id_from_header(world.client.token) is None


def test_session_is_extended_at_most_every_five_minutes(caller: ApiClient) -> None:
    with time_machine.travel(START, tick=False) as travel:
        world = factories.world()
        row = Token.objects.get(digest=hash_token(world.client.token))
        travel.shift(timedelta(minutes=5))
        caller.get(PROFILE, actor=world.client)
        assert Token.objects.get(pk=row.pk).expires_at == row.expires_at
        travel.shift(timedelta(seconds=1))
        caller.get(PROFILE, actor=world.client)
        assert Token.objects.get(pk=row.pk).expires_at == row.expires_at + timedelta(minutes=5, seconds=1)


@pytest.mark.parametrize(("error", "status"), [(OperationalError, 200), (IntegrityError, 500)])
def test_session_that_cannot_be_extended_stays_valid_while_the_database_is_read_only(
    caller: ApiClient, monkeypatch: pytest.MonkeyPatch, error: type[DatabaseError], status: int
) -> None:
    def reject_update(rows: object, **values: object) -> int:
        raise error("cannot execute UPDATE in a read-only transaction")

    with time_machine.travel(START, tick=False) as travel:
        world = factories.world()
        travel.shift(timedelta(minutes=6))
        monkeypatch.setattr(QuerySet, "update", reject_update)
        assert caller.get(PROFILE, actor=world.client).status == status


def test_logout_ends_current_session_only(caller: ApiClient, world: factories.World) -> None:
    other = factories.session(world.client.user)
    assert caller.put(LOGOUT, actor=world.client).ok is True
    for call in (caller.get(PROFILE, actor=world.client), caller.put(LOGOUT, actor=world.client)):
        call.assert_error(401, "TOKEN_INVALID")
    assert caller.get(PROFILE, actor=other).status == 200
    assert caller.get(PROFILE, actor=world.client_mate).status == 200
    caller.put(LOGOUT).assert_error(401, "TOKEN_INVALID")


def test_sessions_of_locked_user_are_rejected(caller: ApiClient, world: factories.World) -> None:
    other = factories.session(world.client.user)
    User.objects.filter(pk=world.client.id).update(locked=True)
    for token in (world.client.token, other):
        caller.get(PROFILE, actor=token).assert_error(401, "TOKEN_INVALID")
        caller.get("/files/export/active-repairs/xlsx", actor=token).assert_error(401, "TOKEN_INVALID")
        caller.get("/api/rest/meta", actor=token).assert_error(401, "TOKEN_INVALID")


def test_revoking_ends_all_sessions_of_one_user(caller: ApiClient, world: factories.World) -> None:
    other = factories.session(world.client.user)
    revoke_sessions(world.client.user)
    for token in (world.client.token, other):
        caller.get(PROFILE, actor=token).assert_error(401, "TOKEN_INVALID")
    assert caller.get(PROFILE, actor=world.client2).status == 200
    assert not Token.objects.filter(user=world.client.user).exists()


@pytest.mark.split
@pytest.mark.parametrize("name", ["username", "adminUsername", "currentUsername"])
def test_caller_params_must_match_token(caller: ApiClient, world: factories.World, name: str) -> None:
    paths = ["/client/fetch/all", "/repairing/fetch-by-criteria/active", "/parts/fetch/all/enabled/categories"]
    for path in [*paths, "/files/export/active-repairs/xlsx", "/api/rest/active-repairs"]:
        for named, status in (("admin", 200), ("", 200), ("client", 403), ("nobody", 403), ("ADMIN", 403)):
            response = caller.get(path, actor=world.admin, **{name: named})
            assert response.status == status, (path, named)
            if status == 403:
                response.assert_error(403, "FORBIDDEN")
    caller.put(LOGOUT, actor=world.client, **{name: "client2"}).assert_error(403, "FORBIDDEN")
    assert caller.get(PROFILE, actor=world.client).status == 200


def test_order_of_authentication_authorization_and_validation(caller: ApiClient, world: factories.World) -> None:
    path = "/repairing/delete"
    caller.delete(path, repairId="x").assert_error(401, "TOKEN_INVALID")
    caller.delete(path, actor=world.client, repairId="x").assert_error(403, "FORBIDDEN")
    caller.delete(path, actor=world.admin, repairId="x").assert_error(400, "VALIDATION")
    caller.delete(path, actor=world.admin, repairId=7).assert_error(404, "NOT_FOUND")
    expired = factories.session(world.admin.user, expired=True)
    caller.delete(path, actor=expired, repairId="x").assert_error(401, "TOKEN_EXPIRED")
    response = caller.call("POST", "/repairing/create", world.service, raw=b"{")
    response.assert_error(403, "FORBIDDEN")


@pytest.mark.split
@pytest.mark.parametrize("name", ["adminUsername", "currentUsername"])
def test_every_call_rejects_another_caller_name(caller: ApiClient, world: factories.World, name: str) -> None:
    document = api.get_openapi_schema()
    calls = [
        (verb.upper(), path)
        for path, verbs in document["paths"].items()
        for verb, call in verbs.items()
        if call.get("security")
    ]
    assert len(calls) > 200
    for verb, path in calls:
        response = caller.call(verb, path.format_map(defaultdict(lambda: "1")), world.admin, **{name: "client"})
        assert response.outcome == "403 FORBIDDEN", (verb, path)


@pytest.mark.parametrize("path", ["/contacts/fetch", PROFILE])
def test_profile_reads_check_caller_params(caller: ApiClient, world: factories.World, path: str) -> None:
    for name in ("adminUsername", "currentUsername"):
        caller.get(path, actor=world.client, **{name: "admin"}).assert_error(403, "FORBIDDEN")
        caller.get(path, actor=world.admin, username="client", **{name: "client"}).assert_error(403, "FORBIDDEN")
        assert caller.get(path, actor=world.admin, username="client", **{name: "admin"}).status == 200


@pytest.mark.parametrize("end", SESSION_ENDINGS)
def test_ended_session_can_neither_read_nor_write(
    caller: ApiClient, world: factories.World, end: Callable[[Person, factories.World], None]
) -> None:
    assert caller.get(LIST, actor=world.client).status == 200
    end(world.client, world)
    for _ in range(2):
        caller.get(LIST, actor=world.client).assert_error(401, "TOKEN_INVALID")
        caller.put(LOGOUT, actor=world.client).assert_error(401, "TOKEN_INVALID")
        assert caller.get(LIST, actor=world.client2).status == 200


def test_changed_grants_apply_to_next_request(caller: ApiClient, world: factories.World) -> None:
    def count_rows(actor: Person) -> int:
        return int(caller.get(LIST, actor=actor).ok["totalElements"])

    factories.repair(world)
    assert [count_rows(each) for each in (world.service, world.manager)] == [1, 1]
    with transaction.atomic():
        set_followed_clients(world.manager.user, [])
        world.service.user.service = world.service2.user.service
        world.service.user.save()
        renew_membership_grants(world.service.user)
        assert count_rows(world.manager) == 0, "what an open transaction changed"
    assert [count_rows(each) for each in (world.service, world.manager)] == [0, 0]


def test_changed_username_applies_to_next_request(caller: ApiClient, world: factories.World) -> None:
    person = world.supervisor
    assert caller.get(LIST, actor=person, username="supervisor").status == 200
    user = person.user
    names = {"firstName": "A", "lastName": "B", "email": user.email, "phone": user.phone}
    body = {"oldUsername": "supervisor", "newUsername": "renamed", **names}
    assert caller.put("/contacts/edit", body, actor=person).status == 200
    assert caller.get(LIST, actor=person, username="renamed").status == 200
    caller.get(LIST, actor=person, username="supervisor").assert_error(403, "FORBIDDEN")


def test_session_with_user_and_grants_is_one_query(caller: ApiClient, world: factories.World) -> None:
    set_followed_clients(world.manager.user, Client.objects.all())
    for person in world.one_of_each_role.values():
        expected = person.actor
        with CaptureQueriesContext(connection) as queries:
            assert authenticate_token(person.token) == expected
        assert len(queries) == 1, person.username


def test_no_other_permission_on_an_organization_can_be_granted(world: factories.World) -> None:
    """Sessions read each grant on an organization as permission to follow it."""
    permissions = Permission.objects.filter(content_type__model__in=("client", "service"))
    assert {each.codename for each in permissions} == {"follow_client", "follow_service"}
    with pytest.raises(Permission.DoesNotExist):
        assign_perm("accounts.view_client", world.client2.user, world.client.user.client)
