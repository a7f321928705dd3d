"""Sessions, and the gate that every call passes (contract section 3)."""

import hashlib
import logging
import secrets
from datetime import datetime
from typing import Any

from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from ninja.security.apikey import APIKeyHeader

from portal_backend.accounts.models import Token, User
from portal_backend.accounts.presence import SESSION, Presence, is_due, lifetime, live, remembered
from portal_backend.base.actor import Actor, Roles
from portal_backend.base.calls import UNKNOWN_PERSON
from portal_backend.base.databases import is_unavailable
from portal_backend.base.errors import Refusal, forbidden
from portal_backend.base.generations import begin_generation
from portal_backend.base.logs import RECURRING
from portal_backend.base.newyork import iso
from portal_backend.base.words import current_language

log = logging.getLogger("portal.sessions")
CALLER_ARGUMENTS = ("username", "adminUsername", "currentUsername")


def digest(token: str) -> str:
    """What is stored of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_session(user: dict[str, Any], address: str, device: str) -> dict[str, Any]:
    """A new session, in the transaction that made sure of its user; answered once, with its token."""
    token, expires_at = secrets.token_urlsafe(32), timezone.now() + lifetime()
    Token.objects.create(
        digest=digest(token), user_id=user["pk"], expires_at=expires_at, device=device, address=address[:64]
    )
    return {
        "identification": user["username"],
        "token": token,
        "permissions": [user["role"]],
        "firstName": user["first_name"],
        "lastName": user["last_name"],
        "language": current_language(),
        "expiresAt": iso(expires_at),
    }


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


def token_of(request: HttpRequest) -> str:
    """The bare token of the Authorization header."""
    return bare(request.headers.get("Authorization", ""))


def bare(header: str) -> str:
    """The token of an Authorization header, with or without "Bearer"."""
    return header.strip().removeprefix("Bearer ").strip()


def person_of(header: str) -> str | None:
    """Who an Authorization header stands for, or None; asked outside of a request, before its body is read."""
    try:
        sessions = Token.objects.filter(live(), digest=digest(bare(header)), user__locked=False)
        found = sessions.values_list("user_id", flat=True).first()
    except (OperationalError, InterfaceError) as error:
        log.error("unavailable: %s", error, extra=RECURRING)  # noqa: TRY400 - the call itself will say so
        return UNKNOWN_PERSON
    return None if found is None else str(found)


def actor_of_token(token: str) -> Actor:
    """The actor of a live session, in one statement. Raises 401 TOKEN_INVALID or TOKEN_EXPIRED."""
    columns = ("pk", "user__locked", *SESSION)
    rows = list(Token.objects.filter(digest=digest(token)).values(*columns)) if token else []
    if not rows or rows[0]["user__locked"]:
        raise Refusal(401, "TOKEN_INVALID")
    session = Presence.of(rows)
    if session.has_ended():
        raise Refusal(401, "TOKEN_EXPIRED")
    _slide(rows[0]["pk"], session.expires_at)
    return session.actor


def _slide(pk: int, ends: datetime) -> None:
    now = timezone.now()
    if not is_due(ends, now):
        return
    try:
        Token.objects.filter(pk=pk).update(expires_at=now + lifetime())
    except DatabaseError as error:  # who reads from a database that takes no writes is let in all the same
        if not is_unavailable(error):
            raise
        log.warning("a session was not prolonged: %s", error, extra=RECURRING)


def _caller(request: HttpRequest) -> Actor:
    """Who makes a call; who reads may be remembered. What an open transaction changes, no generation tells yet."""
    token = token_of(request)
    reads = token and request.method == "GET" and not connection.in_atomic_block
    return (reads and remembered.actor(digest(token))) or actor_of_token(token)


class Gate(APIKeyHeader):
    """The authentication of one call: a live token (401) of a role that may make it (403), before input is read.

    An argument that names the caller must name the token's user (contract sections 1 and 9); `names_target` is for
    the calls whose `username` is the user that they are about.
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
        for name in CALLER_ARGUMENTS[1:] if self.names_target else CALLER_ARGUMENTS:
            if any(value not in ("", actor.username) for value in request.GET.getlist(name)):
                raise forbidden()
        return actor

    def authenticate(self, request: HttpRequest, key: str | None) -> Actor:
        """Part of ninja's interface; the header is read by __call__."""
        raise NotImplementedError


def actor_of(request: HttpRequest) -> Actor:
    """The actor that the gate let in."""
    actor: Actor = request.auth  # type: ignore[attr-defined]
    return actor
