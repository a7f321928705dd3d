"""Verification of factors, and login with a passkey (contract section 3)."""

import logging
import re
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from portal_backend.accounts.login import create_challenge, get_challenge, throttle_logins
from portal_backend.accounts.models import ChallengePurpose, LoginChallenge, User
from portal_backend.accounts.rate_limits import build_counter_key, count_attempt, reset_attempts
from portal_backend.accounts.sessions import create_session
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.clock import format_iso
from portal_backend.core.errors import ApiError, invalid_field
from portal_backend.core.request_context import get_client_network
from portal_backend.core.translations import get_current_language
from portal_backend.mfa import passkeys, recovery_codes, totp
from portal_backend.mfa.models import Passkey, TotpDevice

log = logging.getLogger("portal.sessions")
DAY = 86_400
ResponseData = dict[str, Any]
T = TypeVar("T")


def serialize_challenge(step: LoginChallenge) -> ResponseData:
    """Serialize a challenge with its purpose, its key and the user's kinds of factors."""
    means = {
        "CODE": TotpDevice.objects.filter(user=step.user).exists(),
        "PASSKEY": Passkey.objects.filter(user=step.user).exists(),
    }
    return {
        "step": step.purpose,
        "key": step.key,
        "means": [name for name, has in means.items() if has],
        "expiresAt": format_iso(step.expires_at),
    }


def log_in_with_code(key: str, code: str, *, ip_address: str) -> ResponseData:
    """Complete the login of a challenge with a one-time or recovery code.

    Raises 400, 403 (locked), 410 or 429.
    """
    user, session = verify_code(
        key, code, ChallengePurpose.VERIFY, partial(_complete_login, ip_address=ip_address), ip_address=ip_address
    )
    log.info("login user=%s address=%s by=code", user.username, ip_address)
    return session


def verify_code(
    key: str, code: str, purpose: ChallengePurpose, finish: Callable[[LoginChallenge, User], T], *, ip_address: str
) -> tuple[User, T]:
    """Check a one-time or recovery code and run `finish` in the same transaction.

    Returns the user and the result of `finish`. Raises 400, 403 (locked), 410 or 429.
    """
    throttle_logins(get_client_network(ip_address))
    user = get_challenge_user(get_challenge(key, purpose))
    attempt_keys = _count_attempt(user, ip_address)
    normalized_code = re.sub(r"[\s-]", "", code)
    # before the transaction, because hashing is slow
    recovery_code = recovery_codes.find_recovery_code(user, normalized_code)
    with transaction.atomic():
        step = _lock_challenge(key, user, purpose)
        is_right = (
            recovery_codes.consume_recovery_code(recovery_code)
            if recovery_code
            else totp.consume_totp_code(user, normalized_code)
        )
        result = finish(step, user) if is_right else None
    if result is None:
        _record_failure(user, ip_address)
        raise invalid_field("code", "code")
    for attempt_key in attempt_keys:
        reset_attempts(attempt_key)
    if recovery_code:
        record_event(
            AuditEvent.RECOVERY_CODE_USED,
            user.username,
            username=user.username,
            quantity=recovery_codes.count_unused_codes(user),
        )
        log.info("recovery code used user=%s address=%s", user.username, ip_address)
    return user, result


def begin_passkey_login(key: str, *, ip_address: str, device: str) -> ResponseData:
    """Return the WebAuthn options of a login or of a confirmation.

    With a `key` they ask for a passkey of the challenge's user, without one for any passkey. Raises 410 or 429.
    """
    throttle_logins(get_client_network(ip_address))
    step = (
        get_challenge(key, ChallengePurpose.VERIFY, ChallengePurpose.CONFIRM)
        if key
        else create_challenge(ChallengePurpose.PASSKEY, None, device=device)
    )
    options, step.payload = passkeys.build_authentication_options(step.user)
    step.save(update_fields=["payload"])
    return {"key": key or step.key, "options": options}


def log_in_with_passkey(key: str, credential: str, *, ip_address: str) -> ResponseData:
    """Complete a login with a passkey that signed the challenge.

    Raises 400, 403 (locked), 410 or 429.
    """
    purposes = (ChallengePurpose.VERIFY, ChallengePurpose.PASSKEY)
    user, session = verify_passkey(
        key, credential, purposes, partial(_complete_login, ip_address=ip_address), ip_address=ip_address
    )
    log.info("login user=%s address=%s by=passkey", user.username, ip_address)
    return session


def verify_passkey(
    key: str,
    credential: str,
    purposes: Collection[ChallengePurpose],
    finish: Callable[[LoginChallenge, User], T],
    *,
    ip_address: str,
) -> tuple[User, T]:
    """Verify a passkey's response to a challenge and run `finish` in a transaction.

    Returns the user and the result of `finish`. Raises 400, 403 (locked), 410 or 429.
    """
    throttle_logins(get_client_network(ip_address))
    step = get_challenge(key, *purposes)
    # a challenge accepts one response, right or wrong
    open_challenges = LoginChallenge.objects.filter(pk=step.pk, payload=step.payload).exclude(payload="")
    if not open_challenges.update(payload=""):
        raise ApiError(410, "STEP_EXPIRED")
    try:
        user = passkeys.verify_assertion(credential, step.payload, step.user)
    except ApiError:
        if step.user:
            _record_failure(step.user, ip_address)
        raise
    try:
        with transaction.atomic():
            result = finish(_lock_challenge(key, user, *purposes), user)
    except ApiError:
        record_event(AuditEvent.LOGIN_LOCKED, username=user.username)
        raise
    return user, result


def get_challenge_user(step: LoginChallenge) -> User:
    """Return the user of a challenge. Raises 410."""
    if step.user is None:
        raise ApiError(410, "STEP_EXPIRED")
    return step.user


def _count_attempt(user: User, address: str) -> tuple[str, str]:
    """Count an attempt, by user and IP address and by user alone. Raises 429.

    Returns the keys of the two counters.
    """
    key_by_ip, key_by_user = (
        build_counter_key("codes", str(user.pk), get_client_network(address)),
        build_counter_key("codes-of", str(user.pk)),
    )
    try:
        count_attempt(key_by_ip, settings.LOGIN_FAILURES, settings.LOGIN_LOCKOUT_MINUTES * 60)
        count_attempt(key_by_user, settings.CODE_FAILURES_PER_DAY, DAY)
    except ApiError:
        log.warning("code throttled user=%s address=%s", user.username, address)
        raise
    return key_by_ip, key_by_user


def _lock_challenge(key: str, user: User, *purposes: ChallengePurpose) -> LoginChallenge:
    """Lock the user's row and read the challenge again. Raises 403 or 410.

    Concurrent requests cannot complete the same challenge twice.
    """
    if User.objects.select_for_update().get(pk=user.pk).locked:
        raise ApiError(403, "ACCOUNT_LOCKED")
    return get_challenge(key, *purposes)


def _complete_login(step: LoginChallenge, user: User, ip_address: str) -> ResponseData:
    step.delete()
    User.objects.filter(pk=user.pk).update(language=get_current_language(), last_login=timezone.now())
    return open_session(user, ip_address, step.device)


def open_session(user: User, address: str, device: str) -> ResponseData:
    """Create a session of a user. The caller must hold the lock on the user's row."""
    columns = ("username", "role", "first_name", "last_name")
    return create_session({"pk": user.pk, **{name: getattr(user, name) for name in columns}}, address, device)


def _record_failure(user: User, address: str) -> None:
    log.warning("two-factor code or passkey failed user=%s address=%s", user.username, address)
    record_event(AuditEvent.SECOND_FACTOR_FAILED, username=user.username)
