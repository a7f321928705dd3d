"""How many requests wait for whom, counted for everybody in one statement (docs/decisions/0014)."""

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
    """The answer to a poll: how many requests wait, how many notices are new, and its ETag."""

    content: bytes
    unread: bytes
    etag: bytes


class Numbers:
    """The numbers of one moment; those of an actor are added up when first asked for."""

    def __init__(self, rows: dict[str, list[Row]]) -> None:
        self._rows = rows
        self._badges: dict[tuple[object, ...], Badges] = {}

    def badges(self, actor: Actor, unread: int) -> Badges:
        """What the actor is answered, of whose notices so many are new."""
        scope = (actor.role, actor.client_ids, actor.service_ids, unread)
        if (found := self._badges.get(scope)) is None:
            totals = Counter[str]()
            for client_id, service_id, kind, total in self._rows.get(actor.role, []):
                if covers(actor, client_id, service_id):
                    totals[kind] += total
            content = Answer(told(totals)).content
            found = Badges(content, str(unread).encode(), etag_of(content, unread).encode())
            self._badges[scope] = found
        return found


def poll_answer(actor: Actor) -> Answer:
    """What is answered to a poll that goes through Django."""
    new = unread(actor)
    answer = Answer(counters(actor), headers={UNREAD: str(new)}, polled=True)
    answer["ETag"] = etag_of(answer.content, new)
    return answer


def etag_of(content: bytes, unread: int) -> str:
    """What changes with either number."""
    return f'"{md5(b"%d %b" % (unread, content), usedforsecurity=False).hexdigest()}"'


def waiting_for_all() -> QuerySet[Request, tuple[str, int, int, str, int]]:
    """How many wait, by role, Client, Service and kind."""
    rows = Request.objects.filter(deleted_at__isnull=True, waits_for__isnull=False)
    columns = ("waits_for", "client_id", "service_id", "kind")
    return rows.values_list(*columns).annotate(total=Count("pk")).order_by()


def count_all() -> Numbers:
    """Count for everybody, on PostgreSQL by an index alone."""
    by_role = defaultdict[str, list[Row]](list)
    for role, client_id, service_id, kind, total in waiting_for_all():
        by_role[role].append((client_id, service_id, kind, total))
    return Numbers(by_role)
