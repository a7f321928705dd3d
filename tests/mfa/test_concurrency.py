"""Concurrent logins with one code: only one of them succeeds."""

import pytest

from tests import factories
from tests.api_client import ApiClient
from tests.concurrent_calls import ApiCall, count_outcomes, run_concurrently
from tests.mfa.authenticators import WITH_CODE, enroll_totp, generate_code, log_in

pytestmark = pytest.mark.django_db(transaction=True)
# below the rate limit of attempts
AT_ONCE = 4


@pytest.mark.parametrize("kind", ["one-time code", "recovery code"])
def test_concurrent_logins_with_one_code_succeed_once(caller: ApiClient, kind: str) -> None:
    enrolled = enroll_totp(caller, factories.world().client)
    code = generate_code(enrolled.secret, 30) if kind == "one-time code" else enrolled.recovery[0]

    def finish(key: str) -> ApiCall:
        return lambda own: own.post(WITH_CODE, {"key": key, "code": code})

    responses = run_concurrently(*(finish(log_in("client").json()["key"]) for _ in range(AT_ONCE)))
    assert count_outcomes(responses) == {"200": 1, "400 VALIDATION": AT_ONCE - 1}
