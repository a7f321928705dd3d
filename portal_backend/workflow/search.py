"""Keyword search of service requests, and their search text (contract 1)."""

from collections.abc import Collection
from typing import Any

from django.db.models import F, Q, QuerySet, TextField, Value
from django.db.models.functions import Concat, Length, Replace, Substr

from portal_backend.accounts.selectors import find_parties
from portal_backend.core.actor import ALL_ROLES, Actor, Role, Roles
from portal_backend.core.normalization import normalize_key
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.process import PROCESSES, Process
from portal_backend.workflow.scope import in_scope
from portal_backend.workflow.transitions import update_search_text

SEARCHERS: Roles = ALL_ROLES
NAME_SEARCHERS: Roles = ALL_ROLES - {Role.CLIENT}
MAX_SEARCH_RESULTS = 20
NAME_FIELDS = ("client__name", "service__name", "created_by__username")
SEARCH_FIELDS = ("pk", "search_display", "search_text", *NAME_FIELDS)
LINE_SEPARATOR = "\n"


def build_keyword_filter(keyword: str) -> Q:
    """Build a filter for rows with a line of the search text that contains a keyword."""
    key, casefolded = normalize_key(keyword), keyword.casefold()
    condition = Q(search_text__contains=key) if key else Q(pk__in=())
    # rows that the previous version writes during an upgrade have case-folded text until their next change
    return condition if casefolded == key else condition | Q(search_text__contains=casefolded)


def filter_by_keyword(rows: QuerySet[ServiceRequest], keyword: str, actor: Actor) -> QuerySet[ServiceRequest]:
    """Filter requests by keyword.

    CLIENT searches the search text only, other roles also the names of the client, the service and the creator.
    """
    condition = build_keyword_filter(keyword)
    if actor.role in NAME_SEARCHERS:
        parties = find_parties(keyword)
        condition |= (
            Q(client_id__in=parties.clients) | Q(service_id__in=parties.services) | Q(created_by_id__in=parties.users)
        )
    return rows.filter(condition)


def find_matching_lines(ids: Collection[int], keyword: str, actor: Actor) -> dict[int, str]:
    """Return the first matching line or name of each request."""
    rows = in_scope(actor).filter(pk__in=ids).values(*SEARCH_FIELDS)
    return {row["pk"]: _find_matching_line(row, keyword, actor) for row in rows}


def _find_matching_line(row: dict[str, Any], keyword: str, actor: Actor) -> str:
    key, casefolded = normalize_key(keyword), keyword.casefold()
    names = [str(row[name]) for name in NAME_FIELDS] if actor.role in NAME_SEARCHERS else []
    lines = [*zip(row["search_display"].split(LINE_SEPARATOR), row["search_text"].split(LINE_SEPARATOR), strict=False)]
    lines += [(name, normalize_key(name)) for name in names]
    return next((display for display, line in lines if (key and key in line) or casefolded in line), "")


def search_requests(actor: Actor, text: str) -> list[dict[str, Any]]:
    """Return at most MAX_SEARCH_RESULTS matching requests, newest first.

    Each has the line or name that matched.
    """
    rows = filter_by_keyword(in_scope(actor), text, actor).order_by("-created_at", "-pk")
    return [
        {
            "id": row["pk"],
            "requestId": row["number"],
            "requestType": row["kind"],
            "status": row["status"],
            "matched": _find_matching_line(row, text, actor),
            **({} if actor.role == Role.CLIENT else {"clientName": row["client__name"]}),
        }
        for row in rows.values("number", "kind", "status", *SEARCH_FIELDS)[:MAX_SEARCH_RESULTS]
    ]


def build_part_search_line(manufacturer: str, model: str) -> str:
    """Build the search line of a catalogue part."""
    return f"{manufacturer} {model}"


def reindex_renamed_part(part: int, old: str, new: str, same_line_parts: Collection[int]) -> None:
    """Replace the search line of a renamed part in all requests that contain the part.

    `same_line_parts` are other parts with the old or the new line: requests that also contain one are reindexed.
    """
    for process in PROCESSES.values():
        requests = ServiceRequest.objects.filter(kind=process.kind, pk__in=process.find_requests_with_parts([part]))
        requests.filter(search_text__contains=normalize_key(old)).update(
            search_display=_replace_line("search_display", old, new),
            search_text=_replace_line("search_text", normalize_key(old), normalize_key(new)),
        )
        if same_line_parts:
            _reindex(process, requests.filter(pk__in=process.find_requests_with_parts(same_line_parts)))


def _reindex(process: Process[Any], requests: QuerySet[ServiceRequest]) -> None:
    # a fixed order prevents deadlocks of concurrent renames
    for request in requests.select_for_update(of=("self",)).order_by("pk"):
        update_search_text(process, request)
        request.save(update_fields=["search_display", "search_text"])


def _replace_line(column: str, old: str, new: str) -> Substr:
    """Replace one line of a column.

    The column is padded, so that the first and the last line are between line breaks, too.
    """
    padded = Concat(Value(LINE_SEPARATOR), F(column), Value(LINE_SEPARATOR), output_field=TextField())
    changed = Replace(
        padded, Value(f"{LINE_SEPARATOR}{old}{LINE_SEPARATOR}"), Value(f"{LINE_SEPARATOR}{new}{LINE_SEPARATOR}")
    )
    return Substr(changed, 2, Length(changed) - 2)
