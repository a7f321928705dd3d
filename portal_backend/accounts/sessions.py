"""Sessions and the authentication of API calls (contract section 3)."""

import hashlib
import logging
import secrets
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import DatabaseError, InterfaceError, OperationalError, connection
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from ninja.security.apikey import APIKeyHeader

from portal_backend.accounts.grants import build_actor_from_rows
from portal_backend.accounts.models import Token, User
from portal_backend.accounts.passwords import check_current_password
from portal_backend.core.actor import Actor, Roles
from portal_backend.core.clock import format_iso
from portal_backend.core.databases import is_unavailable
from portal_backend.core.errors import ApiError, forbidden, not_found
from portal_backend.core.logs import RECURRING
from portal_backend.core.request_context import UNKNOWN_USER
from portal_backend.core.translations import get_current_language

# The first match counts: most browsers also name the browsers that they are derived from.
BROWSER_NAMES = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEM_NAMES = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Mac OS X", "macOS"),
    ("Linux", "Linux"),
)


def describe_device(user_agent: str) -> str:
    """Return the browser and operating system named in a User-Agent header.

    A part that is not recognized is left out.
    """
    parts = (_find_name(names, user_agent) for names in (BROWSER_NAMES, SYSTEM_NAMES))
    return ", ".join(filter(None, parts))


def _find_name(names: tuple[tuple[str, str], ...], user_agent: str) -> str:
    return next((name for mark, name in names if mark in user_agent), "")


log = logging.getLogger("portal.sessions")
CALLER_PARAMS = ("username", "adminUsername", "currentUsername")
RENEW_AFTER = timedelta(minutes=5)
# A session with its user, one row for each grant. Every call runs it: Django's SQL compiler would take twice as long as
# the query itself, and would build a model instance for each client of a manager.
SESSION_SQL = """
    SELECT token.id, token.expires_at <= %s OR token.created_at <= %s, token.expires_at < %s,
           owner.id, owner.username, owner.first_name, owner.last_name, owner.role,
           client_grant.content_object_id, service_grant.content_object_id
      FROM accounts_token token
      JOIN accounts_user owner ON owner.id = token.user_id
 LEFT JOIN accounts_clientgrant client_grant ON client_grant.user_id = owner.id
 LEFT JOIN accounts_servicegrant service_grant ON service_grant.user_id = owner.id
     WHERE token.digest = %s AND NOT owner.locked"""


def get_idle_timeout() -> timedelta:
    """Return the time after which an idle session expires."""
    return timedelta(hours=settings.SESSION_IDLE_HOURS)


def get_absolute_timeout() -> timedelta:
    """Return the maximum age of a session, however much it is used."""
    return timedelta(days=settings.SESSION_MAX_DAYS)


def active_session_q() -> Q:
    """Return the condition for sessions that have not expired."""
    now = timezone.now()
    return Q(expires_at__gt=now, created_at__gt=now - get_absolute_timeout())


def hash_token(token: str) -> str:
    """Return the digest under which a token is stored."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def create_session(user: dict[str, Any], address: str, device: str) -> dict[str, Any]:
    """Create a session and return it with its token, which is not stored.

    Call it in the transaction that checked the user.
    """
    token, expires_at = secrets.token_urlsafe(32), timezone.now() + get_idle_timeout()
    Token.objects.create(
        digest=hash_token(token), user_id=user["pk"], expires_at=expires_at, device=device, ip_address=address[:64]
    )
    return {
        "identification": user["username"],
        "token": token,
        "permissions": [user["role"]],
        "firstName": user["first_name"],
        "lastName": user["last_name"],
        "language": get_current_language(),
        "expiresAt": format_iso(expires_at),
    }


def log_out(token: str) -> None:
    """End the session of `token`."""
    Token.objects.filter(digest=hash_token(token)).delete()


def revoke_sessions(user: User) -> None:
    """End all sessions of a user, after a lock or a new password."""
    Token.objects.filter(user=user).delete()


def get_token(request: HttpRequest) -> str:
    """Return the token of the request's Authorization header."""
    return parse_token(request.headers.get("Authorization", ""))


def parse_token(header: str) -> str:
    """Return the token of an Authorization header, with or without "Bearer"."""
    return header.strip().removeprefix("Bearer ").strip()


def get_user_id_from_header(header: str) -> str | None:
    """Return the id of the user an Authorization header belongs to, or None.

    It is called outside of a request, before the body is read. If the database is unavailable, it returns UNKNOWN_USER.
    """
    try:
        sessions = Token.objects.filter(active_session_q(), digest=hash_token(parse_token(header)), user__locked=False)
        user_id = sessions.values_list("user_id", flat=True).first()
    except (OperationalError, InterfaceError) as error:
        log.error("unavailable: %s", error, extra=RECURRING)  # noqa: TRY400 - the request itself reports it
        return UNKNOWN_USER
    return None if user_id is None else str(user_id)


def authenticate_token(token: str) -> Actor:
    """Return the actor of an active session and extend it, in one query if possible.

    It is extended at most every five minutes, so that reading rarely writes. Nothing is cached, so every call sees at
    once that a session was ended, a user locked or a grant changed. Raises 401 TOKEN_INVALID or TOKEN_EXPIRED.
    """
    if not token:
        raise ApiError(401, "TOKEN_INVALID")
    now = timezone.now()
    times = (now, now - get_absolute_timeout(), now + get_idle_timeout() - RENEW_AFTER)
    with connection.cursor() as cursor:
        cursor.execute(SESSION_SQL, [*map(connection.ops.adapt_datetimefield_value, times), hash_token(token)])
        rows = cursor.fetchall()
    if not rows:
        raise ApiError(401, "TOKEN_INVALID")
    session_id, has_expired, needs_extension, *_ = rows[0]  # the others are ACTOR_COLUMNS
    if has_expired:
        raise ApiError(401, "TOKEN_EXPIRED")
    if needs_extension:
        _extend_session(session_id)
    return build_actor_from_rows([row[3:] for row in rows])


def _extend_session(session_id: int) -> None:
    """Extend a session. A read-only database does not fail the request."""
    try:
        Token.objects.filter(pk=session_id).update(expires_at=timezone.now() + get_idle_timeout())
    except DatabaseError as error:  # a read-only database must not end sessions
        if not is_unavailable(error):
            raise
        log.warning("a session was not extended: %s", error, extra=RECURRING)


class TokenAuth(APIKeyHeader):
    """Permission check of an API call: session token (401) and role (403).

    It runs before any input is read. A query parameter that names the caller must match the token's user (contract
    sections 1 and 9).
    """

    param_name = "Authorization"
    openapi_name = "Token"

    def __init__(self, roles: Roles, *, has_target_username: bool = False) -> None:
        #: Roles that may make the call.
        self.roles = roles
        #: True if the query parameter `username` names the user concerned, not the caller.
        self.has_target_username = has_target_username
        super().__init__()

    def __call__(self, request: HttpRequest) -> Actor:
        """Authenticate the request and return its actor. Raises 401 or 403."""
        actor = authenticate_token(get_token(request))
        if actor.role not in self.roles:
            log.warning("denied user=%s role=%s %s %s", actor.username, actor.role, request.method, request.path)
            raise forbidden()
        for param in CALLER_PARAMS[1:] if self.has_target_username else CALLER_PARAMS:
            if any(value not in ("", actor.username) for value in request.GET.getlist(param)):
                raise forbidden()
        return actor

    def authenticate(self, request: HttpRequest, key: str | None) -> Actor:
        """Implement ninja's interface; `__call__` reads the header instead."""
        raise NotImplementedError


def get_actor(request: HttpRequest) -> Actor:
    """Return the actor that TokenAuth attached to the request."""
    actor: Actor = request.auth  # type: ignore[attr-defined]
    return actor


def list_own_sessions(actor: Actor, token: str) -> list[dict[str, Any]]:
    """List the actor's active sessions: that of `token` first, then by last use.

    The last use is exact to five minutes, because a session is extended at most that often.
    """
    current, idle_timeout = hash_token(token), get_idle_timeout()
    rows = (
        _get_active_sessions(actor)
        .values("pk", "digest", "device", "ip_address", "expires_at")
        .order_by("-expires_at", "-pk")
    )
    listed = [
        {
            "id": row["pk"],
            "device": row["device"],
            "address": row["ip_address"],
            "lastUse": row["expires_at"] - idle_timeout,
            "current": row["digest"] == current,
        }
        for row in rows
    ]
    return sorted(listed, key=lambda row: not row["current"])


def end_own_sessions(pk: int | None, actor: Actor, token: str, password: str) -> None:
    """End one of the actor's other sessions, or all of them.

    The current password is required (OWASP ASVS 7.5.2). The session of `token` itself is ended by logging out only.
    Raises 400, 404 or 429.
    """
    check_current_password(User.objects.get(pk=actor.user_id), password)
    chosen = _get_active_sessions(actor).exclude(digest=hash_token(token))
    if pk is not None:
        chosen = chosen.filter(pk=pk)
        if not chosen.exists():
            raise not_found()
    chosen.delete()


def _get_active_sessions(actor: Actor) -> QuerySet[Token]:
    return Token.objects.filter(active_session_q(), user_id=actor.user_id)
