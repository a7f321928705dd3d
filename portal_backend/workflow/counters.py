"""Counters that every open client polls: waiting requests, unread notifications.

Nothing is cached: each poll is authenticated and counted by indexed queries. See docs/decisions/0014.
"""

from functools import lru_cache
from hashlib import md5
from typing import Any

from django.db import connection
from django.db.models import Count, QuerySet

from portal_backend.core.actor import Actor
from portal_backend.core.responses import ApiResponse
from portal_backend.notifications.inbox import MAX_UNREAD_COUNT
from portal_backend.workflow.lists import get_waiting_requests
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES

UNREAD_COUNT_HEADER = "Portal-Unread"
# users who poll one process; a statement takes a few kB
MAX_CACHED_STATEMENTS = 2_000
# `notifications.inbox.query_unread` in SQL, as a row without a kind
UNREAD_COUNT_SQL = """
    SELECT NULL, COUNT(*)
      FROM (SELECT 1 FROM notifications_mail WHERE user_id = %s AND read_at IS NULL LIMIT %s) AS unread"""


def query_totals(actor: Actor) -> QuerySet[ServiceRequest, tuple[str, int]]:
    """Return the number of requests of each kind that wait for the actor's role."""
    return get_waiting_requests(actor).values_list("kind").annotate(total=Count("*")).order_by()


@lru_cache(maxsize=MAX_CACHED_STATEMENTS)
def build_statement(actor: Actor) -> tuple[str, tuple[Any, ...]]:
    """Build the SQL of all counters, with the parameters of its first SELECT.

    It depends on the actor only, and the actor is read at each poll. Compiling it took a quarter of a poll.
    """
    sql, params = query_totals(actor).query.sql_with_params()
    return f"{sql} UNION ALL {UNREAD_COUNT_SQL}", params


def load_counters(actor: Actor) -> tuple[list[dict[str, Any]], int]:
    """Return the counters of all kinds and the number of unread notifications.

    Both are read by one statement, since each further one would add a third to the cost of a poll.
    """
    sql, params = build_statement(actor)
    with connection.cursor() as cursor:
        cursor.execute(sql, [*params, actor.user_id, MAX_UNREAD_COUNT])
        totals: dict[str | None, int] = dict(cursor.fetchall())
    return [{"requestType": kind, "total": totals.get(kind, 0)} for kind in PROCESSES], totals[None]


def build_counters_response(actor: Actor) -> ApiResponse:
    """Build the response to a poll; its ETag covers the header of unread ones too."""
    counters, unread = load_counters(actor)
    response = ApiResponse(counters, headers={UNREAD_COUNT_HEADER: str(unread)}, revalidate=True)
    response["ETag"] = compute_etag(response.content, unread)
    return response


def compute_etag(content: bytes, unread: int) -> str:
    """Compute the ETag of the counters and the number of unread notifications."""
    return f'"{md5(b"%d %b" % (unread, content), usedforsecurity=False).hexdigest()}"'
