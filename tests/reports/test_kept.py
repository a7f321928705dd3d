"""Status periods and charts equal a plain recount of units and history."""

import math
import random
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from importlib import import_module
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import connection

from portal_backend.base.newyork import clock_at
from portal_backend.catalogue.actions import PartData, save_part
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.charts import charts
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.reports.models import Stay
from portal_backend.resources.query import ListQuery, selected
from portal_backend.workflow.models import Request, StatusChange
from portal_backend.workflow.moves import move
from tests import bodies, factories
from tests.caller import Caller
from tests.reports.histories import ended

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 2, 27, 22, tzinfo=UTC)
MOVING = [step.status for step in REPAIR.steps]


def lively(world: factories.World, repairs: int) -> list[Request]:
    """Create repairs of both clients with random transitions by the ADMIN.

    Units have odd values, and some are removed again.
    """
    rng = random.Random(7)
    models = [factories.part(f"Model {number}", category=("HANDHELD", "RPM")[number % 2]) for number in range(4)]
    requests = []
    for number in range(repairs):
        moment = BEGIN + timedelta(hours=7 * number)
        with clock_at(moment):
            request = factories.repair(world, "NEW", by=rng.choice((world.client, world.client2)), units=2)
        for unit in RepairPart.objects.filter(repair_id=request.pk):
            unit.part, unit.serial_number = rng.choice(models), f"Ñ-{number}\n{rng.randrange(9)}"
            unit.service_tag = rng.choice(("", "-", f"Étiquette {number}"))
            unit.save()
        for _ in range(rng.randrange(9)):
            moment += timedelta(seconds=rng.choice((5, 8_639, 8_640, 400_000, 900_000, 9_000_000)))
            with clock_at(moment):
                targets = [status for status in MOVING if status != Request.objects.get(pk=request.pk).status]
                move(REPAIR, request.pk, actor=world.admin.actor, target=rng.choice(targets))
        if rng.random() < 0.3:
            RepairPart.objects.filter(repair_id=request.pk).latest("pk").delete()
        request.refresh_from_db()
        requests.append(request)
    return requests


def recounted(rows: list[Request]) -> dict[str, Any]:
    """Count the charts in Python, one repair at a time."""
    months, clients, parts = Counter[Any](), Counter[str](), Counter[int]()
    seconds_by_status: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        months[f"{row.created_at.astimezone(ZoneInfo('America/New_York')):%Y-%m}", row.status] += 1
        clients[row.client.name] += 1
        parts.update(set(RepairPart.objects.filter(repair_id=row.pk).values_list("part_id", flat=True)))
        for status, seconds in times_of(row).items():
            seconds_by_status[status].append(seconds)
    return {
        "months": months,
        "clients": clients,
        "parts": parts,
        "turnaround": {
            status: (shown(percentile(times, 0.5)), shown(percentile(times, 0.9)), len(times))
            for status, times in seconds_by_status.items()
            if not REPAIR.step(status).terminal
        },
    }


def times_of(request: Request) -> Counter[str]:
    """Return the seconds in each status that a request has left, by its history."""
    history = StatusChange.objects.filter(request=request).order_by("created_at", "pk")
    times = Counter[str]()
    for entered, left in pairwise(history):
        times[left.old_status] += int((left.created_at - entered.created_at).total_seconds())
    return times


def percentile(times: list[int], share: float) -> int:
    """Return the smallest time that a share of the times does not exceed."""
    return sorted(times)[math.ceil(share * len(times)) - 1]


def shown(seconds: int) -> float:
    """Round seconds down to tenths of a day below ten days, else to days."""
    return seconds // 8_640 / 10 if seconds < 864_000 else float(seconds // 86_400)


def told(answer: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Convert the charts to the shape of the recount."""
    return {
        "months": {(row["month"], row["status"]): row["total"] for row in answer["months"]},
        "clients": {row["name"]: row["total"] for row in answer["clients"]},
        "parts": {row["id"]: row["total"] for row in answer["parts"]},
        "turnaround": {row["status"]: (row["median"], row["p90"], row["total"]) for row in answer["turnaround"]},
    }


def test_charts_equal_a_recount() -> None:
    world = factories.world()
    rows = lively(world, 40)
    Request.objects.filter(pk=rows[0].pk).update(deleted_at=BEGIN)
    for filters in ({}, {"status": ["IN_TRANSIT", "NEW", "COMPLETED"]}, {"clientId": world.client.user.client_id}):
        query = ListQuery(0, None, ("createdAt", "DESC"), "", filters, None)
        chosen = selected(GENERAL_REPORT, world.admin.actor, query)
        expected_rows = list(Request.objects.filter(pk__in=chosen.values("pk")).select_related("client"))
        answer = charts(chosen)
        assert told(answer) == recounted(expected_rows), filters
        assert rows[0] not in expected_rows
        for bar in answer["turnaround"]:
            left_step_filter = GENERAL_REPORT.filters_by_key["leftStep"]
            rows_of_bar = left_step_filter.apply(chosen, left_step_filter.parse([bar["status"]]), world.admin.actor)
            assert rows_of_bar.count() == bar["total"], bar
        order = [row["status"] for row in answer["turnaround"]]
        assert order == sorted(order, key=MOVING.index)
        assert len(recounted(expected_rows)["turnaround"]) > 3


def test_days_per_holder_sum_their_steps() -> None:
    world = factories.world()
    ended(world, [(BEGIN, [("NEW", 1.05), ("IN_TRANSIT", 6), ("IN_SERVICE", 20), ("IN_WAITING_COMPLETED", 4)])] * 3)
    ended(world, [(BEGIN, [("NEW", 3)])])
    query = ListQuery(0, None, ("createdAt", "DESC"), "", {}, None)
    holders = charts(selected(GENERAL_REPORT, world.admin.actor, query))["holders"]
    assert [(each["name"], each["days"]) for each in holders] == [
        ("Supervisor", pytest.approx((3 * 1.05 + 3) / 4, abs=0.1)),
        ("Service", pytest.approx(15, abs=0.1)),
        ("Courier", pytest.approx(7.5, abs=0.1)),
    ]


def test_charts_take_three_queries(django_assert_num_queries: Any) -> None:
    world = factories.world()
    for count in (1, 6):
        lively(world, count)
        query = ListQuery(0, None, ("createdAt", "DESC"), "", {"requestNumber": "r-"}, None)
        with django_assert_num_queries(3):  # the counts, the names of clients and the names of parts
            charts(selected(GENERAL_REPORT, world.admin.actor, query))


def test_changing_category_of_part_moves_its_repairs(caller: Caller) -> None:
    world = factories.world()
    both, gate = factories.part("Both", category="HANDHELD"), factories.part("Gate", category="RPM")
    units = [bodies.unit(world.part.pk, "A"), bodies.unit(both.pk, "B")]
    repair = caller.post("/repairing/create", units, actor=world.client).ok["id"]
    other = caller.post("/repairing/create", [bodies.unit(gate.pk, "C")], actor=world.client).ok["id"]
    assert _of(caller, world, "RPM") == {other}
    texts = {key: getattr(both, key) for key in ("number", "model", "manufacturer", "description")}
    save_part(both.pk, PartData("RPM", texts, []), actor=world.admin.actor)
    assert _of(caller, world, "RPM") == {repair, other}
    assert _of(caller, world, "HANDHELD") == {repair}


def _of(caller: Caller, world: factories.World, category: str) -> set[int]:
    page = caller.post("/reports/general/search", {"categoryId": category}, actor=world.admin).ok
    return {row["id"] for row in page["content"]}


def stays() -> set[tuple[Any, ...]]:
    """Return the stored status periods of all requests."""
    return set(Stay.objects.values_list("request_id", "status", "entered_at", "left_at", "seconds"))


def stays_by_history() -> set[tuple[Any, ...]]:
    """Compute the expected status periods from the history."""
    periods = set()
    for request in Request.objects.all():
        history, times = list(request.history.order_by("created_at", "pk")), times_of(request)
        left = {change.old_status: change.created_at for change in history}
        entered = {change.new_status: change.created_at for change in history}
        for status, since in entered.items():
            until = None if status == request.status else left[status]
            periods.add((request.pk, status, since, until, times.get(status)))
    return periods


def test_status_periods_match_history_when_recorded_or_migrated() -> None:
    world = factories.world()
    lively(world, 25)
    factories.request("PARTS", world, "DONE")
    factories.request("REMOTE_SUPPORT", world)
    recorded = stays()
    assert recorded == stays_by_history()
    assert any(until is None and seconds for *_, until, seconds in recorded), "no request returned to an earlier status"
    Stay.objects.all().delete()
    import_module("portal_backend.reports.migrations.0002_from_history").fill(apps, None)
    assert stays() == recorded


def test_open_period_starts_when_status_was_entered() -> None:
    world = factories.world()
    lively(world, 5)
    since = dict(Request.objects.values_list("pk", "entered_at"))
    assert dict(Stay.objects.filter(left_at=None).values_list("request_id", "entered_at")) == since


@pytest.mark.django_db(transaction=True)
def test_reverse_migration_restores_report_columns() -> None:
    world = factories.world()
    with clock_at(BEGIN):
        repair = factories.repair(world, units=2)
    for days, target in ((3.57, "IN_TRANSIT"), (12, "NEW"), (14, "IN_SERVICE"), (200, "COMPLETED")):
        with clock_at(BEGIN + timedelta(days=days)):
            move(REPAIR, repair.pk, actor=world.admin.actor, target=target)
    recorded = stays()
    try:
        call_command("migrate", "workflow", "0009", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("SELECT month, part_models, paces FROM workflow_request")
            [row] = cursor.fetchall()
            cursor.execute("SELECT lasted FROM workflow_statuschange ORDER BY id")
            lasted = [each for (each,) in cursor.fetchall()]
    finally:
        call_command("migrate", verbosity=0)
    # days: 3.57 and 2 in NEW, 8.43 in transit, 186 in service
    letters = import_module("portal_backend.workflow.migrations.0010_reports_keep_their_own").LETTERS
    paces = f"{letters[55]}    {letters[84]}   {letters[171]}".ljust(16)
    assert row == (202602, f",{world.part.pk},", paces)
    assert lasted == [0, 308_448, 728_352, 172_800, 16_070_400]
    assert stays() == recorded
