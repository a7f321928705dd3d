"""Finding requests by a keyword: what is searched, and what is told of a hit (contract section 1)."""

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
    """Match rows of which one line of the search text holds a keyword."""
    key, written = normalize_key(keyword), keyword.casefold()
    found = Q(search_text__contains=key) if key else Q(pk__in=())
    # an upgrade: rows that the version before writes meanwhile keep their case-folded text until their next change
    return found if written == key else found | Q(search_text__contains=written)


def search(rows: QuerySet[Request], keyword: str, actor: Actor) -> QuerySet[Request]:
    """Requests by the lines of their search text, and for others than CLIENT by the names of their parties."""
    found = holding(keyword)
    if actor.role in NAME_SEARCHERS:
        named = parties_named(keyword)
        found |= Q(client_id__in=named.clients) | Q(service_id__in=named.services) | Q(created_by_id__in=named.users)
    return rows.filter(found)


def matched(ids: Collection[int], keyword: str, actor: Actor) -> dict[int, str]:
    """The first line or name of each of these requests that holds the keyword."""
    rows = in_scope(actor).filter(pk__in=ids).values(*SEARCHED)
    return {row["pk"]: _hit(row, keyword, actor) for row in rows}


def _hit(row: dict[str, Any], keyword: str, actor: Actor) -> str:
    key, written = normalize_key(keyword), keyword.casefold()
    names = [str(row[name]) for name in NAMES] if actor.role in NAME_SEARCHERS else []
    lines = [*zip(row["search_lines"].split(LINE), row["search_text"].split(LINE), strict=False)]
    lines += [(name, normalize_key(name)) for name in names]
    return next((shown for shown, line in lines if (key and key in line) or written in line), "")


def found(actor: Actor, text: str) -> list[dict[str, Any]]:
    """At most 20 requests that `text` is found in, newest first, with the line or name that matched."""
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
    """The line by which requests are found that have a part of the catalogue."""
    return f"{manufacturer} {model}"
