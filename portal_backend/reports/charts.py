"""What people would rather look at than read: numbers of the general report's rows, for the same filter.

One statement evaluates the filter once and counts its rows in each way, so the charts tell of the same moment. Median
and 90th percentile are the least days that half, or nine tenths, of the repairs that left a step did not exceed in it.
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
# `known`: PostgreSQL's planner knows of a table's ids, and of no other's, that they differ (docs/decisions/0007)
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
        """Its days are fractions that may lack the last digit of a whole one."""
        template = "CAST(julianday(%(expressions)s) + 0.00001 AS INTEGER)"
        return self.as_sql(compiler, connection, template=template, arg_joiner=") - julianday(", **context)

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        """A difference of times is an interval."""
        template = "FLOOR(EXTRACT(EPOCH FROM (%(expressions)s)) / 86400)::integer"
        return self.as_sql(compiler, connection, template=template, arg_joiner=" - ", **context)


@dataclass
class Counted:
    """What the statement answers."""

    months: list[tuple[str, str, int]] = field(default_factory=list)
    days: Counter[int] = field(default_factory=Counter)
    waiting: dict[str, int] = field(default_factory=dict)
    clients: dict[int, int] = field(default_factory=dict)
    parts: dict[int, int] = field(default_factory=dict)
    steps: defaultdict[str, Counter[int]] = field(default_factory=lambda: defaultdict(Counter))


def charts(rows: QuerySet[Request]) -> dict[str, Any]:
    """The four charts of a set of repairs; each bar names the filter that shows its rows."""
    counted = _counted(rows)
    return {
        "months": _by_month(counted.months),
        "total": _total(counted.days),
        "waiting": [{"role": role, "total": total} for role, total in sorted(counted.waiting.items())],
        "turnaround": _turnaround(counted.steps),
        "holders": _by_holder(counted.steps, sum(total for *_, total in counted.months)),
        "clients": _by_client(counted.clients),
        "parts": _by_part(counted.parts),
    }


def _counted(rows: QuerySet[Request]) -> Counted:
    counted = Counted()
    stuck = Case(When(waiting_since(LONG_WAIT), then=F("waits_for")))
    days = Case(When(status__in=DONE, then=Days(F("completed_at"), F("created_at"))))
    chosen = (
        rows.order_by()
        .annotate(stuck=stuck, month=TruncMonth("created_at", tzinfo=NEW_YORK), days=days)
        .values_list("pk", "status", "client_id", "stuck", "month", "days")
    )
    try:
        statement, values = chosen.query.sql_with_params()
    except EmptyResultSet:  # a manager who follows nobody
        return counted
    with connections[rows.db].cursor() as cursor:
        cursor.execute(COUNTED.format(chosen=statement, tenth=TENTH_OF_A_DAY), values)
        for chart, key, month, number, total in cursor.fetchall():
            if chart == "months":
                counted.months.append((month[:7], key, total))
            elif chart == "waiting":
                counted.waiting[key] = total
            elif chart == "steps":
                counted.steps[key][number] = total
            else:
                getattr(counted, chart)[number] = total
    return counted


def _by_month(counted: list[tuple[str, str, int]]) -> list[Row]:
    """Repairs by the month of their creation in New York, and their status now, in the order of the table."""
    order = [step.status for step in REPAIR.steps]
    return [
        {"month": month, "status": status, "total": total}
        for month, status, total in sorted(counted, key=lambda row: (row[0], order.index(row[1])))
    ]


def _percentile(counted: Counter[int], share: float) -> int:
    """The least value that a share of what is counted does not exceed; 0 of nothing."""
    wanted, passed = share * counted.total(), 0
    for value, times in sorted(counted.items()):
        passed += times
        if passed >= wanted:
            return value
    return 0


def _total(days: Counter[int]) -> Row:
    """How many days the completed repairs took from their creation on."""
    return {"median": _percentile(days, 0.5), "p90": _percentile(days, 0.9), "total": days.total()}


def _turnaround(steps: dict[str, Counter[int]]) -> list[Row]:
    """How many days each step took, in the order of the table; steps that no repair has left are not told."""
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
    """How many days each has held a repair in the mean, in steps that were left; of each step to a tenth of a day."""
    tenths: defaultdict[str, float] = defaultdict(float)
    for step in REPAIR.steps:
        if step.holder and (times := steps.get(step.status)):
            # what is rounded down to a tenth lies half of one higher in the mean
            tenths[step.holder] += sum(value * number for value, number in times.items()) + times.total() / 2
    return [
        {"holder": holder, "name": word(f"holders.{holder}"), "days": round(tenths[holder] / 10 / repairs, 1)}
        for holder in HOLDERS
        if holder in tenths
    ]


def _days(tenths: int) -> float:
    """Days as they are shown: to a tenth up to ten, whole ones from there on; rounded down."""
    return tenths / 10 if tenths < 100 else float(tenths // 10)


def _by_client(totals: dict[int, int]) -> list[Row]:
    """Repairs per Client, most first."""
    named = Client.objects.filter(pk__in=totals).values_list("pk", "name")
    bars = [{"id": pk, "name": name, "total": totals[pk]} for pk, name in named]
    return _most(bars)


def _by_part(totals: dict[int, int]) -> list[Row]:
    """Repairs per part model, most first; a repair with several units of a model counts once."""
    named = Part.objects.filter(pk__in=totals).values_list("pk", "model", "manufacturer", "category__key")
    bars = [
        {"id": pk, "name": f"{model} · {maker}", "category": key, "total": totals[pk]}
        for pk, model, maker, key in named
    ]
    return _most(bars)


def _most(bars: list[Row]) -> list[Row]:
    return sorted(bars, key=lambda bar: (-int(bar["total"]), str(bar["name"]), int(bar["id"])))[:MOST_BARS]
