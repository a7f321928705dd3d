"""Counters of pending requests, computed for all users by one query.

See docs/decisions/0014.
"""

from collections import Counter, defaultdict
from hashlib import md5
from typing import NamedTuple

from django.db.models import Count, QuerySet

from portal_backend.core.actor import Actor
from portal_backend.core.responses import ApiResponse
from portal_backend.notifications.inbox import count_unread
from portal_backend.workflow.lists import get_counters, serialize_counters
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.scope import can_see

CounterRow = tuple[int, int, str, int]


UNREAD_COUNT_HEADER = "Portal-Unread"


class CounterResponse(NamedTuple):
    """Response to a poll: request counters, unread notifications and its ETag."""

    content: bytes
    unread: bytes
    etag: bytes


class Counters:
    """Counters at one moment; responses are built lazily and cached by scope."""

    def __init__(self, rows: dict[str, list[CounterRow]]) -> None:
        self._rows_by_role = rows
        self._responses_by_scope: dict[tuple[object, ...], CounterResponse] = {}

    def build_response(self, actor: Actor, unread: int) -> CounterResponse:
        """Return the response for an actor with a number of unread notifications."""
        scope = (actor.role, actor.client_ids, actor.service_ids, unread)
        if (response := self._responses_by_scope.get(scope)) is None:
            totals = Counter[str]()
            for client_id, service_id, kind, total in self._rows_by_role.get(actor.role, []):
                if can_see(actor, client_id, service_id):
                    totals[kind] += total
            content = ApiResponse(serialize_counters(totals)).content
            response = CounterResponse(content, str(unread).encode(), compute_etag(content, unread).encode())
            self._responses_by_scope[scope] = response
        return response


def build_counters_response(actor: Actor) -> ApiResponse:
    """Build the response to a poll that is handled by Django."""
    unread_count = count_unread(actor)
    response = ApiResponse(get_counters(actor), headers={UNREAD_COUNT_HEADER: str(unread_count)}, revalidate=True)
    response["ETag"] = compute_etag(response.content, unread_count)
    return response


def compute_etag(content: bytes, unread: int) -> str:
    """Compute the ETag of the counters and the number of unread notifications."""
    return f'"{md5(b"%d %b" % (unread, content), usedforsecurity=False).hexdigest()}"'


def query_waiting_totals() -> QuerySet[ServiceRequest, tuple[str, int, int, str, int]]:
    """Return the number of waiting requests by role, Client, Service and kind."""
    rows = ServiceRequest.objects.filter(deleted_at__isnull=True, responsible_role__isnull=False)
    columns = ("responsible_role", "client_id", "service_id", "kind")
    return rows.values_list(*columns).annotate(total=Count("pk")).order_by()


def load_counters() -> Counters:
    """Load the counters of all users; on PostgreSQL by an index-only scan."""
    by_role = defaultdict[str, list[CounterRow]](list)
    for role, client_id, service_id, kind, total in query_waiting_totals():
        by_role[role].append((client_id, service_id, kind, total))
    return Counters(by_role)
