"""Login with username and password, and its challenges (contract section 3).

A challenge is a key between the password check and a session; it also allows a change of factors. Challenges have a
table of their own, so that their keys are never accepted as a session.
"""

import hashlib
import logging
import secrets
from datetime import timedelta
from functools import cache
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from portal_backend.accounts.models import ChallengePurpose, LoginChallenge, MfaRequiredRole, Token, User
from portal_backend.accounts.rate_limits import (
    build_counter_key,
    count_attempt,
    reset_attempts,
    throttle,
)
from portal_backend.accounts.sessions import active_session_q, create_session, hash_token
from portal_backend.audit.log import record_event
from portal_backend.audit.models import AuditEvent
from portal_backend.core.errors import ApiError
from portal_backend.core.request_context import get_client_network
from portal_backend.core.text_search import equals_ignoring_case
from portal_backend.core.translations import get_current_language


def create_challenge(
    purpose: ChallengePurpose, user_id: int | None, *, token: str = "", device: str = ""
) -> LoginChallenge:
    """Create a challenge. Its `key` is set on the returned object only and not stored.

    `token` is that of the session that the challenge belongs to.
    """
    key = secrets.token_urlsafe(32)
    challenge = LoginChallenge(
        digest=hash_token(key),
        purpose=purpose,
        user_id=user_id,
        account_digest=_hash_account(User.objects.get(pk=user_id)) if user_id else "",
        session_digest=hash_token(token) if token else "",
        device=device,
        expires_at=timezone.now() + timedelta(minutes=settings.LOGIN_CHALLENGE_MINUTES),
    )
    challenge.save()
    challenge.key = key
    return challenge


def get_challenge(key: str, *purposes: ChallengePurpose) -> LoginChallenge:
    """Return the valid challenge of a key, with its user.

    Raises 410 if it is unknown or expired or if its account has changed.
    """
    challenge = (
        LoginChallenge.objects.select_related("user").filter(digest=hash_token(key), purpose__in=purposes).first()
    )
    if challenge is None or challenge.expires_at <= timezone.now() or not _is_valid(challenge):
        raise ApiError(410, "STEP_EXPIRED")
    return challenge


def _is_valid(step: LoginChallenge) -> bool:
    """Return whether the account is unchanged and the challenge's session is active."""
    if step.user is None:
        return step.purpose == ChallengePurpose.PASSKEY
    if step.user.locked or step.account_digest != _hash_account(step.user):
        return False
    if step.purpose in (ChallengePurpose.CONFIRM, ChallengePurpose.CHANGE):
        is_session_active = Token.objects.filter(active_session_q(), digest=step.session_digest).exists()
        return is_session_active and (step.purpose == ChallengePurpose.CHANGE or step.user.has_mfa)
    return step.user.has_mfa == (step.purpose == ChallengePurpose.VERIFY)


def delete_challenges(user: User, *, exclude: LoginChallenge | None = None) -> None:
    """Delete all challenges of a user, optionally except one."""
    challenges = LoginChallenge.objects.filter(user=user)
    (challenges.exclude(pk=exclude.pk) if exclude else challenges).delete()


def _hash_account(user: User) -> str:
    """Return a digest of the account; a new password changes it."""
    return hashlib.sha256(f"{user.pk}\0{user.password}".encode()).hexdigest()


log = logging.getLogger("portal.sessions")
# columns of a user that a login reads
LOGIN_COLUMNS = ("pk", "username", "password", "role", "first_name", "last_name", "has_mfa")
LoginRow = dict[str, Any]


def log_in(username: str, password: str, *, ip_address: str, device: str = "") -> dict[str, Any] | LoginChallenge:
    """Check a password and create a session, or a challenge for a further factor.

    Raises 401, 403 if the user is locked, or 429. An unknown username takes as long as a wrong password. The attempt is
    counted before the password is checked, so that concurrent attempts are limited too.
    """
    ip_key = get_client_network(ip_address)
    throttle_logins(ip_key)
    user = _find_user(username)
    attempts_key = build_counter_key("failures", username.lower(), ip_key)
    try:
        count_attempt(attempts_key, settings.LOGIN_FAILURES, settings.LOGIN_LOCKOUT_MINUTES * 60)
    except ApiError:
        log.warning("login throttled user=%r address=%s", username, ip_address)
        raise
    matches = check_password(password, user["password"] if user else _get_dummy_hash())
    if user is None or not matches:
        log.warning("login failed user=%r address=%s", username, ip_address)
        record_event(AuditEvent.LOGIN_FAILED, username=username)
        raise ApiError(401, "BAD_CREDENTIALS")
    reset_attempts(attempts_key)
    try:
        outcome = _create_session_or_challenge(user, ip_address, device)
    except ApiError:
        record_event(AuditEvent.LOGIN_LOCKED, username=username)
        raise
    is_challenge = isinstance(outcome, LoginChallenge)
    log.info("login user=%s address=%s%s", user["username"], ip_address, " second step" if is_challenge else "")
    return outcome


def throttle_logins(ip_key: str) -> None:
    """Apply the login rate limit of an IP address (`get_client_network`). Raises 429.

    The limit is PORTAL_LOGINS_PER_MINUTE.
    """
    throttle(f"logins:{ip_key}:{timezone.now():%Y%m%d%H%M}", settings.LOGINS_PER_MINUTE, 60)


def _find_user(username: str) -> LoginRow | None:
    """Find a user by name, ignoring case.

    The same rows are read whether the user exists or not.
    """
    required = Exists(MfaRequiredRole.objects.filter(role=OuterRef("role")))
    rows = User.objects.filter(equals_ignoring_case(username=username)).order_by("pk")
    return next(iter(rows.annotate(required=required).values("required", *LOGIN_COLUMNS)), None)


@transaction.atomic
def _create_session_or_challenge(user: LoginRow, address: str, device: str) -> dict[str, Any] | LoginChallenge:
    """Create a session of the user, or a challenge. Raises 401 or 403.

    While the password was being checked, the user may have been locked, or the password or the factors changed; such a
    change ends the existing sessions. So the row is updated only if it is unchanged, which locks it until the session
    is committed as well.
    """
    seen = {column: user[column] for column in LOGIN_COLUMNS}
    if not User.objects.filter(**seen, locked=False).update(language=get_current_language(), last_login=timezone.now()):
        return _create_session_or_challenge({**user, **_reload_user(seen, address)}, address, device)
    if user["has_mfa"]:
        return create_challenge(ChallengePurpose.VERIFY, user["pk"], device=device)
    if user["required"]:
        return create_challenge(ChallengePurpose.ENROL, user["pk"], device=device)
    return create_session(seen, address, device)


def _reload_user(seen: LoginRow, address: str) -> LoginRow:
    """Reload a user who was changed during the login. Raises 401 or 403."""
    rows = User.objects.filter(pk=seen["pk"], password=seen["password"])
    row: LoginRow | None = rows.values("locked", *LOGIN_COLUMNS).first()
    if row is None:
        log.warning("login with a password that was just replaced user=%s address=%s", seen["username"], address)
        raise ApiError(401, "BAD_CREDENTIALS")
    if row.pop("locked"):
        log.warning("login of locked user=%s address=%s", row["username"], address)
        raise ApiError(403, "ACCOUNT_LOCKED")
    return row


@cache
def _get_dummy_hash() -> str:
    """Return a hash that no password matches, to check passwords of unknown users."""
    return make_password(secrets.token_urlsafe(32))
