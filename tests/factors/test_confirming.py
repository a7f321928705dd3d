"""Factor changes need the password and an existing factor (OWASP ASVS 7.5.1)."""

from typing import Any

import pytest
from pytest_django import Settings

from portal_backend.accounts.models import LoginStep
from portal_backend.factors.models import CodeGenerator
from portal_backend.notifications.models import Mail
from tests import factories
from tests.caller import Answered, Caller
from tests.factors.devices import (
    CODE,
    CONFIRM_CODE,
    CONFIRM_PASSKEY,
    KEY,
    OPTIONS,
    PASSKEY,
    REMOVE,
    RENEW,
    WITH_CODE,
    Authenticator,
    Enrolled,
    add_passkey,
    change_key,
    code_of,
    sent,
    verdict,
)

pytestmark = pytest.mark.django_db


def begin(caller: Caller, person: factories.Person) -> dict[str, Any]:
    response = caller.post(KEY, {"currentPassword": factories.PASSWORD}, actor=person)
    assert response.status == 202
    return dict(response.data)


def changes(caller: Caller, key: str) -> list[Answered]:
    """Send every change that a key could allow."""
    calls = ((REMOVE, {}), (RENEW, {}), (f"{CODE}/begin", {}), (f"{PASSKEY}/begin", {}))
    return [caller.post(path, {"key": key, **more}) for path, more in calls]


def test_factor_change_needs_more_than_password(caller: Caller, enrolled: Enrolled) -> None:
    step = begin(caller, enrolled.person)
    assert (step["step"], step["means"]) == ("CONFIRM", ["CODE"])
    assert {answer.verdict for answer in changes(caller, step["key"])} == {"410 STEP_EXPIRED"}
    assert verdict(sent(WITH_CODE, {"key": step["key"], "code": enrolled.recovery[0]})) == "410 STEP_EXPIRED"
    assert CodeGenerator.objects.count() == 1


def test_one_time_code_confirms_factor_change_once(caller: Caller, enrolled: Enrolled, travel: Any) -> None:
    travel.shift(60)
    step, code = begin(caller, enrolled.person), code_of(enrolled.secret)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    refused = caller.post(CONFIRM_CODE, {"key": step["key"], "code": wrong}).refused(400, "VALIDATION")
    assert list(refused.fields) == ["code"]
    key = caller.post(CONFIRM_CODE, {"key": step["key"], "code": code}).ok["key"]
    caller.post(CONFIRM_CODE, {"key": begin(caller, enrolled.person)["key"], "code": code}).refused(400, "VALIDATION")
    assert caller.post(REMOVE, {"key": key}).ok is True


def test_recovery_code_confirms_factor_change(caller: Caller, enrolled: Enrolled) -> None:
    step = begin(caller, enrolled.person)
    key = caller.post(CONFIRM_CODE, {"key": step["key"], "code": enrolled.recovery[0]}).ok["key"]
    assert caller.post(REMOVE, {"key": key}).ok is True


def test_passkey_confirms_factor_change(caller: Caller, world: factories.World) -> None:
    device = Authenticator()
    _ = add_passkey(caller, world.client, device).ok
    step = begin(caller, world.client)
    assert step["means"] == ["PASSKEY"]
    options = caller.post(OPTIONS, {"key": step["key"]}).ok["options"]
    other = Authenticator(id=device.id).proven(options)
    caller.post(CONFIRM_PASSKEY, {"key": step["key"], "credential": other}).refused(400, "VALIDATION")
    options = caller.post(OPTIONS, {"key": step["key"]}).ok["options"]
    key = caller.post(CONFIRM_PASSKEY, {"key": step["key"], "credential": device.proven(options)}).ok["key"]
    assert len(caller.post(RENEW, {"key": key}).ok) == 10


def test_confirmation_code_attempts_are_rate_limited(caller: Caller, enrolled: Enrolled) -> None:
    keys = [begin(caller, enrolled.person)["key"] for _ in range(6)]
    outcomes = [caller.post(CONFIRM_CODE, {"key": key, "code": "000000"}).verdict for key in keys]
    assert outcomes == ["400 VALIDATION"] * 5 + ["429 TOO_MANY_REQUESTS"]


def test_confirmation_challenge_ends_with_its_session(caller: Caller, enrolled: Enrolled) -> None:
    step = begin(caller, enrolled.person)
    caller.put("/contacts/logout", actor=enrolled.person)
    body = {"key": step["key"], "code": enrolled.recovery[0]}
    caller.post(CONFIRM_CODE, body).refused(410, "STEP_EXPIRED")
    assert LoginStep.objects.filter(purpose="CONFIRM").count() == 1


def test_factor_changes_are_rate_limited_per_hour(caller: Caller, enrolled: Enrolled, settings: Settings) -> None:
    settings.ACCOUNT_MAILS_PER_HOUR = 4
    mails = Mail.objects.count()
    key = change_key(caller, enrolled.person)
    assert [caller.post(RENEW, {"key": key}).status for _ in range(5)] == [200] * 3 + [429] * 2
    assert Mail.objects.count() == mails + 3
    caller.post(REMOVE, {"key": key}).refused(429, "TOO_MANY_REQUESTS")
