"""Charts of the general report, counted over the rows that its filters select.

A single SQL statement evaluates the filter once and counts its rows in every way, so all charts show the same
moment. The median (90th percentile) is the smallest number of days that at least half (nine tenths) of the repairs
that left a step did not exceed.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from heapq import nlargest
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Case, Count, Exists, F, Func, IntegerField, OuterRef, QuerySet, When
from django.db.models.functions import TruncMonth

from portal_backend.accounts.models import Client
from portal_backend.catalogue.models import Part
from portal_backend.core.actor import Actor
from portal_backend.core.clock import NEW_YORK
from portal_backend.core.translations import translate
from portal_backend.remote_support.process import SUPPORT
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.lists import GENERAL_REPORT, LONG_WAIT_DAYS, build_waiting_filter
from portal_backend.resources.query import ListQuery
from portal_backend.workflow.models import RequestLink, ServiceRequest
from portal_backend.workflow.process import TIMELINE_PARTIES
from portal_backend.workflow.scope import in_scope

MAX_BARS = 20
TENTH_OF_DAY_SECONDS = 8_640
# `known` joins the table again because PostgreSQL's planner only assumes unique ids for a table (docs/decisions/0007)
COUNTS_SQL = """
WITH chosen (id, status, client, long_waiting_role, month, days) AS MATERIALIZED ({chosen}),
known AS NOT MATERIALIZED (
    SELECT request.id FROM workflow_servicerequest AS request JOIN chosen ON request.id = chosen.id
)
SELECT 'months', status, CAST(month AS varchar), 0, count(*) FROM chosen GROUP BY status, month
UNION ALL SELECT 'clients', '', '', client, count(*) FROM chosen GROUP BY client
UNION ALL SELECT 'days', '', '', days, count(*) FROM chosen WHERE days IS NOT NULL GROUP BY days
UNION ALL SELECT 'waiting', long_waiting_role, '', 0, count(*)
    FROM chosen WHERE long_waiting_role IS NOT NULL GROUP BY long_waiting_role
UNION ALL SELECT 'steps', period.status, '', period.seconds / {tenth}, count(*)
    FROM known JOIN reports_statusperiod AS period ON period.request_id = known.id
    WHERE period.seconds IS NOT NULL GROUP BY period.status, period.seconds / {tenth}
UNION ALL SELECT 'parts', '', '', part_id, count(*)
    FROM (SELECT DISTINCT part_id, repair_id FROM known JOIN repairs_repairunit ON repair_id = known.id) AS models
    GROUP BY part_id
"""
COMPLETED_REPAIR_STATUSES = [step.status for step in REPAIR.steps if step.tone == "done"]
ChartRow = dict[str, Any]


class DaysBetween(Func):
    """Whole days from the second time to the first."""

    output_field = IntegerField()

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Build the SQL for SQLite.

        Its differences are fractional days that may be off in the last digit, hence the small addend.
        """
        template = "CAST(julianday(%(expressions)s) + 0.00001 AS INTEGER)"
        return self.as_sql(compiler, connection, template=template, arg_joiner=") - julianday(", **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """Build the SQL for PostgreSQL, where a difference of times is an interval."""
        template = "FLOOR(EXTRACT(EPOCH FROM (%(expressions)s)) / 86400)::integer"
        return self.as_sql(compiler, connection, template=template, arg_joiner=" - ", **context)


@dataclass
class ReportCounts:
    """Rows that the statement returns, grouped by chart."""

    months: list[tuple[str, str, int]] = field(default_factory=list)
    days: Counter[int] = field(default_factory=Counter)
    waiting: dict[str, int] = field(default_factory=dict)
    clients: dict[int, int] = field(default_factory=dict)
    parts: dict[int, int] = field(default_factory=dict)
    steps: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))


def build_charts(rows: QuerySet[ServiceRequest]) -> dict[str, Any]:
    """Build the charts of a set of repairs; each bar names the filter for its rows."""
    counts = _count_rows(rows)
    return {
        "months": _build_months(counts.months),
        "total": summarize_total_days(counts.days),
        "waiting": [{"role": role, "total": total} for role, total in sorted(counts.waiting.items())],
        "turnaround": _build_turnaround(counts.steps),
        "holders": _build_party_times(counts.steps, sum(total for *_, total in counts.months)),
        "clients": _build_clients(counts.clients),
        "parts": _build_parts(counts.parts),
    }


def _count_rows(rows: QuerySet[ServiceRequest]) -> ReportCounts:
    counts = ReportCounts()
    long_waiting_role = Case(When(build_waiting_filter(LONG_WAIT_DAYS), then=F("responsible_role")))
    days = Case(When(status__in=COMPLETED_REPAIR_STATUSES, then=DaysBetween(F("completed_at"), F("created_at"))))
    chosen = (
        rows.order_by()
        .annotate(long_waiting_role=long_waiting_role, month=TruncMonth("created_at", tzinfo=NEW_YORK), days=days)
        .values_list("pk", "status", "client_id", "long_waiting_role", "month", "days")
    )
    try:
        statement, values = chosen.query.sql_with_params()
    except EmptyResultSet:  # a manager who follows no clients
        return counts
    with connections[rows.db].cursor() as cursor:
        cursor.execute(COUNTS_SQL.format(chosen=statement, tenth=TENTH_OF_DAY_SECONDS), values)
        for chart, key, month, number, total in cursor.fetchall():
            if chart == "months":
                counts.months.append((month[:7], key, total))
            elif chart == "waiting":
                counts.waiting[key] = total
            elif chart == "steps":
                counts.steps[key][number] = total
            else:
                getattr(counts, chart)[number] = total
    return counts


def _build_months(counts: list[tuple[str, str, int]]) -> list[ChartRow]:
    """Count repairs by month of creation (New York time) and current status.

    Statuses are in the order of the process.
    """
    order = [step.status for step in REPAIR.steps]
    return [
        {"month": month, "status": status, "total": total}
        for month, status, total in sorted(counts, key=lambda row: (row[0], order.index(row[1])))
    ]


def _compute_percentile(counts: Counter[int], share: float) -> int:
    """Return the smallest value that a share of the counted values does not exceed.

    Returns 0 if there are none.
    """
    threshold, passed = share * counts.total(), 0
    for value, number in sorted(counts.items()):
        passed += number
        if passed >= threshold:
            return value
    return 0


def summarize_total_days(days: Counter[int]) -> ChartRow:
    """Summarize the days from creation to completion of the completed repairs."""
    return {"median": _compute_percentile(days, 0.5), "p90": _compute_percentile(days, 0.9), "total": days.total()}


def _build_turnaround(steps: dict[str, Counter[int]]) -> list[ChartRow]:
    """Summarize the days spent in each step, in the order of the process.

    Steps that no repair has left are omitted.
    """
    return [
        {
            "status": step.status,
            "name": translate(f"status.{REPAIR.kind}.{step.status}"),
            "median": _round_days(_compute_percentile(tenths, 0.5)),
            "p90": _round_days(_compute_percentile(tenths, 0.9)),
            "total": tenths.total(),
        }
        for step in REPAIR.steps
        if not step.is_terminal and (tenths := steps.get(step.status))
    ]


def _build_party_times(steps: dict[str, Counter[int]], repairs: int) -> list[ChartRow]:
    """Compute the mean days per party, counting only steps that were left.

    The time in each step is known to a tenth of a day.
    """
    tenths: defaultdict[str, float] = defaultdict(float)
    for step in REPAIR.steps:
        if step.responsible_party and (times := steps.get(step.status)):
            # values are rounded down to tenths, which is half a tenth too low on average
            tenths[step.responsible_party] += sum(value * number for value, number in times.items()) + times.total() / 2
    return [
        {"holder": party, "name": translate(f"holders.{party}"), "days": round(tenths[party] / 10 / repairs, 1)}
        for party in TIMELINE_PARTIES
        if party in tenths
    ]


def _round_days(tenths: int) -> float:
    """Round days down for display: to tenths below ten days, else to whole days."""
    return tenths / 10 if tenths < 100 else float(tenths // 10)


def _build_clients(totals: dict[int, int]) -> list[ChartRow]:
    """Count repairs per client, most frequent first."""
    clients = Client.objects.filter(pk__in=_select_top_ids(totals)).values_list("pk", "name")
    bars = [{"id": pk, "name": name, "total": totals[pk]} for pk, name in clients]
    return _select_top_bars(bars)


def _build_parts(totals: dict[int, int]) -> list[ChartRow]:
    """Count repairs per part, most frequent first.

    A repair with several units of a part counts once.
    """
    parts = Part.objects.filter(pk__in=_select_top_ids(totals)).values_list(
        "pk", "model", "manufacturer", "category__key"
    )
    bars = [
        {"id": pk, "name": f"{model} · {manufacturer}", "category": key, "total": totals[pk]}
        for pk, model, manufacturer, key in parts
    ]
    return _select_top_bars(bars)


def _select_top_ids(totals: dict[int, int]) -> list[int]:
    """Select the ids with the largest totals.

    They can be more than MAX_BARS, because equal totals are sorted by name.
    """
    least = min(nlargest(MAX_BARS, totals.values()), default=0)
    return [pk for pk, total in totals.items() if total >= least]


def _select_top_bars(bars: list[ChartRow]) -> list[ChartRow]:
    return sorted(bars, key=lambda bar: (-int(bar["total"]), str(bar["name"]), int(bar["id"])))[:MAX_BARS]


COMPLETED_SUPPORT_STATUSES = [step.status for step in SUPPORT.steps if step.tone == "done"]
# filters of the report that also apply to remote support requests
SHARED_FILTERS = {"clientId", "serviceId", "createdFrom", "createdTo"}


def count_remote_resolutions(actor: Actor, query: ListQuery) -> dict[str, int] | None:
    """Count the completed remote support requests that match the report's filters.

    Returns None if a filter does not apply to remote support.
    """
    if not query.filters.keys() <= SHARED_FILTERS:
        return None
    rows = in_scope(actor, SUPPORT.kind).filter(status__in=COMPLETED_SUPPORT_STATUSES)
    for key, value in query.filters.items():
        rows = GENERAL_REPORT.filters_by_key[key].apply(rows, value, actor)
    has_follow_up = Exists(RequestLink.objects.filter(source=OuterRef("pk"), request__deleted_at=None))
    return rows.aggregate(ended=Count("pk"), solved=Count("pk", filter=~has_follow_up))
