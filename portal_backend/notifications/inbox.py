"""In-app notifications: the emails to a user, also listed in the portal."""

from datetime import datetime
from typing import Any

from django.db.models import QuerySet

from portal_backend.core.actor import Actor
from portal_backend.core.clock import now
from portal_backend.core.heartbeats import DegradedPart, list_missing_heartbeats
from portal_backend.core.types import ResponseModel
from portal_backend.notifications.lists import MAILS
from portal_backend.notifications.mail_templates import render_subject
from portal_backend.notifications.models import Mail

MAX_NOTIFICATIONS = 20
MAX_UNREAD_COUNT = 100  # bounds the cost of counting for users who never open their notifications


class Notice(ResponseModel):
    """Notification in the portal."""

    id: int
    title: str
    #: name of the user who caused it
    who: str | None = None
    #: page of the interface that it leads to
    path: str | None = None
    created_at: datetime
    is_new: bool


class Notices(ResponseModel):
    """Latest notifications and the number of unread ones."""

    #: number of unread notifications, at most MAX_UNREAD_COUNT
    new: int
    content: list[Notice]
    #: for administrators: parts of the portal whose background processes have failed
    degraded: list[DegradedPart] | None = None


def query_unread(actor: Actor) -> QuerySet[Mail]:
    """Return the actor's unread notifications, up to MAX_UNREAD_COUNT."""
    return Mail.objects.filter(user_id=actor.user_id, read_at=None)[:MAX_UNREAD_COUNT]


def count_unread(actor: Actor) -> int:
    """Count the actor's unread notifications, up to MAX_UNREAD_COUNT."""
    return query_unread(actor).count()


def get_inbox(actor: Actor) -> dict[str, Any]:
    """Return the actor's latest notifications and the number of unread ones."""
    own = Mail.objects.filter(user_id=actor.user_id)
    rows = own.order_by("-pk").values("pk", "template", "values", "path", "created_at", "read_at")[:MAX_NOTIFICATIONS]
    degraded = {"degraded": list_missing_heartbeats()} if actor.role in MAILS.readers else {}
    return {
        "new": count_unread(actor),
        **degraded,
        "content": [
            {
                "id": row["pk"],
                "title": render_subject(row["template"], row["values"]),
                "who": row["values"].get("who"),
                "path": row["path"] or None,
                "createdAt": row["created_at"],
                "isNew": row["read_at"] is None,
            }
            for row in rows
        ],
    }


def mark_read(up_to: int, *, actor: Actor) -> None:
    """Mark the actor's notifications as read, up to and including `up_to`."""
    Mail.objects.filter(user_id=actor.user_id, read_at=None, pk__lte=up_to).update(read_at=now())


def mark_request_read(number: str, *, actor: Actor) -> int:
    """Mark the actor's notifications of a request as read; return their number."""
    return Mail.objects.filter(user_id=actor.user_id, read_at=None, reference=number).update(read_at=now())
