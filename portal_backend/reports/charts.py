"""What people would rather look at than read: numbers of the general report's rows, for the same filter.

Turnaround is told in days. Each history row knows how long its old status had lasted, so a step's median and 90th
percentile come from one grouping by tenths of a day, whatever the database.
"""

from collections import defaultdict
from typing import Any

from django.db.models import Count, F, IntegerField, QuerySet
from django.db.models.functions import Cast, TruncMonth

from portal_backend.base.newyork import NEW_YORK
from portal_backend.base.words import word
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.workflow.models import Request, StatusChange
from portal_backend.workflow.process import NONE

MOST_BARS = 20
TENTH = 8_640
Row = dict[str, Any]


def charts(rows: QuerySet[Request]) -> dict[str, list[Row]]:
    """The four charts of a set of repairs; each bar names the filter that shows its rows."""
    return {
        "months": by_month(rows),
        "turnaround": turnaround(rows),
        "clients": by_client(rows),
        "parts": by_part(rows),
    }


def by_month(rows: QuerySet[Request]) -> list[Row]:
    """Repairs by the month of their creation in New York, and their status now."""
    counted = (
        rows.annotate(month=TruncMonth("created_at", tzinfo=NEW_YORK))
        .values("month", "status")
        .annotate(total=Count("pk"))
        .order_by("month", "status")
    )
    return [{"month": f"{row['month']:%Y-%m}", "status": row["status"], "total": row["total"]} for row in counted]


def turnaround(rows: QuerySet[Request]) -> list[Row]:
    """How long each status lasted: median and 90th percentile in days, in the order of the table."""
    history = StatusChange.objects.filter(request__in=rows.order_by().values("pk")).exclude(old_status=NONE)
    grouped = (
        history.annotate(tenths=Cast(F("lasted") / TENTH, IntegerField()))
        .values_list("old_status", "tenths")
        .annotate(total=Count("pk"))
        .order_by("old_status", "tenths")
    )
    histograms: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for status, tenths, total in grouped:
        histograms[status].append((tenths, total))
    return [_step(step.status, histograms[step.status]) for step in REPAIR.steps if step.status in histograms]


def _step(status: str, histogram: list[tuple[int, int]]) -> Row:
    return {
        "status": status,
        "name": word(f"status.{REPAIR.kind}.{status}"),
        "median": percentile(histogram, 0.5),
        "p90": percentile(histogram, 0.9),
        "total": sum(total for _, total in histogram),
    }


def percentile(histogram: list[tuple[int, int]], share: float) -> float:
    """The least number of days that a share of the counted do not exceed; `histogram` is in tenths, ascending."""
    wanted = share * sum(total for _, total in histogram)
    seen = 0
    for tenths, total in histogram:
        seen += total
        if seen >= wanted:
            return tenths / 10
    return histogram[-1][0] / 10


def by_client(rows: QuerySet[Request]) -> list[Row]:
    """Repairs per Client, most first."""
    counted = rows.values("client_id", "client__name").annotate(total=Count("pk")).order_by("-total", "client__name")
    return [{"id": row["client_id"], "name": row["client__name"], "total": row["total"]} for row in counted[:MOST_BARS]]


def by_part(rows: QuerySet[Request]) -> list[Row]:
    """Repairs per part model, most first; a repair with several units of a part counts once."""
    parts = RepairPart.objects.filter(repair__in=rows.order_by().values("pk"))
    counted = (
        parts.values("part_id", "part__model", "part__category__key")
        .annotate(total=Count("repair_id", distinct=True))
        .order_by("-total", "part__model")
    )
    return [
        {
            "id": row["part_id"],
            "name": row["part__model"],
            "category": row["part__category__key"],
            "total": row["total"],
        }
        for row in counted[:MOST_BARS]
    ]
