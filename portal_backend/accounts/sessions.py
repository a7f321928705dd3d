"""Sessions and the authentication of API calls (contract section 3)."""

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
    """Return the digest under which a token is stored."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_session(user: dict[str, Any], address: str, device: str) -> dict[str, Any]:
    """Create a session and return it with its token, which is not stored.

    Call it in the transaction that checked the user.
    """
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
    """End all sessions of a user, after a lock or a new password."""
    end(Token.objects.filter(user=user))


def end(sessions: QuerySet[Token]) -> None:
    """End sessions and invalidate the session caches of all processes.

    Sessions must not be deleted in any other way before they expire.
    """
    sessions.delete()
    begin_generation("sessions")


def token_of(request: HttpRequest) -> str:
    """Return the token of the request's Authorization header."""
    return bare(request.headers.get("Authorization", ""))


def bare(header: str) -> str:
    """Return the token of an Authorization header, with or without "Bearer"."""
    return header.strip().removeprefix("Bearer ").strip()


def person_of(header: str) -> str | None:
    """Return the id of the user an Authorization header belongs to, or None.

    It is called outside of a request, before the body is read. If the database is unavailable, it returns UNKNOWN_USER.
    """
    try:
        sessions = Token.objects.filter(live(), digest=digest(bare(header)), user__locked=False)
        user_id = sessions.values_list("user_id", flat=True).first()
    except (OperationalError, InterfaceError) as error:
        log.error("unavailable: %s", error, extra=RECURRING)  # noqa: TRY400 - the request itself reports it
        return UNKNOWN_PERSON
    return None if user_id is None else str(user_id)


def actor_of_token(token: str) -> Actor:
    """Return the actor of an active session and extend it, in one query if possible.

    Raises 401 TOKEN_INVALID or TOKEN_EXPIRED.
    """
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
    """Extend a session if it is due; a read-only database does not fail the request."""
    now = timezone.now()
    if not is_due(ends, now):
        return
    try:
        Token.objects.filter(pk=pk).update(expires_at=now + lifetime())
    except DatabaseError as error:  # a read-only database must not end sessions
        if not is_unavailable(error):
            raise
        log.warning("a session was not prolonged: %s", error, extra=RECURRING)


def _caller(request: HttpRequest) -> Actor:
    """Return the actor of a request, from the session cache if it only reads.

    In an open transaction the cache is not used, because the changes made there have not invalidated it yet.
    """
    token = token_of(request)
    is_cacheable = token and request.method == "GET" and not connection.in_atomic_block
    return (is_cacheable and remembered.actor(digest(token))) or actor_of_token(token)


class Gate(APIKeyHeader):
    """Authentication of an API call by session token (401) and role (403).

    It runs before any input is read. A query parameter that names the caller must match the token's user (contract
    sections 1 and 9).
    """

    param_name = "Authorization"
    openapi_name = "Token"

    def __init__(self, roles: Roles, *, names_target: bool = False) -> None:
        #: Roles that may make the call.
        self.roles = roles
        #: True if the query parameter `username` names the user concerned, not the caller.
        self.names_target = names_target
        super().__init__()

    def __call__(self, request: HttpRequest) -> Actor:
        """Authenticate the request and return its actor. Raises 401 or 403."""
        actor = _caller(request)
        if actor.role not in self.roles:
            log.warning("denied user=%s role=%s %s %s", actor.username, actor.role, request.method, request.path)
            raise forbidden()
        for param in CALLER_ARGUMENTS[1:] if self.names_target else CALLER_ARGUMENTS:
            if any(value not in ("", actor.username) for value in request.GET.getlist(param)):
                raise forbidden()
        return actor

    def authenticate(self, request: HttpRequest, key: str | None) -> Actor:
        """Implement ninja's interface; `__call__` reads the header instead."""
        raise NotImplementedError


def actor_of(request: HttpRequest) -> Actor:
    """Return the actor that TokenAuth attached to the request."""
    actor: Actor = request.auth  # type: ignore[attr-defined]
    return actor
