"""What is kept for the report is equal to a plain recount of units and history, whatever was done to a repair."""

import math
import random
from collections import Counter, defaultdict
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from portal_backend.base.newyork import clock_at
from portal_backend.catalogue.actions import PartData, save_part
from portal_backend.repairs.models import RepairPart
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.charts import charts
from portal_backend.reports.lists import GENERAL_REPORT
from portal_backend.resources.query import ListQuery, selected
from portal_backend.workflow.models import Request, StatusChange
from portal_backend.workflow.moves import index, move
from portal_backend.workflow.paces import ALPHABET, DAYS, character
from tests import bodies, factories
from tests.caller import Caller

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
        index(REPAIR, request)
        request.save()
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
        times = Counter[str]()
        for change in StatusChange.objects.filter(request=row).exclude(old_status="NONE"):
            times[change.old_status] += change.lasted
        for status, seconds in times.items():
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


def percentile(times: list[int], share: float) -> int:
    """The least time that a share of them does not exceed."""
    return sorted(times)[math.ceil(share * len(times)) - 1]


def shown(seconds: int) -> float:
    """Tenths of a day up to ten days, days up to seventy, then tens; rounded down."""
    if seconds < 864_000:
        return seconds // 8_640 / 10
    days = seconds // 86_400
    return float(days if days < 70 else min(days // 10 * 10, 350))


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


def test_times_are_kept_as_they_are_shown() -> None:
    moments = [*range(0, 900_000, 997), *range(0, 40_000_000, 99_991), 863_999, 864_000, 6_047_999, 6_048_000, 10**9]
    assert all(DAYS[ALPHABET.index(character(seconds))] == shown(seconds) for seconds in moments)
    assert len(DAYS) == len(ALPHABET) == len(set(ALPHABET))
