"""Status periods and charts equal a plain recount of units and history."""

import math
import random
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from portal_backend.catalogue.actions import PartData, save_part
from portal_backend.core.clock import freeze_time
from portal_backend.repairs.models import RepairUnit
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.charts import build_charts
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.reports.models import StatusPeriod
from portal_backend.resources.query import ListQuery, build_queryset
from portal_backend.workflow.models import ServiceRequest, StatusChange
from portal_backend.workflow.transitions import transition
from tests import factories, request_bodies
from tests.api_client import ApiClient
from tests.reports.request_histories import create_completed_requests

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 2, 27, 22, tzinfo=UTC)
TARGET_STATUSES = [step.status for step in REPAIR.steps]


def create_busy_repairs(world: factories.World, repairs: int) -> list[ServiceRequest]:
    """Create repairs of both clients with random transitions by the ADMIN.

    Units have odd values, and some are removed again.
    """
    rng = random.Random(7)
    models = [factories.part(f"Model {number}", category=("HANDHELD", "RPM")[number % 2]) for number in range(4)]
    requests = []
    for number in range(repairs):
        moment = BEGIN + timedelta(hours=7 * number)
        with freeze_time(moment):
            request = factories.repair(world, "NEW", by=rng.choice((world.client, world.client2)), units=2)
        for unit in RepairUnit.objects.filter(repair_id=request.pk):
            unit.part, unit.serial_number = rng.choice(models), f"Ñ-{number}\n{rng.randrange(9)}"
            unit.service_tag = rng.choice(("", "-", f"Étiquette {number}"))
            unit.save()
        for _ in range(rng.randrange(9)):
            moment += timedelta(seconds=rng.choice((5, 8_639, 8_640, 400_000, 900_000, 9_000_000)))
            with freeze_time(moment):
                targets = [
                    status for status in TARGET_STATUSES if status != ServiceRequest.objects.get(pk=request.pk).status
                ]
                transition(REPAIR, request.pk, actor=world.admin.actor, target_status=rng.choice(targets))
        if rng.random() < 0.3:
            RepairUnit.objects.filter(repair_id=request.pk).latest("pk").delete()
        request.refresh_from_db()
        requests.append(request)
    return requests


def recount_charts(rows: list[ServiceRequest]) -> dict[str, Any]:
    """Count the charts in Python, one repair at a time."""
    months, clients, parts = Counter[Any](), Counter[str](), Counter[int]()
    seconds_by_status: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        months[f"{row.created_at.astimezone(ZoneInfo('America/New_York')):%Y-%m}", row.status] += 1
        clients[row.client.name] += 1
        parts.update(set(RepairUnit.objects.filter(repair_id=row.pk).values_list("part_id", flat=True)))
        for status, seconds in get_times_by_status(row).items():
            seconds_by_status[status].append(seconds)
    return {
        "months": months,
        "clients": clients,
        "parts": parts,
        "turnaround": {
            status: (round_days(compute_percentile(times, 0.5)), round_days(compute_percentile(times, 0.9)), len(times))
            for status, times in seconds_by_status.items()
            if not REPAIR.get_step(status).is_terminal
        },
    }


def get_times_by_status(request: ServiceRequest) -> Counter[str]:
    """Return the seconds in each status that a request has left, by its history."""
    history = StatusChange.objects.filter(request=request).order_by("created_at", "pk")
    times = Counter[str]()
    for entered, left in pairwise(history):
        times[left.old_status] += int((left.created_at - entered.created_at).total_seconds())
    return times


def compute_percentile(times: list[int], share: float) -> int:
    """Return the smallest time that a share of the times does not exceed."""
    return sorted(times)[math.ceil(share * len(times)) - 1]


def round_days(seconds: int) -> float:
    """Round seconds down to tenths of a day below ten days, else to days."""
    return seconds // 8_640 / 10 if seconds < 864_000 else float(seconds // 86_400)


def normalize_charts(charts: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """Convert the charts to the shape of the recount."""
    return {
        "months": {(row["month"], row["status"]): row["total"] for row in charts["months"]},
        "clients": {row["name"]: row["total"] for row in charts["clients"]},
        "parts": {row["id"]: row["total"] for row in charts["parts"]},
        "turnaround": {row["status"]: (row["median"], row["p90"], row["total"]) for row in charts["turnaround"]},
    }


def test_charts_equal_a_recount() -> None:
    world = factories.world()
    rows = create_busy_repairs(world, 40)
    ServiceRequest.objects.filter(pk=rows[0].pk).update(deleted_at=BEGIN)
    for filters in ({}, {"status": ["IN_TRANSIT", "NEW", "COMPLETED"]}, {"clientId": world.client.user.client_id}):
        query = ListQuery(0, None, ("createdAt", "DESC"), "", filters, None)
        chosen = build_queryset(GENERAL_REPORT, world.admin.actor, query)
        expected_rows = list(ServiceRequest.objects.filter(pk__in=chosen.values("pk")).select_related("client"))
        charts = build_charts(chosen)
        assert normalize_charts(charts) == recount_charts(expected_rows), filters
        assert rows[0] not in expected_rows
        for bar in charts["turnaround"]:
            left_step_filter = GENERAL_REPORT.filters_by_key["leftStep"]
            rows_of_bar = left_step_filter.apply(chosen, left_step_filter.parse([bar["status"]]), world.admin.actor)
            assert rows_of_bar.count() == bar["total"], bar
        order = [row["status"] for row in charts["turnaround"]]
        assert order == sorted(order, key=TARGET_STATUSES.index)
        assert len(recount_charts(expected_rows)["turnaround"]) > 3


def test_days_per_party_sum_their_steps() -> None:
    world = factories.world()
    create_completed_requests(
        world, [(BEGIN, [("NEW", 1.05), ("IN_TRANSIT", 6), ("IN_SERVICE", 20), ("IN_WAITING_COMPLETED", 4)])] * 3
    )
    create_completed_requests(world, [(BEGIN, [("NEW", 3)])])
    query = ListQuery(0, None, ("createdAt", "DESC"), "", {}, None)
    holders = build_charts(build_queryset(GENERAL_REPORT, world.admin.actor, query))["holders"]
    assert [(each["name"], each["days"]) for each in holders] == [
        ("Supervisor", pytest.approx((3 * 1.05 + 3) / 4, abs=0.1)),
        ("Service", pytest.approx(15, abs=0.1)),
        ("Courier", pytest.approx(7.5, abs=0.1)),
    ]


def test_charts_take_three_queries(django_assert_num_queries: Any) -> None:
    world = factories.world()
    for count in (1, 6):
        create_busy_repairs(world, count)
        query = ListQuery(0, None, ("createdAt", "DESC"), "", {"requestNumber": "r-"}, None)
        with django_assert_num_queries(3):  # the counts, the names of clients and the names of parts
            build_charts(build_queryset(GENERAL_REPORT, world.admin.actor, query))


def test_changing_category_of_part_moves_its_repairs(caller: ApiClient) -> None:
    world = factories.world()
    both, gate = factories.part("Both", category="HANDHELD"), factories.part("Gate", category="RPM")
    units = [request_bodies.unit(world.part.pk, "A"), request_bodies.unit(both.pk, "B")]
    repair = caller.post("/repairing/create", units, actor=world.client).ok["id"]
    other = caller.post("/repairing/create", [request_bodies.unit(gate.pk, "C")], actor=world.client).ok["id"]
    assert _find_by_category(caller, world, "RPM") == {other}
    texts = {key: getattr(both, key) for key in ("number", "model", "manufacturer", "description")}
    save_part(both.pk, PartData("RPM", texts, []), actor=world.admin.actor)
    assert _find_by_category(caller, world, "RPM") == {repair, other}
    assert _find_by_category(caller, world, "HANDHELD") == {repair}


def _find_by_category(caller: ApiClient, world: factories.World, category: str) -> set[int]:
    page = caller.post("/reports/general/search", {"categoryId": category}, actor=world.admin).ok
    return {row["id"] for row in page["content"]}


def get_status_periods() -> set[tuple[Any, ...]]:
    """Return the stored status periods of all requests."""
    return set(StatusPeriod.objects.values_list("request_id", "status", "entered_at", "left_at", "seconds"))


def recount_status_periods() -> set[tuple[Any, ...]]:
    """Compute the expected status periods from the history."""
    periods = set()
    for request in ServiceRequest.objects.all():
        history, times = list(request.history.order_by("created_at", "pk")), get_times_by_status(request)
        left = {change.old_status: change.created_at for change in history}
        entered = {change.new_status: change.created_at for change in history}
        for status, since in entered.items():
            until = None if status == request.status else left[status]
            periods.add((request.pk, status, since, until, times.get(status)))
    return periods


def test_status_periods_match_history() -> None:
    world = factories.world()
    create_busy_repairs(world, 25)
    factories.request("PARTS", world, "DONE")
    factories.request("REMOTE_SUPPORT", world)
    recorded = get_status_periods()
    assert recorded == recount_status_periods()
    assert any(until is None and seconds for *_, until, seconds in recorded), "no request returned to an earlier status"


def test_open_period_starts_when_status_was_entered() -> None:
    world = factories.world()
    create_busy_repairs(world, 5)
    since = dict(ServiceRequest.objects.values_list("pk", "status_since"))
    assert dict(StatusPeriod.objects.filter(left_at=None).values_list("request_id", "entered_at")) == since
