"""Forecasts: their samples, their accuracy, and the refresh of open requests."""

import random
import sys
from datetime import UTC, date, datetime, timedelta

import pytest

from portal_backend.base.newyork import clock_at
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.forecasts import Forecast, forecast
from portal_backend.reports.models import Pace
from portal_backend.reports.paces import cases_of, foresee_all, foresee_new, renew_paces
from portal_backend.workflow.models import Request
from portal_backend.workflow.moves import move
from tests import factories
from tests.reports.histories import ended, generated
from tests.reports.honesty import asked, hundredths

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 3, 2, 17, tzinfo=UTC)  # noon in New York
DAY = 86_400


def days(*pairs: tuple[float, float]) -> list[tuple[int, int]]:
    return [(int(stayed * DAY), int(taken * DAY)) for stayed, taken in pairs]


def test_forecast_needs_at_least_five_samples() -> None:
    samples = days(*((1, taken) for taken in range(2, 21)))
    expected = Forecast(date(2026, 3, 4), date(2026, 3, 13), date(2026, 3, 21), 19)
    assert forecast(samples, BEGIN, BEGIN) == expected
    assert forecast(samples[:4], BEGIN, BEGIN) is None
    few = forecast(samples[:5], BEGIN, BEGIN)
    assert few
    assert (few.earliest, few.latest, few.cases) == (date(2026, 3, 4), date(2026, 3, 8), 5)


def test_forecast_uses_samples_that_lasted_as_long() -> None:
    samples = days(*((1, 10) for _ in range(50)), *((30, 60) for _ in range(5)))
    early = forecast(samples, BEGIN, BEGIN + timedelta(hours=1))
    late = forecast(samples, BEGIN, BEGIN + timedelta(days=2))
    assert early
    assert (early.likely, early.cases) == (date(2026, 3, 12), 55)
    assert late
    assert (late.earliest, late.likely, late.cases) == (date(2026, 5, 1), date(2026, 5, 1), 5)
    assert forecast(samples, BEGIN, BEGIN + timedelta(days=31)) is None


def test_statistics_use_completed_requests_only() -> None:
    world = factories.world()
    histories = [(BEGIN + timedelta(days=n), [("NEW", 1 + n), ("IN_SERVICE", 2)]) for n in range(6)]
    requests = ended(world, histories)
    Request.objects.filter(pk=requests[0].pk).update(deleted_at=BEGIN)
    Request.objects.filter(pk=requests[5].pk).update(status="REJECTED")
    renew_paces()
    assert not Pace.objects.exists(), "four are too few"
    Request.objects.filter(pk=requests[5].pk).update(status="COMPLETED")
    renew_paces()
    statistics = Pace.objects.get(status="NEW")
    assert statistics.cases == [[int(n * DAY), int((n + 2) * DAY)] for n in range(2, 7)]
    assert statistics.late_after == 6 * DAY
    assert set(Pace.objects.values_list("status", flat=True)) == {"NEW", "IN_REPAIR_APPROVAL", "IN_SERVICE"}


def test_rare_step_uses_samples_of_next_step() -> None:
    world = factories.world()
    durations: list[tuple[str, float]] = [("IN_WAITING_FOR_PICK_UP", 1), ("IN_PICK_UP_ARRANGED", 2), ("IN_TRANSIT", 3)]
    ended(world, [(BEGIN + timedelta(days=n), durations) for n in range(6)])
    renew_paces()
    statistics = Pace.objects.get(status="SETTING_TRACKING_NUMBER")
    expected = forecast(statistics.cases, BEGIN, BEGIN)
    assert expected
    assert expected.likely == date(2026, 3, 7), "two days until it is picked up, and three on the way"
    assert forecast(statistics.cases, BEGIN, BEGIN + timedelta(days=6)) is None, "longer than any took in all"


def test_forecast_is_refreshed_after_transition() -> None:
    world = factories.world()
    ended(world, [(BEGIN - timedelta(days=90), [("NEW", 2), ("IN_SHIPPING_DETAILS", 8), ("IN_SERVICE", 10)])] * 6)
    with clock_at(BEGIN):
        repair = factories.repair(world)
        version = Request.objects.get(pk=repair.pk).version
        foresee_new()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (date(2026, 3, 22), date(2026, 3, 4))
        assert repair.version == version, "no user edited it"
    with clock_at(BEGIN + timedelta(days=3)):
        foresee_all()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (None, date(2026, 3, 4)), "no sample lasted as long"
        move(REPAIR, repair.pk, actor=world.admin.actor, target="IN_SERVICE")
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (None, None)
        foresee_new()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (date(2026, 3, 15), date(2026, 3, 15))
        move(REPAIR, repair.pk, actor=world.admin.actor, target="COMPLETED")
        foresee_new()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.late_after) == (None, None), "it has ended"


def test_no_forecast_without_completed_requests() -> None:
    world = factories.world()
    for kind in ("REPAIR", "PARTS", "REMOTE_SUPPORT"):
        factories.request(kind, world)
    foresee_new()
    foresee_all()
    assert not Request.objects.filter(late_after__isnull=False).exists()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_forecast_range_is_accurate_on_generated_history(seed: int) -> None:
    rng, world = random.Random(seed), factories.world()
    ended(world, [(BEGIN - timedelta(days=400 - n / 2), generated(rng)) for n in range(300)])
    samples = cases_of(REPAIR)
    hits = [hit for _ in range(200) for hit in asked(samples, generated(rng), rng)]
    assert len(hits) > 900, "there is a forecast at nearly every moment"
    rate = hundredths(hits)
    sys.stdout.write(f"generated history {seed}: the end lies in the range in {rate:.1f} of 100 cases held out\n")
    assert 80 <= rate <= 95
