"""One-time codes: single use, rate limits and no disclosure.

See contract 3 and security.md 12 and 13.
"""

import json
import logging
from typing import Any

import pytest
from django.test import override_settings

from portal_backend.accounts.models import LoginChallenge, Token, User
from portal_backend.audit.models import AuditEntry
from portal_backend.mfa import enrollment, recovery_codes
from portal_backend.mfa.models import RecoveryCode, TotpDevice
from tests import factories
from tests.api_client import ApiClient
from tests.mfa.authenticators import (
    CHANGE_KEY,
    CODE,
    OWN_FACTORS,
    REMOVE,
    RENEW,
    EnrolledUser,
    create_challenge_key,
    create_change_key,
    describe_outcome,
    enroll_totp,
    generate_code,
    log_in,
    submit_code,
)

pytestmark = pytest.mark.django_db


@pytest.mark.split
def test_login_without_factors_needs_no_challenge(world: factories.World) -> None:
    response = log_in("client")
    assert response.status_code == 200
    assert set(response.json()) == {
        *("identification", "token", "permissions", "firstName", "lastName", "language", "expiresAt")
    }
    assert LoginChallenge.objects.count() == 0


@pytest.mark.split
def test_login_with_totp_takes_two_steps(caller: ApiClient, enrolled: EnrolledUser, travel: Any) -> None:
    travel.shift(60)
    before = Token.objects.count()
    first = log_in("client")
    step = first.json()
    key = step.pop("key")
    assert (first.status_code, step) == (
        202,
        {"step": "VERIFY", "means": ["CODE"], "expiresAt": "2026-06-01T12:11:05.000Z"},
    )
    assert Token.objects.count() == before
    # the challenge key is not accepted as a session token
    for path in ("/contacts/profile", OWN_FACTORS, "/api/rest/meta"):
        caller.get(path, actor=key).assert_error(401, "TOKEN_INVALID")
    for keyed in (f"{CODE}/begin", RENEW, REMOVE):
        caller.post(keyed, {"key": key}).assert_error(410, "STEP_EXPIRED")
    code = generate_code(enrolled.secret)
    session = submit_code(f" {code[:3]} {code[3:]} ", key).json()
    assert caller.get("/contacts/profile", actor=session["token"]).ok["contact"]["username"] == "client"
    assert describe_outcome(submit_code(generate_code(enrolled.secret, 30), key)) == "410 STEP_EXPIRED"


def test_one_time_code_is_accepted_once(enrolled: EnrolledUser, travel: Any) -> None:
    assert describe_outcome(submit_code(generate_code(enrolled.secret))) == "400 VALIDATION", (
        "the one that it was set up with"
    )
    travel.shift(60)
    code = generate_code(enrolled.secret)
    assert describe_outcome(submit_code(code)) == "200"
    assert describe_outcome(submit_code(code)) == "400 VALIDATION"
    assert describe_outcome(submit_code(generate_code(enrolled.secret, -30))) == "400 VALIDATION", "and none before it"
    assert describe_outcome(submit_code(generate_code(enrolled.secret, 30))) == "200"


@pytest.mark.split
@pytest.mark.parametrize(("seconds", "expected"), [(-60, "400"), (-30, "200"), (0, "200"), (30, "200"), (60, "400")])
def test_accepts_clock_drift_of_one_time_step(enrolled: EnrolledUser, travel: Any, seconds: int, expected: str) -> None:
    travel.shift(600)
    assert describe_outcome(submit_code(generate_code(enrolled.secret, seconds))).split()[0] == expected


@pytest.mark.split
def test_wrong_codes_are_rate_limited_and_audited(enrolled: EnrolledUser, travel: Any) -> None:
    travel.shift(60)
    key, right = create_challenge_key(), generate_code(enrolled.secret)
    wrong = f"{(int(right) + 1) % 1_000_000:06}"
    refused = submit_code(wrong, key)
    assert refused.json()["fields"] == {"code": ["This code is incorrect or has already been used"]}
    assert [describe_outcome(submit_code(wrong, key)) for _ in range(5)] == ["400 VALIDATION"] * 4 + [
        "429 TOO_MANY_REQUESTS"
    ]
    assert describe_outcome(submit_code(right)) == "429 TOO_MANY_REQUESTS", "a new login brings no new guesses"
    assert describe_outcome(submit_code(right, address="10.0.0.2")) == "200", "elsewhere the owner gets in"
    assert AuditEntry.objects.filter(event="SECOND_FACTOR_FAILED", username="client").count() == 5
    travel.shift(15 * 60 + 1)
    assert describe_outcome(submit_code(generate_code(enrolled.secret))) == "200"


@pytest.mark.split
def test_code_attempts_are_rate_limited_across_ip_addresses(enrolled: EnrolledUser, travel: Any) -> None:
    travel.shift(60)
    key, right = create_challenge_key(), generate_code(enrolled.secret)
    wrong = f"{(int(right) + 1) % 1_000_000:06}"
    with override_settings(CODE_FAILURES_PER_DAY=7):
        verdicts = [describe_outcome(submit_code(wrong, key, f"10.0.1.{number}")) for number in range(9)]
        assert verdicts == ["400 VALIDATION"] * 7 + ["429 TOO_MANY_REQUESTS"] * 2
        travel.shift(86_401)
        assert describe_outcome(submit_code(generate_code(enrolled.secret))) == "200"


@pytest.mark.split
def test_challenge_ends_on_expiry_password_change_and_lock(
    caller: ApiClient, enrolled: EnrolledUser, travel: Any
) -> None:
    travel.shift(60)
    user = User.objects.get(username="client")
    key = create_challenge_key()
    travel.shift(600)
    assert describe_outcome(submit_code(generate_code(enrolled.secret), key)) == "410 STEP_EXPIRED"
    key = create_challenge_key()
    user.set_password("Otra-Clave-9")
    user.save(update_fields=["password"])
    assert describe_outcome(submit_code(generate_code(enrolled.secret), key)) == "410 STEP_EXPIRED"
    key = log_in("client", password="Otra-Clave-9").json()["key"]
    User.objects.filter(pk=user.pk).update(locked=True)
    assert describe_outcome(submit_code(generate_code(enrolled.secret), key)) == "410 STEP_EXPIRED"
    assert describe_outcome(log_in("client", password="Otra-Clave-9")) == "403 ACCOUNT_LOCKED"


@pytest.mark.split
def test_wrong_password_does_not_disclose_factors(enrolled: EnrolledUser, world: factories.World) -> None:
    responses = [log_in(name, password="wrong") for name in ("client", "client2", "unknown")]
    assert [describe_outcome(each) for each in responses] == ["401 BAD_CREDENTIALS"] * 3
    assert responses[0].json() == responses[1].json() == responses[2].json()


@pytest.mark.split
def test_no_secret_is_stored_logged_or_audited(
    caller: ApiClient, world: factories.World, caplog: pytest.LogCaptureFixture, travel: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    enrolled = enroll_totp(caller, world.client)
    travel.shift(60)
    code, key = generate_code(enrolled.secret), create_challenge_key()
    submit_code("000000", key)
    submit_code(enrolled.recovery[0], key)
    submit_code(code)
    rows = [*TotpDevice.objects.values(), *RecoveryCode.objects.values(), *LoginChallenge.objects.values()]
    stored_text = json.dumps([*rows, *AuditEntry.objects.values()], default=str) + caplog.text
    secrets = (enrolled.secret, code, key, *enrolled.recovery)
    for secret in (*secrets, *(each.replace("-", "") for each in enrolled.recovery)):
        assert secret not in stored_text


@pytest.mark.split
def test_change_key_needs_password_and_open_session(caller: ApiClient, world: factories.World) -> None:
    wrong = caller.post(CHANGE_KEY, {"currentPassword": "wrong"}, actor=world.client).assert_error(400, "VALIDATION")
    assert set(wrong.fields) == {"currentPassword"}
    key = create_change_key(caller, world.client)
    caller.put("/contacts/logout", actor=world.client)
    caller.post(f"{CODE}/begin", {"key": key}).assert_error(410, "STEP_EXPIRED")


@pytest.mark.split
def test_totp_is_active_only_after_its_first_code(caller: ApiClient, world: factories.World) -> None:
    key = create_change_key(caller, world.client)
    caller.post(CODE, {"key": key, "code": "123456"}).assert_error(410, "STEP_EXPIRED")
    provisioning = caller.post(f"{CODE}/begin", {"key": key}).ok
    assert provisioning["picture"].startswith("data:image/svg+xml")
    wrong = f"{(int(generate_code(provisioning['secret'])) + 1) % 1_000_000:06}"
    assert set(caller.post(CODE, {"key": key, "code": wrong}).assert_error(400, "VALIDATION").fields) == {"code"}
    assert describe_outcome(log_in("client")) == "200"
    assert caller.get(OWN_FACTORS, actor=world.client).ok == {
        "required": False,
        "codesSince": None,
        "passkeys": [],
        "recoveryCodes": 0,
    }


@pytest.mark.split
def test_attempts_to_set_up_a_factor_are_rate_limited(
    caller: ApiClient, world: factories.World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each attempt hashes ten recovery codes."""
    generated = []
    monkeypatch.setattr(recovery_codes, "generate_codes", lambda: generated.append(1) or [])
    key = create_change_key(caller, world.client)
    caller.post(f"{CODE}/begin", {"key": key})
    statuses = [caller.post(CODE, {"key": key, "code": "no code"}).status for _ in range(7)]
    assert (statuses, len(generated)) == ([400] * 5 + [429] * 2, 5)


@pytest.mark.split
def test_successful_setup_resets_its_attempts(
    caller: ApiClient, world: factories.World, django_capture_on_commit_callbacks: Any
) -> None:
    def count_wrong_codes(key: str) -> list[int]:
        return [caller.post(CODE, {"key": key, "code": "no code"}).status for _ in range(4)]

    for _ in range(2):
        key = create_change_key(caller, world.client)
        secret = caller.post(f"{CODE}/begin", {"key": key}).ok["secret"]
        assert count_wrong_codes(key) == [400] * 4
        with django_capture_on_commit_callbacks(execute=True):
            assert caller.post(CODE, {"key": key, "code": generate_code(secret)}).status == 200
        enrollment.remove_all_factors(User.objects.get(username="client"))


@pytest.mark.split
def test_factor_change_ends_other_sessions_emails_owner_and_is_audited(
    caller: ApiClient, world: factories.World
) -> None:
    from portal_backend.notifications.models import Mail

    other = factories.session(world.client.user)
    enroll_totp(caller, world.client)
    assert caller.get(OWN_FACTORS, actor=world.client).ok["recoveryCodes"] == 10
    caller.get(OWN_FACTORS, actor=other).assert_error(401, "TOKEN_INVALID")
    assert caller.get(OWN_FACTORS, actor=world.client_mate).status == 200
    mail = Mail.objects.get(template="secondFactorChanged")
    assert (mail.to, mail.path) == ("client@example.org", "profile")
    entry = AuditEntry.objects.get(event="SECOND_FACTOR_ADDED")
    assert (entry.username, entry.details) == ("client", {"secondFactor": "CODE"})


@pytest.mark.split
def test_removing_last_factor_leaves_password_login(caller: ApiClient, enrolled: EnrolledUser) -> None:
    key = create_change_key(caller, enrolled.person)
    assert caller.post(REMOVE, {"key": key}).ok is True
    assert describe_outcome(log_in("client")) == "200"
    assert RecoveryCode.objects.count() == TotpDevice.objects.count() == 0
    caller.post(REMOVE, {"key": key}).assert_error(404, "NOT_FOUND")
    caller.post(RENEW, {"key": key}).assert_error(409, "NO_SECOND_FACTOR")


@pytest.mark.split
def test_new_totp_secret_replaces_old_one(caller: ApiClient, enrolled: EnrolledUser, travel: Any) -> None:
    key = create_change_key(caller, enrolled.person)
    secret = caller.post(f"{CODE}/begin", {"key": key}).ok["secret"]
    travel.shift(60)
    assert describe_outcome(submit_code(generate_code(enrolled.secret))) == "200", (
        "until a code of the new one is given"
    )
    key = create_change_key(caller, enrolled.person)
    secret = caller.post(f"{CODE}/begin", {"key": key}).ok["secret"]
    assert caller.post(CODE, {"key": key, "code": generate_code(secret)}).ok == {"recoveryCodes": None, "session": None}
    travel.shift(60)
    assert describe_outcome(submit_code(generate_code(enrolled.secret))) == "400 VALIDATION"
    assert describe_outcome(submit_code(generate_code(secret))) == "200"
    assert log_in("client").status_code == 202
