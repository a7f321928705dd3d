"""The second step of a login, and the login by a passkey alone (contract section 3)."""

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
    """A step as whoever gave the right password is told of it: what it wants, and by which means."""
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
    """Open the session of a step by a one-time or a recovery code. Raises 400, 410 or 429."""
    user, session = check_code(key, code, Purpose.VERIFY, partial(_finish, address=address), address=address)
    log.info("login user=%s address=%s by=code", user.username, address)
    return session


def check_code(
    key: str, code: str, purpose: Purpose, finish: Callable[[LoginStep, User], T], *, address: str
) -> tuple[User, T]:
    """Run `finish` for a right one-time or recovery code of a step, in one transaction. Raises 400, 410 or 429."""
    throttle_logins(site_of(address))
    user = _user(step_of(key, purpose))
    guesses = _count(user, address)
    typed = re.sub(r"[\s-]", "", code)
    # hashing takes a moment: before the transaction
    spare = recovery.code_called(user, typed)
    with transaction.atomic():
        step = _held(key, user, purpose)
        is_right = recovery.spend(spare) if spare else codes.use_code(user, typed)
        done = finish(step, user) if is_right else None
    if done is None:
        _failed(user, address)
        raise invalid_field("code", "code")
    for each in guesses:
        forget(each)
    if spare:
        record(Event.RECOVERY_CODE_USED, user.username, username=user.username, quantity=recovery.codes_left(user))
        log.info("recovery code used user=%s address=%s", user.username, address)
    return user, done


def passkey_options(key: str, *, address: str, device: str) -> Answered:
    """What a browser is asked for: by a passkey of the step's user, or without a step by any. Raises 410 or 429."""
    throttle_logins(site_of(address))
    step = step_of(key, Purpose.VERIFY, Purpose.CONFIRM) if key else begin_step(Purpose.PASSKEY, None, device=device)
    options, step.pending = passkeys.login_options(step.user)
    step.save(update_fields=["pending"])
    return {"key": key or step.key, "options": options}


def log_in_with_passkey(key: str, credential: str, *, address: str) -> Answered:
    """Open a session by a passkey that answers the step's challenge. Raises 400, 403 (locked), 410 or 429."""
    purposes = (Purpose.VERIFY, Purpose.PASSKEY)
    user, session = check_passkey(key, credential, purposes, partial(_finish, address=address), address=address)
    log.info("login user=%s address=%s by=passkey", user.username, address)
    return session


def check_passkey(
    key: str, credential: str, purposes: Collection[Purpose], finish: Callable[[LoginStep, User], T], *, address: str
) -> tuple[User, T]:
    """Run `finish` for a passkey that answers a step's challenge, in one transaction. Raises 400, 403, 410 or 429."""
    throttle_logins(site_of(address))
    step = step_of(key, *purposes)
    # each challenge is answered once, right or wrong
    asked = LoginStep.objects.filter(pk=step.pk, pending=step.pending).exclude(pending="")
    if not asked.update(pending=""):
        raise Refusal(410, "STEP_EXPIRED")
    try:
        user = passkeys.user_proven(credential, step.pending, step.user)
    except Refusal:
        if step.user:
            _failed(step.user, address)
        raise
    try:
        with transaction.atomic():
            done = finish(_held(key, user, *purposes), user)
    except Refusal:
        record(Event.LOGIN_LOCKED, username=user.username)
        raise
    return user, done


def _user(step: LoginStep) -> User:
    if step.user is None:
        raise Refusal(410, "STEP_EXPIRED")
    return step.user


def _count(user: User, address: str) -> tuple[str, str]:
    """Count a guess at a code, by address as at a password and of all addresses together. Raises 429."""
    here, everywhere = named("codes", str(user.pk), site_of(address)), named("codes-of", str(user.pk))
    try:
        count_guess(here, settings.LOGIN_FAILURES, settings.LOGIN_LOCKOUT_MINUTES * 60)
        count_guess(everywhere, settings.CODE_FAILURES_PER_DAY, DAY)
    except Refusal:
        log.warning("code throttled user=%s address=%s", user.username, address)
        raise
    return here, everywhere


def _held(key: str, user: User, *purposes: Purpose) -> LoginStep:
    """The step, which nobody else finishes meanwhile: its user's row is locked, and the step looked at again."""
    if User.objects.select_for_update().get(pk=user.pk).locked:
        raise Refusal(403, "ACCOUNT_LOCKED")
    return step_of(key, *purposes)


def _finish(step: LoginStep, user: User, address: str) -> Answered:
    step.delete()
    User.objects.filter(pk=user.pk).update(language=current_language(), last_login=timezone.now())
    return session_of(user, address, step.device)


def session_of(user: User, address: str, device: str) -> Answered:
    """A new session of a user whose row is locked."""
    columns = ("username", "role", "first_name", "last_name")
    return new_session({"pk": user.pk, **{name: getattr(user, name) for name in columns}}, address, device)


def _failed(user: User, address: str) -> None:
    log.warning("second factor failed user=%s address=%s", user.username, address)
    record(Event.SECOND_FACTOR_FAILED, username=user.username)
