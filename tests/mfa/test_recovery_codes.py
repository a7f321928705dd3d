"""Recovery codes, and recovery that keeps factors: password reset, key rotation."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings

from portal_backend.audit.models import AuditEntry
from tests.api_client import ApiClient
from tests.mfa.authenticators import (
    RENEW,
    EnrolledUser,
    create_change_key,
    describe_outcome,
    generate_code,
    log_in,
    submit_code,
)

pytestmark = pytest.mark.django_db


def test_each_recovery_code_logs_in_once(enrolled: EnrolledUser) -> None:
    first, second, *rest = enrolled.recovery
    assert len({first, second, *rest}) == 10
    assert describe_outcome(submit_code(first.lower().replace("-", " "))) == "200"
    assert describe_outcome(submit_code(first)) == "400 VALIDATION"
    assert describe_outcome(submit_code(second)) == "200"
    used = AuditEntry.objects.filter(event="RECOVERY_CODE_USED").order_by("pk").values_list("username", "details")
    assert list(used) == [("client", {"quantity": 9}), ("client", {"quantity": 8})]


@pytest.mark.split
def test_new_recovery_codes_replace_old_ones(caller: ApiClient, enrolled: EnrolledUser) -> None:
    new_codes = caller.post(RENEW, {"key": create_change_key(caller, enrolled.person)}).ok
    assert len(set(new_codes) - set(enrolled.recovery)) == 10
    assert describe_outcome(submit_code(enrolled.recovery[0])) == "400 VALIDATION"
    assert describe_outcome(submit_code(new_codes[0])) == "200"


@pytest.mark.split
def test_secret_key_fallback_decrypts_totp_secrets(enrolled: EnrolledUser, travel: Any) -> None:
    from django.conf import settings

    travel.shift(60)
    code, old = generate_code(enrolled.secret), settings.SECRET_KEY
    with override_settings(SECRET_KEY="another-" + "y" * 32, SECRET_KEY_FALLBACKS=[]):
        assert describe_outcome(submit_code(code)) == "400 VALIDATION"
        assert describe_outcome(submit_code(enrolled.recovery[0])) == "200", "recovery codes need no key"
    with override_settings(SECRET_KEY="another-" + "y" * 32, SECRET_KEY_FALLBACKS=[old]):
        assert describe_outcome(submit_code(code)) == "200"


@pytest.mark.split
def test_password_reset_keeps_factors(enrolled: EnrolledUser) -> None:
    from portal_backend.registration.password_reset import create_reset_path, reset_password

    key = create_reset_path(enrolled.person.user, timedelta(hours=1)).rpartition("/")[2]
    reset_password(key, "Otra-Clave-9", ip_address="10.0.0.1")
    assert log_in("client", password="Otra-Clave-9").json()["step"] == "VERIFY"
