"""Counters that every open client polls: waiting requests, unread notifications.

Nothing is cached: each poll is authenticated and counted by indexed queries. See docs/decisions/0014.
"""

from hashlib import md5
from typing import Any

from django.db.models import Count, QuerySet

from portal_backend.core.actor import Actor
from portal_backend.core.responses import ApiResponse
from portal_backend.notifications.inbox import count_unread
from portal_backend.workflow.lists import get_waiting_requests
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES

UNREAD_COUNT_HEADER = "Portal-Unread"


def query_totals(actor: Actor) -> QuerySet[ServiceRequest, tuple[str, int]]:
    """Return the number of requests of each kind that wait for the actor's role."""
    return get_waiting_requests(actor).values_list("kind").annotate(total=Count("*")).order_by()


def get_counters(actor: Actor) -> list[dict[str, Any]]:
    """Return the counters of all kinds, in the order of the processes."""
    totals = dict(query_totals(actor))
    return [{"requestType": kind, "total": totals.get(kind, 0)} for kind in PROCESSES]


def build_counters_response(actor: Actor) -> ApiResponse:
    """Build the response to a poll; its ETag covers the header of unread ones too."""
    unread = count_unread(actor)
    response = ApiResponse(get_counters(actor), headers={UNREAD_COUNT_HEADER: str(unread)}, revalidate=True)
    response["ETag"] = compute_etag(response.content, unread)
    return response


def compute_etag(content: bytes, unread: int) -> str:
    """Compute the ETag of the counters and the number of unread notifications."""
    return f'"{md5(b"%d %b" % (unread, content), usedforsecurity=False).hexdigest()}"'
