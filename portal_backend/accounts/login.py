"""Log in with username and password (contract section 3)."""

import logging
import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import transaction
from django.db.models import Exists, OuterRef
from django.utils import timezone

from portal_backend.accounts.attempts import count_guess, forget, named, site_of, throttle
from portal_backend.accounts.models import LoginStep, Purpose, RequiredFactor, User
from portal_backend.accounts.sessions import new_session
from portal_backend.accounts.steps import begin_step
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.errors import Refusal
from portal_backend.base.folding import same
from portal_backend.base.words import current_language

log = logging.getLogger("portal.sessions")
# columns of a user that a login reads
SEEN = ("pk", "username", "password", "role", "first_name", "last_name", "second_factor")
Seen = dict[str, Any]


def log_in(username: str, password: str, *, address: str, device: str = "") -> dict[str, Any] | LoginStep:
    """Check a password and create a session, or a challenge for a further factor.

    Raises 401, 403 if the user is locked, or 429. An unknown username takes as long as a wrong password. The attempt is
    counted before the password is checked, so that concurrent attempts are limited too.
    """
    ip_key = site_of(address)
    throttle_logins(ip_key)
    user = _called(username)
    attempts_key = named("failures", username.lower(), ip_key)
    try:
        count_guess(attempts_key, settings.LOGIN_FAILURES, settings.LOGIN_LOCKOUT_MINUTES * 60)
    except Refusal:
        log.warning("login throttled user=%r address=%s", username, address)
        raise
    matches = check_password(password, user["password"] if user else _decoy())
    if user is None or not matches:
        log.warning("login failed user=%r address=%s", username, address)
        record(Event.LOGIN_FAILED, username=username)
        raise Refusal(401, "BAD_CREDENTIALS")
    forget(attempts_key)
    try:
        outcome = _enter(user, address, device)
    except Refusal:
        record(Event.LOGIN_LOCKED, username=username)
        raise
    is_challenge = isinstance(outcome, LoginStep)
    log.info("login user=%s address=%s%s", user["username"], address, " second step" if is_challenge else "")
    return outcome


def throttle_logins(ip_key: str) -> None:
    """Count a login request of an IP address (`build_ip_key`). Raises 429."""
    throttle(f"logins:{ip_key}:{timezone.now():%Y%m%d%H%M}", settings.LOGINS_PER_MINUTE, 60)


def _called(username: str) -> Seen | None:
    """Find a user by name, ignoring case.

    The same rows are read whether the user exists or not.
    """
    required = Exists(RequiredFactor.objects.filter(role=OuterRef("role")))
    rows = User.objects.filter(same(username=username)).order_by("pk")
    return next(iter(rows.annotate(required=required).values("required", *SEEN)), None)


@transaction.atomic
def _enter(user: Seen, address: str, device: str) -> dict[str, Any] | LoginStep:
    """Create a session of the user, or a challenge. Raises 401 or 403.

    While the password was being checked, the user may have been locked, or the password or the factors changed; such a
    change ends the existing sessions. So the row is updated only if it is unchanged, which locks it until the session
    is committed as well.
    """
    seen = {column: user[column] for column in SEEN}
    if not User.objects.filter(**seen, locked=False).update(language=current_language(), last_login=timezone.now()):
        return _enter({**user, **_seen_again(seen, address)}, address, device)
    if user["second_factor"]:
        return begin_step(Purpose.VERIFY, user["pk"], device=device)
    if user["required"]:
        return begin_step(Purpose.ENROL, user["pk"], device=device)
    return new_session(seen, address, device)


def _seen_again(seen: Seen, address: str) -> Seen:
    """Reload a user who was changed during the login. Raises 401 or 403."""
    rows = User.objects.filter(pk=seen["pk"], password=seen["password"])
    row: Seen | None = rows.values("locked", *SEEN).first()
    if row is None:
        log.warning("login with a password that was just replaced user=%s address=%s", seen["username"], address)
        raise Refusal(401, "BAD_CREDENTIALS")
    if row.pop("locked"):
        log.warning("login of locked user=%s address=%s", row["username"], address)
        raise Refusal(403, "ACCOUNT_LOCKED")
    return row


_decoy_hash: list[str] = []


def _decoy() -> str:
    """Return a hash that no password matches, to check passwords of unknown users."""
    if not _decoy_hash:
        _decoy_hash.append(make_password(secrets.token_urlsafe(32)))
    return _decoy_hash[0]
