"""Short-lived cache of active sessions, for frequent requests."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from time import monotonic
from typing import Any

from django.conf import settings
from django.db.models import Q
from django.utils import timezone
from redis.exceptions import RedisError

from portal_backend.accounts.grants import ACTOR_COLUMNS, build_actor_from_rows
from portal_backend.accounts.models import Token
from portal_backend.core.actor import Actor
from portal_backend.core.cache_versions import CachedValue, get_cache_version

RENEW_AFTER = timedelta(minutes=5)
# columns of a session and its user that are read
SESSION_COLUMNS = ("created_at", "expires_at", *(f"user__{column}" for column in ACTOR_COLUMNS))
MAX_CACHED_SESSIONS = 1_000
REDIS_RETRY_AFTER = 1.0  # seconds without another attempt after Redis failed


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


def needs_renewal(ends: datetime, now: datetime) -> bool:
    """Return whether a session's expiry must be extended now.

    It is extended at most every five minutes, so that reading requests rarely write.
    """
    return now + get_idle_timeout() - ends > RENEW_AFTER


@dataclass(frozen=True)
class CachedSession:
    """Session of a user who is not locked."""

    actor: Actor
    created_at: datetime
    expires_at: datetime

    @classmethod
    def from_rows(cls, rows: Sequence[Mapping[str, Any]]) -> "CachedSession":
        """Build a session from its rows, one for each grant of the user."""
        return cls(build_actor_from_rows(rows, "user__"), rows[0]["created_at"], rows[0]["expires_at"])

    def is_expired(self) -> bool:
        """Return whether the session was idle for too long or is too old."""
        return timezone.now() >= min(self.expires_at, self.created_at + get_absolute_timeout())

    def is_fresh(self) -> bool:
        """Return whether the session is neither expired nor due for extension.

        TokenAuth handles both cases.
        """
        return not self.is_expired() and not needs_renewal(self.expires_at, timezone.now())


SessionsByDigest = dict[str, CachedSession]


def load_sessions(digests: Collection[str]) -> SessionsByDigest:
    """Load the sessions of these token digests, in one query.

    Sessions of locked users are omitted. Expired ones are included: see `CachedSession.is_expired`.
    """
    columns = ("digest", *SESSION_COLUMNS)
    rows = Token.objects.filter(digest__in=digests, user__locked=False).order_by("pk").values(*columns)
    sessions = ((digest, list(each)) for digest, each in groupby(rows, itemgetter("digest")))
    return {digest: CachedSession.from_rows(each) for digest, each in sessions}


class SessionCache:
    """Process-wide cache of sessions for reading requests.

    A page sends several requests at once. Only requests that read are authenticated from the cache: if an invalidation
    message is lost, a user who was locked can still read for up to a second, but not write.
    """

    def __init__(self) -> None:
        #: Sessions of all polling clients, loaded together.
        self.polled_sessions: CachedValue[SessionsByDigest] | None = None
        #: Sessions of single requests, by token digest.
        self._single_sessions: dict[str, CachedValue[SessionsByDigest]] = {}
        self._retry_at = 0.0

    def get_actor(self, digest: str) -> Actor | None:
        """Return the actor of a session, or None if TokenAuth must check it.

        None also means that Redis is unreachable, or that the session is unknown, expired or due for extension.
        """
        started_at = monotonic()
        if started_at < self._retry_at:
            return None
        try:
            version = get_cache_version("sessions")
        except (OSError, RedisError):
            self._retry_at = started_at + REDIS_RETRY_AFTER
            return None
        for reading in (self._single_sessions.get(digest), self.polled_sessions):
            if reading and digest in reading.value and reading.is_valid(version, started_at):
                return _get_actor_if_fresh(reading.value[digest])
        if not (sessions := load_sessions([digest])):
            return None
        if len(self._single_sessions) >= MAX_CACHED_SESSIONS:
            self._single_sessions.clear()
        self._single_sessions[digest] = CachedValue(sessions, version, started_at)
        return _get_actor_if_fresh(sessions[digest])


def _get_actor_if_fresh(known: CachedSession) -> Actor | None:
    """Return the session's actor unless it is expired or due for extension."""
    return known.actor if known.is_fresh() else None


cached_sessions = SessionCache()
