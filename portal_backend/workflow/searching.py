"""Keyword search of service requests, with the matching lines.

See contract section 1.
"""

from collections.abc import Collection
from typing import Any

from django.db.models import Q, QuerySet

from portal_backend.accounts.lists import parties_named
from portal_backend.base.actor import EVERYBODY, Actor, Role, Roles
from portal_backend.base.normalization import normalize_key
from portal_backend.workflow.models import Request
from portal_backend.workflow.scope import in_scope

SEARCHERS: Roles = EVERYBODY
NAME_SEARCHERS: Roles = EVERYBODY - {Role.CLIENT}
SEARCH_LIMIT = 20
NAMES = ("client__name", "service__name", "created_by__username")
SEARCHED = ("pk", "search_lines", "search_text", *NAMES)
LINE = "\n"


def holding(keyword: str) -> Q:
    """Build a filter for rows with a line of the search text that contains a keyword."""
    key, casefolded = normalize_key(keyword), keyword.casefold()
    condition = Q(search_text__contains=key) if key else Q(pk__in=())
    # rows that the previous version writes during an upgrade have case-folded text until their next change
    return condition if casefolded == key else condition | Q(search_text__contains=casefolded)


def search(rows: QuerySet[Request], keyword: str, actor: Actor) -> QuerySet[Request]:
    """Filter requests by keyword.

    CLIENT searches the search text only, other roles also the names of the client, the service and the creator.
    """
    condition = holding(keyword)
    if actor.role in NAME_SEARCHERS:
        parties = parties_named(keyword)
        condition |= (
            Q(client_id__in=parties.clients) | Q(service_id__in=parties.services) | Q(created_by_id__in=parties.users)
        )
    return rows.filter(condition)


def matched(ids: Collection[int], keyword: str, actor: Actor) -> dict[int, str]:
    """Return the first matching line or name of each request."""
    rows = in_scope(actor).filter(pk__in=ids).values(*SEARCHED)
    return {row["pk"]: _hit(row, keyword, actor) for row in rows}


def _hit(row: dict[str, Any], keyword: str, actor: Actor) -> str:
    key, casefolded = normalize_key(keyword), keyword.casefold()
    names = [str(row[name]) for name in NAMES] if actor.role in NAME_SEARCHERS else []
    lines = [*zip(row["search_lines"].split(LINE), row["search_text"].split(LINE), strict=False)]
    lines += [(name, normalize_key(name)) for name in names]
    return next((display for display, line in lines if (key and key in line) or casefolded in line), "")


def found(actor: Actor, text: str) -> list[dict[str, Any]]:
    """Return at most MAX_SEARCH_RESULTS matching requests, newest first.

    Each has the line or name that matched.
    """
    rows = search(in_scope(actor), text, actor).order_by("-created_at", "-pk")
    return [
        {
            "id": row["pk"],
            "requestId": row["number"],
            "requestType": row["kind"],
            "status": row["status"],
            "matched": _hit(row, text, actor),
            **({} if actor.role == Role.CLIENT else {"clientName": row["client__name"]}),
        }
        for row in rows.values("number", "kind", "status", *SEARCHED)[:SEARCH_LIMIT]
    ]


def part_line(manufacturer: str, model: str) -> str:
    """Build the search line of a catalogue part."""
    return f"{manufacturer} {model}"
