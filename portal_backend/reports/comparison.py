"""Figures of the period before the one that the general report shows."""

from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, Count, F, When

from portal_backend.core.actor import Actor
from portal_backend.core.clock import NEW_YORK, now
from portal_backend.reports.charts import (
    COMPLETED_REPAIR_STATUSES,
    DaysBetween,
    count_remote_resolutions,
    summarize_total_days,
)
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.resources.query import ListQuery, build_queryset


def get_previous_period(start: datetime, end: datetime) -> tuple[datetime, datetime]:
    """Return the period of the same length that ends a second before `start`.

    Lengths are those of New York's clock, so that days begin at midnight there.
    """
    local_start = start.astimezone(NEW_YORK)
    length = end.astimezone(NEW_YORK).replace(microsecond=0) - local_start + timedelta(seconds=1)
    return local_start - length, local_start - timedelta(seconds=1)


def compare_with_previous_period(actor: Actor, query: ListQuery) -> dict[str, Any] | None:
    """Return the report's figures for the period before; other filters stay the same.

    Its length is that of the part of the period that has elapsed. Returns None without a start, since all earlier
    requests are then part of the report, and if the period has not begun.
    """
    start: datetime | None = query.filters.get("createdFrom")
    end: datetime = min(query.filters.get("createdTo") or now(), now())
    if start is None or start > end:
        return None
    try:
        first, last = get_previous_period(start, end)
    except OverflowError:  # it would begin before the year 1
        return None
    previous = replace(query, filters={**query.filters, "createdFrom": first, "createdTo": last})
    days = Case(When(status__in=COMPLETED_REPAIR_STATUSES, then=DaysBetween(F("completed_at"), F("created_at"))))
    rows = build_queryset(GENERAL_REPORT, actor, previous).order_by().annotate(days=days)
    counts = Counter(dict(rows.values_list("days").annotate(total=Count("pk"))))
    total = counts.total()
    del counts[None]
    return {
        "createdFrom": first.date(),
        "createdTo": last.date(),
        "requests": total,
        "done": counts.total(),
        "turnaround": summarize_total_days(counts),
        "remote": count_remote_resolutions(actor, previous),
    }
