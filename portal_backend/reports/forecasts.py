"""Expected completion ranges, based on completed requests (docs/decisions/0025)."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from portal_backend.core.clock import NEW_YORK

MIN_SAMPLES = 5
DurationSample = Sequence[int]


@dataclass(frozen=True)
class Forecast:
    """Range of days, in New York time, in which a request is expected to end."""

    #: 5th percentile
    earliest: date
    #: median
    likely: date
    #: 90th percentile
    latest: date
    #: number of completed requests that the forecast is based on
    cases: int


def compute_forecast(cases: Sequence[DurationSample], entered_at: datetime, at: datetime) -> Forecast | None:
    """Forecast the end of a request that entered its status at `entered_at`.

    `cases` are pairs of seconds: time in the status, time from entering it to the end. Only samples that were in the
    status for longer than the request has been so far count; returns None if there are fewer than `MIN_SAMPLES`. Open
    requests are not in the samples (they are censored), so the range lags behind when processing slows down; as a
    request stays longer, the quick samples drop out.
    """
    elapsed = (at - entered_at).total_seconds()
    durations = sorted(duration for stayed, duration in cases if stayed > elapsed)
    if len(durations) < MIN_SAMPLES:
        return None
    ranks = (
        max(1, math.floor(0.05 * (len(durations) + 1))),
        math.ceil(0.5 * len(durations)),
        compute_p90_rank(len(durations)),
    )
    earliest, likely, latest = (get_date_after(entered_at, durations[rank - 1]) for rank in ranks)
    return Forecast(earliest, likely, latest, len(durations))


def compute_p90_rank(number: int) -> int:
    """Return the 1-based rank of the 90th percentile for a new observation.

    It is the last rank if there are few samples.
    """
    return min(number, math.ceil(0.9 * (number + 1)))


def get_date_after(moment: datetime, seconds: int) -> date:
    """Return the day in New York a number of seconds after a moment."""
    return (moment + timedelta(seconds=seconds)).astimezone(NEW_YORK).date()
