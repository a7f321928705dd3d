"""What people would rather look at than read: numbers of the general report's rows, for the same filter.

One statement evaluates the filter once and counts its rows in each way, so the charts tell of the same moment. Part
models and the times of steps come laid end to end (workflow/paces.py). Median and 90th percentile are the least days
that half, or nine tenths, of the repairs that left a step did not exceed in it.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import Case, F, Func, IntegerField, QuerySet, When

from portal_backend.accounts.models import Client
from portal_backend.base.words import word
from portal_backend.catalogue.models import Part
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.lists import LONG_WAIT, waiting_since
from portal_backend.workflow.models import Request
from portal_backend.workflow.paces import percentiles

MOST_BARS = 20
COUNTED = """
WITH chosen (month, status, client, models, paces, days, waits_for) AS MATERIALIZED ({chosen})
SELECT 'months', month, status, '', count(*) FROM chosen GROUP BY month, status
UNION ALL SELECT 'clients', client, '', '', count(*) FROM chosen GROUP BY client
UNION ALL SELECT 'days', days, '', '', count(*) FROM chosen WHERE days IS NOT NULL GROUP BY days
UNION ALL SELECT 'waiting', 0, waits_for, '', count(*) FROM chosen WHERE waits_for IS NOT NULL GROUP BY waits_for
UNION ALL SELECT 'laid', 0, {join}(paces, ''), {join}(models, ''), 0 FROM chosen
"""
DONE = [step.status for step in REPAIR.steps if step.tone == "done"]
JOIN = {"postgresql": "string_agg", "sqlite": "group_concat"}
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
    """What the statement answers: counts, and what is counted here, laid end to end."""

    months: list[tuple[int, str, int]] = field(default_factory=list)
    days: Counter[int] = field(default_factory=Counter)
    waiting: dict[str, int] = field(default_factory=dict)
    clients: dict[int, int] = field(default_factory=dict)
    paces: str = ""
    models: str = ""


def charts(rows: QuerySet[Request]) -> dict[str, Any]:
    """The four charts of a set of repairs; each bar names the filter that shows its rows."""
    counted = _counted(rows)
    return {
        "months": _by_month(counted.months),
        "total": _total(counted.days),
        "waiting": [{"role": role, "total": total} for role, total in sorted(counted.waiting.items())],
        "turnaround": _turnaround(counted.paces),
        "clients": _by_client(counted.clients),
        "parts": _by_part(counted.models),
    }


def _counted(rows: QuerySet[Request]) -> Counted:
    counted = Counted()
    days = Case(When(status__in=DONE, then=Days(F("completed_at"), F("created_at"))))
    stuck = Case(When(waiting_since(LONG_WAIT), then=F("waits_for")))
    chosen = (
        rows.order_by()
        .annotate(days=days, stuck=stuck)
        .values_list("month", "status", "client_id", "part_models", "paces", "days", "stuck")
    )
    try:
        statement, values = chosen.query.sql_with_params()
    except EmptyResultSet:  # a manager who follows nobody
        return counted
    with connection.cursor() as cursor:
        cursor.execute(COUNTED.format(chosen=statement, join=JOIN[connection.vendor]), values)
        for chart, number, text, more, total in cursor.fetchall():
            if chart == "months":
                counted.months.append((number, text, total))
            elif chart == "clients":
                counted.clients[number] = total
            elif chart == "days":
                counted.days[number] = total
            elif chart == "waiting":
                counted.waiting[text] = total
            else:
                counted.paces, counted.models = text or "", more or ""
    return counted


def _by_month(counted: list[tuple[int, str, int]]) -> list[Row]:
    """Repairs by the month of their creation in New York, and their status now, in the order of the table."""
    order = [step.status for step in REPAIR.steps]
    return [
        {"month": f"{month // 100}-{month % 100:02d}", "status": status, "total": total}
        for month, status, total in sorted(counted, key=lambda row: (row[0], order.index(row[1])))
    ]


def _total(counted: Counter[int]) -> Row:
    """How many days the completed repairs took from their creation on."""
    total, passed, found = counted.total(), 0, {0.5: 0, 0.9: 0}
    for days, repairs in sorted(counted.items(), reverse=True):
        found = {share: days if share * total <= total - passed else least for share, least in found.items()}
        passed += repairs
    return {"median": found[0.5], "p90": found[0.9], "total": total}


def _turnaround(rows: str) -> list[Row]:
    """How long each step took, in the order of the table; steps that no repair has left are not told."""
    answer = []
    for step in REPAIR.steps:
        if step.status not in REPAIR.paced:
            continue
        total, found = percentiles(rows, REPAIR.paced.index(step.status), (0.5, 0.9))
        if total:
            name, (median, p90) = word(f"status.{REPAIR.kind}.{step.status}"), found
            answer.append({"status": step.status, "name": name, "median": median, "p90": p90, "total": total})
    return answer


def _by_client(totals: dict[int, int]) -> list[Row]:
    """Repairs per Client, most first."""
    named = Client.objects.filter(pk__in=totals).values_list("pk", "name")
    bars = [{"id": pk, "name": name, "total": totals[pk]} for pk, name in named]
    return _most(bars)


def _by_part(models: str) -> list[Row]:
    """Repairs per part model, most first; a repair with several units of a model has it once in its list."""
    totals = {int(pk): total for pk, total in Counter(models.split(",")).items() if pk}
    named = Part.objects.filter(pk__in=totals).values_list("pk", "model", "manufacturer", "category__key")
    bars = [
        {"id": pk, "name": f"{model} · {maker}", "category": key, "total": totals[pk]}
        for pk, model, maker, key in named
    ]
    return _most(bars)


def _most(bars: list[Row]) -> list[Row]:
    return sorted(bars, key=lambda bar: (-int(bar["total"]), str(bar["name"]), int(bar["id"])))[:MOST_BARS]
