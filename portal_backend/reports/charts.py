"""Charts of the general report, counted over the rows that its filters select.

A single SQL statement evaluates the filter once and counts its rows in every way, so all charts show the same
moment. The median (90th percentile) is the smallest number of days that at least half (nine tenths) of the repairs
that left a step did not exceed.
"""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connections
from django.db.models import Case, F, Func, IntegerField, QuerySet, When
from django.db.models.functions import TruncMonth

from portal_backend.accounts.models import Client
from portal_backend.base.newyork import NEW_YORK
from portal_backend.base.words import word
from portal_backend.catalogue.models import Part
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.lists import LONG_WAIT, waiting_since
from portal_backend.workflow.models import Request
from portal_backend.workflow.process import HOLDERS

MOST_BARS = 20
TENTH_OF_A_DAY = 8_640
# `known` joins the table again because PostgreSQL's planner only assumes unique ids for a table (docs/decisions/0007)
COUNTED = """
WITH chosen (id, status, client, waits_for, month, days) AS MATERIALIZED ({chosen}),
known AS NOT MATERIALIZED (SELECT request.id FROM workflow_request AS request JOIN chosen ON request.id = chosen.id)
SELECT 'months', status, CAST(month AS varchar), 0, count(*) FROM chosen GROUP BY status, month
UNION ALL SELECT 'clients', '', '', client, count(*) FROM chosen GROUP BY client
UNION ALL SELECT 'days', '', '', days, count(*) FROM chosen WHERE days IS NOT NULL GROUP BY days
UNION ALL SELECT 'waiting', waits_for, '', 0, count(*) FROM chosen WHERE waits_for IS NOT NULL GROUP BY waits_for
UNION ALL SELECT 'steps', stay.status, '', stay.seconds / {tenth}, count(*)
    FROM known JOIN reports_stay AS stay ON stay.request_id = known.id
    WHERE stay.seconds IS NOT NULL GROUP BY stay.status, stay.seconds / {tenth}
UNION ALL SELECT 'parts', '', '', part_id, count(*)
    FROM (SELECT DISTINCT part_id, repair_id FROM known JOIN repairs_repairpart ON repair_id = known.id) AS models
    GROUP BY part_id
"""
DONE = [step.status for step in REPAIR.steps if step.tone == "done"]
Row = dict[str, Any]


class Days(Func):
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
class Counted:
    """Rows that the statement returns, grouped by chart."""

    months: list[tuple[str, str, int]] = field(default_factory=list)
    days: Counter[int] = field(default_factory=Counter)
    waiting: dict[str, int] = field(default_factory=dict)
    clients: dict[int, int] = field(default_factory=dict)
    parts: dict[int, int] = field(default_factory=dict)
    steps: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))


def charts(rows: QuerySet[Request]) -> dict[str, Any]:
    """Build the charts of a set of repairs; each bar names the filter for its rows."""
    counts = _counted(rows)
    return {
        "months": _by_month(counts.months),
        "total": _total(counts.days),
        "waiting": [{"role": role, "total": total} for role, total in sorted(counts.waiting.items())],
        "turnaround": _turnaround(counts.steps),
        "holders": _by_holder(counts.steps, sum(total for *_, total in counts.months)),
        "clients": _by_client(counts.clients),
        "parts": _by_part(counts.parts),
    }


def _counted(rows: QuerySet[Request]) -> Counted:
    counts = Counted()
    long_waiting_role = Case(When(waiting_since(LONG_WAIT), then=F("waits_for")))
    days = Case(When(status__in=DONE, then=Days(F("completed_at"), F("created_at"))))
    chosen = (
        rows.order_by()
        .annotate(stuck=long_waiting_role, month=TruncMonth("created_at", tzinfo=NEW_YORK), days=days)
        .values_list("pk", "status", "client_id", "stuck", "month", "days")
    )
    try:
        statement, values = chosen.query.sql_with_params()
    except EmptyResultSet:  # a manager who follows no clients
        return counts
    with connections[rows.db].cursor() as cursor:
        cursor.execute(COUNTED.format(chosen=statement, tenth=TENTH_OF_A_DAY), values)
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


def _by_month(counts: list[tuple[str, str, int]]) -> list[Row]:
    """Count repairs by month of creation (New York time) and current status.

    Statuses are in the order of the process.
    """
    order = [step.status for step in REPAIR.steps]
    return [
        {"month": month, "status": status, "total": total}
        for month, status, total in sorted(counts, key=lambda row: (row[0], order.index(row[1])))
    ]


def _percentile(counts: Counter[int], share: float) -> int:
    """Return the smallest value that a share of the counted values does not exceed.

    Returns 0 if there are none.
    """
    threshold, passed = share * counts.total(), 0
    for value, number in sorted(counts.items()):
        passed += number
        if passed >= threshold:
            return value
    return 0


def _total(days: Counter[int]) -> Row:
    """Summarize the days from creation to completion of the completed repairs."""
    return {"median": _percentile(days, 0.5), "p90": _percentile(days, 0.9), "total": days.total()}


def _turnaround(steps: dict[str, Counter[int]]) -> list[Row]:
    """Summarize the days spent in each step, in the order of the process.

    Steps that no repair has left are omitted.
    """
    return [
        {
            "status": step.status,
            "name": word(f"status.{REPAIR.kind}.{step.status}"),
            "median": _days(_percentile(tenths, 0.5)),
            "p90": _days(_percentile(tenths, 0.9)),
            "total": tenths.total(),
        }
        for step in REPAIR.steps
        if not step.terminal and (tenths := steps.get(step.status))
    ]


def _by_holder(steps: dict[str, Counter[int]], repairs: int) -> list[Row]:
    """Compute the mean days per holder, counting only steps that were left.

    The time in each step is known to a tenth of a day.
    """
    tenths: defaultdict[str, float] = defaultdict(float)
    for step in REPAIR.steps:
        if step.holder and (times := steps.get(step.status)):
            # values are rounded down to tenths, which is half a tenth too low on average
            tenths[step.holder] += sum(value * number for value, number in times.items()) + times.total() / 2
    return [
        {"holder": holder, "name": word(f"holders.{holder}"), "days": round(tenths[holder] / 10 / repairs, 1)}
        for holder in HOLDERS
        if holder in tenths
    ]


def _days(tenths: int) -> float:
    """Round days down for display: to tenths below ten days, else to whole days."""
    return tenths / 10 if tenths < 100 else float(tenths // 10)


def _by_client(totals: dict[int, int]) -> list[Row]:
    """Count repairs per client, most frequent first."""
    clients = Client.objects.filter(pk__in=totals).values_list("pk", "name")
    bars = [{"id": pk, "name": name, "total": totals[pk]} for pk, name in clients]
    return _most(bars)


def _by_part(totals: dict[int, int]) -> list[Row]:
    """Count repairs per part, most frequent first.

    A repair with several units of a part counts once.
    """
    parts = Part.objects.filter(pk__in=totals).values_list("pk", "model", "manufacturer", "category__key")
    bars = [
        {"id": pk, "name": f"{model} · {manufacturer}", "category": key, "total": totals[pk]}
        for pk, model, manufacturer, key in parts
    ]
    return _most(bars)


def _most(bars: list[Row]) -> list[Row]:
    return sorted(bars, key=lambda bar: (-int(bar["total"]), str(bar["name"]), int(bar["id"])))[:MOST_BARS]
