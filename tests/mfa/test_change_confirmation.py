"""Factor changes need the password and an existing factor (OWASP ASVS 7.5.1)."""

from typing import Any

import pytest
from pytest_django import Settings

from portal_backend.accounts.models import LoginChallenge
from portal_backend.mfa.models import TotpDevice
from portal_backend.notifications.models import Mail
from tests import factories
from tests.api_client import ApiClient, ClientResponse
from tests.mfa.authenticators import (
    CHANGE_KEY,
    CODE,
    CONFIRM_CODE,
    CONFIRM_PASSKEY,
    OPTIONS,
    PASSKEY,
    REMOVE,
    RENEW,
    WITH_CODE,
    Authenticator,
    EnrolledUser,
    add_passkey,
    create_change_key,
    describe_outcome,
    generate_code,
    post_from,
)

pytestmark = [pytest.mark.django_db, pytest.mark.split]


def begin_change(caller: ApiClient, person: factories.Person) -> dict[str, Any]:
    response = caller.post(CHANGE_KEY, {"currentPassword": factories.PASSWORD}, actor=person)
    assert response.status == 202
    return dict(response.data)


def try_changes(caller: ApiClient, key: str) -> list[ClientResponse]:
    """Send every change that a key could allow."""
    calls = ((REMOVE, {}), (RENEW, {}), (f"{CODE}/begin", {}), (f"{PASSKEY}/begin", {}))
    return [caller.post(path, {"key": key, **more}) for path, more in calls]


def test_factor_change_needs_more_than_password(caller: ApiClient, enrolled: EnrolledUser) -> None:
    step = begin_change(caller, enrolled.person)
    assert (step["step"], step["means"]) == ("CONFIRM", ["CODE"])
    assert {response.outcome for response in try_changes(caller, step["key"])} == {"410 STEP_EXPIRED"}
    assert (
        describe_outcome(post_from(WITH_CODE, {"key": step["key"], "code": enrolled.recovery[0]})) == "410 STEP_EXPIRED"
    )
    assert TotpDevice.objects.count() == 1


def test_one_time_code_confirms_factor_change_once(caller: ApiClient, enrolled: EnrolledUser, travel: Any) -> None:
    travel.shift(60)
    step, code = begin_change(caller, enrolled.person), generate_code(enrolled.secret)
    wrong = f"{(int(code) + 1) % 1_000_000:06}"
    refused = caller.post(CONFIRM_CODE, {"key": step["key"], "code": wrong}).assert_error(400, "VALIDATION")
    assert list(refused.fields) == ["code"]
    key = caller.post(CONFIRM_CODE, {"key": step["key"], "code": code}).ok["key"]
    caller.post(CONFIRM_CODE, {"key": begin_change(caller, enrolled.person)["key"], "code": code}).assert_error(
        400, "VALIDATION"
    )
    assert caller.post(REMOVE, {"key": key}).ok is True


def test_recovery_code_confirms_factor_change(caller: ApiClient, enrolled: EnrolledUser) -> None:
    step = begin_change(caller, enrolled.person)
    key = caller.post(CONFIRM_CODE, {"key": step["key"], "code": enrolled.recovery[0]}).ok["key"]
    assert caller.post(REMOVE, {"key": key}).ok is True


def test_passkey_confirms_factor_change(caller: ApiClient, world: factories.World) -> None:
    device = Authenticator()
    _ = add_passkey(caller, world.client, device).ok
    step = begin_change(caller, world.client)
    assert step["means"] == ["PASSKEY"]
    options = caller.post(OPTIONS, {"key": step["key"]}).ok["options"]
    other = Authenticator(id=device.id).create_assertion(options)
    caller.post(CONFIRM_PASSKEY, {"key": step["key"], "credential": other}).assert_error(400, "VALIDATION")
    options = caller.post(OPTIONS, {"key": step["key"]}).ok["options"]
    key = caller.post(CONFIRM_PASSKEY, {"key": step["key"], "credential": device.create_assertion(options)}).ok["key"]
    assert len(caller.post(RENEW, {"key": key}).ok) == 10


def test_confirmation_code_attempts_are_rate_limited(caller: ApiClient, enrolled: EnrolledUser) -> None:
    keys = [begin_change(caller, enrolled.person)["key"] for _ in range(6)]
    outcomes = [caller.post(CONFIRM_CODE, {"key": key, "code": "000000"}).outcome for key in keys]
    assert outcomes == ["400 VALIDATION"] * 5 + ["429 TOO_MANY_REQUESTS"]


def test_confirmation_challenge_ends_with_its_session(caller: ApiClient, enrolled: EnrolledUser) -> None:
    step = begin_change(caller, enrolled.person)
    caller.put("/contacts/logout", actor=enrolled.person)
    body = {"key": step["key"], "code": enrolled.recovery[0]}
    caller.post(CONFIRM_CODE, body).assert_error(410, "STEP_EXPIRED")
    assert LoginChallenge.objects.filter(purpose="CONFIRM").count() == 1


def test_factor_changes_are_rate_limited_per_hour(
    caller: ApiClient, enrolled: EnrolledUser, settings: Settings
) -> None:
    settings.ACCOUNT_MAILS_PER_HOUR = 4
    mails = Mail.objects.count()
    key = create_change_key(caller, enrolled.person)
    assert [caller.post(RENEW, {"key": key}).status for _ in range(5)] == [200] * 3 + [429] * 2
    assert Mail.objects.count() == mails + 3
    caller.post(REMOVE, {"key": key}).assert_error(429, "TOO_MANY_REQUESTS")
