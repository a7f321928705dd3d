"""Signing in and out, and the gate that every call passes (contract section 3)."""

import hashlib
import logging
import secrets
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import check_password, make_password
from django.db import InterfaceError, OperationalError, connection, transaction
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from ninja.security.apikey import APIKeyHeader

from portal_backend.accounts.attempts import count_guess, forget, named, site_of, throttle
from portal_backend.accounts.grants import CALLER, actor_of_rows
from portal_backend.accounts.models import Token, User
from portal_backend.accounts.presence import is_due, lifetime, remembered
from portal_backend.audit.models import Event
from portal_backend.audit.record import record
from portal_backend.base.actor import Actor, Roles
from portal_backend.base.errors import Refusal, forbidden
from portal_backend.base.folding import same
from portal_backend.base.generations import begin_generation
from portal_backend.base.newyork import iso
from portal_backend.base.words import current_language

log = logging.getLogger("portal.sessions")
CALLER_ARGUMENTS = ("username", "adminUsername", "currentUsername")
# what a login needs to know of a user
SEEN = ("pk", "username", "password", "role", "first_name", "last_name")
Seen = dict[str, Any]


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def log_in(username: str, password: str, *, address: str, device: str = "") -> dict[str, Any]:
    """Check a pair and open a session. Raises 401, 403 (locked) or 429; an unknown user costs the same time.

    A guess is counted before it is checked: of many at once, no more are checked than may be tried.
    """
    site = site_of(address)
    throttle(f"logins:{site}:{timezone.now():%Y%m%d%H%M}", settings.LOGINS_PER_MINUTE, 60)
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
        session = _open_session(user, address, device)
    except Refusal:
        record(Event.LOGIN_LOCKED, username=username)
        raise
    log.info("login user=%s address=%s", session["identification"], address)
    return session


def _called(username: str) -> Seen | None:
    """The user of a name, whatever its case; found or not, the same rows are looked at."""
    return next(iter(User.objects.filter(same(username=username)).order_by("pk").values(*SEEN)), None)


@transaction.atomic
def _open_session(seen: Seen, address: str, device: str) -> dict[str, Any]:
    """A new session of the user as it is now. Raises 401 or 403.

    Checking a password takes its time, in which it may be replaced or its user locked: whoever does that ends the
    sessions there are. So the row is written first, if it still is as it was seen, and stays so until the session is
    there as well.
    """
    now, token, language = timezone.now(), secrets.token_urlsafe(32), current_language()
    expires_at = now + lifetime()
    if not User.objects.filter(**seen, locked=False).update(language=language, last_login=now):
        return _open_session(_seen_again(seen, address), address, device)
    Token.objects.create(
        digest=digest(token), user_id=seen["pk"], expires_at=expires_at, device=device, address=address[:64]
    )
    return {
        "identification": seen["username"],
        "token": token,
        "permissions": [seen["role"]],
        "firstName": seen["first_name"],
        "lastName": seen["last_name"],
        "language": language,
        "expiresAt": iso(expires_at),
    }


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


def log_out(token: str) -> None:
    """End the session of `token`."""
    end(Token.objects.filter(digest=digest(token)))


def revoke(user: User) -> None:
    """End every session of a user: at lock, password and role change."""
    end(Token.objects.filter(user=user))


def end(sessions: QuerySet[Token]) -> None:
    """End sessions, for every process at once. Nothing else ends one before its time."""
    sessions.delete()
    begin_generation("sessions")


_decoy_hash: list[str] = []


def _decoy() -> str:
    """A hash that no password matches, so that an unknown user costs the same time."""
    if not _decoy_hash:
        _decoy_hash.append(make_password(secrets.token_urlsafe(32)))
    return _decoy_hash[0]


def token_of(request: HttpRequest) -> str:
    """The bare token of the Authorization header."""
    return bare(request.headers.get("Authorization", ""))


def bare(header: str) -> str:
    """The token of an Authorization header, with or without "Bearer"."""
    return header.strip().removeprefix("Bearer ").strip()


def person_of(header: str) -> str | None:
    """Who an Authorization header stands for, or None; asked outside of a request, before its body is read."""
    try:
        live = Token.objects.filter(digest=digest(bare(header)), expires_at__gt=timezone.now(), user__locked=False)
        found = live.values_list("user_id", flat=True).first()
    except (OperationalError, InterfaceError) as error:
        log.error("unavailable: %s", error)  # noqa: TRY400 - the call itself will say so
        return "unknown"
    return None if found is None else str(found)


def actor_of_token(token: str) -> Actor:
    """The actor of a live session, in one statement. Raises 401 TOKEN_INVALID or TOKEN_EXPIRED."""
    columns = ("pk", "expires_at", "user__locked", *(f"user__{column}" for column in CALLER))
    rows = list(Token.objects.filter(digest=digest(token)).values(*columns)) if token else []
    if not rows or rows[0]["user__locked"]:
        raise Refusal(401, "TOKEN_INVALID")
    now, expires_at = timezone.now(), rows[0]["expires_at"]
    if expires_at <= now:
        raise Refusal(401, "TOKEN_EXPIRED")
    _slide(rows[0]["pk"], expires_at, now)
    return actor_of_rows(rows, "user__")


def _slide(pk: int, ends: datetime, now: datetime) -> None:
    if is_due(ends, now):
        Token.objects.filter(pk=pk).update(expires_at=now + lifetime())


def _caller(request: HttpRequest) -> Actor:
    """Who makes a call; who reads may be remembered. What an open transaction changes, no generation tells yet."""
    token = token_of(request)
    reads = token and request.method == "GET" and not connection.in_atomic_block
    return (reads and remembered.actor(digest(token))) or actor_of_token(token)


class Gate(APIKeyHeader):
    """The authentication of one call: a live token (401) of a role that may make it (403), before input is read.

    An argument that names the caller must name the token's user (contract section 1); `names_target` is for the
    calls whose `username` is the person they are about.
    """

    param_name = "Authorization"
    openapi_name = "Token"

    def __init__(self, roles: Roles, *, names_target: bool = False) -> None:
        self.roles = roles
        self.names_target = names_target
        super().__init__()

    def __call__(self, request: HttpRequest) -> Actor:
        actor = _caller(request)
        if actor.role not in self.roles:
            log.warning("denied user=%s role=%s %s %s", actor.username, actor.role, request.method, request.path)
            raise forbidden()
        if not self.names_target:
            for name in CALLER_ARGUMENTS:
                if request.GET.get(name, actor.username) not in ("", actor.username):
                    raise forbidden()
        return actor

    def authenticate(self, request: HttpRequest, key: str | None) -> Actor:
        """Part of ninja's interface; the header is read by __call__."""
        raise NotImplementedError


def actor_of(request: HttpRequest) -> Actor:
    """The actor that the gate let in."""
    actor: Actor = request.auth  # type: ignore[attr-defined]
    return actor
