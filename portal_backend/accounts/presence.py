"""Who is signed in, remembered for a moment: for what is asked too often to be looked up each time."""

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
# what is read of a session and its user
SESSION = ("created_at", "expires_at", *(f"user__{column}" for column in CALLER))
MOST_REMEMBERED = 1_000
REST = 1.0  # seconds in which Redis is not asked again after it did not answer


def lifetime() -> timedelta:
    """How long an idle session lasts."""
    return timedelta(hours=settings.TOKEN_HOURS)


def longest() -> timedelta:
    """How long a session lasts that is used all the time."""
    return timedelta(days=settings.SESSION_DAYS)


def live() -> Q:
    """The condition of sessions that have not ended."""
    now = timezone.now()
    return Q(expires_at__gt=now, created_at__gt=now - longest())


def is_due(ends: datetime, now: datetime) -> bool:
    """Whether the expiry is pushed back now: at most once in five minutes, so that reading does not mean writing."""
    return now + lifetime() - ends > RENEW_AFTER


@dataclass(frozen=True)
class Presence:
    """A session that the gate would let in."""

    actor: Actor
    created_at: datetime
    expires_at: datetime

    @classmethod
    def of(cls, rows: Sequence[Mapping[str, Any]]) -> "Presence":
        """What was read of one session: a row for each of its user's grants."""
        return cls(actor_of_rows(rows, "user__"), rows[0]["created_at"], rows[0]["expires_at"])

    def has_ended(self) -> bool:
        """Whether it was not used for too long, or is too old."""
        return timezone.now() >= min(self.expires_at, self.created_at + longest())

    def needs_nothing(self) -> bool:
        """Whether it is neither expired nor due to be prolonged, which is the gate's to do."""
        return not self.has_ended() and not is_due(self.expires_at, timezone.now())


Sessions = dict[str, Presence]


def present(digests: Collection[str]) -> Sessions:
    """The sessions of these tokens' digests; those that ended or whose user is locked are missing. One statement."""
    columns = ("digest", *SESSION)
    rows = Token.objects.filter(digest__in=digests, user__locked=False).order_by("pk").values(*columns)
    sessions = ((digest, list(each)) for digest, each in groupby(rows, itemgetter("digest")))
    return {digest: Presence.of(each) for digest, each in sessions}


class Remembered:
    """Who was signed in when it was read last: those who poll, together each second, and each who asked, alone.

    A page asks several times at once. Only who reads is let in from memory: if the message of a new generation is
    lost, one who was locked may still read for a second, but not write.
    """

    def __init__(self) -> None:
        self.polling: Reading[Sessions] | None = None
        self._asking: dict[str, Reading[Sessions]] = {}
        self._resting_until = 0.0

    def actor(self, digest: str) -> Actor | None:
        """The actor of a live session that needs nothing done; else None, and the gate looks for itself."""
        arrived = monotonic()
        if arrived < self._resting_until:
            return None
        try:
            generation = generation_of("sessions")
        except (OSError, RedisError):
            self._resting_until = arrived + REST
            return None
        for reading in (self._asking.get(digest), self.polling):
            if reading and digest in reading.value and reading.holds(generation, arrived):
                return _let_in(reading.value[digest])
        if not (read := present([digest])):
            return None
        if len(self._asking) >= MOST_REMEMBERED:
            self._asking.clear()
        self._asking[digest] = Reading(read, generation, arrived)
        return _let_in(read[digest])


def _let_in(known: Presence) -> Actor | None:
    return known.actor if known.needs_nothing() else None


remembered = Remembered()
