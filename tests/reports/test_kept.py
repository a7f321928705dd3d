"""What is kept for the report is equal to a plain recount of units and history, whatever was done to a repair."""

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


def lively(here: factories.World, repairs: int) -> list[Request]:
    """Repairs of both Clients, sent to and fro by the ADMIN at odd moments, with units that come and go."""
    chance = random.Random(7)
    models = [factories.part(f"Model {number}", category=("HANDHELD", "RPM")[number % 2]) for number in range(4)]
    made = []
    for number in range(repairs):
        moment = BEGIN + timedelta(hours=7 * number)
        with clock_at(moment):
            request = factories.repair(here, "NEW", by=chance.choice((here.client, here.client2)), units=2)
        for unit in RepairPart.objects.filter(repair_id=request.pk):
            unit.part, unit.serial_number = chance.choice(models), f"Ñ-{number}\n{chance.randrange(9)}"
            unit.service_tag = chance.choice(("", "-", f"Étiquette {number}"))
            unit.save()
        for _ in range(chance.randrange(9)):
            moment += timedelta(seconds=chance.choice((5, 8_639, 8_640, 400_000, 900_000, 9_000_000)))
            with clock_at(moment):
                targets = [status for status in MOVING if status != Request.objects.get(pk=request.pk).status]
                move(REPAIR, request.pk, actor=here.admin.actor, target=chance.choice(targets))
        if chance.random() < 0.3:
            RepairPart.objects.filter(repair_id=request.pk).latest("pk").delete()
        request.refresh_from_db()
        made.append(request)
    return made


def recounted(rows: list[Request]) -> dict[str, Any]:
    """The four charts, counted one by one."""
    months, clients, parts = Counter[Any](), Counter[str](), Counter[int]()
    spent: dict[str, list[int]] = defaultdict(list)
    for row in rows:
        months[f"{row.created_at.astimezone(ZoneInfo('America/New_York')):%Y-%m}", row.status] += 1
        clients[row.client.name] += 1
        parts.update(set(RepairPart.objects.filter(repair_id=row.pk).values_list("part_id", flat=True)))
        for status, seconds in times_of(row).items():
            spent[status].append(seconds)
    return {
        "months": months,
        "clients": clients,
        "parts": parts,
        "turnaround": {
            status: (shown(percentile(times, 0.5)), shown(percentile(times, 0.9)), len(times))
            for status, times in spent.items()
            if not REPAIR.step(status).terminal
        },
    }


def times_of(request: Request) -> Counter[str]:
    """The seconds that it spent in each status that it has left, by its history."""
    history = StatusChange.objects.filter(request=request).order_by("created_at", "pk")
    times = Counter[str]()
    for entered, left in pairwise(history):
        times[left.old_status] += int((left.created_at - entered.created_at).total_seconds())
    return times


def percentile(times: list[int], share: float) -> int:
    """The least time that a share of them does not exceed."""
    return sorted(times)[math.ceil(share * len(times)) - 1]


def shown(seconds: int) -> float:
    """Tenths of a day up to ten days, then days; rounded down."""
    return seconds // 8_640 / 10 if seconds < 864_000 else float(seconds // 86_400)


def told(answer: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    """The answer in the shape of the recount."""
    return {
        "months": {(row["month"], row["status"]): row["total"] for row in answer["months"]},
        "clients": {row["name"]: row["total"] for row in answer["clients"]},
        "parts": {row["id"]: row["total"] for row in answer["parts"]},
        "turnaround": {row["status"]: (row["median"], row["p90"], row["total"]) for row in answer["turnaround"]},
    }


def test_the_charts_are_equal_to_a_recount() -> None:
    here = factories.world()
    rows = lively(here, 40)
    Request.objects.filter(pk=rows[0].pk).update(deleted_at=BEGIN)
    for filters in ({}, {"status": ["IN_TRANSIT", "NEW", "COMPLETED"]}, {"clientId": here.client.user.client_id}):
        query = ListQuery(0, None, ("createdAt", "DESC"), "", filters, None)
        chosen = selected(GENERAL_REPORT, here.admin.actor, query)
        kept = list(Request.objects.filter(pk__in=chosen.values("pk")).select_related("client"))
        answer = charts(chosen)
        assert told(answer) == recounted(kept), filters
        assert rows[0] not in kept
        for bar in answer["turnaround"]:
            passed = GENERAL_REPORT.filters_by_key["leftStep"]
            rows_of_bar = passed.apply(chosen, passed.parse([bar["status"]]), here.admin.actor)
            assert rows_of_bar.count() == bar["total"], bar
        order = [row["status"] for row in answer["turnaround"]]
        assert order == sorted(order, key=MOVING.index)
        assert len(recounted(kept)["turnaround"]) > 3


def test_the_days_of_each_holder_are_those_of_its_steps() -> None:
    here = factories.world()
    ended(here, [(BEGIN, [("NEW", 1.05), ("IN_TRANSIT", 6), ("IN_SERVICE", 20), ("IN_WAITING_COMPLETED", 4)])] * 3)
    ended(here, [(BEGIN, [("NEW", 3)])])
    query = ListQuery(0, None, ("createdAt", "DESC"), "", {}, None)
    holders = charts(selected(GENERAL_REPORT, here.admin.actor, query))["holders"]
    assert [(each["name"], each["days"]) for each in holders] == [
        ("Supervisor", pytest.approx((3 * 1.05 + 3) / 4, abs=0.1)),
        ("Service", pytest.approx(15, abs=0.1)),
        ("Courier", pytest.approx(7.5, abs=0.1)),
    ]


def test_the_charts_cost_three_questions_whatever_they_count(django_assert_num_queries: Any) -> None:
    here = factories.world()
    for more in (1, 6):
        lively(here, more)
        query = ListQuery(0, None, ("createdAt", "DESC"), "", {"requestNumber": "r-"}, None)
        with django_assert_num_queries(3):  # all counts of one moment, the names of Clients and of models
            charts(selected(GENERAL_REPORT, here.admin.actor, query))


def test_a_part_of_another_category_takes_its_repairs_along(caller: Caller) -> None:
    here = factories.world()
    both, gate = factories.part("Both", category="HANDHELD"), factories.part("Gate", category="RPM")
    units = [bodies.unit(here.part.pk, "A"), bodies.unit(both.pk, "B")]
    repair = caller.post("/repairing/create", units, actor=here.client).ok["id"]
    other = caller.post("/repairing/create", [bodies.unit(gate.pk, "C")], actor=here.client).ok["id"]
    assert _of(caller, here, "RPM") == {other}
    texts = {key: getattr(both, key) for key in ("number", "model", "manufacturer", "description")}
    save_part(both.pk, PartData("RPM", texts, []), actor=here.admin.actor)
    assert _of(caller, here, "RPM") == {repair, other}
    assert _of(caller, here, "HANDHELD") == {repair}


def _of(caller: Caller, here: factories.World, category: str) -> set[int]:
    page = caller.post("/reports/general/search", {"categoryId": category}, actor=here.admin).ok
    return {row["id"] for row in page["content"]}


def stays() -> set[tuple[Any, ...]]:
    """The facts that are kept of all requests."""
    return set(Stay.objects.values_list("request_id", "status", "entered_at", "left_at", "seconds"))


def stays_by_history() -> set[tuple[Any, ...]]:
    """What they must be, read from the history."""
    facts = set()
    for request in Request.objects.all():
        history, times = list(request.history.order_by("created_at", "pk")), times_of(request)
        left = {change.old_status: change.created_at for change in history}
        entered = {change.new_status: change.created_at for change in history}
        for status, since in entered.items():
            until = None if status == request.status else left[status]
            facts.add((request.pk, status, since, until, times.get(status)))
    return facts


def test_the_stays_are_those_of_the_history_whether_kept_or_filled_in_later() -> None:
    here = factories.world()
    lively(here, 25)
    factories.request("PARTS", here, "DONE")
    factories.request("REMOTE_SUPPORT", here)
    kept = stays()
    assert kept == stays_by_history()
    assert any(until is None and seconds for *_, until, seconds in kept), "none came back to where it had been"
    Stay.objects.all().delete()
    import_module("portal_backend.reports.migrations.0002_from_history").fill(apps, None)
    assert stays() == kept


def test_the_open_stay_tells_since_when_a_request_waits() -> None:
    here = factories.world()
    lively(here, 5)
    since = dict(Request.objects.values_list("pk", "entered_at"))
    assert dict(Stay.objects.filter(left_at=None).values_list("request_id", "entered_at")) == since


@pytest.mark.django_db(transaction=True)
def test_what_requests_kept_for_reports_comes_back_where_the_migration_is_undone() -> None:
    here = factories.world()
    with clock_at(BEGIN):
        repair = factories.repair(here, units=2)
    for days, target in ((3.57, "IN_TRANSIT"), (12, "NEW"), (14, "IN_SERVICE"), (200, "COMPLETED")):
        with clock_at(BEGIN + timedelta(days=days)):
            move(REPAIR, repair.pk, actor=here.admin.actor, target=target)
    kept = stays()
    try:
        call_command("migrate", "workflow", "0009", verbosity=0)
        with connection.cursor() as cursor:
            cursor.execute("SELECT month, part_models, paces FROM workflow_request")
            [row] = cursor.fetchall()
            cursor.execute("SELECT lasted FROM workflow_statuschange ORDER BY id")
            lasted = [each for (each,) in cursor.fetchall()]
    finally:
        call_command("migrate", verbosity=0)
    # in NEW 3.57 and 2 days, in transit 8.43, in service 186
    letters = import_module("portal_backend.workflow.migrations.0010_reports_keep_their_own").LETTERS
    paces = f"{letters[55]}    {letters[84]}   {letters[171]}".ljust(16)
    assert row == (202602, f",{here.part.pk},", paces)
    assert lasted == [0, 308_448, 728_352, 172_800, 16_070_400]
    assert stays() == kept
