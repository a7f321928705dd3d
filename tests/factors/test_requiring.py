"""Roles that require two-factor authentication, and resets by administrators."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from portal_backend.accounts.models import Purpose, RequiredFactor, Token, User
from portal_backend.accounts.steps import begin_step
from portal_backend.audit.models import Entry
from portal_backend.factors.models import CodeGenerator, RecoveryCode
from portal_backend.notifications.models import Mail
from tests import factories
from tests.caller import Caller
from tests.factors.devices import (
    CODE,
    MINE,
    PASSKEY,
    REMOVE,
    RENEW,
    RESET,
    ROLES,
    WITH_CODE,
    Authenticator,
    change_key,
    code_of,
    enrol,
    log_in,
    sent,
    verdict,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def required(caller: Caller, world: factories.World) -> None:
    """Require two-factor authentication of clients."""
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok


def test_admin_sets_roles_that_require_mfa(caller: Caller, world: factories.World) -> None:
    enrol(caller, world.admin)
    enrol(caller, world.client)
    policies = {row["role"]: row for row in caller.put(ROLES, {"roles": ["CLIENT", "ADMIN"]}, actor=world.admin).ok}
    assert {role for role, row in policies.items() if row["required"]} == {"CLIENT", "ADMIN"}
    assert (policies["CLIENT"]["users"], policies["CLIENT"]["without"], policies["CLIENT"]["name"]) == (3, 2, "Client")
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok
    entries = Entry.objects.filter(event="SECOND_FACTOR_RULES").order_by("pk")
    changed = [entry.details["changed"]["role"] for entry in entries]
    assert changed == [[[], ["ADMIN", "CLIENT"]], [["ADMIN", "CLIENT"], ["CLIENT"]]]
    for wrong in (["NOBODY"], "CLIENT", None, ["CLIENT"] * 6):
        caller.put(ROLES, {"roles": wrong}, actor=world.admin).refused(400, "VALIDATION")


def test_required_mfa_must_be_set_up_before_login_completes(caller: Caller, required: None, travel: Any) -> None:
    answer = log_in("client")
    step = answer.json()
    assert (answer.status_code, step["step"], step["means"]) == (202, "ENROL", [])
    key = step["key"]
    for path in ("/contacts/profile", MINE, "/api/rest/meta", "/sessions"):
        caller.get(path, actor=key).refused(401, "TOKEN_INVALID")
    for path in (RENEW, REMOVE):
        caller.post(path, {"key": key}).refused(410, "STEP_EXPIRED")
    sent(WITH_CODE, {"key": key, "code": "123456"})
    secret = caller.post(f"{CODE}/begin", {"key": key}).ok["secret"]
    added = caller.post(CODE, {"key": key, "code": code_of(secret)}).ok
    assert len(added["recoveryCodes"]) == 10
    assert caller.get("/contacts/profile", actor=added["session"]["token"]).ok["contact"]["username"] == "client"
    caller.post(f"{CODE}/begin", {"key": key}).refused(410, "STEP_EXPIRED")
    travel.shift(60)
    assert log_in("client").json()["step"] == "VERIFY"


def test_required_mfa_can_be_set_up_with_passkey(caller: Caller, required: None) -> None:
    key, device = log_in("client").json()["key"], Authenticator()
    options = caller.post(f"{PASSKEY}/begin", {"key": key}).ok["options"]
    added = caller.post(PASSKEY, {"key": key, "name": "Phone", "credential": device.created(options)}).ok
    assert added["session"]["identification"] == "client"


def test_second_pending_enrollment_is_rejected(caller: Caller, required: None) -> None:
    """An attacker who knows the password cannot add a factor after the owner did."""
    first, second = (log_in("client").json()["key"] for _ in range(2))
    secrets = {key: caller.post(f"{CODE}/begin", {"key": key}).ok["secret"] for key in (first, second)}
    _ = caller.post(CODE, {"key": first, "code": code_of(secrets[first])}).ok
    caller.post(CODE, {"key": second, "code": code_of(secrets[second])}).refused(410, "STEP_EXPIRED")
    assert User.objects.get(username="client").code_generator.pk == CodeGenerator.objects.get().pk


def test_requiring_mfa_ends_sessions_without_it(caller: Caller, world: factories.World) -> None:
    enrol(caller, world.client)
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok
    assert caller.get("/contacts/profile", actor=world.client).status == 200
    for person in (world.client2, world.client_mate):
        caller.get("/contacts/profile", actor=person).refused(401, "TOKEN_INVALID")
    assert caller.get("/contacts/profile", actor=world.service).status == 200
    # roles that required it before keep their sessions
    user = world.client2.user
    token = factories.session(user)
    _ = caller.put(ROLES, {"roles": ["CLIENT", "SERVICE"]}, actor=world.admin).ok
    assert caller.get("/contacts/profile", actor=token).status == 200
    caller.get("/contacts/profile", actor=world.service).refused(401, "TOKEN_INVALID")


def test_roles_without_mfa_policy_log_in_with_password(caller: Caller, required: None) -> None:
    assert verdict(log_in("supervisor")) == verdict(log_in("admin")) == "200"


def test_last_factor_cannot_be_removed_while_role_requires_it(caller: Caller, world: factories.World) -> None:
    enrol(caller, world.client)
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok
    assert caller.get(MINE, actor=world.client).ok["required"] is True
    key = change_key(caller, world.client)
    caller.post(REMOVE, {"key": key}).refused(409, "SECOND_FACTOR_REQUIRED")
    assert CodeGenerator.objects.count() == 1
    RequiredFactor.objects.all().delete()
    assert caller.post(REMOVE, {"key": key}).ok is True


def test_admin_resets_factors_of_user(caller: Caller, world: factories.World) -> None:
    enrol(caller, world.client)
    pending_key = log_in("client").json()["key"]
    assert caller.put(RESET, actor=world.admin, username="client").ok is True
    assert CodeGenerator.objects.count() == RecoveryCode.objects.count() == 0
    assert not Token.objects.filter(user=world.client.user).exists()
    assert verdict(sent(WITH_CODE, {"key": pending_key, "code": "123456"})) == "410 STEP_EXPIRED"
    assert verdict(log_in("client")) == "200"
    mail = Mail.objects.get(template="secondFactorReset")
    assert mail.to == "client@example.org"
    entry = Entry.objects.get(event="SECOND_FACTOR_RESET")
    assert (entry.username, entry.about) == ("admin", "client")


def test_rejects_reset_of_own_factors_and_by_non_admins(caller: Caller, world: factories.World) -> None:
    enrol(caller, world.admin)
    own = caller.put(RESET, actor=world.admin, username="admin").refused(400, "VALIDATION")
    assert own.fields == {"username": ["Your own second factor is changed in your user details"]}
    caller.put(RESET, actor=world.admin, username="nobody").refused(404, "NOT_FOUND")
    for person in (world.client, world.supervisor, world.service, world.manager):
        caller.put(RESET, actor=person, username="admin").refused(403, "FORBIDDEN")
    assert CodeGenerator.objects.count() == 1


def test_reset_second_factor_command(
    caller: Caller, world: factories.World, capsys: pytest.CaptureFixture[str]
) -> None:
    enrol(caller, world.admin)
    call_command("reset_second_factor", "ADMIN")
    assert "password alone" in capsys.readouterr().out
    assert verdict(log_in("admin")) == "200"
    assert Entry.objects.get(event="SECOND_FACTOR_RESET").username == "reset_second_factor"
    with pytest.raises(CommandError):
        call_command("reset_second_factor", "nobody")


def test_user_list_shows_mfa(caller: Caller, world: factories.World) -> None:
    enrol(caller, world.client)
    rows = caller.get("/api/rest/contacts", actor=world.admin, range="[0,99]").ok
    assert {row["username"] for row in rows if row["secondFactor"]} == {"client"}


def test_challenge_ends_when_factors_change(caller: Caller, world: factories.World) -> None:
    """Enrolling needs a user without factors, verifying one with a factor."""
    user = world.client.user
    enrol(caller, world.client)
    key = begin_step(Purpose.ENROL, user.pk).key
    caller.post(f"{CODE}/begin", {"key": key}).refused(410, "STEP_EXPIRED")
    key = begin_step(Purpose.VERIFY, user.pk).key
    User.objects.filter(pk=user.pk).update(second_factor=False)
    caller.post(WITH_CODE, {"key": key, "code": "123456"}).refused(410, "STEP_EXPIRED")
