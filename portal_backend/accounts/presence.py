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

from portal_backend.accounts.grants import CALLER, actor_of_rows
from portal_backend.accounts.models import Token
from portal_backend.base.actor import Actor
from portal_backend.base.generations import Reading, generation_of

RENEW_AFTER = timedelta(minutes=5)
# columns of a session and its user that are read
SESSION = ("created_at", "expires_at", *(f"user__{column}" for column in CALLER))
MOST_REMEMBERED = 1_000
REST = 1.0  # seconds without another attempt after Redis failed


def lifetime() -> timedelta:
    """Return the time after which an idle session expires."""
    return timedelta(hours=settings.TOKEN_HOURS)


def longest() -> timedelta:
    """Return the maximum age of a session, however much it is used."""
    return timedelta(days=settings.SESSION_DAYS)


def live() -> Q:
    """Return the condition for sessions that have not expired."""
    now = timezone.now()
    return Q(expires_at__gt=now, created_at__gt=now - longest())


def is_due(ends: datetime, now: datetime) -> bool:
    """Return whether a session's expiry must be extended now.

    It is extended at most every five minutes, so that reading requests rarely write.
    """
    return now + lifetime() - ends > RENEW_AFTER


@dataclass(frozen=True)
class Presence:
    """Session of a user who is not locked."""

    actor: Actor
    created_at: datetime
    expires_at: datetime

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]]) -> "Presence":
        """Build a session from its rows, one for each grant of the user."""
        return cls(actor_of_rows(rows, "user__"), rows[0]["created_at"], rows[0]["expires_at"])

    def has_ended(self) -> bool:
        """Return whether the session was idle for too long or is too old."""
        return timezone.now() >= min(self.expires_at, self.created_at + longest())

    def needs_nothing(self) -> bool:
        """Return whether the session is neither expired nor due for extension.

        TokenAuth handles both cases.
        """
        return not self.has_ended() and not is_due(self.expires_at, timezone.now())


Sessions = dict[str, Presence]


def present(digests: Collection[str]) -> Sessions:
    """Load the sessions of these token digests, in one query.

    Sessions of locked users are omitted. Expired ones are included: see `CachedSession.is_expired`.
    """
    columns = ("digest", *SESSION)
    rows = Token.objects.filter(digest__in=digests, user__locked=False).order_by("pk").values(*columns)
    sessions = ((digest, list(each)) for digest, each in groupby(rows, itemgetter("digest")))
    return {digest: Presence.of(each) for digest, each in sessions}


class Remembered:
    """Process-wide cache of sessions for reading requests.

    A page sends several requests at once. Only requests that read are authenticated from the cache: if an invalidation
    message is lost, a user who was locked can still read for up to a second, but not write.
    """

    def __init__(self) -> None:
        #: Sessions of all polling clients, loaded together.
        self.polling: Reading[Sessions] | None = None
        #: Sessions of single requests, by token digest.
        self._asking: dict[str, Reading[Sessions]] = {}
        self._resting_until = 0.0

    def actor(self, digest: str) -> Actor | None:
        """Return the actor of a session, or None if TokenAuth must check it.

        None also means that Redis is unreachable, or that the session is unknown, expired or due for extension.
        """
        started_at = monotonic()
        if started_at < self._resting_until:
            return None
        try:
            generation = generation_of("sessions")
        except (OSError, RedisError):
            self._resting_until = started_at + REST
            return None
        for reading in (self._asking.get(digest), self.polling):
            if reading and digest in reading.value and reading.holds(generation, started_at):
                return _let_in(reading.value[digest])
        if not (sessions := present([digest])):
            return None
        if len(self._asking) >= MOST_REMEMBERED:
            self._asking.clear()
        self._asking[digest] = Reading(sessions, generation, started_at)
        return _let_in(sessions[digest])


def _let_in(known: Presence) -> Actor | None:
    """Return the session's actor unless it is expired or due for extension."""
    return known.actor if known.needs_nothing() else None


remembered = Remembered()
