"""Duration statistics, and the forecasts of open requests (docs/decisions/0025)."""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime
from functools import reduce
from operator import or_
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet

from portal_backend.base.cancellation import is_canceled
from portal_backend.base.newyork import now
from portal_backend.reports.forecasts import LEAST_CASES, Case, day_after, forecast, nine_in_ten
from portal_backend.reports.models import Pace, Stay
from portal_backend.workflow.models import ENDED, OPEN, UNFORESEEN, Request
from portal_backend.workflow.process import PROCESSES, Process

MOST_CASES = 2000
BATCH = 500
Paces = Mapping[tuple[str, str], Pace]


def cases_of(process: Process[Any]) -> dict[str, list[Case]]:
    """Collect durations of the newest completed requests, by status.

    A sample is a pair of seconds: time in the status, time from entering it to the end.
    """
    done = [step.status for step in process.steps if step.tone == "done"]
    completed = Request.objects.filter(ENDED, kind=process.kind, status__in=done).order_by("-completed_at", "-pk")
    newest: dict[int, Any] = dict(completed.values_list("pk", "completed_at")[:MOST_CASES])
    periods = Stay.objects.filter(request__in=newest)
    samples: dict[str, list[Case]] = defaultdict(list)
    for pk, status, entered, left in periods.values_list("request_id", "status", "entered_at", "left_at"):
        if left:
            samples[status].append((_seconds(entered, left), _seconds(entered, newest[pk])))
    return samples


def usable_cases(process: Process[Any]) -> dict[str, list[Case]]:
    """Collect the samples of each status, sorted.

    A status with too few samples uses those of the step after it: the remaining time from there is a lower bound.
    Otherwise a rarely visited status, such as a missing tracking number, would have no forecast between steps that
    have one.
    """
    collected = cases_of(process)
    samples_by_status: dict[str, list[Case]] = {}
    for step in reversed(process.steps):
        samples: list[Case] = [] if step.terminal else sorted(collected.get(step.status, []), key=tuple)
        if len(samples) < LEAST_CASES:
            after = samples_by_status.get(step.next, []) if isinstance(step.next, str) else []
            samples = sorted(((total, total) for _, total in after), key=tuple)
        if samples:
            samples_by_status[step.status] = samples
    return samples_by_status


def _seconds(since: datetime, until: datetime) -> int:
    return int((until - since).total_seconds())


def renew_paces() -> None:
    """Recompute the duration statistics of all kinds and statuses.

    Statuses without enough samples lose their stored statistics.
    """
    statistics = []
    for process in PROCESSES.values():
        for status, samples in usable_cases(process).items():
            late_after = samples[nine_in_ten(len(samples)) - 1][0]
            statistics.append(Pace(kind=process.kind, status=status, cases=samples, late_after=late_after))
    with transaction.atomic():
        Pace.objects.all().delete()
        Pace.objects.bulk_create(statistics)


def foresee_all() -> None:
    """Refresh the duration statistics, then the forecasts of all open requests."""
    renew_paces()
    statistics, last_id = _paces(), 0
    while not is_canceled() and (batch_end := _foresee(Request.objects.filter(OPEN, pk__gt=last_id), statistics)):
        last_id = batch_end


def foresee_new() -> None:
    """Refresh the forecasts of requests without one, new or in a new status."""
    if not Pace.objects.exists():
        renew_paces()
    known = [Q(kind=kind, status=status) for kind, status in Pace.objects.values_list("kind", "status")]
    rows = Request.objects.filter(UNFORESEEN, reduce(or_, known)) if known else Request.objects.none()
    if rows.exists():  # avoid loading all samples when there is nothing to do
        statistics = _paces()
        while not is_canceled() and _foresee(rows, statistics):
            pass


def _paces() -> Paces:
    return {(row.kind, row.status): row for row in Pace.objects.all()}


@transaction.atomic
def _foresee(rows: QuerySet[Request], statistics: Paces) -> int:
    """Refresh the forecasts of one batch and return the id of its last row.

    The rows are locked, so no transition happens in between. Only rows whose dates changed are written; the version
    stays the same because no user edited them, so that lists are not fetched again.
    """
    changed, last_id = [], 0
    for row in (
        rows.order_by("pk")
        .select_for_update(of=("self",))
        .only("kind", "status", "entered_at", "expected_on", "late_after")[:BATCH]
    ):
        last_id = row.pk
        before = (row.expected_on, row.late_after)
        duration = statistics.get((row.kind, row.status))
        expected = forecast(duration.cases, row.entered_at, now()) if duration else None
        row.expected_on = expected.likely if expected else None
        row.late_after = day_after(row.entered_at, duration.late_after) if duration else None
        if (row.expected_on, row.late_after) != before:
            changed.append(row)
    Request.objects.bulk_update(changed, ["expected_on", "late_after"])
    return last_id
