"""Share of held-out requests that end within the range forecast for them."""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from portal_backend.core.clock import NEW_YORK
from portal_backend.reports.forecasts import DurationSample, compute_forecast
from tests.reports.request_histories import StatusDurations

BEGIN = datetime(2026, 3, 2, 17, tzinfo=UTC)
DAY_SECONDS = 86_400
SAMPLE_MOMENTS = 5


def collect_samples(histories: Iterable[StatusDurations]) -> Mapping[str, Sequence[DurationSample]]:
    """Collect samples by status from the durations of other requests."""
    samples: dict[str, list[DurationSample]] = defaultdict(list)
    for durations in histories:
        remaining = sum(days for _, days in durations)
        for status, days in durations:
            samples[status].append((int(days * DAY_SECONDS), int(remaining * DAY_SECONDS)))
            remaining -= days
    return samples


def check_forecasts(
    samples: Mapping[str, Sequence[DurationSample]], durations: StatusDurations, rng: random.Random
) -> list[bool]:
    """Check the forecasts of a held-out request at random moments.

    Returns, for each moment with a forecast, whether the actual end lies in the range.
    """
    total, hits = sum(days for _, days in durations), []
    for at in (rng.uniform(0, total) for _ in range(SAMPLE_MOMENTS)):
        passed, (status, period), *rest = 0.0, *durations
        while passed + period < at and rest:
            passed += period
            (status, period), *rest = rest
        expected = compute_forecast(samples.get(status, ()), BEGIN + timedelta(days=passed), BEGIN + timedelta(days=at))
        if expected:
            end = (BEGIN + timedelta(days=total)).astimezone(NEW_YORK).date()
            hits.append(expected.earliest <= end <= expected.latest)
    return hits


def compute_percentage(hits: Sequence[bool]) -> float:
    """Return the percentage of hits."""
    return 100 * sum(hits) / len(hits)
