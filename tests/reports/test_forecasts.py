"""Forecasts: their samples, their accuracy, and the refresh of open requests."""

import random
import sys
from datetime import UTC, date, datetime, timedelta

import pytest

from portal_backend.core.clock import freeze_time
from portal_backend.repairs.process import REPAIR
from portal_backend.reports.forecasts import (
    Forecast,
    collect_samples,
    compute_forecast,
    refresh_all_forecasts,
    refresh_duration_statistics,
    refresh_new_forecasts,
)
from portal_backend.reports.models import DurationStatistics
from portal_backend.workflow.models import ServiceRequest
from portal_backend.workflow.transitions import transition
from tests import factories
from tests.reports.forecast_accuracy import check_forecasts, compute_percentage
from tests.reports.request_histories import create_completed_requests, generate_durations

pytestmark = pytest.mark.django_db
BEGIN = datetime(2026, 3, 2, 17, tzinfo=UTC)  # noon in New York
DAY_SECONDS = 86_400


def build_samples(*pairs: tuple[float, float]) -> list[tuple[int, int]]:
    return [(int(stayed * DAY_SECONDS), int(taken * DAY_SECONDS)) for stayed, taken in pairs]


def test_forecast_needs_at_least_five_samples() -> None:
    samples = build_samples(*((1, taken) for taken in range(2, 21)))
    expected = Forecast(date(2026, 3, 4), date(2026, 3, 13), date(2026, 3, 21), 19)
    assert compute_forecast(samples, BEGIN, BEGIN) == expected
    assert compute_forecast(samples[:4], BEGIN, BEGIN) is None
    few = compute_forecast(samples[:5], BEGIN, BEGIN)
    assert few
    assert (few.earliest, few.latest, few.cases) == (date(2026, 3, 4), date(2026, 3, 8), 5)


def test_forecast_uses_samples_that_lasted_as_long() -> None:
    samples = build_samples(*((1, 10) for _ in range(50)), *((30, 60) for _ in range(5)))
    early = compute_forecast(samples, BEGIN, BEGIN + timedelta(hours=1))
    late = compute_forecast(samples, BEGIN, BEGIN + timedelta(days=2))
    assert early
    assert (early.likely, early.cases) == (date(2026, 3, 12), 55)
    assert late
    assert (late.earliest, late.likely, late.cases) == (date(2026, 5, 1), date(2026, 5, 1), 5)
    assert compute_forecast(samples, BEGIN, BEGIN + timedelta(days=31)) is None


def test_statistics_use_completed_requests_only() -> None:
    world = factories.world()
    histories = [(BEGIN + timedelta(days=n), [("NEW", 1 + n), ("IN_SERVICE", 2)]) for n in range(6)]
    requests = create_completed_requests(world, histories)
    ServiceRequest.objects.filter(pk=requests[0].pk).update(deleted_at=BEGIN)
    ServiceRequest.objects.filter(pk=requests[5].pk).update(status="REJECTED")
    refresh_duration_statistics()
    assert not DurationStatistics.objects.exists(), "four are too few"
    ServiceRequest.objects.filter(pk=requests[5].pk).update(status="COMPLETED")
    refresh_duration_statistics()
    statistics = DurationStatistics.objects.get(status="NEW")
    assert statistics.samples == [[int(n * DAY_SECONDS), int((n + 2) * DAY_SECONDS)] for n in range(2, 7)]
    assert statistics.p90_seconds == 6 * DAY_SECONDS
    assert set(DurationStatistics.objects.values_list("status", flat=True)) == {
        "NEW",
        "IN_REPAIR_APPROVAL",
        "IN_SERVICE",
    }


def test_rare_step_uses_samples_of_next_step() -> None:
    world = factories.world()
    durations: list[tuple[str, float]] = [("IN_WAITING_FOR_PICK_UP", 1), ("IN_PICK_UP_ARRANGED", 2), ("IN_TRANSIT", 3)]
    create_completed_requests(world, [(BEGIN + timedelta(days=n), durations) for n in range(6)])
    refresh_duration_statistics()
    statistics = DurationStatistics.objects.get(status="SETTING_TRACKING_NUMBER")
    expected = compute_forecast(statistics.samples, BEGIN, BEGIN)
    assert expected
    assert expected.likely == date(2026, 3, 7), "two days until it is picked up, and three on the way"
    assert compute_forecast(statistics.samples, BEGIN, BEGIN + timedelta(days=6)) is None, "longer than any took in all"


def test_forecast_is_refreshed_after_transition() -> None:
    world = factories.world()
    create_completed_requests(
        world, [(BEGIN - timedelta(days=90), [("NEW", 2), ("IN_SHIPPING_DETAILS", 8), ("IN_SERVICE", 10)])] * 6
    )
    with freeze_time(BEGIN):
        repair = factories.repair(world)
        version = ServiceRequest.objects.get(pk=repair.pk).version
        refresh_new_forecasts()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.expected_to_leave_by) == (date(2026, 3, 22), date(2026, 3, 4))
        assert repair.version == version, "no user edited it"
    with freeze_time(BEGIN + timedelta(days=3)):
        refresh_all_forecasts()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.expected_to_leave_by) == (None, date(2026, 3, 4)), "no sample lasted as long"
        transition(REPAIR, repair.pk, actor=world.admin.actor, target_status="IN_SERVICE")
        repair.refresh_from_db()
        assert (repair.expected_on, repair.expected_to_leave_by) == (None, None)
        refresh_new_forecasts()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.expected_to_leave_by) == (date(2026, 3, 15), date(2026, 3, 15))
        transition(REPAIR, repair.pk, actor=world.admin.actor, target_status="COMPLETED")
        refresh_new_forecasts()
        repair.refresh_from_db()
        assert (repair.expected_on, repair.expected_to_leave_by) == (None, None), "it has ended"


def test_no_forecast_without_completed_requests() -> None:
    world = factories.world()
    for kind in ("REPAIR", "PARTS", "REMOTE_SUPPORT"):
        factories.request(kind, world)
    refresh_new_forecasts()
    refresh_all_forecasts()
    assert not ServiceRequest.objects.filter(expected_to_leave_by__isnull=False).exists()


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_forecast_range_is_accurate_on_generated_history(seed: int) -> None:
    rng, world = random.Random(seed), factories.world()
    create_completed_requests(
        world, [(BEGIN - timedelta(days=400 - n / 2), generate_durations(rng)) for n in range(300)]
    )
    samples = collect_samples(REPAIR)
    hits = [hit for _ in range(200) for hit in check_forecasts(samples, generate_durations(rng), rng)]
    assert len(hits) > 900, "there is a forecast at nearly every moment"
    rate = compute_percentage(hits)
    sys.stdout.write(f"generated history {seed}: the end lies in the range in {rate:.1f} of 100 cases held out\n")
    assert 80 <= rate <= 95
