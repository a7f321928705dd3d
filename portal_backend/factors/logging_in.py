"""Verification of factors, and login with a passkey (contract section 3)."""

import logging
import re
from collections.abc import Callable, Collection
from functools import partial
from typing import Any, TypeVar

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from portal_backend.accounts.attempts import count_guess, forget, named, site_of
from portal_backend.accounts.login import throttle_logins
from portal_backend.accounts.models import LoginStep, Purpose, User
from portal_backend.accounts.sessions import new_session
from portal_backend.accounts.steps import begin_step, step_of
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.errors import Refusal, invalid_field
from portal_backend.base.newyork import iso
from portal_backend.base.words import current_language
from portal_backend.factors import codes, passkeys, recovery
from portal_backend.factors.models import CodeGenerator, Passkey

log = logging.getLogger("portal.sessions")
DAY = 86_400
Answered = dict[str, Any]
T = TypeVar("T")


def described(step: LoginStep) -> Answered:
    """Serialize a challenge with its purpose, its key and the user's kinds of factors."""
    means = {
        "CODE": CodeGenerator.objects.filter(user=step.user).exists(),
        "PASSKEY": Passkey.objects.filter(user=step.user).exists(),
    }
    return {
        "step": step.purpose,
        "key": step.key,
        "means": [name for name, has in means.items() if has],
        "expiresAt": iso(step.expires_at),
    }


def log_in_with_code(key: str, code: str, *, address: str) -> Answered:
    """Complete the login of a challenge with a one-time or recovery code.

    Raises 400, 403 (locked), 410 or 429.
    """
    user, session = check_code(key, code, Purpose.VERIFY, partial(_finish, address=address), address=address)
    log.info("login user=%s address=%s by=code", user.username, address)
    return session


def check_code(
    key: str, code: str, purpose: Purpose, finish: Callable[[LoginStep, User], T], *, address: str
) -> tuple[User, T]:
    """Check a one-time or recovery code and run `finish` in the same transaction.

    Returns the user and the result of `finish`. Raises 400, 403 (locked), 410 or 429.
    """
    throttle_logins(site_of(address))
    user = _user(step_of(key, purpose))
    attempt_keys = _count(user, address)
    normalized_code = re.sub(r"[\s-]", "", code)
    # before the transaction, because hashing is slow
    recovery_code = recovery.code_called(user, normalized_code)
    with transaction.atomic():
        step = _held(key, user, purpose)
        is_right = recovery.spend(recovery_code) if recovery_code else codes.use_code(user, normalized_code)
        result = finish(step, user) if is_right else None
    if result is None:
        _failed(user, address)
        raise invalid_field("code", "code")
    for attempt_key in attempt_keys:
        forget(attempt_key)
    if recovery_code:
        record(Event.RECOVERY_CODE_USED, user.username, username=user.username, quantity=recovery.codes_left(user))
        log.info("recovery code used user=%s address=%s", user.username, address)
    return user, result


def passkey_options(key: str, *, address: str, device: str) -> Answered:
    """Return the WebAuthn options of a login or of a confirmation.

    With a `key` they ask for a passkey of the challenge's user, without one for any passkey. Raises 410 or 429.
    """
    throttle_logins(site_of(address))
    step = step_of(key, Purpose.VERIFY, Purpose.CONFIRM) if key else begin_step(Purpose.PASSKEY, None, device=device)
    options, step.pending = passkeys.login_options(step.user)
    step.save(update_fields=["pending"])
    return {"key": key or step.key, "options": options}


def log_in_with_passkey(key: str, credential: str, *, address: str) -> Answered:
    """Complete a login with a passkey that signed the challenge.

    Raises 400, 403 (locked), 410 or 429.
    """
    purposes = (Purpose.VERIFY, Purpose.PASSKEY)
    user, session = check_passkey(key, credential, purposes, partial(_finish, address=address), address=address)
    log.info("login user=%s address=%s by=passkey", user.username, address)
    return session


def check_passkey(
    key: str, credential: str, purposes: Collection[Purpose], finish: Callable[[LoginStep, User], T], *, address: str
) -> tuple[User, T]:
    """Verify a passkey's response to a challenge and run `finish` in a transaction.

    Returns the user and the result of `finish`. Raises 400, 403 (locked), 410 or 429.
    """
    throttle_logins(site_of(address))
    step = step_of(key, *purposes)
    # a challenge accepts one response, right or wrong
    open_challenges = LoginStep.objects.filter(pk=step.pk, pending=step.pending).exclude(pending="")
    if not open_challenges.update(pending=""):
        raise Refusal(410, "STEP_EXPIRED")
    try:
        user = passkeys.user_proven(credential, step.pending, step.user)
    except Refusal:
        if step.user:
            _failed(step.user, address)
        raise
    try:
        with transaction.atomic():
            result = finish(_held(key, user, *purposes), user)
    except Refusal:
        record(Event.LOGIN_LOCKED, username=user.username)
        raise
    return user, result


def _user(step: LoginStep) -> User:
    if step.user is None:
        raise Refusal(410, "STEP_EXPIRED")
    return step.user


def _count(user: User, address: str) -> tuple[str, str]:
    """Count an attempt, by user and IP address and by user alone. Raises 429.

    Returns the keys of the two counters.
    """
    key_by_ip, key_by_user = named("codes", str(user.pk), site_of(address)), named("codes-of", str(user.pk))
    try:
        count_guess(key_by_ip, settings.LOGIN_FAILURES, settings.LOGIN_LOCKOUT_MINUTES * 60)
        count_guess(key_by_user, settings.CODE_FAILURES_PER_DAY, DAY)
    except Refusal:
        log.warning("code throttled user=%s address=%s", user.username, address)
        raise
    return key_by_ip, key_by_user


def _held(key: str, user: User, *purposes: Purpose) -> LoginStep:
    """Lock the user's row and read the challenge again. Raises 403 or 410.

    Concurrent requests cannot complete the same challenge twice.
    """
    if User.objects.select_for_update().get(pk=user.pk).locked:
        raise Refusal(403, "ACCOUNT_LOCKED")
    return step_of(key, *purposes)


def _finish(step: LoginStep, user: User, address: str) -> Answered:
    step.delete()
    User.objects.filter(pk=user.pk).update(language=current_language(), last_login=timezone.now())
    return session_of(user, address, step.device)


def session_of(user: User, address: str, device: str) -> Answered:
    """Create a session of a user. The caller must hold the lock on the user's row."""
    columns = ("username", "role", "first_name", "last_name")
    return new_session({"pk": user.pk, **{name: getattr(user, name) for name in columns}}, address, device)


def _failed(user: User, address: str) -> None:
    log.warning("second factor failed user=%s address=%s", user.username, address)
    record(Event.SECOND_FACTOR_FAILED, username=user.username)
