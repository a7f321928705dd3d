"""Counters of pending requests, computed for all users by one query.

See docs/decisions/0014.
"""

from collections import Counter, defaultdict
from hashlib import md5
from typing import NamedTuple

from django.db.models import Count, QuerySet

from portal_backend.base.actor import Actor
from portal_backend.base.answers import Answer
from portal_backend.notifications.bell import unread
from portal_backend.workflow.lists import counters, told
from portal_backend.workflow.models import Request
from portal_backend.workflow.scope import covers

Row = tuple[int, int, str, int]


UNREAD = "Portal-Unread"


class Badges(NamedTuple):
    """Response to a poll: request counters, unread notifications and its ETag."""

    content: bytes
    unread: bytes
    etag: bytes


class Numbers:
    """Counters at one moment; responses are built lazily and cached by scope."""

    def __init__(self, rows: dict[str, list[Row]]) -> None:
        self._rows = rows
        self._badges: dict[tuple[object, ...], Badges] = {}

    def badges(self, actor: Actor, unread: int) -> Badges:
        """Return the response for an actor with a number of unread notifications."""
        scope = (actor.role, actor.client_ids, actor.service_ids, unread)
        if (response := self._badges.get(scope)) is None:
            totals = Counter[str]()
            for client_id, service_id, kind, total in self._rows.get(actor.role, []):
                if covers(actor, client_id, service_id):
                    totals[kind] += total
            content = Answer(told(totals)).content
            response = Badges(content, str(unread).encode(), etag_of(content, unread).encode())
            self._badges[scope] = response
        return response


def poll_answer(actor: Actor) -> Answer:
    """Build the response to a poll that is handled by Django."""
    unread_count = unread(actor)
    response = Answer(counters(actor), headers={UNREAD: str(unread_count)}, polled=True)
    response["ETag"] = etag_of(response.content, unread_count)
    return response


def etag_of(content: bytes, unread: int) -> str:
    """Compute the ETag of the counters and the number of unread notifications."""
    return f'"{md5(b"%d %b" % (unread, content), usedforsecurity=False).hexdigest()}"'


def waiting_for_all() -> QuerySet[Request, tuple[str, int, int, str, int]]:
    """Return the number of waiting requests by role, Client, Service and kind."""
    rows = Request.objects.filter(deleted_at__isnull=True, waits_for__isnull=False)
    columns = ("waits_for", "client_id", "service_id", "kind")
    return rows.values_list(*columns).annotate(total=Count("pk")).order_by()


def count_all() -> Numbers:
    """Load the counters of all users; on PostgreSQL by an index-only scan."""
    by_role = defaultdict[str, list[Row]](list)
    for role, client_id, service_id, kind, total in waiting_for_all():
        by_role[role].append((client_id, service_id, kind, total))
    return Numbers(by_role)
