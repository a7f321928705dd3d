"""Concurrent logins with one code: only one of them succeeds."""

import pytest

from tests import factories
from tests.caller import Caller
from tests.factors.devices import WITH_CODE, code_of, enrol, log_in
from tests.together import Call, together, verdicts

pytestmark = pytest.mark.django_db(transaction=True)
# below the rate limit of attempts
AT_ONCE = 4


@pytest.mark.parametrize("kind", ["one-time code", "recovery code"])
def test_concurrent_logins_with_one_code_succeed_once(caller: Caller, kind: str) -> None:
    enrolled = enrol(caller, factories.world().client)
    code = code_of(enrolled.secret, 30) if kind == "one-time code" else enrolled.recovery[0]

    def finish(key: str) -> Call:
        return lambda own: own.post(WITH_CODE, {"key": key, "code": code})

    answers = together(*(finish(log_in("client").json()["key"]) for _ in range(AT_ONCE)))
    assert verdicts(answers) == {"200": 1, "400 VALIDATION": AT_ONCE - 1}
