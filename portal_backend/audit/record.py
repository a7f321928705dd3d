"""Keeping what somebody did."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from portal_backend.audit.models import Entry, Event
from portal_backend.base.actor import Actor
from portal_backend.base.calls import CALL

LONGEST = 255
Values = Mapping[str, Any]


def record(event: Event, about: str = "", *, actor: Actor | None = None, username: str = "", **details: Any) -> None:
    """Keep that `actor`, or somebody who called themselves `username`, did this; in the transaction of what was done.

    `details` are values that JSON can say, and what is empty or false is left out; secrets are none of them.
    """
    call = CALL.get()
    Entry.objects.create(
        at=timezone.now(),
        event=event,
        username=(actor.username if actor else username)[:LONGEST],
        role=actor.role if actor else "",
        address=call.address[:64],
        about=about[:LONGEST],
        details={key: value for key, value in details.items() if value},
        call=call.id,
    )


def changes(before: Values, after: Values) -> dict[str, list[Any]]:
    """By field the old and the new value, where they differ; what is gone has None."""
    keys = dict.fromkeys([*before, *after])
    return {key: [before.get(key), after.get(key)] for key in keys if before.get(key) != after.get(key)}


def forget_old_entries() -> int:
    """Remove what is older than it is to be kept (PORTAL_AUDIT_DAYS); how many they were."""
    before = timezone.now() - timedelta(days=settings.AUDIT_DAYS)
    return Entry.objects.filter(at__lt=before).delete()[0]
