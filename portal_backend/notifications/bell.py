"""What stands behind the bell: the mails to a user are also told in the portal, the newest first."""

from datetime import datetime
from typing import Any

from portal_backend.base.actor import Actor
from portal_backend.base.fields import Wire
from portal_backend.base.newyork import now
from portal_backend.notifications.letters import subject_of
from portal_backend.notifications.models import Mail

MOST_SHOWN = 20


class Notice(Wire):
    """One thing that happened; `path` is the page that it leads to, if any."""

    id: int
    title: str
    who: str | None = None
    path: str | None = None
    created_at: datetime
    is_new: bool


class Notices(Wire):
    """The newest, and how many are new in all."""

    new: int
    content: list[Notice]


def notices(actor: Actor) -> dict[str, Any]:
    """The newest of the actor's own, and how many were not seen yet."""
    own = Mail.objects.filter(user_id=actor.user_id)
    rows = own.order_by("-pk").values("pk", "template", "values", "path", "created_at", "seen_at")[:MOST_SHOWN]
    return {
        "new": own.filter(seen_at=None).count(),
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


def mark_seen(up_to: int, *, actor: Actor) -> None:
    """Note that the actor has seen everything up to a notice; what came after it stays new."""
    Mail.objects.filter(user_id=actor.user_id, seen_at=None, pk__lte=up_to).update(seen_at=now())
