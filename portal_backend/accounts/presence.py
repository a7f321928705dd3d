"""Who is signed in, told of many at once: for what is asked too often to go through the gate each time."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.utils import timezone

from portal_backend.accounts.grants import CALLER, actor_of_rows
from portal_backend.accounts.models import Token
from portal_backend.accounts.sessions import is_due
from portal_backend.base.actor import Actor


@dataclass(frozen=True)
class Presence:
    """A session that the gate would let in."""

    actor: Actor
    expires_at: datetime

    def needs_nothing(self) -> bool:
        """Whether it is neither expired nor due to be prolonged, which is the gate's to do."""
        now = timezone.now()
        return now < self.expires_at and not is_due(self.expires_at, now)


def present(digests: Collection[str]) -> dict[str, Presence]:
    """The sessions of these tokens' digests; those that ended or whose user is locked are missing. One statement."""
    columns = ("digest", "expires_at", *(f"user__{column}" for column in CALLER))
    rows = Token.objects.filter(digest__in=digests, user__locked=False).order_by("pk").values(*columns)
    sessions = ((digest, list(each)) for digest, each in groupby(rows, itemgetter("digest")))
    return {digest: Presence(actor_of_rows(each, "user__"), each[0]["expires_at"]) for digest, each in sessions}
