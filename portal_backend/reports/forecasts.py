"""Expected completion ranges, based on completed requests (docs/decisions/0025)."""

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from portal_backend.core.cancellation import is_canceled
from portal_backend.core.clock import NEW_YORK, now, today
from portal_backend.reports.models import DurationStatistics, StatusPeriod
from portal_backend.workflow.models import HAS_NO_FORECAST, IS_COMPLETED, IS_OPEN, ServiceRequest
from portal_backend.workflow.process import CONFIRMATION_WINDOW, PROCESSES, Process

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
    #: number of completed requests that the forecast is based on; 0: the date is that of the courier
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


def forecast_end(request: ServiceRequest, statistics: DurationStatistics | None) -> Forecast | None:
    """Forecast the end of a request.

    While its delivery is awaited, this is the courier's date; otherwise it is based on completed requests.
    """
    deadline = request.confirm_delivery_by
    if request.status in PROCESSES[request.kind].delivery_statuses and deadline and deadline >= today():
        day = deadline - CONFIRMATION_WINDOW
        return Forecast(day, day, day, cases=0)
    return compute_forecast(statistics.samples, request.status_since, now()) if statistics else None


def compute_p90_rank(number: int) -> int:
    """Return the 1-based rank of the 90th percentile for a new observation.

    It is the last rank if there are few samples.
    """
    return min(number, math.ceil(0.9 * (number + 1)))


def get_date_after(moment: datetime, seconds: int) -> date:
    """Return the day in New York a number of seconds after a moment."""
    return (moment + timedelta(seconds=seconds)).astimezone(NEW_YORK).date()


MAX_SAMPLES = 2000
BATCH_SIZE = 500
StatisticsByStatus = Mapping[tuple[str, str], DurationStatistics]


def collect_samples(process: Process[Any]) -> dict[str, list[DurationSample]]:
    """Collect durations of the newest completed requests, by status.

    A sample is a pair of seconds: time in the status, time from entering it to the end.
    """
    done = [step.status for step in process.steps if step.tone == "done"]
    completed = ServiceRequest.objects.filter(IS_COMPLETED, kind=process.kind, status__in=done).order_by(
        "-completed_at", "-pk"
    )
    newest: dict[int, Any] = dict(completed.values_list("pk", "completed_at")[:MAX_SAMPLES])
    periods = StatusPeriod.objects.filter(request__in=newest)
    samples: dict[str, list[DurationSample]] = defaultdict(list)
    for pk, status, entered, left in periods.values_list("request_id", "status", "entered_at", "left_at"):
        if left:
            samples[status].append((_get_seconds_between(entered, left), _get_seconds_between(entered, newest[pk])))
    return samples


def collect_usable_samples(process: Process[Any]) -> dict[str, list[DurationSample]]:
    """Collect the samples of each status, sorted.

    A status with too few samples uses those of the step after it: the remaining time from there is a lower bound.
    Otherwise a rarely visited status, such as a missing tracking number, would have no forecast between steps that
    have one.
    """
    collected = collect_samples(process)
    samples_by_status: dict[str, list[DurationSample]] = {}
    for step in reversed(process.steps):
        samples: list[DurationSample] = [] if step.is_terminal else sorted(collected.get(step.status, []), key=tuple)
        if len(samples) < MIN_SAMPLES:
            after = samples_by_status.get(step.next, []) if isinstance(step.next, str) else []
            samples = sorted(((total, total) for _, total in after), key=tuple)
        if samples:
            samples_by_status[step.status] = samples
    return samples_by_status


def _get_seconds_between(since: datetime, until: datetime) -> int:
    return int((until - since).total_seconds())


def refresh_duration_statistics() -> None:
    """Recompute the duration statistics of all kinds and statuses.

    Statuses without enough samples lose their stored statistics.
    """
    statistics = []
    for process in PROCESSES.values():
        for status, samples in collect_usable_samples(process).items():
            p90_seconds = samples[compute_p90_rank(len(samples)) - 1][0]
            statistics.append(
                DurationStatistics(kind=process.kind, status=status, samples=samples, p90_seconds=p90_seconds)
            )
    with transaction.atomic():
        DurationStatistics.objects.all().delete()
        DurationStatistics.objects.bulk_create(statistics)


def refresh_all_forecasts() -> None:
    """Refresh the duration statistics, then the forecasts of all open requests."""
    refresh_duration_statistics()
    statistics, last_id = _load_statistics(), 0
    while not is_canceled() and (
        batch_end := _refresh_batch(ServiceRequest.objects.filter(IS_OPEN, pk__gt=last_id), statistics)
    ):
        last_id = batch_end


def refresh_new_forecasts() -> None:
    """Refresh the forecasts of requests without one, new or in a new status."""
    if not DurationStatistics.objects.exists():
        refresh_duration_statistics()
    known = [Q(kind=kind, status=status) for kind, status in DurationStatistics.objects.values_list("kind", "status")]
    rows = (
        ServiceRequest.objects.filter(HAS_NO_FORECAST, reduce(or_, known)) if known else ServiceRequest.objects.none()
    )
    if rows.exists():  # avoid loading all samples when there is nothing to do
        statistics = _load_statistics()
        while not is_canceled() and _refresh_batch(rows, statistics):
            pass


def _load_statistics() -> StatisticsByStatus:
    return {(row.kind, row.status): row for row in DurationStatistics.objects.all()}


@transaction.atomic
def _refresh_batch(rows: QuerySet[ServiceRequest], statistics: StatisticsByStatus) -> int:
    """Refresh the forecasts of one batch and return the id of its last row.

    The rows are locked, so no transition happens in between. Only rows whose dates changed are written; the version
    stays the same because no user edited them, so that lists are not fetched again.
    """
    changed, last_id = [], 0
    for row in (
        rows.order_by("pk")
        .select_for_update(of=("self",))
        .only("kind", "status", "status_since", "confirm_delivery_by", "expected_on", "expected_to_leave_by")[
            :BATCH_SIZE
        ]
    ):
        last_id = row.pk
        before = (row.expected_on, row.expected_to_leave_by)
        duration = statistics.get((row.kind, row.status))
        expected = forecast_end(row, duration)
        row.expected_on = expected.likely if expected else None
        row.expected_to_leave_by = get_date_after(row.status_since, duration.p90_seconds) if duration else None
        if (row.expected_on, row.expected_to_leave_by) != before:
            changed.append(row)
    ServiceRequest.objects.bulk_update(changed, ["expected_on", "expected_to_leave_by"])
    return last_id
