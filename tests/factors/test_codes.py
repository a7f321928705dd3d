"""One-time codes: single use, rate limits and no disclosure.

See contract 3 and security.md 12 and 13.
"""

import json
import logging
from typing import Any

import pytest
from django.test import override_settings

from portal_backend.accounts.models import LoginStep, Token, User
from portal_backend.audit.models import Entry
from portal_backend.factors.models import CodeGenerator, RecoveryCode
from tests import factories
from tests.caller import Caller
from tests.factors.devices import (
    CODE,
    KEY,
    MINE,
    REMOVE,
    RENEW,
    Enrolled,
    change_key,
    code_of,
    enrol,
    finish,
    log_in,
    step_key,
    verdict,
)

pytestmark = pytest.mark.django_db


def test_login_without_factors_needs_no_challenge(world: factories.World) -> None:
    answer = log_in("client")
    assert answer.status_code == 200
    assert set(answer.json()) == {
        *("identification", "token", "permissions", "firstName", "lastName", "language", "expiresAt")
    }
    assert LoginStep.objects.count() == 0


def test_login_with_totp_takes_two_steps(caller: Caller, enrolled: Enrolled, travel: Any) -> None:
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
    for path in ("/contacts/profile", MINE, "/api/rest/meta"):
        caller.get(path, actor=key).refused(401, "TOKEN_INVALID")
    for keyed in (f"{CODE}/begin", RENEW, REMOVE):
        caller.post(keyed, {"key": key}).refused(410, "STEP_EXPIRED")
    code = code_of(enrolled.secret)
    session = finish(f" {code[:3]} {code[3:]} ", key).json()
    assert caller.get("/contacts/profile", actor=session["token"]).ok["contact"]["username"] == "client"
    assert verdict(finish(code_of(enrolled.secret, 30), key)) == "410 STEP_EXPIRED"


def test_one_time_code_is_accepted_once(enrolled: Enrolled, travel: Any) -> None:
    assert verdict(finish(code_of(enrolled.secret))) == "400 VALIDATION", "the one that it was set up with"
    travel.shift(60)
    code = code_of(enrolled.secret)
    assert verdict(finish(code)) == "200"
    assert verdict(finish(code)) == "400 VALIDATION"
    assert verdict(finish(code_of(enrolled.secret, -30))) == "400 VALIDATION", "and none before it"
    assert verdict(finish(code_of(enrolled.secret, 30))) == "200"


@pytest.mark.parametrize(("seconds", "wanted"), [(-60, "400"), (-30, "200"), (0, "200"), (30, "200"), (60, "400")])
def test_accepts_clock_drift_of_one_time_step(enrolled: Enrolled, travel: Any, seconds: int, wanted: str) -> None:
    travel.shift(600)
    assert verdict(finish(code_of(enrolled.secret, seconds))).split()[0] == wanted


def test_wrong_codes_are_rate_limited_and_audited(enrolled: Enrolled, travel: Any) -> None:
    travel.shift(60)
    key, right = step_key(), code_of(enrolled.secret)
    wrong = f"{(int(right) + 1) % 1_000_000:06}"
    refused = finish(wrong, key)
    assert refused.json()["fields"] == {"code": ["This code is not right, or was used already"]}
    assert [verdict(finish(wrong, key)) for _ in range(5)] == ["400 VALIDATION"] * 4 + ["429 TOO_MANY_REQUESTS"]
    assert verdict(finish(right)) == "429 TOO_MANY_REQUESTS", "a new login brings no new guesses"
    assert verdict(finish(right, address="10.0.0.2")) == "200", "elsewhere the owner gets in"
    assert Entry.objects.filter(event="SECOND_FACTOR_FAILED", username="client").count() == 5
    travel.shift(15 * 60 + 1)
    assert verdict(finish(code_of(enrolled.secret))) == "200"


def test_code_attempts_are_rate_limited_across_ip_addresses(enrolled: Enrolled, travel: Any) -> None:
    travel.shift(60)
    key, right = step_key(), code_of(enrolled.secret)
    wrong = f"{(int(right) + 1) % 1_000_000:06}"
    with override_settings(CODE_FAILURES_PER_DAY=7):
        verdicts = [verdict(finish(wrong, key, f"10.0.1.{number}")) for number in range(9)]
        assert verdicts == ["400 VALIDATION"] * 7 + ["429 TOO_MANY_REQUESTS"] * 2
        travel.shift(86_401)
        assert verdict(finish(code_of(enrolled.secret))) == "200"


def test_challenge_ends_on_expiry_password_change_and_lock(caller: Caller, enrolled: Enrolled, travel: Any) -> None:
    travel.shift(60)
    user = User.objects.get(username="client")
    key = step_key()
    travel.shift(600)
    assert verdict(finish(code_of(enrolled.secret), key)) == "410 STEP_EXPIRED"
    key = step_key()
    user.set_password("Otra-Clave-9")
    user.save(update_fields=["password"])
    assert verdict(finish(code_of(enrolled.secret), key)) == "410 STEP_EXPIRED"
    key = log_in("client", password="Otra-Clave-9").json()["key"]
    User.objects.filter(pk=user.pk).update(locked=True)
    assert verdict(finish(code_of(enrolled.secret), key)) == "410 STEP_EXPIRED"
    assert verdict(log_in("client", password="Otra-Clave-9")) == "403 ACCOUNT_LOCKED"


def test_wrong_password_does_not_disclose_factors(enrolled: Enrolled, world: factories.World) -> None:
    answers = [log_in(name, password="wrong") for name in ("client", "client2", "nobody")]
    assert [verdict(each) for each in answers] == ["401 BAD_CREDENTIALS"] * 3
    assert answers[0].json() == answers[1].json() == answers[2].json()


def test_no_secret_is_stored_logged_or_audited(
    caller: Caller, world: factories.World, caplog: pytest.LogCaptureFixture, travel: Any
) -> None:
    caplog.set_level(logging.DEBUG)
    enrolled = enrol(caller, world.client)
    travel.shift(60)
    code, key = code_of(enrolled.secret), step_key()
    finish("000000", key)
    finish(enrolled.recovery[0], key)
    finish(code)
    rows = [*CodeGenerator.objects.values(), *RecoveryCode.objects.values(), *LoginStep.objects.values()]
    stored_text = json.dumps([*rows, *Entry.objects.values()], default=str) + caplog.text
    secrets = (enrolled.secret, code, key, *enrolled.recovery)
    for secret in (*secrets, *(each.replace("-", "") for each in enrolled.recovery)):
        assert secret not in stored_text


def test_change_key_needs_password_and_open_session(caller: Caller, world: factories.World) -> None:
    wrong = caller.post(KEY, {"currentPassword": "wrong"}, actor=world.client).refused(400, "VALIDATION")
    assert set(wrong.fields) == {"currentPassword"}
    key = change_key(caller, world.client)
    caller.put("/contacts/logout", actor=world.client)
    caller.post(f"{CODE}/begin", {"key": key}).refused(410, "STEP_EXPIRED")


def test_totp_is_active_only_after_its_first_code(caller: Caller, world: factories.World) -> None:
    key = change_key(caller, world.client)
    caller.post(CODE, {"key": key, "code": "123456"}).refused(410, "STEP_EXPIRED")
    provisioning = caller.post(f"{CODE}/begin", {"key": key}).ok
    assert provisioning["picture"].startswith("data:image/svg+xml")
    wrong = f"{(int(code_of(provisioning['secret'])) + 1) % 1_000_000:06}"
    assert set(caller.post(CODE, {"key": key, "code": wrong}).refused(400, "VALIDATION").fields) == {"code"}
    assert verdict(log_in("client")) == "200"
    assert caller.get(MINE, actor=world.client).ok == {
        "required": False,
        "codesSince": None,
        "passkeys": [],
        "recoveryCodes": 0,
    }


def test_factor_change_ends_other_sessions_emails_owner_and_is_audited(caller: Caller, world: factories.World) -> None:
    from portal_backend.notifications.models import Mail

    other = factories.session(world.client.user)
    enrol(caller, world.client)
    assert caller.get(MINE, actor=world.client).ok["recoveryCodes"] == 10
    caller.get(MINE, actor=other).refused(401, "TOKEN_INVALID")
    assert caller.get(MINE, actor=world.client_mate).status == 200
    mail = Mail.objects.get(template="secondFactorChanged")
    assert (mail.to, mail.path) == ("client@example.org", "profile")
    entry = Entry.objects.get(event="SECOND_FACTOR_ADDED")
    assert (entry.username, entry.details) == ("client", {"secondFactor": "CODE"})


def test_removing_last_factor_leaves_password_login(caller: Caller, enrolled: Enrolled) -> None:
    key = change_key(caller, enrolled.person)
    assert caller.post(REMOVE, {"key": key}).ok is True
    assert verdict(log_in("client")) == "200"
    assert RecoveryCode.objects.count() == CodeGenerator.objects.count() == 0
    caller.post(REMOVE, {"key": key}).refused(404, "NOT_FOUND")
    caller.post(RENEW, {"key": key}).refused(409, "NO_SECOND_FACTOR")


def test_new_totp_secret_replaces_old_one(caller: Caller, enrolled: Enrolled, travel: Any) -> None:
    key = change_key(caller, enrolled.person)
    secret = caller.post(f"{CODE}/begin", {"key": key}).ok["secret"]
    travel.shift(60)
    assert verdict(finish(code_of(enrolled.secret))) == "200", "until a code of the new one is given"
    key = change_key(caller, enrolled.person)
    secret = caller.post(f"{CODE}/begin", {"key": key}).ok["secret"]
    assert caller.post(CODE, {"key": key, "code": code_of(secret)}).ok == {"recoveryCodes": None, "session": None}
    travel.shift(60)
    assert verdict(finish(code_of(enrolled.secret))) == "400 VALIDATION"
    assert verdict(finish(code_of(secret))) == "200"
    assert log_in("client").status_code == 202
