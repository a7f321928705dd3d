"""Share of held-out requests that end within the range forecast for them."""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta

from portal_backend.base.newyork import NEW_YORK
from portal_backend.reports.forecasts import Case, forecast
from tests.reports.histories import Lasted

BEGIN = datetime(2026, 3, 2, 17, tzinfo=UTC)
DAY = 86_400
MOMENTS = 5


def cases_among(histories: Iterable[Lasted]) -> Mapping[str, Sequence[Case]]:
    """Collect samples by status from the durations of other requests."""
    samples: dict[str, list[Case]] = defaultdict(list)
    for durations in histories:
        remaining = sum(days for _, days in durations)
        for status, days in durations:
            samples[status].append((int(days * DAY), int(remaining * DAY)))
            remaining -= days
    return samples


def asked(samples: Mapping[str, Sequence[Case]], durations: Lasted, rng: random.Random) -> list[bool]:
    """Check the forecasts of a held-out request at random moments.

    Returns, for each moment with a forecast, whether the actual end lies in the range.
    """
    total, hits = sum(days for _, days in durations), []
    for at in (rng.uniform(0, total) for _ in range(MOMENTS)):
        passed, (status, period), *rest = 0.0, *durations
        while passed + period < at and rest:
            passed += period
            (status, period), *rest = rest
        expected = forecast(samples.get(status, ()), BEGIN + timedelta(days=passed), BEGIN + timedelta(days=at))
        if expected:
            end = (BEGIN + timedelta(days=total)).astimezone(NEW_YORK).date()
            hits.append(expected.earliest <= end <= expected.latest)
    return hits


def hundredths(hits: Sequence[bool]) -> float:
    """Return the percentage of hits."""
    return 100 * sum(hits) / len(hits)
