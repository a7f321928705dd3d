"""Logging in with a username and a password: what comes of a pair (contract section 3)."""

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
# what a login needs to know of a user
SEEN = ("pk", "username", "password", "role", "first_name", "last_name", "second_factor")
Seen = dict[str, Any]


def log_in(username: str, password: str, *, address: str, device: str = "") -> dict[str, Any] | LoginStep:
    """Check a pair and open a session, or begin the step that is still missing. Raises 401, 403 (locked) or 429.

    An unknown user costs the same time. A guess is counted before it is checked: of many at once, no more are checked
    than may be tried.
    """
    site = site_of(address)
    throttle_logins(site)
    user = _called(username)
    guesses = named("failures", username.lower(), site)
    try:
        count_guess(guesses, settings.LOGIN_FAILURES, settings.LOGIN_LOCKOUT_MINUTES * 60)
    except Refusal:
        log.warning("login throttled user=%r address=%s", username, address)
        raise
    matches = check_password(password, user["password"] if user else _decoy())
    if user is None or not matches:
        log.warning("login failed user=%r address=%s", username, address)
        record(Event.LOGIN_FAILED, username=username)
        raise Refusal(401, "BAD_CREDENTIALS")
    forget(guesses)
    try:
        entered = _enter(user, address, device)
    except Refusal:
        record(Event.LOGIN_LOCKED, username=username)
        raise
    step = isinstance(entered, LoginStep)
    log.info("login user=%s address=%s%s", user["username"], address, " second step" if step else "")
    return entered


def throttle_logins(site: str) -> None:
    """Count a call of whoever logs in. Raises 429."""
    throttle(f"logins:{site}:{timezone.now():%Y%m%d%H%M}", settings.LOGINS_PER_MINUTE, 60)


def _called(username: str) -> Seen | None:
    """The user of a name, whatever its case; found or not, the same rows are looked at."""
    required = Exists(RequiredFactor.objects.filter(role=OuterRef("role")))
    rows = User.objects.filter(same(username=username)).order_by("pk")
    return next(iter(rows.annotate(required=required).values("required", *SEEN)), None)


@transaction.atomic
def _enter(user: Seen, address: str, device: str) -> dict[str, Any] | LoginStep:
    """A new session of the user as it is now, or the step before it. Raises 401 or 403.

    Checking a password takes its time, in which it may be replaced, its user locked or a second factor set: whoever
    does that ends the sessions there are. So the row is written first, if it still is as it was seen, and stays so
    until the session is there as well.
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
    """The user, who was changed in the meantime, but may still log in."""
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
    """A hash that no password matches, so that an unknown user costs the same time."""
    if not _decoy_hash:
        _decoy_hash.append(make_password(secrets.token_urlsafe(32)))
    return _decoy_hash[0]
