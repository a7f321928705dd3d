"""Recovery codes, and recovery that keeps factors: password reset, key rotation."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import override_settings

from portal_backend.audit.models import Entry
from tests.caller import Caller
from tests.factors.devices import (
    RENEW,
    Enrolled,
    change_key,
    code_of,
    finish,
    log_in,
    verdict,
)

pytestmark = pytest.mark.django_db


def test_each_recovery_code_logs_in_once(enrolled: Enrolled) -> None:
    first, second, *rest = enrolled.recovery
    assert len({first, second, *rest}) == 10
    assert verdict(finish(first.lower().replace("-", " "))) == "200"
    assert verdict(finish(first)) == "400 VALIDATION"
    assert verdict(finish(second)) == "200"
    used = Entry.objects.filter(event="RECOVERY_CODE_USED").order_by("pk").values_list("username", "details")
    assert list(used) == [("client", {"quantity": 9}), ("client", {"quantity": 8})]


def test_new_recovery_codes_replace_old_ones(caller: Caller, enrolled: Enrolled) -> None:
    new_codes = caller.post(RENEW, {"key": change_key(caller, enrolled.person)}).ok
    assert len(set(new_codes) - set(enrolled.recovery)) == 10
    assert verdict(finish(enrolled.recovery[0])) == "400 VALIDATION"
    assert verdict(finish(new_codes[0])) == "200"


def test_secret_key_fallback_decrypts_totp_secrets(enrolled: Enrolled, travel: Any) -> None:
    from django.conf import settings

    travel.shift(60)
    code, old = code_of(enrolled.secret), settings.SECRET_KEY
    with override_settings(SECRET_KEY="another-" + "y" * 32, SECRET_KEY_FALLBACKS=[]):
        assert verdict(finish(code)) == "400 VALIDATION"
        assert verdict(finish(enrolled.recovery[0])) == "200", "recovery codes need no key"
    with override_settings(SECRET_KEY="another-" + "y" * 32, SECRET_KEY_FALLBACKS=[old]):
        assert verdict(finish(code)) == "200"


def test_password_reset_keeps_factors(enrolled: Enrolled) -> None:
    from portal_backend.joining.keys import new_key
    from portal_backend.joining.recovery import reset_password

    key = new_key(enrolled.person.user, timedelta(hours=1)).rpartition("/")[2]
    reset_password(key, "Otra-Clave-9", address="10.0.0.1")
    assert log_in("client", password="Otra-Clave-9").json()["step"] == "VERIFY"
