"""In-app notifications: the emails to a user, also listed in the portal."""

from collections.abc import Collection
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import IntegerField, OuterRef, Subquery

from portal_backend.accounts.models import User
from portal_backend.base.actor import Actor
from portal_backend.base.fields import Wire
from portal_backend.base.generations import begin_generation
from portal_backend.base.heartbeats import Consequence, silent
from portal_backend.base.newyork import now
from portal_backend.notifications.letters import subject_of
from portal_backend.notifications.lists import MAILS
from portal_backend.notifications.models import Mail

MOST_SHOWN = 20
MOST_COUNTED = 100  # bounds the cost of counting for users who never open their notifications


class Notice(Wire):
    """Notification in the portal."""

    id: int
    title: str
    #: name of the user who caused it
    who: str | None = None
    #: page of the interface that it leads to
    path: str | None = None
    created_at: datetime
    is_new: bool


class Notices(Wire):
    """Latest notifications and the number of unread ones."""

    #: number of unread notifications, at most MAX_UNREAD_COUNT
    new: int
    content: list[Notice]
    #: for administrators: parts of the portal whose background processes have failed
    degraded: list[Consequence] | None = None


class _Counted(Subquery):
    """Number of rows of a subquery, up to the subquery's limit."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) AS counted)"
    output_field = IntegerField()


def unread_of(user_ids: Collection[int]) -> dict[int, int]:
    """Count the unread notifications of each user with one index-only query."""
    unread_mails = Mail.objects.filter(user=OuterRef("pk"), seen_at=None).values("user")[:MOST_COUNTED]
    return dict(User.objects.filter(pk__in=user_ids).order_by().values_list("pk", _Counted(unread_mails)))


def unread(actor: Actor) -> int:
    """Count the actor's unread notifications, up to MAX_UNREAD_COUNT."""
    return unread_of([actor.user_id]).get(actor.user_id, 0)


def notices(actor: Actor) -> dict[str, Any]:
    """Return the actor's latest notifications and the number of unread ones."""
    own = Mail.objects.filter(user_id=actor.user_id)
    rows = own.order_by("-pk").values("pk", "template", "values", "path", "created_at", "seen_at")[:MOST_SHOWN]
    degraded = {"degraded": silent()} if actor.role in MAILS.readers else {}
    return {
        "new": unread(actor),
        **degraded,
        "content": [
            {
                "id": row["pk"],
                "title": subject_of(row["template"], row["values"]),
                "who": row["values"].get("who"),
                "path": row["path"] or None,
                "createdAt": row["created_at"],
                "isNew": row["seen_at"] is None,
            }
            for row in rows
        ],
    }


@transaction.atomic
def mark_seen(up_to: int, *, actor: Actor) -> None:
    """Mark the actor's notifications as read, up to and including `up_to`."""
    begin_generation("notices")
    Mail.objects.filter(user_id=actor.user_id, seen_at=None, pk__lte=up_to).update(seen_at=now())
