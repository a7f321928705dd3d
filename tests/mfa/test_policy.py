"""Roles that require two-factor authentication, and resets by administrators."""

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from portal_backend.accounts.login import create_challenge
from portal_backend.accounts.models import ChallengePurpose, MfaRequiredRole, Token, User
from portal_backend.audit.models import AuditEntry
from portal_backend.mfa.models import RecoveryCode, TotpDevice
from portal_backend.notifications.models import Mail
from tests import factories
from tests.api_client import ApiClient
from tests.mfa.authenticators import (
    CODE,
    OWN_FACTORS,
    PASSKEY,
    REMOVE,
    RENEW,
    RESET,
    ROLES,
    WITH_CODE,
    Authenticator,
    create_change_key,
    describe_outcome,
    enroll_totp,
    generate_code,
    log_in,
    post_from,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def required(caller: ApiClient, world: factories.World) -> None:
    """Require two-factor authentication of clients."""
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok


def test_admin_sets_roles_that_require_mfa(caller: ApiClient, world: factories.World) -> None:
    enroll_totp(caller, world.admin)
    enroll_totp(caller, world.client)
    policies = {row["role"]: row for row in caller.put(ROLES, {"roles": ["CLIENT", "ADMIN"]}, actor=world.admin).ok}
    assert {role for role, row in policies.items() if row["required"]} == {"CLIENT", "ADMIN"}
    assert (policies["CLIENT"]["users"], policies["CLIENT"]["without"], policies["CLIENT"]["name"]) == (3, 2, "Client")
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok
    entries = AuditEntry.objects.filter(event="SECOND_FACTOR_RULES").order_by("pk")
    changed = [entry.details["changed"]["role"] for entry in entries]
    assert changed == [[[], ["ADMIN", "CLIENT"]], [["ADMIN", "CLIENT"], ["CLIENT"]]]
    for wrong in (["NOBODY"], "CLIENT", None, ["CLIENT"] * 6):
        caller.put(ROLES, {"roles": wrong}, actor=world.admin).assert_error(400, "VALIDATION")


def test_required_mfa_must_be_set_up_before_login_completes(caller: ApiClient, required: None, travel: Any) -> None:
    response = log_in("client")
    step = response.json()
    assert (response.status_code, step["step"], step["means"]) == (202, "ENROL", [])
    key = step["key"]
    for path in ("/contacts/profile", OWN_FACTORS, "/api/rest/meta", "/sessions"):
        caller.get(path, actor=key).assert_error(401, "TOKEN_INVALID")
    for path in (RENEW, REMOVE):
        caller.post(path, {"key": key}).assert_error(410, "STEP_EXPIRED")
    post_from(WITH_CODE, {"key": key, "code": "123456"})
    secret = caller.post(f"{CODE}/begin", {"key": key}).ok["secret"]
    added = caller.post(CODE, {"key": key, "code": generate_code(secret)}).ok
    assert len(added["recoveryCodes"]) == 10
    assert caller.get("/contacts/profile", actor=added["session"]["token"]).ok["contact"]["username"] == "client"
    caller.post(f"{CODE}/begin", {"key": key}).assert_error(410, "STEP_EXPIRED")
    travel.shift(60)
    assert log_in("client").json()["step"] == "VERIFY"


def test_required_mfa_can_be_set_up_with_passkey(caller: ApiClient, required: None) -> None:
    key, device = log_in("client").json()["key"], Authenticator()
    options = caller.post(f"{PASSKEY}/begin", {"key": key}).ok["options"]
    added = caller.post(PASSKEY, {"key": key, "name": "Phone", "credential": device.create_credential(options)}).ok
    assert added["session"]["identification"] == "client"


def test_second_pending_enrollment_is_rejected(caller: ApiClient, required: None) -> None:
    """An attacker who knows the password cannot add a factor after the owner did."""
    first, second = (log_in("client").json()["key"] for _ in range(2))
    secrets = {key: caller.post(f"{CODE}/begin", {"key": key}).ok["secret"] for key in (first, second)}
    _ = caller.post(CODE, {"key": first, "code": generate_code(secrets[first])}).ok
    caller.post(CODE, {"key": second, "code": generate_code(secrets[second])}).assert_error(410, "STEP_EXPIRED")
    assert User.objects.get(username="client").totp_device.pk == TotpDevice.objects.get().pk


def test_requiring_mfa_ends_sessions_without_it(caller: ApiClient, world: factories.World) -> None:
    enroll_totp(caller, world.client)
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok
    assert caller.get("/contacts/profile", actor=world.client).status == 200
    for person in (world.client2, world.client_mate):
        caller.get("/contacts/profile", actor=person).assert_error(401, "TOKEN_INVALID")
    assert caller.get("/contacts/profile", actor=world.service).status == 200
    # roles that required it before keep their sessions
    user = world.client2.user
    token = factories.session(user)
    _ = caller.put(ROLES, {"roles": ["CLIENT", "SERVICE"]}, actor=world.admin).ok
    assert caller.get("/contacts/profile", actor=token).status == 200
    caller.get("/contacts/profile", actor=world.service).assert_error(401, "TOKEN_INVALID")


def test_roles_without_mfa_policy_log_in_with_password(caller: ApiClient, required: None) -> None:
    assert describe_outcome(log_in("supervisor")) == describe_outcome(log_in("admin")) == "200"


def test_last_factor_cannot_be_removed_while_role_requires_it(caller: ApiClient, world: factories.World) -> None:
    enroll_totp(caller, world.client)
    _ = caller.put(ROLES, {"roles": ["CLIENT"]}, actor=world.admin).ok
    assert caller.get(OWN_FACTORS, actor=world.client).ok["required"] is True
    key = create_change_key(caller, world.client)
    caller.post(REMOVE, {"key": key}).assert_error(409, "SECOND_FACTOR_REQUIRED")
    assert TotpDevice.objects.count() == 1
    MfaRequiredRole.objects.all().delete()
    assert caller.post(REMOVE, {"key": key}).ok is True


def test_admin_resets_factors_of_user(caller: ApiClient, world: factories.World) -> None:
    enroll_totp(caller, world.client)
    pending_key = log_in("client").json()["key"]
    assert caller.put(RESET, actor=world.admin, username="client").ok is True
    assert TotpDevice.objects.count() == RecoveryCode.objects.count() == 0
    assert not Token.objects.filter(user=world.client.user).exists()
    assert describe_outcome(post_from(WITH_CODE, {"key": pending_key, "code": "123456"})) == "410 STEP_EXPIRED"
    assert describe_outcome(log_in("client")) == "200"
    mail = Mail.objects.get(template="secondFactorReset")
    assert mail.to == "client@example.org"
    entry = AuditEntry.objects.get(event="SECOND_FACTOR_RESET")
    assert (entry.username, entry.object_repr) == ("admin", "client")


def test_rejects_reset_of_own_factors_and_by_non_admins(caller: ApiClient, world: factories.World) -> None:
    enroll_totp(caller, world.admin)
    own = caller.put(RESET, actor=world.admin, username="admin").assert_error(400, "VALIDATION")
    assert own.fields == {"username": ["Change your own two-factor authentication in My account"]}
    caller.put(RESET, actor=world.admin, username="nobody").assert_error(404, "NOT_FOUND")
    for person in (world.client, world.supervisor, world.service, world.manager):
        caller.put(RESET, actor=person, username="admin").assert_error(403, "FORBIDDEN")
    assert TotpDevice.objects.count() == 1


def test_reset_two_factor_command(
    caller: ApiClient, world: factories.World, capsys: pytest.CaptureFixture[str]
) -> None:
    enroll_totp(caller, world.admin)
    call_command("reset_two_factor", "ADMIN")
    assert "two-factor authentication of " in capsys.readouterr().out
    assert describe_outcome(log_in("admin")) == "200"
    assert AuditEntry.objects.get(event="SECOND_FACTOR_RESET").username == "reset_two_factor"
    with pytest.raises(CommandError):
        call_command("reset_two_factor", "nobody")


def test_user_list_shows_mfa(caller: ApiClient, world: factories.World) -> None:
    enroll_totp(caller, world.client)
    rows = caller.get("/api/rest/contacts", actor=world.admin, range="[0,99]").ok
    assert {row["username"] for row in rows if row["secondFactor"]} == {"client"}


def test_challenge_ends_when_factors_change(caller: ApiClient, world: factories.World) -> None:
    """Enrolling needs a user without factors, verifying one with a factor."""
    user = world.client.user
    enroll_totp(caller, world.client)
    key = create_challenge(ChallengePurpose.ENROL, user.pk).key
    caller.post(f"{CODE}/begin", {"key": key}).assert_error(410, "STEP_EXPIRED")
    key = create_challenge(ChallengePurpose.VERIFY, user.pk).key
    User.objects.filter(pk=user.pk).update(has_mfa=False)
    caller.post(WITH_CODE, {"key": key, "code": "123456"}).assert_error(410, "STEP_EXPIRED")
