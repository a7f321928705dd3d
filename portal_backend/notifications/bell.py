"""What stands behind the bell: the mails to a user are also told in the portal, the newest first."""

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
MOST_COUNTED = 100  # who never looks is no dearer than who looks now and then


class Notice(Wire):
    """One thing that happened; `path` is the page that it leads to, if any."""

    id: int
    title: str
    who: str | None = None
    path: str | None = None
    created_at: datetime
    is_new: bool


class Notices(Wire):
    """The newest, and how many are new, of which a hundred are counted.

    `degraded`: for administrators, the background processes that do not work.
    """

    new: int
    content: list[Notice]
    degraded: list[Consequence] | None = None


class _Counted(Subquery):
    """How many rows a subquery has, up to where it is cut."""

    template = "(SELECT COUNT(*) FROM (%(subquery)s) AS counted)"
    output_field = IntegerField()


def unread_of(user_ids: Collection[int]) -> dict[int, int]:
    """How many of each user's notices were not seen yet. One statement, by an index alone."""
    new = Mail.objects.filter(user=OuterRef("pk"), seen_at=None).values("user")[:MOST_COUNTED]
    return dict(User.objects.filter(pk__in=user_ids).order_by().values_list("pk", _Counted(new)))


def unread(actor: Actor) -> int:
    """How many of the actor's own were not seen yet."""
    return unread_of([actor.user_id]).get(actor.user_id, 0)


def notices(actor: Actor) -> dict[str, Any]:
    """The newest of the actor's own, and how many were not seen yet."""
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
    """Note that the actor has seen everything up to a notice; what came after it stays new."""
    begin_generation("notices")
    Mail.objects.filter(user_id=actor.user_id, seen_at=None, pk__lte=up_to).update(seen_at=now())
